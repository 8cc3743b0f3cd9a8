"""`load_ruleset`, the way by which everybody gets a ruleset.

A compiled ruleset is usually at hand in the cache; then neither the parser nor the checker is even
imported, so that a game starts at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from talesmith.compile import cache
from talesmith.compile.shelves import Shelves
from talesmith.diagnose.diagnostic import Diagnostic, without_order
from talesmith.ruleset.parts import Ruleset


def load_ruleset(
    name_or_path: str, roots: Sequence[Path], extra: Sequence[Path] = (), *, order: bool = False
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Give the ruleset of that name, or of that file, with everything it uses, all checked.

    `roots` are folders with `rules/` and `cards/`, the first one wins; `extra` are files outside
    of them, such as a card under work.  The ruleset is None if one of the findings is an error.
    Where the order of two cards matters is no fault; it is among the findings only with `order`.
    """
    key = cache.key_of(Shelves(roots, extra), name_or_path)
    kept = cache.load(key)
    ruleset, found = _compiled(name_or_path, roots, extra, key) if kept is None else kept
    return ruleset, list(found) if order else without_order(found)


def _compiled(
    name: str, roots: Sequence[Path], extra: Sequence[Path], key: str
) -> tuple[Ruleset | None, list[Diagnostic]]:
    from talesmith.compile.library import Library  # noqa: PLC0415 - see the top of the file
    from talesmith.compile.program import compile_ruleset  # noqa: PLC0415 - same

    program, findings = compile_ruleset(name, Library(roots, extra))
    if program is None or any(f.is_error for f in findings):
        return None, list(findings)
    cache.keep(key, program.ruleset, findings)
    return program.ruleset, list(findings)
