"""Compiled rulesets, kept so that a start needs neither parser nor checker.

A kept ruleset is named after everything it depends on: the texts of all files under its roots, the
grammar, the program's own code.  So a stale one is never read.  A folder that is missing, full or
cannot be written costs time and nothing else; a broken file is built anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import talesmith
from talesmith.compile.shelves import Shelves
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.data import cache_folder, grammar_folder
from talesmith.ruleset.parts import Ruleset

KEPT = 40
"""So many compiled rulesets stay in the folder; the oldest go first."""

CODE = ("ground", "diagnose", "syntax", "ruleset", "names", "lint", "compile")
"""Packages whose code decides what a ruleset looks like."""

Kept = tuple[Ruleset, tuple[Diagnostic, ...]]


def key_of(shelves: Shelves, name: str) -> str:
    """Give the name under which a ruleset of these files is kept."""
    digest = hashlib.sha256()
    for part in (sys.version, name, *(str(root) for root in shelves.roots), *_code()):
        digest.update(part.encode() + b"\0")
    files = {*shelves.all_files(), *(Path(n) for n in name.split("+") if n.endswith(".tale"))}
    for path in sorted(files):
        digest.update(str(path).encode() + b"\0")
        with contextlib.suppress(OSError):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _code() -> list[str]:
    home = Path(talesmith.__file__).parent
    files = [path for part in CODE for path in sorted((home / part).rglob("*.py"))]
    files.append(grammar_folder() / "tale.lark")
    return [f"{path}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in files]


def load(key: str) -> Kept | None:
    """Give a kept ruleset; None if there is none that can be read."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        data = (folder / f"{key}.ruleset").read_bytes()
    except OSError:
        return None
    digest, body = data[:32], data[32:]
    if hashlib.sha256(body).digest() != digest:
        return None
    try:
        kept = pickle.loads(body)  # noqa: S301 - our own file, in the person's own folder
    except Exception:  # noqa: BLE001 - whatever a foreign or old file holds, it is built anew
        return None
    return kept if _is_sound(kept) else None


def _is_sound(kept: object) -> bool:
    return isinstance(kept, tuple) and len(kept) == 2 and isinstance(kept[0], Ruleset)


def keep(key: str, ruleset: Ruleset, findings: Sequence[Diagnostic]) -> None:
    """Keep a compiled ruleset and the warnings about it."""
    folder = cache_folder()
    if folder is None:
        return
    body = pickle.dumps((ruleset, tuple(findings)), protocol=pickle.HIGHEST_PROTOCOL)
    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(hashlib.sha256(body).digest() + body)
        Path(file.name).replace(folder / f"{key}.ruleset")
        _clear(folder)


def _clear(folder: Path) -> None:
    kept = sorted(folder.glob("*.ruleset"), key=lambda p: p.stat().st_mtime_ns, reverse=True)
    for old in kept[KEPT:]:
        old.unlink(missing_ok=True)
