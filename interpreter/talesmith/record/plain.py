"""A game as JSON and back.

Columns go by the names of the layout table; a column that still has its first value everywhere is
left out, and so are such values at its end.  A pile is the list of its things, the lowest first.
Frames name their body; the open question names the body that asks and which of its questions it
is, so both survive as long as those bodies do.  The log is no part of it: a position is told by
what is, not by how it came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from pyrsistent import pmap

from talesmith.model.game import Chain, Game, Sparse
from talesmith.model.layout import Field
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import Site

Json: TypeAlias = dict[str, Any]
LARGEST_CELL = 255


class BadPosition(ValueError):  # noqa: N818 - it says what is wrong
    """A text does not hold a position of these rules; the message says where."""


def to_plain(rules: Binder, game: Game) -> Json:
    """A position as dicts, lists, text and numbers.  Raises TypeError for a slot that is none."""
    columns = ((f, _column(rules, game, f)) for f in rules.layout.fields)
    past = zip(rules.records.kept, game.sparse.past, strict=True) if game.sparse.past else ()
    return {
        "number": game.number,
        "columns": {f.name: column for f, column in columns if column not in ([], None)},
        "stack": [_frame(rules, *frame) for frame in frames(game.stack)],
        "request": None if game.request is None else _request(rules, game.request),
        "limits": sorted(([list_of(k), n] for k, n in game.sparse.limits.items()), key=repr),
        "lasting": list_of(game.sparse.lasting),
        "past": {name: list_of(rows) for name, rows in past},
        "serial": game.sparse.serial,
    }


def from_plain(rules: Binder, plain: Json) -> Game:
    """The position of such a text.  Raises BadPosition when it is not one of these rules."""
    try:
        return _game(rules, plain)
    except (AttributeError, IndexError, KeyError, LookupError, TypeError, ValueError) as error:
        raise BadPosition(f"{type(error).__name__}: {error}") from error


def _game(rules: Binder, plain: Json) -> Game:
    layout = rules.layout
    cells, nums = bytearray(layout.cells), list(layout.nums)
    for name, column in plain["columns"].items():
        _fill(rules, cells if layout.by_name[name].cell else nums, layout.by_name[name], column)
    past = plain["past"]
    if past and set(past) != set(rules.records.kept):
        raise ValueError(f"the actions {', '.join(sorted(past))} are not those to remember")
    sparse = Sparse(
        pmap({tuple_of(key): n for key, n in plain["limits"]}),
        _rows(plain["lasting"]),
        tuple(_rows(past[name]) for name in rules.records.kept) if past else (),
        int(plain["serial"]),
    )
    chain: Chain = ()
    for frame in reversed(plain["stack"]):
        chain = (_thawed(rules, frame), chain)
    request = plain["request"]
    asked = None if request is None else _asked(rules, request)
    return Game(bytes(cells), tuple(nums), chain, asked, int(plain["number"]), sparse)


# ---- columns -------------------------------------------------------------------------------------


def _column(rules: Binder, game: Game, field: Field) -> Any:
    layout = rules.layout
    at, size = layout[field.name], layout.size(field.name)
    part: Sequence[int] = game.cells if field.cell else game.nums
    values = list(part[at : at + size])
    if field.index == "pile":
        return values[1 : 1 + values[0]]
    if field.index == "game":
        return None if values[0] == field.initial else values[0]
    while values and values[-1] == field.initial:
        values.pop()
    return values


def _fill(rules: Binder, part: Any, field: Field, column: Any) -> None:
    at, size = rules.layout[field.name], rules.layout.size(field.name)
    values = [column] if field.index == "game" else list(column)
    if field.index == "pile":
        values = [len(values), *values]
    if len(values) > size or not all(_is_value(field, value) for value in values):
        raise ValueError(f"{field.name} cannot hold {column!r}")
    for place, value in enumerate(values):
        part[at + place] = value


def _is_value(field: Field, value: object) -> bool:
    return type(value) is int and (not field.cell or 0 <= value <= LARGEST_CELL)


# ---- frames and the open question ----------------------------------------------------------------


def frames(chain: Chain) -> list[tuple[int, int, tuple[Any, ...]]]:
    """The frames of a stack, the innermost first."""
    found = []
    while chain:
        frame, chain = chain
        found.append(frame)
    return found


def _frame(rules: Binder, code: int, pc: int, slots: tuple[Any, ...]) -> Json:
    return {"body": rules.codes[code].name, "at": pc, "slots": list_of(slots)}


def _thawed(rules: Binder, frame: Json) -> tuple[int, int, tuple[Any, ...]]:
    found = [code for code in rules.codes if code.name == frame["body"]]
    if not found:
        raise LookupError(f"there is no body {frame['body']}")
    code, slots = found[0], _rows(frame["slots"])
    if not 0 <= frame["at"] < len(code.ops) or len(slots) < code.nslots:
        raise ValueError(f"{code.name} has no such place")
    return code.number, frame["at"], slots


def _request(rules: Binder, request: tuple[Any, ...]) -> Json:
    kind, by, number, options, low, high, total, may = request
    site = rules.sites[number]
    if kind == "group":
        options = [[p, None if part is None else _request(rules, part)] for p, part in options]
    return {
        "kind": kind,
        "by": by,
        "body": site.body,
        "question": _questions(rules, site.body).index(site),
        "options": list_of(options),
        "bounds": [list_of(low), list_of(high), total],
        "may_decline": may,
    }


def _asked(rules: Binder, plain: Json) -> tuple[Any, ...]:
    site = _questions(rules, plain["body"])[plain["question"]]
    low, high, total = tuple_of(plain["bounds"])
    options: Any = tuple_of(plain["options"])
    if plain["kind"] == "group":
        options = tuple(
            (p, None if part is None else _asked(rules, part)) for p, part in plain["options"]
        )
    if plain["kind"] != site.kind:
        raise ValueError(f"{site.body} asks no {plain['kind']}")
    may = plain["may_decline"]
    return (plain["kind"], plain["by"], site.number, options, low, high, total, may)


def _questions(rules: Binder, body: str) -> list[Site]:
    return [site for site in rules.sites if site.body == body]


# ---- tuples and lists ----------------------------------------------------------------------------


def list_of(value: Any) -> Any:
    """Tuples as lists, all the way down.  Raises TypeError for anything JSON does not know."""
    if isinstance(value, tuple | list):
        return [list_of(part) for part in value]
    if value is None or isinstance(value, str | int | dict):
        return value
    raise TypeError(f"a {type(value).__name__} cannot be saved")


def _rows(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(tuple_of(part) for part in value)


def tuple_of(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(tuple_of(part) for part in value) if isinstance(value, list) else value
