"""A wheel carries the language, the rules and the cards, and plays as the checkout does.

The wheel is installed into a fresh environment, which borrows the dependencies of the one that
runs the tests: not the package, and nothing from the network.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TREES = """
import hashlib
from talesmith.ground import data
from talesmith.ground.source import SourceText
from talesmith.syntax.dump import dump
from talesmith.syntax.parse import parse
print(data.data_root())
for path in sorted(data.data_root().glob("*/**/*.tale")):
    if path.relative_to(data.data_root()).parts[0] in ("cards", "rules"):
        tree = dump(parse(SourceText.read(path)).file)
        name = path.relative_to(data.data_root()).as_posix()
        print(name, hashlib.sha256(tree.encode()).hexdigest())
"""

BOTS = ["--seat", "ana=greedy", "--seat", "ben=uniform", "--seat", "cid=greedy"]
PLAY = ["-m", "talesmith", "play", *BOTS, "--seed", "7", "--transcript", "game.txt"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return the Python of a fresh environment with the wheel."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip("--python", python, "install", "--no-deps", "--no-index", wheel)
    (site,) = home.glob("**/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return python


def pip(*arguments):
    run(sys.executable, ["-m", "pip", "--disable-pip-version-check", *map(str, arguments)], ROOT)


def run(python, arguments, folder, *, code=0):
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_wheel_holds_every_text_and_no_test(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("grammar", "rules", "cards"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert f"talesmith/_data/{path.relative_to(ROOT).as_posix()}" in inside
    assert "talesmith/py.typed" in inside
    assert not [name for name in inside if "tests/" in name or "__pycache__" in name]


def test_wheel_reads_its_own_texts_as_the_checkout_does(installed, tmp_path):
    mine, *trees = run(sys.executable, ["-c", TREES], tmp_path).splitlines()
    its, *same = run(installed, ["-c", TREES], tmp_path).splitlines()
    assert Path(mine) == ROOT
    assert Path(its).parts[-2:] == ("talesmith", "_data")
    assert len(trees) > 30
    assert same == trees


def test_wheel_plays_the_same_game_from_an_empty_folder(installed, tmp_path):
    games = []
    for name, python in (("checkout", sys.executable), ("wheel", installed)):
        folder = tmp_path / name
        folder.mkdir()
        report = run(python, PLAY, folder)
        games.append((report, (folder / "game.txt").read_text("utf-8")))
        assert [path.name for path in folder.iterdir()] == ["game.txt"]
    assert games[0] == games[1]
    assert "wins" in games[0][0]


# ---- the repository of a stranger: texts of the language, and a game that it has kept -------------

STRANGER = ROOT / "tests" / "stranger"
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture
def stranger(tmp_path):
    """Return a copy of it, far from the checkout."""
    files = [path.relative_to(STRANGER) for path in STRANGER.rglob("*") if path.is_file()]
    assert {path.suffix for path in files if path.parts[0] != "golden"} == {".tale"}
    return shutil.copytree(STRANGER, tmp_path / "harbour")


def test_stranger_runs_all_scenarios_with_pytest_alone(installed, stranger):
    done = run(installed, PYTEST, stranger)
    total = sum(path.read_text("utf-8").count('scenario "') for path in stranger.rglob("*.tale"))
    assert f"{total} passed" in done
    assert total == 6


def test_stranger_is_told_which_scenario_a_wrong_card_breaks(installed, stranger):
    card = stranger / "cards" / "harbour" / "fishers.tale"
    text = card.read_text("utf-8")
    assert "add 1" in text
    card.write_text(text.replace("add 1", "add 2"), "utf-8")
    done = run(installed, PYTEST, stranger, code=1)
    assert "fishers.tale::Hills are steep for Fishers and for nobody else" in done
    assert "+ 2 fishers  (harbour.fishers, cards/harbour/fishers.tale:9)" in done
    assert "talesmith/_data/rules/base/conquest.tale" in done.replace(os.sep, "/")


def test_stranger_checks_lays_out_and_plays_with_the_command(installed, stranger):
    talesmith = ["-m", "talesmith"]
    assert run(installed, [*talesmith, "check", "."], stranger) == ""
    assert run(installed, [*talesmith, "fmt", "--check", "."], stranger) == ""
    bots = ["--seat", "ana=greedy", "--seat", "ben=uniform"]
    report = run(
        installed, [*talesmith, "play", "--ruleset", "harbour_game", *bots, "--seed", "3"], stranger
    )
    assert "wins" in report


def test_stranger_is_told_what_a_change_does_to_the_kept_game(installed, stranger):
    """Where the rules play otherwise on purpose: `talesmith golden accept --yes` in that folder."""
    golden = ["-m", "talesmith", "golden", "check"]
    assert run(installed, golden, stranger).endswith("1 game: as recorded.\n")
    card = stranger / "cards" / "harbour" / "fishers.tale"
    text = card.read_text("utf-8")
    assert "earn 1" in text
    card.write_text(text.replace("earn 1", "earn 2"), "utf-8")
    done = run(installed, golden, stranger, code=1)
    assert "game 1: answer " in done
    assert "cards/harbour/fishers.tale:8" in done
