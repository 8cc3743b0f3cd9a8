"""Reading the words behind the speaker of an answer line, kind by kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.ground.nearest import nearest
from talesmith.play.statements.questions import DONE
from talesmith.play.validate import IllegalAnswer
from talesmith.record.question import DONE_WORD, NOTHING_WORD, Choice, Question, card_word
from talesmith.record.refusals import not_offered
from talesmith.record.words import spaced, spoken

LONGEST_NAME = 6
"""so many words a name may have"""


def read_words(question: Question, said: list[str]) -> Any:
    """The answer that these words give.  Raises IllegalAnswer with the reason.

    Whether it fits the question in all points is for `check_answer` to say.
    """
    return _READERS[question.kind](question, said)


def _read_option(q: Question, said: list[str]) -> Any:
    if q.may_decline and said == [DONE_WORD]:
        return DONE
    choices = q.choices()
    open_texts = [spoken(choice.text) for choice in choices]
    text, rest = _verb(said, open_texts, q.verbs())
    if text is None:
        return _numbered(q, said, len(choices))
    meant = [at for at, known in enumerate(open_texts) if known == text]
    hits = [at for at in meant if _fits(q, choices[at], rest, by_card=len(meant) > 1)]
    if len(hits) > 1:
        longest = [targets(q, choices[at], by_card=True)[-1] for at in hits]
        hits = [at for at, text in zip(hits, longest, strict=True) if spaced(text) == rest] or hits
    if len({(choices[at].card, choices[at].value) for at in hits}) == 1:
        return hits[0]
    if hits:
        cards = ", ".join(dict.fromkeys(card_word(choices[at].card) for at in hits))
        raise IllegalAnswer(f"{' '.join(said)!r} could be several things: add `from` and {cards}")
    raise IllegalAnswer(not_offered(q, text, rest))


def _verb(said: list[str], open_texts: list[str], known: list[str]) -> tuple[str | None, str]:
    """The text meant by the first words, an open one if possible, and the rest of the line."""
    for texts in (open_texts, known):
        for n in range(len(said), 0, -1):
            begin = " ".join(said[:n]).replace("_", " ")
            hits = dict.fromkeys(text for text in texts if text.startswith(begin))
            found = [begin] if begin in hits else list(hits)
            if len(found) > 1:
                raise IllegalAnswer(f"{begin!r} could be: {', '.join(found)}")
            if found:
                return found[0], spaced(" ".join(said[n:]))
    return None, ""


def _numbered(q: Question, said: list[str], n: int) -> int:
    if len(said) == 1 and said[0].isdecimal() and 1 <= int(said[0]) <= n:
        return int(said[0]) - 1
    texts = list(dict.fromkeys(spoken(choice.text) for choice in q.choices()))
    texts += [DONE_WORD] if q.may_decline else []
    meant = _near_target(q, " ".join(said))
    more = f"did you mean `{meant}`?" if meant else f"say {', '.join(texts)}"
    raise IllegalAnswer(f"{' '.join(said) or 'that'!r} is no answer here; {more}")


def _near_target(q: Question, said: str) -> str | None:
    """A whole answer whose target was probably meant by a word without a verb."""
    choices = [choice for choice in q.choices() if choice.value is not None]
    near = {targets(q, choice, by_card=False)[0]: choice for choice in reversed(choices)}
    word = nearest(spaced(said), near)
    return None if word is None else f"{spoken(near[word].text)} {word}"


def _fits(q: Question, choice: Choice, said: str, *, by_card: bool) -> bool:
    return any(spaced(text) == said for text in targets(q, choice, by_card=by_card))


def targets(q: Question, choice: Choice, *, by_card: bool) -> list[str]:
    """What may stand behind the verb for this option, the longest form last."""
    words = [""]
    if choice.value is not None:
        words = list(q.names.spellings(q.game, choice.kind, choice.value))
    if by_card:
        words.append(f"{words[0]} from {card_word(choice.card)}".strip())
    return words


def _read_pick(q: Question, said: list[str]) -> Any:
    if q.may_decline and said == [DONE_WORD]:
        return (DONE,)
    said = said[1:] if said[:1] == ["die"] and q.site.thing == "number" else said
    found = _things(q, said)
    if len(set(found)) != len(found):
        raise IllegalAnswer("name each thing once")
    return tuple(sorted(found))


def _things(q: Question, said: list[str]) -> list[int]:
    if said in ([], [NOTHING_WORD]):
        return []
    found = []
    while said:
        at, said = _thing(q, said)
        found.append(at)
    return found


def _thing(q: Question, said: list[str]) -> tuple[int, list[str]]:
    """The thing that the first words name, and the words behind it."""
    spellings = q.thing_spellings()
    table = {spaced(word): at for at, words in enumerate(spellings) for word in words}
    for n in range(min(LONGEST_NAME, len(said)), 0, -1):
        at = table.get(spaced(" ".join(said[:n])))
        if at is not None:
            return at, said[n:]
    raise IllegalAnswer(not_offered(q, "", said[0]))


def _read_number(q: Question, said: list[str]) -> Any:
    if q.may_decline and said == [DONE_WORD]:
        return q.request[4] - 1
    if len(said) != 1 or not _is_number(said[0]):
        low, high = q.request[4:6]
        raise IllegalAnswer(f"answer with a number from {low} to {high}, not {' '.join(said)!r}")
    n = int(said[0])
    if not q.request[4] <= n <= q.request[5]:
        raise IllegalAnswer(f"choose a number from {q.request[4]} to {q.request[5]}, not {n}")
    return n


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal()


def _read_allocate(q: Question, said: list[str]) -> Any:
    if q.may_decline and said == [DONE_WORD]:
        return DONE
    low, high = q.request[4], q.request[5]
    given: dict[int, int] = {}
    said = [] if said == [NOTHING_WORD] else said
    while said:
        at, said = _thing(q, said)
        if at in given or not said or not _is_number(said[0]):
            raise IllegalAnswer("name each place once, a number behind it: `PLACE 2`")
        given[at], said = int(said[0]), said[1:]
        if not low[at] <= given[at] <= high[at]:
            where = q.thing_spellings()[at][0]
            bounds = f"{low[at]}" if low[at] == high[at] else f"{low[at]} to {high[at]}"
            raise IllegalAnswer(f"{where} may get {bounds}, not {given[at]}")
    return tuple(given.get(at, low[at]) for at in range(len(q.request[3])))


def _read_order(q: Question, said: list[str]) -> Any:
    return tuple(_things(q, said))


_READERS: dict[str, Callable[[Question, list[str]], Any]] = {
    "option": _read_option,
    "pick": _read_pick,
    "number": _read_number,
    "allocate": _read_allocate,
    "order": _read_order,
}
