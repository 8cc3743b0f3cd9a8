"""Regions in words: what they are, and who stands there."""

from talesmith.show.position import Position


def described(position: Position, region: int) -> str:
    """Word and symbols, then who is there with how many tokens."""
    text = ", ".join([position.word("region", region), *printed(position, region)])
    holder = held_by(position, region)
    return f"{text} - {holder}" if holder else text


def printed(position: Position, region: int) -> list[str]:
    """What is printed in a region: its symbols, and its terrain where its word does not say it."""
    word, terrain = position.word("region", region), position.rules.board.regions[region].terrain
    named = word.startswith(terrain)
    return [*([] if named else [position.terrain(region)]), *position.symbols(region)]


def all_symbols(position: Position, region: int) -> list[str]:
    """All symbols of a region, also those that only matter when a game or a race begins."""
    found = position.rules.board.regions[region].symbols
    return [word.name for word in position.words("symbol") if word.id in found]


def held_by(position: Position, region: int) -> str:
    """Who stands in a region with how many, and the markers there; empty for nothing."""
    parts = []
    race = position.occupant(region)
    if race is not None:
        parts.append(f"{people(position, race)} ({position.tokens(region)})")
    parts += [*map(str, position.markers(region)), *position.items("region", region)]
    return " + ".join(parts)


def people(position: Position, race: int) -> str:
    """A race with its owner in front; natives by their own name."""
    owner = position.owner(race)
    name = position.title("race", race)
    if owner is None:
        return name
    who = "your" if owner == position.viewer else f"{position.player(owner)}'s"
    return f"{who} declined {name}" if position.is_declined(race) else f"{who} {name}"


def in_state(position: Position, race: int) -> str:
    """A race by its name, and whether it is in decline."""
    name = position.title("race", race)
    return f"{name} (in decline)" if position.is_declined(race) else name


def own(position: Position, region: int) -> str:
    """One's own region: tokens, symbols and markers."""
    facts = [f"{position.word('region', region)} {position.tokens(region)}"]
    facts += [*printed(position, region), *map(str, position.markers(region))]
    return ", ".join([*facts, *position.items("region", region)])
