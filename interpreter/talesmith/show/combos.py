"""The combos on offer: price, coins that lie on them, tokens, and what race and power can do."""

from collections.abc import Iterable

from talesmith.ruleset.parts import Card
from talesmith.show.lines import counted, listed, wrapped
from talesmith.show.position import Position

PRICE = "pick_price"
START = "starting_tokens"
TYPES = {"race": "banner", "power": "badge"}
"""types of the cards of a combo, by their kinds"""


def column(position: Position, seat: int) -> list[str]:
    """Every combo with its rules, numbered from the cheapest."""
    combos = position.column()
    if not combos:
        return ["No combo is on offer."]
    lines = ["Combos on offer:"]
    for at, combo in enumerate(combos, 1):
        lines += described(position, seat, combo, f"{at:3} ")
    return lines


def described(position: Position, seat: int, combo: int, first: str) -> list[str]:
    """One combo: its sums in a line, then a line for its power and one for its race."""
    facts = ", ".join(sums(position, seat, combo))
    lines = wrapped(f"{position.title('combo', combo):26} {facts}", first, "      ")
    for card in position.cards_of_combo(combo):
        if card.text:
            lines += wrapped(f"{card.name}: {card.text}", "      ", "        ")
    return lines


def sums(position: Position, seat: int, combo: int) -> list[str]:
    """Price, tokens and coins of a combo for a player."""
    found = []
    price = position.value(PRICE, seat, combo)
    if price is not None:
        found.append("free" if price == 0 else f"costs {counted(price, 'coin')}")
    tokens = position.value(START, seat, combo)
    if tokens is not None:
        found.append(counted(tokens, "token"))
    found += words(position, position.cards_of_combo(combo))
    coins = position.read("combo.coins", combo)
    return [*found, f"{counted(coins, 'coin')} on it"] if coins else found


def words(position: Position, cards: Iterable[Card]) -> list[str]:
    """What is printed on banners and badges in words, such as a side."""
    kinds, found = dict(position.rules.ruleset.properties), []
    for card in cards:
        for name, value in card.facts:
            kind = kinds.get(f"{TYPES[card.kind]}.{name}", "")
            if kind.startswith("word "):
                found.append(position.name_of_word(kind.removeprefix("word "), str(value)))
    return found


def in_short(position: Position, seat: int) -> list[str]:
    """All combos in two or three lines, with price and coins."""
    parts = []
    for combo in position.column():
        price, coins = position.value(PRICE, seat, combo), position.read("combo.coins", combo)
        gift = f", has {coins}" if coins else ""
        cost = "" if price is None else f" ({price}{gift})"
        parts.append(f"{position.title('combo', combo)}{cost}")
    return listed(parts, "On offer (price in coins): ", "  ") if parts else []
