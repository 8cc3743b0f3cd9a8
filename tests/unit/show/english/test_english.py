"""The English of a rule says everything that the rule does, and nothing that it does not."""

import pytest
from attrs import evolve

from talesmith.ruleset.ops import EXPRESSIONS, STATEMENTS
from talesmith.show.english import UnsayableError, describe
from talesmith.show.english.book import Book
from talesmith.show.english.lines import LINE
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.scene import SAY, TELL, Scene
from talesmith.show.english.statements import DO
from talesmith.show.english.words import YOU, Name, a, counted, plural

FRESH = {
    0: ("race", "this race"), 1: ("region", "that region"), 2: ("player", "that player"),
    3: ("combo", "that combo"), 4: ("number", "that number"), 5: ("map", "the plan"),
    6: ("possible conquest", "that conquest"), 7: ("power", "that power"),
    8: ("race banner", "that race banner"),
}  # fmt: skip


def scene_of(ruleset):
    slots = {n: Entity(Group(noun), Name(name)) for n, (noun, name) in FRESH.items()}
    slots[0].owner = YOU
    slots[5].plan = "the number allotted to"
    slots[9] = Entity(Group("answer"), answers=("the answer is yes", "the answer is no"))
    return Scene(Book.of(ruleset), "base.diplomat", slots, "Peace", action="lose")


def test_every_operation_has_words():
    assert set(SAY) | set(TELL) == set(EXPRESSIONS)
    assert set(DO) | set(LINE) == set(STATEMENTS)


def test_every_operation_has_a_sample(samples):
    assert {e[0] for e in (*samples["name"], *samples["clause"])} == set(EXPRESSIONS)
    assert {s[0] for s in samples["statement"]} | set(LINE) == set(STATEMENTS)


def test_words_of_every_expression(small_world, samples, golden):
    clauses = samples["clause"]
    said = [f"{e[0]}: {scene_of(small_world).name(e)}" for e in samples["name"]]
    said += [f"{e[0]}: {scene_of(small_world).clause(e)}" for e in clauses]
    said += [f"not {e[0]}: {scene_of(small_world).clause(e, yes=False)}" for e in clauses]
    assert "\n".join(said) + "\n" == golden


def test_words_of_every_statement(small_world, samples, golden):
    said = [f"{s[0]}: {DO[s[0]](scene_of(small_world), s)}" for s in samples["statement"]]
    assert "\n".join(said) + "\n" == golden


@pytest.mark.parametrize("kind", ["value", "flag", "statement"])
def test_what_has_no_words_is_an_error_and_never_left_out(small_world, kind):
    place = next(n for n, h in enumerate(small_world.handlers) if h.card == "base.trolls")
    odd = {
        "value": (("add", 0, ("twist", 0, "number", 3), None),),
        "flag": (("add", 0, ("num", 0, "number", 1), ("twist", 0, "flag")),),
        "statement": (("twist", 0),),
    }[kind]
    broken = with_handler(small_world, place, evolve(small_world.handlers[place], body=odd))
    with pytest.raises(UnsayableError):
        describe(broken, "base.trolls")


def test_an_unknown_card_is_an_error(small_world):
    with pytest.raises(UnsayableError):
        describe(small_world, "base.nobody")


def test_no_text_of_an_author_is_read(small_world):
    bare = evolve(small_world, cards=tuple(evolve(c, text="", cites=()) for c in small_world.cards))
    for card in small_world.cards:
        assert describe(bare, card.id) == describe(small_world, card.id)


SIDES = {
    "attacker": "Conquering a region costs this race 1 token less.",
    "defender": "Conquering a region of this race costs 1 token less.",
    "anyone": "Conquering a region costs 1 token less.",
}


def test_one_rule_reads_the_same_on_two_cards_and_each_side_differently(load):
    rule = "is tokens: 4 conquest_cost as attacker when region has cavern { add -2 }"
    sides = [
        f'power {side} "One" {{ is tokens: 4 conquest_cost as {side} {{ add -1 }} }}'
        for side in SIDES
    ]
    ruleset = load(
        f'power one "One" {{ text "Cheap caves." {rule} }}\n'
        f'power two "Two" {{ text "Something else." {rule} }}\n' + "\n".join(sides)
    )
    first, second = describe(ruleset, "trial.one"), describe(ruleset, "trial.two")
    assert first == second
    assert "Conquering a Cavern region costs this race 2 tokens less." in first
    for side, words in SIDES.items():
        assert describe(ruleset, f"trial.{side}").splitlines()[0] == words


def test_the_whole_language_on_cards(load, golden, here):
    ruleset = load((here / "cards.tale").read_text("utf-8"))
    cards = [card.id for card in ruleset.cards if card.id.startswith("trial.")]
    texts = [f"{card}\n\n{describe(ruleset, card)}\n" for card in cards]
    assert "\n".join(texts) == golden


def test_a_condition_on_the_race_of_a_bearer_is_told(load):
    ruleset = load("""
        power queen "Queen" {
          is tokens: 4
          item favour "Favour" on player {
            can_affect as defender when defender.declined { forbid favour "she protects it" }
          }
          on_ready { attach favour to owner until round }
        }""")
    assert "any region of a declined race of the bearer" in describe(ruleset, "trial.queen")


def test_a_region_of_a_conquest_that_lies_next_to_something_has_words(load):
    ruleset = load("""
        power deep "Deep" {
          is tokens: 4
          offer in conquest_choice "Dig" for x in self.regions
            where any(attempts(self) where it.region touches x) limit 1 per turn { }
        }""")
    assert "whose region is next to it" in describe(ruleset, "trial.deep")


def test_printed_words_are_told_by_the_names_that_people_see(load):
    ruleset = load("""
        rules moods "Moods" over base {
          words mood = dark_hour "The Dark Hour", glad "Gladness"
          property mood of badge: mood
        }
        power grim "Grim" { is tokens: 4, mood: dark_hour }""")
    assert describe(ruleset, "trial.grim").splitlines()[-1] == (
        "Printed: tokens 4, mood “The Dark Hour”."
    )


def with_handler(ruleset, place, handler):
    before, after = ruleset.handlers[:place], ruleset.handlers[place + 1 :]
    return evolve(ruleset, handlers=(*before, handler, *after))


WORDS = {
    "region": ("a region", "regions"), "possible conquest": ("a possible conquest", None),
    "artifact": ("an artifact", "artifacts"), "unit": ("a unit", "units"),
    "other player": ("another player", "other players"), "ally": ("an ally", "allies"),
    "box": ("a box", "boxes"), "combo": ("a combo", "combos"), "uncle": ("an uncle", "uncles"),
    "Gate-in-the-Wall": ("a Gate-in-the-Wall", "Gates-in-the-Wall"), "day": ("a day", "days"),
}  # fmt: skip


@pytest.mark.parametrize("noun", WORDS)
def test_articles_and_plurals(noun):
    one, many = WORDS[noun]
    assert a(noun) == one
    assert many is None or plural(noun) == many


def test_verbs_agree():
    race = Name("this race")
    assert [race.does(v) for v in ("have", "be", "carry", "go", "pick")] == [
        "has", "is", "carries", "goes", "picks",
    ]  # fmt: skip
    assert [YOU.does(v) for v in ("have", "be", "carry")] == ["have", "are", "carry"]
    assert [counted(n, "coin") for n in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
