from talesmith.compile import expanded
from talesmith.ground.source import SourceText
from talesmith.syntax import tree
from talesmith.syntax.parse import parse

TEXT = """language 1
scenario "Rows" {
  each badge, cost, who, target in (plain_a, 2, ana, hill1), (mounted, 1, ben, farm1) {
    given {
      players: ana, ben
      ana { combo: badge, ratmen  hand: cost }
      target { tokens: cost }
    }
    when { > who conquer target }
    then {
      expect conquest_cost(ana.active, target) == cost
      expect target.tokens == cost
      illegal > who conquer target
    }
  }
}
"""


def scenario(text):
    return parse(SourceText("rows.tale", text)).file.tops[0]


def lines(one, kind):
    return next(line for line in one.lines if isinstance(line, kind))


def test_each_row_gives_a_scenario_with_its_words():
    rows = expanded(scenario(TEXT))
    assert [label for label, _ in rows] == ["plain_a, 2, ana, hill1", "mounted, 1, ben, farm1"]
    _, second = rows[1]
    given = lines(second, tree.Given)
    assert [str(word) for word in given.facts[1].facts[0].values] == ["mounted", "ratmen"]
    assert given.facts[1].facts[1].values == (tree.Number(1),)
    assert given.facts[2].path == tree.Name("farm1")
    assert str(given.facts[2].facts[0].path) == "tokens"
    assert lines(second, tree.When).answers[0].player.text == "ben"
    assert str(lines(second, tree.When).answers[0].words[1]) == "farm1"
    cost, tokens, illegal = lines(second, tree.Then).checks
    assert cost.condition.right == tree.Number(1)
    assert cost.condition.left.arguments[1].value == tree.Name("farm1")
    assert tokens.condition.left == tree.Attribute(tree.Name("farm1"), tree.Word("tokens"))
    assert illegal.answer.player.text == "ben"


def test_names_of_properties_are_no_columns():
    text = TEXT.replace("badge, cost, who, target", "badge, tokens, who, target")
    text = text.replace("cost }", "tokens }").replace("== cost", "== tokens")
    _, first = expanded(scenario(text))[0]
    check = lines(first, tree.Then).checks[1]
    assert check.condition.left.name.text == "tokens"
    assert check.condition.right == tree.Number(2)
    assert str(lines(first, tree.Given).facts[2].facts[0].path) == "tokens"


def test_a_scenario_without_a_table_stays_as_it_is():
    one = scenario('language 1 scenario "One" { then { ends } }')
    assert expanded(one) == (("", one),)


def test_tables_inside_tables_give_every_pair():
    text = """language 1 scenario "Two" {
      each a in (1), (2) { each b in (3), (4) { then { expect a == b } } }
    }"""
    assert [label for label, _ in expanded(scenario(text))] == ["1, 3", "1, 4", "2, 3", "2, 4"]
