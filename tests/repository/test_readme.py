"""What README promises: the two lines, the script that runs the second, the commands."""

import re
from pathlib import Path

from talesmith.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[2]

PLAY = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/talesmith play"
TEST = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest"


def test_readme_has_both_lines_word_for_word():
    lines = [line.strip() for line in (ROOT / "README.md").read_text("utf-8").splitlines()]
    assert PLAY in lines
    assert TEST in lines


def test_ci_runs_the_test_line_and_nothing_else():
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    said = [line for line in script if line.strip() and not line.startswith("#")]
    assert said == ['cd "$(dirname "$0")/.." || exit 2', TEST]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_every_test_tool_is_an_extra_and_no_dependency():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    needed = project.split("dependencies = [")[1].split("]")[0]
    names = {word.split(">")[0].strip(' "') for word in needed.split(",")}
    assert names == {"attrs", "click", "lark", "pyrsistent", "rich"}


def test_the_table_has_every_command_and_no_other():
    text = (ROOT / "README.md").read_text("utf-8")
    table = text.split("| command | does |\n|---|---|\n")[1].split("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines()]
    assert {word for cell in cells for word in re.findall(r"`([\w-]+)", cell)} == set(COMMANDS)
    assert set(re.findall(r"talesmith ([a-z][a-z-]*\b)", text)) - {"play"} <= set(COMMANDS)


def test_its_house_rules_are_counted_and_there():
    text = (ROOT / "README.md").read_text("utf-8")
    shelf = {path.stem for path in (ROOT / "rules" / "house").glob("*.tale")}
    assert len(shelf) == 16
    assert "sixteen house rules" in text
    assert {"ten_coins", "open_coins"} <= shelf
