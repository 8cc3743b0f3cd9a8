"""What a soak has played and touched, in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from talesmith.run.branches import BRANCH, NOTHING, WAITING
from talesmith.run.coverage import GROUPS, Coverage
from talesmith.run.soak import Plan, Report
from talesmith.show.lines import listed


def summary(report: Report, plan: Plan, missing: int) -> Iterator[str]:
    """What was played and seen; `missing` games were not played any more."""
    by_players = ", ".join(f"{n} with {players}" for players, n in sorted(report.games.items()))
    yield f"{report.played} games ({by_players} players), {report.decisions} decisions"
    if missing:
        yield f"stopped before the last {missing} games"
    if plan.reference:
        yield "compared with the region-by-region evaluator: state, questions, targets and costs"
    else:
        yield from covered(report.coverage)
    broken = len(report.failures)
    yield "no violation" if not broken else f"{broken} games broke something"


def covered(coverage: Coverage) -> Iterator[str]:
    """How often everything was used, by group."""
    for group in GROUPS:
        things = coverage.group(group)
        if things:
            title = "saves inside frames" if group == "frame" else f"{group}s"
            names = Counter(map(short, things))
            used = [f"{short(name) if names[short(name)] == 1 else whole(name)} {n}"
                    for name, n in things.items()]  # fmt: skip
            yield from listed(used, f"{title}: ", "  ")
    yield from branches(coverage)
    yield from listed(coverage.unused() or ["nothing"], "unused: ", "  ")


def branches(coverage: Coverage) -> Iterator[str]:
    """How often every branch was taken, card by card; then those that never were."""
    taken = coverage.group(BRANCH)
    if not taken:
        return
    yield "branches, by card and line:"
    yield from by_card({name: f" {n}" for name, n in taken.items()})
    never = {name for name, n in taken.items() if not n}
    idle = {name for name in taken if name.endswith(f" {NOTHING}")}
    waiting = never & set(coverage.group(WAITING))
    total = len(set(taken) - idle - waiting)
    left = sorted(never - idle - waiting)
    yield f"{total - len(left)} of {total} branches taken"
    yield "untaken:" if left else "untaken: nothing"
    yield from by_card(dict.fromkeys(left, ""))
    for names, title in (
        (never & idle, "never missing, so that nothing had to be done about it:"),
        (waiting, "asked of cards, and no card of this game has a say in it:"),
    ):
        yield from [title] if names else []
        yield from by_card(dict.fromkeys(sorted(names), ""))


def by_card(told: dict[str, str]) -> Iterator[str]:
    """Branches with what is told of each, a card in a line of its own."""
    cards: dict[str, list[tuple[int, str]]] = {}
    for name, more in told.items():
        card, _, branch = name.partition(" ")
        line = int(branch.partition(" ")[0].partition(":")[0])
        cards.setdefault(card, []).append((line, branch + more))
    for card, lines in cards.items():
        yield from listed([text for _, text in sorted(lines)], f"  {card}: ", "    ")


def short(name: str) -> str:
    """The last part of a full name; of a handler, its card."""
    return whole(name).rpartition(".")[2]


def whole(name: str) -> str:
    """A full name; of a handler, that of its card."""
    return name.split("/", maxsplit=1)[0]
