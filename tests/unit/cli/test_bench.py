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
