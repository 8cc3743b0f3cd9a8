"""A card as a whole: its handlers, its pieces, items and ways, its printed values.

A rule that depends on rulings (the keys of the rules) is told as it is played under the ruleset;
what another ruling would change follows behind, one sentence per ruling.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from attrs import evolve, fields, has

from talesmith.ruleset.parts import Card, Handler, Item, Piece, Ruleset, State, Suppress, Way
from talesmith.show.english import rules, settle
from talesmith.show.english.book import Book, noun_of
from talesmith.show.english.changes import until
from talesmith.show.english.handlers import handler, limited
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import YOU, Name, joined, sentence, spoken

Unit = Callable[[Book], tuple[str, ...]]
"""Tells a part of a card under the rulings of a book."""


def describe(ruleset: Ruleset, card_id: str) -> str:
    """Return the English of a card's rule, one paragraph for each part of it.

    `card_id` is a full name such as `base.NAME`.  Raises UnsayableError for a card that the ruleset
    does not have and for a rule without words.
    """
    book = Book(ruleset, ruleset.settings)
    card = book.card(card_id)
    told = [_with_rulings(book, unit, parts) for unit, parts in _units(book, card)]
    paragraphs = [text for text in told if text] or ["No special ability."]
    return "\n".join([*paragraphs, *_facts(card)])


def _facts(card: Card) -> list[str]:
    if not card.facts:
        return []
    return [
        sentence(f"printed: {', '.join(f'{spoken(n)} {spoken(str(v))}' for n, v in card.facts)}")
    ]


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
            texts.append(f"With the ruling {titles} instead: {_difference(told[now], text)}")
    return " ".join(texts)


def _difference(usual: tuple[str, ...], other: tuple[str, ...]) -> str:
    """Return the sentences that another ruling brings, or what it takes away."""
    new = [text for text in other if text not in usual]
    if new:
        return " ".join(new)
    gone = [text for text in usual if text not in other]
    return "This does not hold." if len(gone) == len(usual) else f"Without “{' '.join(gone)}”"


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
        yield _bind(_lasts, card), (card,)
    for declared in rules.declared(book, card):
        yield _bind(rules.declaration, declared), (declared,)
    parts: tuple[tuple[Teller, tuple[Any, ...]], ...] = (
        (_suppression, r.suppressions), (handler, r.handlers), (_piece, r.markers),
        (_piece, r.units), (_item, r.items), (_way, r.ways), (_state, r.states),
    )  # fmt: skip
    for tell, things in parts:
        for thing in things:
            if thing.card == card.id and getattr(thing, "piece", None) is None:
                yield _bind(tell, thing), (thing, *_inside(book, getattr(thing, "id", "")))


Teller = Callable[[Book, Any], tuple[str, ...]]


def _bind(function: Callable[[Book, Any], tuple[str, ...]], thing: Any) -> Unit:
    return lambda book: function(book, thing)


def _inside(book: Book, piece: str) -> tuple[Handler | Suppress, ...]:
    r = book.ruleset
    parts: tuple[Handler | Suppress, ...] = (*r.suppressions, *r.handlers)
    return tuple(part for part in parts if part.piece == piece)


def _body(book: Book, piece: str) -> list[str]:
    told: list[str] = []
    for part in _inside(book, piece):
        told += _suppression(book, part) if isinstance(part, Suppress) else handler(book, part)
    return told


def _lasts(book: Book, card: Card) -> tuple[str, ...]:
    return (sentence(f"this lasts{until(Scene(book, card.id), card.lasts)}"),)


def _piece(book: Book, piece: Piece) -> tuple[str, ...]:
    """Tell a marker or unit: how many, when it goes, what it does."""
    limits = [f"at most {piece.most} in a region"] if piece.most is not None else []
    limits += [f"{piece.supply} in all"] if piece.supply is not None else []
    numbers = f" ({', '.join(limits)})" if limits else ""
    head = f"{piece.name}{numbers}:"
    return (head, *_body(book, piece.id), *_fates(book, piece))


FATES = {
    "conquered": "its region is conquered",
    "abandoned": "its region is abandoned",
    "declined": "its race declines",
}
BOTH = ("its region is conquered", "its region is abandoned")


def _fates(book: Book, piece: Piece) -> list[str]:
    stays: dict[str, str] = {}
    for fate in piece.fates:
        guard = settle.guard(fate.guard, dict(book.settings))
        if isinstance(guard, bool):
            continue
        condition = f" if {_fate_scene(book, piece).clause(guard)}" if guard is not None else ""
        for kind in FATES if fate.kind == "always" else (fate.kind,):
            stays[kind] = condition
    goes = [words for kind, words in FATES.items() if stays.get(kind) != ""]
    if goes[:2] == list(BOTH):
        goes = ["its region is conquered or abandoned", *goes[2:]]
    texts = [f"it goes back to the supply when {' or when '.join(goes)}"] if goes else []
    kept = [f"when {words}{stays[kind]}" for kind, words in FATES.items() if kind in stays]
    if kept:
        texts.append(f"it stays {joined(sorted(kept, key=len))}")
    return [sentence(", but ".join(texts))]


def _fate_scene(book: Book, piece: Piece) -> Scene:
    slots = {
        0: Entity(Group("region"), Name("its region")),
        1: Entity(Group("race"), Name("its race"), owner=Name("the owner of its race")),
        2: Entity(Group("race"), Name("the attacker"), owner=Name("the owner of the attacker")),
    }
    return Scene(book, piece.card, slots)


def _item(book: Book, item: Item) -> tuple[str, ...]:
    """Tell an item: on what it lies, with what, how long, what it does."""
    scene = Scene(book, item.card, {0: Entity(Group(item.bearer), Name("the bearer"))})
    with_ = [f"a {noun_of(p.type)} as {spoken(p.name)}" for p in item.params]
    known = f"; with {joined(with_)}" if with_ else ""
    head = f"{item.name or spoken(item.id.rpartition('.')[2])} (on a {item.bearer}{known}):"
    lasts = f"It lasts{until(scene, item.until)}." if item.until else ""
    body = [*_body(book, item.id), *([lasts] if lasts else [])] or ["It does nothing."]
    return (head, *body)


def _way(book: Book, way: Way) -> tuple[str, ...]:
    """Tell a way: when it may be chosen for a conquest, and what holds in that conquest."""
    slots = {slot: Entity(Group("thing"), Name(f"the {name}")) for name, slot in way.slots}
    slots |= {
        0: Entity(Group("race"), Name("the attacker")),
        1: Entity(Group("region"), Name("the region")),
    }
    scene = Scene(book, way.card, slots)
    guard = settle.guard(way.guard, dict(book.settings))
    if isinstance(guard, bool):
        return ()
    condition = f", if {scene.clause(guard)}" if guard is not None else ""
    limit = limited(scene, way.limit)
    name = (
        f"“{way.text}”"
        if way.text is not None
        else f"the way “{spoken(way.id.rpartition('.')[2])}”"
    )
    may = "an attacker may use" if way.text is not None else "a rule may switch on"
    head = f"for one conquest{condition}, {may} {name}{f', {limit}' if limit else ''}."
    return (sentence(head), *_body(book, way.id))


def _suppression(book: Book, s: Suppress) -> tuple[str, ...]:
    """Tell what has no effect while the card is in force."""
    slots = {slot: Entity(Group(name), Name(f"the {name}")) for name, slot in s.slots}
    for name, slot in s.slots:
        if name == "self":
            slots[slot] = Entity(Group("race"), Name("this race"), owner=YOU)
    scene = Scene(book, s.card, slots)
    guard = settle.guard(s.guard, dict(book.settings))
    if isinstance(guard, bool):
        return ()
    scope = f" of {scene.group(s.scope).many()}" if s.scope is not None else ""
    condition = f" if {scene.clause(guard)}" if guard is not None else ""
    what = {"race": "the abilities of races", "power": "powers"}[s.kind]
    return (sentence(f"{what}{scope} have no effect{condition}"),)


def _state(book: Book, state: State) -> tuple[str, ...]:
    """Tell a stored value: whose it is, how it starts, when it starts anew."""
    scene = Scene(book, state.card)
    anew = f", anew each {state.reset}" if state.reset else ""
    name = spoken(state.id.rpartition(".")[2])
    start = (
        "no" if state.initial[0] == "flag" and not state.initial[3] else scene.name(state.initial)
    )
    return (sentence(f"each {state.holder} has a “{name}”, which starts at {start}{anew}"),)
