"""Mistakes put into every card: misspelt, wrong kind, removed, doubled, glued.

Each word of a card that refers to something is changed in turn.  A misspelt word and a right word of
a wrong kind have to be found, each time, at that word.  How many of the others are found is printed;
some of them are no mistakes (`not not x`, a guard without a part of it).
"""

import re
from pathlib import Path

import pytest

from talesmith.ground.source import SourceText
from talesmith.syntax import tree
from talesmith.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]
CARDS = sorted((ROOT / "cards").rglob("*.tale"))

DECLARES = {
    tree.Card: ("kind", "name"), tree.Marker: ("name",), tree.Item: ("name",), tree.Way: ("name",),
    tree.Unit: ("name",), tree.Step: ("name",), tree.State: ("name",), tree.Stack: ("name",),
    tree.Parameter: ("name",), tree.Forbid: ("part",), tree.Loop: ("name",), tree.Let: ("name",),
    tree.For: ("name",), tree.Each: ("name",), tree.Circle: ("name",), tree.AtOnce: ("name",),
    tree.Secretly: ("name", "result"), tree.CallStep: ("name",), tree.Do: ("name",),
    tree.Ask: ("name",), tree.ChooseOption: ("name",), tree.ChooseNumber: ("name",),
    tree.Choose: ("name",), tree.Allot: ("name", "result"), tree.Order: ("name",),
    tree.Roll: ("name",), tree.Pot: ("name",), tree.Pair: ("name",), tree.Found: ("name",),
    tree.Draw: ("name",), tree.Limit: ("shared",), tree.Allow: ("code",),
}  # fmt: skip
"""Words that give something its name; a misspelt one is a new name."""

LOOSE = ("removed", "doubled", "glued")
EVERY = 3
"""Of the loose classes every so many-th word is tried, to keep the run short."""


def cut(path):
    """The header and the first card of a file, without its scenarios."""
    text = path.read_text("utf-8")
    card = parse(SourceText(str(path), text)).file.tops[0]
    return "\n".join(text.split("\n")[: card.span.end_line]) + "\n"


def references(text):
    """Yield line, column and word of everything that refers to something."""
    card = parse(SourceText("card.tale", text)).file.tops[0]
    called = {id(node.source) for node in tree.walk(card) if isinstance(node, tree.Call)}
    for node in tree.walk(card):
        declared = [getattr(node, name) for name in DECLARES.get(type(node), ())]
        for child in tree.children(node):
            named = isinstance(child, tree.Word | tree.Name) and re.fullmatch(r"\w+", str(child))
            if named and not any(child is d for d in declared):
                kind = "keyword" if is_keyword(node, child) else ""
                yield child.span, str(child), kind or is_called(node, child, called)


def is_keyword(node, child):
    return isinstance(node, tree.UntilEdge) and child is node.edge


def is_called(node, child, called):
    return id(child) in called or isinstance(node, tree.Hook | tree.Instead | tree.Offer)


def misspelt(word):
    if len(word) < 4:
        return word + word[-1] + "x"
    return word[: len(word) // 2] + word[len(word) // 2 + 1 :]


def wrong_kind(called):
    return "hill" if called else "conquest_cost"


def replaced(text, span, new):
    lines = text.split("\n")
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + new + line[span.end_column - 1 :]
    return "\n".join(lines)


def findings(checks, text, *, deep):
    path = checks.library.put(SourceText("under_work.tale", text))
    return checks.file(path, deep=deep)


def found_at(checks, text, span, new):
    """Whether a finding touches the changed word."""
    end = span.column + max(len(new), 1)
    for deep in (False, True):
        for finding in findings(checks, text, deep=deep):
            at = finding.span
            begins, ends = (at.line, at.column), (at.end_line, at.end_column)
            if begins <= (span.line, end) and ends >= (span.line, span.column):
                return True
    return False


def known_words(text):
    return set(re.findall(r"[a-z_]+", text))


@pytest.mark.parametrize("path", CARDS, ids=lambda p: "-".join(p.parts[-3:]))
def test_misspelt_words_and_words_of_a_wrong_kind_are_found_in_place(path, checks):
    text = cut(path)
    missed = []
    for span, word, called in references(text):
        for new in (misspelt(word), wrong_kind(called)):
            if new in known_words(text) or (called == "keyword" and new != misspelt(word)):
                continue
            if not found_at(checks, replaced(text, span, new), span, new):
                missed.append((span.line, span.column, word, new))
    assert missed == []


def changed(text, span, word, how):
    if how == "removed":
        return replaced(text, span, "")
    if how == "doubled":
        return replaced(text, span, f"{word} {word}")
    line = text.split("\n")[span.line - 1]
    if not re.match(r" \w", line[span.end_column - 1 :]):
        return None
    lines = text.split("\n")
    lines[span.line - 1] = line[: span.end_column - 1] + line[span.end_column :]
    return "\n".join(lines)


def test_most_removed_doubled_and_glued_words_are_found(checks, capsys):
    tried = dict.fromkeys(LOOSE, 0)
    found = dict.fromkeys(LOOSE, 0)
    number = 0
    for path in CARDS:
        text = cut(path)
        for span, word, _ in references(text):
            number += 1
            how = LOOSE[number // EVERY % len(LOOSE)]
            new = changed(text, span, word, how) if number % EVERY == 0 else None
            if new is not None:
                tried[how] += 1
                found[how] += bool(findings(checks, new, deep=False))
    with capsys.disabled():
        print("", *(f"{how}: {found[how]} of {tried[how]} found" for how in LOOSE), sep="\n  ")  # noqa: T201 - the measure is shown
    assert all(tried.values())
    assert all(found[how] >= 0.95 * tried[how] for how in LOOSE)
