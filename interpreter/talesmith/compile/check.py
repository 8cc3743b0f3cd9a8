"""`check_paths`: every finding about some files, each in the context of its package's rules.

A file in the folder of a package with rules is checked together with that package.  Any other file
is added to the packages it is `over`, or to those of its own rulesets, else to package `base` alone,
and to the cards of its own package that need no more: it may be a card under work, a house rule, or
a page's example.  Scenarios are checked against the ruleset they are played under.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve

from talesmith.compile.assemble import assemble, lay_over
from talesmith.compile.cards import FORMS
from talesmith.compile.cites import check_cites, known_ids
from talesmith.compile.context import Writer
from talesmith.compile.elsewhere import with_hint
from talesmith.compile.gathered import Gathered
from talesmith.compile.library import Library
from talesmith.compile.maps import write_map
from talesmith.compile.mended import with_fixes
from talesmith.compile.played import Played
from talesmith.compile.program import (
    Part,
    Program,
    build_program,
    has_board,
    judged,
    part_of,
    together,
    vocabulary_of,
    whole_around,
    write,
)
from talesmith.compile.scenarios import Checker, rows_of, ruleset_of, words_of
from talesmith.compile.selection import Folder, Selection, add_file, of_packages
from talesmith.compile.shelves import files_at
from talesmith.compile.silenced import silenced, without_silenced
from talesmith.compile.standing import Context, Standing
from talesmith.diagnose.diagnostic import Diagnostic, Place, in_reading_order, without_order
from talesmith.ground.source import SourceText
from talesmith.names.building import build
from talesmith.names.declared import package_of
from talesmith.names.findings import Findings
from talesmith.names.resolve import Listener, Resolver
from talesmith.names.scope import Home
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

MOST_KEPT = 256
"""vocabularies of everything but one file that are kept"""


def check_paths(
    paths: Sequence[Path], roots: Sequence[Path], *, order: bool = False
) -> list[Diagnostic]:
    """Give every finding about the `.tale` files at these paths, folders with all in them.

    With `order` also where the order of two cards matters.
    """
    files = [file for path in paths for file in files_at(path)]
    checks = Checks(roots, order=order)
    checks.mentioned = checks.mentioned_in(files)
    found = [finding for file in files for finding in checks.file(file)]
    return list(in_reading_order(tuple(dict.fromkeys(found))))


def check_text(source: SourceText, roots: Sequence[Path]) -> list[Diagnostic]:
    """Give every finding about a text that need not be in a file, as in an editor."""
    checks = Checks(roots, order=True)
    return checks.file(checks.library.put(source))


class Checks:
    """Checks files one after the other; what several of them need is built once."""

    def __init__(self, roots: Sequence[Path], *, order: bool = False) -> None:
        self.library = Library(roots)
        self.standing = Standing(self.library)
        self.played = Played(self.library, self.standing)
        self.order = order
        self.mentioned: set[str] | None = None
        """words of the scenarios that are checked with the cards; None: cards need no scenario"""
        self._programs: dict[Context, Program] = {}
        self._ids = known_ids(self.library)
        self._kept: dict[object, Vocabulary] = {}
        self._now: dict[tuple[Path, int], tuple[Parsed, Program]] = {}
        self._has_settled = False

    def settle(self, path: Path) -> bool:
        """Take a text that has changed as one of those among which the others are checked.

        So its new words are known to them; scenarios are still played as before, until all is
        built anew.  Tells whether it declares other words than before.
        """
        key = self.standing.context_of(path)
        base, parsed = self._program(key), self.library.parsed(path)
        parts, vocabulary = self._among(path, parsed, base, Findings())
        written = {**base.written, path: write(parts[path], vocabulary, Findings())}
        self._programs[key] = evolve(base, parts=parts, written=written, vocabulary=vocabulary)
        self._has_settled = True
        self._kept.clear()
        return path not in base.parts or _words(base.parts[path]) != _words(parts[path])

    def forget(self, path: Path) -> None:
        """Forget the rulesets that were built with a text that has changed."""
        self.played.forget(path)

    def mentioned_in(self, files: Sequence[Path]) -> set[str]:
        """Give the words of all scenarios in these files."""
        return {
            word
            for file in files
            for top in self.library.parsed(file).file.tops
            if isinstance(top, tree.Scenario)
            for word in words_of(top)
        }

    def file(self, path: Path, *, deep: bool = True) -> list[Diagnostic]:
        """Give the findings about one file; those that judge the whole only if `deep`."""
        parsed = self.library.parsed(path)
        findings = Findings()
        findings.extend(parsed.findings)
        findings.extend(f for f in self.library.broken if f.span.path == str(path))
        self._package(path, parsed, findings)
        base = self._program(self.standing.context_of(path))
        rest = Findings()
        is_as_built = path in base.parts and base.parts[path].parsed is parsed
        if is_as_built and not self._has_settled:
            rest.extend((*findings.all, *base.findings))
        else:
            rest.extend(self._cards(path, parsed, base, findings, deep=deep))
        self._tops(path, parsed, base, rest)
        found = [f for f in rest.all if f.span.path == str(path)]
        if deep:
            found = with_fixes(silenced(found, parsed, full=self.mentioned is not None), parsed)
        else:
            found = without_silenced(found, parsed)
        played = partial(self._selection, path, base)
        found = [with_hint(self.library, one, parsed, played) for one in found]
        return found if self.order else without_order(found)

    def _cards(
        self, path: Path, parsed: Parsed, base: Program, findings: Findings, *, deep: bool
    ) -> tuple[Diagnostic, ...]:
        """Check the cards of a file among those of its packages."""
        parts, vocabulary = self._among(path, parsed, base, findings)
        own = write(parts[path], vocabulary, findings)
        if not deep:
            return findings.all
        gathered = _with_others(path, base, parts, vocabulary, own)
        lay_over(gathered, findings)
        whole = whole_around(parts, gathered, findings, str(path), base.whole.by_id)
        return judged(whole, vocabulary, self.mentioned, base.indexed)

    def ruleset_with(self, path: Path) -> Ruleset:
        """Give the packages among which a file is checked, with its cards as they stand in it.

        Only for a file in which no error was found: what else it has is not known to make sense.
        """
        parsed, findings, base = self.library.parsed(path), Findings(), self.program_around(path)
        parts, vocabulary = self._among(path, parsed, base, findings)
        own = write(parts[path], vocabulary, findings)
        gathered = _with_others(path, base, parts, vocabulary, own)
        home = Home(base.plan.package, f"{base.plan.package}.{base.plan.node.name}", "ruleset")
        writer = Writer(Resolver(vocabulary, findings, home), FORMS)
        return assemble(base.plan, gathered, writer)

    def _among(
        self, path: Path, parsed: Parsed, base: Program, findings: Findings
    ) -> tuple[dict[Path, Part], Vocabulary]:
        """Put a file as it is now among the files of its packages."""
        package = package_of(parsed.file)
        names = {f"{package}.{t.name}" for t in parsed.file.tops if isinstance(t, tree.Card)}
        chosen = Selection(packages=dict(base.plan.selection.packages), near=(path,))
        chosen.house_rules.update(dict.fromkeys(names))
        add_file(self.library, chosen, path, findings)
        parts = {p: _without(part, names) for p, part in base.parts.items()}
        parts[path] = part_of(parsed, chosen)  # in its old place: the order is that of the rules
        others = self._others(base, path, names, parts)
        return parts, build(parts[path].declared, findings, others)

    def program_around(self, path: Path) -> Program:
        """Give the packages among which a file is checked, as they lie in their files."""
        return self._program(self.standing.context_of(path))

    def heard(self, path: Path, listener: Listener) -> Vocabulary:
        """Tell a listener of every expression of a file; gives the words that its cards know."""
        part, vocabulary = self._as_written(path)
        write(part, vocabulary, Findings(), listener)
        for top in part.parsed.file.tops:
            if isinstance(top, tree.Scenario):
                self._scenario(top, path, Findings(), listener)
        return vocabulary

    def words_of(self, path: Path) -> Vocabulary:
        """Give the words that the cards of a file know."""
        return self._as_written(path)[1]

    def _as_written(self, path: Path) -> tuple[Part, Vocabulary]:
        """Give what a file adds to its packages as it is now, and the words that its cards know."""
        parsed, base = self.library.parsed(path), self.program_around(path)
        if path in base.parts and base.parts[path].parsed is parsed:
            return base.parts[path], base.vocabulary
        parts, vocabulary = self._among(path, parsed, base, Findings())
        return parts[path], vocabulary

    def _others(
        self, base: Program, path: Path, names: Collection[str], parts: dict[Path, Part]
    ) -> Vocabulary:
        """Give the words of everything but this file; those of the last few files are kept."""
        chosen = base.plan.selection
        key = (tuple(chosen.files), tuple(chosen.house_rules), path, frozenset(names))
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            others = (part for p, part in parts.items() if p != path)
            self._kept[key] = vocabulary_of(others, Findings())
        return self._kept[key]

    def _program(self, context: Context) -> Program:
        if context not in self._programs:
            package = context.packages[0] if context.packages else "my"
            folder = Folder(context.cards) if context.cards is not None else None
            self._programs[context] = build_program(
                self.library, of_packages(context.packages), package, (), self.mentioned, folder
            )
        return self._programs[context]

    def _package(self, path: Path, parsed: Parsed, findings: Findings) -> None:
        """Compare the package of a file with its folder."""
        expected, said = self.standing.folder_of(path), package_of(parsed.file)
        if expected is None or said == expected:
            return
        header = parsed.file.header
        span = header.package.span if header and header.package else parsed.source.span(0, 1)
        findings.add("T110", span, said=said, expected=expected)

    def _tops(self, path: Path, parsed: Parsed, program: Program, findings: Findings) -> None:
        package = package_of(parsed.file)
        in_package = self.standing.folder_of(path) is not None
        for top in parsed.file.tops:
            if self._ids:
                check_cites(top, self._ids, findings, in_package=in_package)
            if isinstance(top, tree.Ruleset):
                built = self.played.by(path, str(top.name))
                findings.extend(built.findings if built else ())
                findings.extend(_met(built, top, path) if built else ())
                if not has_board(top):
                    problem = f"`{top.name}` has no `map` line, so nobody can play it"
                    hint = "write `map MAP for 2 players`, and one for each other number"
                    findings.add("T308", top.name.span, problem=problem, hint=hint)
            elif isinstance(top, tree.Map):
                words = self._words_for(path, parsed, top) or program.vocabulary
                write_map(top, package, words, findings, "")
            elif isinstance(top, tree.Scenario):
                for row in rows_of(top, findings):
                    self._scenario(row, path, findings)

    def _words_for(self, path: Path, parsed: Parsed, board: tree.Map) -> Vocabulary | None:
        """Give the words of a ruleset in the same file that is played on a map of the file."""
        for top in parsed.file.tops:
            if not isinstance(top, tree.Ruleset):
                continue
            boards = [line for line in top.lines if isinstance(line, tree.UseMap)]
            choices = [one for line in boards for one in line.maps]
            if any(name.name.text == board.name.text for one in choices for name in one.names):
                built = self.played.by(path, str(top.name))
                return built.vocabulary if built else None
        return None

    def _scenario(
        self, node: tree.Scenario, path: Path, findings: Findings, listener: Listener | None = None
    ) -> None:
        name, program = ruleset_of(node, path, self.library), self._played(node, path)
        if program is None:
            lines = (line.ruleset.span for line in node.lines if isinstance(line, tree.Under))
            span = next(lines, node.title.span)
            findings.unknown("T113", span, name, self.library.packages(), what="ruleset")
            return
        words = self._as_it_is(path, program).vocabulary
        Checker(words, program.ruleset, findings, listener).check(node)

    def _played(self, node: tree.Scenario, path: Path) -> Program | None:
        name = ruleset_of(node, path, self.library)
        return self.played.by(path, name, self.standing.cards_of(path))

    def _selection(self, path: Path, base: Program, top: tree.Top) -> Selection:
        """Give what a card or scenario of a file knows."""
        program = self._played(top, path) if isinstance(top, tree.Scenario) else None
        return (program or base).plan.selection

    def _as_it_is(self, path: Path, program: Program) -> Program:
        """Give a program with the words of one of its files as they are now."""
        parsed = self.library.parsed(path)
        if path not in program.parts or program.parts[path].parsed is parsed:
            return program
        key = (path, id(program.ruleset))
        kept = self._now.get(key)
        if kept is None or kept[0] is not parsed:
            vocabulary = self._among(path, parsed, program, Findings())[1]
            kept = self._now[key] = (parsed, evolve(program, vocabulary=vocabulary))
        return kept[1]


def _met(built: Program, node: tree.Ruleset, path: Path) -> Iterator[Diagnostic]:
    """Yield the errors between two texts elsewhere that meet in a ruleset, at its name."""
    for one in built.findings:
        if one.is_error and one.places and one.span.path != str(path):
            there = Place(one.span, one.label or "one of them")
            yield evolve(one, span=node.name.span, label="", places=(there, *one.places))


def _with_others(
    path: Path, base: Program, parts: dict[Path, Part], vocabulary: Vocabulary, own: Gathered
) -> Gathered:
    """Give what a file has written together with all others, written anew where they differ."""
    written = []
    for other, part in parts.items():
        if other == path:
            written.append(own)
        elif part is base.parts[other]:
            written.append(base.written[other])
        else:
            written.append(write(part, vocabulary, Findings()))
    return together(written)


def _words(part: Part) -> list[tuple[object, ...]]:
    """Give what a part declares, wherever it stands."""
    return [(one.kind, one.name, one.home, one.node) for one in part.declared]


def _without(part: Part, names: Collection[str]) -> Part:
    """Leave out the heads that a file under work has anew."""
    kept = tuple(h for h in part.heads if f"{part.package}.{h.name}" not in names)
    if len(kept) == len(part.heads):
        return part
    declared = tuple(d for d in part.declared if d.home.card not in names)
    return evolve(part, heads=kept, declared=declared)
