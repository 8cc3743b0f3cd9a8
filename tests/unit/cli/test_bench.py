"""`talesmith bench`: the figures for programs and for people."""

import json

import pytest
from click.testing import CliRunner

from talesmith.cli import bench as command
from talesmith.cli.main import cli
from talesmith.run import bench as benching


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(command, "CROWD", 10)
    for module, name in (
        (command, "RUNS"),
        (benching, "RUNS"),
        (benching, "SAMPLE"),
        (benching, "COLD"),
    ):
        monkeypatch.setattr(module, name, 1)


def test_json_has_every_figure():
    done = CliRunner().invoke(cli, ["bench", "--json", "--games", "5"], catch_exceptions=False)
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["decisions_per_second"] == found["players"]["2"]["decisions_per_second"]
    assert {
        "bytes_per_state", "cards", "cold_decisions_per_second", "games_per_run", "microseconds",
        "microseconds_by_question", "players", "python", "ruleset", "runs", "seconds",
    } <= set(found)  # fmt: skip
    assert all(row["replays"] for row in found["players"].values())
    assert set(found["seconds"]) == {"load_cold", "load_cached", "command"}
    assert 0 < found["seconds"]["load_cached"] < found["seconds"]["load_cold"]


def test_people_get_lines():
    figures = {"load_cold": 1.5, "load_cached": 0.01, "command": 0.2}
    found = {
        "python": "3.11.7", "ruleset": "base.small_world", "runs": 5, "games_per_run": 40,
        "players": {"2": {
            "regions": 23, "decisions_per_second": 41_234, "games_per_second": 500.0,
            "decisions_per_game": 81.2, "draws_per_decision": 71.0, "checksum": "ab" * 8,
            "replays": True,
        }},
        "cold_decisions_per_second": 12_000,
        "cards": {
            "inactive": 400, "inactive_time_ratio": 1.01, "active": 10, "active_time_ratio": 1.4
        },
        "microseconds": {"step": 23.5},
        "microseconds_by_question": {"rules/ready": 20.0},
        "bytes_per_state": 4432, "seconds": figures,
    }  # fmt: skip
    text = "\n".join(command.lines(found))
    for part in ("41,234", "x 1.01", "23.50 us per step", "4,432 bytes", "1.500 s load cold"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 100
