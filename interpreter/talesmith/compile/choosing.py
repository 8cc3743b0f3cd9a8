"""Which ruleset is meant by a name, a file, a package, or by `GAME+MORE+MORE`.

What stands behind a `+` is added to the game for this once: a house rule, a package, a file with
cards and house rules, or the value of a key and which cards are in play (`narrowing`).  The whole is the name of the ruleset, so that a save or transcript names it
too and can be played again.
"""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from talesmith.compile.library import Library
from talesmith.compile.narrowing import SIGN, full_name, line_of, spoken
from talesmith.compile.selection import find_house_rule, find_ruleset, of_packages
from talesmith.names.declared import package_of
from talesmith.syntax import tree

Choice = tuple[tree.Ruleset, str, tuple[Path, ...]]
"""A ruleset, its package, and its file and those that are added, if there are any."""

JOIN = "+"


def choose(library: Library, name: str) -> Choice | None:
    """Give the ruleset of that name, path or package, with what is added to it."""
    first, *more = name.split(JOIN)
    chosen = _alone(library, first)
    for one in more:
        chosen = chosen and _joined(library, chosen, one)
    return chosen


def _alone(library: Library, name: str) -> Choice | None:
    path = Path(name)
    if path.suffix == ".tale":
        if not path.is_file():
            return None
        file = library.parsed(path).file
        rulesets = [top for top in file.tops if isinstance(top, tree.Ruleset)]
        return (rulesets[0], package_of(file), (path,)) if rulesets else None
    found = find_ruleset(library, name)
    if found is not None:
        return found
    if name in library.packages():
        return of_packages((name,)), name, ()
    return None


def _joined(library: Library, chosen: Choice, name: str) -> Choice | None:
    node, package, paths = chosen
    path = Path(name)
    if SIGN in name:
        lines = (*node.lines, line_of(name))
        return evolve(_with(node, [], name, spoken(name)), lines=lines), package, paths
    if path.suffix != ".tale":
        wanted = full_name(tree.Word(name))
        head = find_house_rule(library, paths, wanted)
        return _with(node, [wanted], name, said_title(head[1]) if head else name), package, paths
    if not path.is_file():
        return None
    file = library.parsed(path).file
    home = tree.Word(package_of(file))
    uses = [tree.FullName(home, tree.Word(one)) for one in house_rules_in(file)]
    return _with(node, uses, name, path.stem), package, (*paths, path)


def house_rules_in(file: tree.File) -> list[str]:
    """Give the names of the house rules that stand in a file."""
    heads = [top for top in file.tops if isinstance(top, tree.Card)]
    return [head.name.text for head in heads if head.kind.text == "house_rule"]


def _with(node: tree.Ruleset, uses: list[tree.FullName], name: str, title: str) -> tree.Ruleset:
    lines = (*node.lines, *(tree.Use(one, None) for one in uses))
    whole = tree.Text(f"{said_title(node)} + {title}")
    return evolve(node, name=tree.Word(f"{node.name}{JOIN}{name}"), title=whole, lines=lines)


def said_title(node: tree.Ruleset | tree.Card | tree.Map) -> str:
    """Give the title that is written, or the name as it stands."""
    return node.title.text if node.title is not None else node.name.text
