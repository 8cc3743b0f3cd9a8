"""Whole files: the header, cards, rulesets and maps. Scenarios are in `scenarios`."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import FullName, Node, Number, Text, Word
from talesmith.syntax.tree.declarations import SetKey
from talesmith.syntax.tree.expressions import Where
from talesmith.syntax.tree.members import CardMember, CardText, Cites
from talesmith.syntax.tree.scenarios import Scenario


@frozen
class Over(Node):
    """`over package version`."""

    name: FullName
    version: Number | None


@frozen
class Card(Node):
    """`kind name "title" over ... { members }`: a card, rules or a house rule."""

    kind: Word
    name: Word
    title: Text | None
    over: tuple[Over, ...]
    members: tuple[CardMember, ...]


@frozen
class Use(Node):
    """`use name version`."""

    name: FullName
    version: Number | None


@frozen
class Pool(Node):
    """`pool kind where ...` or `pool kind is cards`."""

    kind: Word
    where: Where | None
    cards: tuple[FullName, ...]


@frozen
class BoardChoice(Node):
    """`name or name`: one of these maps."""

    names: tuple[FullName, ...]


@frozen
class UseMap(Node):
    """`map choices for players players`."""

    maps: tuple[BoardChoice, ...]
    players: Number


RulesetLine: TypeAlias = CardText | SetKey | Use | Pool | UseMap
"""What may stand in a ruleset."""


@frozen
class Ruleset(Node):
    """`ruleset name "title" { lines }`."""

    name: Word
    title: Text | None
    lines: tuple[RulesetLine, ...]


@frozen
class MapPlayers(Node):
    """`players count`."""

    count: Number


@frozen
class MapRounds(Node):
    """`rounds count`."""

    count: Number


@frozen
class MapAspect(Node):
    """`aspect width`: width by height in thousandths."""

    width: Number


@frozen
class MapRegion(Node):
    """`region name terrain at x y is symbols touches regions`."""

    name: Word
    terrain: Word
    x: Number | None
    y: Number | None
    symbols: tuple[Word, ...]
    touches: tuple[Word, ...]


MapLine: TypeAlias = CardText | Cites | MapPlayers | MapRounds | MapAspect | MapRegion
"""What may stand in a map."""


@frozen
class Map(Node):
    """`map name "title" { lines }`."""

    name: Word
    title: Text | None
    lines: tuple[MapLine, ...]


@frozen
class Header(Node):
    """`language 1 package name version`."""

    language: Number
    package: Word | None
    version: Number | None


Top: TypeAlias = Card | Ruleset | Map | Scenario
"""What may stand at the outermost level of a file."""


@frozen
class File(Node):
    """One text: its header, if it has one, and what it holds."""

    header: Header | None
    tops: tuple[Top, ...]
