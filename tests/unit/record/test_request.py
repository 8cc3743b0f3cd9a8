import json

from talesmith.play.validate import check_answer
from talesmith.record.lines import parse_line
from talesmith.record.question import question_of
from talesmith.record.request import default_answer, prompt_of, request_view

KEYS = {"id", "by", "kind", "prompt", "secret", "source", "options", "places", "min", "max",
        "total", "at_most", "may_decline", "default"}  # fmt: skip


def test_every_question_is_one_shape_and_json(played):
    for moment in played.moments:
        view = request_view(played.rules, moment.game, played.names)
        assert json.loads(json.dumps(view)) == json.loads(json.dumps(view, sort_keys=True))
        parts = view["parts"] if view["kind"] == "group" else [view]
        assert parts
        for part in parts:
            assert set(part) == KEYS
            assert part["source"]["line"] >= 1
            assert part["prompt"]


def test_the_default_is_a_legal_answer(played):
    for moment in played.moments:
        request = moment.game.request
        for part in [part for _, part in request[3]] if request[0] == "group" else [request]:
            if part is not None:
                check_answer(part, default_answer(part))


def test_lines_and_values_of_options_answer_the_question(played):
    for moment in played.moments[::5]:
        view = request_view(played.rules, moment.game, played.names)
        for option in view["options"] or () if view["kind"] == "option" else ():
            line = f"{view['by']} {option['line']}"
            found = parse_line(played.rules, moment.game, played.names, line)
            assert found == option["value"]


def test_a_target_tells_its_cost_and_what_is_left(world):
    two = world("small_world", 2, 4)
    game = two.first("option", lambda g: two.rules.sites[g.request[2]].point == "conquest_choice")
    view = request_view(two.rules, game, two.names)
    race = game.request[3][0][1] >> 8
    hand = game.cells[two.rules.layout["race.hand"] + race]
    assert all(option["cost"] + option["left"] == hand for option in view["options"])


def test_places_tell_their_bounds(world):
    two = world("small_world", 2, 4)
    view = request_view(two.rules, two.first("allocate"), two.names)
    assert view["total"] is not None
    assert view["at_most"] is None
    assert view["places"][0]["least"] == 1
    assert view["options"] is None


def test_another_seat_sees_who_is_asked_and_nothing_else(world):
    two = world("small_world", 2, 4)
    for moment in two.moments[:20]:
        by = moment.game.request[1]
        view = request_view(two.rules, moment.game, two.names, 1 - by)
        assert set(view) == {"id", "by", "kind", "prompt", "secret", "source"}
        assert request_view(two.rules, moment.game, two.names, by)["default"]


def test_of_a_sealed_question_a_seat_sees_its_own_part(world):
    fair = world("fair_game", 3, 1, 120)
    view = request_view(fair.rules, fair.first("group"), fair.names, 1)
    assert view["secret"] is True
    assert view["waiting"] == ["Ana", "Ben", "Cid"]
    assert [part["by"] for part in view["parts"]] == ["Ben"]
    assert view["parts"][0]["max"] == 5


def test_a_finished_game_asks_nothing(world):
    two = world("small_world", 2, 4)
    assert request_view(two.rules, two.last, two.names) is None


def test_the_prompt_is_that_of_the_rules_where_they_have_one(world):
    fair = world("fair_game", 3, 1, 120)
    asked = fair.first("option", lambda g: fair.rules.sites[g.request[2]].prompt)
    assert prompt_of(question_of(fair.rules, fair.names, asked)) == "Pay for the fair?"
    chosen = fair.first("pick", lambda g: g.request[4] == 2)
    assert prompt_of(question_of(fair.rules, fair.names, chosen)) == "Choose: region"
