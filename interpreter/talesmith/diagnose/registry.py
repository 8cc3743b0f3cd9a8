"""Every code the checker may report, with its readable name, severity and message.

A code never changes its meaning and is never used again. The words in braces are filled in by
the check that reports; each code has a page in `grammar/explain/`.
"""

from collections.abc import Iterable
from types import MappingProxyType

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Place, Severity
from talesmith.ground.span import Span

E, W, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@frozen
class Code:
    """A code of the registry."""

    code: str
    name: str
    severity: Severity
    message: str


ALL = (
    # the text itself
    Code("T001", "unclosed-brace", E, "this {brace} is never {partner}"),
    Code("T002", "curly-quotes", E, "curly quotes; a text stands in straight quotes"),
    Code("T003", "broken-text", E, "{what} inside a text in quotes"),
    Code("T004", "decimal", E, "`{number}` is no whole number"),
    Code("T005", "language-line", E, "{problem}"),
    Code("T006", "text-after-end", E, "`{found}` stands behind the last brace"),
    Code("T007", "too-large", E, "the text is larger than {limit} bytes"),
    Code("T008", "glued-words", E, "a blank is missing in `{found}`"),
    Code("T009", "single-equals", E, "`=` gives a value; a comparison is written `==`"),
    Code("T010", "unexpected", E, "{found} can not stand here"),
    Code("T011", "unreadable", E, "the text can not be read: {problem}"),
    Code("T012", "too-deep", E, "too many things stand inside each other here"),
    # sides and phases
    Code("T041", "side-missing", E, "`{hook}` has two roles: say whose"),
    Code("T042", "side-not-needed", E, "`{hook}` takes no side here: {reason}"),
    Code("T043", "side-without-race", E, "{place} has no race of its own, so `as {side}` says nothing"),
    Code("T044", "unknown-role", E, "`{role}` is no role of `{hook}`"),
    Code("T045", "phase-without-decline", E, "{place} has no phases, so `{phase}` says nothing"),
    # everything ends
    Code("T051", "endless-loop", E, "the bound of this loop may change while it runs"),
    Code("T052", "reads-itself", E, "`{name}` asks for itself: {path}"),
    Code("T053", "endless-circle", E, "nothing makes this circle end"),
    Code("T054", "step-cycle", E, "these steps call each other: {path}"),
    Code("T055", "action-cycle", E, "these actions cause each other without a limit: {path}"),
    Code("T056", "endless-offer", E, "this offer could be taken again and again"),
    # order of effects
    Code("T060", "order-matters", INFO, "the order of {first} and {second} on `{hook}` matters"),
    Code("T061", "order-names-nothing", E, "`{order} {name}` names no handler of `{hook}`"),
    # names
    Code("T101", "unknown-hook", E, "`{name}` is no hook and no member word"),
    Code("T102", "unknown-property", E, "a {type} has no property `{name}`"),
    Code("T103", "unknown-function", E, "there is no {what} `{name}`"),
    Code("T104", "unknown-word", E, "`{name}` is no {what}"),
    Code("T105", "unknown-name", E, "nothing here is called `{name}`"),
    Code("T106", "ambiguous-it", E, "`it` could mean two things here"),
    Code("T107", "keyword-as-name", W, "`{name}` is a keyword; another name would read better"),
    Code("T108", "ambiguous-name", E, "`{name}` could be {candidates}: write the full name"),
    Code("T109", "unknown-key", E, "{problem}"),
    Code("T110", "wrong-package", E, "the file says package `{said}`, its folder says `{expected}`"),
    Code("T111", "member-not-here", E, "`{member}` can not stand in {place}"),
    Code("T112", "duplicate-name", E, "`{name}` is declared twice"),
    Code("T113", "unknown-file-name", E, "there is no {what} `{name}`"),
    Code("T114", "uses-itself", E, "`{name}` uses itself: {path}"),
    Code("T115", "broken-map", E, "{problem}"),
    # types
    Code("T201", "wrong-type", E, "{found} stands where {expected} is needed"),
    Code("T202", "wrong-arguments", E, "{problem}"),
    Code("T203", "may-be-missing", E, "{what} may be missing"),
    Code("T204", "name-left-open", E, "`{name}` has no value after a branch that goes on"),
    Code("T205", "out-of-range", E, "{value} is out of range: {range}"),
    Code("T206", "nothing-to-choose", W, "there may be nothing to choose from, and no `else` says what then"),
    Code("T207", "change-in-pure-body", E, "`{statement}` can not stand in a {kind} hook"),
    Code("T208", "line-in-statement-body", E, "`{line}` can not stand among statements"),
    Code("T209", "limit-on-pure-hook", E, "a {kind} hook is asked any number of times and takes no limit"),
    Code("T210", "set-twice-at-once", E, "two settings of one place in one `at_once`"),
    Code("T211", "not-running-here", E, "{problem}"),
    Code("T212", "proceeds-twice", E, "a replacement may `proceed` once"),
    # judgement
    Code("T301", "guard-is-constant", W, "this condition is always {value}"),
    Code("T302", "become-clash", E, "{first} and {second} may both set `{hook}`, to different values"),
    Code("T303", "never-alive", W, "this handler is never alive"),
    Code("T304", "floor-above-cap", E, "the floor {floor} is above the cap {cap}"),
    Code("T305", "become-under-additions", W, "rules or markers add to `{hook}`; `become` sets only its base"),
    Code("T306", "silent-removal", W, "`remove` takes tokens of another race without a trace"),
    Code("T307", "hidden-shows", E, "what a player sees here depends on a hidden piece"),
    Code("T308", "unused", W, "{problem}"),
    Code("T309", "forbid-without-reason", W, "`forbid {part}` gives the player no reason"),
    Code("T310", "two-overlays", E, "{first} and {second} both replace `{replaced}`"),
    Code("T311", "two-house-rules", E, "{first} and {second} lay hand on one thing"),
    Code("T312", "idle-house-rule", E, "`{name}` touches nothing"),
    Code("T313", "gone-before", W, "`{marker}` has left the region before this speaks"),
    # habits
    Code("T401", "no-scenario", W, "no scenario names `{card}`"),
    Code("T402", "no-rule-cited", W, "`{card}` cites no rule"),
    Code("T403", "long-text", W, "the text has {length} characters; {limit} fit on a card"),
    Code("T404", "long-handler", W, "this handler has {count} statements; {limit} are enough for a card"),
    Code("T405", "number-not-printed", W, "`{card}` prints no `{missing}`"),
    Code("T406", "title-not-its-own", W, "{problem}"),
)  # fmt: skip

CODES = MappingProxyType({code.code: code for code in ALL})


def finding(
    code: str,
    span: Span,
    *,
    label: str = "",
    places: Iterable[Place] = (),
    hint: str = "",
    fix: Fix | None = None,
    **words: object,
) -> Diagnostic:
    """Return a finding of that code at that place; `words` fill its message.

    Raises KeyError for a code that is not registered or a message word that is not given.
    """
    known = CODES[code]
    return Diagnostic(
        code=code,
        name=known.name,
        severity=known.severity,
        message=known.message.format(**words),
        span=span,
        label=label,
        places=tuple(places),
        hint=hint,
        fix=fix,
    )
