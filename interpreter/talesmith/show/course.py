"""The course of a game, read from the rules: steps in their order, and who acts where.

The tree begins at the step that is the whole game.  What is written in a step stands below it in
the order in which it is run: other steps, moments, actions, choices with the points at which offers
appear.  A step or action that was shown before is only named.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from talesmith.play.statements.steps import MAIN_STEP
from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.ruleset.parts import Hook, Ruleset, Step
from talesmith.show.english import settle
from talesmith.show.english.book import Book, UnsayableError
from talesmith.show.english.rules import scene_of
from talesmith.show.english.scene import Scene
from talesmith.show.hooks import answering


@frozen
class Node:
    """A part of the course: a step, moment, action, point or option, or what holds some of them."""

    kind: str
    """step, moment, action, point, option, choice; each, again, if, else"""
    name: str
    inside: tuple[Node, ...] = ()
    cards: tuple[str, ...] = ()
    """who acts there, by full names"""
    is_known: bool = False
    """whether it stands in full further up"""


def course(ruleset: Ruleset, first: str = MAIN_STEP) -> Node:
    """Return the course of a ruleset from a step on.

    Raises KeyError for a step that the rules do not have.
    """
    steps = {step.name: step for step in ruleset.steps if step.card is None}
    if first not in steps:
        raise KeyError(first)
    return _Reader(ruleset, Book.of(ruleset)).step(first)


BODIES = {"for": 4, "at_once": 4, "circle": 5, "loop": 4, "using": 3, "secretly": 4}
"""Where statements have a body."""


@define
class _Reader:
    """Reads bodies into nodes; everything that was shown is kept by its kind and name."""

    ruleset: Ruleset
    book: Book
    shown: set[tuple[str, str]] = field(factory=set)

    def step(self, name: str) -> Node:
        """Return a step of the rules."""
        step = self.book.step(name)
        node = Node("step", name)
        if not self._is_new(node):
            return evolve(node, is_known=bool(step.body))
        return evolve(node, inside=self._settled(step))

    def hook(self, hook: Hook) -> Node:
        """Return a moment, point or action with the cards that act there."""
        cards = dict.fromkeys(handler.card for handler in answering(self.ruleset, hook))
        node = Node(hook.kind, hook.name, cards=tuple(cards))
        if hook.kind != "action":
            return node
        if not self._is_new(node):
            return evolve(node, is_known=True)
        return evolve(node, inside=self._settled(hook))

    def _settled(self, thing: Step | Hook) -> tuple[Node, ...]:
        """Return what is in a body under the rulings of the ruleset."""
        body = settle.body(thing.body, dict(self.book.settings))
        return self.body(body, scene_of(self.book, thing))

    def _is_new(self, node: Node) -> bool:
        is_new = (node.kind, node.name) not in self.shown
        self.shown.add((node.kind, node.name))
        return is_new

    def body(self, body: Body, scene: Scene) -> tuple[Node, ...]:
        """Return what a body runs, in its order."""
        return tuple(node for s in body for node in self._statement(s, scene))

    def _statement(self, s: Stmt, scene: Scene) -> Iterator[Node]:
        if s[0] == "call":
            yield self.step(s[2])
        elif s[0] in ("fire", "do"):
            yield self.hook(self.book.hook(s[2]))
        elif s[0] == "option":
            yield self._choice(s, scene)
        elif s[0] == "if":
            yield from self._branches(s, scene)
        elif s[0] in BODIES:
            yield from self._repeated(s, scene)

    def _branches(self, s: Stmt, scene: Scene) -> Iterator[Node]:
        first = tuple(self._held("if", _condition(scene, s[2]), s[3], scene))
        yield from first
        name = "otherwise" if first else _condition(scene, s[2], yes=False)
        yield from self._held("else" if first else "if", name, s[4], scene)

    def _held(self, kind: str, name: str, body: Body, scene: Scene) -> Iterator[Node]:
        inside = self.body(body, scene)
        if inside:
            yield Node(kind, name, inside)

    def _repeated(self, s: Stmt, scene: Scene) -> Iterator[Node]:
        body: Body = s[BODIES[s[0]]]
        if s[0] == "using":
            yield from self.body(body, scene)
        elif s[0] == "loop":
            yield from self._held("again", "again and again", body, scene)
        else:
            kind = "again" if s[0] == "circle" else "each"
            name = _members(scene, s[2], s[3])
            yield from self._held(kind, name, body, scene)

    def _choice(self, s: Stmt, scene: Scene) -> Node:
        options = []
        for text, _, _, _, body in s[5]:
            options.append(Node("option", text, self.body(body, scene)))
        if s[3] is not None:
            options.append(self.hook(self.book.hook(s[3][0])))
        return Node("choice", "one of", tuple(options))


def _condition(scene: Scene, e: Expr, *, yes: bool = True) -> str:
    """Return a condition in English, if it speaks only of what a step is given."""
    try:
        return f"if {scene.clause(e, yes=yes)}"
    except UnsayableError:
        return "if so" if yes else "if not"


def _members(scene: Scene, slot: int, e: Expr) -> str:
    try:
        group = scene.group(e)
    except UnsayableError:
        return "for each"
    scene.introduce(slot, group).is_seen = True
    return f"for {group.each()}"
