"""`talesmith soak`: what it prints, how it ends, and the command that repeats a broken game."""

import shlex
from collections import Counter

import pytest
from click.testing import CliRunner

from talesmith.cli import soak as command
from talesmith.cli.main import cli
from talesmith.cli.soaked import branches, covered
from talesmith.run.coverage import Coverage
from talesmith.run.invariants import Invariants
from talesmith.run.soak import Failed, Report
from talesmith.run.violation import Violation


def run(words):
    return CliRunner().invoke(
        cli, shlex.split(words), catch_exceptions=False, standalone_mode=False
    )


def test_it_tells_what_was_played_and_covered():
    done = run("soak --games 2 --seed 4")
    assert not done.return_value
    assert "2 games (1 with 2, 1 with 3 players)" in done.stdout
    assert "\nno violation\n" in done.stdout
    for line in ("races: ", "powers: ", "symbols: ", "questions: ", "saves inside frames: "):
        assert f"\n{line}" in done.stdout
    assert "\nunused: " in done.stdout


def test_names_that_two_packages_have_are_told_in_full():
    coverage = Coverage(
        Counter(
            {
                ("race", "base.dwarves"): 2,
                ("race", "warcraft.dwarves"): 3,
                ("race", "base.elves"): 4,
            }
        ),
        {("race", "base.dwarves"), ("race", "warcraft.dwarves"), ("race", "base.elves")},
    )
    assert [*covered(coverage)] == [
        "races: base.dwarves 2, elves 4, warcraft.dwarves 3",
        "unused: nothing",
    ]


def test_the_reference_is_compared():
    done = run("soak --games 1 --players 2 --reference")
    assert not done.return_value
    assert "region-by-region evaluator" in done.stdout


def test_a_broken_game_ends_with_one_and_can_be_repeated(monkeypatch):
    def breaking(invariants, game):
        if game.number == 25 and invariants.rules.players == 3:
            raise Violation("the roof is gone")

    monkeypatch.setattr(Invariants, "check", breaking)
    done = run("soak --games 2 --seed 4")
    assert done.return_value == 1
    assert "seed 5, 3 players, answer 25: Violation: the roof is gone" in done.stderr
    command = done.stderr.split("again: talesmith ")[1].strip()
    assert command.startswith("soak --games 1 --players 3 --seed 5 --as-written --set ")
    again = run(command)
    assert again.return_value == 1
    assert "the roof is gone" in again.stderr


def test_a_number_of_players_without_a_board_is_wrong_use():
    done = CliRunner().invoke(cli, ["soak", "--players", "7"])
    assert done.exit_code == 2
    assert "has boards for 2, 3, 4 and 5 players, not for 7" in done.stderr


def test_an_event_alone_is_in_force_in_every_round_but_the_first():
    done = run("soak --events all --alone plague --games 1 --players 2 --as-written")
    assert "plague 9," in done.stdout.partition("\nevents: ")[2]
    assert "\n  tales.plague: 8 ran 9, 9 each " in done.stdout
    assert " branches taken\nuntaken:\n" in done.stdout


def test_whether_every_branch_was_taken_is_told():
    coverage = Coverage()
    coverage.known.update({("branch", "base.orcs 8 ran"), ("branch", "base.elves 9 nothing")})
    coverage.counts["branch", "base.orcs 8 ran"] = 3
    assert list(branches(coverage))[3:5] == ["1 of 1 branches taken", "untaken: nothing"]
    coverage.known.add(("branch", "base.orcs 9 fails"))
    told = ["1 of 2 branches taken", "untaken:", "  base.orcs: 9 fails"]
    assert list(branches(coverage))[3:6] == told
    coverage.known.add(("waiting branch", "base.orcs 9 fails"))
    told = ["1 of 1 branches taken", "untaken: nothing"]
    assert list(branches(coverage))[3:5] == told
    assert list(branches(coverage))[-1] == "  base.orcs: 9 fails"
    coverage.counts["branch", "base.orcs 9 fails"] = 1
    assert "2 of 2 branches taken" in list(branches(coverage))


def test_each_event_has_games_of_its_own(monkeypatch):
    decks = []

    def played(plan, seeds, _workers, progress):
        decks.append((plan.deck, seeds))
        report = Report(games={2: len(seeds)})
        progress(report)
        return report

    monkeypatch.setattr("talesmith.cli.soak.soak_in_parallel", played)
    done = run('soak --events "cards=tremor,plague" --alone all --games 3 --seed 7')
    assert decks == [(("tales.plague",), range(7, 10)), (("tales.tremor",), range(10, 13))]
    assert done.stdout.startswith("6 games (6 with 2 players)")


def test_a_stopped_run_tells_what_it_has_seen(monkeypatch):
    check = Invariants.check

    def stopping(invariants, game):
        if invariants.rules.players == 3:
            raise KeyboardInterrupt
        check(invariants, game)

    monkeypatch.setattr(Invariants, "check", stopping)
    done = run("soak --games 3 --seed 4")
    assert done.return_value == 1
    assert done.stdout.startswith("1 games (1 with 2 players), ")
    assert "\nstopped before the last 2 games\n" in done.stdout


WRONG = {
    "--set place_all=maybe": "place_all may be yes, no, not maybe",
    "--set pace_all=no": "Small World has no key pace_all",
    "--set place_all": "--set wants KEY=VALUE, not place_all",
    "--alone tremor": "Small World has no events",
    "--events all --alone tremor,rain": "there is no event rain",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_use_is_told(words):
    done = CliRunner().invoke(cli, ["soak", *shlex.split(words)])
    assert done.exit_code == 2
    assert WRONG[words] in done.output


def test_steering_needs_branches():
    done = CliRunner().invoke(cli, ["soak", "--steer", "--reference"])
    assert done.exit_code == 2
    assert "--steer counts branches, --reference does not" in done.output


def test_a_game_that_was_made_short_is_told_as_a_transcript():
    failed = Failed(3, 2, 40, "Violation: lost", (), (), ("talesmith game 1", "", "> ana done"))
    said = command.told(failed, "talesmith soak")
    assert said == (
        "seed 3, 2 players, answer 40: Violation: lost\nmade short, 1 answer:\n\n"
        "talesmith game 1\n\n> ana done\n"
    )
