"""The reference of the language is complete and up to date."""

from pathlib import Path

import pytest

from talesmith.compile import load_ruleset
from talesmith.compile.cards import ALLOWED
from talesmith.compile.check import Checks
from talesmith.ground.source import SourceText
from talesmith.names.functions import FUNCTIONS as USAGE
from talesmith.ruleset import ops
from talesmith.ruleset.vocabulary import TYPES as KINDS
from talesmith.show.english.phrases import phrases_of
from talesmith.show.reference import reference
from talesmith.show.reference.parts import HEADS, MEMBERS, OTHERS
from talesmith.show.reference.tables import FUNCTIONS, STATEMENTS, TYPES
from talesmith.syntax.tree import HeadPart

PARTS = [*MEMBERS.values(), *HEADS.values(), *OTHERS.values()]
OVER = {"event": "over tales", "house_rule": "over base", "rules": "over base"}
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "grammar" / "reference.md"


@pytest.fixture(scope="module")
def checks():
    return Checks([ROOT])


@pytest.fixture(scope="module")
def small_world():
    ruleset, findings = load_ruleset("small_world", [ROOT])
    assert findings == []
    return ruleset


def test_the_page_is_what_the_tables_and_the_rules_say(small_world, request):
    """`pytest --snapshot-update` writes it anew."""
    text = reference(small_world)
    if request.config.getoption("--snapshot-update"):
        PAGE.write_text(text, "utf-8")
    assert PAGE.read_text("utf-8") == text


def test_every_word_of_the_language_has_a_line():
    assert set(TYPES) == set(KINDS)
    assert set(FUNCTIONS) == set(USAGE)
    assert set(STATEMENTS) == set(ops.STATEMENTS)


def test_every_part_of_a_card_has_a_line():
    assert set(MEMBERS) == set(ALLOWED)
    assert set(HEADS) == set(HeadPart.__args__)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.form)
def test_the_example_of_each_part_is_sound(part, checks):
    facts = {"race": "is tokens: 5, tray: 9", "power": "is tokens: 4"}.get(part.inside, "")
    head = f'{part.inside} daring "Daring" {OVER.get(part.inside, "")}'
    card = f"{head} {{ {facts if 'is ' not in part.form else ''} {part.example} }}"
    text = f"language 1 package my {card if part.inside else part.example}"
    checks.library.put(SourceText("page.tale", text))
    found = checks.file(Path("page.tale"))
    assert [f"{one.code} {one.message}" for one in found if one.is_error] == []


def test_the_page_names_every_hook_and_step(small_world):
    text = PAGE.read_text("utf-8")
    names = [hook.name for hook in small_world.hooks]
    names += [step.name for step in small_world.steps if step.card is None]
    assert [name for name in names if f"| `{name}(" not in text] == []


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        ("permission", "permissions"),
        ("ledger", "ledgers"),
        ("moment", "moments"),
        ("point", "points"),
        ("action", "actions"),
        ("value", "values"),
    ],
)
def test_every_hook_of_the_rules_has_an_english_phrase_and_no_phrase_is_idle(
    small_world, kind, table
):
    phrases = phrases_of(small_world)
    said = set(getattr(phrases, table))
    if kind == "value":
        said |= set(phrases.tallies)
    assert said == {hook.name for hook in small_world.hooks if hook.kind == kind}
    assert set(phrases.details) <= set(phrases.actions)
