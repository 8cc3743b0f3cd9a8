"""Cards under the keys: what they break is found and told with what repeats it."""

import pytest

from talesmith.ground.data import data_root

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from talesmith.lsp import completing, typist
from talesmith.lsp.typist import Fault, Typed, Typist, of_fault, told


@pytest.fixture(scope="module")
def typing():
    return Typist(data_root(), ahead=False)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nothing is slow here: other programs may run beside the tests."""
    monkeypatch.setattr(typist, "SLOW", 60.0)


def test_keys_and_questions_break_nothing(typing):
    seen = Typed()
    for number in range(2):
        typing.run(1, number, 12, seen)
    assert not seen.faults
    assert seen.cards == 2
    assert seen.keys >= 2 * 12
    assert seen.slowest[0] > 0
    assert next(told(seen)).startswith(f"2 cards, {seen.keys} keys, ")


def test_one_seed_presses_the_same_keys(typing):
    runs = [Typed(), Typed()]
    for seen in runs:
        typing.run(2, 5, 15, seen)
    assert runs[0].counts == runs[1].counts


def test_every_question_can_be_asked(typing, monkeypatch):
    assert set(typist.QUESTIONS) == {
        "completion", "hover", "definition", "references", "rename", "nameable", "layout",
        "symbols", "mends",
    }  # fmt: skip
    monkeypatch.setattr(typist, "ASKS", 1)
    seen = Typed()
    typing.run(7, 1, 70, seen)
    assert seen.counts.keys() >= typist.QUESTIONS.keys()
    assert not seen.faults


def test_what_is_raised_or_slow_is_told_with_its_key(typing, monkeypatch):
    class PlantedError(Exception):
        pass

    def breaks(*_):
        raise PlantedError

    monkeypatch.setattr(completing, "complete", breaks)
    monkeypatch.setattr(typist, "QUESTIONS", {"completion": typist.QUESTIONS["completion"]})
    monkeypatch.setattr(typist, "ASKS", 1)
    seen = Typed()
    typing.run(1, 4, 2, seen)
    assert {one.error.partition(" in ")[0] for one in seen.faults} == {"PlantedError"}
    assert {one.card for one in seen.faults} == {4}
    monkeypatch.setattr(typist, "SLOW", 0.0)
    slow = Typed()
    typing.run(1, 4, 1, slow)
    assert any("took" in one.error for one in slow.faults)


def test_a_fault_is_said_with_card_and_key():
    one = Fault(3, "orcs.tale", 17, "hover at 4:2", "took 1.2 s")
    assert of_fault(one) == "card 3, orcs.tale, key 17: hover at 4:2: took 1.2 s"
