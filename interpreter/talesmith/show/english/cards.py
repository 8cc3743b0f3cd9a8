"""A card as a whole: its handlers, its pieces, items and ways, its printed values.

A rule that depends on rulings (the keys of the rules) is told as it is played under the ruleset;
what another ruling would change follows behind, one sentence per ruling.
"""

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import product
from typing import Any

from attrs import evolve, fields, has

from talesmith.names.types import CARD_OF_KIND
from talesmith.ruleset.parts import Card, Ruleset
from talesmith.show.english import pieces, rules, settle
from talesmith.show.english.book import Book
from talesmith.show.english.handlers import handler
from talesmith.show.english.words import joined, sentence, spoken

Unit = Callable[[Book], tuple[str, ...]]
"""Tells a part of a card under the rulings of a book."""


def describe(ruleset: Ruleset, card_id: str, *, rulings: bool = True) -> str:
    """Return the English of a card's rule, one paragraph for each part of it.

    `card_id` is a full name such as `base.NAME`.  Without `rulings` only the rule in force is told,
    not what another ruling would make of it.  Raises UnsayableError for a card that the ruleset
    does not have and for a rule without words.
    """
    book = Book.of(ruleset)
    card = book.card(card_id)
    if rulings:
        told = [_with_rulings(book, unit, parts) for unit, parts in _units(book, card)]
    else:
        told = [" ".join(unit(book)) for unit, _ in _units(book, card)]
    paragraphs = [text for text in told if text] or ["No special ability."]
    return "\n".join([*paragraphs, *_facts(book, card)])


def _facts(book: Book, card: Card) -> list[str]:
    facts = dict(card.facts)
    printed = []
    for name, value in card.facts:
        if name.removesuffix(ABOUT) in facts and name.endswith(ABOUT):
            continue
        text = f"{spoken(name)} {_value(book, card, name, value)}"
        if f"{name}{ABOUT}" in facts:
            about = _value(book, card, f"{name}{ABOUT}", facts[f"{name}{ABOUT}"])
            text += f" ({about.strip('“”').lower()})"
        printed.append(text)
    return [sentence(f"printed: {', '.join(printed)}")] if printed else []


ABOUT = "_is"
"""Behind the name of a printed value: the name of one that says something about it."""


def _value(book: Book, card: Card, name: str, value: int | str) -> str:
    """Return a printed value; a word of a set by the name that is shown to people."""
    kind = dict(book.ruleset.properties).get(f"{CARD_OF_KIND[card.kind]}.{name}", "")
    if not kind.startswith("word "):
        return spoken(str(value))
    return f"“{book.word(kind.removeprefix('word '), str(value))}”"


def _with_rulings(book: Book, unit: Unit, parts: tuple[Any, ...]) -> str:
    """Return a part under the rulings in force, and what other rulings make of it.

    With more than two rulings at once the text changes one at a time.
    """
    keys = sorted(_keys(book, parts))
    told: dict[tuple[str, ...], tuple[str, ...]] = {}
    for values in sorted(product(*(_values(book, key) for key in keys)), key=_changes(book, keys)):
        if len(keys) > 2 and _changes(book, keys)(values) > 1:
            break
        settings = {**dict(book.settings), **dict(zip(keys, values, strict=True))}
        told[values] = unit(evolve(book, settings=tuple(settings.items())))
    now = tuple(dict(book.settings)[key] for key in keys)
    texts = list(told[now])
    for values, text in told.items():
        if all(text != told[back] for back in _one_back(values, now)) and values != now:
            changed = [(k, v) for k, v, n in zip(keys, values, now, strict=True) if v != n]
            titles = joined(f"“{book.ruling(k)}: {spoken(v)}”" for k, v in changed)
            texts.append(f"(With {titles}: {_difference(told[now], text)})")
    return " ".join(texts)


def _difference(usual: tuple[str, ...], other: tuple[str, ...]) -> str:
    """Return the sentences that another ruling brings, or what it takes away."""
    new = [text for text in other if text not in usual]
    gone = [text for text in usual if text not in other]
    if len(new) == len(gone) == 1:
        return _changed_part(gone[0], new[0])
    if new:
        return " ".join(new)
    return "This does not hold." if len(gone) == len(usual) else f"Without “{' '.join(gone)}”"


LONG, BEFORE, BEHIND = 25, 4, 3
"""From so many words on only the changed part of a sentence is told, with so many words around."""


def _changed_part(usual: str, other: str) -> str:
    """Return what differs in a long sentence, with a few words around it; a short one whole."""
    was, now = usual.split(), other.split()
    if len(now) < LONG:
        return other
    told: list[str] = []
    for kind, first, last, start, end in _changes_of(was, now):
        if kind == "delete":
            told.append(f"without “{' '.join(was[first:last])}”")
            continue
        since, until = max(start - BEFORE, 0), min(end + BEHIND, len(now))
        if until - since > len(now) - BEFORE:
            return other
        words = " ".join(now[since:until])
        gone = f"“{' '.join(was[first:last])}” becomes " if last - first > until - since else ""
        told.append(f"{gone}“{'… ' if since else ''}{words}{' …' if until < len(now) else ''}”")
    return "; ".join(told)


def _changes_of(was: list[str], now: list[str]) -> list[tuple[str, int, int, int, int]]:
    """Return where two texts differ; differences that lie close together are one."""
    found: list[tuple[str, int, int, int, int]] = []
    for kind, first, last, start, end in SequenceMatcher(None, was, now, False).get_opcodes():
        if kind == "equal":
            continue
        if found and start - found[-1][4] <= BEFORE + BEHIND:
            _, before, _, since, _ = found.pop()
            found.append(("replace", before, last, since, end))
        else:
            found.append((kind, first, last, start, end))
    return found


def _values(book: Book, key: str) -> tuple[str, ...]:
    return next(k.values for k in book.ruleset.keys if k.name == key)


def _changes(book: Book, keys: list[str]) -> Callable[[tuple[str, ...]], int]:
    settings = dict(book.settings)
    return lambda values: sum(settings[k] != v for k, v in zip(keys, values, strict=True))


def _one_back(values: tuple[str, ...], now: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for place, value in enumerate(values):
        if value != now[place]:
            yield (*values[:place], now[place], *values[place + 1 :])


def _keys(book: Book, parts: tuple[Any, ...], seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the keys that parts of a card read, also in steps of the card that they call."""
    found: set[str] = set()
    for part in parts:
        nodes = [getattr(part, f.name) for f in fields(type(part))] if has(type(part)) else [part]
        for node in nodes:
            if isinstance(node, tuple):
                found |= settle.keys_in(node) | _keys_of_calls(book, node, seen)
                found |= _keys(book, tuple(x for x in node if has(type(x))), seen)
            elif has(type(node)):
                found |= _keys(book, (node,), seen)
    return found


def _keys_of_calls(book: Book, node: Any, seen: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for call in settle.calls_in(node):
        step = book.step(call)
        if step.card is not None and call not in seen:
            found |= _keys(book, (step.body,), seen | {call})
    return found


def _units(book: Book, card: Card) -> Iterator[tuple[Unit, tuple[Any, ...]]]:
    """Yield the parts of a card in the order in which they are told."""
    r = book.ruleset
    if card.lasts:
        yield _bind(pieces.lasts_told, card), (card,)
    for declared in rules.declared(book, card):
        yield _bind(rules.declaration, declared), (declared,)
    for touch in r.touches:
        if touch.card == card.id and touch.kind in rules.TOUCHED:
            yield _bind(rules.TOUCHED[touch.kind], touch), ()
    parts: tuple[tuple[Teller, tuple[Any, ...]], ...] = (
        (pieces.suppression_told, r.suppressions), (handler, r.handlers), (pieces.piece_told, r.markers),
        (pieces.piece_told, r.units), (pieces.item_told, r.items), (pieces.way_told, r.ways), (pieces.state_told, r.states),
    )  # fmt: skip
    for tell, things in parts:
        for thing in things:
            if thing.card == card.id and getattr(thing, "piece", None) is None:
                yield _bind(tell, thing), (thing, *pieces.inside(book, getattr(thing, "id", "")))


Teller = Callable[[Book, Any], tuple[str, ...]]


def _bind(function: Callable[[Book, Any], tuple[str, ...]], thing: Any) -> Unit:
    return lambda book: function(book, thing)
