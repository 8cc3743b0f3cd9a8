"""Which units a text has, and how each of them is called."""

from __future__ import annotations

from talesmith.cover.meetings import Meeting, hook_answered
from talesmith.cover.units import TOUCH, Unit, Units
from talesmith.ruleset.ops import BLOCK_AT, Expr, Stmt, walk
from talesmith.ruleset.parts import Handler, Hook, Piece, Ruleset, Where

ANSWERED = ("yes", "no")
FATES = ("conquered", "abandoned", "declined")
OFF = "asked while off"
CROWDS = ("players", "turn_order", "regions")
"""lists that never have fewer than two members"""
MANY = 1000
"""more members than any set has"""
LAYERS = ("become", "times", "add", "cap", "floor")


class UnitMaker:
    """Numbers the units of the part under work."""

    def __init__(self, units: Units) -> None:
        """Number into these units."""
        self.units = units
        self.card = self.owner = self.path = ""
        self.first = 0
        """where the part under work begins"""
        self.block = -1
        self.found: dict[tuple[str, int, str], int] = {}
        """the units of this ruleset by owner, place (0 where the part begins) and what"""

    def stand(self, card: str, owner: str, where: Where) -> None:
        """Go to another part of the ruleset."""
        self.card, self.owner, self.path, self.first = card, owner, where.path, where.line << 12

    def new(self, kind: str, at: int, what: str) -> int:
        """The number of a unit of the part under work; `at` 0 is where the part begins."""
        unit = Unit(kind, self.card, self.owner, self.path, at or self.first, what)
        number = self.found[self.owner, at, what] = self.units.number(unit)
        return number

    def touch(self, at: int, what: str) -> int:
        """The number of a touch."""
        return self.new(TOUCH, at, what)

    def reached(self, at: int, number: int) -> None:
        """A game comes to the place when it sees the unit."""
        self.units.touched_by(self.owner, at, number)

    def reach(self, stmt: Stmt) -> None:
        """A game comes to a statement, and to what stands in it, by the block around it."""
        for node in walk(stmt):
            self.units.nodes[self.owner, node[1]] = {self.block}

    # ---- lines, ranges and questions ----

    def units_of_line(self, line: Stmt) -> None:
        """The units of a line of a pure body, but for those of its guard."""
        op, at = line[0], line[1]
        if op in LAYERS or op in ("earn", "drop"):
            self.new("felt", at, op)
        elif op == "forbid":
            self.new("permission", at, f"{line[2]} forbids")
            if line[3] is not None:
                self.new("permission", at, f"{line[2]} is told")
        elif op == "waive":
            self.new("permission", at, f"{line[2]} waived")

    def range_of(self, hook: Hook) -> None:
        """The ends of the range of a value, as far as the value might pass them."""
        for end, name in ((hook.low, "lowest"), (hook.high, "highest")):
            if end is not None:
                self.new("felt", 0, name)

    def units_of_question(self, stmt: Stmt) -> tuple[int, ...] | None:
        """The units by which the answer to a question is known; None if it has none.

        Of options: for each the unit of leaving it.  Of yes or no: yes and no.  Of a number:
        lowest, highest, between.
        """
        op, at = stmt[0], stmt[1]
        if op == "option":
            return tuple(self.new("option", at, f'"{branch[0]}" left') for branch in stmt[5])
        if op == "ask":
            return tuple(self.new("option", at, answer) for answer in ANSWERED)
        if op == "number":
            names = ("lowest", "highest", "between")
            few = stmt[2][0] == stmt[3][0] == "num" and stmt[3][3] - stmt[2][3] < len(names) - 1
            return tuple(self.new("number", at, name) for name in names[: 2 if few else 3])
        return None

    # ---- what a whole ruleset tells ----

    def durations(self, ruleset: Ruleset, absent: set[str]) -> None:
        """How items, events and markers may come to their end."""
        for card in ruleset.cards:
            if card.kind == "event" and card.id not in absent:
                self.stand(card.id, card.id, card.where)
                for kind in [kind for kind, _ in card.lasts] or ["round"]:
                    self._expiry(kind)
        for item in ruleset.items:
            if item.card not in absent:
                self.stand(item.card, item.id, item.where)
                for kind, _ in item.until:
                    self._expiry(kind)
        for piece in ruleset.markers:
            if piece.card not in absent:
                self.stand(piece.card, piece.id, piece.where)
                self._fates_of(piece)

    def _fates_of(self, piece: Piece) -> None:
        """Everything that a marker does not always outlive is an end of it."""
        outlived = {fate.kind for fate in piece.fates if fate.guard is None}
        for fate in () if "always" in outlived else FATES:
            if fate not in outlived:
                self.new("expiry", 0, fate)

    def _expiry(self, kind: str) -> None:
        if kind != "game":
            self.new("expiry", 0, kind)

    def sleepers(self, ruleset: Ruleset, absent: set[str]) -> None:
        """Cards that something in the ruleset may suppress, if they have hooks."""
        kinds = {one.kind for one in ruleset.suppressions if one.card not in absent}
        able = {handler.card for handler in ruleset.handlers}
        for card in ruleset.cards:
            if card.kind in kinds and card.id in able and card.id not in absent:
                self.stand(card.id, card.id, card.where)
                self.new("suppression", 0, OFF)

    def candidates(self, ruleset: Ruleset, absent: set[str]) -> None:
        """Replacements that may meet another one."""
        rivals: dict[str, list[Handler]] = {}
        for handler in ruleset.handlers:
            if handler.form == "instead" and handler.card not in absent:
                rivals.setdefault(handler.hook, []).append(handler)
        meeting = Meeting(ruleset)
        for handlers in rivals.values():
            hook = hook_answered(ruleset, handlers[0])
            for handler in handlers:
                others = [other for other in handlers if other is not handler]
                if any(meeting.hindrance(hook, handler, other) is None for other in others):
                    self.stand(handler.card, handler.id, handler.where)
                    self.new("replacement", 0, "beside another")


def rounds_of(
    stmt: Stmt, least: dict[str, int], single: set[str]
) -> tuple[str | None, str | None, str | None]:
    """The names of the numbers of rounds that a loop can have: none, one, several.

    `least` are values that are never lower than a number, `single` markers of which there is one.
    """
    few, many = _turns(stmt, least) if stmt[0] == "loop" else _size(stmt[3], single)
    return (
        "no round" if few == 0 else None,
        "one round" if few <= 1 <= many else None,
        "several rounds" if many > 1 else None,
    )


def _turns(stmt: Stmt, least: dict[str, int]) -> tuple[int, int]:
    name, bound = stmt[2], stmt[3]
    leaves = any(
        node[0] in ("stop", "return") or (node[0] == "end" and node[2] == name)
        for node in walk(stmt[BLOCK_AT["loop"]])
    )
    if bound[0] == "num":
        return (min(1, bound[3]) if leaves else bound[3]), bound[3]
    return min(1, least.get(bound[3], 0)) if bound[0] == "value" else 0, MANY


def _size(group: Expr, single: set[str] | None = None) -> tuple[int, int]:
    """How few and how many members a list can have, as far as its words tell."""
    op = group[0]
    if op in ("clockwise_from", "clockwise_after") or (op == "game" and group[3] in CROWDS):
        return 2, MANY
    if op == "set":
        return 1, len(group) - 3
    if op == "filter":
        return 0, 1 if single and _bears_one(group[5], single) else _size(group[3])[1]
    return 0, MANY


def _bears_one(condition: Expr, single: set[str]) -> bool:
    """Whether a condition asks for a marker of which there is one."""
    if condition[0] == "and":
        return any(_bears_one(part, single) for part in condition[3:])
    return condition[0] == "has" and condition[4] == "marker" and condition[5] in single


def is_never_empty(stmt: Stmt) -> bool:
    """Whether a question is about a list that always has members."""
    return stmt[0] == "choose" and _size(stmt[5])[0] > 0
