"""Scenarios: a position, answers, and what must hold then."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import FullName, Node, Number, Text, Word
from talesmith.syntax.tree.expressions import Expression
from talesmith.syntax.tree.members import Cites

PlayWord: TypeAlias = Number | Text | FullName
"""A word of an answer, a given fact or a table row."""


@frozen
class Answer(Node):
    """`> player words`: one answer as a person at the prompt would type it."""

    player: Word
    words: tuple[PlayWord, ...]


@frozen
class Under(Node):
    """`under ruleset`."""

    ruleset: FullName


@frozen
class StartAt(Node):
    """`at point of player`."""

    point: Word
    player: Word | None


@frozen
class GivenFact(Node):
    """`path: values`."""

    path: Expression
    values: tuple[PlayWord, ...]


@frozen
class GivenGroup(Node):
    """`path { facts }`."""

    path: Expression
    facts: tuple[GivenFact | GivenGroup, ...]


@frozen
class Given(Node):
    """`given { facts }`."""

    facts: tuple[GivenFact | GivenGroup, ...]


@frozen
class When(Node):
    """`when { answers }`."""

    answers: tuple[Answer, ...]


@frozen
class Expect(Node):
    """`expect condition`."""

    condition: Expression


@frozen
class Why(Node):
    """`why question is "text"`."""

    question: Expression
    text: Text


@frozen
class Illegal(Node):
    """`illegal > player words because "reason"`."""

    answer: Answer
    because: Text | None


@frozen
class Asks(Node):
    """`asks player "part of the prompt"`."""

    player: Word
    prompt: Text | None


@frozen
class Logs(Node):
    """`logs "line"`."""

    line: Text


@frozen
class Unchanged(Node):
    """`unchanged except paths`."""

    exceptions: tuple[Expression, ...]


@frozen
class Ends(Node):
    """`ends`: the game is over."""


Check: TypeAlias = Expect | Why | Illegal | Asks | Logs | Unchanged | Ends
"""What may stand in a `then`."""


@frozen
class Then(Node):
    """`then { checks }`."""

    checks: tuple[Check, ...]


@frozen
class Row(Node):
    """`(words)` of a table."""

    words: tuple[PlayWord, ...]


@frozen
class Table(Node):
    """`each names in rows { lines }`."""

    names: tuple[Word, ...]
    rows: tuple[Row, ...]
    lines: tuple[ScenarioLine, ...]


@frozen
class Every(Node):
    """`in every kind of what`, as in `in every order of events`."""

    kind: Word
    of: Word | None


@frozen
class WithWithout(Node):
    """`with and without card`."""

    card: FullName


@frozen
class Guidance(Node):
    """`guidance "text"`, shown when the scenario fails."""

    text: Text


@frozen
class Todo(Node):
    """`todo "reason"`: the scenario is expected to fail."""

    reason: Text


ScenarioLine: TypeAlias = (
    Cites | Under | StartAt | Given | When | Then | Table | Every | WithWithout | Guidance | Todo
)
"""What may stand in a scenario."""


@frozen
class Scenario(Node):
    """`scenario "title" { lines }`."""

    title: Text
    lines: tuple[ScenarioLine, ...]
