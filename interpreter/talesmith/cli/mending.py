"""Safe fixes, applied to the files: whole or not at all, and only if nothing gets worse."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from difflib import unified_diff
from pathlib import Path

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Safety
from talesmith.ground.source import SourceText

MOST_ROUNDS = 10
"""A fix may bring another finding to light; so often a text is looked at again."""
BREAK = b"\r\n"

Look = Callable[[SourceText], Sequence[Diagnostic]]
"""Finds what is wrong with a text that need not be in its file."""


@frozen
class Mended:
    """A text after its fixes: how many there were, and what is still found in it."""

    before: SourceText
    after: SourceText
    count: int
    found: tuple[Diagnostic, ...]

    def difference(self, name: str) -> str:
        """Return what has changed, as a patch."""
        old, new = (text.text.splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(old, new, name, name))


def mend(source: SourceText, look: Look) -> Mended:
    """Apply the safe fixes of a text, until there are none.

    A round that would bring an error or a finding of another kind is not taken.
    """
    text, found, count = source, tuple(look(source)), 0
    for _ in range(MOST_ROUNDS):
        fixes = apart(one.fix for one in found if one.fix is not None)
        if not fixes:
            break
        tried = SourceText(source.path, applied(text, fixes))
        after = tuple(look(tried))
        if _is_worse(found, after):
            break
        text, found, count = tried, after, count + len(fixes)
    return Mended(source, text, count, found)


def apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Give the safe fixes from first to last, of two that overlap the first."""
    chosen: list[Fix] = []
    safe = (fix for fix in fixes if fix.safety is Safety.SAFE)
    for fix in sorted(safe, key=lambda fix: fix.span):
        start = (fix.span.line, fix.span.column)
        if not chosen or (chosen[-1].span.end_line, chosen[-1].span.end_column) <= start:
            chosen.append(fix)
    return chosen


def applied(source: SourceText, fixes: Sequence[Fix]) -> str:
    """Give a text with fixes that do not overlap in place."""
    text = source.text
    for fix in reversed(fixes):
        span = fix.span
        start = source.offset(span.line, span.column)
        end = source.offset(span.end_line, span.end_column)
        text = text[:start] + fix.text + text[end:]
    return text


def _is_worse(before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> bool:
    errors = [sum(one.is_error for one in found) for found in (before, after)]
    new = {one.code for one in after} - {one.code for one in before}
    return errors[1] > errors[0] or any(one.is_error for one in after if one.code in new)


def write(path: Path, text: str) -> None:
    """Put a text in the place of a file at once, with the line breaks and the mark it had."""
    old = path.read_bytes()
    data = text.encode("utf-8")
    if BREAK in old:
        data = data.replace(b"\n", BREAK)
    if old.startswith(b"\xef\xbb\xbf"):
        data = b"\xef\xbb\xbf" + data
    put(path, data)


def put(path: Path, data: bytes) -> None:
    """Give a file other content at once: written beside it first, then put in its place."""
    place = path.resolve()
    handle, beside = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(data)
        shutil.copymode(place, beside)
        Path(beside).replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
