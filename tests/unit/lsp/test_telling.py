import pytest

from talesmith.ground.data import data_root
from talesmith.lsp.telling import hover

FLYING = data_root() / "cards" / "base" / "powers" / "flying.tale"
TOLD = {
    "|reaches when region.terrain == hill { waive apart }": (
        "permission reaches(attacker: race, region: region)",
        "a region is within reach of a race",
        "Whose: that of the card's own attacker",
    ),
    "reaches when |region.terrain == hill { waive apart }": ("region: region", "of `reaches`"),
    "reaches when region.|terrain == hill { waive apart }": ("region.terrain: terrain",),
    "reaches when region.terrain == |hill { waive apart }": ("a word of terrain",),
    "conquest_cost when |count(self.regions) > 1 { add 1 }": ("count(S)",),
    "after_conquer { let |mine = self.hand do gain(owner, mine) }": ("mine: pool", "bound in"),
    "after_conquer { let mine = |self.hand do gain(owner, mine) }": ("self: race",),
    "after_conquer { do |gain(owner, 1) }": ("action gain",),
    "after_conquer { mark region with |lair }": ("marker lair",),
    "conquest_cost when |round > 1 { add 1 }": ("round: number", "constant of the game"),
}


@pytest.mark.parametrize("text", TOLD)
def test_a_word_is_told(shipped, desk, text):
    told = hover(shipped, *desk(text))
    assert told is not None
    for part in TOLD[text]:
        assert part in told.text


def test_a_card_is_told_in_english_with_its_rules(shipped):
    told = hover(shipped, FLYING, 4, 8)
    assert "Any region other than Sea or Lake is within reach of this race" in told.text
    assert "Rule: PW-7" in told.text


def test_the_english_is_that_of_the_text_as_it_is_now(folder):
    workspace, place = folder(tidy='power tidy "Tidy" {\n  is tokens: 5\n}')
    path = place / "tidy.tale"
    for more in ("2", "3"):
        body = f"is tokens: 5\n  conquest_cost as defender {{ add {more} }}"
        workspace.put(path, workspace.source(path).text.partition("is")[0] + body + "\n}\n")
        assert f"{more} tokens more" in hover(workspace, path, 4, 8).text


def test_the_rule_beside_a_declaration_is_told(shipped, desk):
    told = hover(shipped, *desk("|min_force { add 1 }"))
    assert "Rule: C-8" in told.text


def test_nothing_is_told_about_signs_and_keywords(shipped, desk):
    assert hover(shipped, *desk("reaches |when region.terrain == hill { waive apart }")) is None
