"""Which names a statement binds: the slot is in the typed form, the name in the text alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from talesmith.ground.source import SourceText
from talesmith.ruleset.ops import Stmt
from talesmith.syntax import tree
from talesmith.syntax.parse import parse
from talesmith.trace.shots import Name

BINDS = {
    "let": 2, "call": 4, "ask": 5, "option": 4, "number": 5, "choose": 7, "tokens": 7, "order": 4,
    "roll": 4, "pot": 2, "pair": 4, "found": 4, "draw": 3, "do": 4, "secretly": 5, "allot": 8,
}  # fmt: skip
"""where the slot of a name stands that is known behind the statement (see `ruleset.ops`)"""
INSIDE = ("for", "circle", "at_once", "secretly", "allot")
"""statements that bind a name for their own block or condition, always in place 2"""
TARGET = "target"
"""the part of an offer that names what it is for"""
UNPAIR = (("banner", 3, "banner"), ("badge", 4, "badge"))
FIXED = {"ask": "flag", "number": "number", "roll": "number", "pair": "combo", "found": "race",
         "tokens": "troops", "pot": "purse"}  # fmt: skip


def bound_inside(stmt: Stmt) -> list[Name]:
    """The names that are known in the block of a statement alone."""
    if stmt[0] in INSIDE:
        return [Name(stmt[2], _member(stmt[3][2]), at=stmt[1])]
    if stmt[0] != "option":
        return []
    return [
        Name(branch[1], _member(branch[2][2]), at=stmt[1], part=branch[0])
        for branch in stmt[5]
        if branch[1] is not None and branch[2] is not None
    ]


def bound_by(stmt: Stmt) -> list[Name]:
    """The names that are known behind a statement."""
    op, at = stmt[0], stmt[1]
    if op == "unpair":
        return [Name(stmt[place], kind, at=at, part=part) for part, place, kind in UNPAIR]
    if op not in BINDS or stmt[BINDS[op]] is None:
        return []
    part = "result" if op in ("secretly", "allot") else "name"
    return [Name(stmt[BINDS[op]], _type(stmt), at=at, part=part)]


def _member(kind: str) -> str:
    return kind.removeprefix("list ")


def _type(stmt: Stmt) -> str:
    """The type of what a statement binds; empty where only the game knows it."""
    op = stmt[0]
    if op == "let":
        return str(stmt[3][2])
    if op == "choose":
        return str(stmt[4]) if stmt[3] is None else f"list {stmt[4]}"
    if op == "order":
        return str(stmt[2][2])
    if op in ("secretly", "allot"):
        return f"map {_member(stmt[3][2])}"
    if op == "draw":
        return str(stmt[2][2]).removeprefix("stack ")
    return FIXED.get(op, "")


# ---- names as they are written -------------------------------------------------------------------


def written_name(path: str, name: Name) -> str:
    """How a name is written in its text; empty if the text is not there any more."""
    return name.text or _names(path).get((name.at, name.part), "")


@cache
def _names(path: str) -> dict[tuple[int, str], str]:
    """Every name that a statement of a file binds, by its place and part."""
    text = source(path)
    if text is None:
        return {}
    found: dict[tuple[int, str], str] = {}
    for node in tree.walk(parse(text).file):
        at = node.span.line << 12 | node.span.column
        for part in ("name", "result", "banner", "badge"):
            word = getattr(node, part, None)
            if isinstance(word, tree.Word):
                found.setdefault((at, part), word.text)
        each = getattr(node, "for_each", None)
        if isinstance(each, tree.Each):
            found[node.span.line << 12, TARGET] = each.name.text
        if isinstance(node, tree.ChooseOption):
            for option in node.options:
                if option.for_each is not None:
                    found[at, option.title.text] = option.for_each.name.text
    return found


@cache
def source(path: str) -> SourceText | None:
    """The text of a file; None if it cannot be read."""
    try:
        return SourceText.read(Path(path), path)
    except (OSError, ValueError):
        return None
