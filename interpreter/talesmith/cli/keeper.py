"""Keeping a game: the save and the transcript that the command line names."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import click

from talesmith.cli.common import Failure
from talesmith.record.save import SaveFile
from talesmith.record.saved import SaveError
from talesmith.record.session import Session
from talesmith.record.transcript import transcript


class Keeper:
    """Writes a session where the person wants it kept."""

    def __init__(self, save: Path | None, transcript: Path | None) -> None:
        """Look at the file of the save before the game begins."""
        self.file = None if save is None else opened(save)
        self.transcript = transcript
        self._check_transcript()
        self.other: SaveFile | None = None
        """where `save` without a name goes when the command line names no file"""
        self.has_news = False
        """whether a person has answered since the game was last saved"""
        self.own = {} if self.file is None else {self.file.path: self.file}
        """files that this session may replace: it was told to, read them or wrote them"""

    def _check_transcript(self) -> None:
        """Nothing is lost to a transcript, and there is a folder for it.  Raises Failure."""
        if self.transcript is None:
            return
        file = opened(self.transcript)
        if self.file is not None and file.path == self.file.path and not is_device(file.path):
            raise Failure(f"{file.path} cannot hold both the save and the transcript")
        if file.holds_game():
            raise Failure(f"{file.path} holds a game: name another file for the transcript")
        if holds_something(file.path):
            raise Failure(f"{file.path} exists already: name another file for the transcript")

    def ask_before_replacing(self) -> None:
        """A file that holds something already is replaced only with consent, or told about.

        Raises Failure when it holds a game: a new one never takes the place of an old one.
        """
        file = self.file
        if file is None or not holds_something(file.path):
            return
        if file.holds_game():
            raise Failure(
                f"{file.path} holds a game already: go on with --load {file.path}, "
                "or name another file"
            )
        if sys.stdin is not None and sys.stdin.isatty():
            click.confirm(f"{file.path} will be replaced by this game. Go on?", abort=True)
        else:
            click.echo(f"Note: {file.path} will be replaced by this game.", err=True)

    def goes_on(self, path: Path) -> None:
        """The game comes from this file: `save` without a name goes back there."""
        self.other = opened(path)
        self.own[self.other.path] = self.other

    def save(self, session: Session, name: str | None) -> str:
        """Save at the request of a person; what became of it, as a sentence."""
        name = name and _unquoted(name)
        if name is not None and (not name or " " in name):
            return "Say one name without blanks: `save FILE`."
        try:
            file = self._file_for(name)
            if file is None:
                return "Say where: `save FILE`."
            if file.path not in self.own and file.path.is_file():
                return f"Not saved: {file.path} exists already; name another file."
            file.write(session)
        except (SaveError, ValueError, RuntimeError) as error:  # no such home
            return f"Not saved: {error}."
        self.has_news = False
        self.other = self.own[file.path] = file
        return f"Saved in {file.path}."

    def _file_for(self, name: str | None) -> SaveFile | None:
        if name is None:
            return self.file or self.other
        path = Path(name).expanduser()
        return self.own.get(path.resolve()) or SaveFile(path)

    def before_leaving(self, session: Session) -> str | None:
        """Save for a person who quits; a sentence when the game would be lost."""
        if self.file is not None:
            problems = self._close_save(session)
            again = "`save NAME`, or `quit` again to leave without saving."
            return f"No: {problems[0]}. Say {again}" if problems else None
        return "The game is not saved: `save FILE`, or `quit` again." if self.has_news else None

    def close(self, session: Session, *, is_left: bool = False) -> None:
        """Keep what the command line wants kept; one who has left had the game saved, or not.

        Raises Failure when something cannot be kept.
        """
        problems = [] if is_left else self._close_save(session)
        problems += self._close_transcript(session)
        if problems:
            raise Failure("; ".join(problems))

    def _close_save(self, session: Session) -> list[str]:
        if self.file is None:
            return []
        try:
            self.file.write(session)
        except SaveError as error:
            return [f"the game is not saved: {error}"]
        with contextlib.suppress(OSError):  # the terminal may be gone; the save is there
            click.echo(f"Saved in {self.file.path}.", err=True)
        return []

    def _close_transcript(self, session: Session) -> list[str]:
        if self.transcript is None:
            return []
        try:
            self.transcript.write_text(transcript(session), "utf-8")
        except OSError as error:
            return [f"the transcript is not written: {self.transcript}: {error.strerror}"]
        return []


def _unquoted(name: str) -> str:
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if is_quoted else name


def holds_something(path: Path) -> bool:
    """Whether there is a file with something in it."""
    return path.is_file() and path.stat().st_size > 0


def is_device(path: Path) -> bool:
    """Whether this is no place where things are kept, so that it can take several."""
    return path.exists() and not path.is_file()


def opened(path: Path) -> SaveFile:
    """The file of a save; ends the command when it cannot be one."""
    if path == Path():
        raise Failure("a file needs a name")
    if not path.parent.is_dir():
        raise Failure(f"there is no folder {path.parent}")
    try:
        return SaveFile(path)
    except SaveError as error:
        raise Failure(str(error)) from error
