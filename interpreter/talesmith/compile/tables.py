"""Scenarios with a table, one for each row: the names of the columns give way to the row's words.

A column's name stands for a word wherever a word of the position can stand: a value, the thing a
group is about, a player or a word of an answer, a name in an expression.  Names of properties,
behind a dot or inside a group, are never taken for columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import attrs
from attrs import evolve

from talesmith.syntax import tree

Row = Mapping[str, tree.PlayWord]
N = TypeVar("N", bound=tree.Node)


def expanded(scenario: tree.Scenario) -> tuple[tuple[str, tree.Scenario], ...]:
    """Give the scenario once for each row of its tables, with the row in words.

    A scenario without a table comes back alone, with an empty text.
    """
    for number, line in enumerate(scenario.lines):
        if isinstance(line, tree.Table):
            before, after = scenario.lines[:number], scenario.lines[number + 1 :]
            found = []
            for row in line.rows:
                lines = (*before, *_lines(line, row), *after)
                for label, one in expanded(evolve(scenario, lines=lines)):
                    found.append((", ".join(filter(None, (_label(row), label))), one))
            return tuple(found)
    return (("", scenario),)


def _label(row: tree.Row) -> str:
    return ", ".join(_spelled(word) for word in row.words)


def _spelled(word: tree.PlayWord) -> str:
    return str(word.value) if isinstance(word, tree.Number) else str(word)


def _lines(table: tree.Table, row: tree.Row) -> tuple[tree.ScenarioLine, ...]:
    pairs = zip(table.names, row.words, strict=False)
    words = {name.text: word for name, word in pairs}
    return tuple(_in(line, words) for line in table.lines)


def _in(node: N, row: Row) -> N:
    """Give a node with the words of a row in it."""
    changes = {}
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if field.name in _NAMES.get(type(node), ()):
            continue
        new = _changed(value, row)
        if isinstance(value, tree.Word) and field.name == "player":
            new = _word(value, row)
        if new is not value:
            changes[field.name] = new
    return evolve(node, **changes) if changes else node


_NAMES: dict[type, tuple[str, ...]] = {
    tree.GivenFact: ("path",),
    tree.Call: ("source",),
}
"""Parts of a node that are names of properties and hooks, never columns."""


def _changed(value: Any, row: Row) -> Any:
    if isinstance(value, tuple):
        new = tuple(_changed(part, row) for part in value)
        same = all(a is b for a, b in zip(value, new, strict=True))
        return value if same else new
    if isinstance(value, tree.FullName):
        return _full(value, row)
    if isinstance(value, tree.Name):
        return _name(value, row)
    if isinstance(value, tree.GivenGroup):
        return _group(value, row)
    return _in(value, row) if isinstance(value, tree.Node) else value


def _full(value: tree.FullName, row: Row) -> tree.PlayWord:
    word = row.get(value.name.text) if value.package is None else None
    return value if word is None else evolve(word, span=value.span)


def _name(value: tree.Name, row: Row) -> tree.Expression:
    word = row.get(value.text)
    if isinstance(word, tree.Number):
        return evolve(word, span=value.span)
    if isinstance(word, tree.FullName) and word.package is not None:
        package = tree.Name(word.package.text, span=value.span)
        return tree.Attribute(package, word.name, span=value.span)
    return tree.Name(str(word), span=value.span) if word is not None else value


def _word(value: tree.Word, row: Row) -> tree.Word:
    word = row.get(value.text)
    return value if word is None else tree.Word(_spelled(word), span=value.span)


def _group(value: tree.GivenGroup, row: Row) -> tree.GivenGroup:
    """The outermost path names a thing; the paths inside name its properties."""
    path = _name(value.path, row) if isinstance(value.path, tree.Name) else value.path
    facts = tuple(_in(fact, row) for fact in value.facts if isinstance(fact, tree.GivenFact))
    groups = tuple(
        evolve(group, facts=tuple(_changed(f, row) for f in group.facts))
        for group in value.facts
        if isinstance(group, tree.GivenGroup)
    )
    return evolve(value, path=path, facts=(*facts, *groups))
