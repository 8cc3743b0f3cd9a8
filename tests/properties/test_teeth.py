"""Every check of a running game finds what it is there to find."""

import pytest
from attrs import evolve

from talesmith.model.layout import NONE
from talesmith.play import machine
from talesmith.play.step import begin, bind, start, step
from talesmith.play.validate import IllegalAnswer
from talesmith.run import honesty, secrecy, soaker, suspension
from talesmith.run.asking import Asker, check_asking, shuffle_sources
from talesmith.run.folding import Folding
from talesmith.run.game import choice, seat_bots
from talesmith.run.honesty import check_honesty
from talesmith.run.invariants import Invariants
from talesmith.run.reference import check_pair
from talesmith.run.secrecy import check_secrecy
from talesmith.run.soak import Plan, soak
from talesmith.run.suspension import check_suspension
from talesmith.run.violation import Violation


@pytest.fixture(scope="module")
def middle(two):
    """A position in the middle of a game, with a race of each player on the map."""
    bots = seat_bots(["uniform", "uniform"], 4)
    game = start(two, 4)[0]
    while game.number < 40 or game.request[0] != "option":
        game = step(two, game, choice(two, bots, game))[0]
    return game


class Changed:
    """A copy of a position in which single numbers are written."""

    def __init__(self, rules, game):
        self.at, self.game = rules.layout.offsets, game
        self.cells, self.nums = bytearray(game.cells), list(game.nums)
        self.region, self.race = held(rules, game)

    def done(self):
        return evolve(self.game, cells=bytes(self.cells), nums=tuple(self.nums))


def held(rules, game):
    """Some region that a race of a player holds, and that race."""
    cells, at = game.cells, rules.layout.offsets
    for region in range(len(rules.board.regions)):
        race = cells[at["region.race"] + region]
        if race != NONE and cells[at["race.owner"] + race] < rules.players:
            return region, race
    raise AssertionError


def one_token_more(c):
    c.cells[c.at["region.tokens"] + c.region] += 1


def a_token_in_hand(c):
    c.cells[c.at["race.hand"] + c.race] += 1


def a_region_lost_from_the_set(c):
    c.nums[c.at["race.regions"] + c.race] &= ~(1 << c.region)


def a_region_that_is_not_occupied(c):
    c.nums[c.at["occupied"]] &= ~(1 << c.region)


def tokens_of_nobody(c):
    c.cells[c.at["region.race"] + c.region] = NONE


def a_race_out_of_play(c):
    c.nums[c.at["in play"]] &= ~(1 << c.race)


def a_banner_twice(c):
    combo = c.cells[c.at["column"] + 1]
    c.cells[c.at["combo.banner"] + combo] = c.cells[c.at["race.banner"] + c.race]


def a_badge_lost(c):
    c.cells[c.at["combo.badge"] + c.cells[c.at["column"] + 1]] = NONE


def an_active_race_forgotten(c):
    for seat in range(2):
        c.cells[c.at["player.active"] + seat] = NONE


def coins_below_nothing(c):
    c.nums[c.at["player.coins"]] = -1


BROKEN = [
    one_token_more, a_token_in_hand, a_region_lost_from_the_set, a_region_that_is_not_occupied,
    tokens_of_nobody, a_race_out_of_play, a_banner_twice, a_badge_lost, an_active_race_forgotten,
    coins_below_nothing,
]  # fmt: skip


def test_a_sound_position_passes(two, middle):
    Invariants(two).check(middle)


@pytest.mark.parametrize("breaks", BROKEN)
def test_a_broken_position_is_found(two, middle, breaks):
    changed = Changed(two, middle)
    breaks(changed)
    with pytest.raises(Violation):
        Invariants(two).check(changed.done())


@pytest.mark.parametrize("piece", range(6))
def test_too_many_markers_are_found(two, middle, piece):
    kind = two.ruleset.markers[piece]
    changed, name = Changed(two, middle), f"marker {kind.id}"
    assert kind.supply is not None
    if two.layout.by_name[name].cell:
        changed.cells[changed.at[name]] = kind.supply + 1
    else:
        changed.nums[changed.at[name]] = (1 << (kind.supply + 1)) - 1
    with pytest.raises(Violation, match="markers"):
        Invariants(two).check(changed.done())


def test_something_running_behind_the_end_is_found(two, middle):
    with pytest.raises(Violation, match="behind the end"):
        Invariants(two).check(evolve(middle, request=None))
    with pytest.raises(Violation, match="nobody asks"):
        Invariants(two).check(evolve(middle, stack=()))


def test_a_log_that_leaves_something_out_is_found(two, middle):
    bots, game, left_out = seat_bots(["uniform", "uniform"], 4), middle, set()
    for _ in range(60):
        after, events = step(two, game, choice(two, bots, game))
        Folding(two).check(game, events, after)
        for event in events:
            if event[0] in {"tokens", "coins", "found", "declined", "mark", "unmark", "badge"}:
                rest = [other for other in events if other is not event]
                with pytest.raises(Violation, match="the log tells another"):
                    Folding(two).check(game, rest, after)
                left_out.add(event[0])
        game = after
        if game.request is None:
            break
    assert {"tokens", "coins"} <= left_out


def test_an_offer_that_is_refused_is_found(two, middle, monkeypatch):
    def refusing(_rules, _game, _answer):
        raise IllegalAnswer("no such thing")

    monkeypatch.setattr(honesty, "step", refusing)
    with pytest.raises(Violation, match="is offered and refused: no such thing"):
        check_honesty(two, middle)


def test_a_wrong_answer_that_is_accepted_is_found(two, middle, monkeypatch):
    after = step(two, middle, 0)
    monkeypatch.setattr(honesty, "step", lambda _rules, _game, _answer: after)
    with pytest.raises(Violation, match="is accepted"):
        check_honesty(two, middle)


def test_a_refusal_without_a_reason_is_found(two, middle, monkeypatch):
    def silent(rules, game, answer):
        try:
            return step(rules, game, answer)
        except IllegalAnswer:
            raise IllegalAnswer from None

    monkeypatch.setattr(honesty, "step", silent)
    with pytest.raises(Violation, match="without a reason"):
        check_honesty(two, middle)


def test_asking_that_changes_something_is_found(ruleset, middle):
    rules = bind(ruleset, 2)
    value = rules.values["final_score"]

    def greedy(m, args):
        m.cells[rules.layout["race.hand"]] += 1
        return value(m, args)

    rules.values["final_score"] = greedy
    greedy.hook = value.hook
    with pytest.raises(Violation, match="asking changed a cell"):
        check_asking(Asker(rules), Asker(rules), middle, 1)


def test_an_order_that_matters_is_found(ruleset, two, middle):
    other = bind(ruleset, 2)
    value = other.values["final_score"]

    def one_more(m, args):
        return value(m, args) + 1

    other.values["final_score"] = one_more
    one_more.hook = value.hook
    with pytest.raises(Violation, match=r"the order of sources matters: .*final_score"):
        check_asking(Asker(two), Asker(other), middle, 1)


def test_sources_are_really_shuffled(ruleset):
    rules = bind(ruleset, 2)
    sources = rules.values["conquest_cost"].sources
    sources.live = lambda _m, _args, _lifted=None: list(range(6))
    shuffle_sources(rules, 1)
    seen = {tuple(sources.live(None, ())) for _ in range(20)}
    assert len(seen) > 10
    assert all(sorted(order) == list(range(6)) for order in seen)


def test_a_view_that_shows_too_much_is_found(two, middle, monkeypatch):
    monkeypatch.setattr(secrecy, "guessed", lambda _rules, game, _seat: game)
    with pytest.raises(Violation, match="a guess knows"):
        check_secrecy(two, middle, 1)
    monkeypatch.undo()
    monkeypatch.setattr(secrecy, "view", lambda _rules, game, _names, _seat: {"coins": game.nums})
    with pytest.raises(Violation, match="a view shows a hidden thing"):
        check_secrecy(two, middle, 1)
    monkeypatch.undo()
    monkeypatch.setattr(secrecy.SeatView, "field", lambda seen, _name, _at: seen._game.nums)
    with pytest.raises(Violation, match="a bot reads a hidden number"):
        check_secrecy(two, middle, 1)


def test_a_sealed_answer_that_is_told_is_found(asking, monkeypatch):
    rules = bind(asking, 2)
    game = start(rules, 1)[0]
    assert game.request[0] == "group"
    check_secrecy(rules, game, 1)

    def talkative(rules, game, answer):
        after, _ = step(rules, game, answer)
        return after, (("answer", answer),)

    monkeypatch.setattr(secrecy, "step", talkative)
    with pytest.raises(Violation, match="betrays a sealed answer"):
        check_secrecy(rules, game, 1)


def test_a_save_that_forgets_something_is_found(two, middle, monkeypatch):
    bots = seat_bots(["uniform", "uniform"], 4)
    answer = choice(two, bots, middle)
    after = step(two, middle, answer)[0]
    check_suspension(two, middle, answer, after)
    monkeypatch.setattr(suspension, "from_plain", lambda _rules, _plain: evolve(middle, number=0))
    with pytest.raises(Violation, match="the loaded position has another number"):
        check_suspension(two, middle, answer, after)
    monkeypatch.undo()
    with pytest.raises(Violation, match="one answer after loading there is another number"):
        check_suspension(two, middle, answer, evolve(after, number=3))


def test_a_reference_that_differs_is_found(ruleset, two, middle):
    reference = bind(ruleset, 2, lifting=False)
    check_pair(two, middle, reference, middle)
    value = reference.values["conquest_cost"]
    reference.values["conquest_cost"] = lambda m, args: value(m, args) + 1
    with pytest.raises(Violation, match="other targets or costs"):
        check_pair(two, middle, reference, middle)
    with pytest.raises(Violation, match="another number"):
        check_pair(two, middle, reference, evolve(middle, number=1))


def test_a_replay_that_ends_elsewhere_is_found(ruleset, monkeypatch):
    monkeypatch.setattr(soaker, "replayed", lambda rules, first, _answers: begin(rules, first)[0])
    report = soak(Plan(ruleset, 2), range(1))
    assert [failed.text for failed in report.failures] == ["Violation: the replay ends elsewhere"]
    assert (report.failures[0].seed, report.failures[0].players) == (0, 2)


def test_an_answer_that_runs_away_is_found(ruleset, monkeypatch):
    monkeypatch.setattr(machine, "FUEL", 3)
    report = soak(Plan(ruleset, 2), range(1))
    assert "bodies for one answer" in report.failures[0].text
    assert machine.FUEL == 3
