"""`talesmith describe`: the English of a card, by its name or its file."""

import pytest

from talesmith.cli import describe as command
from talesmith.show.english import UnsayableError

RULE = "is tokens: 4 conquest_cost as attacker when region has cavern { add -2 }"


def test_a_card_is_told_by_its_id_its_title_or_its_full_name(run):
    said = [run("describe", *name.split()) for name in ("dragon_master", "Dragon Master")]
    said.append(run("describe", "base.dragon_master"))
    assert [done.exit_code for done in said] == [0, 0, 0]
    assert len({done.stdout for done in said}) == 1
    assert said[0].stdout.startswith("Dragon Master ")
    assert "Then put a Dragon in that region." in said[0].stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tremor", "Conquering a region costs 1 token more."),
        ("warcraft.trolls", "Conquering an occupied region costs this race 1 token less."),
        ("earlier_seat", "The ruling “Same coins and same tokens” is “earlier seat”."),
        ("ordinary_die", "The Ordinary die has the faces 1, 2, 3, 4, 5 and 6."),
        ("base.pick", "A combo brings a player as many tokens as"),
    ],
)
def test_cards_of_all_games_house_rules_and_rules_are_found(run, name, words):
    done = run("describe", name)
    assert done.exit_code == 0
    assert words in done.stdout


def test_of_two_cards_with_one_name_the_usual_game_has_the_first_word(run):
    assert "race of base" in run("describe", "trolls").stdout
    done = run("describe", "trolls", "--ruleset", "warcraft")
    assert "race of warcraft" in done.stdout


@pytest.mark.parametrize("command", ["describe", "cards"])
def test_the_other_card_of_that_name_is_named_below(command, run):
    assert run(command, "trolls").stdout.splitlines()[-1] == "also: warcraft.trolls"
    assert "also:" not in run(command, "warcraft.trolls").stdout
    assert "also:" not in run(command, "ghouls").stdout


def test_every_card_of_a_file_is_told_and_its_texts_change_nothing(run, home):
    (home / "mine.tale").write_text(
        f'language 1\npower one "Caves" {{ {RULE} }}\n'
        f'power two "Caves" {{ text "Something else." {RULE} }}\n'
    )
    done = run("describe", "mine.tale")
    assert done.exit_code == 0
    first, second = done.stdout.split("\n\n")
    assert first.strip() == second.strip()
    assert "Conquering a Cavern region costs this race 2 tokens less." in first


def test_a_file_joins_the_packages_that_it_is_over(run, home):
    (home / "late.tale").write_text(
        'language 1\nevent late "Late" over tales {\n'
        "  is theme: wind_of_change, level: tale, theme_is: known, level_is: known\n"
        "  on_round_start { call auction() as who  if not who exists { stop } }\n}\n"
    )
    done = run("describe", "late.tale")
    assert "an auction is held. If there is no winner, stop here." in done.stdout
    assert "Printed: theme “A Wind of Change” (known), level “Tall Tale” (known)." in (
        done.stdout.replace("\n", " ")
    )


def test_what_other_rulings_would_change_can_be_left_out(run):
    assert "(With “Berserk races roll: optional”" in run("describe", "berserk").stdout
    assert "(With" not in run("describe", "berserk", "--no-rulings").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("trols",), "no card is called trols; did you mean trolls?"),
        (
            ("nobody", "knows", "it"),
            "no card is called nobody knows it; `talesmith cards` lists them",
        ),
        (("no.tale",), "there is no file no.tale"),
        (("tremor", "--ruleset", "small_world"), "no card is called tremor"),
        (("orcs", "--ruleset", "warcraft_and_base"), "orcs may be base.orcs or warcraft.orcs"),
        (("empty.tale",), "nothing in empty.tale can be told: it has no card"),
    ],
)
def test_wrong_use_is_told_in_a_line(run, home, words, said):
    (home / "empty.tale").write_text("language 1\n")
    done = run("describe", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {said}")


def test_a_card_with_mistakes_is_a_finding(run, home):
    (home / "bad.tale").write_text(
        'language 1\npower bad "Bad" { is tokens: 4 conqest_cost { } }\n'
    )
    done = run("describe", "bad.tale")
    assert done.exit_code == 1
    assert "T101" in done.stderr


def test_a_rule_without_words_is_an_error_of_ours_and_not_left_out(run, monkeypatch):
    def wordless(*_, **__):
        raise UnsayableError("no words for a statement 'twist'")

    monkeypatch.setattr(command, "told_in_english", wordless)
    done = run("describe", "trolls")
    assert done.exit_code == 2
    assert "base.trolls has no English yet: no words for a statement 'twist'" in done.stderr


def test_a_mistake_in_another_card_of_the_folder_is_no_reason_to_say_nothing(run, home):
    folder = home / "cards" / "my"
    folder.mkdir(parents=True)
    head = "language 1\npackage my\n\n"
    (folder / "miners.tale").write_text(f'{head}power miners "Miners" {{ {RULE} }}\n')
    (folder / "broken.tale").write_text(f"{head}power broken {{\n")
    for words in (["miners"], ["cards/my/miners.tale"]):
        done = run("describe", *words)
        assert done.exit_code == 0, done.output
        assert done.stdout.startswith("Miners ")
    done = run("describe", "cards/my/broken.tale")
    assert done.exit_code == 1
    assert "T001" in done.stdout + done.stderr
