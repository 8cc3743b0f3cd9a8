"""Text of Python for what is worked out: logic, comparisons, numbers, lists, places on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talesmith.play.expressions.fold import is_constant, is_natural
from talesmith.play.expressions.scalars import checked, is_optional, is_region_set
from talesmith.play.printing.texts import called, is_plain, members_text, prints, text, twice
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


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


def _is_empty(b: Binder, e: Expr) -> str | None:
    """Whether a set of regions has members, where that is what its size is compared for."""
    if e[3][0] != "count" or e[3][3][2] != "list region" or e[4][0] != "num":
        return None
    sign = {("eq", 0): "==", ("ne", 0): "!=", ("ge", 1): "!=", ("gt", 0): "!=", ("lt", 1): "=="}
    found = sign.get((e[0], e[4][3]))
    return None if found is None else f"({text(b, e[3][3])} {found} 0)"


@prints("eq", "ne")
def _equal(b: Binder, e: Expr) -> str:
    empty = _is_empty(b, e)
    if empty is not None:
        return empty
    one, two = text(b, e[3]), text(b, e[4])
    if not (is_optional(e[3]) and is_optional(e[4])):
        return f"({one} {'==' if e[0] == 'eq' else '!='} {two})"
    first, again = twice(b, one)
    same = f"({first} is not None and {again} == {two})"
    return same if e[0] == "eq" else f"(not {same})"


SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "plus": "+", "minus": "-"}


@prints("lt", "le", "gt", "ge")
def _order(b: Binder, e: Expr) -> str:
    empty = _is_empty(b, e)
    if empty is not None:
        return empty
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
    if e[2] == "list region":
        return near_set_text(b, text(b, e))
    return called(b, b.regions_near(e))


def near_set_text(b: Binder, regions: str) -> str:
    """The regions that touch a member of a set (a text): a look at the tables of the board."""
    first, again = twice(b, regions)
    near = []
    for at, table in enumerate(b.board.near_tables):
        part = again if at else first
        part = f"{part} >> {8 * at}" if at else part
        near.append(f"{b.constants.named(table)}[{part} & 255]")
    return f"({' | '.join(near)})"


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


@prints("index")
def _index(b: Binder, e: Expr) -> str:
    plan = text(b, e[3])
    shares = f"dict({plan})"
    if is_plain(plan):
        shares = f"(shares if plan is {plan} else (shares := dict(plan := {plan})))"
    return f"{shares}.get({text(b, e[4])}, 0)"


def each_text(b: Binder, e: Expr, slot: int) -> str:
    """`for` over the members of a list, each in turn in a slot."""
    group = text(b, e)
    if ":=" in group:
        group = called(b, b.expr(e))
    if is_region_set(e):
        group = members_text(b, group, within=True)
    return f"for s[{slot}] in {group}"


@prints("filter")
def _filter(b: Binder, e: Expr) -> str | None:
    if not _is_kept(e):
        return None
    each = each_text(b, e[3], e[4])
    return f"tuple([s[{e[4]}] {each} if {text(b, e[5])}])"


def for_each(b: Binder, e: Expr, use: str) -> list[str]:
    """Lines that use every member `x` of a list.

    A list of Python in brackets is a function of its own up to Python 3.11, and takes the names
    that it reads out of the quick places of the function around it; a loop does neither.
    """
    if not _is_kept(e):
        return [
            f"for x in {members_text(b, text(b, e)) if is_region_set(e) else text(b, e)}: {use}"
        ]
    slot, group = e[4], text(b, e[3])
    if is_region_set(e[3]):
        group = members_text(b, group)
    return [f"for s[{slot}] in {group}:", f" x = s[{slot}]", f" if {text(b, e[5])}: {use}"]


def put(b: Binder, e: Expr, place: str) -> list[str]:
    """Lines that put the value of an expression into a place."""
    if not _is_kept(e):
        return [f"{place} = {text(b, e)}"]
    return ["kept = []", *for_each(b, e, "kept.append(x)"), f"{place} = tuple(kept)"]


def _is_kept(e: Expr) -> bool:
    return e[0] == "filter" and e[2] != "list attempt" and not is_region_set(e)


@prints("collect")
def _collect(b: Binder, e: Expr) -> str:
    return f"tuple([{text(b, e[5])} {each_text(b, e[3], e[4])}])"


@prints("sum")
def _total(b: Binder, e: Expr) -> str:
    each = f"[{text(b, e[5])} {each_text(b, e[3], e[4])}]"
    return f"{b.constants.named(checked)}(m, sum({each}))"


@prints("max", "min")
def _greatest(b: Binder, e: Expr) -> str | None:
    each = each_text(b, e[3], e[4])
    return None if ":=" in each else f"{e[0]}([{text(b, e[5])} {each}], default=0)"


@prints("count")
def _count(b: Binder, e: Expr) -> str | None:
    kind = e[3][2]
    if kind == "list region":
        return f"{text(b, e[3])}.bit_count()"
    if kind.startswith("stack"):
        return None
    if kind == "troops":
        return _count_of_troops(b, e[3])
    return f"len({text(b, e[3])})"


def _count_of_troops(b: Binder, troops: Expr) -> str | None:
    if troops[:1] != ("get",) or troops[3] != "race.troops" or is_optional(troops[4]):
        return None
    return f"{b.constants.named(b.tokens.count)}(m, {text(b, troops[4])})"


@prints("any")
def _any(b: Binder, e: Expr) -> str:
    group = text(b, e[3])
    return f"({group} != 0)" if is_region_set(e[3]) else f"(len({group}) != 0)"


@prints("larger", "smaller")
def _extreme(b: Binder, e: Expr) -> str:
    name = "max" if e[0] == "larger" else "min"
    if len(e) == 5 and all(is_natural(part) for part in e[3:]):
        for one, two in ((e[3], e[4]), (e[4], e[3])):
            # a call of `min` costs as much as thirty simple steps
            if one[0] == "num" and one[3] == 0:
                return text(b, two) if name == "max" else "0"
            if one[0] == "num" and one[3] == 1 and name == "min":
                return f"(1 if {text(b, two)} else 0)"
    if len(e) == 5:
        name = b.constants.named(_larger if name == "max" else _smaller)
    return f"{name}({', '.join(text(b, part) for part in e[3:])})"


def _larger(one: int, two: int) -> int:
    """`max` of two numbers, in a quarter of its time: Python calls its own functions quicker."""
    return two if two > one else one  # noqa: FURB136 - see above


def _smaller(one: int, two: int) -> int:
    return two if two < one else one  # noqa: FURB136 - see above


@prints("ledger")
def _ledger(b: Binder, e: Expr) -> str:
    ledger = b.constants.named(b.ledgers[e[3]])
    args = ", ".join("None" if arg is None else text(b, arg) for arg in e[4])
    if len(e[4]) != 1 or not is_plain(args):
        return f"{ledger}(m, [{args}])"
    return f"(m.memo.get(({ledger}, {args})) or {ledger}(m, [{args}]))"
