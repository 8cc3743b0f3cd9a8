"""Everybody's visible state: races, regions, tokens, markers, items, and the coins one may see."""

from talesmith.show import combos, land
from talesmith.show.lines import counted, in_pairs, listed, table, wrapped
from talesmith.show.position import Position


def players(position: Position, *, in_full: bool = True) -> list[str]:
    """All seats, and whoever else stands on the board; one's own regions in full or not."""
    lines = [line for seat in position.seats for line in player(position, seat, in_full)]
    return [*lines, *natives(position)]


def player(position: Position, seat: int, in_full: bool) -> list[str]:
    """One seat: a line with its sums, then one for each race with its regions."""
    mark = "*" if seat == position.viewer else " "
    races = position.races(seat)
    held = sum(len(position.regions(race)) for race in races)
    row = [f"{mark} {position.player(seat)}", counted(held, "region"), purse(position, seat)]
    row[-1] = ", ".join([row[-1], *position.items("player", seat)])
    lines = table([[f"{row[0]:14}", f"{row[1]:10}", row[2]]])
    return [*lines, *(line for race in races for line in of_race(position, race, in_full))]


def purse(position: Position, seat: int) -> str:
    """Coins, as far as the viewer may see them."""
    coins = position.coins(seat)
    return "coins hidden" if coins is None else counted(coins, "coin")


def of_race(position: Position, race: int, in_full: bool) -> list[str]:
    """A race with its side, what is in hand, its items and where it stands; more of one's own."""
    state = combos.words(position, position.cards_of(race))
    state += ["in decline"] if position.is_declined(race) else []
    state += [f"{n} in hand"] if (n := position.hand(race)) else []
    state += position.items("race", race)
    name = position.title("race", race)
    title = f"{name} ({', '.join(state)}):" if state else f"{name}:"
    *head, last = wrapped(title, "    ", "      ")
    regions = position.regions(race)
    if in_full and regions and position.owner(race) == position.viewer:
        cells = [land.own(position, region) for region in regions]
        return [*head, last, *in_pairs(cells, "      ")]
    places = [standing(position, region) for region in regions]
    return [*head, *listed(places or ["not on the map"], f"{last} ", "      ")]


def standing(position: Position, region: int) -> str:
    """How many stand in a region, with the markers there in brackets."""
    notes = [*map(str, position.markers(region)), *position.items("region", region)]
    where = f"{position.word('region', region)} {position.tokens(region)}"
    return f"{where} [{', '.join(notes)}]" if notes else where


def natives(position: Position) -> list[str]:
    """Races of nobody and where they are left."""
    lines = []
    for race, kind in enumerate(position.rules.ruleset.natives):
        places = [standing(position, region) for region in position.regions(race)]
        if places:
            lines += listed(places, f"  {kind.name}: ", "    ")
    return lines


def rules_of_all(position: Position) -> list[str]:
    """What every race in play can do, by its cards, and what the cards do that lie on the board."""
    lines = []
    for seat in position.seats:
        for race in position.races(seat):
            lines.append(f"{land.people(position, race)}:")
            for card in position.cards_of(race):
                lines += wrapped(f"{card.name}: {card.text}", "  ", "    ")
    lines = lines or ["No race is in play."]
    for region in range(len(position.rules.board.regions)):
        for card in position.cards_in(region):
            where = position.title("region", region)
            lines += wrapped(f"{card.name} in {where}: {card.text}", "", "    ")
    return lines
