"""How each type of thing is spelled, by type: words, titles, and all things of the type.

Cards and words of the rules need no entry here: they are called what they are declared as.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from talesmith.model.board import members
from talesmith.model.layout import NONE, Layout
from talesmith.play.changes.lasting import NAME, NUMBER
from talesmith.play.changes.tokens import BOX
from talesmith.record.words import short_id

if TYPE_CHECKING:
    from talesmith.record.names import Names

NOBODY = "nobody"


class Position(Protocol):
    """A game, or the draft of one: what names are read from."""

    @property
    def cells(self) -> bytes | bytearray:
        """The packed cells."""

    @property
    def nums(self) -> Sequence[int]:
        """The whole numbers."""


Speller: TypeAlias = Callable[["Names", Position, Any], tuple[str, ...]]
Titler: TypeAlias = Callable[["Names", Position, Any], str]


def _player(names: Names, _game: Position, seat: int) -> tuple[str, ...]:
    return (names.seat_words[seat] if seat < len(names.seats) else NOBODY,)


def _player_title(names: Names, _game: Position, seat: int) -> str:
    return names.seats[seat] if seat < len(names.seats) else NOBODY


def _region(names: Names, _game: Position, region: int) -> tuple[str, ...]:
    word, own = names.regions[region][0], names.rules.board.names[region]
    return (word,) if word == own else (word, own)


def _region_title(names: Names, _game: Position, region: int) -> str:
    return names.regions[region][1]


def _pool(names: Names, game: Position, pool: int) -> tuple[str, ...]:
    if pool == BOX:
        return ("box",)
    tokens = names.rules.tokens
    if tokens.is_region(pool):
        return _region(names, game, pool - tokens.tokens)
    field, race = column_of(names.rules.layout, pool & 0xFFFF)
    short = short_id(field.split()[-1])
    return (short, f"{_race(names, game, race)[0]}.{short}")


def _pool_title(names: Names, game: Position, pool: int) -> str:
    tokens = names.rules.tokens
    if pool != BOX and tokens.is_region(pool):
        return _region_title(names, game, pool - tokens.tokens)
    return _pool(names, game, pool)[0]


def _race(names: Names, game: Position, race: int) -> tuple[str, ...]:
    natives = names.rules.ruleset.natives
    if race < len(natives):
        return (short_id(natives[race].id),)
    return names.spellings(game, "banner", game.cells[names.rules.at_banner + race])


def _race_title(names: Names, game: Position, race: int) -> str:
    rules = names.rules
    if race < len(rules.ruleset.natives):
        return rules.ruleset.natives[race].name
    badges = members(game.nums[rules.at_badges + race])
    powers = [names.title(game, "badge", badge) for badge in badges]
    return " ".join([*powers, names.title(game, "banner", game.cells[rules.at_banner + race])])


def combo_cards(names: Names, game: Position, combo: int) -> tuple[int, int]:
    """Banner and badge of a combo, as numbers."""
    races = names.rules.races
    return game.cells[races.combo_banner + combo], game.cells[races.combo_badge + combo]


def _combo(names: Names, game: Position, combo: int) -> tuple[str, ...]:
    banner, badge = combo_cards(names, game, combo)
    one, two = names.spellings(game, "banner", banner), names.spellings(game, "badge", badge)
    return (*one, f"{two[0]} {one[0]}", *two)


def _combo_title(names: Names, game: Position, combo: int) -> str:
    banner, badge = combo_cards(names, game, combo)
    return f"{names.title(game, 'badge', badge)} {names.title(game, 'banner', banner)}"


def _combos(names: Names, game: Position) -> Sequence[int]:
    races = names.rules.races
    return [c for c in range(races.combos) if game.cells[races.holder + c] != NONE]


def _attempt(names: Names, game: Position, attempt: int) -> tuple[str, ...]:
    ways = [short_id(names.rules.ways.ways[at].id) for at in members(attempt >> 16)]
    return tuple(" ".join([word, *ways]) for word in _region(names, game, attempt & 255))


def _attempt_title(names: Names, game: Position, attempt: int) -> str:
    """A region with the ways that a player has chosen; one without a text is no choice."""
    ways = [names.rules.ways.ways[at] for at in members(attempt >> 16)]
    texts = [way.text for way in ways if way.text]
    return " + ".join([_region_title(names, game, attempt & 255), *texts])


def _item(_names: Names, game: Position, number: int) -> tuple[str, ...]:
    sparse = getattr(game, "sparse", game)
    for record in getattr(sparse, "lasting", ()):
        if record[NUMBER] == number:
            return (short_id(record[NAME]),)
    raise LookupError(f"item {number} is not in play")


def _troops(names: Names, game: Position, troops: Any) -> tuple[str, ...]:
    parts = [f"{_pool(names, game, pool)[0]} {n}" for pool, n in troops if n]
    return (" ".join(parts) or "none",)


def _piece(_names: Names, _game: Position, full: str) -> tuple[str, ...]:
    return (short_id(full), full)


def _piece_title(names: Names, _game: Position, full: str) -> str:
    ruleset = names.rules.ruleset
    pieces = (*ruleset.markers, *ruleset.units)
    return next(piece.name for piece in pieces if piece.id == full)


def _record(names: Names, _game: Position, record: Any) -> tuple[str, ...]:
    actions = names.rules.records.number
    return (next(name for name, number in actions.items() if number == record[0]),)


def column_of(layout: Layout, cell: int) -> tuple[str, int]:
    """Name of the field to which a cell belongs, and which of its places it is."""
    for field in reversed(layout.fields):
        if field.cell and layout[field.name] <= cell:
            return field.name, cell - layout[field.name]
    raise LookupError(f"there is no cell {cell}")


WORDS: dict[str, Speller] = {
    "number": lambda _names, _game, value: (str(value),),
    "flag": lambda _names, _game, value: ("yes" if value else "no",),
    "player": _player,
    "region": _region,
    "race": _race,
    "combo": _combo,
    "attempt": _attempt,
    "pool": _pool,
    "troops": _troops,
    "item": _item,
    "marker": _piece,
    "unit": _piece,
    "record": _record,
}

TITLES: dict[str, Titler] = {
    "player": _player_title,
    "region": _region_title,
    "race": _race_title,
    "combo": _combo_title,
    "attempt": _attempt_title,
    "pool": _pool_title,
    "marker": _piece_title,
    "unit": _piece_title,
}

DOMAINS: dict[str, Callable[[Names, Position], Sequence[Any]]] = {
    "flag": lambda _names, _game: (True, False),
    "player": lambda names, _game: range(len(names.seats)),
    "region": lambda names, _game: range(len(names.regions)),
    "race": lambda names, game: members(game.nums[names.rules.at_in_play]),
    "combo": _combos,
    "marker": lambda names, _game: [piece.id for piece in names.rules.ruleset.markers],
    "unit": lambda names, _game: [piece.id for piece in names.rules.ruleset.units],
}
