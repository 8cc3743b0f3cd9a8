"""Loading many rulesets that share most of their texts: each text is parsed once.

A ruleset that stands in the cache needs no text at all; a ruleset of a scenario's own file is
usually the base game with another switch, so all but that one file have been parsed before.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from talesmith.compile import cache
from talesmith.compile.choosing import choose
from talesmith.compile.library import Library
from talesmith.compile.program import Program, build_program, compile_ruleset
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed


class SharedLibrary(Library):
    """A library that knows what others have parsed."""

    def __init__(
        self, roots: Sequence[Path], known: dict[Path, Parsed], extra: Sequence[Path] = ()
    ) -> None:
        """Share what stands in `known`, and add to it."""
        super().__init__(roots, extra)
        self.known = known

    def parsed(self, path: Path) -> Parsed:
        """Parse a file unless that was done; one that cannot be read is read again by each."""
        if path not in self.known:
            parsed, broken = super().parsed(path), {f.span.path for f in self.broken}
            if str(path) in broken:
                return parsed
            self.known[path] = parsed
        return self.known[path]

    def with_file(self, path: Path) -> SharedLibrary:
        """The same texts and one file outside of the folders."""
        return SharedLibrary(self.roots, self.known, [path])


def load_from(
    library: Library, name: str, more: str | None = None
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Give a ruleset out of a library, and what was found; None if that is an error.

    `more` is a package that is used besides those that the ruleset names.
    """
    key = cache.key_of(library, name if more is None else f"{name} and {more}")
    kept = cache.load(key)
    if kept is not None:
        return kept[0], list(kept[1])
    program, findings = _compiled(library, name, more)
    if program is None or any(f.is_error for f in findings):
        return None, list(findings)
    cache.keep(key, program.ruleset, findings)
    return program.ruleset, list(findings)


def _compiled(
    library: Library, name: str, more: str | None
) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    chosen = None if more is None else choose(library, name)
    if more is None or chosen is None:
        return compile_ruleset(name, library)
    node, package, path = chosen
    use = tree.Use(tree.FullName(None, tree.Word(more)), None)
    program = build_program(library, evolve(node, lines=(*node.lines, use)), package, path)
    return program, program.findings
