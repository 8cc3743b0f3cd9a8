"""Sentences for events, one kind after the other."""

import pytest

from talesmith.show.ending import ending
from talesmith.show.happened import told
from talesmith.show.players import rules_of_all
from talesmith.show.position import Position
from talesmith.show.region import near_path


@pytest.fixture
def seen(play):
    """Ana's Dragon Master Sorcerers stand in farm1, Ben's Fortified Trolls in hill1."""
    playing = play("screens.tale", "option, regions to conquer")
    return Position(playing.rules, playing.game, playing.names)


def names(seen):
    return {seen.title("race", race): race for seat in seen.seats for race in seen.races(seat)}


def region(seen, word):
    return seen.rules.board.number[word]


def tell(seen, *events):
    return told(seen, seen, events)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (("coins", 1, ("player", 0), ("player", 1)), "ben gets 1 coin from ana."),
        (("coins", 3, ("bank",), ("player", 1)), "ben gets 3 coins from the bank."),
        (("coins", 2, ("player", 1), ("bank",)), "ben pays 2 coins to the bank."),
        (("coins", 2, ("player", 0), ("pot",)), "ana pays 2 coins to the pot."),
        (("coins", 2, ("pot",), ("bank",)), "2 coins go from the pot to the bank."),
        (("roll", "reinforcement", 0, 2), "ana rolls: Reinforcement die 2."),
        (("roll", "reinforcement", None, 2), "Reinforcement die 2."),
        (("found", 9, 0, 0, 1), "ben takes Alchemist Amazons."),
        (("found", 9, 0, 255, 1), "ben takes Amazons."),
        (("unpair", 1, 0, 0), "Alchemist Amazons are taken apart."),
        (("mark", "base.fortress", 2, 1), "Fortress in Hill 1."),
        (("mark", "base.encampment", 2, 3), "Encampment x3 in Hill 1."),
        (("attach", "item", "base.diplomat.peace", 1, (1, 0)), "Peace: ben, ana."),
        (("reveal", "number", 12, None, ("player.coins", 1)), "ben has 12 coins."),
        (("reveal", "number", 12, 0, ("player.coins", 1)), "ana looks at the coins of ben."),
        (("reveal", "number", 3, None, ("round", 0)), "The round: 3."),
        (("reveal", "number", 3, None, None), "3 is shown."),
        (
            ("reveal", "badge?", 0, None, None),
            "Alchemist is shown: 2 bonus coins at the end of every turn until the race declines.",
        ),
        (("reveal", "badge?", 0, 1, None), "ben looks at a badge."),
    ],
)
def test_what_the_machine_did(seen, event, sentence):
    assert tell(seen, event) == [sentence]


@pytest.mark.parametrize(
    "event",
    [
        ("mark", "base.mountain", 3, 1),
        ("attach", "mark", "base.fortress", 2, ()),
        ("tokens", 1, 2, 480, 481),
        ("shuffle", "banner_stack"),
        ("do", "attack", 1, 2, None),
        ("do", "gain", 1, 0, 5),
    ],
)
def test_what_is_not_worth_a_sentence(seen, event):
    assert tell(seen, event) == []


def test_races_are_told_with_their_owner(seen):
    trolls = names(seen)["Fortified Trolls"]
    assert tell(seen, ("declined", trolls, 1), ("declined", trolls, 0), ("owner", trolls, 2)) == [
        "ben's Fortified Trolls go into decline.",
        "ben's Fortified Trolls come back from decline.",
        "ben's Fortified Trolls now belong to cid.",
    ]


def test_payments_of_a_player_to_combos_are_one(seen):
    first, second, *_ = seen.column()
    one = ("coins", 1, ("player", 0), ("combo", first))
    two = ("coins", 1, ("player", 0), ("combo", second))
    other = ("coins", 1, ("player", 1), ("combo", first))
    assert tell(seen, one, two, other) == [
        "ana pays 2 coins to combos.",
        f"ben pays 1 coin to {seen.title('combo', first)}.",
    ]


def test_an_action_without_a_sentence_is_told_by_its_name_and_values(seen, monkeypatch):
    monkeypatch.setattr(Position, "words", lambda *_: ())
    trolls, hill = names(seen)["Fortified Trolls"], region(seen, "hill1")
    assert tell(seen, ("do", "abandon", trolls, hill)) == [
        "Abandon: race ben's Fortified Trolls, region Hill 1."
    ]


def test_sealed_answers_are_told_when_they_are_opened(play):
    playing = play("screens.tale", "group, everybody bids")
    seen = Position(playing.rules, playing.game, playing.names)
    site = playing.game.request[2]
    assert tell(seen, ("opened", site, ((0, 1), (1, 0)))) == ["Opened: ana 1, ben 0."]
    assert tell(seen, ("sealed", 0, site)) == []


def test_all_races_in_play_are_explained(seen):
    lines = rules_of_all(seen)
    assert "ana's Dragon Master Sorcerers:" in lines
    assert "ben's declined Ghouls:" in lines
    assert any(line.startswith("  Sorcerers: Once a turn per opponent") for line in lines)


def test_paths_begin_at_their_shelf():
    assert near_path("3 base  (/x/y/rules/base/a.tale:8)") == "3 base  (rules/base/a.tale:8)"
    assert (
        near_path("no  (b.c, /x/cards/b.tale:1, blocked)") == "no  (b.c, cards/b.tale:1, blocked)"
    )
    assert near_path("= 3") == "= 3"


def test_equals_share_the_first_place(play):
    over = play("report.tale", "a tie")
    lines = ending(Position(over.rules, over.game, over.names))
    assert lines[-1] == "ana and ben win"
    assert [line.split()[0] for line in lines[-5:-2]] == ["1.", "1.", "3."]
