"""The benchmark: shipped rules, the same `step` as everywhere, one processor.

A decision is one answer given by a seat; automatic answers and chance do not count, and neither
loading nor binding is in the time.  Everything is measured five times, and the median is told.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from talesmith.play.bind import Binder
from talesmith.play.step import bind
from talesmith.ruleset.parts import Ruleset
from talesmith.run.crowd import waking
from talesmith.run.timing import (
    MICRO,
    Clock,
    Course,
    Timed,
    bytes_per_state,
    cost_time,
    draws_a_second,
    legal_list_time,
    recorded,
    replays,
    step_times,
    timed_games,
    timed_in_turn,
)
from talesmith.run.violation import demand

RUNS = 5
COLD = 5
"""games of a fresh engine that are told apart"""
SAMPLE = 12
"""games from which parts are measured"""
ACTIVE = 10
"""cards of the crowd that are in force in the last figure"""


@frozen
class Measured:
    """The runs of one course."""

    runs: tuple[Timed, ...]
    draws: tuple[float, ...]
    """draws a second, next to each run"""

    @property
    def rate(self) -> float:
        """Decisions a second, the median."""
        return statistics.median(run.rate for run in self.runs)

    def draws_a_decision(self) -> float:
        """Draws of the calibration loop that take as long as one decision, the median."""
        pairs = zip(self.draws, self.runs, strict=True)
        return statistics.median(draws / run.rate for draws, run in pairs)

    def plain(self) -> dict[str, Any]:
        """The figures of a course."""
        one = self.runs[0]
        return {
            "decisions_per_second": round(self.rate),
            "games_per_second": round(self.rate * one.games / one.decisions, 2),
            "decisions_per_game": round(one.decisions / one.games, 1),
            "draws_per_decision": round(self.draws_a_decision(), 1),
            "checksum": one.checksum,
        }


def measured(
    courses: Sequence[Course], seeds: Sequence[int], clock: Clock, tell: Callable[[str], None]
) -> dict[str, Measured]:
    """Run all courses five times in turn.  Raises Violation if a course changes its games."""
    runs: dict[str, list[Timed]] = {course.name: [] for course in courses}
    draws = []
    for number in range(RUNS):
        tell(f"run {number + 1} of {RUNS}")
        found_in_turn, drawn = timed_in_turn(courses, seeds, clock)
        draws.append(drawn)
        for name, timed in found_in_turn.items():
            runs[name].append(timed)
    for name, found in runs.items():
        sums = {run.checksum for run in found}
        demand(len(sums) == 1, "the same seeds gave other games", name, sorted(sums))
    return {name: Measured(tuple(runs[name]), tuple(draws)) for name in runs}


def bench(
    ruleset: Ruleset,
    crowd: Ruleset | None,
    games: int,
    clock: Clock,
    tell: Callable[[str], None],
    players: int | None = None,
) -> dict[str, Any]:
    """All figures that come from playing; `crowd` is the ruleset with many cards more, if any.

    With a number of players only games for so many are measured.
    """
    counts = sorted({n for n, _ in ruleset.boards}) if players is None else [players]
    seeds, few = range(games), counts[0]
    bound = {n: bind(ruleset, n) for n in counts}
    courses = [Course(str(n), rules) for n, rules in bound.items()]
    if crowd is not None:
        crowded = bind(crowd, few)
        courses += [Course("inactive", crowded), Course("active", crowded, waking(ACTIVE))]
    cold, *_warm = [timed_games(course, range(COLD), clock) for course in courses]
    found = measured(courses, seeds, clock, tell)
    tell("parts")
    cards = {} if crowd is None else {"cards": _of_cards(crowd, ruleset, found, str(few))}
    return {
        "decisions_per_second": round(found[str(few)].rate),
        "cold_decisions_per_second": round(cold.rate),
        "players": {str(n): _of_players(bound[n], found[str(n)]) for n in counts},
        **cards,
        **parts(bound[few], clock),
    }


def _of_players(rules: Binder, found: Measured) -> dict[str, Any]:
    regions = len(rules.board.regions)
    return {"regions": regions, **found.plain(), "replays": replays(rules, recorded(rules, 0))}


def _of_cards(
    crowd: Ruleset, ruleset: Ruleset, found: dict[str, Measured], few: str
) -> dict[str, Any]:
    """What cards cost: time of a decision against the ruleset without them."""
    more = len(crowd.cards) - len(ruleset.cards)
    one = found[few]
    for name in ("inactive", "active"):
        same = one.runs[0].checksum == found[name].runs[0].checksum
        demand(same, "cards that take each other back change the game", name)
    return {
        "inactive": more,
        "inactive_time_ratio": round(ratio(one, found["inactive"]), 3),
        "active": ACTIVE,
        "active_time_ratio": round(ratio(one, found["active"]), 3),
    }


def ratio(one: Measured, other: Measured) -> float:
    """How many times as long a decision of the second course takes, run by run, the median."""
    pairs = zip(one.runs, other.runs, strict=True)
    return statistics.median(a.rate / b.rate for a, b in pairs)


def parts(rules: Binder, clock: Clock) -> dict[str, Any]:
    """Microseconds of the parts of a game, and bytes of a kept position."""
    records = [recorded(rules, seed) for seed in range(SAMPLE)]
    middle = {
        "conquest_cost": _median(lambda: cost_time(rules, records, clock)),
        "legal_list": _median(lambda: legal_list_time(rules, records, clock)),
        "calibration_draw": _median(lambda: MICRO / draws_a_second(clock)),
    }
    steps = [step_times(rules, records, clock) for _ in range(RUNS)]
    by_rule = {body: statistics.median(run[body] for run in steps) for body in steps[0]}
    middle["step"] = by_rule.pop("")
    return {
        "microseconds": {name: round(middle[name], 2) for name in sorted(middle)},
        "microseconds_by_question": {body: round(n, 1) for body, n in by_rule.items()},
        "bytes_per_state": round(bytes_per_state(rules, range(SAMPLE))),
    }


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(RUNS))
