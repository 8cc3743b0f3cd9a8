"""What an editor shows about a word: what it is, its type, its rule, and its English."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.lsp import targets
from talesmith.lsp.pointing import declared_at, use_at, written
from talesmith.lsp.targets import Target
from talesmith.lsp.uses import Use
from talesmith.lsp.workspace import Workspace
from talesmith.names.declared import CARD_KINDS
from talesmith.names.functions import FUNCTIONS
from talesmith.names.types import spoken
from talesmith.ruleset.parts import Ruleset
from talesmith.ruleset.vocabulary import GAME, PROPERTIES
from talesmith.show.english import UnsayableError, describe
from talesmith.show.english.book import Book
from talesmith.show.english.rules import declaration
from talesmith.show.hooks import whose
from talesmith.show.reference.spelled import bounds, meaning, signature
from talesmith.syntax import tree

CARDS = (*CARD_KINDS, "rules", "house_rule")
MOST_CARD = 1200
"""so many characters of the English of a card are shown"""


@frozen
class Told:
    """A text in Markdown about the word at a span."""

    text: str
    span: Span


def hover(workspace: Workspace, path: Path, line: int, column: int) -> Told | None:
    """Tell about the word at a place; None when it means nothing."""
    use = use_at(workspace, path, line, column)
    if use is None:
        return None
    parts = [part for part in _parts(workspace, path, use) if part]
    return Told("\n\n".join(parts), use.span)


def _parts(workspace: Workspace, path: Path, use: Use) -> list[str]:
    target = use.target
    if target.kind == "function":
        return [_code(FUNCTIONS[target.full].usage.replace("` or `", "\n"))]
    if target.kind in ("built in", "game"):
        return [_code(f"{target.full}: {_type(_given(target))}"), _kind(target)]
    if target.kind in ("local", "parameter", "implicit", "region", "type"):
        return [_code(_with_type(workspace, use)), _kind(target)]
    span = declared_at(workspace, path, target)
    first = _code(_first_line(workspace, span)) if span else _code(target.name)
    rule = _rule(workspace, span) if span else ""
    return [first, *_english(workspace, path, target, span), rule]


def _with_type(workspace: Workspace, use: Use) -> str:
    name = written(workspace, use.span)
    return f"{name}: {_type(use.type)}" if use.type else name


def _code(text: str) -> str:
    return f"```tale\n{text}\n```"


def _type(kind: str) -> str:
    return kind.replace("word ", "").replace("list ", "list of ")


def _given(target: Target) -> str:
    return PROPERTIES.get(target.full) or GAME.get(target.full, "")


KINDS = {
    "built in": "a property that the language gives",
    "game": "a constant of the game",
    "local": "a name bound in this text",
    "implicit": "a name that is always known here",
    "region": "a region of the board",
    "type": "a type of the language",
}


def _kind(target: Target) -> str:
    if target.kind == "parameter":
        return f"a parameter of `{target.full.rpartition('.')[0]}`"
    return KINDS[target.kind]


def _first_line(workspace: Workspace, span: Span) -> str:
    """Give the line of a declaration, up to its body."""
    line = workspace.source(Path(span.path)).line(span.line)
    return line.partition("//")[0].split("{ ")[0].strip().removesuffix("{").strip()


def _rule(workspace: Workspace, span: Span) -> str:
    """Give the ids of the rules that stand beside a declaration, or that its card cites."""
    parsed = workspace.parsed(Path(span.path))
    beside = [c.text.lstrip("/ ") for c in parsed.comments if c.span.line == span.line]
    for top in parsed.file.tops:
        if isinstance(top, tree.Card) and top.name.span == span:
            lines = (member for member in top.members if isinstance(member, tree.Cites))
            beside += [rule.text for line in lines for rule in line.rules]
    return f"Rule: {', '.join(beside)}" if beside else ""


def _english(workspace: Workspace, path: Path, target: Target, span: Span | None) -> list[str]:
    home = path if span is None or target.kind in ("hook", "step") else Path(span.path)
    ruleset = workspace.ruleset(home)
    try:
        if target.kind == "hook":
            return _of_hook(ruleset, target)
        if target.kind in CARDS:
            return [_cut(describe(ruleset, target.full, rulings=False))]
        if target.kind == "step":
            book = Book.of(ruleset)
            return [" ".join(declaration(book, book.step(target.full)))]
    except (UnsayableError, KeyError, StopIteration):
        return []  # the text has mistakes, so there is no English of it
    if target.kind == "part":
        return [f"a reason of `{target.full.rpartition('.')[0]}`"]
    place = targets.declared(target, workspace.vocabulary(path))
    title = getattr(place.node, "title", None) if place else None
    return [f"“{title}”"] if title else [_spoken(target)]


def _spoken(target: Target) -> str:
    if target.kind == "word":
        return f"{spoken('word ' + target.full.rpartition('.')[0])}"
    return target.kind


def _of_hook(ruleset: Ruleset, target: Target) -> list[str]:
    book = Book.of(ruleset)
    hook = book.hook(target.full)
    told = [f"**{hook.kind}** `{signature(hook)}`", f"{meaning(book, hook)}."]
    told.append(f"Whose: {whose(hook)}.")
    if bounds(book, hook):
        told.append(f"Range: {bounds(book, hook)}.")
    if hook.body:
        told.append(f"Rules: {' '.join(declaration(book, hook))}")
    return told


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CARD else f"{text[:MOST_CARD].rpartition(' ')[0]} ..."
