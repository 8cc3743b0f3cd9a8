"""Expressions: their types, and which words of the typed form they become."""

from pathlib import Path

import pytest

from talesmith.compile.library import Library
from talesmith.compile.program import compile_ruleset
from talesmith.ground.source import SourceText
from talesmith.names.findings import Findings
from talesmith.names.resolve import Resolver
from talesmith.names.scope import Frame, Home, Scope
from talesmith.syntax.parse import parse_expression

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def vocabulary():
    program, _ = compile_ruleset("small_world", Library([ROOT]))
    return program.vocabulary


@pytest.fixture
def resolve(vocabulary):
    """Resolve a text where some names are bound; give the expression and the codes found."""
    bound = {
        "self": "race", "region": "region", "defender": "race?", "p": "player", "n": "number",
        "troops": "troops", "a": "attempt", "c": "combo", "badge": "badge", "plan": "map region",
    }  # fmt: skip

    def run(text, want=None):
        findings = Findings()
        node, found = parse_expression(SourceText("", text))
        assert found == ()
        scope = Scope(Frame())
        for name, kind in bound.items():
            scope.bind(name, kind)
        home = Home("base", "base.test", "power")
        made = Resolver(vocabulary, findings, home).expr(node, scope, want)
        return made, [finding.code for finding in findings.all]

    return run


@pytest.mark.parametrize(
    ("text", "op", "kind"),
    [
        ("3", "num", "number"),
        ("-3", "num", "number"),
        ("-n", "neg", "number"),
        ("yes", "flag", "flag"),
        ("none", "none", "none"),
        ("self", "local", "race"),
        ("regions", "game", "list region"),
        ("map.rounds", "game", "number"),
        ("key.second_tie", "key", "word key second_tie"),
        ("key.place_all", "key", "flag"),
        ("banner_stack", "stack", "stack banner"),
        ("lost_tribe", "natives", "race"),
        ("region.terrain", "get", "word terrain"),
        ("defender.owner", "get", "player?"),
        ("defender.regions", "get", "list region"),
        ("p.active.hand", "get", "pool?"),
        ("c.banner.tokens", "printed", "number"),
        ("p.rolled", "state", "flag"),
        ("plan[region]", "index", "number"),
        ("n + 1 * 2", "plus", "number"),
        ("troops + tokens_in(region, 2)", "plus", "troops"),
        ("n - self.hand", "minus", "number"),
        ("n / 2 up", "div", "number"),
        ("n >= self.hand", "ge", "flag"),
        ("region.terrain == hill", "eq", "flag"),
        ("hill != region.terrain", "ne", "flag"),
        ("badge == hill", "eq", "flag"),
        ("not p.rolled and n < 2 or yes", "or", "flag"),
        ("region touches lake", "touches", "flag"),
        ("region touches self", "touches", "flag"),
        ("region has mine", "has", "flag"),
        ("self has flying", "has", "flag"),
        ("defender exists", "exists", "flag"),
        ("region in self.regions", "in", "flag"),
        ("region.terrain in (sea, lake)", "one_of", "flag"),
        ("can_conquer(self, region)", "permit", "flag"),
        ("can_conquer(self, region) despite (reach, entry)", "permit", "flag"),
        ("conquest_cost(self, region, defender: none)", "value", "number"),
        ("decline_slot(self)", "value", "word slot"),
        ("lines(on_score(p))", "ledger", "list line"),
        ("past conquer this stay", "past", "list record conquer"),
        ("count(regions where it has mine)", "count", "number"),
        ("size(banner_stack)", "count", "number"),
        ("any(each r in regions where r has mine)", "any", "flag"),
        ("sum(each r in regions, r.tokens)", "sum", "number"),
        ("max(n, 3, 4)", "larger", "number"),
        ("min(each r in regions, r.tokens)", "min", "number"),
        ("first(regions)", "first", "region?"),
        ("last(regions where it has mine)", "last", "region?"),
        ("front(regions, 2)", "front", "list region"),
        ("least(each r in regions, r.tokens)", "least", "region?"),
        ("set(region, first(regions))", "set", "list region"),
        ("set(each r in regions, r.owner)", "set_of", "list player"),
        ("distance(self.regions, region)", "distance", "number?"),
        ("components(self.regions)", "components", "list list region"),
        ("clockwise_after(p)", "clockwise_after", "list player"),
        ("attempts(self)", "attempts", "list attempt"),
        ("supply_left(lair)", "supply_left", "number"),
        ("marks(region, encampment)", "marks", "number"),
        ("part(troops, region)", "part", "troops"),
        ("less(troops, 1)", "less", "troops"),
        ("top(badge_stack)", "top", "badge?"),
    ],
)
def test_form_and_type(text, op, kind, resolve):
    made, codes = resolve(text)
    assert codes == []
    assert (made[0], made[2]) == (op, kind)


@pytest.mark.parametrize(
    ("text", "want", "op"),
    [
        ("self.hand", "number", "get"),
        ("region", "pool", "pool_of"),
        ("spirit", "word slot", "word"),
        ("spirit", "badge", "constant"),
        ("base.spirit", "badge", "constant"),
        ("lair", "marker", "constant"),
        ("badge", "card", "local"),
    ],
)
def test_the_wanted_type_decides(text, want, op, resolve):
    made, codes = resolve(text, want)
    assert codes == []
    assert made[0] == op


def test_a_word_of_the_wanted_kind_comes_before_a_bound_name_of_another(resolve):
    made, codes = resolve("self.slot == spirit")
    assert codes == []
    assert made[4][:1] + made[4][2:] == ("word", "word slot", "slot", "spirit")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("region.terain == hill", ["T102"]),
        ("nowhere == hill", ["T105"]),
        ("size(nowhere) + 1", ["T105"]),
        ("count(nowhere where it has mine) >= self", ["T105", "T201"]),
        ("self.hand.nothing", ["T102"]),
        ("defender.hand + 1", ["T203"]),
        ("count(regions where any(regions where it has mine))", ["T106"]),
        ("n / 0 up", ["T205"]),
    ],
)
def test_one_mistake_gives_one_finding(text, codes, resolve):
    assert resolve(text)[1] == codes


def test_exists_makes_what_follows_sure(resolve):
    assert resolve("defender exists and defender.hand + 1 >= 2")[1] == []
    assert resolve("not defender exists or defender.hand + 1 >= 2")[1] == []
    assert resolve("defender exists or defender.hand + 1 >= 2")[1] == ["T203"]
    assert resolve("sum(each r in regions where r.race exists, strength(r) + r.race.hand)")[1] == []
