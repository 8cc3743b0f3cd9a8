"""What the checks of this package look at: all handlers, hooks and steps in their typed form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

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

    def is_wanted(self, path: str) -> bool:
        """Tell whether what is wrong in a file alone is wanted."""
        return self.near in ("", path)

    @cached_property
    def by_id(self) -> dict[str, Text]:
        """Every body of the ruleset: handlers by id, `hook NAME`, `step NAME`."""
        found = [_hook(self, hook) for hook in self.hooks]
        found += [_step(self, step) for step in self.steps]
        found += [_handler(self, handler) for handler in self.handlers]
        return {text.id: text for text in found}

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every body of the ruleset."""
        return tuple(self.by_id.values())

    def span(self, path: str, node: Expr) -> Span:
        """Give the place of a typed node: the word with which it begins."""
        line, column = line_of(node), column_of(node)
        lines = self.sources.get(path, ())
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        end = column
        while end <= len(text) and (text[end - 1].isalnum() or text[end - 1] == "_"):
            end += 1
        return Span(path, line, column, line, max(end, column + 1))


@frozen(slots=False)
class Text:
    """One body with everything that belongs to it: guard, target, limit, defaults."""

    id: str
    kind: str
    """hook, step, or the form of a handler"""
    path: str
    body: Body
    parts: tuple[Expr, ...]
    """guard, target and the like"""
    span: Span

    @cached_property
    def statements(self) -> tuple[Expr, ...]:
        """Every expression and statement of the body, outer before inner."""
        return tuple(nodes(self.body))

    @cached_property
    def nodes(self) -> tuple[Expr, ...]:
        """The same with those of guard, target, limit and defaults."""
        return (*self.statements, *nodes(self.parts))


OPERATIONS = frozenset(EXPRESSIONS) | frozenset(STATEMENTS)


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


def _handler(whole: Whole, handler: Handler) -> Text:
    parts = [handler.guard, handler.target and handler.target[1]]
    if handler.limit is not None:
        parts += [handler.limit.n, handler.limit.key]
    kept = tuple(part for part in parts if part is not None)
    span = whole.spans[handler.id]
    return Text(handler.id, handler.form, handler.where.path, handler.body, kept, span)


def _hook(whole: Whole, hook: Hook) -> Text:
    parts = [hook.low, hook.high, *(p.default for p in hook.params)]
    kept = tuple(part for part in parts if part is not None)
    span = whole.spans[f"hook {hook.name}"]
    return Text(f"hook {hook.name}", "hook", hook.where.path, hook.body, kept, span)


def _step(whole: Whole, step: Step) -> Text:
    name = step_id(step)
    span = whole.spans[f"step {name}"]
    return Text(f"step {name}", "step", step.where.path, step.body, (), span)


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
