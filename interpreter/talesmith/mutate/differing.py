"""What differs between two games of one scenario, as checks that hold in the first one alone.

Nearly all that can be seen has a way to be written in a check: coins and tokens as a number, the
question by its words, what may be answered by a line, what the rules say of a region by its value.
Not every check that is proposed here can be written in every game, so whoever uses one tries it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeAlias

from talesmith.model.layout import NONE
from talesmith.play.machine import Machine
from talesmith.prove.playing import Playing
from talesmith.prove.unchanged import HOLDERS, Spot, holder_of, seen
from talesmith.record.lines import answer_line
from talesmith.record.sayings import YES, Sayings
from talesmith.record.words import short_id
from talesmith.run.answers import legal_answers

Check: TypeAlias = tuple[tuple[str, ...], str]
"""answers that come first, and a check; of a line that is simply allowed there is none"""

MOST = 12
"""so many differences of one kind are looked at"""
MOST_ANSWERS = 80


def checks(old: Playing, new: Playing, *, deeply: bool) -> Iterator[Check]:
    """Yield checks that hold in the old game and not in the new one, the plainest first.

    What the rules say of every region is asked only when one looks `deeply`: it takes longest.
    """
    yield from islice(_places(old, new), MOST)
    yield from islice(_question(old, new), MOST)
    if old.game.request is None or new.game.request is None:
        return
    yield from islice(_legal(old, new), MOST)
    if deeply:
        yield from islice(_said(old, new), MOST)


def _places(old: Playing, new: Playing) -> Iterator[Check]:
    """What lies where: coins, tokens, markers, states, stacks."""
    before, after = seen(old.rules, old.game), seen(new.rules, new.game)
    for spot, value in before.items():
        if after.get(spot, value) != value:
            yield from (((), f"expect {text}") for text in _spot(old, spot, value))


def _spot(playing: Playing, spot: Spot, value: Any) -> Iterator[str]:
    """Ways to say what lies in a spot."""
    field, at = spot
    rules, names, game = playing.rules, playing.names, playing.game
    short = short_id(field)
    kind = holder_of(rules, field)
    if field.startswith("stack ") or field == "column":
        yield f"size({short.removeprefix('stack ')}) == {value[0]}"
        yield from _tops(playing, short.removeprefix("stack "))
        return
    if kind == "game":
        yield f"{short} == {_word(playing, field, value)}"
    there = {"player": rules.players, "race": game.nums[rules.layout["founded"]]}
    if kind not in HOLDERS or at >= there.get(kind, at + 1):
        return
    holder = names.word(game, kind, at)
    if field.startswith("marker "):
        marker = short.removeprefix("marker ")
        yield f"{holder} has {marker}" if value else f"not {holder} has {marker}"
        yield f"marks({holder}, {marker}) == {value}"
    if field == "region.race":
        yield f"not {holder}.race exists" if value == NONE else f"{holder}.race exists"
        if value != NONE:
            yield f"{holder}.race == {names.word(game, 'race', value)}"
        return
    name = short.removeprefix("state ")
    yield f"{holder}.{name} == {_word(playing, field, value)}"
    yield f"{holder}.{name}" if value else f"not {holder}.{name}"


def _tops(playing: Playing, stack: str) -> Iterator[str]:
    pile = playing.rules.piles.get(stack)
    things = () if pile is None else tuple(pile.things(Machine(playing.game, playing.rules.codes)))
    kind = {s.name: s.thing for s in playing.rules.ruleset.stacks}.get(stack)
    if things and kind is not None:
        for word, thing in (("top", things[0]), ("bottom", things[-1])):
            yield f"{word}({stack}) == {playing.names.word(playing.game, kind, thing)}"


def _word(playing: Playing, field: str, value: Any) -> str:
    meaning = playing.rules.layout.by_name[field].meaning
    if value == NONE and meaning != "number":
        return "none"
    try:
        return playing.names.word(playing.game, meaning, value)
    except (TypeError, KeyError, IndexError):
        return str(value)


def _question(old: Playing, new: Playing) -> Iterator[Check]:
    """Who is asked what."""
    if old.game.request is None:
        if new.game.request is not None:
            yield (), "ends"
        return
    for who in old.asked:
        other = new.prompt(who) if who in new.asked else ""
        yield from (((), f'asks {who} "{part}"') for part in _words(old, who) if part not in other)


def standing(playing: Playing) -> Iterator[str]:
    """Yield checks of what is open in a game, the one that says most first."""
    if playing.game.request is None:
        yield "ends"
    for who in playing.asked:
        yield from (f'asks {who} "{part}"' for part in sorted(_words(playing, who), key=len)[::-1])


def _words(playing: Playing, who: str) -> list[str]:
    """The parts of a question that stand in it as they would in a check."""
    parts = playing.prompt(who).replace("]", "[").split("[")
    return [part.strip() for part in parts if part.strip()]


def _legal(old: Playing, new: Playing) -> Iterator[Check]:
    """What may be answered."""
    may, might = _lines(old), _lines(new)
    for line in might:
        if line not in may:
            yield (), f"illegal {line}"
    for line in may:
        if line not in might:
            yield (line,), ""


def _lines(playing: Playing) -> dict[str, None]:
    rules, game = playing.rules, playing.game
    answers = islice(legal_answers(rules, game), MOST_ANSWERS)
    return dict.fromkeys(answer_line(rules, game, playing.names, answer) for answer in answers)


def _said(old: Playing, new: Playing) -> Iterator[Check]:
    """What the rules say of whoever is asked."""
    before = Sayings(old.rules, old.names).at(old.game)
    after = Sayings(new.rules, new.names).at(new.game)
    for key, (said, _) in before.items():
        if key in after and after[key][0] != said:
            if key.hook in old.rules.values:
                yield (), f"expect {key} == {said}"
            else:
                yield (), f"expect {key}" if said == YES else f"expect not {key}"
