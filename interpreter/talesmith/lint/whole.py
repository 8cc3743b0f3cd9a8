"""What the checks of this package look at: all handlers, hooks and steps in their typed form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import Factory, frozen

from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.names.scope import Frame
from talesmith.ruleset.ops import EXPRESSIONS, STATEMENTS, Body, Expr, column_of, line_of
from talesmith.ruleset.parts import (
    Card,
    Handler,
    Hook,
    Item,
    Piece,
    Stack,
    Step,
    Suppress,
    Way,
)
from talesmith.syntax import tree

Thing = Handler | Hook | Step
"""what has a body"""


@frozen(slots=False)
class Whole:
    """Everything that was written for one ruleset, and where to put what is found."""

    cards: Sequence[Card]
    hooks: Sequence[Hook]
    steps: Sequence[Step]
    handlers: Sequence[Handler]
    ways: Sequence[Way]
    items: Sequence[Item]
    markers: Sequence[Piece]
    units: Sequence[Piece]
    stacks: Sequence[Stack]
    suppressions: Sequence[Suppress]
    heads: Mapping[str, tree.Card]
    """full name and node of each head"""
    spans: Mapping[str, Span]
    """where handlers, hooks (`hook NAME`), steps (`step NAME`), cards stand, by id"""
    frames: Mapping[str, Frame]
    sources: Mapping[str, Sequence[str]]
    """the lines of each file"""
    findings: Findings
    near: str = ""
    """the one file whose own faults are wanted; empty for all files"""
    known: Mapping[str, Text] = Factory(dict)
    """texts of a ruleset that this one was before some file has changed"""

    def is_wanted(self, path: str) -> bool:
        """Tell whether what is wrong in a file alone is wanted."""
        return self.near in ("", path)

    @cached_property
    def by_id(self) -> dict[str, Text]:
        """Every body of the ruleset: handlers by id, `hook NAME`, `step NAME`."""
        found: dict[str, Text] = {}
        for name, thing in _things(self):
            known = self.known.get(name)
            as_before = known is not None and known.thing is thing
            found[name] = known if known and as_before else _text(self, name, thing)
        return found

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every body of the ruleset."""
        return tuple(self.by_id.values())

    def span(self, path: str, node: Expr) -> Span:
        """Give the place of a typed node: the word with which it begins."""
        return _word_at(path, self.sources.get(path, ()), node)


def _word_at(path: str, lines: Sequence[str], node: Expr) -> Span:
    line, column = line_of(node), column_of(node)
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    end = column
    while end <= len(text) and (text[end - 1].isalnum() or text[end - 1] == "_"):
        end += 1
    return Span(path, line, column, line, max(end, column + 1))


@frozen(slots=False, eq=False)
class Text:
    """One body with everything that belongs to it: guard, target, limit, defaults.

    What the checks look for in every text is found once: a text lives as long as what it is of.
    """

    thing: Thing
    id: str
    kind: str
    """hook, step, or the form of a handler"""
    path: str
    body: Body
    parts: tuple[Expr, ...]
    """guard, target and the like"""
    span: Span
    lines: Sequence[str]
    """of its file"""

    def place(self, node: Expr) -> Span:
        """Give the place of a typed node: the word with which it begins."""
        return _word_at(self.path, self.lines, node)

    @cached_property
    def asked(self) -> tuple[tuple[str, Span], ...]:
        """The hooks that it asks, and where."""
        return tuple((asked, self.place(node)) for node in self.nodes for asked in asked_by(node))

    @cached_property
    def started(self) -> tuple[tuple[str, str, Span], ...]:
        """What its statements call, do and fire: the operation, the name, the place."""
        starts = (node for node in self.statements if node[0] in STARTS)
        return tuple((str(node[0]), str(node[2]), self.place(node)) for node in starts)

    @cached_property
    def called(self) -> frozenset[str]:
        """The steps that are called anywhere in it."""
        return frozenset(node[2] for node in self.nodes if node[0] == "call")

    @cached_property
    def brings(self) -> frozenset[str]:
        """The pieces, items and ways that it brings into play."""
        return frozenset(full for node in self.nodes for full in _brought_by(node))

    @cached_property
    def points_in_loops(self) -> frozenset[str]:
        """The points at which its loops ask again and again."""
        loops = (node for node in self.statements if node[0] in ("loop", "circle"))
        inner = (n for loop in loops for n in nodes(loop[2:]) if n[0] == "option")
        return frozenset(n[3][0] for n in inner if n[3] is not None)

    @cached_property
    def statements(self) -> tuple[Expr, ...]:
        """Every expression and statement of the body, outer before inner."""
        return tuple(nodes(self.body))

    @cached_property
    def nodes(self) -> tuple[Expr, ...]:
        """The same with those of guard, target, limit and defaults."""
        return (*self.statements, *nodes(self.parts))


OPERATIONS = frozenset(EXPRESSIONS) | frozenset(STATEMENTS)
STARTS = ("call", "do", "fire")
"""statements that set another body going"""
ASKING = ("value", "permit", "ledger")
READS_COST = ("can_conquer", "conquest_cost")
"""What the list of attempts, and the cost of one, asks by itself."""


def asked_by(node: Expr) -> tuple[str, ...]:
    """Give the hooks that an expression asks."""
    if node[0] in ASKING:
        return (str(node[3]),)
    if node[0] == "attempts":
        return READS_COST
    if node[0] == "get" and node[3] in ("attempt.cost", "attempt.short"):
        return READS_COST[1:]
    return ()


def _brought_by(node: Expr) -> Iterator[str]:
    if node[0] in ("mark", "station"):
        yield node[3]
    elif node[0] == "attach" and node[2][0] == "item":
        yield node[2][1]
    elif node[0] == "attempts" and node[4] is not None:
        yield node[4]
    elif node[0] == "move_n" and str(node[2]).startswith("unit "):
        yield node[2].removeprefix("unit ")
    elif node[0] == "constant":
        yield str(node[3])


def nodes(part: Expr) -> Iterator[Expr]:
    """Yield every expression and statement inside, outer before inner."""
    waiting = [part]
    while waiting:
        here = waiting.pop()
        if here and here[0] in OPERATIONS and len(here) > 1 and isinstance(here[1], int):
            yield here
        waiting.extend(inner for inner in reversed(here) if isinstance(inner, tuple))


def step_id(step: Step) -> str:
    """Give the name by which a step is called."""
    return f"{step.card}.{step.name}" if step.card else step.name


def _things(whole: Whole) -> Iterator[tuple[str, Thing]]:
    yield from ((f"hook {hook.name}", hook) for hook in whole.hooks)
    yield from ((f"step {step_id(step)}", step) for step in whole.steps)
    yield from ((handler.id, handler) for handler in whole.handlers)


def _text(whole: Whole, name: str, thing: Thing) -> Text:
    kind, parts = "step", _NO_PARTS
    if isinstance(thing, Handler):
        kind, parts = thing.form, _parts_of_handler(thing)
    elif isinstance(thing, Hook):
        kind, parts = "hook", (thing.low, thing.high, *(p.default for p in thing.params))
    kept = tuple(part for part in parts if part is not None)
    path = thing.where.path
    lines = whole.sources.get(path, ())
    return Text(thing, name, kind, path, thing.body, kept, whole.spans[name], lines)


_NO_PARTS: tuple[Expr | None, ...] = ()


def _parts_of_handler(handler: Handler) -> tuple[Expr | None, ...]:
    target = handler.target and handler.target[1]
    limit = handler.limit
    return (handler.guard, target, *((limit.n, limit.key) if limit is not None else ()))


def of_handler(whole: Whole, handler: Handler) -> Text:
    """Give the text of a handler."""
    return whole.by_id[handler.id]


def of_hook(whole: Whole, hook: Hook) -> Text:
    """Give the text of a declared hook: base body, range, defaults."""
    return whole.by_id[f"hook {hook.name}"]


def of_step(whole: Whole, step: Step) -> Text:
    """Give the text of a step."""
    return whole.by_id[f"step {step_id(step)}"]


def texts(whole: Whole) -> tuple[Text, ...]:
    """Give every body of the ruleset."""
    return whole.texts


def wanted(whole: Whole) -> Iterator[Text]:
    """Give every body whose own faults are wanted."""
    return (text for text in whole.texts if whole.is_wanted(text.path))
