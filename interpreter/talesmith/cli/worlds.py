"""Two versions of rules and cards, each as a folder: given as one, or as a revision of git.

A revision is unpacked into a folder that is gone afterwards.  Only `rules/` and `cards/` are taken, as
seen from the current folder, so a part of a bigger repository will do.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from talesmith.cli.common import SHELVES, Failure
from talesmith.compile.load import load_ruleset
from talesmith.compile.shelves import files_at
from talesmith.ground.data import data_root


@frozen
class World:
    """One version."""

    name: str
    """as it was asked for"""
    folder: Path
    roots: tuple[Path, ...] = ()
    """where its texts are looked up"""

    @property
    def files(self) -> dict[str, Path]:
        """Its texts by their path inside the folder."""
        shelves = [self.folder / shelf for shelf in SHELVES if (self.folder / shelf).is_dir()]
        found = [file for shelf in shelves for file in files_at(shelf)]
        return {file.relative_to(self.folder).as_posix(): file for file in sorted(found)}

    def near(self, path: str) -> str:
        """A path as seen from the folder it was looked up in."""
        for root in self.roots:
            if Path(path).is_relative_to(root):
                return Path(path).relative_to(root).as_posix()
        return path


@contextmanager
def worlds(old: str, new: str, ruleset: str) -> Iterator[tuple[World, World]]:
    """Two versions by their names.  Raises Failure, with the reason, for what is none."""
    with tempfile.TemporaryDirectory(prefix="talesmith-") as room:
        pair = [_world(name, Path(room) / str(at)) for at, name in enumerate((old, new))]
        more = _more_roots(pair, ruleset)
        first, second = (World(one.name, one.folder, (one.folder, *more)) for one in pair)
        yield first, second


def _more_roots(pair: Sequence[World], ruleset: str) -> tuple[Path, ...]:
    """Nothing if both versions have all that the rules need, else our own texts.

    What one version lacks must not come from us: it would be told as unchanged.
    """
    alone = all(load_ruleset(ruleset, [world.folder])[0] is not None for world in pair)
    return () if alone else (data_root(),)


def _world(name: str, room: Path) -> World:
    folder = Path(name)
    if folder.is_dir():
        if not any((folder / shelf).is_dir() for shelf in SHELVES):
            raise Failure(f"{name} has no folder `rules` and none `cards`")
        return World(name, folder.resolve())
    if folder.exists():
        raise Failure(f"{name} is a file: name a folder with `rules` or `cards`, or a revision")
    room.mkdir()
    _unpack(name, room)
    return World(name, room.resolve())


def _unpack(revision: str, room: Path) -> None:
    """Put `rules` and `cards` of a revision into a folder."""
    if revision.startswith("-") or not revision.strip():
        raise Failure(f"{revision!r} is neither a folder nor a revision")
    if shutil.which("git") is None:
        raise Failure(
            f"there is no folder {revision}, and git, which knows revisions, is not there"
        )
    asked = _git("rev-parse", "--is-inside-work-tree")
    if asked.returncode != 0:
        raise Failure(f"there is no folder {revision}, and this is no repository of git")
    found = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode != 0:
        raise Failure(f"{revision} is neither a folder nor a revision of this repository")
    commit = found.stdout.decode().strip()
    listed = _git("ls-tree", "--name-only", commit).stdout.decode().split("\n")
    shelves = [shelf for shelf in SHELVES if shelf in listed]
    if not shelves:
        raise Failure(f"revision {revision} has no folder `rules` and none `cards` here")
    packed = _git("archive", "--format=tar", commit, *shelves)
    if packed.returncode != 0:
        raise Failure(f"git cannot give revision {revision}: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tar:
        for member in tar.getmembers():
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None and member.name.endswith(".tale"):
                place = room / member.name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """What git says in the current folder."""
    command = ["git", *words]  # a revision that begins with a dash has been refused
    return subprocess.run(command, capture_output=True, check=False)  # noqa: S603
