"""Members that act, and the plain lines of a card."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Allow,
    CardText,
    Cites,
    Each,
    Fact,
    Fate,
    HeadPart,
    Hook,
    Instead,
    Is,
    Item,
    Lasts,
    Limit,
    Marker,
    Offer,
    Phase,
    Replace,
    Sequence,
    Side,
    Suppress,
    Text,
    Unit,
    Way,
)
from talesmith.syntax.tree import Guard as GuardPart


def text(p: Parts) -> CardText:
    """`text "..."`."""
    p.skip()
    return CardText(p.text(), span=p.span)


def cites(p: Parts) -> Cites:
    """`cites "...", "..."`."""
    p.skip()
    return Cites(p.texts(), span=p.span)


def allow(p: Parts) -> Allow:
    """`allow CODE "reason"`."""
    p.skip()
    return Allow(p.word(), p.text(), span=p.span)


def is_(p: Parts) -> Is:
    """`is name: value, ...`."""
    p.skip()
    return Is(p.all(Fact), span=p.span)


def fact(p: Parts) -> Fact:
    """`name: value`."""
    return Fact(p.word(), p.constant(), span=p.span)


def lasts(p: Parts) -> Lasts:
    """`lasts duration`."""
    p.skip()
    return Lasts(p.any(), span=p.span)


def suppress(p: Parts) -> Suppress:
    """`suppress kind of races when`."""
    p.skip()
    return Suppress(p.word(), p.expr_after("K_OF"), p.guard(), span=p.span)


def _head(p: Parts) -> tuple[HeadPart, ...]:
    kinds = (Side, Phase, GuardPart, Limit, Sequence)
    return p.while_(lambda: p.has(kinds), p.any)


def hook(p: Parts) -> Hook:
    """`name head { }`."""
    return Hook(p.word(), _head(p), p.block(), span=p.span)


def offer(p: Parts) -> Offer:
    """`offer in points "title" for x in S head { }`."""
    p.skip(2)
    points, title = p.words(), p.text()
    for_each: Each | None = p.any() if p.has(Each) else None
    return Offer(points, title, for_each, _head(p), p.block(), span=p.span)


def instead(p: Parts) -> Instead:
    """`instead of action may "title" head { }`."""
    p.skip(2)
    action = p.word()
    may: Text | None = p.any() if p.has(Text) else None
    return Instead(action, may, _head(p), p.block(), span=p.span)


def way(p: Parts) -> Way:
    """`way name "title" head { }`."""
    p.skip()
    return Way(p.word(), p.maybe_text(), _head(p), p.rest(), span=p.span)


def item(p: Parts) -> Item:
    """`item name "title" (parameters) on bearer until { }`."""
    p.skip()
    name, title, parameters = p.word(), p.maybe_text(), p.parameters()
    p.skip()
    return Item(name, title, parameters, p.word(), p.until(), p.rest(), span=p.span)


def marker(p: Parts) -> Marker:
    """`marker name "title" max n supply n stays { }`."""
    p.skip()
    name, title = p.word(), p.maybe_text()
    most = p.number() if p.takes("K_MAX") else None
    supply = p.number() if p.takes("K_SUPPLY") else None
    return Marker(name, title, most, supply, p.all(Fate), p.rest(), span=p.span)


def unit(p: Parts) -> Unit:
    """`unit name "title" supply n stays { }`."""
    p.skip()
    name, title = p.word(), p.maybe_text()
    p.skip()
    return Unit(name, title, p.number(), p.all(Fate), p.rest(), span=p.span)


def replace(p: Parts) -> Replace:
    """`replace declaration`."""
    p.skip()
    return Replace(p.any(), span=p.span)


RULES = {
    "text": text,
    "cites": cites,
    "allow": allow,
    "is": is_,
    "fact": fact,
    "lasts": lasts,
    "suppress": suppress,
    "hook": hook,
    "offer": offer,
    "instead": instead,
    "way": way,
    "item": item,
    "marker": marker,
    "unit": unit,
    "replace": replace,
}
