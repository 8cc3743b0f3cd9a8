"""A saved game, made ready to be gone on with, replayed or asked about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, Failure, load
from talesmith.play.bind import Binder
from talesmith.play.step import bind
from talesmith.record.digest import digest, digest_of
from talesmith.record.identity import Identity, identity_of
from talesmith.record.resume import Resumed, board_of, resume
from talesmith.record.save import SaveFile
from talesmith.record.saved import SavedGame, SaveError
from talesmith.record.session import ReplayStopped, Session
from talesmith.record.transcript import TITLE, BadTranscript, cut_short
from talesmith.record.transcript import read as read_transcript
from talesmith.record.transcript import replay as replay_transcript
from talesmith.ruleset.parts import Ruleset


def read(path: Path) -> SavedGame:
    """The content of a save; ends the command when it is none."""
    try:
        return SaveFile(path).read()
    except SaveError as error:
        raise Failure(str(error)) from error


def resumed(saved: SavedGame, ruleset_name: str | None, paths: Sequence[Path]) -> Resumed:
    """The game of a save under the rules it names, or under those that are asked for."""
    ruleset = _ruleset_for(saved.place, saved.identity, ruleset_name, paths)
    try:
        rules = bind(ruleset, len(saved.players), maps=board_of(ruleset, saved))
        return resume(saved, rules)
    except (SaveError, ValueError) as error:
        raise Failure(str(error)) from error


def _ruleset_for(
    place: str, identity: Identity, ruleset_name: str | None, paths: Sequence[Path]
) -> Ruleset:
    """The rules that are asked for, or those that the file names."""
    if ruleset_name is not None:
        return _asked_for(ruleset_name, identity, paths)
    try:
        return load(identity.ruleset, paths)
    except Failure as error:
        ask = f"{Path(place).name} asks for the rules {identity.ruleset}, but {error.message}"
        raise Failure(f"{ask}; {ELSEWHERE}") from error


def _asked_for(name: str, identity: Identity, paths: Sequence[Path]) -> Ruleset:
    """The rules of that name; a file says where the game is, to which is added what was added."""
    ruleset = load(name, paths)
    game, sign, more = identity.ruleset.partition("+")
    is_file = name.endswith(".tale") and "+" not in name
    return (
        load(f"{name}{sign}{more}", paths) if is_file and more and ruleset.id == game else ruleset
    )


ELSEWHERE = (
    "if they are in a file, name it as seen from here: --ruleset FILE.tale, or "
    "--ruleset NAME+FILE.tale for cards"
)


# ---- playing again -------------------------------------------------------------------------------


def played_again(
    path: Path, ruleset_name: str | None, paths: Sequence[Path]
) -> tuple[Session, str | None]:
    """A recorded game from its first answer, and the first difference to what the file says."""
    text = _text(path)
    if text.startswith(TITLE.rpartition(" ")[0]):
        return _transcript_again(path, text, ruleset_name, paths)
    saved = read(path)
    rules = _bound(saved.identity, len(saved.players), str(path), ruleset_name, paths)
    if saved.origin is not None:
        raise Failure(f"{path} does not begin at a seed but in a position: its start is not known")
    session = Session(rules, saved.players, saved.identity.seed)
    changed = _changed_since(saved.identity, rules)
    try:
        session.play(saved.answers)
    except ReplayStopped as stopped:
        return session, f"{stopped}{changed}"
    is_same = digest(rules, session.game) == digest_of(saved.position)
    return session, None if is_same else f"the last position is another one{changed}"


def _changed_since(then: Identity, rules: Binder) -> str:
    """What else there is to say about a difference: the rules may not be those of the game."""
    differences = then.differences(identity_of(rules, then.seed))
    return f" (the rules have changed since: {'; '.join(differences)})" if differences else ""


def _transcript_again(
    path: Path, text: str, ruleset_name: str | None, paths: Sequence[Path]
) -> tuple[Session, str | None]:
    try:
        told = read_transcript(text)
    except BadTranscript as error:
        click.echo(f"{path}: {error}", err=True)
        raise click.exceptions.Exit(FINDINGS) from error
    rules = _bound(told.identity, len(told.players), str(path), ruleset_name, paths)
    session, difference = replay_transcript(rules, told)
    if difference is not None:
        return session, difference + _changed_since(told.identity, rules)
    return session, cut_short(session, text)


def _bound(
    identity: Identity, players: int, place: str, ruleset_name: str | None, paths: Sequence[Path]
) -> Binder:
    ruleset = _ruleset_for(place, identity, ruleset_name, paths)
    known = {board.id: board for board in ruleset.maps}
    missing = [name for name in identity.maps if name not in known]
    if missing:
        raise Failure(f"{place}: {ruleset.id} has no map {missing[0]}")
    try:
        return bind(ruleset, players, maps=tuple(known[name] for name in identity.maps))
    except ValueError as error:
        raise Failure(str(error)) from error


def _text(path: Path) -> str:
    if not path.is_file():
        raise Failure(f"{path} is no file")
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path}, byte {error.start}: this is not a text") from error
