import pytest

from talesmith.lsp.completing import complete


def offered(shipped, place):
    found = complete(shipped, *place)
    return {} if found is None else {offer.word: offer for offer in found.words}


EXPECTED = {
    "reaches when region.| { waive apart }": ("terrain", "owner", "neighbours"),
    "reaches when region.te| == hill { waive apart }": ("terrain",),
    "reaches when region.terrain == | { waive apart }": ("hill", "sea", "lake"),
    "reaches when region.terrain in (sea, |": ("hill", "lake"),
    "reaches when region.terrain in (|": ("hill", "sea"),
    "reaches when re|": ("region", "regions", "reaches"),
    "reaches { waive | }": ("apart",),
    "after_conquer { let mine = self.|": ("hand", "regions", "tray"),
    "after_conquer { do |": ("conquer", "gain"),
    "after_conquer { do gain(own|": ("owner",),
    "after_conquer { mark region with |": ("lair", "fortress"),
    "after_conquer { if self has |": ("flying", "trolls"),
    "after_conquer as | { }": ("attacker", "defender", "anyone"),
    "instead of | { }": ("conquer", "decline"),
    'offer in | "x" { }': ("turn_choice",),
    "is tokens: 3, |": ("tray",),
    "conquest_cost when key.| == yes { add 1 }": ("swap_is_conquest",),
    "state seen of race: | = 0": ("number", "flag", "terrain"),
    "con|": ("conquest_cost",),
    "|": ("reaches", "marker", "offer", "state"),
    "after_conquer { | }": ("let", "if", "do", "move"),
    "conquest_cost { a| }": ("add",),
}  # fmt: skip


@pytest.mark.parametrize("text", EXPECTED)
def test_what_fits_is_offered(shipped, desk, text):
    words = offered(shipped, desk(text))
    assert set(EXPECTED[text]) <= set(words)


def test_only_what_begins_like_the_word_is_offered(shipped, desk):
    words = offered(shipped, desk("reaches when region.te| == hill { waive apart }"))
    assert list(words) == ["terrain"]


def test_words_of_the_wanted_set_come_first(shipped, desk):
    place = desk("reaches when region.terrain == | { waive apart }")
    first = complete(shipped, *place).words[0]
    assert (first.word, first.kind, first.detail) == ("farmland", "word", "terrain")


def test_a_name_bound_before_the_cursor_is_offered_and_a_later_one_is_not(shipped, desk):
    text = "after_conquer { let early = 1 let x = | let later = 2 do gain(owner, early) }"
    words = offered(shipped, desk(text))
    assert "early" in words
    assert words["early"].detail == "number"
    assert "later" not in words


@pytest.mark.parametrize("text", ['text "so |me"', "// region.|"])
def test_nothing_is_offered_in_texts_and_comments(shipped, desk, text):
    assert complete(shipped, *desk(text)) is None


def test_the_heads_of_a_file_are_offered_in_an_empty_text(shipped, desk):
    words = offered(shipped, desk("language 1\npackage base\n\n|"))
    assert {"race", "power", "event", "scenario", "house_rule"} <= set(words)


def test_names_of_a_scenario_are_offered(shipped, desk):
    text = 'language 1\npackage base\nscenario "x" {\n  given { players: ana }\n  then { expect '
    assert {"ana", "hill1", "conquest_cost"} <= set(offered(shipped, desk(text + "| } }\n")))
    assert {"coins", "active"} <= set(offered(shipped, desk(text + "ana.| } }\n")))


def test_a_mistake_further_up_does_no_harm(shipped, desk):
    words = offered(shipped, desk("spoils { add add }\n  reaches when region.| { waive apart }"))
    assert "terrain" in words


def test_the_text_is_the_same_afterwards(shipped, desk):
    path, line, column = desk("reaches when region.| == hill { waive apart }")
    before = shipped.source(path)
    complete(shipped, path, line, column)
    assert shipped.source(path) is before
    assert shipped.parsed(path).source == before
