"""Every example of the page for new authors is sound, and its scenarios pass."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from talesmith.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "cards" / "README.md").read_text("utf-8")
EXAMPLES = [part.split("```")[0] for part in PAGE.split("```tale\n")[1:]]


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_are_sound(number, command, tmp_path):
    text = EXAMPLES[number]
    if command == "test" and "scenario" not in text:
        return
    card = tmp_path / "card.tale"
    card.write_text(text, "utf-8")
    done = CliRunner().invoke(cli, [command, str(card), "--path", str(ROOT)])
    assert done.exit_code == 0, done.output
