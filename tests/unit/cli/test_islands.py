"""The islands at the prompt: a game that is kept, taken back and gone on with inside an effect."""

import pytest

PORTAL = ("--ruleset", "warcraft", "--seed", "4", "--seat", "ana=human", "--seat", "ben=greedy")
ASKED = "Portal Mage: Where does the portal lead?\n   1 l1_farmland2, "


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_which_boards_were_drawn_and_what_they_are_is_told_at_once(run):
    told = run("play", *PORTAL, typed="quit\n").stdout
    assert "The island faces are a proposal of\nthis game" in told
    assert "Boards: Large island 1b (proposal), Small island 1a (proposal)." in told
    assert "Portal Mage Blood Elves    free, 10 tokens, Horde" in told


def test_an_effect_that_is_half_done_can_be_kept_and_taken_back(run):
    first = typed("pick blood_elves", "open l1_forest2", "save half.save", "undo", "quit", "quit")
    told = run("play", *PORTAL, typed=first).stdout
    assert ASKED in told
    begun = told.split("Taken back: ana open l1_forest2.")[1]
    assert "Conquer a region, or stop conquering?" in begun
    assert "Open a portal:\n   9 l1_forest2, " in begun
    again = run("play", "--load", "half.save", typed=typed("2", "why l1_forest2", "undo", "quit"))
    begun, after, taken = (
        again.stdout.split("> ", 1)[0],
        again.stdout,
        again.stdout.split("Taken")[1],
    )
    assert ASKED in begun
    assert "L1 forest 2 and S1 farmland 1 change their contents." in after
    assert ASKED in taken


def test_maps_may_be_named_and_the_others_are_drawn(run):
    both = run("play", *PORTAL, "--boards", "s2b,warcraft.l2a", typed="quit\n").stdout
    assert "Boards: Large island 2a (proposal), Small island 2b (proposal)." in both
    one = run("play", *PORTAL, "--boards", "s2a", typed="save named\nquit\n").stdout
    assert ", Small island 2a (proposal)." in one
    again = run("play", "--load", "named", typed="map\nquit\n").stdout
    assert "Small island 2a (proposal):" in again


@pytest.mark.parametrize(
    ("boards", "told"),
    [
        ("m1a", "has no board of m1a for 2 players"),
        ("l1a,l2a", "has no board of l1a,l2a for 2 players"),
        ("l1a,l1a", "has no board of l1a,l1a for 2 players"),
        ("x9", "has no map x9; there are l1a, "),
    ],
)
def test_boards_that_there_are_not_are_told(run, boards, told):
    done = run("play", *PORTAL, "--boards", boards)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())
