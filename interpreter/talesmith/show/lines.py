"""Text in lines of a terminal: no line is longer than the terminal is wide, within limits."""

import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence

WIDTH, NARROW = 80, 50
"""most columns that are used, and the least for which lines are made"""
NUMBERED = re.compile(r"(?<=\w) (?=\d+\b)")
JOINED = "\N{NO-BREAK SPACE}"


def width() -> int:
    """The columns that lines may fill: those of COLUMNS or the terminal, from NARROW to WIDTH."""
    columns = shutil.get_terminal_size((WIDTH, 1)).columns
    return min(max(columns, NARROW), WIDTH)


def heading(left: str, right: str = "") -> list[str]:
    """A title with what stands at its right end, and a rule below it."""
    wide = width()
    gap = max(2, wide - len(left) - len(right))
    title = f"{left}{' ' * gap}{right}" if right else left
    return [title[:wide].rstrip(), "-" * wide]


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text broken into lines, the first one behind `first`, the others behind `rest`.

    A number stays on the line of the word before it, as in the name of a region.
    """
    other = " " * len(first) if rest is None else rest
    whole = NUMBERED.sub(JOINED, text)
    lines = textwrap.wrap(whole, width(), initial_indent=first, subsequent_indent=other)
    return [line.replace(JOINED, " ") for line in lines] or [first.rstrip()]


def listed(parts: Iterable[str], first: str, rest: str | None = None) -> list[str]:
    """Parts with commas between them; no part is broken unless it is longer than a line."""
    other = " " * len(first) if rest is None else rest
    lines, line, empty, wide = [], first, True, width()
    for part in parts:
        piece = part if empty else f", {part}"
        if not empty and len(line) + len(piece) + 1 > wide:
            lines += _broken(f"{line},", other)
            line, piece = other, part
        line, empty = line + piece, False
    return [*lines, *_broken(line.rstrip(), other)]


def _broken(line: str, rest: str) -> list[str]:
    """A line as it is, if there is room for it."""
    if len(line) <= width():
        return [line]
    text = line.lstrip()
    return wrapped(text, line[: len(line) - len(text)], f"{rest}  ")


def in_pairs(cells: Sequence[str], indent: str = " ") -> list[str]:
    """Two cells to a line where both fit, each in its half; a longer one has lines of its own."""
    half = (width() - len(indent)) // 2
    lines: list[str] = []
    waiting: str | None = None
    for cell in cells:
        fits = len(cell) < half
        if waiting is not None and fits:
            lines.append(f"{indent}{waiting:{half}}{cell}")
            waiting = None
            continue
        if waiting is not None:
            lines.append(indent + waiting)
            waiting = None
        if fits:
            waiting = cell
        else:
            lines.extend(wrapped(cell, indent, f"{indent}        "))
    return lines if waiting is None else [*lines, indent + waiting]


def table(rows: Sequence[Sequence[str]], gap: int = 2, indent: str = "") -> list[str]:
    """Rows with their columns aligned; a last column that is too long is broken below itself.

    Where less than a third of the line is left for it, it goes on at the margin, and begins there
    if one of its words would not fit behind the others.
    """
    if not rows:
        return []
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    is_tight = len(indent) + sum(widths) + gap * len(widths) > width() * 2 // 3
    lines = []
    for row in rows:
        cells = (f"{cell:{wide + gap}}" for cell, wide in zip(row, widths, strict=False))
        rest, first = f"{indent}    " if is_tight else None, indent + "".join(cells)
        longest = max(map(len, row[-1].split()), default=0)
        if rest is not None and len(first) + longest > width():
            lines.append(first)
            first = rest
        lines.extend(wrapped(row[-1], first, rest))
    return [line.rstrip() for line in lines]


def ended(sentence: str) -> str:
    """A sentence with one sign at its end."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def counted(n: int, thing: str) -> str:
    """A number with its noun: `1 coin`, `2 coins`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
