"""`talesmith golden`: games are recorded, checked, explained and accepted, and nothing is lost."""

import shutil

import pytest
from click.testing import CliRunner

from talesmith.cli.main import cli

STEEP = """language 1
package mine

house_rule steep "Steep" over base {
  text "From round 2 on mountains cost more."
  conquest_cost when region.terrain == mountain and round >= 2 { add 1 }
}
"""
RULES = "small_world+steep.tale"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A folder with the house rule and one recorded game of two players."""
    folder = tmp_path_factory.mktemp("author")
    (folder / "steep.tale").write_text(STEEP)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        words = ["golden", "record", "--ruleset", RULES, "--games", "1", "--players", "2"]
        done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def author(home, recorded):
    shutil.copytree(recorded, home, dirs_exist_ok=True)
    return home


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_recorded_is_text_and_checks(author, run):
    assert sorted(contents(author / "golden")) == ["game_0.txt", "golden.txt"]
    assert (
        f"\nruleset: {RULES}\ngames: 1\nseed: 0\nplayers: 2\n"
        in (author / "golden" / "golden.txt").read_text()
    )
    game = (author / "golden" / "game_0.txt").read_text()
    assert "\nround 2\n" in game
    assert "+ 1 steep" in game
    assert "\n1 asks ana: pick " in game
    before = contents(author / "golden")
    done = run("golden", "check")
    assert (done.exit_code, done.stdout) == (0, "1 game: as recorded.\n")
    assert contents(author / "golden") == before


def test_a_difference_is_explained_and_only_accepted_by_flag(author, run):
    (author / "steep.tale").write_text(STEEP.replace("add 1", "add 2"))
    before = contents(author / "golden")
    done = run("golden", "check")
    assert done.exit_code == 1
    assert done.stdout.startswith("The rules have changed: cards mine.steep.\ngame 0: answer ")
    cause = done.stdout.partition("\n\n")[2]
    assert cause.startswith(
        "conquest_cost +1\n  no more + 1 steep\n  now + 2 steep  (mine.steep, steep.tale:6)\n"
        "  mountain: "
    )
    assert " in 1 game, first in game 0, round 2, answer " in cause
    refused = run("golden", "accept")
    assert refused.exit_code == 1
    assert refused.stderr == "Nothing is written without --yes.\n"
    assert contents(author / "golden") == before
    assert run("golden", "accept", "--yes").exit_code == 0
    assert "+ 2 steep" in (author / "golden" / "game_0.txt").read_text()
    assert run("golden", "check").stdout == "1 game: as recorded.\n"
    assert sorted(path.name for path in author.iterdir()) == ["golden", "steep.tale"]


def test_a_changed_text_that_changes_no_game_is_told(author, run):
    (author / "steep.tale").write_text(STEEP.replace("cost more", "cost one more"))
    done = run("golden", "check")
    assert (done.exit_code, done.stdout) == (
        0, "The rules have changed: cards mine.steep.\n1 game: as recorded.\n",
    )  # fmt: skip


def test_an_answer_that_is_refused_now_is_told(author, run):
    ban = 'can_conquer when region.terrain == hill { forbid steep "a hill is too steep" }'
    lines = [*STEEP.splitlines()[:5], f"  {ban}", "}", ""]
    (author / "steep.tale").write_text("\n".join(lines))
    done = run("golden", "check")
    assert done.exit_code == 1, done.output
    assert "can_conquer yes -> no\n  no more yes\n" in done.stdout
    assert "now no: a hill is too steep" in done.stdout
    assert "(mine.steep, steep.tale:6)" in done.stdout
    assert "\nan answer is refused\n  after another answer of: " in done.stdout


def test_a_folder_with_anything_in_it_is_never_written_to(author, run):
    again = run("golden", "record", "--ruleset", RULES, "--games", "1")
    assert again.exit_code == 2
    assert "talesmith golden accept golden --yes" in again.stderr
    (author / "own").mkdir()
    (author / "own" / "notes.txt").write_text("mine")
    for words, said in (
        (("record", "own"), "own has other files in it"),
        (("accept", "own", "--yes"), "own is no folder of recorded games"),
        (("check", "own"), "own is no folder of recorded games"),
        (("record", "steep.tale"), "steep.tale is a file, not a folder"),
        (("check", "nowhere"), "there is no folder nowhere"),
        (("record", "new", "--players", "8"), "not for 8"),
    ):
        done = run("golden", *words)
        assert done.exit_code == 2, words
        assert said in done.stderr
    assert contents(author / "own") == {"notes.txt": b"mine"}
    assert not (author / "new").exists()


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("golden.txt", ("games: 1", "games: many"), "golden.txt: `many` is no number"),
        ("golden.txt", ("seed: 0", "sead: 0"), "golden.txt: there is no line `seed:`"),
        ("golden.txt", ("games: 1", "games: 2"), "game_1.txt: No such file"),
        ("game_0.txt", ("game 1", "game 9"), "line 1: it does not begin with"),
        ("game_0.txt", ("\nasked\n", "\n"), "the line `asked` is not there"),
        ("game_0.txt", ("\n2 asks", "\n3 asks"), "does not belong here"),
        ("game_0.txt", ("board: ", "bord: "), "there is no line `board:`"),
    ],
)
def test_damage_is_told_with_its_place(author, run, name, change, said):
    path = author / "golden" / name
    path.write_text(path.read_text().replace(*change, 1))
    done = run("golden", "check")
    assert done.exit_code == 2
    assert said in done.stderr


def test_writing_that_fails_leaves_the_old_files(author, run, monkeypatch):
    before = contents(author / "golden")

    def full(*_, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("talesmith.run.golden.Path.write_text", full)
    done = run("golden", "accept", "--yes")
    assert done.exit_code == 2
    assert "golden cannot be written: No space left" in done.stderr
    assert contents(author / "golden") == before
    assert sorted(path.name for path in author.iterdir()) == ["golden", "steep.tale"]
