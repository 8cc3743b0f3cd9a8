"""The page for new authors: every example is sound, its scenarios pass, and it can be played."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from talesmith.cli.main import COMMANDS, cli
from talesmith.compile import load_ruleset
from talesmith.play.step import bind
from talesmith.run.game import played, seat_bots

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "cards" / "README.md").read_text("utf-8")
EXAMPLES = [part.split("```")[0] for part in PAGE.split("```tale\n")[1:]]
HEADS = [re.search(r"^(\w+) (\w+) \"", text, re.MULTILINE) for text in EXAMPLES]
NAMES = [head[2] for head in HEADS]


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize("text", EXAMPLES, ids=NAMES)
def test_the_examples_are_sound(text, command, tmp_path):
    if command == "test" and "scenario" not in text:
        return
    card = tmp_path / "card.tale"
    card.write_text(text, "utf-8")
    done = CliRunner().invoke(cli, [command, str(card), "--path", str(ROOT)])
    assert done.exit_code == 0, done.output


def test_they_rise_from_a_cost_over_a_ban_and_a_choice_to_an_auction():
    words = ["add -1", "forbid woods", "choose region", "call auction()"]
    assert [word in text for word, text in zip(words, EXAMPLES, strict=False)] == [True] * 4
    lengths = [len(text.split("\n}\n")[0].splitlines()) for text in EXAMPLES[:4]]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("text", EXAMPLES, ids=NAMES)
def test_a_game_is_played_with_it(text, tmp_path):
    path = tmp_path / "card.tale"
    path.write_text(text, "utf-8")
    is_game = "\nruleset " in text
    name = str(path) if is_game else f"small_world+{path}"
    ruleset, findings = load_ruleset(name, [ROOT])
    assert [finding for finding in findings if finding.is_error] == []
    rules = bind(ruleset, 2)
    assert played(rules, seat_bots(["uniform", "uniform"], 1), 1).request is None


def test_the_names_that_a_hook_gives_are_those_of_the_rules():
    ruleset, _ = load_ruleset("small_world", [ROOT])
    known = {hook.name: {param.name for param in hook.params} for hook in ruleset.hooks}
    known |= {f"after_{h.name}": known[h.name] for h in ruleset.hooks if h.kind == "action"}
    table = PAGE.split("## Who is who")[1].split("\n\n")[2]
    cells = [[re.findall(r"`(\w+)`", cell) for cell in row.split("|")] for row in table.split("\n")]
    said = {hook: set(row[3]) for row in cells for hook in row[1]}
    assert len(said) == 16
    assert {hook: names - known[hook] for hook, names in said.items() if names - known[hook]} == {}


def test_every_command_of_the_page_is_one():
    said = set(re.findall(r"talesmith (\w+)", PAGE))
    assert said <= set(COMMANDS)
    assert {"new", "check", "test", "play", "cards", "rules", "soak"} <= said


def test_every_page_it_leads_to_is_there():
    for place in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (ROOT / "cards" / place).exists(), place
