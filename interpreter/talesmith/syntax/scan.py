"""What can be seen without grammar: comments, broken texts, curly quotes, decimals, huge numbers.

Each mistake is reported and repaired in the draft, so that the parser reads on behind it.
"""

from __future__ import annotations

import re

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Safety
from talesmith.diagnose.registry import finding
from talesmith.ground.span import Span
from talesmith.syntax.draft import Draft

DIGITS = 18
"""most digits of a number"""
CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb"
THING = re.compile(
    rf"""(?P<comment>//[^\n]*)
    |(?P<curly>[{CURLY}][^\n"{CURLY}]*["{CURLY}]|"[^\n"{CURLY}]*[{CURLY}](?![^\n"]*"))
    |(?P<text>"[^"\n]*")
    |(?P<open>["{CURLY}][^"\n]*)
    |(?P<decimal>(?<![\w.])[0-9]+\.[0-9]+)
    |(?P<huge>(?<!\w)[0-9]{{{DIGITS + 1},}})
    """,
    re.VERBOSE,
)

MOST_FOUND = 100
"""After so many findings the rest of a text is not looked at: it is no text of this language."""


@frozen
class Comment:
    """A comment with its two strokes, up to the end of its line."""

    text: str
    span: Span


def scan(draft: Draft) -> tuple[tuple[Comment, ...], list[Diagnostic]]:
    """Return the comments and the findings, and repair the draft."""
    comments: list[Comment] = []
    findings: list[Diagnostic] = []
    for match in THING.finditer(draft.source.text):
        if len(findings) >= MOST_FOUND:
            break
        if match.lastgroup == "comment":
            comments.append(Comment(match.group(), draft.source.span(*match.span())))
        elif match.lastgroup != "text":
            findings.append(REPORTS[match.lastgroup or ""](draft, match))
        elif "\t" in match.group():
            findings.append(_tab(draft, match))
    return tuple(comments), findings


def _curly(draft: Draft, match: re.Match[str]) -> Diagnostic:
    straight = f'"{match.group()[1:-1]}"'
    span = draft.span(*match.span())
    _overwrite(draft, match.start(), straight)
    fix = Fix(span, straight, Safety.SAFE)
    return finding("T002", span, label=f"write {straight}", fix=fix)


def _open(draft: Draft, match: re.Match[str]) -> Diagnostic:
    content = match.group()[1:].rstrip(" \t{}")
    span = draft.span(match.start(), match.start() + 1 + len(content))
    _overwrite(draft, match.start(), f'"{content[:-1]}"' if content else " ")
    if match.group()[0] != '"':
        return finding("T002", span, label="never closed on this line")
    label = "this text is not closed on its line"
    return finding("T003", span, what="a line break", label=label)


def _decimal(draft: Draft, match: re.Match[str]) -> Diagnostic:
    whole = match.group().split(".")[0]
    _overwrite(draft, match.start(), whole.ljust(len(match.group())))
    label = "numbers are whole; halves are written `times 1/2`"
    return finding("T004", draft.span(*match.span()), number=match.group(), label=label)


def _huge(draft: Draft, match: re.Match[str]) -> Diagnostic:
    _overwrite(draft, match.start(), "1".ljust(len(match.group())))
    shown = f"{match.group()[:DIGITS]}..."
    limits = f"a number has {DIGITS} digits at most"
    return finding("T205", draft.span(*match.span()), value=shown, range=limits)


def _tab(draft: Draft, match: re.Match[str]) -> Diagnostic:
    at = match.start() + match.group().index("\t")
    _overwrite(draft, match.start(), match.group().replace("\t", " "))
    span = draft.span(at, at + 1)
    return finding(
        "T003", span, what="a tab", label="write a blank", fix=Fix(span, " ", Safety.SAFE)
    )


REPORTS = {"curly": _curly, "open": _open, "decimal": _decimal, "huge": _huge}


def _overwrite(draft: Draft, start: int, new: str) -> None:
    """Put a text of the same length in the place of another, so that no offset changes."""
    draft.text = draft.text[:start] + new + draft.text[start + len(new) :]
