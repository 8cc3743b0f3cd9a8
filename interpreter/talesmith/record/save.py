"""Saves as files: written whole or not at all, and never over what somebody else has written.

A save is written beside its place, forced to the disk and then put into place in one move; until
then the old file stands.  A `SaveFile` remembers what was in its file when it last looked: if there
is something else now, another program has written it, and nothing is written.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from talesmith.record.saved import (
    FORMAT,
    LARGEST,
    OLDER_COPY,
    SavedGame,
    SaveError,
    read_text,
    save_text,
)
from talesmith.record.session import Session

_fcntl: Any = importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None
"""locks between programs; a system without them has only the look at the file"""
ANOTHER = "save under another name"
_HEAD = 200
"""bytes in which a save says that it is one"""


class SaveFile:
    """One file that a game is saved to, again and again."""

    def __init__(self, path: Path) -> None:
        """Note what is in the file now; it need not exist.  Raises SaveError if it is unreadable."""
        self.path = Path(os.path.realpath(path))
        self._known = self._digest()

    def write(self, session: Session) -> None:
        """Save a game.

        Raises SaveError, with the old content untouched, when the file has changed since this
        object last read or wrote it, and when the disk refuses.
        """
        data = save_text(session).encode()
        if self.path.exists() and not self.path.is_file():
            self._write_through(data)
            return
        try:
            with _alone_in(self.path.parent):
                self._replace(data)
        except OSError as error:
            raise self._refused("cannot be written", error, ANOTHER) from error
        self._known = _hash(data)

    def read(self) -> SavedGame:
        """Read the save.  Raises SaveError with the reason."""
        data = self._bytes()
        if data is None:
            problem = "this is no file" if self.path.exists() else "there is no such file"
            raise SaveError(str(self.path), problem, "check the name")
        self._known = _hash(data)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            place = f"{self.path}, byte {error.start}"
            raise SaveError(place, "this is not a text, so it is no save", OLDER_COPY) from error
        return read_text(text, str(self.path))

    def holds_game(self) -> bool:
        """Whether there is a save in the file, whole or damaged.  Raises SaveError if unreadable."""
        return f'"{FORMAT}"'.encode() in (self._bytes() or b"")[:_HEAD]

    # ---- the file ----

    def _bytes(self) -> bytes | None:
        try:
            if self.path.exists() and not self.path.is_file():
                return None
            if self.path.exists() and self.path.stat().st_size > LARGEST:
                raise SaveError(str(self.path), "this is too large for a save", OLDER_COPY)
            return self.path.read_bytes() if self.path.exists() else None
        except OSError as error:
            raise self._refused("cannot be read", error, "check who may read it") from error

    def _digest(self) -> str | None:
        data = self._bytes()
        return None if data is None else _hash(data)

    def _replace(self, data: bytes) -> None:
        if self._digest() != self._known:
            problem = "the file was changed by somebody else; nothing was written"
            raise SaveError(str(self.path), problem, ANOTHER)
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        beside.unlink(missing_ok=True)
        try:
            _write(beside, data)
            if self.path.exists():
                beside.chmod(self.path.stat().st_mode & 0o777)
            beside.replace(self.path)
        finally:
            beside.unlink(missing_ok=True)
        _sync_folder(self.path.parent)

    def _write_through(self, data: bytes) -> None:
        """Write to something that is no file, a device or a pipe: there is nothing to replace."""
        try:
            with self.path.open("wb") as device:
                device.write(data)
        except OSError as error:
            raise self._refused("cannot be written", error, ANOTHER) from error

    def _refused(self, problem: str, error: OSError, hint: str) -> SaveError:
        return SaveError(str(self.path), f"{problem}: {error.strerror or error}", hint)


def load(path: Path) -> SavedGame:
    """Read a save from a file.  Raises SaveError with the reason."""
    return SaveFile(path).read()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Force the new name to the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other writers of saves out of a folder from looking at a file to replacing it."""
    if _fcntl is None or not folder.is_dir():
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _fcntl.flock(handle, _fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
