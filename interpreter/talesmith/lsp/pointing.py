"""From a word to its declaration, to all its uses, and to another name for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.lsp import targets
from talesmith.lsp.positions import holds
from talesmith.lsp.targets import Target
from talesmith.lsp.uses import Use
from talesmith.lsp.workspace import Workspace
from talesmith.names.properties import plural
from talesmith.syntax import tree
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

NAME = re.compile(r"[a-z_][a-z0-9_]*")
GIVEN = ("built in", "game", "function", "type", "implicit", "region", "part", "player")
"""Kinds of word that nobody can rename."""


class RefusedError(ValueError):
    """A word cannot get that name; the message says why, for the person who asked."""


@frozen
class Edit:
    """A text that takes the place of a stretch."""

    span: Span
    text: str


def use_at(workspace: Workspace, path: Path, line: int, column: int) -> Use | None:
    """Give the word at a place, if it means something."""
    found = [use for use in workspace.uses(path) if holds(use.span, line, column)]
    return min(found, key=lambda use: use.span.column != column, default=None)


def definition(workspace: Workspace, path: Path, line: int, column: int) -> Span | None:
    """Give where the word at a place is declared; None for what the language gives."""
    use = use_at(workspace, path, line, column)
    return None if use is None else declared_at(workspace, path, use.target)


def declared_at(workspace: Workspace, path: Path, target: Target) -> Span | None:
    """Give where a target is declared, as seen from a text."""
    if target.kind in ("region", "map", "ruleset"):
        return _on_a_shelf(workspace, path, target)
    if target.kind in ("local", "part"):
        own = (u.span for u in workspace.uses(path) if u.declares and u.target == target)
        return next(own, None) or _elsewhere(workspace, path, target)
    place = targets.declared(target, workspace.vocabulary(path))
    return None if place is None else place.span


def _elsewhere(workspace: Workspace, path: Path, target: Target) -> Span | None:
    if target.kind == "local":
        return None
    hook = targets.declared(
        Target("hook", target.full.partition(".")[0]), workspace.vocabulary(path)
    )
    near = (Path(hook.span.path),) if hook else ()
    others = workspace.mentioning(target.name, _packages(workspace, path))
    for other in dict.fromkeys((*near, *others)):
        for use in workspace.uses(other):
            if use.declares and use.target == target:
                return use.span
    return None


def _packages(workspace: Workspace, path: Path) -> tuple[Path, ...]:
    return workspace.checks(path).library.all_files()


def _on_a_shelf(workspace: Workspace, path: Path, target: Target) -> Span | None:
    """Find a board, a region of one or a ruleset, none of which the checker looks up by words."""
    library = workspace.checks(path).library
    for file in dict.fromkeys((path, *library.shelf_files())):
        source = library.text(file)
        if source is None or target.name not in source.text:
            continue
        for top in library.parsed(file).file.tops:
            for name in _names(top, target.kind):
                if name.text == target.name:
                    return name.span
    return None


def _names(top: tree.Node, kind: str) -> Iterator[tree.Word]:
    if isinstance(top, tree.Map):
        if kind == "map":
            yield top.name
        if kind == "region":
            yield from (line.name for line in top.lines if isinstance(line, tree.MapRegion))
    if isinstance(top, tree.Ruleset) and kind == "ruleset":
        yield top.name


# ---- references and renaming ---------------------------------------------------------------------


def references(
    workspace: Workspace, path: Path, line: int, column: int, *, declaration: bool = True
) -> list[Span]:
    """Give every place that means the same as the word at a place, in all texts."""
    use = use_at(workspace, path, line, column)
    found = [] if use is None else _same(workspace, path, use.target)
    return [one.span for one in found if declaration or not one.declares]


def _same(workspace: Workspace, path: Path, target: Target) -> list[Use]:
    if target.kind == "local":
        return [use for use in workspace.uses(path) if use.target == target]
    files = workspace.mentioning(target.name, _packages(workspace, path))
    return [use for file in files for use in workspace.uses(file) if use.target == target]


def nameable(workspace: Workspace, path: Path, line: int, column: int) -> Span:
    """Give the word that would be renamed at a place.

    Raises RefusedError when there is none, or when it is not the person's own.
    """
    return _renamed(workspace, path, line, column).span


def _renamed(workspace: Workspace, path: Path, line: int, column: int) -> Use:
    """Give the word that would be renamed at a place.  Raises RefusedError."""
    use = use_at(workspace, path, line, column)
    if use is None:
        raise RefusedError("there is no name here that could be changed")
    if use.target.kind in GIVEN:
        raise RefusedError(f"`{written(workspace, use.span)}` is a word that cannot be renamed")
    span = declared_at(workspace, path, use.target)
    if span is not None and not workspace.is_own(Path(span.path)):
        raise RefusedError(f"`{use.target.name}` is declared outside of this workspace")
    return use


def rename(workspace: Workspace, path: Path, line: int, column: int, name: str) -> list[Edit]:
    """Give the edits, in all texts, that give the word at a place another name.

    Raises RefusedError when the new one is no name or taken, or when a use lies in a text that is
    not the person's own.
    """
    use = _renamed(workspace, path, line, column)
    if not NAME.fullmatch(name):
        raise RefusedError(f"`{name}` is no name: small letters, digits and `_`, no digit first")
    old = written(workspace, use.span).removeprefix(
        targets.AFTER if use.target.kind == "hook" else ""
    )
    if name == old:
        return []
    _refuse_taken(workspace, path, use.target, name)
    edits = [_edit(workspace, one, old, name) for one in _same(workspace, path, use.target)]
    for edit in edits:
        if not workspace.is_own(Path(edit.span.path)):
            where = Path(edit.span.path).name
            raise RefusedError(f"`{old}` is also used in {where}, outside of this workspace")
    return edits


def _edit(workspace: Workspace, use: Use, old: str, name: str) -> Edit:
    """Give the edit of one use, which may be the name in another form."""
    word = written(workspace, use.span)
    if word == old:
        return Edit(use.span, name)
    if word == targets.AFTER + old:
        return Edit(use.span, targets.AFTER + name)
    if word == plural(old):
        return Edit(use.span, plural(name))
    where = f"{Path(use.span.path).name}, line {use.span.line}"
    raise RefusedError(f"`{word}` stands for `{old}` in {where}: that has to be changed by hand")


def written(workspace: Workspace, span: Span) -> str:
    """Give what stands at a stretch."""
    return workspace.source(Path(span.path)).stretch(span)


def _refuse_taken(workspace: Workspace, path: Path, target: Target, name: str) -> None:
    if name in keywords(parser()):
        raise RefusedError(f"`{name}` is a word of the language")
    for file in workspace.mentioning(name, (path,)):
        for use in workspace.uses(file):
            if _meet(use.target, target, name) and written(workspace, use.span) == name:
                where = f"{Path(use.span.path).name}, line {use.span.line}"
                raise RefusedError(f"`{name}` has a meaning already: {where}")
    if target.kind not in ("local", "parameter") and _is_known(workspace, path, target, name):
        raise RefusedError(f"`{name}` has a meaning already")


def _is_known(workspace: Workspace, path: Path, target: Target, name: str) -> bool:
    """Tell whether the words of the language have that name for a thing like this."""
    known = workspace.vocabulary(path)
    if target.kind == "word":
        return name in known.words.get(target.full.rpartition(".")[0], {})
    return name in known.hooks or bool(known.all(target.kind).get(name)) or known.is_type(name)


def _meet(one: Target, other: Target, name: str) -> bool:
    """Tell whether a word that is there already could be taken for the renamed one."""
    inner = ("local", "parameter")
    if other.kind == "parameter":
        return one.full == f"{other.full.rpartition('.')[0]}.{name}" or one.kind == "local"
    if other.kind == "local":
        return one.kind in (*inner, "implicit", "game") and other.full.startswith(_path_of(one))
    return one.kind == other.kind and one.full == f"{other.full.rpartition('.')[0]}.{name}"


def _path_of(one: Target) -> str:
    """Give the text in which a local name is bound; other names may stand in any."""
    return one.full.partition(":")[0] if one.kind == "local" else ""
