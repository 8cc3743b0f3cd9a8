"""What each house rule touches, and which two of them may not stand beside each other.

A *label* is something of which there is one in the game: a value, a permission, a ledger, an action,
a step, a key, a die, a piece.  A house rule that answers for it, takes its place or sets it lays hand
on the label.  Two that do so are an error unless one of them names the other, in its head or behind
`become ... over`: then somebody has thought of both.  What only comes beside (an effect at a moment,
an offer at a point, a hook of a marker, item or way) touches without laying hand on anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from talesmith.compile.declarations import constant
from talesmith.compile.gathered import Gathered, where
from talesmith.diagnose.diagnostic import Place
from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.ruleset.parts import Card, Handler, Touch
from talesmith.syntax import tree

HOUSE_RULE = "house_rule"
SETS = "sets to "
ANSWERS = {"value": "value", "permission": "permission", "ledger": "ledger", "instead": "action"}
"""forms of handlers that lay hand on a label, and its kind"""
PARTS = {"markers": "marker", "dice": "die", "natives": "natives", "steps": "step"}
"""where replaced things are gathered, and what they are called"""


def note_touches(node: tree.Card, card: str, gathered: Gathered) -> None:
    """Keep what a house rule touches; `gathered` is what was written for it."""
    if node.kind.text != HOUSE_RULE:
        return
    found = [*_handled(gathered), *_replaced(gathered), *_set(node), *_silenced(node)]
    for kind, name, how, span in found:
        touch = Touch(card, kind, name, how, where(span))
        if touch not in gathered.touches:
            gathered.touches.append(touch)
            gathered.spans.setdefault(_id(touch), span)


def _id(touch: Touch) -> str:
    return f"touch {touch.card} {touch.kind} {touch.name}"


Found = tuple[str, str, str, Span]
"""kind and name of a label, how it is touched, and where"""


def _handled(gathered: Gathered) -> Iterator[Found]:
    for handler in gathered.handlers:
        span = gathered.spans[handler.id]
        for kind, name, how in _answered(handler):
            yield kind, name, how, span


def _answered(handler: Handler) -> Iterator[tuple[str, str, str]]:
    name = handler.hook
    if handler.form == "offer":
        yield from (("point", point, "offers") for point in name.split())
    elif handler.form == "effect":
        is_after = name.startswith("after_")
        yield "moment", name, "follows" if is_after else "acts"
    else:
        how = "changes" if handler.piece is None else f"by its {handler.holder}"
        yield ANSWERS[handler.form], name, how


def _replaced(gathered: Gathered) -> Iterator[Found]:
    for new in gathered.replacements:
        thing: Any = new.thing
        kind = PARTS.get(new.kind) or thing.kind
        yield kind, new.name, "replaces", new.span


def _set(node: tree.Card) -> Iterator[Found]:
    for member in node.members:
        if isinstance(member, tree.SetKey):
            yield "key", member.name.text, SETS + constant(member.value), member.name.span
        elif isinstance(member, tree.Replace) and isinstance(member.declaration, tree.Words):
            name = member.declaration.name
            yield "words", name.text, "adds to", name.span


def _silenced(node: tree.Card) -> Iterator[Found]:
    for member in node.members:
        if isinstance(member, tree.Suppress):
            yield "cards", member.kind.text, "silences", member.kind.span


# ---- what is wrong with them ---------------------------------------------------------------------


def check_house_rules(gathered: Gathered, findings: Findings) -> None:
    """Find house rules on one label, and those that touch nothing."""
    named, labels = _named(gathered), dict[tuple[str, str], list[Touch]]()
    for touch in gathered.touches:
        if touch.lays_hand:
            labels.setdefault((touch.kind, touch.name), []).append(touch)
    for touches in labels.values():
        for one, other in combinations(touches, 2):
            if _names(named, one, other) == _names(named, other, one):
                _clash(one, other, gathered, findings)
    for card in gathered.cards:
        if card.kind == HOUSE_RULE:
            _touches_something(card, gathered, findings)


def keys_set(gathered: Gathered) -> list[tuple[str, str]]:
    """Give the keys that house rules set; of several values for one the last one counts."""
    named = _named(gathered)
    keys = [touch for touch in gathered.touches if touch.kind == "key"]

    def below(touch: Touch) -> int:
        return sum(_names(named, touch, other) for other in keys if other.name == touch.name)

    return [(t.name, t.how.removeprefix(SETS)) for t in sorted(keys, key=below)]


Named = dict[str, set[str]]
"""full name of each house rule, and the others that it names, with or without package"""


def _named(gathered: Gathered) -> Named:
    """What house rules name: in their heads and in their lines."""
    found = {c.id: set(c.over) for c in gathered.cards if c.kind == HOUSE_RULE}
    for handler in gathered.handlers:
        if handler.card in found:
            lines = (line for line in handler.body if line[0] == "become")
            found[handler.card].update(one for line in lines for one in line[4])
    return found


def _names(named: Named, one: Touch, other: Touch) -> bool:
    return not named[one.card].isdisjoint({other.card, other.card.rpartition(".")[2]})


def _clash(one: Touch, other: Touch, gathered: Gathered, findings: Findings) -> None:
    if one.card == other.card or one.how == other.how == "replaces":
        return
    findings.add(
        "T311", gathered.spans[_id(other)], first=f"`{one.card}`", second=f"`{other.card}`",
        label=f"{one.kind} `{one.name}`", places=(Place(gathered.spans[_id(one)], "the other one"),),
        hint=f"if both are meant, write `over {one.card}` in the head of the one that comes later",
    )  # fmt: skip


def _touches_something(card: Card, gathered: Gathered, findings: Findings) -> None:
    own = [touch for touch in gathered.touches if touch.card == card.id]
    idle = [touch for touch in own if _is_idle(touch, gathered.touches, gathered)]
    if len(own) == len(idle):
        hint = (
            f"`{idle[0].name}` has that value anyway"
            if idle
            else "a house rule answers a hook, replaces something, sets a key or makes an offer"
        )
        findings.add("T312", gathered.spans[card.id], name=card.id, hint=hint)


def _is_idle(touch: Touch, touches: Sequence[Touch], gathered: Gathered) -> bool:
    """Whether a key is set to the value that it has, and no other house rule gives it another."""
    if touch.kind != "key" or any(t.name == touch.name and t.card != touch.card for t in touches):
        return False
    first = next((key.values[0] for key in gathered.keys if key.name == touch.name), None)
    return touch.how == f"{SETS}{first}"
