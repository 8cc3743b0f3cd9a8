"""`talesmith play` through pipes: whole games, everything that can be said at a prompt, saves."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from talesmith.bots import BOTS
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn
from talesmith.record.session import Session
from talesmith.record.transcript import transcript
from talesmith.run.game import seat_bots

SHORT = Path(__file__).with_name("short.tale")
ISLET = ("--ruleset", SHORT, "--seed", "5")
TWO = ("--seat", "ana=human", "--seat", "ben=greedy")
HOT = ("--seat", "ana=human", "--seat", "ben=human")


def as_bots_play(seed, kinds, people=()):
    """A short game in which bots answer for everybody, and what the people would have typed."""
    ruleset, _ = load_ruleset(str(SHORT), [data_root()])
    rules = bind(ruleset, len(kinds))
    session = Session(rules, ["ana", "ben"][: len(kinds)], seed)
    bots = seat_bots(kinds, seed)
    while not session.is_over:
        request = session.game.request
        seat = whose_turn(request)
        view = SeatView(rules, session.game, seat)
        answer = bots[seat].choose(view, part_of(request, seat))
        session.answer(whole_answer(request, seat, answer))
    typed = [d.line.removeprefix(f"> {session.names.seats[d.by]} ") for d in session.decisions
             if session.names.seats[d.by] in people]  # fmt: skip
    return session, "".join(f"{line}\n" for line in typed)


# ---- whole games ---------------------------------------------------------------------------------


def test_a_whole_game_is_played_through_a_pipe(run, home):
    session, typed = as_bots_play(5, ["uniform", "greedy"], people=("ana",))
    done = run("play", *ISLET, *TWO, "--transcript", "game.txt", typed=typed)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("ana> ") == len(typed.splitlines())
    assert re.search(r"^(ana|ben) wins$|^ana and ben win$", done.stdout.splitlines()[-1])
    assert (home / "game.txt").read_text("utf-8") == transcript(session)


def test_bots_alone_print_a_report_that_ends_with_the_ranking(run, golden):
    done = run("play", *ISLET, "--seat", "ana=greedy", "--seat", "ben=uniform")
    assert done.exit_code == 0
    assert "> " not in done.stdout
    assert done.stdout.splitlines()[-1] in {"ana wins", "ben wins"}
    assert done.stdout == golden


def test_the_same_seed_is_the_same_game_and_another_is_not(run):
    words = ("--ruleset", SHORT, "--seat", "a=uniform", "--seat", "b=uniform", "--seed")
    first, again, other = (run("play", *words, seed).stdout for seed in (7, 7, 8))
    assert first == again != other


def test_without_words_it_is_you_against_two_greedy_bots(run):
    done = run("play", typed="quit\n")
    assert done.exit_code == 0
    head = done.stdout.splitlines()[0]
    assert re.fullmatch(
        r"Small World: Player, Bot 1 \(greedy bot\), Bot 2 \(greedy bot\)\. Seed \d+\.", head
    )
    assert "Round 1 of 10" in done.stdout


# ---- at a prompt ---------------------------------------------------------------------------------


def said(run, *typed, words=TWO):
    lines = [*typed, "quit", "quit"]
    return run("play", *ISLET, *words, typed="".join(f"{line}\n" for line in lines))


def test_help_tells_every_command(run):
    shown = said(run, "?").stdout
    for command in ("why REGION", "map", "combos", "races", "table", "undo", "save", "quit"):
        assert f"\n  {command}" in shown


def test_help_explains_the_question_and_does_not_repeat_the_screen(run):
    _, pick, conquer = said(run, "?", "1", "?").stdout.split("ana> ?\n")
    told = pick.partition("Besides")[0]
    assert "you lay a coin on each combo above it" in " ".join(told.split())
    assert re.search(r"`pick \w+`, one of \d", told)
    assert "costs 1 coin" not in told
    assert re.search(r"`conquer \w+`, one of \d+\n  `done`: nothing more", conquer)


@pytest.mark.parametrize("word", ["q", "exit", "EXIT"])
def test_other_words_for_quit(run, word):
    done = run("play", *ISLET, *TWO, typed=f"{word}\n{word}\n")
    assert done.exit_code == 0
    assert "No:" not in done.stdout
    assert done.stdout == run("play", *ISLET, *TWO, typed="quit\nquit\n").stdout.replace(
        "ana> quit", f"ana> {word}"
    )


def test_why_takes_the_number_of_a_region_on_the_screen(run):
    """Numbers of combos are none of a region, those of attempts and of places that get tokens are."""
    typed = ("why 1", "1", "why 3", "why 7", "2", "1", "done", "why 2")
    combos, attempts, none, places = re.findall(r"ana> why \d\n(.*)", said(run, *typed).stdout)
    assert combos == "No: no region has the number 1 on the screen."
    assert attempts == "Mid forest (Forest, Magic Source, Coast, Entry)"
    assert none == "No: no region has the number 7 on the screen."
    assert places == "West farm (Farmland, Entry)"


def test_why_explains_a_region_with_card_and_line(run):
    short = said(run, "1", "why east_hill").stdout
    assert "conquer it?" in short
    assert "conquest.tale" not in short
    shown = said(run, "1", "why east_hill fully", "why", "why moon").stdout
    assert "touches mid_forest" in shown
    assert "conquer it?" in shown
    assert re.search(r"\(rules/base/conquest\.tale:\d+\)", shown)
    assert "Say which region" in shown
    assert "no region is called 'moon'" in shown


@pytest.mark.parametrize(
    ("command", "shown"),
    [("map", "The board"), ("combos", "Combos on offer:"), ("races", "No race is in play.")],
)
def test_looks_at_the_table(run, command, shown):
    assert shown in said(run, command).stdout


def test_table_shows_the_screen_again(run):
    screen = said(run, "table").stdout.split("ana> ")
    assert screen[1].removeprefix("table\n") in screen[0]


def test_a_wrong_answer_is_refused_with_its_reason_and_asked_again(run):
    done = said(run, "77", "dance", "1")
    assert "No: the numbers on the screen go from 1 to" in done.stdout
    assert "No: 'dance' is no answer here" in done.stdout
    assert "ana takes" in done.stdout
    assert done.exit_code == 0


def test_an_empty_line_is_no_answer_and_no_mistake(run):
    assert "No:" not in said(run, "", "  ").stdout


def test_undo_goes_back_or_says_why_not(run):
    shown = said(run, "undo", "1", "undo", "1", "undo", "1").stdout
    assert "No: there is nothing to take back." in shown
    assert "that cannot be taken back" in shown
    assert "Taken back: ana conquer" in shown
    taken = shown.split("Taken back")[0].rpartition("ana> ")[0].rpartition("ana> ")[2]
    assert "takes" not in taken


# ---- secrets -------------------------------------------------------------------------------------


def test_coins_of_others_are_hidden(run):
    shown = said(run).stdout
    assert shown.count("coins hidden") == 1
    assert re.search(r"\* ana +0 regions +5 coins", shown)


def test_two_people_at_one_keyboard_see_only_their_own_coins_after_a_key(run):
    session, typed = as_bots_play(5, ["uniform", "uniform"], people=("ana", "ben"))
    done = run("play", *ISLET, *HOT, typed=typed)
    assert done.exit_code == 0, done.output
    keys = re.findall(r"(\w+): press Enter when only you can see the screen", done.stdout)
    assert keys[:2] == ["ana", "ben"]
    assert all(one != two for one, two in pairwise(keys))
    for screen in re.findall(r"^Round .*?(?=^\w+> )", done.stdout, re.MULTILINE | re.DOTALL):
        assert screen.count("coins hidden") == 1
    assert session.is_over


def test_a_key_that_never_comes_ends_the_game(run):
    done = run("play", *ISLET, *HOT, typed="")
    assert done.exit_code == 2


# ---- keeping -------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_where_it_was_with_the_same_players(run, home):
    session, typed = as_bots_play(5, ["uniform", "greedy"], people=("ana",))
    lines = typed.splitlines(keepends=True)
    assert len(lines) > 2
    first = run("play", *ISLET, *TWO, "--save", "game.save", typed="".join(lines[:2]) + "quit\n")
    assert (first.exit_code, first.stdout.splitlines()[-1]) == (0, "Goodbye.")
    rest = ("--ruleset", SHORT, "--transcript", "game.txt")
    again = run("play", "--load", "game.save", *rest, typed="".join(lines[2:]))
    assert again.exit_code == 0, again.output
    assert (home / "game.txt").read_text("utf-8") == transcript(session)


def test_somebody_else_may_take_a_seat(run):
    said(run, "save game.save")
    done = run("play", "--load", "game.save", "--ruleset", SHORT, "--seat", "ana=greedy")
    assert done.exit_code == 0
    assert "ana (greedy bot), ben (greedy bot)" in done.stdout
    assert "The game is over" in done.stdout


def test_save_needs_a_name_once(run, home):
    shown = said(run, "save", "save game.save", "1", "save").stdout
    assert "Say where: `save FILE`." in shown
    assert shown.count(f"Saved in {home / 'game.save'}.") == 2


def test_a_finished_game_is_saved_and_replays(run):
    bots = ("--seat", "a=greedy", "--seat", "b=uniform", "--save", "game.save")
    played = run("play", *ISLET, *bots, "--transcript", "game.txt")
    for file in ("game.save", "game.txt"):
        again = run("replay", file, "--ruleset", SHORT)
        assert again.exit_code == 0
        assert again.stderr.endswith("the same game.\n")
        assert again.stdout == played.stdout.partition("\n")[2]


def test_a_note_says_that_an_old_game_will_be_replaced(run, home):
    (home / "game.save").write_text("something", "utf-8")
    done = said(run, words=(*TWO, "--save", "game.save"))
    assert "will be replaced by this game" in done.stderr


def test_a_new_game_never_takes_the_place_of_another(run, home):
    said(run, "1", "save game.save")
    whole = (home / "game.save").read_bytes()
    for content in (whole, whole[: len(whole) // 2]):
        (home / "game.save").write_bytes(content)
        done = said(run, words=(*TWO, "--save", "game.save"))
        assert done.exit_code == 2
        assert done.stdout == ""
        asked = "holds a game already: go on with --load"
        assert asked in done.stderr
        assert "or name another file" in done.stderr
        assert (home / "game.save").read_bytes() == content


def test_save_at_the_prompt_replaces_only_what_this_session_wrote(run, home):
    (home / "old.txt").write_text("old", "utf-8")
    shown = said(run, "save old.txt", "save a.save", "save b.save", "1", "save a.save").stdout
    assert f"Not saved: {home / 'old.txt'} exists already; name another file." in shown
    assert shown.count(f"Saved in {home / 'a.save'}.") == 2
    assert (home / "old.txt").read_text("utf-8") == "old"
    assert (home / "a.save").read_bytes() != (home / "b.save").read_bytes()


def test_quit_asks_once_more_when_answers_would_be_lost(run):
    unsaved = "The game is not saved: `save FILE`, or `quit` again."
    assert unsaved not in said(run, "map").stdout
    assert unsaved not in said(run, "1", "save game.save").stdout
    shown = said(run, "1", "quit").stdout
    assert shown.count(unsaved) == 1
    assert shown.endswith("Goodbye.\n")


def test_quit_goes_back_to_the_prompt_when_the_save_is_refused(run, home):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    words = (*TWO, "--save", "/dev/full")
    done = said(run, "1", "quit", "save game.save", words=words)
    assert done.exit_code == 0
    assert " ".join(done.stdout.split()).count("or `quit` again to leave without saving.") == 1
    assert done.stdout.endswith("Goodbye.\n")
    assert (home / "game.save").is_file()


def test_colour_is_only_for_those_who_want_it(run, monkeypatch):
    assert "\x1b[" not in said(run).stdout
    assert "\x1b[" in said(run, words=(*TWO, "--color", "always")).stdout
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said(run, words=(*TWO, "--color", "always")).stdout)
    assert plain == said(run).stdout
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    from talesmith.cli.paint import wants_colour

    assert not wants_colour("auto")


def test_every_bot_can_sit_at_the_table(run):
    for kind in BOTS:
        done = run("play", *ISLET, "--seat", f"x={kind}", "--seat", f"y={kind}")
        assert done.exit_code == 0
