"""A person's way: games played at a pseudo-terminal by a script that reads nothing but the screen."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

SHORT = Path(__file__).with_name("short.tale")
AGAINST_GREEDY = ("--ruleset", SHORT, "--seed", "3", "--seat", "ana=human", "--seat", "ben=greedy")
PATIENCE = 120
"""seconds without a word from the program before a test gives up"""


def hears_interrupts():
    """A shell lets what runs in its background ignore Ctrl-C, and so what that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, *words, columns=80):
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "40"}
        env.pop("NO_COLOR", None)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "talesmith", "play", *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            close_fds=True,
            preexec_fn=hears_interrupts,  # noqa: PLW1509 - this process has one thread
        )
        os.close(slave)
        self.seen = ""
        self.screens = []

    def until(self, *marks):
        """Read on until the text ends with one of the marks; None when the program has ended."""
        fresh = ""
        give_up = time.monotonic() + PATIENCE
        while not any(plain(fresh).endswith(mark) for mark in marks):
            assert time.monotonic() < give_up, f"nothing more comes after:\n{plain(fresh)[-2000:]}"
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                part = os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                part = ""
            if not part:
                self.seen += fresh
                return None
            fresh += part
            give_up = time.monotonic() + PATIENCE
        self.seen += fresh
        self.screens.append(plain(fresh))
        return self.screens[-1]

    def type(self, text):
        os.write(self.master, f"{text}\n".encode())

    def end(self):
        code = self.program.wait(PATIENCE)
        os.close(self.master)
        return code


def ends_with_2(terminal):
    """The program ends before its game does, and asks nothing more."""
    assert terminal.until("never") is None
    assert terminal.end() == 2


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def choose(screen, turn):
    """What somebody types who has read the screen and nothing else."""
    if "Answer with places" in screen:
        total = re.search(r"(\d+) in all\.", screen)
        return plan(screen, int(total[1])) if total else "all 1"
    if "How many?" in screen:
        return re.findall(r"\d+", screen)[-2]
    if "Name all of them" in screen:
        return " ".join(re.findall(r"^ +(\d+) ", screen, re.MULTILINE))
    if "Expand with your race" in screen:
        return "decline" if turn % 4 == 0 else "1"
    return "1"


PLACE = re.compile(r"^ +\d+ +(\w+) +\d* +(\d+)(?: to (\d+)| (or more))?", re.MULTILINE)


def plan(screen, total):
    """Numbers over the places of a table: the least everywhere, then as much as fits from above."""
    rows = [(word, int(low), int(high or (total if more else low)))
            for word, low, high, more in PLACE.findall(screen)]  # fmt: skip
    left = total - sum(low for _, low, _ in rows)
    words = []
    for word, low, high in rows:
        n = min(high, low + left)
        left -= n - low
        words.append(f"{word} {n}")
    return " ".join(words)


def play_to_the_end(terminal, prompts):
    """Play; gives everything that was on the screen."""
    answers = 0
    while (screen := terminal.until(*prompts)) is not None:
        if screen.endswith("screen. "):
            terminal.type("")
            continue
        assert "No:" not in screen, screen
        question = screen[screen.rfind("\n\n") :]
        terminal.type(choose(question, answers))
        answers += 1
        assert answers < 500
    return answers


def test_the_usual_game_is_played_by_one_who_only_reads_the_screen():
    terminal = Terminal("--seed", "12")
    answers = play_to_the_end(terminal, ["Player> "])
    assert terminal.end() == 0
    text = plain(terminal.seen)
    assert answers > 40
    assert "No:" not in text
    assert "Round 10 of 10" in text
    assert re.search(r"(Player|Bot \d) wins\n$", text)
    assert "\x1b[" in terminal.seen
    assert max(len(line) for screen in terminal.screens for line in screen.splitlines()) <= 80


def test_islands_are_played_in_a_narrow_terminal_by_one_who_only_reads_the_screen():
    terminal = Terminal("--ruleset", "warcraft", "--seed", "12", "--seat", "Player=human",
                        "--seat", "other=uniform", columns=50)  # fmt: skip
    answers = play_to_the_end(terminal, ["Player> "])
    assert terminal.end() == 0
    text = plain(terminal.seen)
    assert answers > 25
    assert re.search(r"(Player|other) wins\n$", text)
    assert "(+1 travel)" in text
    told = [line for line in text.splitlines() if not line.startswith("Player> ")]
    assert max(map(len, told)) <= 50


def test_two_people_hand_the_keyboard_over_and_see_no_old_screen():
    terminal = Terminal(
        "--ruleset", SHORT, "--seed", "3", "--seat", "ana=human", "--seat", "ben=human"
    )
    answers = play_to_the_end(terminal, ["ana> ", "ben> ", "screen. "])
    assert terminal.end() == 0
    assert answers > 5
    for before in re.findall(r"\x1b\[H\x1b\[2J\x1b\[3J(.{4})", terminal.seen):
        assert before in {"ana:", "ben:"}
    assert terminal.seen.count("\x1b[3J") >= 3
    assert plain(terminal.seen).splitlines()[-1].endswith(("wins", "win"))


def test_the_end_of_input_at_a_terminal_saves_and_ends_with_2(tmp_path):
    file = tmp_path / "game.save"
    terminal = Terminal(*AGAINST_GREEDY, "--save", file)
    assert terminal.until("ana> ")
    os.write(terminal.master, b"\x04")
    ends_with_2(terminal)
    assert file.is_file()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_signals_that_end_a_program_save_and_end_with_2(tmp_path, name):
    file = tmp_path / "game.save"
    terminal = Terminal(*AGAINST_GREEDY, "--save", file)
    assert terminal.until("ana> ")
    interrupt(terminal.program, getattr(signal, name))
    ends_with_2(terminal)
    assert file.is_file()


def interrupt(program, number=signal.SIGINT):
    """Press control-C; a press in the instant in which the prompt appears may go unheard."""
    for _ in range(5):
        time.sleep(0.3)
        program.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(15)
            return


def test_control_c_saves_and_ends_with_2(tmp_path):
    file = tmp_path / "game.save"
    terminal = Terminal(*AGAINST_GREEDY, "--save", file)
    assert terminal.until("ana> ")
    interrupt(terminal.program)
    ends_with_2(terminal)
    assert file.is_file()
    assert "the game was stopped before its end" in plain(terminal.seen)
    assert "input ended" not in plain(terminal.seen)


def test_control_c_in_a_game_that_would_be_lost_warns_once():
    terminal = Terminal(*AGAINST_GREEDY)
    assert terminal.until("ana> ")
    terminal.type("1")
    assert terminal.until("ana> ")
    time.sleep(0.3)
    terminal.program.send_signal(signal.SIGINT)
    assert "The game is not saved" in terminal.until("ana> ")
    interrupt(terminal.program)
    ends_with_2(terminal)
    assert "the game was stopped before its end" in plain(terminal.seen)


def test_control_c_warns_between_two_people_too():
    words = ("--ruleset", SHORT, "--seed", "3", "--seat", "ana=human", "--seat", "ben=human")
    terminal = Terminal(*words)
    assert terminal.until("screen. ")
    terminal.type("")
    while not (told := terminal.until("> ", "screen. ")).endswith("screen. "):
        terminal.type("rest 1" if "Give out" in told else "1")
    time.sleep(0.3)
    terminal.program.send_signal(signal.SIGINT)
    assert "The game is not saved" in terminal.until("screen. ")
    interrupt(terminal.program)
    ends_with_2(terminal)


def test_an_old_save_is_replaced_only_with_consent(tmp_path):
    file = tmp_path / "game.save"
    file.write_text("old", "utf-8")
    words = ("--ruleset", SHORT, "--seat", "ana=human", "--seat", "ben=greedy")
    terminal = Terminal(*words, "--save", file)
    assert "will be replaced" in terminal.until("[y/N]: ")
    terminal.type("n")
    ends_with_2(terminal)
    assert file.read_text("utf-8") == "old"


ASKING = {
    "a_gift_from_the_sky": "A Gift From The Sky: Where do you lay the coin?",
    "blue_genes": "Blue Genes: How much do you bid?",
    "chicken_lake": "Chicken Lake: Put a coin into the lake?",
    "malediction": "Malediction: Which region do you give up?",
    "plague": "Plague: Which dies?",
    "ungodly_bribe": "Ungodly Bribe: Which is it to be?",
}


def test_events_are_shown_and_ask_in_plain_words(tmp_path):
    """Seven rounds on a small board: whoever reads the screen can answer every event."""
    game = tmp_path / "seven.tale"
    game.write_text(SHORT.read_text("utf-8").replace("rounds 2", "rounds 7"), "utf-8")
    terminal = Terminal("--ruleset", game, "--seed", "8", "--events", f"cards={','.join(ASKING)}",
                        "--seat", "ana=human", "--seat", "ben=uniform")  # fmt: skip
    play_to_the_end(terminal, ["ana> "])
    assert terminal.end() == 0
    text = plain(terminal.seen)
    assert [question for question in ASKING.values() if question not in text] == []
    begun = re.findall(r"^   (Current|Upcoming) event: (.+?)\. ", text, re.MULTILINE)
    current = [name for word, name in begun if word == "Current"]
    assert sorted(current) == sorted(question.split(":")[0] for question in ASKING.values())
    assert [name for word, name in begun if word == "Upcoming"] == current
    assert max(len(line) for screen in terminal.screens for line in screen.splitlines()) <= 80


AUCTION = ("--ruleset", SHORT, "--seed", "4", "--events", "cards=tough_love",
           "--seat", "ana=human", "--seat", "ben=human")  # fmt: skip
CLEAR, UP = "\x1b[H\x1b[2J\x1b[3J", "\x1b[A"


def test_bids_stay_secret_while_the_keyboard_goes_round():
    """Each is called alone, nothing of the other's bid is left, not even a line to call back."""
    terminal = Terminal(*AUCTION)
    prompts = ["ana> ", "ben> ", "screen. "]
    asked, answers = "How much do you bid?", 0
    while asked not in (screen := terminal.until(*prompts)):
        answers += 1
        is_call = screen.endswith("screen. ")
        terminal.type("" if is_call else choose(screen[screen.rfind("\n\n") :], answers))
    first = "ana" if screen.endswith("ana> ") else "ben"
    second = {"ana": "ben", "ben": "ana"}[first]
    assert "Tough Love: How much do you bid?" in screen
    assert "A secret answer of" in screen
    terminal.type("4")
    begin = len(terminal.seen)
    assert terminal.until(*prompts).endswith(
        f"{second}: press Enter when only you can see the screen. "
    )
    assert CLEAR in terminal.seen[begin:]
    terminal.type("")
    screen = terminal.until(*prompts)
    assert asked in screen
    assert screen.split(asked)[1].count("4") == 0
    terminal.type(f"{UP}2")
    shown = terminal.until(*prompts)
    for _ in range(2):  # the next question may be one for the other
        terminal.type("" if shown.endswith("screen. ") else "map")
        shown += terminal.until(*prompts)
    assert f"Opened: {first} 4, {second} 2." in shown
    os.write(terminal.master, b"\x04")
    ends_with_2(terminal)
