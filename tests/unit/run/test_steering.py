"""A steered soak comes to more, and makes a game short that breaks something."""

from pathlib import Path

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.machine import Defect
from talesmith.play.step import bind
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case
from talesmith.record.session import Session
from talesmith.run.branches import BRANCH
from talesmith.run.shrinking import MOST_TRIES, Broken, failure_of, shrunk
from talesmith.run.soak import Plan, soak

FIXTURE = Path(__file__).with_name("broken.tale").resolve()


def ruleset(name="small_world"):
    return load_ruleset(name, [data_root()])[0]


def taken(report):
    return sum(n > 0 for n in report.coverage.group(BRANCH).values())


def test_steered_games_come_to_more_branches():
    plain = soak(Plan(ruleset(), 2, branches=True), range(2))
    steered = soak(Plan(ruleset(), 2, branches=True, steer=True), range(2))
    assert not plain.failures
    assert not steered.failures
    assert taken(steered) > taken(plain) + 10


@pytest.fixture(scope="module")
def broken():
    rules = ruleset(f"small_world+{FIXTURE}")
    plan = Plan(rules, 2, branches=True, steer=True)
    return rules, soak(plan, range(1, 2)).failures


def test_a_broken_rule_is_told_with_few_answers_that_break_it(broken):
    rules, (failed,) = broken
    assert failed.text.startswith("Defect: 2 tokens moved where ")
    lines = answers(failed)
    assert 2 <= len(lines) < failed.number
    assert "seed: 1" in failed.transcript
    again = Session.replay(bind(rules, 2), ("ana", "ben"), 1, lines[:-1])
    with pytest.raises(Defect, match="broken"):
        again.play(lines[-1:])


def answers(failed):
    return [line for line in failed.transcript if line.startswith(">")]


def test_the_same_is_told_as_a_scenario_that_breaks(broken, tmp_path):
    _, (failed,) = broken
    at = next(n for n, line in enumerate(failed.transcript) if line.startswith("scenario "))
    text = FIXTURE.read_text("utf-8") + "\n".join(failed.transcript[at:]) + "\n"
    file = tmp_path / "broken.tale"
    file.write_text(text, "utf-8")
    (case,) = cases_in(file, book := Rulebook([data_root()]))
    screen = run_case(case, book).failure.screen(book.library.parsed(file).source, tmp_path)
    assert "defect   2 tokens moved where " in screen
    assert f"{answers(failed)[-1]}\n" in screen


def test_without_steering_the_command_is_enough():
    plan = Plan(ruleset(f"small_world+{FIXTURE}"), 2)
    (failed,) = soak(plan, range(1, 2)).failures
    assert failed.transcript == ()


def test_answers_are_left_out_while_the_same_breaks():
    def attempt(answers):
        told.append(answers)
        kept = tuple("plain" if one is None else one for one in answers)
        if {3, 7} <= set(kept):
            return Broken("Boom: it", kept)
        return Broken("Crash: else", kept) if kept else None

    told = []
    best = shrunk(Broken("Boom: it", tuple(range(12))), attempt)
    assert best.answers == (3, 7)
    assert len(told) <= MOST_TRIES


def test_failures_are_the_same_whatever_their_values():
    assert failure_of(ValueError("two many: 3, 4")) == failure_of(ValueError("two many: 9"))
    assert failure_of(ValueError("two many: 3")) != failure_of(TypeError("two many: 3"))
