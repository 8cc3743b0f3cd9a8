"""Loading many rulesets that share most of their texts: each text is parsed once.

A ruleset that stands in the cache needs no text at all; a ruleset of a scenario's own file is
usually the base game with another switch, so all but that one file have been parsed before.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from talesmith.compile import cache
from talesmith.compile.choosing import choose
from talesmith.compile.library import Library
from talesmith.compile.program import Program, build_program, compile_ruleset
from talesmith.compile.selection import Folder
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ruleset.parts import Ruleset
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
    library: Library, name: str, folder: Folder | None = None
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Give a ruleset out of a library, and what was found; None if that is an error.

    `folder` has the cards with which a scenario is played besides those of the ruleset.
    """
    key = cache.key_of(library, name if folder is None else f"{name} and {folder}")
    kept = cache.load(key)
    if kept is not None:
        return kept[0], list(kept[1])
    program, findings = _compiled(library, name, folder)
    if program is None or any(f.is_error for f in findings):
        return None, list(findings)
    cache.keep(key, program.ruleset, findings)
    return program.ruleset, list(findings)


def _compiled(
    library: Library, name: str, folder: Folder | None
) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    chosen = None if folder is None else choose(library, name)
    if chosen is None:
        return compile_ruleset(name, library)
    program = build_program(library, *chosen, folder=folder)
    return program, program.findings
