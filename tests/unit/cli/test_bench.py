"""`talesmith bench`: the figures for programs and for people."""

import json

import pytest
from click.testing import CliRunner

from talesmith.cli import bench as command
from talesmith.cli.main import cli

FIGURES = {
    "decisions_per_second": 41_234,
    "cold_decisions_per_second": 12_000,
    "players": {
        "2": {
            "regions": 23, "decisions_per_second": 41_234, "games_per_second": 500.0,
            "decisions_per_game": 81.2, "draws_per_decision": 71.0, "checksum": "ab" * 8,
            "replays": True,
        }
    },
    "cards": {
        "inactive": 400, "inactive_time_ratio": 1.01, "active": 10, "active_time_ratio": 1.4,
    },
    "microseconds": {"step": 23.5},
    "microseconds_by_question": {"rules/ready": 20.0},
    "bytes_per_state": 4432,
}  # fmt: skip
"""what `run.bench` gives; its own tests look at that"""


@pytest.fixture(autouse=True)
def measured(monkeypatch):
    monkeypatch.setattr(command, "crowded", lambda ruleset, *_: ruleset)
    monkeypatch.setattr(command, "measure", lambda *_: FIGURES)
    monkeypatch.setattr(command, "RUNS", 1)


def test_json_has_every_figure():
    done = CliRunner().invoke(cli, ["bench", "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["decisions_per_second"] == 41_234
    assert set(FIGURES) | {"python", "ruleset", "runs", "games_per_run", "seconds"} == set(found)
    assert set(found["seconds"]) == {"load_cold", "load_cached", "command"}
    assert all(n > 0 for n in found["seconds"].values())


def test_people_get_lines(monkeypatch):
    monkeypatch.setattr(command, "loading", lambda *_: {"load_cached": 0.25})
    done = CliRunner().invoke(cli, ["bench"], catch_exceptions=False)
    for part in ("41,234", "x 1.01", "23.50 us per step", "4,432 bytes", "0.250 s load cached"):
        assert part in done.stdout
    assert "ELSEWHERE" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_a_replay_that_ends_elsewhere_is_shouted():
    row = {**FIGURES["players"]["2"], "replays": False}
    found = {
        **FIGURES, "players": {"2": row}, "python": "3.11", "ruleset": "x", "runs": 1,
        "games_per_run": 5, "seconds": {},
    }  # fmt: skip
    assert "THE REPLAY ENDS ELSEWHERE" in "\n".join(command.lines(found))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Figures in a file, as an earlier run printed them; gives how to write other ones."""
    monkeypatch.setattr(command, "loading", lambda *_: {"load_cached": 0.25})
    file = tmp_path / "figures.json"

    def write(**changes):
        row = {**FIGURES["players"]["2"], **changes}
        rows = {str(n): row for n in (2, 3, 4, 5)}
        about = {"ruleset": "base.small_world", "games_per_run": 40, "players": rows}
        file.write_text(json.dumps(about), encoding="utf-8")
        return file

    return write


def checked(file, *more):
    return CliRunner().invoke(cli, ["bench", "--check", str(file), *more])


def test_figures_that_are_no_worse_pass(kept):
    done = checked(kept(draws_per_decision=62.0), "--players", "2")
    assert done.exit_code == 0, done.output
    assert "No slower" in done.stderr


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"draws_per_decision": 60.0}, "2 players: a decision takes 71.0 draws, 18% more"),
        ({"checksum": "cd" * 8}, "2 players: other games were played"),
    ],
)
def test_figures_that_are_worse_are_told(kept, changes, told):
    done = checked(kept(**changes), "--players", "2")
    assert done.exit_code == 1
    assert told in done.stderr


def test_figures_of_other_games_are_refused_before_anything_is_measured(kept, monkeypatch):
    monkeypatch.setattr(command, "measure", lambda *_: pytest.fail("it was measured"))
    done = checked(kept(), "--games", "20")
    assert done.exit_code == 2
    assert "40 games a run of base.small_world, not 20" in done.stderr


def test_figures_for_other_numbers_of_players_are_refused(tmp_path):
    row = FIGURES["players"]["2"]
    about = {"ruleset": "base.small_world", "games_per_run": 40, "players": {"3": row}}
    file = tmp_path / "figures.json"
    file.write_text(json.dumps(about), encoding="utf-8")
    done = checked(file, "--players", "2")
    assert done.exit_code == 2
    assert "no figures for 2 players" in done.stderr


def test_games_for_so_many_alone_are_measured_without_more_cards(monkeypatch):
    asked = []
    alone = {name: part for name, part in FIGURES.items() if name != "cards"}
    monkeypatch.setattr(command, "measure", lambda *given: asked.append(given) or alone)
    monkeypatch.setattr(command, "loading", lambda *_: {"load_cached": 0.25})
    done = CliRunner().invoke(cli, ["bench", "--players", "2"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "41,234" in done.stdout
    assert "cards more" not in done.stdout
    assert asked[0][1] is None
    assert asked[0][-1] == 2
    refused = CliRunner().invoke(cli, ["bench", "--players", "9"])
    assert refused.exit_code == 2
    assert "no board for 9 players" in refused.stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"players": {"2": {}}}', "\0"])
def test_a_file_without_figures_is_refused(tmp_path, text):
    file = tmp_path / "figures.json"
    file.write_text(text, encoding="utf-8")
    done = checked(file)
    assert done.exit_code == 2
    assert "holds no figures" in done.stderr


def test_a_missing_file_is_refused(tmp_path):
    done = checked(tmp_path / "none.json")
    assert done.exit_code == 2
    assert "cannot be read: No such file" in done.stderr
