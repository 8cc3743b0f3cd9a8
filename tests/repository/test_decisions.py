"""Decisions about the language are numbered without gaps, and no number is used twice."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECISIONS = sorted((ROOT / "grammar" / "decisions").glob("*.md"))


def test_decisions_are_numbered_one_by_one():
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert numbers == list(range(1, len(DECISIONS) + 1))


def test_each_decision_begins_with_its_number():
    for page in DECISIONS:
        first = page.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith(f"# {int(page.name[:4])}. "), page.name
