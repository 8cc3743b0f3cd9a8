import pytest

from talesmith.record.names import Names, UnknownName, names_of

KINDS = ("player", "region", "race", "combo", "banner", "badge", "marker", "word terrain", "flag")


def things(names, game, kind):
    return names.known(game, kind).values()


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_leads_back_to_its_thing(played, kind):
    for moment in played.moments[::20]:
        words = []
        for thing in set(things(played.names, moment.game, kind)):
            for spelling in played.names.spellings(moment.game, kind, thing):
                assert played.names.find(moment.game, kind, spelling.upper()) == thing
            words.append(played.names.word(moment.game, kind, thing))
        assert words
        assert len(set(words)) == len(words)


def test_regions_of_a_numbered_map_are_called_after_their_terrain(world):
    two = world("small_world", 2, 4, 1)
    game = two.moments[0].game
    assert two.names.word(game, "region", 1) == "farmland1"
    assert two.names.title(game, "region", 1) == "Farmland 1"
    assert two.names.find(game, "region", "r02") == 1


def test_regions_of_a_map_with_speaking_names_keep_them(world):
    fair = world("fair_game", 2, 1, 1)
    game = fair.moments[0].game
    at = fair.rules.board.number["hill9"]
    assert fair.names.spellings(game, "region", at) == ("hill9",)
    assert fair.names.title(game, "region", at) == "Hill 9"


def test_a_race_a_combo_and_an_attempt_have_titles(world):
    two = world("small_world", 2, 4, 60)
    game = two.moments[40].game
    race = next(r for r in things(two.names, game, "race") if r > 0)
    banner = two.names.title(game, "banner", game.cells[two.rules.at_banner + race])
    assert two.names.title(game, "race", race).endswith(banner)
    assert two.names.title(game, "race", 0) == "Lost Tribe"
    for combo in things(two.names, game, "combo"):
        title = two.names.title(game, "combo", combo)
        assert two.names.find(game, "combo", title) == combo


def test_an_attempt_is_named_with_its_ways(world):
    fair = world("fair_game", 2, 1, 1)
    game, region = fair.moments[0].game, fair.rules.board.number["farm1"]
    ways = [way.id for way in fair.rules.ways.ways]
    ladder, tunnel = ways.index("my.ladder"), ways.index("my.tunnel")
    attempt = region | 1 << 8 | (1 << ladder | 1 << tunnel) << 16
    assert fair.names.word(game, "attempt", attempt) == "farm1 ladder tunnel"
    assert fair.names.title(game, "attempt", attempt) == "Farm 1 + Ladder + Tunnel"


def test_pools_numbers_flags_and_nothing(world):
    two = world("small_world", 2, 4, 30)
    game, rules, names = two.moments[20].game, two.rules, two.names
    assert names.word(game, "pool", rules.tokens.tokens + 3) == names.word(game, "region", 3)
    hand = 2 << 16 | rules.layout["race.hand"] + 1
    short, long = names.spellings(game, "pool", hand)
    assert short == "hand"
    assert long == f"{names.word(game, 'race', 1)}.hand"
    assert names.word(game, "pool", -1) == "box"
    assert names.word(game, "troops", ((rules.tokens.tokens, 2), (hand, 1))) == "sea1 2 hand 1"
    assert names.word(game, "number", -3) == "-3"
    assert names.word(game, "flag", True) == "yes"
    assert names.word(game, "player?", None) == "none"
    assert names.title(game, "player", 2) == "nobody"


def test_an_item_is_named_while_it_is_in_play(world):
    fair = world("fair_game", 3, 1, 120)
    game = next(m.game for m in fair.moments if m.game.sparse.lasting)
    number = game.sparse.lasting[0][0]
    assert fair.names.word(game, "item", number) == "charm"
    with pytest.raises(LookupError, match="not in play"):
        fair.names.word(game, "item", number + 999)


def test_an_unknown_name_tells_the_nearest_or_what_there_is(world):
    two = world("small_world", 2, 4, 1)
    game = two.moments[0].game
    with pytest.raises(UnknownName, match="did you mean farmland1"):
        two.names.find(game, "region", "farmlnd1")
    with pytest.raises(UnknownName, match="there are ana, ben"):
        two.names.find(game, "player", "zacharias")


def test_the_names_of_the_seats_are_enough(world):
    two = world("small_world", 2, 4, 1)
    game, names = two.moments[0].game, names_of(two.rules, ["Ana", "Old Ben"])
    assert names.word(game, "player", 1) == "old_ben"
    assert names.title(game, "player", 1) == "Old Ben"
    assert names_of(two.rules, names) is names


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (["Ana"], "2 players"),
        (["Ana", "ana"], "two players"),
        (["Ana", "7"], "cannot be"),
        (["Ana", "Chance"], "cannot be"),
        (["Ana", " "], "cannot be"),
    ],
)
def test_seats_need_different_names_with_a_letter(world, seats, reason):
    with pytest.raises(ValueError, match=reason):
        Names(world("small_world", 2, 4, 1).rules, seats)


def test_a_type_without_names_is_refused(world):
    two = world("small_world", 2, 4, 1)
    game = two.moments[0].game
    with pytest.raises(TypeError, match="line"):
        two.names.word(game, "line", 1)
    with pytest.raises(TypeError, match="cannot be listed"):
        two.names.known(game, "number")
