"""What rules say to the hooks of other rules: as good as lines of the hooks themselves.

Rules and house rules are there in every position.  So what they forbid and waive is printed among
the parts of a permission, and what they add among the lines of a table, and nobody has to look for
them; handlers that come and go are looked for as ever.  A rule stays with those if a handler that
comes and goes may forbid what it waives: then who speaks must be weighed together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from talesmith.play.expressions.fold import YES, never
from talesmith.play.hooks.sources import Sources
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.hooks.bound import Bound

Part: TypeAlias = tuple[str, Expr | None]
"""a name and when it is forbidden, None for always"""
Known: TypeAlias = Callable[["Bound", Expr], Expr]
"""a guard of a rule, with what is known where it is asked"""


class Ruling:
    """The handlers of a permission: rules that are parts of it, and the rest."""

    def __init__(self, sources: Sources) -> None:
        """Part them."""
        rules = sources.rules
        forbidden = {
            line[2]
            for bound in sources.all
            if bound not in rules
            for line in bound.lines
            if line[0] == "forbid"
        }

        def fits(bound: Bound) -> bool:
            return bound in rules and all(
                line[0] == "forbid" or line[2] not in forbidden for line in bound.lines
            )

        self.rest, self.rules = sources.parted(fits)

    def parts(self, own: Sequence[Part], known: Known = lambda _bound, e: e) -> list[Part]:
        """Parts of the permission itself and what rules forbid, less what rules waive."""
        said = [(bound, line) for bound in self.rules for line in bound.lines]
        guards = [
            (b, line, g if (g := b.line_guard(line)) is None else known(b, g)) for b, line in said
        ]
        parts = [*own, *((line[2], g) for _, line, g in guards if line[0] == "forbid")]
        found = []
        for name, guard in parts:
            waived = [g or YES for _, line, g in guards if line[0] == "waive" and line[2] == name]
            whole = _unless(self.rest, guard, waived)
            if not never(whole):
                found.append((name, whole))
        return found


def _unless(sources: Sources, guard: Expr | None, waived: Sequence[Expr]) -> Expr | None:
    """A guard where none of some others holds."""
    if not waived:
        return guard
    parts = [("not", 0, "flag", e) for e in waived]
    whole: Expr = sources.b.fold(("and", 0, "flag", *parts, *([] if guard is None else [guard])))
    return whole
