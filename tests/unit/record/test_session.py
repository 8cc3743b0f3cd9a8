import pytest

from talesmith.play.statements.questions import CHANCE
from talesmith.play.validate import IllegalAnswer
from talesmith.record.digest import digest
from talesmith.record.session import CannotUndo, ReplayStopped, Session, revealed_by


def session_of(found, upto=0):
    session = Session(found.rules, found.names, found.seed)
    for moment in found.moments[:upto]:
        session.answer(moment.answer)
    return session


def test_a_session_plays_a_game_and_keeps_its_answers(played):
    session = session_of(played, len(played.moments))
    assert session.game == played.last
    assert [d.answer for d in session.decisions] == [m.answer for m in played.moments]
    assert [d.events for d in session.decisions] == [m.events for m in played.moments]
    assert [after for _, after in session.history()] == [m.after for m in played.moments]


def test_replay_from_the_seed_leads_to_the_same_position(played):
    lines = session_of(played, len(played.moments)).lines
    again = Session.replay(played.rules, played.names, played.seed, lines)
    assert digest(played.rules, again.game) == digest(played.rules, played.last)


def test_replay_names_the_first_answer_that_is_not_legal(world):
    two = world("small_world", 2, 4)
    lines = session_of(two, 10).lines
    bad = "> ana conquer lake1"
    with pytest.raises(ReplayStopped, match=r"answer 2, `> ana conquer lake1`.*water") as caught:
        Session.replay(two.rules, two.names, 4, [lines[0], bad, *lines[1:]])
    assert caught.value.at == 1
    assert caught.value.line == bad


def test_a_refused_answer_changes_nothing(world):
    two = world("small_world", 2, 4)
    session = session_of(two, 1)
    game = session.game
    with pytest.raises(IllegalAnswer):
        session.answer(99)
    with pytest.raises(IllegalAnswer):
        session.say("> ana conquer lake1")
    assert session.game is game
    assert len(session.decisions) == 1


def test_undo_goes_back_to_the_position_before(world):
    two = world("small_world", 2, 4)
    at = two.quiet(3)
    session = session_of(two, at + 1)
    taken = session.undo()
    assert taken.answer == two.moments[at].answer
    assert session.game == two.moments[at].game
    assert len(session.decisions) == at


def test_several_decisions_of_one_player_can_be_taken_back_one_by_one(world):
    two = world("small_world", 2, 4)
    at = next(n for n in range(2, 60) if two.quiet(n) == n and two.quiet(n + 1) == n + 1)
    session = session_of(two, at + 2)
    seat = two.moments[at].game.request[1]
    session.undo(seat)
    session.undo(seat)
    assert session.game == two.moments[at].game


def test_a_pick_brings_a_new_combo_and_stays(world):
    two = world("small_world", 2, 4)
    session = session_of(two, 1)
    with pytest.raises(CannotUndo, match=r"drawn from (badge|banner) stack"):
        session.undo()
    assert session.game == two.moments[0].after


def test_a_roll_cannot_be_taken_back(world):
    two = world("small_world", 2, 4)
    at = next(i for i, m in enumerate(two.moments) if any(e[0] == "roll" for e in m.events))
    session = session_of(two, at + 1)
    with pytest.raises(CannotUndo, match="chance has spoken"):
        session.undo()


def test_the_decision_of_another_player_ends_it(world):
    two = world("small_world", 2, 4)
    at = next(i for i, m in enumerate(two.moments) if m.game.request[1] == 1
              and two.calm(two.moments[i - 1], 0))  # fmt: skip
    session = session_of(two, at + 1)
    with pytest.raises(CannotUndo, match="Ben has decided since"):
        session.undo(0)


def test_at_the_start_there_is_nothing_to_take_back(world):
    two = world("small_world", 2, 4)
    with pytest.raises(CannotUndo, match="nothing"):
        session_of(two).undo()
    with pytest.raises(CannotUndo, match="nothing"):
        session_of(two, 2).undo(1)


def test_opened_seals_and_shown_things_end_it(world):
    fair = world("fair_game", 3, 1, 120)
    rules = fair.rules
    assert "opened" in revealed_by(rules, ("opened", 0, ()), 0)
    assert "hidden" in revealed_by(rules, ("reveal", "banner", 3, None, None), 0)
    assert "chance" in revealed_by(rules, ("answer", CHANCE, 0, (1,), 1), 0)
    assert "decided" in revealed_by(rules, ("answer", 1, 0, (1,), 0), 0)
    assert revealed_by(rules, ("answer", 1, 0, (1,), 1), 0) is None
    assert revealed_by(rules, ("draw", "badge_discard", 3), 0) is None
    session = session_of(fair, 3)
    assert fair.moments[2].game.request[0] == "group"
    with pytest.raises(CannotUndo):
        session.undo()


def test_a_sealed_answer_can_be_taken_back_while_nobody_else_has_answered(world):
    fair = world("fair_game", 3, 1, 120)
    session = session_of(fair)
    session.say("> cid 2")
    assert session.asked == (0, 1)
    assert session.undo().by == 2
    assert session.asked == (0, 1, 2)


def test_a_fork_goes_its_own_way(world):
    two = world("small_world", 2, 4)
    session = session_of(two, 5)
    fork = session.fork()
    fork.answer(two.moments[5].answer)
    assert session.game == two.moments[5].game
    assert fork.game == two.moments[5].after
    assert len(fork.decisions) == len(session.decisions) + 1
    session.answer(two.moments[5].answer)
    assert session.game == fork.game


def test_a_session_may_begin_in_a_position(world):
    two = world("small_world", 2, 4)
    session = Session.resume(two.rules, two.names, 4, two.moments[20].game)
    session.answer(two.moments[20].answer)
    assert session.game == two.moments[20].after
    assert len(session.lines) == 1
    assert not session.is_over
    done = Session.resume(two.rules, two.names, 4, two.last)
    assert done.is_over
    assert done.asked == ()


def test_at_every_question_undo_leads_back_or_says_why_not(played):
    session = session_of(played)
    for moment in played.moments:
        session.answer(moment.answer)
        fork = session.fork()
        reason = undone(fork)
        if reason is None:
            assert fork.game == moment.game
            assert fork.answer(moment.answer) == moment.events
        else:
            assert reason.endswith("that cannot be taken back")
            assert fork.game is session.game


def undone(session):
    try:
        session.undo()
    except CannotUndo as refused:
        return str(refused)
    return None
