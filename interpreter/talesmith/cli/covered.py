"""What scenarios have seen, printed: a table, every unseen unit, JSON, texts, the pair matrix."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from talesmith.cli.common import from_here
from talesmith.cover.listed import Listed
from talesmith.cover.meetings import Cells
from talesmith.cover.units import KINDS, Cell, Unit
from talesmith.prove.covering import Covered
from talesmith.record.words import short_id

MOST = 3
"""scenarios that are named for a unit"""
FEW = 12
"""unseen units that the table names"""


def percent(seen: int, of: int) -> int:
    """A share in percent, rounded down; all of nothing."""
    return 100 * seen // of if of else 100


def exact(seen: int, of: int) -> str:
    """The same with one decimal, rounded down too."""
    n = 1000 * seen // of if of else 1000
    return f"{n // 10}.{n % 10} %"


# ---- table and list ------------------------------------------------------------------------------


def table(found: Covered, listed: Listed) -> str:
    """Totals first, then a line per card: how many units, how many seen, kinds that lack some."""
    unseen = found.missing_in(found.names, listed)
    named = [f"not seen: {_told(found, unit)}" for unit in unseen[:FEW]]
    if len(unseen) > FEW:
        named.append(f"and {len(unseen) - FEW} more: --output-format full names them all")
    lines = (*_totals(found, listed), *named, "", *_cards(found, listed))
    return "".join(f"{line}\n" for line in lines)


def _totals(found: Covered, listed: Listed) -> Iterator[str]:
    counts, names = found.by_kind(listed), found.names
    seen, of = (sum(pair[at] for pair in counts.values()) for at in (0, 1))
    excused = sum(name in listed.reasons for name in names.values())
    share = exact(excused, of + excused)
    more = f"; {excused} more listed with their reason{_place_of(listed)} ({share})" * bool(excused)
    yield f"{exact(seen, of)}: {seen} of {of} units seen{more}"
    for kind in KINDS:
        if kind in counts:
            yield f"  {kind:<12}{exact(*counts[kind]):>8}  {counts[kind][0]} of {counts[kind][1]}"
    known = set(names.values())
    for key in listed.reasons.keys() - known:
        yield f"listed, but there is no such unit: {key[0]} | {key[1]}"
    seen_after_all = {names[u] for u in names if found.is_seen(u)} & listed.reasons.keys()
    for key in sorted(seen_after_all):
        yield f"listed, but seen: {key[0]} | {key[1]}"


def _cards(found: Covered, listed: Listed) -> Iterator[str]:
    cards: dict[str, list[Unit]] = {}
    for unit in found.names:
        cards.setdefault(unit.card if unit.card != "rules" else unit.path, []).append(unit)
    rows = []
    for card, units in cards.items():
        missing = found.missing_in(units, listed)
        kinds = [f"{kind} {n}" for kind in KINDS if (n := sum(u.kind == kind for u in missing))]
        rows.append((from_here(card), len(units) - len(missing), len(units), ", ".join(kinds)))
    width = max((len(row[0]) for row in rows), default=0)
    for name, seen, of, lacks in sorted(rows):
        yield f"{name:<{width}}  {percent(seen, of):>3} %  {seen:>3} of {of:>3}  {lacks}".rstrip()


def in_full(found: Covered, listed: Listed) -> str:
    """The totals, every unit that was not seen, and every listed one with its reason."""
    unseen = [_told(found, unit) for unit in found.missing_in(found.names, listed)]
    excused = [f"{_told(found, unit)} | listed: {listed.reasons[name]}"
               for unit, name in found.names.items() if name in listed.reasons]  # fmt: skip
    parts = [part for part in (unseen, excused) if part]
    lines = [*_totals(found, listed), *(line for part in parts for line in ("", *part))]
    return "".join(f"{line}\n" for line in lines)


def _told(found: Covered, unit: Unit) -> str:
    """Where a unit stands, what it is, its owner."""
    owner, what = found.names[unit]
    return f"{place(unit.path, unit.line, unit.at & 4095)}: {what} | {owner}"


def place(path: str, line: int, column: int) -> str:
    """Where something stands, as seen from here; column 0 where only the line is known."""
    return f"{from_here(path)}:{line}" + f":{column}" * bool(column)


# ---- JSON ----------------------------------------------------------------------------------------


def as_json(found: Covered, listed: Listed) -> str:
    """An object: counts by kind, and every unit with the scenarios that are most about it."""
    seen_by: dict[int, list[str]] = {}
    for case, seen in sorted(found.by_case, key=lambda one: len(one[1])):
        for number in seen:
            if len(seen_by.setdefault(number, [])) < MOST:
                seen_by[number].append(f"{from_here(str(case.path))}::{case.name}")
    names = found.names
    units = [_object(found, listed, unit, names[unit], seen_by) for unit in names]
    kinds = {kind: {"seen": a, "units": b} for kind, (a, b) in found.by_kind(listed).items()}
    return json.dumps({"kinds": kinds, "units": units}, indent=1, ensure_ascii=False) + "\n"


def _object(
    found: Covered, listed: Listed, unit: Unit, name: tuple[str, str], seen_by: dict[int, list[str]]
) -> dict[str, Any]:
    number = found.units.numbers[unit]
    return {
        "path": from_here(unit.path),
        "row": unit.line,
        "column": unit.at & 4095,
        "card": unit.card,
        "owner": unit.owner,
        "kind": unit.kind,
        "what": unit.what,
        "scenarios": found.counts[number],
        "first": seen_by.get(number, []),
        "listed": listed.reasons.get(name),
    }


# ---- texts ---------------------------------------------------------------------------------------


def annotated(found: Covered, listed: Listed) -> str:
    """The texts with a mark at every line: `+` all seen, `!` something not, which stands below."""
    lines: list[str] = []
    by_file: dict[str, dict[int, list[Unit]]] = {}
    for unit in found.names:
        by_file.setdefault(unit.path, {}).setdefault(unit.line, []).append(unit)
    for path in sorted(by_file):
        lines += ["", from_here(path)]
        for number, text in enumerate(Path(path).read_text("utf-8").splitlines(), 1):
            units = by_file[path].get(number, [])
            missing = found.missing_in(units, listed)
            mark = "!" if missing else "+" if units else " "
            lines.append(f"{mark} {number:>4}  {text}".rstrip())
            lines += [f"        ^ not seen: {unit.kind} {unit.what}" for unit in missing]
    return "".join(f"{line}\n" for line in lines)


# ---- pairs ---------------------------------------------------------------------------------------


def matrix(met: set[Cell], played: frozenset[Cell] | None, cells: Cells, listed: Listed) -> str:
    """A triangle for each hook: who has met whom; before it what was not seen, and why.

    `o` in a scenario, `x` in a game, `*` in both, `.` nowhere yet, `-` can never be.
    `played` is None if no game was played.
    """
    games = frozenset[Cell]() if played is None else played
    both = cells.possible & (met | games)
    lines = ["", *_shares(met, played, cells, listed), *_open(met | games, played, cells, listed)]
    for hook in sorted({cell[0] for cell in cells.possible}):
        own = [cell for cell in (*cells.possible, *cells.impossible) if cell[0] == hook]
        names = sorted({name for cell in own for name in cell[1:]})
        possible = [cell for cell in own if cell in cells.possible]
        lines += ["", f"{hook}: {sum(cell in both for cell in own)} of {len(possible)}"]
        for at, name in enumerate(names):
            row = [_sign((hook, other, name), met, games, cells) for other in names[:at]]
            lines.append(f"  {at:>3} {short_id(name):<24} {''.join(row)}".rstrip())
    return "".join(f"{line}\n" for line in lines)


def _shares(
    met: set[Cell], played: frozenset[Cell] | None, cells: Cells, listed: Listed
) -> Iterator[str]:
    """How many cells were seen, and how many can never be, by their reasons."""
    wanted = cells.possible - listed.pairs.keys()
    of, both = len(wanted), wanted & (met | (played or set()))
    parts = [(met, "by scenarios"), *([] if played is None else [(played, "by play")])]
    told = ", ".join(f"{len(wanted & set(seen))} {how}" for seen, how in parts)
    yield f"pairs: {exact(len(both), of)}: {len(both)} of {of} cells seen, {told}"
    if excused := len(cells.possible) - of:
        yield f"{excused} more listed with their reason{_place_of(listed)}"
    yield f"{len(cells.impossible)} more can never be" + ":" * bool(cells.impossible)
    for reason, n in Counter(cells.impossible.values()).most_common():
        yield f"  {n:>4}  {reason}"


def _place_of(listed: Listed) -> str:
    return "" if listed.path is None else f" in {from_here(str(listed.path))}"


def _open(
    seen: set[Cell], played: frozenset[Cell] | None, cells: Cells, listed: Listed
) -> Iterator[str]:
    """What was not seen, and what is said of cells and is not so."""
    for cell in sorted(cells.possible - (seen if played is None else played)):
        reason = f"listed: {listed.pairs[cell]}" if cell in listed.pairs else ""
        where = "not seen by play" if cell in seen else "not seen"
        yield f"{where}: {_named(cell)}" + f" | {reason}" * bool(reason)
    for cell in sorted(seen & cells.impossible.keys()):
        yield f"seen, but it can never be: {_named(cell)}"
    for cell in sorted(listed.pairs.keys() - cells.possible):
        yield f"listed, but there is no such cell: {_named(cell)}"
    for cell in sorted(listed.pairs.keys() & (seen if played is None else played)):
        yield f"listed, but seen: {_named(cell)}"


def _named(cell: Cell) -> str:
    """A cell as a list names it."""
    return f"{cell[0]} | pair {cell[1]}, {cell[2]}"


def _sign(cell: Cell, met: set[Cell], played: frozenset[Cell], cells: Cells) -> str:
    if cell not in cells.possible:
        return "-" if cell in cells.impossible else " "
    return {(True, True): "*", (True, False): "o", (False, True): "x"}.get(
        (cell in met, cell in played), "."
    )
