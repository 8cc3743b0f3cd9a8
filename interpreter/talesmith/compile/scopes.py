"""What a handler can name besides the parameters of its hook, and for whom it speaks.

The place decides (language reference, names in scope): a race or power speaks as `self`; an
artifact or place as the race in its region; an item as its bearer; a marker or unit as its region.
A name that is always equal to a parameter shares its slot, so the machine has nothing to fill in:
`self` of a race is the parameter of its role, `here` of a marker is the parameter `region`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, frozen

from talesmith.names.findings import Findings
from talesmith.names.scope import Frame, Home, Scope
from talesmith.names.types import CARD_OF_KIND, sure
from talesmith.names.vocabulary import Parameter, Signature
from talesmith.syntax import tree

RACE_CARDS = ("race", "power", "artifact", "place")
SIDES = ("attacker", "defender", "anyone")


@frozen
class Room:
    """Where a handler stands: the head, and the piece, item or way around it."""

    home: Home
    holder: str
    """kind of head, or marker, unit, item, way"""
    piece: str | None = None
    """full name of the piece, item or way around it"""
    bearer: str = ""
    """of an item: race, player or region"""
    parameters: tuple[Parameter, ...] = ()
    """of an item"""
    around: str = ""
    """of a way: kind of holder of the way itself"""

    @property
    def is_on_region(self) -> bool:
        """Whether it speaks for a region."""
        return self.holder in ("marker", "unit") or self.bearer == "region"

    @property
    def kind(self) -> str:
        """The kind of card or piece, also of a way around it."""
        return self.around or self.holder

    @property
    def spoken(self) -> str:
        """How a message names it."""
        if self.holder == "item":
            return f"an item on a {self.bearer}"
        word = self.holder.replace("house_rule", "house rule")
        return word if word == "rules" else f"a{'n' if word[0] in 'aeiou' else ''} {word}"


@define
class Entry:
    """The scope of a handler under construction."""

    scope: Scope
    slots: dict[str, int]
    role: int | None = None

    def add(self, name: str, kind: str) -> int:
        """Bind a name to a slot that the machine fills."""
        slot = self.scope.bind(name, kind)
        self.slots[name] = slot
        return slot

    def share(self, name: str, kind: str, slot: int) -> None:
        """Let a name stand for a parameter."""
        self.scope.put(name, ("local", 0, kind, slot))
        self.slots[name] = slot


def parameters_scope(parameters: tuple[Parameter, ...], nodes: tuple[object, ...] = ()) -> Scope:
    """Give the scope in which parameters have the first slots."""
    scope = Scope(Frame())
    for number, parameter in enumerate(parameters):
        node = nodes[number] if number < len(nodes) else None
        span = node.name.span if isinstance(node, tree.Parameter) else None
        scope.bind(parameter.name, parameter.type, span)
    return scope


def enter(room: Room, signature: Signature, role: int | None, *, offered: bool = False) -> Entry:
    """Give the scope of a handler of that hook in that place, speaking for that role."""
    entry = Entry(parameters_scope(signature.parameters), {}, role)
    frame = entry.scope.frame
    frame.hook, frame.given = signature.name, tuple((p.name, p.type) for p in signature.parameters)
    _FILL[room.around or room.holder](entry, room, signature, offered)
    if room.holder == "way":
        _way(entry, signature)
    card = CARD_OF_KIND.get(room.home.kind)
    if card is not None:
        entry.scope.put("card", ("card", 0, card, room.home.card))
    return entry


def _of_race(entry: Entry, room: Room, signature: Signature, offered: bool) -> None:
    kind = "combo" if offered else "race"
    number = _shared(entry, signature, kind)
    if room.around and "attacker" in signature.names:
        number = signature.names.index("attacker")
    if number is None:
        entry.add("self", kind)
    else:
        entry.share("self", kind, number)
    if not offered:
        entry.scope.put("owner", _owner_of(entry, "self"))
    if (room.around or room.holder) in ("artifact", "place"):
        entry.add("here", "region")


def _shared(entry: Entry, signature: Signature, kind: str) -> int | None:
    """Give the parameter that `self` is, if it is one."""
    if entry.role is not None and sure(signature.parameters[entry.role].type) == kind:
        return entry.role
    if kind == "combo":
        kinds = [p.type for p in signature.parameters]
        return kinds.index(kind) if kind in kinds else None
    return None


def _owner_of(entry: Entry, name: str) -> tuple[object, ...]:
    return ("get", 0, "player", "race.owner", entry.scope.names[name].expr)


def _of_item(entry: Entry, room: Room, signature: Signature, _: bool) -> None:
    _FILL_ITEM[room.bearer](entry, signature)
    entry.add("maker", "race?")
    for parameter in room.parameters:
        entry.add(parameter.name, parameter.type)
    entry.slots["item"] = entry.scope.frame.slot()


def _item_on_race(entry: Entry, signature: Signature) -> None:
    number = _shared(entry, signature, "race")
    if number is None:
        number = entry.scope.frame.slot()
    entry.share("self", "race", number)
    entry.share("bearer", "race", number)
    entry.scope.put("owner", _owner_of(entry, "self"))


def _item_on_player(entry: Entry, signature: Signature) -> None:
    number = _shared(entry, signature, "player")
    if number is None:
        number = entry.scope.frame.slot()
    entry.share("bearer", "player", number)
    entry.scope.put("owner", ("local", 0, "player", number))


def _item_on_region(entry: Entry, signature: Signature) -> None:
    _here(entry, signature)
    entry.share("bearer", "region", entry.slots["here"])


def _here(entry: Entry, signature: Signature) -> None:
    if "region" in signature.names:
        entry.share("here", "region", signature.names.index("region"))
    else:
        entry.add("here", "region")


def _of_piece(entry: Entry, room: Room, signature: Signature, _: bool) -> None:
    _here(entry, signature)
    if room.holder == "marker":
        slot = entry.slots["player"] = entry.scope.frame.slot()
        entry.scope.put("owner", ("local", 0, "player?", slot))


def _of_nobody(_: Entry, __: Room, ___: Signature, ____: bool) -> None:
    """Events, rules and house rules have no race and no owner."""


def _of_event(entry: Entry, _: Room, __: Signature, ___: bool) -> None:
    """An event may be in force more than once; `item` is the number of the copy."""
    entry.slots["item"] = entry.scope.frame.slot()


def _way(entry: Entry, signature: Signature) -> None:
    """A way sees the attempt: attacker, region, defender."""
    for name, kind in (("attacker", "race"), ("region", "region")):
        if name not in entry.scope.names:
            entry.add(name, kind)
    if "defender" not in signature.names:
        region = entry.scope.names["region"].expr
        entry.scope.put("defender", ("get", 0, "race?", "region.race", region))


Fill = Callable[[Entry, Room, Signature, bool], None]

_FILL: dict[str, Fill] = {
    **dict.fromkeys(RACE_CARDS, _of_race),
    **dict.fromkeys(("rules", "house_rule"), _of_nobody),
    "event": _of_event,
    **dict.fromkeys(("marker", "unit"), _of_piece),
    "item": _of_item,
}
_FILL_ITEM = {"race": _item_on_race, "player": _item_on_player, "region": _item_on_region}


def way_room(room: Room, full: str) -> Room:
    """Give the room of the hooks inside a way."""
    return Room(room.home, "way", full, room.bearer, room.parameters, room.holder)


def role_of(
    room: Room, signature: Signature, side: tree.Side | None, name: tree.Word, findings: Findings
) -> int | None:
    """Give the parameter for which a handler speaks; reports a side that is missing or wrong."""
    speaks = room.holder in RACE_CARDS or room.bearer in ("race", "player")
    if not speaks or room.holder == "way":
        if side is not None:
            _no_side(room, signature, side, findings)
        return None
    if side is None:
        if signature.both_roles:
            _side_missing(signature, name, findings)
            return signature.roles[0]
        return signature.roles[0] if signature.roles else None
    return _said(signature, side, findings)


def _said(signature: Signature, side: tree.Side, findings: Findings) -> int | None:
    said = side.role.text
    if said == "anyone":
        if not signature.roles:
            reason = "it is about no race"
            findings.add("T042", side.span, hook=signature.name, reason=reason)
        return None
    if not signature.both_roles and said in SIDES:
        reason = "it has one role, the own race by itself; `as anyone` widens it"
        findings.add("T042", side.span, hook=signature.name, reason=reason)
        return signature.roles[0] if signature.roles else None
    if said not in SIDES or said not in signature.names:
        known = [*(n for n in SIDES if n in signature.names), "anyone"]
        findings.unknown("T044", side.role.span, said, known, role=said, hook=signature.name)
        return signature.roles[0] if signature.roles else None
    return signature.names.index(said)


def _side_missing(signature: Signature, name: tree.Word, findings: Findings) -> None:
    findings.add(
        "T041", name.span, hook=signature.name,
        hint="`as attacker`: when my race attacks; `as defender`: when my regions are attacked; "
        "`as anyone`: always",
    )  # fmt: skip


def _no_side(room: Room, signature: Signature, side: tree.Side, findings: Findings) -> None:
    if room.is_on_region:
        reason = "a piece in a region always speaks for that region"
        findings.add("T042", side.span, hook=signature.name, reason=reason)
    elif room.holder == "way":
        reason = "a way speaks for its attempt"
        findings.add("T042", side.span, hook=signature.name, reason=reason)
    else:
        place = room.spoken
        findings.add("T043", side.span, place=place, side=side.role.text)
