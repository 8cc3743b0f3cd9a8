"""The board as text: every region's word and signs near its centre, and who stands there below.

A board of several maps is drawn map by map, each under its title.

Centres are thousandths of the board.  Labels are laid one after the other, from the top; where the
wanted place is taken the nearest free one serves, so near regions stay near each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.show.lines import WIDTH, counted, heading, in_pairs, width, wrapped
from talesmith.show.position import Position

SHAPE = 2100
"""width of a board in thousandths of its height for which a character would be square"""
GAP = 1
LEGEND = "* in decline, - nobody"


def board(position: Position) -> list[str]:
    """The maps; a list of the regions where there is no room for it, or they have no places."""
    printed = position.rules.board
    if any(region.centre is None for region in printed.regions):
        return ["This board has no map: `why REGION` tells what a region touches."]
    if width() < WIDTH:
        return in_a_list(position)
    if len(printed.maps) == 1:
        return [*heading("The board", LEGEND), *signs(position), *_map(position, 0)]
    lines = [*heading("The boards", LEGEND), *signs(position)]
    for at, part in enumerate(printed.maps):
        drawn = _map(position, at)
        first = next(row for row, line in enumerate(drawn) if line)
        lines += ["", f"{part.name}:", *drawn[first:]]
    return lines


def _map(position: Position, part: int) -> list[str]:
    """One map of the board."""
    printed = position.rules.board
    height = WIDTH * 1000 // max(1, printed.maps[part].aspect * SHAPE // 1000)
    grid, regions = _Grid(height + 4), printed.regions
    for region in sorted(_regions(position, part), key=lambda at: (regions[at].centre, at)):
        x, y = regions[region].centre or (0, 0)
        grid.put(x * WIDTH // 1000, y * height // 1000, label(position, region))
    return grid.lines()


def _regions(position: Position, part: int) -> list[int]:
    """The regions of one map."""
    return [at for at, where in enumerate(position.rules.board.board_of) if where == part]


def in_a_list(position: Position) -> list[str]:
    """All regions with their holders, and how wide a terminal the map needs."""
    told = f"The map needs {counted(WIDTH, 'column')}, and here are {width()}. So, in a list:"
    maps = position.rules.board.maps
    title = "The board" if len(maps) == 1 else "The boards"
    lines = [*heading(title, LEGEND), *signs(position), *wrapped(told)]
    for at, part in enumerate(maps):
        cells = ["  ".join(label(position, region)) for region in _regions(position, at)]
        lines += [*([] if len(maps) == 1 else [f"{part.name}:"]), *in_pairs(cells)]
    return lines


def signs(position: Position) -> list[str]:
    """What the signs on the board mean, as far as there are any."""
    found = {symbol for region in position.rules.board.regions for symbol in region.symbols}
    words = [word for word in position.words("symbol") if word.sign and word.id in found]
    return wrapped(", ".join(f"{word.sign} {word.name}" for word in words)) if words else []


def label(position: Position, region: int) -> tuple[str, str]:
    """Two lines for a region: its word with its signs, and its holder with tokens."""
    word, race = position.word("region", region), position.occupant(region)
    word = f"{word} {position.signs(region)}".rstrip()
    if race is None:
        return word, "-"
    owner = position.owner(race)
    who = position.title("race", race) if owner is None else position.player(owner)
    mark = "*" if owner is not None and position.is_declined(race) else ""
    return word, f"{who[:10].rstrip()} {position.tokens(region)}{mark}"


class _Grid:
    """Characters of a map under construction."""

    def __init__(self, height: int) -> None:
        """Empty lines."""
        self.rows = [[" "] * WIDTH for _ in range(height)]

    def put(self, x: int, y: int, texts: tuple[str, str]) -> None:
        """Write two lines around a place, or around the nearest free one."""
        size = max(map(len, texts))
        for row, column in self._around(y, x - size // 2, size):
            if self._is_free(row, column, size):
                for at, text in enumerate(texts):
                    start = column + (size - len(text)) // 2
                    self.rows[row + at][start : start + len(text)] = text
                return

    def _around(self, row: int, column: int, size: int) -> Iterator[tuple[int, int]]:
        rows = range(len(self.rows) - 1)
        places = [(r, c) for r in rows for c in range(WIDTH - size + 1)]
        column = min(max(column, 0), WIDTH - size)
        yield from sorted(places, key=lambda p: (4 * abs(p[0] - row) + abs(p[1] - column), p))

    def _is_free(self, row: int, column: int, size: int) -> bool:
        start, end = max(0, column - GAP), column + size + GAP
        return all(set(line[start:end]) <= {" "} for line in self.rows[row : row + 2])

    def lines(self) -> list[str]:
        """The finished map without empty lines at its ends."""
        found = ["".join(row).rstrip() for row in self.rows]
        while found and not found[-1]:
            found.pop()
        return found
