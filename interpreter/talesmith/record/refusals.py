"""Why something that a line names is not among what may be chosen now."""

from __future__ import annotations

from talesmith.play.machine import Machine
from talesmith.record.names import UnknownName
from talesmith.record.question import Question
from talesmith.record.words import spoken

_SHOWN = 8


def not_offered(q: Question, text: str, target: str) -> str:
    """The reason why `text target` is no answer (text is empty where only things are named)."""
    kind = _kind_of(q, text)
    said = f"{text} {target}".strip()
    if kind == "none":
        return f"{text!r} takes nothing behind it" if target else f"{said!r} is not possible now"
    if not target:
        return f"{text!r} needs what it is done to"
    known = "region" if kind == "attempt" else kind
    try:
        thing = q.names.find(q.game, known, target)
    except UnknownName as error:
        return str(error)
    except TypeError:
        return f"{said!r} is not among the choices"
    reasons = _attempt_reasons(q, thing) if known == "region" else []
    return f"{said!r} is not possible: {'; '.join(reasons) or 'it is not among the choices'}"


def _kind_of(q: Question, text: str) -> str:
    if not text:
        return q.site.thing
    for written, kind in zip(q.site.texts, q.site.things, strict=True):
        if spoken(written) == text:
            return kind
    if q.site.point is not None:
        for bound in q.rules.offers[q.site.point].all:
            if spoken(bound.handler.may or "") == text:
                target = bound.handler.target
                return "none" if target is None else str(target[1][2]).removeprefix("list ")
    return "none"


def _attempt_reasons(q: Question, region: int) -> list[str]:
    race = _actor(q)
    if race is None:
        return []
    m = Machine(q.game, q.rules.codes)
    found = q.rules.permissions["can_conquer"].objections(m, [race, region])
    reasons = [o.reason for o in found if o.waived_by is None]
    cost, hand = (
        q.rules.values["conquest_cost"](m, [race, region]),
        m.cells[q.rules.attempts.hand + race],
    )
    if cost > hand:
        reasons.append(f"needs {cost}, you have {hand}")
    return list(dict.fromkeys(reasons))


def _actor(q: Question) -> int | None:
    """The race that acts: that of an attempt on offer, else the one its step is about."""
    for choice in q.choices() if q.kind == "option" else ():
        if choice.kind == "attempt":
            return int(choice.value) >> 8 & 255
    chain = q.game.stack
    steps = {code.number: key for key, code in q.rules.step_codes.items()}
    while chain:
        (code, _, slots), chain = chain
        key = steps.get(code)
        if key is None:
            continue
        step = next(s for s in q.rules.ruleset.steps if (s.card, s.name) == key)
        for at, param in enumerate(step.params):
            if param.type == "race":
                return int(slots[at])
    return None
