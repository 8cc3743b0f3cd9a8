"""Files, cards, rulesets and maps."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    BoardChoice,
    Card,
    File,
    FullName,
    Header,
    Map,
    MapAspect,
    MapPlayers,
    MapRegion,
    MapRounds,
    Over,
    Pool,
    Ruleset,
    Use,
    UseMap,
)


def start(p: Parts) -> File:
    """A whole text."""
    header: Header | None = p.any() if p.has(Header) else None
    return File(header, p.rest(), span=p.span)


def header(p: Parts) -> Header:
    """`language n package name version`."""
    p.skip()
    language = p.number()
    package = p.word() if p.takes("K_PACKAGE") else None
    return Header(language, package, p.maybe_number(), span=p.span)


def card(p: Parts) -> Card:
    """`kind name "title" over { }`."""
    kind, name, title = p.word(), p.word(), p.maybe_text()
    return Card(kind, name, title, p.all(Over), p.rest(), span=p.span)


def over(p: Parts) -> Over:
    """`over package version`."""
    p.skip()
    return Over(p.full(), p.maybe_number(), span=p.span)


def ruleset(p: Parts) -> Ruleset:
    """`ruleset name "title" { }`."""
    p.skip()
    return Ruleset(p.word(), p.maybe_text(), p.rest(), span=p.span)


def use(p: Parts) -> Use:
    """`use name version`."""
    p.skip()
    return Use(p.full(), p.maybe_number(), span=p.span)


def pool(p: Parts) -> Pool:
    """`pool kind where`, `pool kind is cards`."""
    p.skip()
    kind, where = p.word(), p.where(named=False)
    p.takes("K_IS")
    return Pool(kind, where, p.all(FullName), span=p.span)


def board(p: Parts) -> BoardChoice:
    """`name or name`."""
    names = [p.full()]
    while p.takes("K_OR"):
        names.append(p.full())
    return BoardChoice(tuple(names), span=p.span)


def use_map(p: Parts) -> UseMap:
    """`map names for n players`."""
    p.skip()
    maps = p.all(BoardChoice)
    p.skip()
    return UseMap(maps, p.number(), span=p.span)


def map_(p: Parts) -> Map:
    """`map name "title" { }`."""
    p.skip()
    return Map(p.word(), p.maybe_text(), p.rest(), span=p.span)


def map_players(p: Parts) -> MapPlayers:
    """`players n`."""
    p.skip()
    return MapPlayers(p.number(), span=p.span)


def map_rounds(p: Parts) -> MapRounds:
    """`rounds n`."""
    p.skip()
    return MapRounds(p.number(), span=p.span)


def map_aspect(p: Parts) -> MapAspect:
    """`aspect n`."""
    p.skip()
    return MapAspect(p.number(), span=p.span)


def map_region(p: Parts) -> MapRegion:
    """`region name terrain at x y is symbols touches regions`."""
    p.skip()
    name, terrain = p.word(), p.word()
    p.takes("K_AT")
    x, y = p.maybe_number(), p.maybe_number()
    symbols = p.words() if p.takes("K_IS") else ()
    touches = p.words() if p.takes("K_TOUCHES") else ()
    return MapRegion(name, terrain, x, y, symbols, touches, span=p.span)


RULES = {
    "start": start,
    "header": header,
    "card": card,
    "over": over,
    "ruleset": ruleset,
    "use": use,
    "pool": pool,
    "board": board,
    "use_map": use_map,
    "map": map_,
    "map_players": map_players,
    "map_rounds": map_rounds,
    "map_aspect": map_aspect,
    "map_region": map_region,
}
