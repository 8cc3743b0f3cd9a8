import re
from pathlib import Path

import talesmith.play
from talesmith.play.step import start
from talesmith.record import log
from talesmith.record.log import log_lines
from talesmith.record.scene import Scene
from talesmith.record.view import view


def told(found, moment):
    return log_lines(found.rules, found.names, moment.game, moment.events, moment.after)


def test_every_event_that_the_machine_makes_is_told():
    folder = Path(talesmith.play.__file__).parent
    made = set()
    for path in folder.rglob("*.py"):
        made |= set(re.findall(r'log\.append\(\s*\(\s*"(\w+)"', path.read_text("utf-8")))
    assert made
    assert made == set(log._TELLERS) | set(log.TOGETHER)


def test_every_step_of_every_kind_can_be_told(played):
    for moment in played.moments:
        for line in told(played, moment):
            assert line.startswith(("  ", "round ", "turn "))
            assert "None" not in line


def test_a_conquest_tells_where_tokens_go(world):
    two = world("small_world", 2, 4)
    moment = next(m for m in two.moments if any(e[:2] == ("do", "conquer") for e in m.events)
                  and not any(e[:2] == ("do", "defeat") for e in m.events))  # fmt: skip
    _, _, race, region, force, *_ = next(e for e in moment.events if e[1] == "conquer")
    name, where = (
        two.names.word(moment.game, "race", race),
        two.names.word(moment.game, "region", region),
    )
    assert f"  {force} {name} hand -> {where}" in told(two, moment)


def test_a_score_tells_its_sources_and_the_coins(world):
    two = world("small_world", 2, 4)
    moment = next(m for m in two.moments if any(e[0] == "lines" and e[3] for e in m.events))
    lines = told(two, moment)
    at = next(i for i, line in enumerate(lines) if line.startswith("  score of "))
    assert re.fullmatch(r"  score of \w+: \d+ regions.*", lines[at])
    coins = two.rules.layout["player.coins"]
    player = next(e[2][0] for e in moment.events if e[0] == "lines")
    change = f"({moment.game.nums[coins + player]} -> {moment.after.nums[coins + player]})"
    assert lines[at + 1].endswith(change)


def test_paying_for_several_combos_is_one_line(world):
    two = world("small_world", 2, 4)
    for moment in two.moments:
        paid = [e for e in moment.events if e[0] == "coins" and e[3][0] == "combo"]
        if len(paid) > 1:
            line = next(line for line in told(two, moment) if " to " in line)
            assert f" -{len(paid)} (" in line
            assert line.count(",") == len(paid) - 1
            return
    raise AssertionError("nobody paid for two")


def test_a_race_that_leaves_goes_under_the_stack(world):
    five = world("small_world", 5, 3)
    moment = next(m for m in five.moments if any(e[0] == "leave" for e in m.events))
    race = next(e[1] for e in moment.events if e[0] == "leave")
    name = five.names.word(moment.game, "race", race)
    lines = told(five, moment)
    assert f"  {name} leave" in lines
    assert f"  {name} under banner_stack" in lines


def test_rounds_and_turns_are_headings(world):
    two = world("small_world", 2, 4)
    headings = [line for m in two.moments for line in told(two, m) if not line.startswith(" ")]
    assert "round 2" in headings
    assert "turn ana" in headings
    assert "turn ben" in headings


def test_what_the_fair_does_is_told(world):
    fair = world("fair_game", 3, 1, 120)
    text = "\n".join(line for m in fair.moments for line in told(fair, m))
    for part in (
        "opened: ana ", "ana has answered", "shown: ", " rolls ", "(chance ", " + charm (ana)",
        " - charm", "new combo ", " takes ", " decline",
    ):  # fmt: skip
        assert part in text, part


def test_a_number_that_is_shown_says_whose_it_is(world):
    two = world("small_world", 2, 4)
    scene = Scene(two.rules, two.names, two.moments[0].game, two.moments[0].after)
    seats, coins = two.names.seat_words, ("player.coins", 1)
    assert log._reveal(scene, "number", 12, None, coins) == f"shown: {seats[1]} coins 12"
    assert log._reveal(scene, "number", 12, 0, coins) == f"{seats[0]} looks at {seats[1]} coins"
    assert log._reveal(scene, "number", 12, None, None) == "shown: 12"


def test_what_goes_from_one_hidden_stack_to_another_has_no_name(world):
    tales = world("small_world_tales", 2, 1, 1)
    game, events = start(tales.rules, 1)
    dealt = log_lines(tales.rules, tales.names, None, events, game)
    assert "  45 events event_deck -> event_box" in dealt
    names = {card.id.rpartition(".")[2] for card in tales.rules.cards_of("event")}
    told = [name for name in names if any(name in line for line in dealt)]
    assert len(told) == 1, "only the upcoming event is shown"


def test_a_hidden_upcoming_event_is_named_nowhere(world):
    for keys, shown in (("", 1), ("+upcoming_hidden=yes", 0)):
        tales = world(f"small_world_tales{keys}", 2, 1, 1)
        game, events = start(tales.rules, 1)
        lines = log_lines(tales.rules, tales.names, None, events, game)
        names = {card.id.rpartition(".")[2] for card in tales.rules.cards_of("event")}
        assert sum(name in line.split() for name in names for line in lines) == shown
        assert view(tales.rules, game, tales.names, 0)["stacks"]["event_deck"]["things"] is None
