"""Why something that a line names is not among what may be chosen now."""

from __future__ import annotations

from talesmith.model.board import members
from talesmith.play.telling.unoffered import why_not_offered
from talesmith.record.names import UnknownName
from talesmith.record.question import Question
from talesmith.record.words import short_id, spaced, spoken


def not_offered(q: Question, verb: str, target: str) -> str:
    """The reason why `verb target` is no answer (verb is empty where things are named)."""
    text, kind = _meant(q, verb)
    said = f"{verb} {target}".strip()
    if kind == "none" and target:
        return f"{verb!r} takes nothing behind it"
    if kind != "none" and not target:
        return f"{verb!r} needs what it is done to"
    thing, unused = None, list[str]()
    if target:
        try:
            if kind == "attempt":
                thing, unused = _attempt(q, target)
            else:
                thing = q.names.find(q.game, kind, target)
        except UnknownName as error:
            return _could_be(q, verb, target) or str(error)
        except TypeError:
            return f"{said!r} is not among the choices"
    reasons = [*unused, *why_not_offered(q.rules, q.game, q.request, text, thing)]
    return f"{said!r} is not possible: {'; '.join(reasons) or 'it is not among the choices'}"


def _attempt(q: Question, target: str) -> tuple[int, list[str]]:
    """The region of an attempt, and what is to be said of the ways that stand behind it."""
    place, said = spaced(target), list[int]()
    ways = {at: f" {spaced(short_id(way.id))}" for at, way in enumerate(q.rules.ways.ways)}
    while named := [at for at, way in ways.items() if place.endswith(way)]:
        said.append(named[0])
        place = place.removesuffix(ways[named[0]])
    region = q.names.find(q.game, "region", place)
    return region, [
        f"`{ways[at].strip()}` can not be used now" for at in said if not _is_open(q, at)
    ]


def _is_open(q: Question, way: int) -> bool:
    attempts = (choice for choice in q.choices() if choice.kind == "attempt")
    return any(way in members(choice.value >> 16) for choice in attempts)


def _could_be(q: Question, verb: str, begun: str) -> str:
    """What may be chosen now and begins so; empty if nothing does."""
    if q.kind != "option":
        return ""
    known = [
        q.names.word(q.game, choice.kind, choice.value)
        for choice in q.choices()
        if choice.value is not None and spoken(choice.text) == verb
    ]
    open_now = [word for word in dict.fromkeys(known) if word.startswith(begun)]
    return f"{begun!r} could be: {', '.join(open_now)}" if open_now else ""


def _meant(q: Question, verb: str) -> tuple[str | None, str]:
    """The full text of an option that this place can have, and the type of its target."""
    if not verb:
        return None, q.site.thing
    for text, kind in zip(q.site.texts, q.site.things, strict=True):
        if spoken(text) == verb:
            return text, kind
    for bound in q.rules.offers[q.site.point].all if q.site.point is not None else ():
        text = bound.handler.may or ""
        if spoken(text) == verb:
            target = bound.handler.target
            return text, "none" if target is None else target[1][2].removeprefix("list ")
    return verb, "none"
