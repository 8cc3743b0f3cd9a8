import pytest

from talesmith.play.statements.questions import DONE
from talesmith.play.step import step
from talesmith.play.validate import IllegalAnswer
from talesmith.record.lines import answer_line, parse_line
from talesmith.record.question import question_of


def answers(game, given):
    """Every option, or the answer given and to decline."""
    request = game.request
    if request[0] == "option":
        return range(-1 if request[7] else 0, len(request[3]))
    if request[7]:
        return [given, {"pick": (DONE,), "number": request[4] - 1}.get(request[0], DONE)]
    return [given]


def test_every_answer_reads_back_as_itself(played):
    for moment in played.moments:
        for answer in answers(moment.game, moment.answer):
            line = answer_line(played.rules, moment.game, played.names, answer)
            assert parse_line(played.rules, moment.game, played.names, line) == answer, line


def test_the_six_kinds_of_question_were_among_them(world):
    kinds = {m.game.request[0] for m in world("fair_game", 3, 1, 120).moments}
    assert kinds == {"option", "pick", "number", "allocate", "order", "group"}


def place_where(world, point):
    two = world("small_world", 2, 4)
    game = two.first("option", lambda g: two.rules.sites[g.request[2]].point == point)
    return two, game


def refused(world_, game, line):
    with pytest.raises(IllegalAnswer) as caught:
        parse_line(world_.rules, game, world_.names, line)
    return str(caught.value)


def test_a_verb_may_be_cut_short_and_a_name_written_in_any_case(world):
    two, game = place_where(world, "conquest_choice")
    line = answer_line(two.rules, game, two.names, 0)
    _, speaker, verb, region = line.split()
    assert verb == "conquer"
    for text in (line, f"{speaker} conq {region.upper()}", [speaker, "c", region]):
        assert parse_line(two.rules, game, two.names, text) == 0
    own = two.rules.board.names[game.request[3][0][1] & 255]
    assert parse_line(two.rules, game, two.names, f"{speaker} conquer {own}") == 0
    assert parse_line(two.rules, game, two.names, f"{speaker} 1") == 0


def test_done_declines_where_it_may(world):
    two, game = place_where(world, "conquest_choice")
    assert parse_line(two.rules, game, two.names, "ana done") == DONE
    two, game = place_where(world, "pick_choice")
    assert "done" in refused(two, game, "ana done")


def test_a_combo_is_named_by_race_or_power(world):
    two, game = place_where(world, "pick_choice")
    for at, (_, combo, _) in enumerate(game.request[3]):
        for word in two.names.spellings(game, "combo", combo):
            assert parse_line(two.rules, game, two.names, f"ana pick {word}") == at


def test_what_cannot_be_conquered_says_why(world):
    two, game = place_where(world, "conquest_choice")
    assert "water cannot be conquered" in refused(two, game, "ana conquer lake1")
    assert "starts in an entry region" in refused(two, game, "ana conquer hill2")
    assert "no region is called" in refused(two, game, "ana conquer atlantis")
    assert "needs what" in refused(two, game, "ana conquer")


def test_what_is_too_dear_says_what_it_costs(world):
    two = world("small_world", 2, 4)
    for moment in two.moments:
        game, site = moment.game, two.rules.sites[moment.game.request[2]]
        texts = [c.text for c in question_of(two.rules, two.names, game).choices()] if (
            site.point == "conquest_choice") else []  # fmt: skip
        if "Last attempt" in texts:
            at = texts.index("Last attempt")
            line = answer_line(two.rules, game, two.names, at).replace("last_attempt", "conquer")
            assert refused(two, game, line).endswith(
                f"needs {two.rules.attempts.cost(draft(two, game), game.request[3][at][1])}, "
                f"you have {hand(two, game, game.request[3][at][1] >> 8)}"
            )
            return
    raise AssertionError("nobody ran out of tokens")


def draft(two, game):
    from talesmith.play.machine import Machine

    return Machine(game, two.rules.codes)


def hand(two, game, race):
    return game.cells[two.rules.layout["race.hand"] + race]


def test_an_offer_of_nobody_says_so(world):
    two, game = place_where(world, "conquest_choice")
    assert "nothing that is in play for you offers it" in refused(two, game, "ana send lake1")


def test_words_that_mean_nothing_here_name_what_does(world):
    two, game = place_where(world, "turn_choice")
    by = two.names.seat_words[game.request[1]]
    assert refused(two, game, f"{by} jump").endswith("say expand, decline")
    other = two.names.seat_words[1 - game.request[1]]
    assert refused(two, game, f"{other} expand") == f"{by} is asked, not {other}"
    assert "empty" in refused(two, game, " > ")
    assert "over" in refused(two, two.last, "ana done")


def test_a_beginning_that_several_texts_share_is_refused(world):
    fair = world("fair_game", 3, 1, 120)
    game = fair.first("option", lambda g: len(
        [c for c in question_of(fair.rules, fair.names, g).choices() if "Decline" in c.text]) == 2)  # fmt: skip
    by = fair.names.seat_words[game.request[1]]
    assert "could be: decline, decline for a coin" in refused(fair, game, f"{by} decl")
    whole = parse_line(fair.rules, game, fair.names, f"{by} decline")
    longer = parse_line(fair.rules, game, fair.names, f"{by} decline for")
    assert whole != longer


def test_numbers_stay_inside_their_bounds(world):
    fair = world("fair_game", 3, 1, 120)
    game = fair.first("number")
    by = fair.names.seat_words[game.request[1]]
    assert parse_line(fair.rules, game, fair.names, f"{by} 3") == 3
    assert parse_line(fair.rules, game, fair.names, f"{by} done") == 0
    assert "from 1 to 3" in refused(fair, game, f"{by} 4")
    assert "with a number" in refused(fair, game, f"{by} many")


def test_places_are_named_with_numbers_behind_them(world):
    two = world("small_world", 2, 4)
    game = two.first("allocate", lambda g: g.request[6] is not None)
    by, places = two.names.seat_words[game.request[1]], game.request[3]
    words = [two.names.word(game, "region", place) for place in places]
    total = game.request[6]
    rest = total - sum(game.request[4]) + game.request[4][0]
    plan = parse_line(two.rules, game, two.names, f"{by} {words[0]} {rest}")
    assert plan == (rest, *game.request[4][1:])
    assert "may get" in refused(two, game, f"{by} {words[0]} {total + 1}")
    assert "once" in refused(two, game, f"{by} {words[0]} 1 {words[0]} 1")
    assert "once" in refused(two, game, f"{by} {words[0]}")
    assert "add up to" in refused(two, game, f"{by} none")


def test_several_things_come_in_any_order_once_each(world):
    fair = world("fair_game", 3, 1, 120)
    game = fair.first("pick", lambda g: g.request[4] == 2)
    by = fair.names.seat_words[game.request[1]]
    first, second = (fair.names.word(game, "region", r) for r in game.request[3][:2])
    assert parse_line(fair.rules, game, fair.names, f"{by} {second}, {first}") == (0, 1)
    assert "once" in refused(fair, game, f"{by} {first} {first}")
    assert "choose 2" in refused(fair, game, f"{by} {first}")
    up_to = fair.first("pick", lambda g: g.request[4] == 0)
    assert parse_line(fair.rules, up_to, fair.names, f"{by} none") == ()


def test_a_sealed_question_is_answered_by_whoever_is_left(world):
    fair = world("fair_game", 3, 1, 120)
    game = fair.first("group")
    line = answer_line(fair.rules, game, fair.names, (1, 2))
    assert line == "> ben 2"
    after = step(fair.rules, game, parse_line(fair.rules, game, fair.names, line))[0]
    assert refused(fair, after, "ben 1") == "ben is not asked; asked are ana, cid"


def test_chance_answers_when_it_is_asked(world):
    fair = world("fair_game", 3, 1, 120)
    rules, names = fair.rules, fair.names
    at = rules.layout["chance is asked"]
    game = fair.first("pick", lambda g: g.request[4] == 0)
    from attrs import evolve

    cells = bytearray(game.cells)
    cells[at] = 1
    game = evolve(game, cells=bytes(cells))
    while game.request[1] != 254:
        game = step(rules, game, parse_line(rules, game, names, f"{speaker(names, game)} none")
                    if game.request[4] == 0 else (0,))[0]  # fmt: skip
    assert parse_line(rules, game, names, "chance ben") == (1,)
    game = step(rules, game, (1,))[0]
    assert answer_line(rules, game, names, (2,)) == "> chance die 2"
    assert parse_line(rules, game, names, "> chance die 2") == (2,)
    assert "chance is asked" in refused(fair, game, "ana die 2")


def speaker(names, game):
    return names.seat_words[game.request[1]]
