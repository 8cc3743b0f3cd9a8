"""The tools that keep the Python tidy, typed and layered are part of the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

TOOLS = {
    "ruff check": [BIN / "ruff", "check", "--no-cache", "interpreter", "tests"],
    "ruff format": [BIN / "ruff", "format", "--check", "--no-cache", "interpreter", "tests"],
    "mypy --strict": [sys.executable, "-m", "mypy"],
    "import-linter": [BIN / "lint-imports", "--no-cache"],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_finds_nothing(tool):
    done = subprocess.run(TOOLS[tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{tool}\n{done.stdout}{done.stderr}"
