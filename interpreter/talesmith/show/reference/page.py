"""The page of the reference: one table for each kind of word."""

from collections.abc import Iterable, Iterator, Sequence

from talesmith.names.functions import FUNCTIONS as USAGE
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook, Ruleset, Step
from talesmith.ruleset.vocabulary import GAME, PROPERTIES, SETTABLE, SETTABLE_GAME, WINDOWS
from talesmith.show.english.book import Book
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import Name
from talesmith.show.reference.parts import rows as parts
from talesmith.show.reference.spelled import bounds, kind_of, meaning, own_roles, signature
from talesmith.show.reference.tables import FORMS, FUNCTIONS, STATEMENTS, TYPES

HEAD = """# Reference

Every word of Tale under the rules of {name}. This page is written from the tables of the
machine and from the rules files; a test compares it with them.
"""

KINDS = {
    "value": "Value hooks: asked at any time, changed in layers; also called like functions",
    "permission": "Permission hooks: hold unless a `forbid` stands that nothing `waive`s",
    "ledger": "Ledger hooks: lines of income",
    "moment": "Moments: when effects happen",
    "point": "Points: where offers appear",
    "action": "Actions: recorded; each gives `instead of NAME` and `after_NAME`",
}


def reference(ruleset: Ruleset) -> str:
    """Return the page for a ruleset."""
    parts = [HEAD.format(name=ruleset.name), *_python(ruleset), *_rules(ruleset)]
    return "\n".join(parts)


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table under its title; bars inside a cell are escaped."""
    lines = [f"## {title}\n", _row(heads), _row(["---"] * len(heads))]
    return "\n".join([*lines, *(_row(row) for row in rows)]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _python(ruleset: Ruleset) -> Iterator[str]:
    """Yield the words that Python gives to the language."""
    heads = ["part", "stands in", "for", "example"]
    yield _table('Parts of a card: `KIND NAME "Title" over PACKAGE { parts }`', heads, parts())
    yield _table("Types", ["type", "values"], ((f"`{n}`", m) for n, m in TYPES.items()))
    rows = ((f"`{usage.usage}`", FUNCTIONS[name]) for name, usage in USAGE.items())
    yield _table("Functions", ["function", "meaning"], rows)
    yield _table("Expressions", ["form", "meaning"], ((f"`{n}`", m) for n, m in FORMS.items()))
    verbs = ((f"`{usage}`", meaning) for usage, meaning in STATEMENTS.values())
    yield _table("Statements and lines", ["form", "meaning"], verbs)
    yield _table("Constants of the game", ["name", "type", ""], _constants())
    yield _table("Properties", ["property", "type", "", "in English"], _properties(ruleset))
    windows = ((f"`this {window}`",) for window in WINDOWS)
    yield _table("Windows of `past`", ["window"], windows)


def _constants() -> Iterator[Sequence[str]]:
    for name, kind in GAME.items():
        yield f"`{name}`", _type(kind), "can be set" if name in SETTABLE_GAME else ""


def _properties(ruleset: Ruleset) -> Iterator[Sequence[str]]:
    scene = Scene(Book.of(ruleset), "")
    for name, kind in PROPERTIES.items():
        holder = name.partition(".")[0]
        scene.slots[0] = Entity(Group(holder), Name(f"the {holder}"))
        e: Expr = ("get", 0, kind.rstrip("?"), name, ("local", 0, holder, 0))
        said = "" if kind == "flag" or name == "pool.tokens" else str(scene.name(e))
        yield f"`{name}`", _type(kind), "can be set" if name in SETTABLE else "", said


def _type(kind: str) -> str:
    return f"`{kind_of(kind)}`"


def _rules(ruleset: Ruleset) -> Iterator[str]:
    """Yield the words that the rules declare."""
    book = Book.of(ruleset)
    for kind, title in KINDS.items():
        hooks = sorted((h for h in ruleset.hooks if h.kind == kind), key=lambda h: h.name)
        rows = (
            (f"`{signature(h)}`", ", ".join(own_roles(h)), bounds(book, h), meaning(book, h))
            for h in hooks
        )
        yield _table(title, ["hook", "own role", "range", "in English"], rows)
    steps = sorted((s for s in ruleset.steps if s.card is None), key=lambda s: s.name)
    yield _table("Steps", ["step"], ((f"`{signature(s)}`",) for s in steps))
    words = (
        (f"`{name}`", ", ".join(f"`{w.id}` {w.name}".strip() for w in group))
        for name, group in ruleset.words
        if name in _spoken_of(ruleset)
    )
    yield _table("Words", ["set", "words"], words)
    printed = ((f"`{name}`", _type(kind)) for name, kind in ruleset.properties)
    yield _table("Printed values", ["value", "type"], printed)
    keys = (
        (f"`{k.name}`", k.title, ", ".join(f"`{value}`" for value in k.values))
        for k in ruleset.keys
    )
    yield _table("Keys: the first value is the usual one", ["key", "ruling", "values"], keys)
    yield _table("States, stacks, dice, natives", ["name", "what"], _stored(ruleset))


def _spoken_of(ruleset: Ruleset) -> set[str]:
    """Return the word sets that rules compute with; the others are texts for people."""
    kinds = [*PROPERTIES.values(), *(kind for _, kind in ruleset.properties)]
    kinds += [state.type for state in ruleset.states]
    declared: tuple[Hook | Step, ...] = (*ruleset.hooks, *ruleset.steps)
    for thing in declared:
        kinds += [thing.type, *(param.type for param in thing.params)]
    return {"symbol", *(kind.rstrip("?").removeprefix("word ") for kind in kinds)}


def _stored(ruleset: Ruleset) -> Iterator[Sequence[str]]:
    for state in ruleset.states:
        anew = f", anew each {state.reset}" if state.reset else ""
        yield f"`{state.id}`", f"state of each {state.holder}: `{state.type}`{anew}"
    for stack in ruleset.stacks:
        whose = " of each race" if stack.on_race else ""
        yield f"`{stack.name}`", f"{'hidden ' if stack.hidden else ''}stack of {stack.thing}{whose}"
    for die in ruleset.dice:
        yield f"`{die.name}`", f"die with {', '.join(map(str, die.faces))}"
    for natives in ruleset.natives:
        yield f"`{natives.id}`", f"natives, {natives.supply} tokens"
