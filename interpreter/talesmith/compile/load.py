"""`load_ruleset`, the way by which everybody gets a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from talesmith.compile import cache
from talesmith.compile.library import Library
from talesmith.compile.program import compile_ruleset
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ruleset.parts import Ruleset


def load_ruleset(
    name_or_path: str, roots: Sequence[Path], extra: Sequence[Path] = ()
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Give the ruleset of that name, or of that file, with everything it uses, all checked.

    `roots` are folders with `rules/` and `cards/`, the first one wins; `extra` are files outside
    of them, such as a card under work.  The ruleset is None if one of the findings is an error.
    """
    return load_from(Library(roots, extra), name_or_path)


def load_from(library: Library, name_or_path: str) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Give a ruleset out of a library; whoever wants several reads the texts only once."""
    key = cache.key_of(library, name_or_path)
    kept = cache.load(key)
    if kept is not None:
        return kept[0], list(kept[1])
    program, findings = compile_ruleset(name_or_path, library)
    if program is None or any(f.is_error for f in findings):
        return None, list(findings)
    cache.keep(key, program.ruleset, findings)
    return program.ruleset, list(findings)
