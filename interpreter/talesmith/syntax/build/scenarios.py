"""Scenarios."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Answer,
    Asks,
    Ends,
    Every,
    Expect,
    Given,
    GivenFact,
    GivenGroup,
    Guidance,
    Illegal,
    Logs,
    PlayWord,
    Row,
    Scenario,
    StartAt,
    Table,
    Then,
    Todo,
    Unchanged,
    Under,
    When,
    Why,
    WithWithout,
)


def scenario(p: Parts) -> Scenario:
    """`scenario "title" { }`."""
    p.skip()
    return Scenario(p.text(), p.rest(), span=p.span)


def under(p: Parts) -> Under:
    """`under ruleset`."""
    p.skip()
    return Under(p.full(), span=p.span)


def start_at(p: Parts) -> StartAt:
    """`at point of player`."""
    p.skip()
    point = p.word()
    return StartAt(point, p.word() if p.takes("K_OF") else None, span=p.span)


def given(p: Parts) -> Given:
    """`given { }`."""
    p.skip()
    return Given(p.rest(), span=p.span)


def _play_words(p: Parts) -> tuple[PlayWord, ...]:
    return p.while_(p.left, p.any)


def given_fact(p: Parts) -> GivenFact:
    """`path: values`."""
    return GivenFact(p.expr(), _play_words(p), span=p.span)


def given_group(p: Parts) -> GivenGroup:
    """`path { }`."""
    return GivenGroup(p.expr(), p.rest(), span=p.span)


def when(p: Parts) -> When:
    """`when { }`."""
    p.skip()
    return When(p.rest(), span=p.span)


def answer(p: Parts) -> Answer:
    """`> player words`."""
    return Answer(p.word(), _play_words(p), span=p.span)


def word(p: Parts) -> PlayWord:
    """A number, a text or a name."""
    return p.play_word()


def then(p: Parts) -> Then:
    """`then { }`."""
    p.skip()
    return Then(p.rest(), span=p.span)


def expect(p: Parts) -> Expect:
    """`expect condition`."""
    p.skip()
    return Expect(p.expr(), span=p.span)


def why(p: Parts) -> Why:
    """`why question is "text"`."""
    p.skip()
    question = p.expr()
    p.skip()
    return Why(question, p.text(), span=p.span)


def illegal(p: Parts) -> Illegal:
    """`illegal > player words because "reason"`."""
    p.skip()
    refused: Answer = p.any()
    return Illegal(refused, p.text() if p.takes("K_BECAUSE") else None, span=p.span)


def asks(p: Parts) -> Asks:
    """`asks player "prompt"`."""
    p.skip()
    return Asks(p.word(), p.maybe_text(), span=p.span)


def logs(p: Parts) -> Logs:
    """`logs "line"`."""
    p.skip()
    return Logs(p.text(), span=p.span)


def unchanged(p: Parts) -> Unchanged:
    """`unchanged except paths`."""
    p.skip()
    p.takes("K_EXCEPT")
    return Unchanged(p.rest(), span=p.span)


def ends(p: Parts) -> Ends:
    """`ends`."""
    return Ends(span=p.span)


def table(p: Parts) -> Table:
    """`each names in rows { }`."""
    p.skip()
    names = p.words()
    p.skip()
    return Table(names, p.all(Row), p.rest(), span=p.span)


def row(p: Parts) -> Row:
    """`(words)`."""
    return Row(p.rest(), span=p.span)


def every(p: Parts) -> Every:
    """`in every kind of what`."""
    p.skip(2)
    kind = p.word()
    return Every(kind, p.word() if p.takes("K_OF") else None, span=p.span)


def with_without(p: Parts) -> WithWithout:
    """`with and without card`."""
    p.skip(3)
    return WithWithout(p.full(), span=p.span)


def guidance(p: Parts) -> Guidance:
    """`guidance "text"`."""
    p.skip()
    return Guidance(p.text(), span=p.span)


def todo(p: Parts) -> Todo:
    """`todo "reason"`."""
    p.skip()
    return Todo(p.text(), span=p.span)


RULES = {
    "scenario": scenario,
    "under": under,
    "start_at": start_at,
    "given_block": given,
    "given_fact": given_fact,
    "given_group": given_group,
    "when_block": when,
    "answer": answer,
    "word": word,
    "then_block": then,
    "expect": expect,
    "why": why,
    "illegal": illegal,
    "asks": asks,
    "logs": logs,
    "unchanged": unchanged,
    "ends": ends,
    "table": table,
    "row": row,
    "every": every,
    "with_without": with_without,
    "guidance": guidance,
    "todo": todo,
}
