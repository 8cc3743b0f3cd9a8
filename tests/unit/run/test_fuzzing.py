"""Damaged texts: they follow from their seed, and what they break is found and made short."""

from pathlib import Path

import pytest

from talesmith.ground.data import data_root
from talesmith.ground.source import SourceText
from talesmith.run import fuzzing
from talesmith.run.fuzzing import Fuzzed, Fuzzer, fuzz_in_parallel
from talesmith.run.spoiling import EDITS, PIECES, Draws, Text


@pytest.fixture(scope="module")
def fuzzer():
    return Fuzzer(data_root())


def test_texts_follow_from_seed_and_number(fuzzer):
    texts = [fuzzer.spoiler.text(5, number) for number in range(40)]
    assert texts == [fuzzer.spoiler.text(5, number) for number in range(40)]
    assert len({one.text for one in texts}) > 35
    assert fuzzer.spoiler.text(6, 0) != texts[0]


def test_every_second_text_is_a_card_with_few_edits(fuzzer):
    for number in range(0, 60, 2):
        one = fuzzer.spoiler.text(1, number)
        assert one.is_card
        assert one.path.is_file()
    assert not fuzzer.spoiler.text(1, 1).is_card


@pytest.mark.parametrize("edit", EDITS, ids=lambda e: e.__name__)
def test_edits_bear_every_text_and_change_most(edit):
    assert edit([], Draws(0), ["x"]) is None
    changed = 0
    for seed in range(30):
        pieces = PIECES.findall('race orc "Orcs" { tokens 5 }\n// a “note”\n')
        before = list(pieces)
        edit(pieces, Draws(seed), ["troll"])
        changed += pieces != before
    assert changed > 20


def test_pieces_lose_nothing():
    text = 'race é "a\nb" 1.5 // x\t"" ->..==\n\x00'
    assert "".join(PIECES.findall(text)) == text


def test_damaged_texts_bring_nothing_but_findings(fuzzer):
    seen = fuzzer.run(3, range(40))
    assert not seen.broken
    assert seen.texts == 40
    assert seen.counts["card"] == seen.counts["heap"] == 20
    assert seen.counts["card parses"] >= seen.counts["card is sound"]


def test_cards_as_they_are_parse_and_are_told(fuzzer):
    for path in fuzzer.spoiler.cards[::40]:
        fuzzer.counts.clear()
        text = path[0].read_text("utf-8") + "\n// more\n"
        fuzzer.attempt(Text(path[0], text, is_card=True))
        assert fuzzer.counts == {"card": 1, "card parses": 1, "card is sound": 1}


def test_library_is_left_as_it_was(fuzzer):
    path = fuzzer.spoiler.cards[0][0]
    fuzzer.attempt(Text(path, "language 1\nrace x {", is_card=True))
    assert fuzzer.checks.library.text(path) == SourceText.read(path)
    assert not fuzzer.checks.file(path)


def test_what_is_told_is_the_text_under_work(fuzzer, monkeypatch):
    said = []
    monkeypatch.setattr(
        fuzzing, "describe", lambda ruleset, card: said.append(fuzzing_describe(ruleset, card))
    )
    path = next(p for p, _ in fuzzer.spoiler.cards if p.name == "tritons.tale")
    text = path.read_text("utf-8")
    assert "add -1" in text
    fuzzer.attempt(Text(path, text, is_card=True))
    fuzzer.attempt(Text(path, text.replace("add -1", "add -2"), is_card=True))
    one, two = said
    assert "1 token less" in one
    assert "2 tokens less" in two


fuzzing_describe = fuzzing.describe


SHORT = """language 1
package base

race amazons "Amazons" {
  is tokens: 6, tray: 15
  text "They are more when they conquer."
}
"""


class PlantedError(Exception):
    pass


def test_a_fault_is_named_once_and_its_text_made_short(fuzzer, monkeypatch):
    lay_out = fuzzing.laid_out

    def breaks(parsed):
        if "tokens" in parsed.source.text:
            raise PlantedError
        return lay_out(parsed)

    monkeypatch.setattr(fuzzing, "laid_out", breaks)
    path = next(p for p, _ in fuzzer.spoiler.cards if p.name == "amazons.tale")
    monkeypatch.setattr(
        fuzzer.spoiler,
        "text",
        lambda _seed, number: Text(path, f"{SHORT}// {number}\n", is_card=True),
    )
    seen = fuzzer.run(0, range(2))
    ((error, texts),) = seen.faults.items()
    assert error.startswith("PlantedError in ")
    assert [one.number for one in texts] == [0, 1]
    short = fuzzer.shrunk(texts[0])
    assert "tokens" in short
    assert "conquer" not in short
    assert len(short) < 60


def test_a_slow_text_is_told_with_its_number(fuzzer, monkeypatch):
    monkeypatch.setattr(fuzzing, "SLOW", 0.0)
    seen = fuzzer.run(0, range(2))
    assert [number for number, _ in seen.slow] == [0, 1]
    assert all(took > 0 for _, took in seen.slow)
    assert seen.counts["card"] + seen.counts["heap"] == 2


def test_a_run_that_is_stopped_keeps_what_it_has_seen(monkeypatch):
    def stopped(_root, _seed, _numbers):
        yield Fuzzed(texts=3)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzzing, "_alone", stopped)
    heard = []
    seen = fuzz_in_parallel(Path(), 0, range(9), 1, heard.append)
    assert seen.texts == 3
    assert len(heard) == 1
