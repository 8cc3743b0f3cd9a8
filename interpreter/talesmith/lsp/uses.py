"""Every word of a text that means something, with what it means.

Two sources: the checker tells of each expression that it resolves, with the names around it; the
tree shows the words that stand where only one kind of thing can stand.  A word that means nothing
to the checker has no use, so a text full of mistakes has fewer of them and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import define, field, frozen

from talesmith.compile.check import Checks
from talesmith.ground.span import Span
from talesmith.lsp import targets
from talesmith.lsp.heads import Heads
from talesmith.lsp.roles import words_with_roles
from talesmith.lsp.targets import Target
from talesmith.names.declared import declared_in, home_of, package_of
from talesmith.names.functions import FUNCTIONS
from talesmith.names.scope import Bound, Home, Scope
from talesmith.names.types import UNKNOWN
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed


@frozen
class Use:
    """A word at a place, and what it means; `type` is that of its value, if it has one."""

    span: Span
    target: Target
    type: str = ""
    declares: bool = False


@frozen
class Heard:
    """An expression that the checker has resolved."""

    node: tree.Expression
    names: Mapping[str, Bound]
    """as they were then: a name that is bound further on is not yet among them"""
    want: str | None
    found: Expr


@define
class Ear:
    """Notes every expression."""

    heard: list[Heard] = field(factory=list)

    def __call__(self, node: tree.Expression, scope: Scope, want: str | None, found: Expr) -> None:
        """Note one."""
        self.heard.append(Heard(node, dict(scope.names), want, found))


def uses_in(checks: Checks, path: Path) -> tuple[Use, ...]:
    """Give the uses of a text in its order."""
    ear, parsed = Ear(), checks.library.parsed(path)
    vocabulary = checks.heard(path, ear)
    heads = Heads.of(parsed.file, vocabulary)
    found: dict[Span, Use] = {}
    for use in (
        *_declared(parsed, vocabulary),
        *_by_role(parsed, vocabulary),
        *(use for one in ear.heard for use in _spoken(one, vocabulary, heads)),
    ):
        if use.span not in found and _is_written(use, parsed):
            found[use.span] = use
    return tuple(sorted(found.values(), key=_place))


def _place(use: Use) -> tuple[int, int, int]:
    """Give where a use stands in its text, in one line of it."""
    return use.span.line, use.span.column, use.span.end_column


def _is_written(use: Use, parsed: Parsed) -> bool:
    """Tell whether the words of a use stand there: a row of a table stands for its column."""
    return use.span.path == parsed.source.path and use.span.line == use.span.end_line


def _declared(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Use]:
    for one in declared_in(parsed.file):
        target = targets.of_declared(one)
        yield Use(one.span, target, declares=True)
        if one.kind in ("words", "more words"):
            for entry in one.node.entries:
                full = f"{one.name}.{entry.name}"
                yield Use(entry.name.span, Target("word", full), f"word {one.name}", declares=True)
        owner = target.full
        if owner not in vocabulary.hooks and owner not in vocabulary.signatures:
            continue
        for parameter in getattr(one.node, "parameters", ()):
            full = f"{owner}.{parameter.name}"
            kind = parameter.type.name.text
            yield Use(parameter.name.span, Target("parameter", full), kind, declares=True)


def _by_role(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Use]:
    package = package_of(parsed.file)
    for top in parsed.file.tops:
        home = Home(package, "", "scenario")
        if isinstance(top, tree.Card):
            home = home_of(top, package)
        for word, kinds in words_with_roles(top):
            for kind in kinds:
                target = targets.found_as(kind, str(word), home, vocabulary)
                if target is not None:
                    yield Use(_last(word), target)
                    break
        for node in tree.walk(top):
            if isinstance(node, tree.Hook):
                yield from _permission_parts(node)


def _permission_parts(hook: tree.Hook) -> Iterator[Use]:
    for line in tree.walk(hook):
        if isinstance(line, tree.Waive):
            yield Use(line.part.span, Target("part", f"{hook.name}.{line.part}"))


def _last(word: tree.Node) -> Span:
    return word.name.span if isinstance(word, tree.FullName) else word.span


def _spoken(one: Heard, vocabulary: Vocabulary, heads: Heads) -> Iterator[Use]:
    node, kind = one.node, str(one.found[2])
    if kind == UNKNOWN:
        return
    if isinstance(node, tree.Name):
        yield from _name(one, node, vocabulary, heads)
    elif isinstance(node, tree.Call) and isinstance(node.source, tree.Name):
        yield from _called(node, node.source, kind, vocabulary)
    elif isinstance(node, tree.OneOf):
        yield from _choices(node, one, vocabulary)
    elif isinstance(node, tree.Attribute | tree.Has):
        target = targets.of_expression(one.found, vocabulary)
        if target is not None:
            is_attribute = isinstance(node, tree.Attribute)
            span = node.name.span if isinstance(node, tree.Attribute) else _last(node.thing)
            yield Use(span, target, kind if is_attribute else "")


def _called(node: tree.Call, source: tree.Name, kind: str, vocabulary: Vocabulary) -> Iterator[Use]:
    target = targets.of_hook(source.text, vocabulary)
    if target is None and source.text in FUNCTIONS:
        target = Target("function", source.text)
    if target is not None:
        yield Use(source.span, target, kind)
    yield from _arguments(node, target)


def _name(one: Heard, node: tree.Name, vocabulary: Vocabulary, heads: Heads) -> Iterator[Use]:
    kind, text = str(one.found[2]), node.text
    bound = one.names.get(text)
    if bound is None or bound.expr[0] != one.found[0] or bound.expr[3:] != one.found[3:]:
        target = targets.of_expression(one.found, vocabulary)
        if target is not None:
            yield Use(node.span, target, kind)
        return
    if one.found[0] == "constant":
        target = targets.of_expression(one.found, vocabulary)
        if target is None or target.kind == "player":
            target = Target("implicit", text)
        yield Use(node.span, target, kind)
        return
    target = targets.bound_as(bound, text)
    if target.kind == "implicit":
        target = heads.parameter(node.span, text) or target
    elif bound.span is not None:
        declared = heads.parameter_at(bound.span)
        if declared is not None:
            target = declared
        else:
            yield Use(bound.span, target, kind, declares=True)
    yield Use(node.span, target, kind)


def _choices(node: tree.OneOf, one: Heard, vocabulary: Vocabulary) -> Iterator[Use]:
    for expr in _parts(one.found):
        target = targets.of_expression(expr, vocabulary)
        for choice in node.choices if target is not None else ():
            if choice.name.text == target.name:  # type: ignore[union-attr]
                yield Use(choice.name.span, target, str(expr[2]))  # type: ignore[arg-type]


def _parts(found: Expr) -> Iterator[Expr]:
    for part in found[4]:
        if isinstance(part, tuple) and part and part[0] in ("word", "constant", "natives"):
            yield part


def _arguments(node: tree.Call, target: Target | None) -> Iterator[Use]:
    for argument in node.arguments:
        if isinstance(argument, tree.NamedArgument) and target is not None:
            full = f"{target.full}.{argument.name}"
            yield Use(argument.name.span, Target("parameter", full))
