"""One finding about one text: what is wrong, where, what else is involved, what to try."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen

from talesmith.ground.span import Span


class Severity(Enum):
    """Error: it will not do what is written; warning: probably not meant; info: good to know."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Safety(Enum):
    """Whether a fix may be applied unasked (safe), on request (unsafe) or only shown."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    SHOWN = "shown"


@frozen
class Place:
    """Another place involved in a finding, with a caption that says how."""

    span: Span
    caption: str


@frozen
class Fix:
    """A text that would take the place of a stretch."""

    span: Span
    text: str
    safety: Safety = Safety.SHOWN


@frozen(kw_only=True)
class Diagnostic:
    """A finding. Build it with `registry.finding`, which fills name, severity and message.

    `label` stands under the caret of the primary span; `hint` is the one thing to try.
    """

    code: str
    name: str
    severity: Severity
    message: str
    span: Span
    label: str = ""
    places: tuple[Place, ...] = ()
    hint: str = ""
    fix: Fix | None = None

    @property
    def is_error(self) -> bool:
        """Whether the text can not be used as it is."""
        return self.severity is Severity.ERROR


def in_reading_order(findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the findings by path, line and column, and by code where those are equal."""
    return tuple(sorted(findings, key=lambda f: (f.span, f.code, f.message)))


def without_order(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the faults alone: that an order matters is told for information."""
    return [finding for finding in findings if finding.severity is not Severity.INFO]
