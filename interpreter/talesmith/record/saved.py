"""What a save holds, as text and back: one JSON document, an entry to a line.

talesmith save   version of this form
identity         what the game is played with (see `identity`)
players          names of the seats
kinds            who answers for each of them, if that is known: person, name of a bot
shape            hash of the numbering of things: cards, words, fields of the position
bodies           signature of every body that is named in a position
origin           position from which the answers start; null for the seed
answers          every answer since, as lines
round            position at the first question of the newest round, and answers before it
position         where the game stands
check            hash of all that, so that a damaged file is known for one
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.statements.bodies import signature
from talesmith.record.identity import Identity, identity_from, identity_of
from talesmith.record.plain import Json, frames, to_plain
from talesmith.record.session import Session

FORMAT = "talesmith save"
VERSION = 1
TRANSCRIPT = "talesmith game"
"""beginning of a transcript, which is not read here"""
READ_BY_REPLAY = "`talesmith replay` reads it; a game goes on from a file of `--save`"
LARGEST = 50_000_000
"""most bytes of a save that is read"""


class SaveError(Exception):
    """A save cannot be written or read.

    Says where (`place`, a file or an entry in it), what is wrong, and one thing to try.
    """

    def __init__(self, place: str, problem: str, hint: str) -> None:
        self.place = place
        self.problem = problem
        self.hint = hint
        super().__init__(f"{place}: {problem}; {hint}")


@frozen
class SavedGame:
    """The content of a save, before any rules are looked at."""

    place: str
    """name of the file, for messages"""
    identity: Identity
    players: tuple[str, ...]
    kinds: tuple[str, ...]
    shape: str
    bodies: dict[str, str]
    origin: Json | None
    answers: tuple[str, ...]
    round_answers: int
    round_position: Json
    position: Json


# ---- writing -------------------------------------------------------------------------------------


def save_text(session: Session) -> str:
    """The whole save of a game."""
    rules = session.rules
    at, start = newest_round(session)
    positions = [start, session.game] + ([session.origin] if session.origin is not None else [])
    content = {
        FORMAT: VERSION,
        "identity": identity_of(rules, session.seed).as_plain(),
        "players": list(session.names.seats),
        "kinds": list(session.kinds),
        "shape": shape_of(rules),
        "bodies": dict(sorted(pair for game in positions for pair in _bodies(rules, game))),
        "origin": None if session.origin is None else to_plain(rules, session.origin),
        "answers": session.lines,
        "round": {"answers": at, "position": to_plain(rules, start)},
        "position": to_plain(rules, session.game),
    }
    content["check"] = check_of(content)
    entries = (f"{json.dumps(key)}: {_entry(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _entry(value: Any) -> str:
    if isinstance(value, list) and value:
        lines = ",\n".join(f"  {json.dumps(part, ensure_ascii=False)}" for part in value)
        return f"[\n{lines}\n]"
    return json.dumps(value, ensure_ascii=False)


def check_of(content: Json) -> str:
    """The hash of everything in a save but itself."""
    rest = {key: value for key, value in content.items() if key != "check"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def newest_round(session: Session) -> tuple[int, Game]:
    """The first question of the newest round: answers before it, and the position."""
    games = [*(decision.before for decision in session.decisions), session.game]
    field = session.rules.layout["round"]
    at = len(games) - 1
    while at > 0 and games[at - 1].cells[field] == games[-1].cells[field]:
        at -= 1
    return at, games[at]


def _bodies(rules: Binder, game: Game) -> Iterator[tuple[str, str]]:
    for number, _, _ in frames(game.stack):
        code = rules.codes[number]
        found = signature(rules, code)
        if found is not None:
            yield code.name, found


def shape_of(rules: Binder) -> str:
    """A hash of everything that gives things their numbers in a position."""
    ruleset, layout = rules.ruleset, rules.layout
    fields = [(f.name, f.index, f.cell, f.initial, layout.size(f.name)) for f in layout.fields]
    words = [(name, [word.id for word in words]) for name, words in ruleset.words]
    records = [
        (name, sorted(rules.records.places[at])) for name, at in rules.records.number.items()
    ]
    text = repr(
        (
            rules.players,
            [board.digest for board in rules.board.maps],
            sorted(ruleset.pools),
            [natives.id for natives in ruleset.natives],
            [way.id for way in ruleset.ways],
            words,
            fields,
            records,
            rules.records.kept,
        )
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- reading -------------------------------------------------------------------------------------


def read_text(text: str, place: str) -> SavedGame:
    """Read a save.  Raises SaveError when it is none, damaged, or of a newer program."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        if text.startswith(TRANSCRIPT):
            raise SaveError(place, "this is a transcript, no save", READ_BY_REPLAY) from error
        where = f"{place}:{error.lineno}:{error.colno}"
        raise SaveError(where, f"this is not a whole save ({error.msg})", OLDER_COPY) from error
    except (RecursionError, ValueError) as error:
        raise SaveError(place, "this is not a save", OLDER_COPY) from error
    if not isinstance(content, dict) or FORMAT not in content:
        raise SaveError(place, f"this is not a save: there is no `{FORMAT}` in it", OLDER_COPY)
    if content[FORMAT] != VERSION:
        problem = f"this save has form {content[FORMAT]!r}, and form {VERSION} is read here"
        raise SaveError(place, problem, "use the version of the program that wrote it")
    if content.get("check") != check_of(content):
        problem = "the content does not fit its check: it was damaged or changed"
        raise SaveError(f"{place}, `check`", problem, OLDER_COPY)
    try:
        return _saved(content, place)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        problem = f"an entry is missing or damaged ({type(error).__name__}: {error})"
        raise SaveError(place, problem, OLDER_COPY) from error


OLDER_COPY = "try an older copy of the file"


def _saved(content: Json, place: str) -> SavedGame:
    return SavedGame(
        place,
        identity_from(content["identity"]),
        tuple(str(name) for name in content["players"]),
        tuple(str(kind) for kind in content["kinds"]),
        str(content["shape"]),
        dict(content["bodies"]),
        content["origin"],
        tuple(str(line) for line in content["answers"]),
        int(content["round"]["answers"]),
        dict(content["round"]["position"]),
        dict(content["position"]),
    )
