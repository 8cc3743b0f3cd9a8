"""`talesmith migrate`: from an older language to the newest, by rewrites that a test brings."""

import pytest

from talesmith.cli import migrate as command
from talesmith.ground.data import data_root
from talesmith.syntax import parse, rewrites
from talesmith.syntax.rewrites import REWRITES, RewriteError, language_of, rewritten

CARD = 'language {n}\npackage my\n\npower {word} "A" {{ is tokens: 4 }}  // a comment\n'


@pytest.fixture
def future(monkeypatch):
    """Let the program speak a later language, with these rewrites."""

    def speak(number, steps):
        monkeypatch.setattr(parse, "LANGUAGE", number)
        monkeypatch.setattr(rewrites, "REWRITES", dict(steps))

    return speak


def renamed(old, new):
    return lambda text: text.replace(old, new)


def written(home, name, n=1, word="old"):
    path = home / name
    path.write_text(CARD.format(n=n, word=word), "utf-8")
    return path


def test_today_there_is_nothing_to_do(run):
    root = data_root()
    done = run("migrate", root / "cards", root / "rules")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert done.stderr.endswith("files speak language 1, the newest: there is nothing to do.\n")


def test_every_older_language_has_a_rewrite():
    assert set(REWRITES) == set(range(1, parse.LANGUAGE))


def test_a_rewrite_is_made_step_by_step_and_the_number_set(run, home, future):
    future(3, {1: renamed("old", "older"), 2: renamed("older", "newest")})
    one, two = written(home, "one.tale"), written(home, "two.tale", 2, "older")
    kept = written(home, "kept.tale", 3, "fine")
    done = run("migrate", home)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == ["one.tale", "two.tale"]
    assert done.stderr == "2 files were put from language 1 and 2 into 3.\n"
    assert one.read_text("utf-8") == two.read_text("utf-8") == CARD.format(n=3, word="newest")
    assert kept.read_text("utf-8") == CARD.format(n=3, word="fine")
    assert (
        run("migrate").stderr
        == "All 3 files speak language 3, the newest: there is nothing to do.\n"
    )


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_what_would_change_is_told_and_nothing_changed(run, home, future, option):
    future(2, {1: renamed("old", "new")})
    path = written(home, "one.tale")
    done = run("migrate", path, option)
    assert done.exit_code == 1
    assert done.stderr == "1 file would be put from language 1 into 2.\n"
    assert path.read_text("utf-8") == CARD.format(n=1, word="old")
    if option == "--diff":
        assert "-language 1\n+language 2\n" in done.stdout


def test_one_that_cannot_be_read_afterwards_keeps_all_as_they_are(run, home, future):
    future(2, {1: lambda text: text.replace("}", "") if "broken" in text else text})
    good, bad = written(home, "good.tale"), written(home, "bad.tale", word="broken")
    done = run("migrate", home)
    assert done.exit_code == 1
    assert "T001" in done.stderr
    assert done.stderr.endswith("1 file cannot be migrated; nothing was changed.\n")
    assert good.read_text("utf-8") == CARD.format(n=1, word="old")
    assert bad.read_text("utf-8") == CARD.format(n=1, word="broken")


def test_one_that_cannot_be_written_puts_the_others_back(run, home, future, monkeypatch):
    future(2, {1: renamed("old", "new")})
    files = [written(home, f"{name}.tale") for name in "abc"]
    writing = command.write

    def failing(path, text):
        if path.name == "c.tale":
            raise OSError(28, "No space left on device", str(path))
        writing(path, text)

    monkeypatch.setattr(command, "write", failing)
    done = run("migrate", home)
    assert done.exit_code == 2
    assert "No space left on device; nothing was changed" in done.stderr
    assert {file.read_text("utf-8") for file in files} == {CARD.format(n=1, word="old")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CARD.format(n=7, word="a"), "language 7 is newer than this program, which speaks 2"),
        (CARD.format(n=0, word="a"), "no rewrite leads on from language 0"),
        ("power a { }\n", "its first line does not say `language` and a number"),
    ],
)
def test_a_text_of_no_known_language_is_told_and_nothing_changed(run, home, future, text, said):
    future(2, {1: renamed("old", "new")})
    other = written(home, "other.tale")
    (home / "odd.tale").write_text(text, "utf-8")
    done = run("migrate")
    assert done.exit_code == 1
    assert f"odd.tale: {said}\n" in done.stderr
    assert language_of(other.read_text("utf-8")) == 1


def test_a_rewrite_that_loses_the_first_line_is_caught(future):
    future(2, {1: lambda text: text.partition("\n")[2]})
    with pytest.raises(RewriteError, match="lost the first line"):
        rewritten(CARD.format(n=1, word="old"))


def test_comments_may_stand_before_the_first_line(future):
    future(2, {1: str})
    assert rewritten("// mine\n\nlanguage 1\n") == "// mine\n\nlanguage 2\n"


def test_two_rewrites_from_one_language_are_an_error(future):
    future(2, {})
    rewrites.rewrites(1)(str)
    with pytest.raises(RewriteError, match="two rewrites from language 1"):
        rewrites.rewrites(1)(str)


@pytest.mark.parametrize("words", [("nowhere",), ("empty",), ("latin.tale",)])
def test_wrong_use_ends_with_2(run, home, words):
    (home / "empty").mkdir()
    (home / "latin.tale").write_bytes(b"language 1 // \xe9\n")
    assert run("migrate", *words).exit_code == 2
