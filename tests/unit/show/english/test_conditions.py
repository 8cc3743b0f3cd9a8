"""No condition is lost, on whatever parameter of whatever hook it stands, on whatever card."""

import pytest
from attrs import evolve

from talesmith.ruleset.parts import Handler, Where
from talesmith.show.english import describe
from talesmith.show.english.book import Book
from talesmith.show.english.handlers import handler

ONE, TWO = ("num", 0, "number", 1), ("num", 0, "number", 2)
BODIES = {
    "value": (("add", 0, ONE, None),),
    "permission": (("forbid", 0, "part", "a reason", None),),
    "ledger": (("earn", 0, ONE, None, None, None, None, None, None),),
    "moment": (("stop", 0),), "action": (("stop", 0),), "point": (("stop", 0),),
}  # fmt: skip
FORMS = {"moment": "effect", "action": "effect", "point": "offer"}
HOLDERS = [("event", None), ("power", "active"), ("power", "also"), ("house_rule", None)]


def conditions(slot, kind):
    """Conditions on a parameter of a type, each with its contrary."""
    it = ("local", 0, kind, slot)
    bare = kind.rstrip("?")
    if bare == "race":
        yield ("get", 0, "flag", "race.declined", it)
        yield (
            "ge",
            0,
            "flag",
            ("count", 0, "number", ("get", 0, "list region", "race.regions", it)),
            TWO,
        )
        yield (
            "eq",
            0,
            "flag",
            ("get", 0, "player", "race.owner", it),
            ("game", 0, "player", "first_player"),
        )
    if bare == "player":
        yield ("ge", 0, "flag", ("get", 0, "number", "player.coins", it), TWO)
        yield ("exists", 0, "flag", ("get", 0, "race?", "player.active", it))
        yield ("eq", 0, "flag", it, ("game", 0, "player", "first_player"))
    if bare == "region":
        yield ("has", 0, "flag", it, "symbol", "mine")
        yield (
            "eq",
            0,
            "flag",
            ("get", 0, "word terrain", "region.terrain", it),
            ("word", 0, "word terrain", "terrain", "hill"),
        )
        yield ("ge", 0, "flag", ("get", 0, "number", "region.tokens", it), TWO)
    if bare == "combo":
        yield ("ge", 0, "flag", ("get", 0, "number", "combo.coins", it), TWO)
    if bare == "number":
        yield ("ge", 0, "flag", it, TWO)
    if bare == "flag":
        yield it
    if kind.endswith("?"):
        yield ("exists", 0, "flag", it)


def synthetic(ruleset, hook, holder, phase, role):
    card = next(
        c.id for c in ruleset.cards if c.kind == ("power" if holder == "power" else "rules")
    )
    slots = (("self", len(hook.params) + 2),) if holder == "power" else ()
    name = f"after_{hook.name}" if hook.kind == "action" else hook.name
    return Handler(
        "x/x/1", name, FORMS.get(hook.kind, hook.kind), card, holder, None, role, phase or "active",
        None, None, (), (), "Do it", slots, None, BODIES[hook.kind], 9, Where("x", 1),
    )  # fmt: skip


def cases(ruleset):
    for hook in ruleset.hooks:
        for holder, phase in HOLDERS:
            roles = (None, *hook.roles) if holder == "power" else (None,)
            for role in roles:
                bare = synthetic(ruleset, hook, holder, phase, role)
                for slot, param in enumerate(hook.params):
                    for guard in conditions(slot, param.type):
                        yield hook, bare, param, guard


def test_a_condition_and_its_contrary_are_told(small_world):
    book, lost, tried = Book.of(small_world), [], 0
    for hook, bare, param, guard in cases(small_world):
        texts = [
            handler(book, evolve(bare, guard=g)) for g in (None, guard, ("not", 0, "flag", guard))
        ]
        tried += 1
        if len(set(texts)) < 3:
            lost.append((hook.name, bare.holder, bare.role, param.name, guard, texts))
    assert tried > 900
    assert lost == []


@pytest.mark.parametrize(
    ("guard", "said"),
    [
        ("key.wild == yes", "(With “Bonus: yes”: At the end of a player's turn, "),
        ("key.wild != no", "(With “Bonus: yes”: At the end of a player's turn, "),
        ("key.wild == no", "At the end of a player's turn, "),
    ],
)
def test_a_key_that_is_compared_with_yes_or_no_is_settled(load, guard, said):
    rule = f"on_turn_end when {guard} {{ move 1 coins from bank to player }}"
    ruleset = load(f'rules wild over base {{ key wild "Bonus": no, yes  {rule} }}')
    text = describe(ruleset, "trial.wild")
    assert text.startswith(f"{said}move 1 coin from the bank to that player.")
    assert "never holds" not in text
