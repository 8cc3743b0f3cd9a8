"""The difference of the texts of two versions, in short, and the lines behind a place in them."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

from attrs import frozen

from talesmith.cli.worlds import World
from talesmith.show.lines import counted

_QUOTED = re.compile(r'"[^"]*"|//.*')
MOST_LINES = 12
"""so many changed lines of a file are shown"""


@frozen
class Hunk:
    """Lines of a text that changed together; numbers are those of the first line, from 1."""

    at: int
    was: tuple[str, ...]
    to: int
    now: tuple[str, ...]

    def meets(self, first: int, last: int, *, is_old: bool) -> bool:
        """Whether one of these lines changed, or something was put or taken between them."""
        at, lines = (self.at, self.was) if is_old else (self.to, self.now)
        return at <= last and first < at + max(len(lines), 1)

    def lines(self) -> list[str]:
        """What is gone and what has come."""
        gone = [f"{self.at + n}: - {text.rstrip()}" for n, text in enumerate(self.was)]
        return gone + [f"{self.to + n}: + {text.rstrip()}" for n, text in enumerate(self.now)]


def changed(old: World, new: World) -> dict[str, list[Hunk]]:
    """What is different in each text that is."""
    before, after = old.files, new.files
    found = {}
    for name in sorted({*before, *after}):
        hunks = _hunks(_lines(before.get(name)), _lines(after.get(name)))
        if hunks:
            found[name] = hunks
    return found


def _lines(path: Path | None) -> list[str]:
    return [] if path is None else path.read_text("utf-8", errors="replace").splitlines()


def _hunks(old: list[str], new: list[str]) -> list[Hunk]:
    if old == new:
        return []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        Hunk(a + 1, tuple(old[a:b]), c + 1, tuple(new[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def told(changes: dict[str, list[Hunk]]) -> list[str]:
    """Every text that changed, with the first lines that did."""
    found = []
    for name, hunks in changes.items():
        less, more = (sum(len(part) for part in parts) for parts in
                      ([h.was for h in hunks], [h.now for h in hunks]))  # fmt: skip
        found.append(f"{name}: {counted(less, 'line')} less, {more} more")
        lines = [line for hunk in hunks for line in hunk.lines()]
        found += [f"  {line}" for line in lines[:MOST_LINES]]
        if len(lines) > MOST_LINES:
            found.append(f"  ... and {len(lines) - MOST_LINES} more")
    return found


def block_end(path: Path, line: int) -> int:
    """The last line of the block that begins in a line; the line itself if none does."""
    depth, lines = 0, path.read_text("utf-8", errors="replace").splitlines()
    for at in range(line, len(lines) + 1):
        text = _QUOTED.sub("", lines[at - 1])
        depth += text.count("{") - text.count("}")
        if depth <= 0:
            return at
    return line


def around(changes: dict[str, list[Hunk]], path: str, line: int, *, is_old: bool) -> list[str]:
    """The changed lines in which a place lies; none if it has not changed itself."""
    for hunk in changes.get(path, []):
        if (hunk.was if is_old else hunk.now) and hunk.meets(line, line, is_old=is_old):
            return hunk.lines()
    return []
