"""Expressions as text of Python: what the closures of `scalars` and its kin do, in one piece.

`text` gives an expression of Python over the names

    m  the machine        c  its cells
    s  the slots          n  its numbers

and over constants of the game that are too large to be written out, which `Constants.named` keeps
under a name.  What has no printer here is a call of its closure, so the two can never differ in
what they can say; the closures stay as the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import known_members, members
from talesmith.model.layout import NONE
from talesmith.play.fold import is_constant
from talesmith.play.properties import PROPERTIES, STORED
from talesmith.play.reads import missing_value
from talesmith.play.scalars import Fn, checked, is_optional, is_region_set
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Printer: TypeAlias = Callable[["Binder", Expr], str | None]
TEXTS: dict[str, Printer] = {}


class Constants:
    """Values that printed code refers to by name, and names for what it works out on the way."""

    def __init__(self) -> None:
        """Nothing is named yet."""
        self.names: dict[str, Any] = {}
        self._known: dict[int, str] = {}
        self._made: dict[Any, str] = {}
        self._temporaries = 0

    def named(self, value: Any) -> str:
        """The text that stands for a value of the game."""
        if value is None or isinstance(value, int | str):
            return repr(value)
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"k{len(self.names)}"
            self.names[name] = value
        return name

    def made(self, key: Any, make: Callable[[], Any]) -> str:
        """The text for a value that is made once, when it is first needed."""
        if key not in self._made:
            self._made[key] = self.named(make())
        return self._made[key]

    def temporary(self) -> str:
        """A name that nothing else uses."""
        self._temporaries += 1
        return f"t{self._temporaries}"


def prints(*names: str) -> Callable[[Printer], Printer]:
    """Register the printer of some operations."""

    def register(printer: Printer) -> Printer:
        for name in names:
            TEXTS[name] = printer
        return printer

    return register


def text(b: Binder, e: Expr) -> str:
    """An expression as text of Python."""
    printer = TEXTS.get(e[0])
    found = None if printer is None else printer(b, e)
    return called(b, b.expr(e)) if found is None else found


def called(b: Binder, f: Fn) -> str:
    """The call of a closure."""
    return f"{b.constants.named(f)}(m, s)"


def is_plain(printed: str) -> bool:
    """Whether a text may stand twice: a name, a number or a slot."""
    return printed.isidentifier() or printed.isdigit() or (
        printed.startswith("s[") and printed.find("]") == len(printed) - 1
    )  # fmt: skip


def twice(b: Binder, printed: str) -> tuple[str, str]:
    """A text for its first and for every further use."""
    if is_plain(printed):
        return printed, printed
    name = b.constants.temporary()
    return f"({name} := {printed})", name


def members_text(b: Binder, regions: str) -> str:
    """The members of a region set (a text), without a call where they are remembered."""
    if regions.isdigit():
        return b.constants.made(("members", regions), lambda: members(int(regions)))
    asked = f"{b.constants.named(members)}({regions})"
    if not is_plain(regions):
        return asked
    return f"({b.constants.made('known members', lambda: known_members)}({regions}) or {asked})"


def offset(at: int, printed: str) -> str:
    """The place of a thing in a column."""
    return str(at + int(printed)) if printed.isdigit() else f"{at} + {printed}"


@prints("num", "flag")
def _literal(_b: Binder, e: Expr) -> str:
    return repr(e[3]) if e[3] >= 0 else f"({e[3]})"


@prints("none")
def _none(_b: Binder, _e: Expr) -> str:
    return "None"


@prints("word", "natives", "card", "constant")
def _known(b: Binder, e: Expr) -> str:
    return b.constants.named(b.expr(e)(None, None))  # type: ignore[arg-type]


@prints("local")
def _local(_b: Binder, e: Expr) -> str:
    return f"s[{e[3]}]"


@prints("neg")
def _neg(b: Binder, e: Expr) -> str:
    return f"(-{text(b, e[3])})"


@prints("not")
def _not(b: Binder, e: Expr) -> str:
    return f"(not {text(b, e[3])})"


@prints("and", "or")
def _logic(b: Binder, e: Expr) -> str:
    return "(" + f" {e[0]} ".join(text(b, part) for part in e[3:]) + ")"


@prints("eq", "ne")
def _equal(b: Binder, e: Expr) -> str:
    one, two = text(b, e[3]), text(b, e[4])
    if not (is_optional(e[3]) and is_optional(e[4])):
        return f"({one} {'==' if e[0] == 'eq' else '!='} {two})"
    first, again = twice(b, one)
    same = f"({first} is not None and {again} == {two})"
    return same if e[0] == "eq" else f"(not {same})"


SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "plus": "+", "minus": "-"}


@prints("lt", "le", "gt", "ge")
def _order(b: Binder, e: Expr) -> str:
    one, two = text(b, e[3]), text(b, e[4])
    careful = []
    if is_optional(e[3]):
        first, one = twice(b, one)
        careful.append(f"{first} is not None")
    if is_optional(e[4]):
        first, two = twice(b, two)
        careful.append(f"{first} is not None")
    return "(" + " and ".join([*careful, f"{one} {SIGNS[e[0]]} {two}"]) + ")"


@prints("plus", "minus")
def _sum(b: Binder, e: Expr) -> str:
    return f"({text(b, e[3])} {SIGNS[e[0]]} {text(b, e[4])})"


@prints("mul")
def _mul(b: Binder, e: Expr) -> str:
    return f"{b.constants.named(checked)}(m, {text(b, e[3])} * {text(b, e[4])})"


@prints("exists")
def _exists(b: Binder, e: Expr) -> str:
    return f"({text(b, e[3])} is not None)"


@prints("in")
def _in(b: Binder, e: Expr) -> str | None:
    if not is_region_set(e[4]):
        return f"({text(b, e[3])} in {text(b, e[4])})"
    return _inside(b, e[3], text(b, e[4]))


def _inside(b: Binder, e: Expr, group: str) -> str:
    """Whether a region that may be missing is in a set."""
    region = text(b, e)
    if not is_optional(e):
        return f"({group} >> {region} & 1 == 1)"
    first, again = twice(b, region)
    return f"({first} is not None and {group} >> {again} & 1 == 1)"


@prints("one_of")
def _one_of(b: Binder, e: Expr) -> str | None:
    if not all(is_constant(part) for part in e[4]):
        return None
    words = frozenset(b.expr(part)(None, None) for part in e[4])  # type: ignore[arg-type]
    return f"({text(b, e[3])} in {b.constants.made(words, lambda: words)})"


@prints("touches")
def _touches(b: Binder, e: Expr) -> str:
    return _inside(b, e[3], near_text(b, e[4]))


def near_text(b: Binder, e: Expr) -> str:
    """The regions that touch a set, region, race or terrain."""
    if e[0] == "local" and e[2] == "region":
        return f"{b.constants.named(b.board.neighbours)}[s[{e[3]}]]"
    return called(b, b.regions_near(e))


@prints("has")
def _has(b: Binder, e: Expr) -> str | None:
    if e[4] not in ("symbol", "marker"):
        return None
    regions = word_text(b, e[4], e[5])
    return None if regions is None else _inside(b, e[3], regions)


def word_text(b: Binder, kind: str, name: str) -> str | None:
    """The regions with a symbol, or with a marker of which at most one lies in a region."""
    if kind == "symbol":
        return str(b.board.symbols.get(name, 0))
    if name in b.pieces.counted:
        return None
    return f"n[{b.pieces.at[name]}]"


@prints("get")
def _get(b: Binder, e: Expr) -> str:
    name, base = e[3], e[4]
    if name == "pool.tokens" and base[0] == "get" and not is_optional(base[4]):
        return f"c[{offset(b.layout[base[3]], text(b, base[4]))}]"
    thing = text(b, base)
    if name.startswith("record."):
        return record_text(b, base, name.removeprefix("record."), thing)
    if not is_optional(base):
        return read_text(b, name, thing)
    first, again = twice(b, thing)
    return f"({missing_value(e[2])} if {first} is None else {read_text(b, name, again)})"


def read_text(b: Binder, name: str, thing: str) -> str:
    """A property of a thing that is there."""
    how = STORED.get(name)
    if how is None:
        special = COMPUTED.get(name)
        if special is not None:
            return special(b, thing)
        reader = b.constants.made(("reader", name), lambda: PROPERTIES[name](b))
        return f"{reader}(m, {thing})"
    at = b.layout[name]
    if how == "pool":
        first, again = twice(b, thing)
        return f"({first} + 1 << 16 | {at} + {again})"
    place = f"{'n' if how == 'num' else 'c'}[{offset(at, thing)}]"
    if how == "maybe":
        found = b.constants.temporary()
        return f"(None if ({found} := {place}) == {NONE} else {found})"
    return f"({place} == 1)" if how == "flag" else place


def _region_owner(b: Binder, thing: str) -> str:
    race, owner = b.constants.temporary(), b.constants.temporary()
    there = f"({race} := c[{offset(b.layout['region.race'], thing)}]) == {NONE}"
    found = f"({owner} := c[{b.layout['race.owner']} + {race}]) == {b.players}"
    return f"(None if {there} or {found} else {owner})"


def _victim(b: Binder, thing: str) -> str:
    race, at = b.constants.temporary(), b.layout["region.race"]
    return f"(None if ({race} := c[{at} + ({thing} & 255)]) == {NONE} else {race})"


COMPUTED: dict[str, Callable[[Binder, str], str]] = {
    "player.seat": lambda _b, x: x,
    "purse.coins": lambda _b, x: x,
    "player.left": lambda b, x: f"(({x} + 1) % {b.players})",
    "player.right": lambda b, x: f"(({x} - 1) % {b.players})",
    "region.neighbours": lambda b, x: f"{b.constants.named(b.board.neighbours)}[{x}]",
    "region.owner": _region_owner,
    "attempt.attacker": lambda _b, x: f"({x} >> 8 & 255)",
    "attempt.region": lambda _b, x: f"({x} & 255)",
    "attempt.victim": _victim,
    "line.amount": lambda _b, x: f"{x}[0]",
    "line.region": lambda _b, x: f"{x}[1]",
    "line.race": lambda _b, x: f"{x}[2]",
    "line.payee": lambda _b, x: f"{x}[3]",
}


def record_text(b: Binder, e: Expr, name: str, record: str) -> str:
    """A field of the record of an action."""
    action = e[2].removesuffix("?").partition(" ")[2]
    if action in b.records.number:
        place = str(b.records.places[b.records.number[action]][name])
        first, again = twice(b, record)
    else:
        first, again = twice(b, record)
        place = f"{b.constants.named(b.records.places)}[{again}[0]][{name!r}]"
    return f"(None if {first} is None else {again}[{place}])"


@prints("field")
def _field(b: Binder, e: Expr) -> str:
    return record_text(b, e[4], e[3], text(b, e[4]))


@prints("pool_of")
def _pool_of(b: Binder, e: Expr) -> str:
    return f"({offset(b.tokens.tokens, text(b, e[3]))})"


@prints("tokens_in")
def _tokens_in(b: Binder, e: Expr) -> str:
    place, n = b.constants.temporary(), b.constants.temporary()
    there = f"c[({place} := {offset(b.tokens.tokens, text(b, e[3]))})]"
    return f"((({place}, {n}),) if ({n} := min({text(b, e[4])}, {there})) > 0 else ())"


@prints("printed")
def _printed(b: Binder, e: Expr) -> str:
    holder, card = e[4][2].removesuffix("?"), text(b, e[4])
    table = b.constants.made(("printed", e[3], holder), lambda: b.printed(e[3], holder))
    if not is_optional(e[4]):
        return f"{table}[{card}]"
    first, again = twice(b, card)
    return f"(None if {first} is None else {table}[{again}])"


@prints("state")
def _state(b: Binder, e: Expr) -> str | None:
    at, field = b.layout[f"state {e[3]}"], b.layout.by_name[f"state {e[3]}"]
    if e[2].endswith("?") or (e[4] is not None and is_optional(e[4])):
        return None
    place = offset(at, "0" if e[4] is None else text(b, e[4]))
    if not field.cell:
        return f"n[{place}]"
    return f"(c[{place}] == 1)" if field.meaning == "flag" else f"c[{place}]"


@prints("game")
def _game(b: Binder, e: Expr) -> str | None:
    if e[3] in ("first_player", "current_player", "round"):
        return f"c[{b.layout[e[3]]}]"
    if e[3] in ("players", "regions", "bank", "box", "natives", "map.rounds", "map.players"):
        return b.constants.named(b.expr(e)(None, None))  # type: ignore[arg-type]
    return None


@prints("clockwise_from", "clockwise_after")
def _clockwise(b: Binder, e: Expr) -> str:
    n, first = b.players, int(e[0] == "clockwise_after")
    table = b.constants.made(
        e[0], lambda: tuple(tuple((p + first + k) % n for k in range(n)) for p in range(n))
    )
    return f"{table}[{text(b, e[3])}]"


@prints("index")
def _index(b: Binder, e: Expr) -> str:
    return f"dict({text(b, e[3])}).get({text(b, e[4])}, 0)"


def each_text(b: Binder, e: Expr, slot: int) -> str:
    """`for` over the members of a list, each in turn in a slot."""
    group = text(b, e)
    if ":=" in group:
        group = called(b, b.expr(e))
    if is_region_set(e):
        group = members_text(b, group)
    return f"for s[{slot}] in {group}"


@prints("filter")
def _filter(b: Binder, e: Expr) -> str | None:
    if e[2] == "list attempt" or is_region_set(e):
        return None
    each = each_text(b, e[3], e[4])
    return f"tuple([s[{e[4]}] {each} if {text(b, e[5])}])"


@prints("collect")
def _collect(b: Binder, e: Expr) -> str:
    return f"tuple([{text(b, e[5])} {each_text(b, e[3], e[4])}])"


@prints("sum")
def _total(b: Binder, e: Expr) -> str:
    each = f"[{text(b, e[5])} {each_text(b, e[3], e[4])}]"
    return f"{b.constants.named(checked)}(m, sum({each}))"


@prints("count")
def _count(b: Binder, e: Expr) -> str | None:
    kind = e[3][2]
    if kind == "list region":
        return f"{text(b, e[3])}.bit_count()"
    if kind.startswith("stack") or kind == "troops":
        return None
    return f"len({text(b, e[3])})"


@prints("any")
def _any(b: Binder, e: Expr) -> str:
    group = text(b, e[3])
    return f"({group} != 0)" if is_region_set(e[3]) else f"(len({group}) != 0)"


@prints("larger", "smaller")
def _extreme(b: Binder, e: Expr) -> str:
    name = "max" if e[0] == "larger" else "min"
    return f"{name}({', '.join(text(b, part) for part in e[3:])})"


@prints("value", "permit", "ledger")
def _call(b: Binder, e: Expr) -> str:
    table: Any = {"value": b.values, "permit": b.permissions, "ledger": b.ledgers}[e[0]]
    args = ", ".join("None" if arg is None else text(b, arg) for arg in e[4])
    rest = ""
    if e[0] == "permit" and e[5]:
        parts = frozenset(e[5])
        rest = f", {b.constants.made(parts, lambda: parts)}"
    return f"{b.constants.named(table[e[3]])}(m, [{args}]{rest})"
