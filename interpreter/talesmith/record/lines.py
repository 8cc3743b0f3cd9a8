"""Answer lines: `> ana conquer dune1`, as people type them and transcripts keep them.

A line is read against the open question.  `answer_line` writes the shortest clear form of an
answer and `parse_line` reads it back: parse(line(a)) == a for every answer to every question.

    option    verb and target    `conquer dune1`, `decline`, `yes`; or its number, from 1
    pick      things             `dune1 dune2`
    number    the number         `3`
    allocate  place and number   `dune1 3 moor1 2`; a place left out gets its least
    order     all things         `gnomes dwarfs`
    any       `done` to decline, `none` for nothing at all

The verb is the beginning of an option's text, in whole words or not, if only one text begins so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.questions import DONE
from talesmith.play.validate import IllegalAnswer, check_answer
from talesmith.record.names import Names, names_of
from talesmith.record.question import (
    DONE_WORD,
    NOTHING_WORD,
    Choice,
    Question,
    card_word,
    question_of,
)
from talesmith.record.refusals import not_offered
from talesmith.record.words import spaced, spoken, word_of

LONGEST_NAME = 6
"""so many words a name may have"""


def parse_line(
    rules: Binder, game: Game, names: Names | Sequence[str], words: str | Sequence[str]
) -> Any:
    """The answer that a line gives to the open question.

    `words` is the whole line, with its speaker: "> ana conquer dune1" or its words.  Raises
    IllegalAnswer with the reason when the line is no answer to the question.
    """
    table = names_of(rules, names)
    said = [word for word in _words(words) if word != ">"]
    if game.request is None:
        raise IllegalAnswer("the game is over: nothing is asked")
    if not said:
        raise IllegalAnswer("the line is empty")
    place, question = _asked(rules, table, game, said[0])
    answer = _READERS[question.kind](question, said[1:])
    check_answer(question.request, answer)
    return answer if place is None else (place, answer)


def answer_line(rules: Binder, game: Game, names: Names | Sequence[str], answer: Any) -> str:
    """The line that gives this answer to the open question; raises IllegalAnswer if it is none."""
    table = names_of(rules, names)
    check_answer(game.request, answer)
    question, given = question_of(rules, table, game), answer
    if question.kind == "group":
        question = question_of(rules, table, game, question.request[3][answer[0]][1])
        given = answer[1]
    return f"> {question.speaker} {line_of(question, given)}"


def line_of(question: Question, answer: Any) -> str:
    """The words of an answer to one question, without the speaker."""
    return _WRITERS[question.kind](question, answer)


def _words(words: str | Sequence[str]) -> list[str]:
    text = words if isinstance(words, str) else " ".join(words)
    return text.replace(">", " > ").replace(",", " ").lower().split()


def _asked(rules: Binder, names: Names, game: Game, speaker: str) -> tuple[int | None, Question]:
    """The question that this speaker is asked; of a group also its place there."""
    request = game.request
    if request is not None and request[0] == "group":
        for place, (player, inner) in enumerate(request[3]):
            if inner is not None and names.seat_words[player] == speaker:
                return place, question_of(rules, names, game, inner)
        asked = [names.seat_words[p] for p, inner in request[3] if inner is not None]
        raise IllegalAnswer(f"{speaker} is not asked; asked are {', '.join(asked)}")
    question = question_of(rules, names, game)
    if word_of(speaker) != question.speaker:
        raise IllegalAnswer(f"{question.speaker} is asked, not {speaker}")
    return None, question


# ---- reading -------------------------------------------------------------------------------------


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
        longest = [_targets(q, choices[at], by_card=True)[-1] for at in hits]
        hits = [at for at, text in zip(hits, longest, strict=True) if spaced(text) == rest] or hits
    if len(hits) == 1:
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
    if len(said) == 1 and said[0].isdigit() and 1 <= int(said[0]) <= n:
        return int(said[0]) - 1
    texts = list(dict.fromkeys(spoken(choice.text) for choice in q.choices()))
    texts += [DONE_WORD] if q.may_decline else []
    raise IllegalAnswer(f"{' '.join(said) or 'that'!r} is no answer here; say {', '.join(texts)}")


def _fits(q: Question, choice: Choice, said: str, *, by_card: bool) -> bool:
    return any(spaced(text) == said for text in _targets(q, choice, by_card=by_card))


def _targets(q: Question, choice: Choice, *, by_card: bool) -> list[str]:
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


# ---- writing -------------------------------------------------------------------------------------


def _write_option(q: Question, answer: int) -> str:
    if answer == DONE:
        return DONE_WORD
    choice = q.choices()[answer]
    verb = short_verb(spoken(choice.text), q.verbs())
    for by_card in (False, True):
        targets = _targets(q, choice, by_card=by_card)
        text = f"{verb} {targets[-1] if by_card else targets[0]}".strip()
        if _reads_as(q, text, answer):
            return text
    return str(answer + 1)


def _reads_as(q: Question, text: str, answer: int) -> bool:
    try:
        return bool(_read_option(q, text.split()) == answer)
    except IllegalAnswer:
        return False


def short_verb(text: str, known: Sequence[str]) -> str:
    """A text of up to two words whole, else its first words if no other text begins so."""
    words = text.split()
    if len(words) <= 2:
        return "_".join(words)
    for n in range(1, len(words)):
        begin = " ".join(words[:n])
        if not any(other.startswith(begin) for other in known if other != text):
            return "_".join(words[:n])
    return "_".join(words)


def _write_things(q: Question, answer: Any) -> str:
    if answer == (DONE,):
        return DONE_WORD
    spellings = q.thing_spellings()
    words = [spellings[at][0] for at in answer]
    return " ".join(words) or NOTHING_WORD


def _write_pick(q: Question, answer: Any) -> str:
    text = _write_things(q, answer)
    return f"die {text}" if q.site.thing == "number" and q.speaker == "chance" else text


def _write_number(q: Question, answer: int) -> str:
    return DONE_WORD if q.may_decline and answer < q.request[4] else str(answer)


def _write_allocate(q: Question, answer: Any) -> str:
    if answer == DONE:
        return DONE_WORD
    words = q.thing_spellings()
    parts = [f"{words[at][0]} {n}" for at, n in enumerate(answer) if n]
    return " ".join(parts) or NOTHING_WORD


_WRITERS: dict[str, Callable[[Question, Any], str]] = {
    "option": _write_option,
    "pick": _write_pick,
    "number": _write_number,
    "allocate": _write_allocate,
    "order": _write_things,
}
