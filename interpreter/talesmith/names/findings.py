"""Where checks put what they find; a pass returns its result and goes on."""

from collections.abc import Iterable

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Place
from talesmith.diagnose.registry import finding
from talesmith.ground.nearest import nearest
from talesmith.ground.span import Span

KNOWN = "known here: "
"""how a hint begins that only lists what would be understood"""


class Findings:
    """A growing list of findings; the same code at the same place is kept once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Span], Diagnostic] = {}
        self._muted: list[Span] = []

    @property
    def all(self) -> tuple[Diagnostic, ...]:
        """Everything found so far, in reading order."""
        kept = self._kept.values()
        return tuple(sorted(kept, key=lambda f: (f.span, f.code)))

    def mute(self, span: Span) -> None:
        """Take no more about a stretch: what would be found there rests on a guess."""
        self._muted.append(span)

    def _is_new(self, code: str, span: Span) -> bool:
        return (code, span) not in self._kept and not any(m.contains(span) for m in self._muted)

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
        if self._is_new(code, span):
            self._kept[code, span] = finding(
                code, span, label=label, places=places, hint=hint, fix=fix, **words
            )

    def unknown(
        self, code: str, span: Span, name: str, known: Iterable[str], *, meant: str | None = None,
        **words: str,
    ) -> None:  # fmt: skip
        """Note that `name` is none of the known words; offer what was `meant`, or the nearest."""
        choices = sorted(set(known))
        near = meant or nearest(name, choices)
        label = "" if near is None else f"did you mean {near} ?"
        fix = None if near is None else Fix(span, near)
        hint = "" if near or not choices else KNOWN + _some(_akin_first(name, choices))
        if self._is_new(code, span):
            self._kept[code, span] = finding(
                code, span, label=label, places=(), hint=hint, fix=fix, name=name, **words
            )

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Take over findings of an earlier pass."""
        for one in found:
            self._kept.setdefault((one.code, one.span), one)


def _akin_first(name: str, choices: list[str]) -> list[str]:
    """Put the words first that share a part with a name, such as `last` with `last_player`."""
    parts = set(name.split("_"))
    return sorted(choices, key=lambda choice: parts.isdisjoint(choice.split("_")))


def _some(choices: list[str], most: int = 12) -> str:
    shown = ", ".join(choices[:most])
    return shown if len(choices) <= most else f"{shown}, and {len(choices) - most} more"
