"""The English of the rules themselves: base values, permissions, actions and steps."""

from collections.abc import Callable, Iterator, Mapping

from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Card, Hook, Param, Step, Touch
from talesmith.show.english import settle
from talesmith.show.english.book import Book, noun_of
from talesmith.show.english.handlers import told
from talesmith.show.english.lines import line
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.openings import parameter
from talesmith.show.english.scene import Scene
from talesmith.show.english.statements import sequence
from talesmith.show.english.words import Name, a, counted, joined, sentence, spoken


def declared(book: Book, card: Card) -> Iterator[Hook | Step]:
    """Yield the hooks with a body and the steps that a part of the rules declares."""
    for hook in book.ruleset.hooks:
        if hook.body and _stands_in(book, card, hook):
            yield hook
    for step in book.ruleset.steps:
        if step.card is None and _stands_in(book, card, step):
            yield step


def _stands_in(book: Book, card: Card, thing: Hook | Step) -> bool:
    """Tell whether a declaration stands behind that head and before the next in its file."""
    path, at = thing.where.path, thing.where.line
    heads = [c.where.line for c in book.ruleset.cards if c.where.path == path]
    return path == card.where.path and card.where.line == max(n for n in heads if n <= at)


def declaration(book: Book, thing: Hook | Step) -> tuple[str, ...]:
    """Return the sentences of a declared hook or step."""
    scene = scene_of(book, thing)
    body = settle.body(thing.body, dict(book.settings))
    if isinstance(thing, Step) or thing.kind == "action":
        kind = "Step" if isinstance(thing, Step) else "Action"
        head = f"{kind} “{spoken(thing.name)}”{_with(thing.params)}:"
        return tuple(sentence(text) for text in told(head, sequence(scene, body)))
    given = {p.name: ("local", 0, p.type, slot) for slot, p in enumerate(thing.params)}
    return tuple(sentence(_base(scene, s, thing, given)) for s in body)


def scene_of(book: Book, thing: Hook | Step) -> Scene:
    """Return the scene in which a declared hook or step is told."""
    scene = Scene(book, _some_card(book, thing))
    is_body = isinstance(thing, Step) or thing.kind == "action"
    for slot, param in enumerate(thing.params):
        scene.slots[slot] = _named(param) if is_body else parameter(param, book.phrases)
    return scene


def _ruling(book: Book, touch: Touch) -> tuple[str, ...]:
    """Tell the value to which a house rule sets a key."""
    value = spoken(touch.how.removeprefix("sets to "))
    return (sentence(f"the ruling “{book.ruling(touch.name)}” is “{value}”"),)


def _die(book: Book, touch: Touch) -> tuple[str, ...]:
    """Tell the faces of a die that a house rule brings."""
    faces = next(die.faces for die in book.ruleset.dice if die.name == touch.name)
    return (sentence(f"the {book.die(touch.name)} has the faces {joined(map(str, faces))}"),)


def _natives(book: Book, touch: Touch) -> tuple[str, ...]:
    """Tell how many tokens of natives there are with a house rule."""
    short = touch.name.rpartition(".")[2]
    supply = next(n.supply for n in book.ruleset.natives if n.id.rpartition(".")[2] == short)
    return (sentence(f"there are {counted(supply, 'token')} of {book.title(short)}"),)


TOUCHED: Mapping[str, Callable[[Book, Touch], tuple[str, ...]]] = {
    "key": _ruling, "die": _die, "natives": _natives,
}  # fmt: skip
"""What a house rule sets or replaces besides hooks, steps and pieces, and how it is told."""


def _base(scene: Scene, s: Stmt, hook: Hook, given: dict[str, Expr]) -> str:
    scene.start_sentence(s)
    return line(scene, s, hook, given).replace(" instead", "", 1)


def _some_card(book: Book, thing: Hook | Step) -> str:
    return next(c.id for c in book.ruleset.cards if c.where.path == thing.where.path)


def _named(param: Param) -> Entity:
    noun = noun_of(param.type)
    name = spoken(param.name)
    if len(name) == 1:
        return Entity(Group(noun), is_seen=True)
    return Entity(Group(noun), Name(f"the {name}"))


def _with(params: tuple[Param, ...]) -> str:
    named = [
        a(noun_of(p.type)) if len(p.name) == 1 or p.name == p.type.rstrip("?") else spoken(p.name)
        for p in params
    ]
    return f" ({joined(named)})" if named else ""
