import json

from attrs import evolve

from talesmith.play.step import step
from talesmith.record.view import view


def with_columns(rules, game, **columns):
    """The position with other numbers in some columns, from their first place on."""
    cells, nums = bytearray(game.cells), list(game.nums)
    for name, values in columns.items():
        field = name.replace("_", " ", 1) if name.startswith("stack") else name.replace("_", ".", 1)
        at = rules.layout[field]
        part = cells if rules.layout.by_name[field].cell else nums
        for place, value in enumerate(values):
            part[at + place] = value
    return evolve(game, cells=bytes(cells), nums=tuple(nums))


def test_a_view_is_json_for_every_seat_and_for_those_who_watch(played):
    for moment in played.moments[::10]:
        for seat in (*range(played.rules.players), None):
            json.dumps(view(played.rules, moment.game, played.names, seat))


def test_what_is_hidden_does_not_change_a_view(world):
    two = world("small_world", 2, 4)
    game = two.moments[30].game
    at = two.rules.layout["stack banner_stack"]
    n = game.cells[at]
    turned = list(reversed(game.cells[at + 1 : at + 1 + n]))
    other = with_columns(
        two.rules, game, player_coins=[game.nums[two.rules.layout["player.coins"]], 99, 0],
        stack_banner_stack=[n, *turned], chance=[12345],
    )  # fmt: skip
    assert other != game
    assert view(two.rules, game, two.names, 0) == view(two.rules, other, two.names, 0)
    assert view(two.rules, game, two.names, 1) != view(two.rules, other, two.names, 1)


def test_coins_show_to_their_owner_and_to_all_at_the_end(world):
    two = world("small_world", 2, 4)
    coins = [p["coins"] for p in view(two.rules, two.moments[30].game, two.names, 0)["players"]]
    assert coins[0] is not None
    assert coins[1] is None
    at = two.rules.layout["player.coins"]
    shown = view(two.rules, two.last, two.names)
    assert [p["coins"] for p in shown["players"]] == list(two.last.nums[at : at + 2])
    assert shown["over"] is True


def test_sealed_answers_are_in_no_view(world):
    fair = world("fair_game", 3, 1, 120)
    game = fair.first("group")
    low, high = (step(fair.rules, game, (0, bid))[0] for bid in (0, 5))
    assert low != high
    for seat in (1, 2, None):
        one, two = (view(fair.rules, g, fair.names, seat) for g in (low, high))
        assert one == two
    assert view(fair.rules, low, fair.names, 1)["question"]["answered"] == ["Ana"]


def test_a_view_tells_what_lies_open(world):
    fair = world("fair_game", 3, 1, 120)
    game = next(m.game for m in fair.moments if m.game.sparse.lasting)
    seen = view(fair.rules, game, fair.names, 0)
    assert seen["items"][0]["name"] == "charm"
    assert set(seen["items"][0]["values"]) == {"giver"}
    assert seen["stacks"]["banner_stack"]["things"] is None
    assert seen["stacks"]["banner_stack"]["count"] > 0
    regions = {region["word"]: region for region in seen["regions"]}
    assert regions["mountain1"]["markers"] == {"mountain": 1}
    assert regions["farm1"]["terrain"] == "farmland"
    race = seen["players"][0]["races"][0]
    assert race["hand"] + race["tray"] > 0


def test_declared_states_show_where_they_differ_from_their_start(world):
    two = world("small_world", 2, 4)
    rolled = next(m.after for m in two.moments if any(e[0] == "roll" for e in m.events)
                  and m.after.request and m.after.request[0] == "allocate")  # fmt: skip
    by = rolled.request[1]
    assert view(two.rules, rolled, two.names)["players"][by]["states"] == {"rolled": True}
