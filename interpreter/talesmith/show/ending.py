"""The end of a game: what everybody earned, and who has won."""

from talesmith.play.telling import ranking as places
from talesmith.show.lines import counted, heading, table
from talesmith.show.position import Position
from talesmith.show.score import sheet


def ending(position: Position) -> list[str]:
    """The score sheet, the ranking and, in the last line, who wins."""
    return [
        *heading("The game is over"),
        *sheet(position),
        "",
        *ranks(position),
        "",
        winners(position),
    ]


def ranks(position: Position) -> list[str]:
    """The seats from the best to the last; equals share a place."""
    rows, place = [], 1
    for group in places.ranking(position.rules, position.game):
        for seat in group:
            coins = counted(position.read("player.coins", seat), "coin")
            left = sum(standing(position, race) for race in position.races(seat))
            tokens = counted(left, "token")
            rows.append([f"{place}.", position.player(seat), coins, f"{tokens} on the map"])
        place += len(group)
    return table(rows, indent="  ")


def standing(position: Position, race: int) -> int:
    """Tokens of a race on the map."""
    return sum(position.tokens(region) for region in position.regions(race))


def winners(position: Position) -> str:
    """`NAME wins`, the names of those who share the first place, or that nobody wins."""
    won = places.winners(position.rules, position.game)
    names = [position.player(seat) for seat in won]
    if not names:
        return "Nobody wins"
    if len(names) == 1:
        return f"{names[0]} wins"
    return f"{', '.join(names[:-1])} and {names[-1]} win"
