"""A filmed game is the same game, and its takes can be filmed in any order."""

from functools import cache
from pathlib import Path

from talesmith.bots.uniform import answer_at
from talesmith.cli.traced import written_at
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind
from talesmith.prove.cases import cases_in
from talesmith.prove.filming import FilmedRulebook, cases_called, reel_of_case
from talesmith.record.session import Session
from talesmith.ruleset.ops import STATEMENTS as STATEMENT_OPS
from talesmith.ruleset.ops import walk
from talesmith.trace.binding import bound_by, bound_inside, source, written_name
from talesmith.trace.reel import chosen, reel_of_session
from talesmith.trace.shots import Asked, Fired, Ran
from talesmith.trace.tape import ANSWERS, HANDLERS, STATEMENTS
from talesmith.trace.words import named

HERE = Path(__file__).parent
FILE = HERE / "anglers.tale"
SHORT = HERE.parent / "cli" / "short.tale"


@cache
def reel(title):
    book = FilmedRulebook([data_root()])
    (case,) = cases_called(cases_in(FILE, book), title)
    return reel_of_case(case, book)


def fired(shots):
    return [(shot.moment, shot.card, shot.place[1]) for shot in shots if isinstance(shot, Fired)]


def test_a_handler_is_told_with_card_line_and_what_it_saw():
    shots = reel("an angler lands").film(2, HANDLERS)
    assert fired(shots) == [("after_attacks", "mine.anglers", 9)]
    assert {"self = anglers", "owner = ana"} <= set(shots[0].told)


def test_a_value_tells_who_had_a_say():
    shots = reel("an angler lands").film(1, ANSWERS)
    costs = [shot for shot in shots if isinstance(shot, Asked) and shot.words[1] == "hill1"]
    assert costs[0].text == "2 base - 1 anglers = 1"
    assert [card for card, _ in costs[0].speakers] == ["mine.anglers"]
    assert not any(isinstance(shot, Ran) for shot in shots)


def test_statements_come_with_their_lines_and_names():
    film = reel("an angler lands")
    ran = [s for s in film.film(3, STATEMENTS) if isinstance(s, Ran)]
    own = [shot for shot in ran if shot.spot.card == "mine.anglers"]
    assert [shot.spot.place[1] for shot in own] == [12, 13, 13]
    last = own[-1]
    known = named(film.names, last.game, last.spot.path, last.spot.names, last.slots)
    assert {"self = anglers", "shore = farm1", "spare = tray (8)"} <= set(known)


def test_takes_can_be_filmed_in_any_order_and_again():
    film = reel("an angler lands")
    one = [shot.spot.at for shot in film.film(3, STATEMENTS) if isinstance(shot, Ran)]
    film.film(1, STATEMENTS)
    again = [shot.spot.at for shot in film.film(3, STATEMENTS) if isinstance(shot, Ran)]
    assert one == again


def test_a_refused_choice_runs_no_further():
    ran = reel("nobody lands").film(2, STATEMENTS)
    own = [s for s in ran if isinstance(s, Ran) and s.spot.card == "mine.anglers"]
    assert [written(shot) for shot in own] == ["stop"]


def written(shot):
    return written_at(source(shot.spot.path), shot.spot.at)


def test_a_filmed_game_is_the_same_game():
    ruleset, _ = load_ruleset("short", [data_root()], [SHORT])
    session = Session(bind(ruleset, 2), ("Ana", "Ben"), 7)
    for _ in range(12):
        request = session.game.request
        session.answer(answer_at(5, request))
    film = reel_of_session(session)
    last = film.takes[-1].after
    assert (last.cells, last.nums) == (session.game.cells, session.game.nums)
    assert len(film.takes) == 13
    assert chosen(film, None, 1)[0] == 1
    assert list(chosen(film, 4, None)) == [4]


def test_a_tape_that_stands_still_records_nothing():
    film = reel("an angler lands")
    film.takes[2].play()
    assert not film.rules.tape.is_rolling(HANDLERS)
    before = list(film.rules.tape.shots)
    film.takes[2].play()
    assert film.rules.tape.shots == before


def test_every_bound_name_of_every_shipped_body_has_a_slot_and_is_in_the_text():
    """Slots are numbers, and what a statement binds can be read in its text."""
    ruleset, _ = load_ruleset("small_world+tales+legends", [data_root()])
    bodies = [(handler.where.path, handler.body) for handler in ruleset.handlers]
    bodies += [(part.where.path, part.body) for part in (*ruleset.steps, *ruleset.hooks)]
    found = [
        (path, name)
        for path, body in bodies
        for stmt in walk(body)
        if stmt[0] in STATEMENT_OPS
        for name in (*bound_inside(stmt), *bound_by(stmt))
    ]
    assert len(found) > 100
    assert all(type(name.slot) is int for _, name in found)
    assert [(path, name) for path, name in found if not written_name(path, name)] == []
