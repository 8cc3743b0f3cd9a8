"""What a film is made of: one shot for each thing that happened between two questions.

`Ran` stands *before* its statement: it holds the position and the names as the statement found
them.  `Fired` and `Asked` keep words alone, made while they were true.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import frozen

from talesmith.model.game import Game

Place: TypeAlias = tuple[str, int]
"""path and line"""


@frozen
class Fired:
    """A handler that ran, or whose lines earned something."""

    moment: str
    """the moment; `at POINT` of an offer, `instead of ACTION` of a replacement"""
    card: str
    """full name of the card, or of the piece, item or way of a card"""
    place: Place
    told: tuple[str, ...]
    """what it was told, as `name = word`"""


@frozen
class Asked:
    """A value, permission or ledger in whose answer somebody had a say."""

    hook: str
    words: tuple[str, ...]
    """the arguments"""
    region: int | None
    """which of them is the region"""
    text: str
    """the answer in one line"""
    lines: tuple[str, ...]
    """the answer with a line for each who had a say"""
    speakers: tuple[tuple[str, Place], ...]
    """the cards that had a say, and where"""
    game: Game | None
    """the position, where statements are recorded too"""


@frozen
class Name:
    """A name bound in a body: its slot and type, and the statement that binds it.

    `text` is empty while the name stands in the source alone; then `at` is the place of the
    statement and `part` the part of it that holds the name.
    """

    slot: int
    type: str
    text: str = ""
    at: int = 0
    part: str = "name"


@frozen(eq=False)
class Spot:
    """A statement of a text."""

    path: str
    at: int
    """line * 4096 + column"""
    card: str
    """full name of the card or piece in which it stands, or what the rules call the body"""
    body: str
    names: tuple[Name, ...]

    @property
    def place(self) -> Place:
        """The path and the line."""
        return self.path, self.at >> 12


@frozen(eq=False)
class Ran:
    """A statement that is about to run."""

    spot: Spot
    slots: tuple[Any, ...]
    game: Game
    depth: int
    """how many bodies are running, this one included"""


Shot: TypeAlias = Fired | Asked | Ran
