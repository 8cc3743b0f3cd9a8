"""A whole game as text: who played what with which rules, every answer, and what came of it.

    talesmith game 1
    ruleset: base.small_world
    ...
    players: ana, ben

    round 1
    turn ana
    > ana pick rovers
      9 rovers tray -> hand
    ...
    = 9c41d2f0

A line `= HASH` names the position at the first question of each turn and at the end, so that two
transcripts show where play first differs.  The text can be read back and played again.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.telling.ranking import ranking, result, winners
from talesmith.record.digest import short_digest
from talesmith.record.identity import Identity, entries_in, identity_of, table_in, table_lines
from talesmith.record.lines import DIGITS
from talesmith.record.log import log_lines
from talesmith.record.session import ReplayStopped, Session

TITLE = "talesmith game 1"
_ORIGIN = "from position"
_TABLES = ("maps", "keys", "cards")


class BadTranscript(ValueError):  # noqa: N818 - it says what is wrong
    """A text is not a transcript that can be read; the message says where and why."""


@frozen
class Transcript:
    """A transcript that was read back."""

    identity: Identity
    players: tuple[str, ...]
    answers: tuple[str, ...]
    hashes: tuple[tuple[int, str], ...]
    """(answers given before, hash of the position)"""


def transcript(session: Session) -> str:
    """The whole text: head and body."""
    return "\n".join([*head(session), "", *body(session)]) + "\n"


def head(session: Session) -> list[str]:
    """The identity block and the players."""
    identity = identity_of(session.rules, session.seed)
    lines = [
        TITLE,
        f"language: {identity.language}",
        f"ruleset: {identity.ruleset}",
        f"rules: {identity.rules}",
        f"seed: {identity.seed}",
        f"players: {', '.join(session.names.seats)}",
    ]
    if session.origin is not None:
        lines.append(f"{_ORIGIN}: {short_digest(session.rules, session.origin)}")
    return lines + table_lines(identity, _TABLES)


def body(session: Session) -> list[str]:
    """Every answer and what came of it, with the hash of each turn."""
    rules, names, turn = session.rules, session.names, -1
    first = session.decisions[0].before if session.decisions else session.game
    lines = log_lines(rules, names, None, session.opening, first) if session.opening else []
    turn = turn_of(rules, first)
    lines.append(f"= {short_digest(rules, first)}")
    for decision, after in session.history():
        lines.append(decision.line)
        lines += log_lines(rules, names, decision.before, decision.events, after)
        if turn_of(rules, after) != turn or after.request is None:
            turn = turn_of(rules, after)
            lines.append(f"= {short_digest(rules, after)}")
    return lines + (ending(session) if session.is_over else [])


def ending(session: Session) -> list[str]:
    """The ranking: one line for each group of equals, and who has won."""
    rules, words = session.rules, session.names.seat_words
    groups = ranking(rules, session.game)
    lines = []
    for group in groups:
        numbers = " ".join(str(n) for n in result(rules, session.game, group[0]))
        lines.append(f"  {', '.join(words[seat] for seat in group)}: {numbers}")
    won = [session.names.seats[seat] for seat in winners(rules, session.game)]
    return [*lines, f"{' and '.join(won) or 'nobody'} {'win' if len(won) > 1 else 'wins'}"]


def turn_of(rules: Binder, game: Game) -> int:
    """The number of the turn: it changes where a new turn begins."""
    return game.nums[rules.layout["turns"]]


# ---- reading back --------------------------------------------------------------------------------


def read(text: str) -> Transcript:
    """Read a transcript.  Raises BadTranscript with the reason."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(TITLE.rpartition(" ")[0]):
        raise BadTranscript(f"line 1: a transcript begins with `{TITLE}`")
    if lines[0] != TITLE:
        raise BadTranscript(f"line 1: `{lines[0]}` is from another version; this reads `{TITLE}`")
    end = lines.index("") if "" in lines else len(lines)
    if any(line.startswith(_ORIGIN) for line in lines[1:end]):
        raise BadTranscript("the game began in a position, not at its seed: use its save")
    if end == 1:
        raise BadTranscript("line 2: the head of the transcript is not there")
    try:
        identity, players = _read_head(lines[1:end])
    except KeyError as error:
        problem = f"there is no line `{error.args[0]}:`"
        raise BadTranscript(f"lines 2 to {end}: the head is damaged: {problem}") from error
    except ValueError as error:
        raise BadTranscript(f"lines 2 to {end}: the head is damaged: {error}") from error
    answers, hashes = _read_body(lines[end:])
    return Transcript(identity, players, answers, hashes)


def _read_head(lines: Sequence[str]) -> tuple[Identity, tuple[str, ...]]:
    if lines[0].startswith("  "):
        raise ValueError("it begins with a blank")
    entries = entries_in(lines)
    tables = {name: table_in(entries[name]) for name in _TABLES}
    identity = Identity(
        _number(entries, "language"),
        entries["ruleset"],
        entries["rules"],
        tables["cards"],
        tables["maps"],
        tables["keys"],
        _number(entries, "seed"),
    )
    return identity, tuple(entries["players"].split(", "))


def _number(entries: dict[str, str], name: str) -> int:
    text = entries[name]
    if not text.isdecimal() or len(text) > DIGITS:
        raise ValueError(f"`{name}: {text[:DIGITS]}` is no number")
    return int(text)


def _read_body(lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    answers: list[str] = []
    hashes: list[tuple[int, str]] = []
    for line in lines:
        if line.startswith("> "):
            answers.append(line)
        elif line.startswith("= "):
            hashes.append((len(answers), line[2:].strip()))
    return tuple(answers), tuple(hashes)


def cut_short(session: Session, text: str) -> str | None:
    """What to say of a text that only begins as the transcript of this game does, else None."""
    whole = transcript(session)
    if whole.startswith(text) and whole.rstrip() != text.rstrip():
        return f"the transcript is cut in line {len(text.splitlines())}"
    return None


def replay(rules: Binder, told: Transcript) -> tuple[Session, str | None]:
    """Play a transcript again; gives the game and the first difference, None if there is none.

    The game is played as far as the answers are legal.
    """
    session = Session(rules, told.players, told.identity.seed)
    try:
        session.play(told.answers)
    except ReplayStopped as stopped:
        return session, str(stopped)
    games = [*(decision.before for decision in session.decisions), session.game]
    for at, known in told.hashes:
        found = short_digest(rules, games[at])
        if found != known:
            return session, f"after {at} answers the position is {found}, not {known}"
    return session, None
