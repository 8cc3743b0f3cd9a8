"""Values, permissions and scores explained, on positions laid out by hand."""

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.model.layout import NONE
from talesmith.play.machine import Machine
from talesmith.play.step import bind, start
from talesmith.play.telling.breakdown import summed
from talesmith.play.telling.explain import why, why_allowed, why_value
from talesmith.play.telling.explained import Plain
from talesmith.play.telling.unoffered import why_not_offered

HERE = Path(__file__).parent


@cache
def bound(name):
    found, findings = load_ruleset(name, [data_root()], [HERE / "layers.tale"])
    assert found is not None, [str(finding) for finding in findings]
    return bind(found, 2)


class Table:
    """A position in which each of two players has a race."""

    def __init__(self, name, first, second="base.orcs", badge=NONE):
        self.rules = bound(name)
        self.game = start(self.rules, 1)[0]
        m = Machine(self.game, self.rules.codes)
        numbers = [self.rules.card_number(race) for race in (first, second)]
        power = NONE if badge == NONE else self.rules.card_number(badge)
        self.races = [
            self.rules.races.found(m, numbers[0], power, 0),
            self.rules.races.found(m, numbers[1], NONE, 1),
        ]
        for race in self.races:
            tray = self.rules.layout["race.tray"] + race
            self.rules.tokens.move(m, 5, (race + 1) << 16 | tray, self.hand(race))
        self.game = m.freeze(self.game)

    def hand(self, race):
        return (race + 1) << 16 | self.rules.layout["race.hand"] + race

    def region(self, name):
        return self.rules.board.number[name]

    def place(self, player, name, n=1):
        m = Machine(self.game, self.rules.codes)
        race = self.races[player]
        self.rules.tokens.move(m, n, self.hand(race), self.rules.tokens.pool_of(self.region(name)))
        self.game = m.freeze(self.game)
        return self

    def mark(self, marker, name, n=1):
        m = Machine(self.game, self.rules.codes)
        self.rules.pieces.put(m, marker, self.region(name), n)
        self.game = m.freeze(self.game)
        return self

    def event(self, name):
        lasting = ((0, "event", name, None, (("round", None),), (), None),)
        self.game = evolve(self.game, sparse=evolve(self.game.sparse, lasting=lasting))
        return self

    def cost(self, name):
        return why_value(self.rules, self.game, "conquest_cost", [self.races[0], self.region(name)])

    def text(self, name):
        return self.cost(name).text(self.rules)

    def allowed(self, name):
        args = [self.races[0], self.region(name)]
        return why_allowed(self.rules, self.game, "can_conquer", args)


@pytest.mark.parametrize(
    ("region", "text"),
    [
        ("hill1", "2 base + 2 steep = 4"),
        ("forest2", "2 base, times 1/2 steep = 1"),
        ("swamp1", "2 base, cap 1 steep = 1"),
        ("mountain2", "2 base + 1 mountain, floor 6 steep = 6"),
        ("farm1", "2 base - 9 steep, at least 1 = 1"),
        ("lake1", "2 base = 2"),
    ],
)
def test_every_layer_has_its_words(region, text):
    assert Table("steep_game", "base.humans").text(region) == text


def test_of_two_caps_the_weaker_is_marked():
    found = Table("steep_game", "base.humans").cost("mine2")
    assert found.text(bound("steep_game")) == "2 base, cap 0 steep, at least 1 = 1"
    assert [part.state for part in found.parts] == ["blocked", "applied"]


def test_the_stronger_become_blocks_the_other():
    table = Table("steep_game", "my.nomads").event("my.plague")
    found = table.cost("sea1")
    assert found.text(table.rules) == "2 base + 3 nomads, become 5 plague = 8"
    states = {part.source: part.state for part in found.parts if part.layer == "become"}
    assert states == {"nomads": "blocked", "plague": "applied"}
    lines = found.lines(table.rules)
    assert any("become 1 nomads  (my.nomads, " in line and ", blocked)" in line for line in lines)


def test_contributions_name_card_and_line():
    table = Table("steep_game", "my.nomads")
    part = next(p for p in table.cost("lake1").parts if p.layer == "add")
    text = (HERE / "layers.tale").read_text("utf-8").splitlines()
    assert part.card == "my.nomads"
    assert part.path.endswith("layers.tale")
    assert "add 3" in text[part.line - 1]


def test_what_sleeps_is_told_and_does_not_count():
    table = Table("steep_game", "my.nomads").event("my.rats")
    found = table.cost("lake1")
    assert found.text(table.rules) == "2 base = 2"
    assert [(part.source, part.state) for part in found.parts] == [("nomads", "suppressed")]
    assert any(line.endswith(", suppressed)") for line in found.lines(table.rules))
    assert table.rules.suppression is not None


def test_markers_and_cards_stand_in_the_order_of_their_tiers():
    table = Table("small_world", "base.giants", badge="base.commando")
    land = table.rules.board
    mountain = next(r for r in range(23) if land.regions[r].terrain == "mountain")
    near = next(r for r in range(23) if land.neighbours[mountain] >> r & 1
                and land.regions[r].terrain not in ("mountain", "sea", "lake"))  # fmt: skip
    table.place(0, land.names[mountain]).mark("base.fortress", land.names[near])
    tokens = table.game.cells[table.rules.layout["region.tokens"] + near]
    expected = f"{2 + tokens} base + 1 fortress - 1 giants - 1 commando = {1 + tokens}"
    assert table.text(land.names[near]) == expected


def test_a_marker_that_lies_twice_counts_twice():
    table = Table("steep_game", "base.humans").mark("base.encampment", "lake1", 2)
    assert table.text("lake1") == "2 base + 1 encampment + 1 encampment = 4"


def test_words_and_flags_are_named():
    table = Table("steep_game", "base.humans")
    found = why_value(table.rules, table.game, "decline_slot", [table.races[0]])
    assert found.text(table.rules) == "ordinary base = ordinary"


def test_a_refusal_lists_every_reason():
    table = Table("small_world", "base.humans")
    verdict = table.allowed("r08")
    assert not verdict.is_allowed
    assert verdict.reasons() == [
        "a race without regions starts in an entry region", "water cannot be conquered"]  # fmt: skip
    assert verdict.text() == f"no: {'; '.join(verdict.reasons())}"
    assert table.allowed("r02").text() == "yes"


def test_the_reason_behind_a_reason_is_told():
    table = Table("small_world", "base.humans").mark("base.dragon", "r02")
    assert table.allowed("r02").reasons() == ["that region is immune (the Dragon protects it)"]
    assert any("base.dragon" in line for line in table.allowed("r02").lines(table.rules))


def test_what_is_waived_names_who_waives_it():
    table = Table("steep_game", "my.nomads")
    verdict = table.allowed("sea1")
    assert verdict.reasons() == ["nomads hate water"]
    assert any("waived by my.nomads" in line for line in verdict.lines(table.rules))


def test_objections_that_sleep_are_told_apart():
    table = Table("steep_game", "my.nomads").event("my.rats")
    verdict = table.allowed("sea1")
    assert verdict.reasons() == ["water cannot be conquered"]
    assert [objection.name for objection in verdict.suppressed] == ["water", "tents"]
    lines = verdict.lines(table.rules)
    assert sum(line.endswith(", suppressed)") for line in lines) == 2
    assert any(line.endswith(", waived by my.nomads, suppressed)") for line in lines)


def test_the_first_question_spoils_no_later_answer():
    table = Table("steep_game", "my.hermits", "base.trolls").event("my.rats")
    table.mark("base.lair", "lake1").place(1, "lake1", 5)
    table.rules, race, lake = bind(table.rules.ruleset, 2), table.races[0], table.region("lake1")
    verdict = why_allowed(table.rules, table.game, "can_decline", [race])
    assert verdict.is_allowed
    assert [objection.name for objection in verdict.suppressed] == ["steep"]
    m = Machine(table.game, table.rules.codes)
    hook = table.rules.values["conquest_cost"]
    costs = hook.vector(m, [race, None], 1, range(len(table.rules.board.names)))
    assert costs[lake] == hook(m, [race, lake]) == 7


def test_any_expression_can_be_asked():
    table = Table("small_world", "base.humans")
    local = ("local", 0, "region", 1)
    cost = ("value", 0, "number", "conquest_cost", (("local", 0, "race", 0), local, None))
    slots = [table.races[0], table.region("r02")]
    assert why(table.rules, table.game, cost, slots).text(table.rules) == "2 base = 2"
    may = ("permit", 0, "flag", "can_conquer", (("local", 0, "race", 0), local, None), ())
    assert why(table.rules, table.game, may, slots).text(table.rules) == "yes"
    found = why(table.rules, table.game, ("get", 0, "number", "region.tokens", local), slots)
    assert found == Plain("number", 0)
    assert found.lines(table.rules) == ["= 0"]


def test_asking_changes_nothing():
    table = Table("small_world", "base.humans").place(0, "r02")
    before = table.game
    m = Machine(before, table.rules.codes)
    for region in range(len(table.rules.board.names)):
        args = [table.races[0], region]
        value = why_value(table.rules, m, "conquest_cost", args)
        verdict = why_allowed(table.rules, m, "can_conquer", args)
        assert value.result == table.rules.values["conquest_cost"](m, args)
        assert verdict.is_allowed == table.rules.permissions["can_conquer"](m, args)
    assert m.freeze(before).cells == before.cells
    assert m.log == []


def test_a_score_is_told_by_its_sources():
    table = Table("small_world", "base.humans").place(0, "r02").place(0, "r03")
    ledger = table.rules.ledgers["on_score"](Machine(table.game, table.rules.codes), [0])
    lines = summed(table.rules, ledger)
    assert [(line.card, line.amount) for line in lines] == [("base.score", 2), ("base.humans", 1)]
    assert lines[0].regions == (1, 2)
    assert lines[1].name == "Humans"


def test_a_question_says_why_a_thing_is_not_on_offer():
    table = Table("steep_game", "base.humans")
    rules, game = table.rules, start(table.rules, 1)[0]
    coins = rules.layout["player.coins"]
    poor = evolve(game, nums=(*game.nums[:coins], 0, *game.nums[coins + 1 :]))
    dear = rules.races.column_of(Machine(poor, rules.codes))[2]
    assert why_not_offered(rules, poor, poor.request, "Pick", dear) == [
        "you cannot pay for that combo"]  # fmt: skip
