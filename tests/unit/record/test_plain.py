import json

import pytest

from talesmith.play.step import step, without_history
from talesmith.record.digest import digest, digest_of, short_digest
from talesmith.record.plain import BadPosition, from_plain, to_plain


def loaded(rules, game):
    return from_plain(rules, json.loads(json.dumps(to_plain(rules, game))))


def test_at_every_question_a_position_survives_as_text_and_goes_on(played):
    for moment in played.moments:
        again = loaded(played.rules, moment.game)
        assert again == without_history(moment.game)
        further, events = step(played.rules, again, moment.answer)
        assert events == moment.events
        assert without_history(further) == without_history(moment.after)


def test_a_finished_game_survives_as_well(world):
    two = world("small_world", 2, 4)
    assert loaded(two.rules, two.last) == without_history(two.last)


def test_equal_positions_have_equal_digests_and_others_other_ones(played):
    digests = [digest(played.rules, moment.game) for moment in played.moments]
    again = [digest(played.rules, loaded(played.rules, m.game)) for m in played.moments[::7]]
    assert again == digests[::7]
    assert len(set(digests)) == len(digests)


def test_a_digest_does_not_know_yes_from_one():
    assert digest_of({"a": [True, 2]}) == digest_of({"a": [1, 2]})
    assert digest_of({"a": [1, 2]}) != digest_of({"a": [2, 1]})
    assert digest_of([]) == "4f53cda18c2baa0c0354bb5f9a3ecbe5"


def test_the_short_digest_is_the_beginning(world):
    two = world("small_world", 2, 4)
    assert digest(two.rules, two.last).startswith(short_digest(two.rules, two.last))


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("columns", {"no such column": [1]}),
        ("columns", {"round": "two"}),
        ("columns", {"region.tokens": [300]}),
        ("columns", {"region.tokens": [0] * 99}),
        ("columns", {"player.coins": 5}),
        ("stack", [{"body": "rules/nothing", "at": 0, "slots": []}]),
        ("stack", [{"body": "rules/game", "at": 999, "slots": [0]}]),
        ("stack", [{"body": "rules/game", "at": 1, "slots": []}]),
        ("request", {"kind": "option"}),
        ("limits", 5),
        ("past", {"never": []}),
        ("lasting", None),
    ],
)
def test_what_is_no_position_is_refused(world, entry, value):
    two = world("small_world", 2, 4)
    plain = json.loads(json.dumps(to_plain(two.rules, two.moments[30].game)))
    plain[entry] = value
    with pytest.raises(BadPosition):
        from_plain(two.rules, plain)


def test_an_entry_that_is_missing_is_refused(world):
    two = world("small_world", 2, 4)
    plain = to_plain(two.rules, two.moments[30].game)
    for entry in plain:
        rest = {key: value for key, value in plain.items() if key != entry}
        with pytest.raises(BadPosition):
            from_plain(two.rules, rest)


def test_a_slot_that_is_no_plain_value_is_refused(world):
    from attrs import evolve

    two = world("small_world", 2, 4)
    (code, pc, slots), below = two.moments[3].game.stack
    game = evolve(two.moments[3].game, stack=((code, pc, (*slots, object())), below))
    with pytest.raises(TypeError, match="object"):
        to_plain(two.rules, game)
