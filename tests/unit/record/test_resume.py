"""Saves under the same rules and under rules of which a card was edited."""

import json

import pytest
from attrs import evolve

from talesmith.play.step import bind, without_history
from talesmith.record.identity import Identity
from talesmith.record.resume import asked_again, board_of, resume
from talesmith.record.saved import SaveError, check_of, read_text, save_text
from talesmith.record.session import Session


def saved_after(found, n):
    session = Session(found.rules, found.names, found.seed)
    for moment in found.moments[:n]:
        session.answer(moment.answer)
    return session, read_text(save_text(session), "game.talesave")


def edited(ruleset, change):
    """The ruleset with other handlers; its hash and that of the cards it changes are others."""
    handlers = tuple(change(handler) for handler in ruleset.handlers)
    pairs = zip(ruleset.handlers, handlers, strict=True)
    changed = {new.card for old, new in pairs if old != new}
    cards = tuple(
        evolve(card, digest="edited") if card.id in changed else card for card in ruleset.cards
    )
    return evolve(ruleset, handlers=handlers, cards=cards, digest="edited")


def dearer(amount):
    """Mountains cost so much more."""

    def change(handler):
        if handler.piece != "base.mountain" or handler.hook != "conquest_cost":
            return handler
        return evolve(handler, body=(("add", 0, ("num", 0, "number", amount), None),))

    return change


def test_at_every_question_a_saved_game_goes_on_as_it_was(played):
    for n in range(0, len(played.moments), 23):
        session, saved = saved_after(played, n)
        found = resume(saved, played.rules)
        assert found.how == "position"
        assert found.notes() == []
        assert without_history(found.session.game) == without_history(session.game)
        assert found.session.lines == session.lines
        if n < len(played.moments):
            found.session.answer(played.moments[n].answer)
            assert without_history(found.session.game) == without_history(played.moments[n].after)


def test_after_loading_undo_still_knows_the_past(world):
    two = world("small_world", 2, 4)
    at = two.quiet()
    session, saved = saved_after(two, at + 1)
    again = resume(saved, two.rules).session
    session.undo()
    again.undo()
    assert again.game == session.game == two.moments[at].game


def test_asking_anew_under_the_same_rules_changes_nothing(played):
    for moment in played.moments:
        if moment.game.request[0] != "group":
            assert without_history(asked_again(played.rules, moment.game)) == without_history(
                moment.game
            )


def test_after_an_edit_the_newest_round_is_played_again(world):
    two = world("small_world", 2, 4)
    session, saved = saved_after(two, 35)
    rules = bind(edited(two.rules.ruleset, dearer(1)), 2)
    found = resume(saved, rules)
    assert found.how == "round"
    assert found.stopped is None
    assert found.differences == ("cards base.words",)
    assert len(found.session.lines) == 35 - saved.round_answers
    assert found.session.game.nums == session.game.nums
    assert "from the start of the round" in " ".join(found.notes())


def test_the_first_answer_that_is_no_longer_legal_is_named(world):
    two = world("small_world", 2, 4)
    mountain = next(
        n for n, m in enumerate(two.moments)
        if n > 20 and "conquer mountain" in Session.resume(
            two.rules, two.names, 4, m.game).line(m.answer)
    )  # fmt: skip
    session, saved = saved_after(two, mountain + 1)
    found = resume(saved, bind(edited(two.rules.ruleset, dearer(99)), 2))
    assert found.how == "round"
    assert found.stopped.at == mountain
    assert found.stopped.line == session.lines[-1]
    assert "needs 10" in found.stopped.reason
    assert found.session.lines == session.lines[saved.round_answers : mountain]
    assert f"answer {mountain + 1}, `{session.lines[-1]}`" in found.notes()[-1]


def test_where_a_body_in_the_frames_has_changed_the_game_is_played_from_its_start(world):
    two = world("small_world", 2, 4)
    session, saved = saved_after(two, 35)
    ruleset = two.rules.ruleset
    steps = tuple(
        evolve(step, body=(*step.body, ("stop", 0))) if step.name == "turn" else step
        for step in ruleset.steps
    )
    found = resume(saved, bind(evolve(ruleset, steps=steps, digest="edited"), 2))
    assert found.how == "start"
    assert found.stopped is None
    assert found.session.lines == session.lines
    assert "from its beginning" in " ".join(found.notes())


def test_where_things_have_other_numbers_the_game_is_played_from_its_start(world):
    two = world("small_world", 2, 4)
    _, saved = saved_after(two, 35)
    ruleset = two.rules.ruleset
    pools = tuple((kind, ids[1:] if kind == "race" else ids) for kind, ids in ruleset.pools)
    found = resume(saved, bind(evolve(ruleset, pools=pools, digest="edited"), 2))
    assert found.how == "start"


def test_a_program_that_writes_other_code_does_not_trust_the_position(world):
    """The same rules, but a body has other instructions than when the game was saved."""
    two = world("small_world", 2, 4)
    session, saved = saved_after(two, 35)
    strange = evolve(saved, bodies=dict.fromkeys(saved.bodies, "other"))
    found = resume(strange, two.rules)
    assert found.how == "start"
    assert without_history(found.session.game) == without_history(session.game)


def test_a_game_from_a_position_is_saved_with_it(world):
    two = world("small_world", 2, 4)
    session = Session.resume(two.rules, two.names, 4, two.moments[20].game)
    session.answer(two.moments[20].answer)
    saved = read_text(save_text(session), "x")
    found = resume(saved, two.rules)
    assert found.how == "position"
    assert found.session.lines == session.lines
    assert without_history(found.session.game) == without_history(session.game)


def test_a_later_language_and_other_players_are_refused(world):
    two, five = world("small_world", 2, 4), world("small_world", 5, 3, 120)
    _, saved = saved_after(two, 5)
    newer = evolve(saved, identity=evolve(saved.identity, language=2))
    with pytest.raises(SaveError, match=r"language 2.*install a newer version"):
        resume(newer, two.rules)
    with pytest.raises(SaveError, match="2 players, not 5"):
        resume(saved, five.rules)


def test_the_board_is_that_of_the_saved_game(world):
    two = world("small_world", 2, 4)
    _, saved = saved_after(two, 5)
    ruleset = two.rules.ruleset
    assert board_of(ruleset, saved) == two.rules.board.maps
    lost = evolve(saved, identity=evolve(saved.identity, maps={"base.atlantis": "0"}))
    with pytest.raises(SaveError, match=r"no map base\.atlantis"):
        board_of(ruleset, lost)


def test_a_position_that_cannot_be_is_refused(world):
    two = world("small_world", 2, 4)
    content = json.loads(save_text(saved_after(two, 35)[0]))
    content["position"]["columns"]["region.tokens"] = [999]
    content["check"] = check_of(content)
    with pytest.raises(SaveError, match=r"`position`: .*region\.tokens"):
        resume(read_text(json.dumps(content), "game.talesave"), two.rules)


def test_identities_say_what_differs():
    one = Identity(1, "base.small_world", "a", {"base.trolls": "1"}, {"m": "1"}, {"k": "no"}, 3)
    assert one.differences(one) == []
    two = evolve(one, seed=4, cards={"base.trolls": "2", "base.elves": "1"}, keys={"k": "yes"})
    assert one.differences(two) == ["seed 3 and 4", "keys k", "cards base.elves, base.trolls"]
    assert one.differences(evolve(one, rules="b")) == ["texts of the rules"]
