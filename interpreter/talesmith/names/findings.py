"""Where checks put what they find; a pass returns its result and goes on."""

from collections.abc import Iterable

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Place
from talesmith.diagnose.registry import finding
from talesmith.ground.nearest import nearest
from talesmith.ground.span import Span


class Findings:
    """A growing list of findings; the same code at the same place is kept once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Span], Diagnostic] = {}

    @property
    def all(self) -> tuple[Diagnostic, ...]:
        """Everything found so far, in reading order."""
        kept = self._kept.values()
        return tuple(sorted(kept, key=lambda f: (f.span, f.code)))

    def add(
        self,
        code: str,
        span: Span,
        *,
        label: str = "",
        places: Iterable[Place] = (),
        hint: str = "",
        fix: Fix | None = None,
        **words: object,
    ) -> None:
        """Note a finding; `words` fill the message of its code."""
        place = (code, span)
        if place not in self._kept:
            self._kept[place] = finding(
                code, span, label=label, places=places, hint=hint, fix=fix, **words
            )

    def unknown(self, code: str, span: Span, name: str, known: Iterable[str], **words: str) -> None:
        """Note that `name` is none of the known words, and offer the nearest of them."""
        choices = sorted(set(known))
        near = nearest(name, choices)
        label = "" if near is None else f"did you mean {near} ?"
        fix = None if near is None else Fix(span, near)
        hint = "" if near or not choices else "known here: " + _some(choices)
        place = (code, span)
        if place not in self._kept:
            self._kept[place] = finding(
                code, span, label=label, places=(), hint=hint, fix=fix, name=name, **words
            )

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Take over findings of an earlier pass."""
        for one in found:
            self._kept.setdefault((one.code, one.span), one)


def _some(choices: list[str], most: int = 12) -> str:
    shown = ", ".join(choices[:most])
    return shown if len(choices) <= most else f"{shown}, and {len(choices) - most} more"
