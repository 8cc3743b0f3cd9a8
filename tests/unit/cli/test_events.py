"""`talesmith play --events`: short for a ruleset with events, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

SHORT = Path(__file__).with_name("short.tale")
BOTS = ("--seat", "a=greedy", "--seat", "b=greedy", "--seed", "5")
TALES = "tales.small_world_tales"


def identity(path):
    return json.loads(path.read_text("utf-8"))["identity"]


def events_in(found):
    return sorted(name for name in found["cards"] if re.match(r"tales\.\w+$", name))


def played(run, home, *words):
    """The identity of a game that is left at once."""
    file = home / f"{len(list(home.iterdir()))}.save"
    seats = ("--seat", "ana=human", "--seat", "ben=greedy", "--seed", "5")
    done = run("play", *seats, *words, "--save", file, typed="quit\n")
    assert done.exit_code == 0, done.output
    return identity(file)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (("--events", "all"), TALES),
        (("--events", "theme=wind_of_change"), f"{TALES}+event.theme=wind_of_change"),
        (("--events", "theme=A Wind of Change"), f"{TALES}+event.theme=wind_of_change"),
        (
            ("--events", "level=legendary_event", "--upcoming", "hidden"),
            f"{TALES}+event.level=legendary_event+upcoming_hidden=yes",
        ),
        (
            ("--events", "level=tale,legendary-event; theme=wind_of_change,world_in_danger"),
            f"{TALES}+event.level=legendary_event,tale+event.theme=wind_of_change,world_in_danger",
        ),
        (
            ("--events", "cards=tremor,Rats,tales.famine", "--short-deck", "--upcoming", "open"),
            f"{TALES}+event=famine,rats,tremor",
        ),
    ],
)
def test_it_is_short_for_a_ruleset(run, home, short, long):
    found = played(run, home, *short)
    assert found == played(run, home, "--ruleset", long)
    assert found["ruleset"] == long


def test_the_written_out_game_with_all_events_is_the_same_game(run, home):
    one = played(run, home, "--events", "all")
    assert one == played(run, home, "--ruleset", "small_world_tales")
    added = played(run, home, "--ruleset", "small_world+tales")
    assert {**added, "ruleset": one["ruleset"]} == one


def test_without_the_option_and_with_none_there_are_no_events(run, home):
    plain = played(run, home)
    assert plain["ruleset"] == "base.small_world"
    assert not any(name.startswith("tales.") for name in plain["cards"])
    assert played(run, home, "--events", "none") == plain


def test_a_theme_and_a_level_narrow_each_other_in_one_option_or_two(run, home):
    one = played(run, home, "--events", "theme=wind_of_change;level=tale", "--short-deck")
    two = played(
        run, home, "--events", "level=tale", "--events", "theme=wind_of_change", "--short-deck"
    )
    assert one == two
    assert {"tales.small_time_coup", "tales.summer_of_love"} < {*one["cards"]}
    assert "tales.tremor" not in one["cards"]


def test_a_blank_card_comes_with_its_package(run, home):
    words = ("--events", "cards=legends.custom_legend_1,tremor", "--short-deck")
    found = played(run, home, *words)
    assert {"legends.custom_legend_1", "tales.tremor"} < {*found["cards"]}
    assert "legends.custom_legend_2" not in found["cards"]
    assert found["ruleset"] == f"{TALES}+legends+event=custom_legend_1,tremor"


def test_a_game_with_chosen_events_is_left_gone_on_with_and_replayed(run, home):
    words = ("--events", "theme=one_for_the_ages", "--upcoming", "hidden", "--save", "a.save")
    run(
        "play", "--seat", "ana=human", "--seat", "ben=greedy", "--seed", "5", *words, typed="1\nq\n"
    )
    before = identity(home / "a.save")
    on = ("--load", "a.save", "--seat", "ana=greedy", "--save", "a.save", "--transcript", "a.txt")
    done = run("play", *on)
    assert (done.exit_code, done.stderr) == (0, f"Saved in {home / 'a.save'}.\n")
    assert "The rules have changed" not in done.output
    assert identity(home / "a.save") == before
    for file in ("a.save", "a.txt"):
        again = run("replay", file)
        assert again.exit_code == 0, again.output
        assert again.stderr.endswith("the same game.\n")


def test_a_ruleset_in_a_file_gets_events_too(run, home):
    done = run("play", "--ruleset", SHORT, "--events", "cards=tremor", *BOTS, "--save", "a.save")
    assert done.exit_code == 0, done.output
    assert "Tremor" in done.stdout
    assert identity(home / "a.save")["ruleset"] == "my.short+tales+event=tremor"
    for words in (("play", "--load", "a.save"), ("replay", "a.save")):
        done = run(*words, "--ruleset", SHORT)
        assert done.exit_code == 0, done.output
        assert "The rules have changed" not in done.stderr
        assert "Tremor" in done.stdout or words[0] == "play"


BARE = """language 1
package bare
rules bare "Bare" {
  words terrain = hill "Hill"
  step game() { }
}
map flat "Flat" { rounds 1 region one hill touches two region two hill }
ruleset bare "Bare" { use bare map flat for 2 players }
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("theme=wind",), "no theme is called wind; there are: bargain_sale_of_wonders, "),
        (("theme=wind_of_chance",), "no theme is called wind_of_chance (did you mean wind_of_c"),
        (("level=legend",), "no level is called legend; there are: bedtime_story, legendary_event"),
        (("colour=red",), "events have no colour; there are: "),
        (("cards=tremr,rats",), "no event is called tremr (did you mean tremor ?)"),
        (("cards=tremor,rats,tremor",), "tremor is named twice"),
        (("cards=tremor", "cards=Tremor"), "Tremor is named twice"),
        (("cards=tremor,,rats",), "'cards=tremor,,rats' is none of: all, none, "),
        (("everything",), "'everything' is none of: all, none, theme=…, level=…, cards=…"),
        (("all;none",), "`none` stands alone"),
        (("cards=tremor,rats",), "2 cards are too few for 10 rounds, "),
        (("theme=wind_of_change;level=tale",), "take at least 9, or say --short-deck"),
        (("cards=elsewhere.storm",), "there is no package or house rule `elsewhere`"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_done(run, home, words, said):
    options = [part for word in words for part in ("--events", word)]
    done = run("play", *BOTS, *options, "--save", "a.save", "--transcript", "a.txt")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in " ".join(done.stderr.split())
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("words", [("--events", "all"), ("--events", "none")])
def test_a_ruleset_that_has_events_takes_no_others(run, words):
    done = run("play", *BOTS, "--ruleset", "small_world_tales", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "small_world_tales has events already" in done.stderr


def test_a_ruleset_of_another_game_cannot_have_events(run, home):
    (home / "bare.tale").write_text(BARE, "utf-8")
    done = run("play", *BOTS, "--ruleset", "bare.tale", "--events", "all")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bare.tale cannot have events: tales does not fit its rules" in done.stderr


def test_upcoming_without_events_says_nothing(run):
    done = run("play", *BOTS, "--upcoming", "hidden")
    assert done.exit_code == 2
    assert "it needs --events" in done.stderr


@pytest.mark.parametrize(
    "words", [("--events", "all"), ("--upcoming", "hidden"), ("--short-deck",)], ids=str
)
def test_a_saved_game_keeps_its_events(run, words):
    run("play", "--ruleset", SHORT, "--seat", "a=human", "--save", "a.save", typed="quit\n")
    done = run("play", "--load", "a.save", "--ruleset", SHORT, *words)
    assert done.exit_code == 2
    assert f"{words[0]} belongs to a new game" in done.stderr


# ---- keys and heights ----------------------------------------------------------------------------

TALL = ("--ruleset", SHORT, "--events", "cards=tough_love", "--set", "auction_tie=height")
PAIR = ("--seat", "ana=human", "--seat", "ben=human", "--seed", "5")


def answers(path):
    return json.loads(path.read_text("utf-8"))["answers"]


def test_who_is_how_tall_is_asked_when_tied_auctions_go_by_it(run, home):
    done = run("play", *TALL, *PAIR, "--save", "a.save", typed="\n181\n\n168\nquit\n")
    assert done.exit_code == 0, done.output
    assert "How tall are you? The shorter one wins a tied auction." in done.stdout
    assert answers(home / "a.save") == ["> ana 181", "> ben 168"]
    again = run("play", "--load", "a.save", "--ruleset", SHORT, typed="\nquit\n")
    assert again.exit_code == 0
    assert "How tall" not in again.stdout


def test_heights_on_the_command_line_are_not_asked_for(run, home):
    words = ("--height", "ben=168", "--save", "a.save")
    done = run("play", *TALL, *PAIR, *words, typed="\n181\n\nquit\n")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("How tall are you?") == 1
    assert answers(home / "a.save") == ["> ana 181", "> ben 168"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--height", "ana"), "write name=number, such as ana=170"),
        (("--height", "ana=tall"), "write name=number"),
        (("--height", "cid=170"), "'cid' does not play: ana, ben do"),
        (("--height", "ana=170", "--height", "Ana=171"), "'Ana' is named twice"),
        (("--height", "ana=1000"), "a height is a number from 0 to 999, not 1000"),
        (("--set", "auction_tie"), "write key=value"),
        (("--set", "auction_tie=dice"), "`dice` is no value of `auction_tie`"),
        (("--set", "auction_ty=height"), "there is no key `auction_ty` (did you mean auction_tie"),
    ],
)
def test_heights_and_keys_that_cannot_be(run, words, said):
    done = run("play", *TALL, *PAIR, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())


def test_heights_are_refused_where_nobody_asks_for_them(run):
    done = run("play", "--ruleset", SHORT, *PAIR, "--height", "ana=170")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--set auction_tie=height" in done.stderr
