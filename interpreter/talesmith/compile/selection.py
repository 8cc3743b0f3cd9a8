"""Which heads make a ruleset: its packages and theirs below, its house rules, its maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from attrs import define, field, frozen

from talesmith.compile.beside import beside
from talesmith.compile.library import Library
from talesmith.compile.maps import check_size, size_of
from talesmith.ground.span import Span
from talesmith.names.declared import package_of
from talesmith.names.findings import Findings
from talesmith.syntax import tree


@define
class Selection:
    """The files and heads that belong together."""

    packages: dict[str, int] = field(factory=dict)
    """package and version, the ones below first"""
    own: frozenset[str] = frozenset()
    """packages of the ruleset as it is written; what is added to it for this once is not among them"""
    files: dict[Path, None] = field(factory=dict)
    """files that are read, in order"""
    house_rules: dict[str, None] = field(factory=dict)
    """full names of the house rules in use"""
    maps: dict[str, tree.Map] = field(factory=dict)
    """full name of each board in use"""
    boards: list[tuple[int, tuple[str, ...]]] = field(factory=list)
    """number of players, and the maps that make the board for them"""
    near: tuple[Path, ...] = ()
    """the ruleset's own file, and others beside it, in which names are looked for first"""

    under_work: dict[str, str] = field(factory=dict)
    """full names of the cards in files outside the packages, and their file"""
    opened: list[str] = field(factory=list)
    """packages whose files are being looked through, each over the one before it"""

    def takes(self, head: tree.Card, package: str, path: str) -> bool:
        """Tell whether a head of a read file is part of the ruleset.

        A house rule has to be used; a card under work takes the place of the one in its package.
        """
        full = f"{package}.{head.name.text}"
        if self.under_work.get(full, path) != path:
            return False
        return head.kind.text != "house_rule" or full in self.house_rules


@frozen
class Folder:
    """A package in whose folder a scenario stands, so that it is played with the cards there."""

    package: str
    path: Path | None = None
    """the scenario's own file, if it needs more than the ruleset has: it is there all the same"""


def find_ruleset(library: Library, name: str) -> tuple[tree.Ruleset, str, tuple[Path, ...]] | None:
    """Give a ruleset by short or full name, its package and its file."""
    package, _, short = name.rpartition(".")
    for path in library.files_with("ruleset", short):
        file = library.parsed(path).file
        for top in file.tops:
            is_it = isinstance(top, tree.Ruleset) and top.name.text == short
            if is_it and isinstance(top, tree.Ruleset) and package in ("", package_of(file)):
                return top, package_of(file), (path,)
    return None


def of_packages(packages: tuple[str, ...]) -> tree.Ruleset:
    """Give a ruleset that uses some packages and nothing more."""
    uses = tuple(tree.Use(tree.FullName(None, tree.Word(name)), None) for name in packages)
    return tree.Ruleset(tree.Word(packages[0] if packages else "none"), None, uses)


def select(
    library: Library, ruleset: tree.Ruleset, paths: tuple[Path, ...], findings: Findings,
    folder: Folder | None = None,
) -> Selection:  # fmt: skip
    """Find everything that a ruleset uses, and the cards beside which a scenario stands."""
    chosen = Selection(near=paths)
    for line in ruleset.lines:
        if isinstance(line, tree.Use):
            use(library, chosen, line, findings)
            if line.span.path:
                chosen.own = frozenset(chosen.packages)
    for extra in (*paths, *library.extra):
        if extra not in chosen.files:
            add_file(library, chosen, extra, findings)
    if folder is not None:
        _add_folder(library, chosen, folder, ruleset.name.span, findings)
    for line in ruleset.lines:
        if isinstance(line, tree.UseMap):
            _use_maps(library, chosen, line, findings)
    return chosen


def use(library: Library, chosen: Selection, node: tree.Use, findings: Findings) -> None:
    """Add a package or a house rule."""
    name = node.name.name.text
    if node.name.package is None and name in library.packages():
        add_package(library, chosen, name, node.name.span, findings)
        _check_version(chosen, name, node.version, findings)
    elif _use_house_rule(library, chosen, node, findings):
        return
    elif (hint := _hint(library, chosen, node)) is not None:
        findings.add(
            "T113", node.name.span, what="package or house rule", name=node.name, hint=hint
        )
    else:
        known = (*library.packages(), *_house_rules(library))
        findings.unknown(
            "T113", node.name.span, str(node.name), known, what="package or house rule"
        )


def _hint(library: Library, chosen: Selection, node: tree.Use) -> str | None:
    """Say what to write where a name that cannot be used is known all the same."""
    if find_ruleset(library, str(node.name)) is not None:
        return "a ruleset cannot be used; write its `use` and `map` lines"
    if files := _beside(library, chosen, node.name.name.text):
        return (
            f"to play with the file beside this one, write its name behind that of the ruleset: "
            f"RULESET+{files[0].name}; a package is a folder `cards/{node.name.name}`"
        )
    return None


def _beside(library: Library, chosen: Selection, name: str) -> list[Path]:
    """Give other files beside that of the ruleset which hold what it calls by this name."""
    own = chosen.near[:1]
    return [file for at in own for file in beside(library, at.parent, name) if file != at]


def _check_version(
    chosen: Selection, name: str, version: tree.Number | None, findings: Findings
) -> None:
    if version is not None and version.value != chosen.packages.get(name, 1):
        what = f"version {version.value} of package"
        hint = f"it is version {chosen.packages.get(name, 1)}"
        findings.add("T113", version.span, what=what, name=name, hint=hint)


def add_package(
    library: Library, chosen: Selection, package: str, span: Span, findings: Findings,
    files: Sequence[Path] | None = None,
) -> None:  # fmt: skip
    """Add a package, after those it is `over`; all its files, or some."""
    if package in chosen.opened:
        way = [*chosen.opened[chosen.opened.index(package) :], package]
        findings.add("T114", span, name=package, path=" over ".join(way))
    if package in chosen.opened or package in chosen.packages:
        return
    chosen.opened.append(package)
    files = library.package_files(package) if files is None else files
    version = 1
    for path in files:
        file = library.parsed(path).file
        version = max(version, _version(file))
        _below(library, chosen, file, findings)
    chosen.opened.pop()
    chosen.packages[package] = version
    for path in files:
        chosen.files[path] = None
    if not files:
        findings.unknown("T113", span, package, library.packages(), what="package")


def _add_folder(
    library: Library, chosen: Selection, folder: Folder, span: Span, findings: Findings
) -> None:
    """Add the cards of a folder that need nothing which the game does not have.

    So a card for another game lies beside them and does not bring that game along.
    """
    if folder.path is not None:
        _below(library, chosen, library.parsed(folder.path).file, findings)
    files = [
        path for path in library.package_files(folder.package)
        if path == folder.path or needed_by(library, path) <= chosen.packages.keys()
    ]  # fmt: skip
    add_package(library, chosen, folder.package, span, findings, files)


def needed_by(library: Library, path: Path) -> set[str]:
    """Give the other packages over which the heads of a file lie."""
    file, known = library.parsed(path).file, library.packages()
    overs = (over.name for top in file.tops if isinstance(top, tree.Card) for over in top.over)
    names = {name.name.text for name in overs if name.package is None}
    return {name for name in names if name in known and name != package_of(file)}


def add_file(library: Library, chosen: Selection, path: Path, findings: Findings) -> None:
    """Add a file outside the packages, and the packages it is `over`."""
    file = library.parsed(path).file
    _below(library, chosen, file, findings)
    for top in file.tops:
        if isinstance(top, tree.Card):
            chosen.under_work[f"{package_of(file)}.{top.name.text}"] = str(path)
    chosen.files[path] = None


def _version(file: tree.File) -> int:
    header = file.header
    return header.version.value if header and header.version else 1


def _below(library: Library, chosen: Selection, file: tree.File, findings: Findings) -> None:
    """Add the packages over which the heads of a file lie."""
    for top in file.tops:
        for over in top.over if isinstance(top, tree.Card) else ():
            name = over.name.name.text
            if name == package_of(file) and name in library.packages():
                findings.add("T114", over.name.span, name=name, path=f"{name} over {name}")
            elif over.name.package is None and name in library.packages():
                add_package(library, chosen, name, over.name.span, findings)
                _check_version(chosen, name, over.version, findings)
            elif find_house_rule(library, chosen.near, over.name) is None:
                known = (*library.packages(), *_house_rules(library))
                what = "package or house rule"
                findings.unknown("T113", over.name.span, str(over.name), known, what=what)


def _use_house_rule(
    library: Library, chosen: Selection, node: tree.Use, findings: Findings
) -> bool:
    found = find_house_rule(library, chosen.near, node.name)
    if found is None:
        return False
    path, card, package = found
    add_file(library, chosen, path, findings)
    chosen.house_rules[f"{package}.{card.name.text}"] = None
    return True


def find_house_rule(
    library: Library, near: tuple[Path, ...], name: tree.FullName
) -> tuple[Path, tree.Card, str] | None:
    """Give a house rule, or rules used like one: its file, its head and its package."""
    for head in ("house_rule", "rules"):
        for path, card, package in _heads(library, near, head, name.name.text):
            if name.package is None or name.package.text == package:
                return path, card, package
    return None


def _heads(
    library: Library, near: tuple[Path, ...], head: str, name: str
) -> Iterator[tuple[Path, tree.Card, str]]:
    for path in library.files_with(head, name, near):
        file = library.parsed(path).file
        for top in file.tops:
            if isinstance(top, tree.Card) and (top.kind.text, top.name.text) == (head, name):
                yield path, top, package_of(file)


def _house_rules(library: Library) -> list[str]:
    return [
        top.name.text
        for path in (*library.extra, *library.shelf_files())
        for top in library.parsed(path).file.tops
        if isinstance(top, tree.Card) and top.kind.text == "house_rule"
    ]


def _use_maps(library: Library, chosen: Selection, line: tree.UseMap, findings: Findings) -> None:
    choices = [
        [name for one in board.names if (name := _use_map(library, chosen, one, findings))]
        for board in line.maps
    ]
    if len(choices) > 1 and all(choices):
        largest = [max((chosen.maps[n] for n in names), key=size_of) for names in choices]
        check_size(largest, line.maps[0].span, findings)
    sets = product(*(names for names in choices if names))
    chosen.boards += [(line.players.value, maps) for maps in sets]


def _use_map(
    library: Library, chosen: Selection, name: tree.FullName, findings: Findings
) -> str | None:
    """Take a map into the ruleset; gives its full name, None if there is no such map."""
    found = _find_map(library, chosen.near, name)
    if found is None:
        known = _maps(library, chosen.near)
        findings.unknown("T113", name.span, str(name), known, what="map")
        return None
    chosen.maps[found[0]] = found[1]
    return found[0]


def _maps(library: Library, near: tuple[Path, ...]) -> list[str]:
    return [
        top.name.text
        for path in (*near, *library.extra, *library.shelf_files())
        for top in library.parsed(path).file.tops
        if isinstance(top, tree.Map)
    ]


def _find_map(
    library: Library, near: tuple[Path, ...], name: tree.FullName
) -> tuple[str, tree.Map] | None:
    for path in library.files_with("map", name.name.text, near):
        file = library.parsed(path).file
        package = package_of(file)
        for top in file.tops:
            if not isinstance(top, tree.Map) or top.name.text != name.name.text:
                continue
            if name.package is None or name.package.text == package:
                return f"{package}.{top.name.text}", top
    return None
