"""Text in lines of a terminal: no line is longer than WIDTH."""

import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 80


def heading(left: str, right: str = "") -> list[str]:
    """A title with what stands at its right end, and a rule below it."""
    gap = max(2, WIDTH - len(left) - len(right))
    title = f"{left}{' ' * gap}{right}" if right else left
    return [title[:WIDTH].rstrip(), "-" * WIDTH]


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text broken into lines, the first one behind `first`, the others behind `rest`."""
    other = " " * len(first) if rest is None else rest
    lines = textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=other)
    return lines or [first.rstrip()]


def listed(parts: Iterable[str], first: str, rest: str | None = None) -> list[str]:
    """Parts with commas between them; no part is broken unless it is longer than a line."""
    other = " " * len(first) if rest is None else rest
    lines, line, empty = [], first, True
    for part in parts:
        piece = part if empty else f", {part}"
        if not empty and len(line) + len(piece) + 1 > WIDTH:
            lines.append(f"{line},")
            line, piece = other, part
        line, empty = line + piece, False
    return [*lines, line.rstrip()]


def in_pairs(cells: Sequence[str], indent: str = " ") -> list[str]:
    """Two cells to a line where both fit, each in its half; a longer one has lines of its own."""
    half = (WIDTH - len(indent)) // 2
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
    """Rows with their columns aligned; a last column that is too long is broken below itself."""
    if not rows:
        return []
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = (f"{cell:{width + gap}}" for cell, width in zip(row, widths, strict=False))
        lines.extend(wrapped(row[-1], indent + "".join(cells)))
    return [line.rstrip() for line in lines]


def ended(sentence: str) -> str:
    """A sentence with one sign at its end."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def counted(n: int, thing: str) -> str:
    """A number with its noun: `1 coin`, `2 coins`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
