"""`check_paths`: every finding about some files, each in the context of its package's rules.

A file in a package's folder is checked together with that package.  Any other file is added to
the packages it is `over`, or to those of its own rulesets, else to package `base` alone: the file
may be a card under work, a house rule, or a page's example.  Scenarios are checked against the
ruleset they are played under.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from talesmith.compile.library import SHELVES, Library
from talesmith.compile.maps import write_map
from talesmith.compile.program import Program, build_program, choose
from talesmith.compile.scenarios import Checker, ruleset_of
from talesmith.compile.selection import of_packages
from talesmith.diagnose.diagnostic import Diagnostic, in_reading_order
from talesmith.names.declared import package_of
from talesmith.names.findings import Findings
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

HOME_PACKAGE = "base"
"""The package under which a file stands that says nothing else."""


def check_paths(paths: Sequence[Path], roots: Sequence[Path]) -> list[Diagnostic]:
    """Give every finding about the `.tale` files at these paths, folders with all in them."""
    files = [file for path in paths for file in _files(path)]
    checks = Checks(roots)
    found = [finding for file in files for finding in checks.file(file)]
    return list(in_reading_order(tuple(dict.fromkeys(found))))


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.tale")) if path.is_dir() else [path]


class Checks:
    """Checks files one after the other; what several of them need is built once."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.library = Library(roots)
        self._programs: dict[tuple[tuple[str, ...], Path | None], Program] = {}
        self._rulesets: dict[str, Program | None] = {}

    def file(self, path: Path) -> list[Diagnostic]:
        """Give the findings about one file."""
        parsed = self.library.parsed(path)
        findings = Findings()
        findings.extend(parsed.findings)
        findings.extend(f for f in self.library.broken if f.span.path == str(path))
        program = self._context(path, parsed)
        findings.extend(program.findings.all)
        self._package(path, parsed, findings)
        self._tops(path, parsed, program, findings)
        return [f for f in findings.all if f.span.path == str(path)]

    def _context(self, path: Path, parsed: Parsed) -> Program:
        folder = self.folder_of(path)
        if folder is not None:
            return self._program(self._below(folder), None)
        return self._program(self._packages(parsed), path)

    def _below(self, package: str) -> tuple[str, ...]:
        """Give the packages of a folder: one without rules of its own stands on the base."""
        has_rules = any("rules" in p.parts for p in self.library.package_files(package))
        return (package,) if has_rules else (HOME_PACKAGE, package)

    def folder_of(self, path: Path) -> str | None:
        """Give the package in whose folder a file lies; None on a shelf or elsewhere."""
        for root in self.library.roots:
            for part in ("rules", "cards"):
                if path.is_relative_to(root / part):
                    names = path.relative_to(root / part).parts
                    if len(names) > 1 and (part == "cards" or names[0] not in SHELVES):
                        return names[0]
        return None

    def _packages(self, parsed: Parsed) -> tuple[str, ...]:
        """Give the packages on which a file outside of them stands."""
        tops = parsed.file.tops
        over = [o.name for t in tops if isinstance(t, tree.Card) for o in t.over]
        used = [
            line.name for t in tops if isinstance(t, tree.Ruleset)
            for line in t.lines if isinstance(line, tree.Use)
        ]  # fmt: skip
        known = self.library.packages()
        own = package_of(parsed.file)
        names = [n.name.text for n in (*over, *used)] + ([own] if own in known else [])
        found = tuple(dict.fromkeys(n for n in names if n in known))
        return found or tuple(n for n in (HOME_PACKAGE,) if n in known)

    def _program(self, packages: tuple[str, ...], extra: Path | None) -> Program:
        key = (packages, extra)
        if key not in self._programs:
            node = of_packages(packages)
            package = packages[0] if packages else "my"
            self._programs[key] = build_program(self.library, node, package, extra)
        return self._programs[key]

    def _package(self, path: Path, parsed: Parsed, findings: Findings) -> None:
        """A file in a package's folder says so."""
        expected, said = self.folder_of(path), package_of(parsed.file)
        if expected is None or said == expected:
            return
        header = parsed.file.header
        span = header.package.span if header and header.package else parsed.source.span(0, 1)
        findings.add("T110", span, said=said, expected=expected)

    def _tops(self, path: Path, parsed: Parsed, program: Program, findings: Findings) -> None:
        package = package_of(parsed.file)
        for top in parsed.file.tops:
            if isinstance(top, tree.Ruleset):
                findings.extend(build_program(self.library, top, package, path).findings.all)
            elif isinstance(top, tree.Map):
                write_map(top, package, program.vocabulary, findings, "")
            elif isinstance(top, tree.Scenario):
                self._scenario(top, path, package, findings)

    def _scenario(
        self, node: tree.Scenario, path: Path, package: str, findings: Findings
    ) -> None:
        name = ruleset_of(node, package, self.library)
        program = self._played(name, path)
        if program is None:
            span = next((x.ruleset.span for x in node.lines if isinstance(x, tree.Under)), node.span)
            findings.unknown("T113", span, name, self.library.packages(), what="ruleset")
            return
        Checker(program.vocabulary, program.ruleset, findings).check(node)

    def _played(self, name: str, path: Path) -> Program | None:
        """Give the ruleset of a scenario, from the roots or from the scenario's own file."""
        own = self._own(name, path)
        key = f"{path}:{name}" if own else name
        if key not in self._rulesets:
            chosen = own or choose(self.library, name)
            self._rulesets[key] = build_program(self.library, *chosen) if chosen else None
        return self._rulesets[key]

    def _own(self, name: str, path: Path) -> tuple[tree.Ruleset, str, Path | None] | None:
        file = self.library.parsed(path).file
        for top in file.tops:
            if isinstance(top, tree.Ruleset) and top.name.text == name.rpartition(".")[2]:
                return top, package_of(file), path
        return None
