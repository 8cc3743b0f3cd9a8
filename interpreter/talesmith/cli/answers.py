"""What a person types, as an answer: numbers from the screen, names, and short ways to say more.

3               the third thing on the screen
2 5             two of them, or an order
PLACE           the only option that is about this place
VERB 3          the third thing on the screen, if it is that what can be done with it
VERB PLACE      as in transcripts (`record.lines`)
all 1, keep     one in each place; as it is now: both may be followed by exceptions
rest PLACE      whatever is left goes there
"""

from __future__ import annotations

from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.telling.view import part_of, whole_answer
from talesmith.play.validate import IllegalAnswer, check_answer
from talesmith.record.lines import check_digits, parse_line
from talesmith.record.names import Names
from talesmith.record.question import DONE_WORD, NOTHING_WORD, Question, question_of

ALL, KEEP, REST = "all", "keep", "rest"
NUMBERED = ("option", "pick", "order")


def read_answer(
    rules: Binder, game: Game, names: Names, seat: int, typed: str, order: tuple[int, ...]
) -> Any:
    """The answer for `step`; `order` are the options behind the numbers on the screen.

    Raises IllegalAnswer with the reason when it is none.
    """
    part = part_of(game.request, seat)
    question = question_of(rules, names, game, part)
    said = with_whole_regions(names, typed.lower().replace(",", " ").split())
    check_digits(said)
    answer = _by_number(question, said, order)
    if answer is None:
        answer = _by_place(question, said)
    if answer is None and question.kind == "allocate":
        answer = _by_plan(question, said)
    if answer is None:
        try:
            return parse_line(rules, game, names, [names.seat_words[seat], *said])
        except IllegalAnswer:
            if said == [KEEP] and not any(verb.startswith(KEEP) for verb in question.verbs()):
                problem = f"`{KEEP}` says how many stand in each place, which is not asked now"
                raise IllegalAnswer(problem) from None
            answer = _by_verb_and_number(question, said, order)
            if answer is None:
                raise
    check_answer(part, answer)
    return whole_answer(game.request, seat, answer)


def with_whole_regions(names: Names, said: list[str]) -> list[str]:
    """The words with regions in one piece where their number was set apart, as in titles."""
    words = {word for word, _ in names.regions}
    found: list[str] = []
    for word in said:
        if word.isdecimal() and found and found[-1] not in words and found[-1] + word in words:
            found[-1] += word
        else:
            found.append(word)
    return found


def _by_number(q: Question, said: list[str], order: tuple[int, ...]) -> Any:
    if q.kind not in NUMBERED or not said or not all(map(str.isdecimal, said)):
        return None
    numbers = [int(word) for word in said]
    if any(not 1 <= n <= len(order) for n in numbers):
        raise IllegalAnswer(f"the numbers on the screen go from 1 to {len(order)}")
    if q.kind == "option":
        if len(numbers) > 1:
            raise IllegalAnswer("choose one number")
        return order[numbers[0] - 1]
    found = tuple(order[n - 1] for n in numbers)
    return found if q.kind == "order" else tuple(sorted(found))


def _by_verb_and_number(q: Question, said: list[str], order: tuple[int, ...]) -> int | None:
    """The option with this number on the screen, if its text begins as what is said."""
    if q.kind != "option" or len(said) < 2 or not said[-1].isdecimal():
        return None
    n, verb = int(said[-1]), " ".join(said[:-1]).replace("_", " ")
    if not 1 <= n <= len(order):
        return None
    option = order[n - 1]
    return option if q.choices()[option].text.lower().startswith(verb) else None


def _by_place(q: Question, said: list[str]) -> int | None:
    """The only option with this target; what is said may also be a verb, which goes first."""
    if q.kind != "option" or not said:
        return None
    target = " ".join(said)
    if any(verb.startswith(target.replace("_", " ")) for verb in q.verbs()):
        return None
    choices = q.choices()
    hits = [
        at
        for at, choice in enumerate(choices)
        if choice.value is not None
        and target in q.names.spellings(q.game, choice.kind, choice.value)
    ]
    if len(hits) > 1:
        texts = ", ".join(f"`{choices[at].text.lower()} {target}`" for at in hits)
        raise IllegalAnswer(f"{target} may be meant in several ways: say {texts}, or its number")
    return hits[0] if hits else None


# ---- numbers over places -------------------------------------------------------------------------


def _by_plan(q: Question, said: list[str]) -> tuple[int, ...] | None:
    """A plan: `all N`, `keep` or the least to start from, then places, then `rest PLACE`."""
    if not said or said == [NOTHING_WORD] or (q.may_decline and said == [DONE_WORD]):
        return None
    keeps = said[0] == KEEP
    plan, said = _base(q, said)
    said, goes_to = _rest(q, said)
    for at, n in _pairs(q, said):
        plan[at] = n
    if goes_to is not None:
        plan[goes_to] += _left(q, plan)
    elif keeps and (q.request[6] or 0) > sum(plan):
        place = q.thing_spellings()[0][0]
        raise IllegalAnswer(
            f"{_left(q, plan)} more to give out: say where, `{KEEP} {REST} {place}`"
        )
    _check_bounds(q, plan)
    return tuple(plan)


def _base(q: Question, said: list[str]) -> tuple[list[int], list[str]]:
    low, high = q.request[4], q.request[5]
    if said[0] == KEEP and q.site.counted:
        raise IllegalAnswer(f"`{KEEP}` is about tokens: say how many lie where")
    if said[0] == KEEP:
        return _bounded(_now(q), low, high), said[1:]
    if said[0] == ALL and len(said) >= 2 and said[1].isdecimal():
        return _bounded([int(said[1])] * len(low), low, high), said[2:]
    return list(low), said


def _rest(q: Question, said: list[str]) -> tuple[list[str], int | None]:
    if REST not in said:
        return said, None
    at = said.index(REST)
    target = said[at + 1 :]
    if len(target) != 1:
        raise IllegalAnswer(f"say where the rest goes: `{REST} PLACE`")
    return said[:at], _place(q, target[0])


def _check_bounds(q: Question, plan: list[int]) -> None:
    for words, n, low, high in zip(q.thing_spellings(), plan, *q.request[4:6], strict=True):
        if not low <= n <= high:
            bounds = f"{low} or more" if n < low else f"at most {high}"
            raise IllegalAnswer(f"{words[0]} may get {bounds}, not {n}")


def _bounded(plan: list[int], low: Any, high: Any) -> list[int]:
    return [min(max(n, least), most) for n, least, most in zip(plan, low, high, strict=True)]


def _now(q: Question) -> list[int]:
    """The tokens that are in each place now; of a pool, none are to be taken away."""
    tokens, kind = q.rules.tokens, q.site.thing
    if kind == "region":
        return [q.game.cells[tokens.tokens + region] for region in q.request[3]]
    return [0 for _ in q.request[3]]


def _place(q: Question, word: str) -> int:
    spellings = q.thing_spellings()
    for at, words in enumerate(spellings):
        if word in words or word == str(at + 1):
            return at
    known = ", ".join(words[0] for words in spellings)
    raise IllegalAnswer(f"{word} is none of the places: {known}")


def _pairs(q: Question, said: list[str]) -> list[tuple[int, int]]:
    if len(said) % 2 or not all(map(str.isdecimal, said[1::2])):
        raise IllegalAnswer("name each place with a number behind it: `PLACE 2`")
    return [(_place(q, where), int(n)) for where, n in zip(said[::2], said[1::2], strict=True)]


def _left(q: Question, plan: list[int]) -> int:
    total = q.request[6]
    if total is None:
        raise IllegalAnswer(f"nothing is to be given out in all, so there is no {REST}")
    left = abs(total) - sum(plan)
    if left < 0:
        raise IllegalAnswer(f"that is {-left} more than the {abs(total)} to give out")
    return int(left)
