"""An open question as JSON: what a client shows and sends back, without a rule of its own.

Every question has the same keys; those that its kind does not use are None.  `line` is what a
person would type to give that answer; the answer itself is the value that `step` takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.statements.bodies import bodies_of
from talesmith.play.statements.questions import CHANCE, DONE
from talesmith.play.telling.prompts import prompt_of as prompt_of_rules
from talesmith.record.names import Names, names_of
from talesmith.record.question import Choice, Question, question_of
from talesmith.record.writing import line_of

View: TypeAlias = dict[str, Any]


def request_view(
    rules: Binder, game: Game, names: Names | Sequence[str], seat: int | None = None
) -> View | None:
    """The open question as a JSON object; None when the game is over.

    With a `seat` it is what that seat sees: of its own question everything, of that of another only
    who is asked and where, for what may be answered can tell what is hidden.
    """
    if game.request is None:
        return None
    table = names_of(rules, names)
    if game.request[0] == "group":
        return _group(rules, game, table, seat)
    question = question_of(rules, table, game)
    if seat is not None and seat != game.request[1]:
        return _head(question, secret=False)
    return _whole(question, secret=False)


def _group(rules: Binder, game: Game, names: Names, seat: int | None) -> View:
    request: Any = game.request
    parts = [
        (p, None if part is None else question_of(rules, names, game, part))
        for p, part in request[3]
    ]
    view = _head(question_of(rules, names, game), secret=True)
    view["waiting"] = [names.seats[p] for p, question in parts if question is not None]
    view["answered"] = [names.seats[p] for p, question in parts if question is None]
    view["parts"] = [
        _whole(question, secret=True)
        for p, question in parts
        if question is not None and (seat is None or p == seat)
    ]
    return view


def _head(q: Question, *, secret: bool) -> View:
    by = q.request[1]
    return {
        "id": q.game.number,
        "by": None if by is None else "chance" if by == CHANCE else q.names.seats[by],
        "kind": q.kind,
        "prompt": prompt_of(q),
        "secret": secret,
        "source": _source(q),
    }


def _source(q: Question) -> View:
    """Card, body and line that ask; a question without a line of its own has that of its body."""
    body, line = q.site.body, q.site.line
    for name, _, where in bodies_of(q.rules.ruleset) if not line else ():
        if name == body:
            line = where.line
    card, _, _ = body.partition("/")
    return {"card": card, "hook": body, "line": line}


def _whole(q: Question, *, secret: bool) -> View:
    default = default_answer(q.request)
    return {
        **_head(q, secret=secret),
        "options": _options(q) if q.kind in ("option", "pick", "order") else None,
        "places": _places(q) if q.kind == "allocate" else None,
        "min": _least(q),
        "max": _most(q),
        "total": _total(q, exact=True),
        "at_most": _total(q, exact=False),
        "may_decline": q.may_decline,
        "default": {"value": default, "line": line_of(q, default)},
    }


def prompt_of(q: Question) -> str:
    """The text of the question, or words for its kind where the rules give none."""
    written = prompt_of_rules(q.rules, q.site)
    if written is not None:
        return written
    thing = q.site.thing.removeprefix("word ").replace("_", " ")
    if q.kind == "option":
        point = q.site.point or q.site.body.rpartition("/")[2]
        return point.replace("_", " ").capitalize()
    return _PROMPTS[q.kind].format(thing=thing)


_PROMPTS = {
    "pick": "Choose: {thing}",
    "number": "How many?",
    "allocate": "How many in each {thing}?",
    "order": "In which order: {thing}?",
    "group": "Everybody answers in secret",
}


def _options(q: Question) -> list[View]:
    if q.kind != "option":
        words = [spelled[0] for spelled in q.thing_spellings()]
        pairs = zip(words, q.request[3], strict=True)
        return [_thing(q, q.site.thing, word, thing) for word, thing in pairs]
    return [_choice(q, at, choice) for at, choice in enumerate(q.choices())]


def _choice(q: Question, at: int, choice: Choice) -> View:
    target: View = {"thing": None, "title": None}
    if choice.value is not None:
        word = q.names.word(q.game, choice.kind, choice.value)
        target = _thing(q, choice.kind, word, choice.value)
    card = choice.card or "rules"
    return {"value": at, "text": choice.text, "line": line_of(q, at), "card": card, **target}


def _thing(q: Question, kind: str, word: str, thing: Any) -> View:
    view: View = {"thing": word, "title": q.names.title(q.game, kind, thing)}
    if kind == "attempt":
        m = Machine(q.game, q.rules.codes)
        view["cost"] = q.rules.attempts.cost(m, thing)
        view["left"] = m.cells[q.rules.attempts.hand + (thing >> 8 & 255)] - view["cost"]
    return view


def _places(q: Question) -> list[View]:
    low, high = q.request[4:6]
    return [
        {
            "thing": words[0],
            "title": q.names.title(q.game, q.site.thing, thing),
            "least": least,
            "most": most,
        }
        for words, thing, least, most in zip(
            q.thing_spellings(), q.request[3], low, high, strict=True
        )
    ]


def _least(q: Question) -> int | None:
    return q.request[4] if q.kind in ("pick", "number") else None


def _most(q: Question) -> int | None:
    return q.request[5] if q.kind in ("pick", "number") else None


def _total(q: Question, *, exact: bool) -> int | None:
    total = q.request[6]
    if total is None or (total >= 0) != exact:
        return None
    return abs(int(total))


def default_answer(request: Any) -> Any:
    """A legal answer for a seat that does not answer in time: to decline, else the first one."""
    kind, _, _, options, low, high, total, may = request
    if kind == "number":
        return low - 1 if may else low
    if may:
        return (DONE,) if kind == "pick" else DONE
    if kind == "option":
        return 0
    if kind == "pick":
        return tuple(range(low))
    if kind == "order":
        return tuple(range(len(options)))
    return _least_plan(low, high, total)


def _least_plan(low: Any, high: Any, total: int | None) -> tuple[int, ...]:
    plan = list(low)
    left = 0 if total is None or total < 0 else total - sum(plan)
    for at, most in enumerate(high):
        more = min(left, most - plan[at])
        plan[at] += more
        left -= more
    return tuple(plan)
