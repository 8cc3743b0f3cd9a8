"""Games that one person plays, and games that nobody wins."""

import pytest

NOBODY = """language 1
house_rule stern "Stern" {
  text "Whoever has fewer than a hundred coins wins nothing."
  can_win when player.coins < 100 { forbid poor "that is too little" }
}
"""
ONE = ("--ruleset", "warcraft_revenge", "--seed", "4", "--seat", "ana=greedy")


@pytest.mark.parametrize("words", [("--players", "1"), ()])
def test_one_player_or_what_comes_next_to_three(run, words):
    done = run("play", *ONE, *words)
    assert done.exit_code == 0
    assert ("Bot 1" in done.stdout) == (not words)
    assert "Coins of the Murlocs" in done.stdout
    assert "Coins of the Murlocs ends" not in done.stdout


@pytest.mark.usefixtures("home")
def test_a_game_of_one_player_is_saved_and_replayed(run):
    done = run("play", *ONE, "--players", "1", "--save", "alone.game")
    again = run("replay", "alone.game")
    assert done.stdout.splitlines()[-1] in {"ana wins", "Nobody wins"}
    assert again.exit_code == 0
    assert again.stdout.splitlines()[-1].lower() == done.stdout.splitlines()[-1].lower()


def test_a_board_for_two_is_not_for_one(run):
    done = run("play", "--players", "1")
    assert done.exit_code != 0
    assert "for 2, 3, 4 or 5 players, not for 1" in done.stderr


def test_nobody_wins_where_nobody_may(run, home):
    (home / "stern.tale").write_text(NOBODY, "utf-8")
    words = ("--ruleset", "small_world+stern.tale", "--seed", "1")
    bots = ("--seat", "ana=uniform", "--seat", "ben=uniform", "--transcript", "game.txt")
    done = run("play", *words, *bots)
    assert done.stdout.splitlines()[-1] == "Nobody wins"
    assert (home / "game.txt").read_text("utf-8").splitlines()[-1] == "nobody wins"
