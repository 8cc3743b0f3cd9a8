"""What comes, goes and changes places, in sentences; the event cards on the screen."""

import pytest

from talesmith.play.telling.view import part_of, whose_turn
from talesmith.show import events
from talesmith.show.happened import told
from talesmith.show.position import Position
from talesmith.show.report import report
from talesmith.show.table import at_question

TREMOR = "Current event: Tremor. Every conquest costs 1 token more this round."
RATS = "Upcoming event: Rats."
UNKNOWN = "Upcoming event: none is known."


def seen_in(playing, viewer=None):
    return Position(playing.rules, playing.game, playing.names, viewer)


@pytest.fixture
def seen(play):
    """Ana's Dragon Master Sorcerers stand in farm1, Ben's Fortified Trolls in hill1."""
    return seen_in(play("screens.tale", "option, regions to conquer"))


def tell(position, *happened):
    return told(position, position, happened)


def race(seen, name):
    return next(r for seat in seen.seats for r in seen.races(seat) if name in seen.title("race", r))


def regions(seen, *words):
    return sum(1 << seen.rules.board.number[word] for word in words)


# ---- pieces and items ----------------------------------------------------------------------------


def test_markers_that_go_are_told_with_their_regions(seen):
    here = regions(seen, "hill1", "farm2")
    assert tell(seen, ("unmark", "base.lair", here)) == ["Troll's Lair leaves Hill 1, Farm 2."]


def test_the_mark_of_a_terrain_is_not_told_in_its_own_terrain(seen):
    here = regions(seen, "mountain1")
    assert tell(seen, ("unmark", "base.mountain", here)) == []


def test_pieces_that_their_owner_moves_are_told_where_they_come(seen):
    assert tell(seen, ("unmark", "base.hero", regions(seen, "hill1"))) == []


def test_items_come_and_go(seen):
    trolls = race(seen, "Trolls")
    name = "base.diplomat.peace"
    assert tell(
        seen, ("attach", "item", name, trolls, (1, 0)), ("detach", "item", name, trolls)
    ) == ["Peace: ben, ana.", "Peace ends: ben's Fortified Trolls."]


def test_an_item_on_a_region_says_where_and_about_whom(play):
    seen = seen_in(play("events.tale", "a turn begins"))
    farm = seen.rules.board.number["farm1"]
    assert tell(seen, ("attach", "item", "tales.malediction.curse", farm, (0,))) == [
        "Malediction on Farm 1: ana."
    ]


def test_a_power_that_comes_is_told_and_one_that_goes_with_a_decline_is_not(seen):
    trolls, badge = race(seen, "Trolls"), 0
    assert tell(seen, ("badge", trolls, badge, 1), ("badge", trolls, badge, 0)) == [
        "ben's Fortified Trolls have Alchemist too."
    ]


def test_regions_change_their_contents(seen):
    one, two = (seen.rules.board.number[word] for word in ("hill1", "farm2"))
    assert tell(seen, ("exchange", one, two)) == ["Hill 1 and Farm 2 change their contents."]


def test_a_new_first_player_is_told_and_other_settings_are_not(seen):
    assert tell(seen, ("set", "first_player", 0, 1)) == ["ben goes first from now on."]
    assert tell(seen, ("set", "between turns", 0, 1)) == []


def test_tokens_that_a_card_moves_where_somebody_has_chosen_are_told(play):
    playing = play("events.tale", "tokens that a card moves")
    step = playing.steps[-1]
    before = Position(playing.rules, step.before, playing.names)
    assert told(before, seen_in(playing), step.events)[1:] == [
        "ana chooses Farm 2.",
        "3 of ana's Plain A Plain One go from Farm 1 to Farm 2.",
        "2 of Lost Tribe go from the tray to Farm 1.",
    ]


# ---- combos --------------------------------------------------------------------------------------


def test_combos_are_named_as_they_are_at_that_moment(seen):
    one, two, three = seen.column()[:3]
    (b1, p1), (b2, p2) = (seen.title("combo", combo).split() for combo in (one, two))
    lines = tell(
        seen,
        ("swap", "combo.banner", one, two),
        ("keep", one, 0),
        ("swap", "combo.badge", three, three),
    )
    assert lines == [
        f"Banners change places: {b1} {p2}, {b2} {p1}.",
        f"ana puts {b1} {p2} aside.",
    ]


def test_a_combo_that_was_joined_and_taken_in_one_step_has_its_new_name(play):
    playing = play("events.tale", "two questions in a row")
    step = playing.steps[-1]
    before = Position(playing.rules, step.before, playing.names)
    lines = told(before, seen_in(playing), step.events)
    assert lines == [
        "ana chooses Flying Trolls.",
        "ana pays 2 coins to combos.",
        "Badges change places: Flying Orcs, Forest Trolls.",
        "ana puts Flying Orcs aside.",
    ]


def test_states_that_change_places_are_told_by_their_owners(seen):
    trolls, sorcerers = race(seen, "Trolls"), race(seen, "Sorcerers")
    assert tell(seen, ("swap", "race.owner", trolls, sorcerers)) == [
        "Owner of ben's Fortified Trolls and ana's Dragon Master Sorcerers change places."
    ]


# ---- events --------------------------------------------------------------------------------------


def test_the_report_of_a_round_start_has_the_texts_of_both(play):
    playing = play("events.tale", "a turn begins")
    seen = seen_in(playing)
    event = playing.rules.cards_of("event").index(events.upcoming(seen))
    happened = [("attach", "event", "tales.tremor", None, ()),
                ("reveal", "event?", event, None, None)]  # fmt: skip
    text = " ".join(" ".join(report(seen, seen, happened)).split())
    card = playing.rules.cards_of("event")[event]
    assert text == f"{TREMOR} {RATS} {card.text}"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("a turn begins", [TREMOR, RATS]),
        ("the last one", [TREMOR, UNKNOWN]),
        ("nobody knows", [TREMOR, UNKNOWN]),
    ],
)
def test_the_events_are_shown_as_far_as_one_may_know_them(play, name, lines):
    shown = events.in_full(seen_in(play("events.tale", name)))
    heads = [line for line in shown if not line.startswith(" ")]
    assert len(heads) == len(lines)
    assert all(head.startswith(line) for head, line in zip(heads, lines, strict=True))


def test_what_is_hidden_is_nowhere_on_the_screen(play):
    playing = play("events.tale", "nobody knows")
    for in_full in (True, False):
        lines = at_question(seen_in(playing, 0), playing.game.request, in_full=in_full).lines
        assert "Tremor" in " ".join(lines)
        assert "Rats" not in " ".join(lines)


def test_a_screen_has_texts_when_a_turn_begins_and_names_later(play):
    playing = play("events.tale", "a turn begins")
    full, short = (
        at_question(seen_in(playing, 0), playing.game.request, in_full=in_full).lines
        for in_full in (True, False)
    )
    assert TREMOR in full
    assert "Current event: Tremor. Upcoming event: Rats." in short
    assert TREMOR not in short


def test_an_event_that_asks_shows_its_text_and_each_question_its_own(play):
    playing = play("events.tale", "an auction")
    request = playing.game.request
    seat = whose_turn(request)
    lines = at_question(seen_in(playing, seat), part_of(request, seat), in_full=False).lines
    text = " ".join(" ".join(lines).split())
    assert "Current event: Blue Genes. Bid for the right" in text
    assert "Blue Genes: How much do you bid?" in text


def test_a_game_without_events_says_so_and_has_no_line_for_them(seen):
    assert events.in_full(seen) == ["This game is played without events."]
    assert events.in_short(seen) == []
    assert not any("event" in line for line in at_question(seen, seen.game.request).lines)


PAID = ("coins", 2, ("bank",), ("player", 1))
MY_LAND = ("event", "tales.my_land", None)


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        ([PAID], "ben gets 2 coins from the bank."),
        ([("attach", *MY_LAND, ()), PAID], "ben gets 2 coins from the bank (My Land)."),
        ([("attach", *MY_LAND, ()), ("detach", *MY_LAND), PAID], "ben gets 2 coins from the bank."),
        ([("attach", "event", "tales.famine", None, ()), PAID], "ben gets 2 coins from the bank."),
        (
            [
                ("attach", *MY_LAND, ()),
                ("attach", "event", "tales.youth_power", None, ()),
                PAID,
            ],
            "ben gets 2 coins from the bank.",
        ),
        (
            [
                ("attach", *MY_LAND, ()),
                ("attach", "event", "tales.ungodly_bribe", None, ()),  # there only payments go
                PAID,
            ],
            "ben gets 2 coins from the bank (My Land).",
        ),
        (
            [("attach", *MY_LAND, ()), ("coins", 1, ("player", 0), ("combo", 0))],
            "ana pays 1 coin to",
        ),
    ],
)
def test_coins_name_the_only_event_that_can_have_moved_them(play, happened, sentence):
    seen = seen_in(play("events.tale", "a turn begins"))
    assert tell(seen, *happened)[-1].startswith(sentence)


def test_an_item_that_is_given_anew_at_once_does_not_end(seen):
    trolls, name = race(seen, "Trolls"), "base.diplomat.peace"
    assert tell(
        seen, ("detach", "item", name, trolls), ("attach", "item", name, trolls, (1, 0))
    ) == ["Peace: ben, ana."]
