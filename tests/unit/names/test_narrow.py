from talesmith.names.narrow import facts, key_of, narrowed, renamed

REGION = ("local", 1, "region", 0)
RACE = ("get", 2, "race?", "region.race", REGION)
OWNER = ("get", 3, "player?", "race.owner", RACE)
ANA = ("constant", 4, "player", 0)


def exists(expr):
    return ("exists", 9, "flag", expr)


def equal(left, right):
    return ("eq", 9, "flag", left, right)


def known(*exprs):
    return {key_of(expr) for expr in exprs}


def test_keys_have_neither_places_nor_types():
    elsewhere = ("get", 77, "race", "region.race", ("local", 78, "region", 0))
    assert key_of(RACE) == key_of(elsewhere) == ("get", "region.race", ("local", 0))


def test_exists_tells_it_of_everything_on_the_way():
    assert known(OWNER, RACE) <= facts(exists(OWNER), truth=True)
    assert facts(exists(OWNER), truth=False) == frozenset()


def test_a_true_comparison_tells_that_both_sides_exist():
    assert known(OWNER, RACE) <= facts(equal(OWNER, ANA), truth=True)
    assert facts(equal(OWNER, ANA), truth=False) == frozenset()


def test_not_and_or_turn_it_around():
    missing = ("not", 1, "flag", exists(RACE))
    assert known(RACE) <= facts(missing, truth=False)
    both = ("and", 1, "flag", exists(RACE), equal(ANA, ANA))
    assert known(RACE) <= facts(both, truth=True)
    assert facts(both, truth=False) == frozenset()
    either = ("or", 1, "flag", exists(RACE), exists(OWNER))
    assert known(RACE) <= facts(either, truth=True)
    assert key_of(OWNER) not in facts(either, truth=True)
    assert known(RACE) <= facts(("or", 1, "flag", missing, missing), truth=False)


def test_a_known_value_is_sure():
    assert narrowed(RACE, frozenset(known(RACE)))[2] == "race"
    assert narrowed(RACE, frozenset(known(OWNER)))[2] == "race?"
    assert narrowed(ANA, frozenset(known(ANA))) is ANA


def test_what_is_known_of_the_member_holds_for_the_chosen_one():
    told = facts(exists(RACE), truth=True)
    moved = renamed(told, 0, 5)
    assert key_of(("get", 1, "race?", "region.race", ("local", 1, "region", 5))) in moved
    assert key_of(RACE) not in moved
