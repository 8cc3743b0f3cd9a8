"""Who plays: from the words of the command line to seats."""

import click
import pytest

from talesmith.cli.seats import Seat, introduced, seats_again, seats_for

YOU = Seat("Player", "human")
BOTS = [Seat(f"Bot {n}", "greedy") for n in (1, 2, 3)]
ANA, BEN = Seat("ana", "human"), Seat("ben", "uniform")


@pytest.mark.parametrize(
    ("given", "players", "seats"),
    [
        ((), None, [YOU, *BOTS[:2]]),
        ((), 4, [YOU, *BOTS]),
        (("ana=human",), None, [ANA, *BOTS[:2]]),
        (("ana=human", "ben=uniform"), None, [ANA, BEN]),
        (("ana=human", "ben=uniform"), 3, [ANA, BEN, BOTS[0]]),
        (("Bot 1=human",), 2, [Seat("Bot 1", "human"), BOTS[1]]),
        (("bot_1=human",), 2, [Seat("bot_1", "human"), BOTS[1]]),
        ((" Anna   B =human",), 2, [Seat("Anna B", "human"), BOTS[0]]),
        (("x" * 30 + "=human",), 2, [Seat("x" * 30, "human"), BOTS[0]]),
    ],
)
def test_seats(given, players, seats):
    assert seats_for(given, players) == seats


@pytest.mark.parametrize(
    ("given", "players", "said"),
    [
        (("ana",), None, "write name=kind"),
        (("=human",), None, "write name=kind"),
        (("  =human",), None, "write name=kind"),
        (("ana=wizard",), None, "no player is of kind wizard; known: human, greedy, uniform"),
        (("ana=\x1b",), None, r"no player is of kind '\\x1b'"),
        (("a\x1b[2Jb=human",), None, r"'a\\x1b\[2Jb' has a sign in it that cannot be printed"),
        (("a\nb=human",), None, "cannot be printed"),
        (("a, b=human",), None, "a name has no comma"),
        (("x" * 31 + "=human",), None, "has 30 characters at most; 'x+' has 31"),
        (("?!=human",), None, r"'\?!' cannot be the name of a player"),
        (("Nobody=human",), None, "'Nobody' cannot be the name"),
        (("ana=human",) * 3, 2, "3 seats are given for 2 players"),
    ],
)
def test_seats_that_make_no_sense(given, players, said):
    with pytest.raises(click.UsageError, match=said):
        seats_for(given, players)


def test_a_game_that_goes_on_keeps_its_seats_unless_told_otherwise():
    kinds = ("human", "uniform")
    assert seats_again(("ana", "ben"), kinds, ()) == [ANA, BEN]
    assert seats_again(("ana", "ben"), kinds, ("Ana=greedy",)) == [Seat("ana", "greedy"), BEN]
    assert seats_again(("ana", "ben"), (), ()) == [ANA, Seat("ben", "human")]
    with pytest.raises(click.UsageError, match="cid does not play in this game: ana, ben do"):
        seats_again(("ana", "ben"), kinds, ("cid=human",))


def test_everybody_is_introduced():
    assert introduced([ANA, BEN]) == "ana, ben (uniform bot)"
