"""The cards in force and the one that comes next, as far as everybody may know it.

A ruleset with a public next card has the value `upcoming_event`; without it, or while it gives
nothing, nobody is told.
"""

from talesmith.play.changes.lasting import KIND, NAME
from talesmith.ruleset.parts import Card
from talesmith.show.lines import wrapped
from talesmith.show.position import Position

IN_FORCE = "event"
UPCOMING = "upcoming_event"


def in_force(position: Position) -> list[Card]:
    """The events in force, the oldest first."""
    known = {card.id: card for card in position.rules.ruleset.cards}
    return [known[r[NAME]] for r in position.m.lasting if r[KIND] == IN_FORCE]


def upcoming(position: Position) -> Card | None:
    """The event of the next round; None if there is none or nobody may know it."""
    hook = position.rules.values.get(UPCOMING)
    number = None if hook is None else hook(position.m, [])
    return None if number is None else position.rules.cards_of(IN_FORCE)[number]


def current_text(card: Card) -> str:
    """An event that is in force, in a sentence."""
    return f"Current event: {named(card)}"


def upcoming_text(card: Card) -> str:
    """The event that comes next, in a sentence."""
    return f"Upcoming event: {named(card)}"


def named(card: Card) -> str:
    """A card with its text."""
    return f"{card.name}. {card.text}" if card.text else f"{card.name}."


def has_events(position: Position) -> bool:
    """Whether the game is played with such cards at all."""
    return bool(dict(position.rules.ruleset.pools).get(IN_FORCE))


def in_full(position: Position) -> list[str]:
    """All of them with their texts."""
    if not has_events(position):
        return ["This game is played without events."]
    current, coming = in_force(position), upcoming(position)
    lines = [line for card in current for line in wrapped(current_text(card), "", "  ")]
    lines = lines or ["No event is in force."]
    if coming is not None:
        return [*lines, *wrapped(upcoming_text(coming), "", "  ")]
    if position.round >= position.rounds:
        return lines
    return [*lines, "Upcoming event: none is known."]


def in_short(position: Position) -> list[str]:
    """Their names in a line; nothing in a game without such cards or when none is known."""
    parts = [f"Current event: {card.name}" for card in in_force(position)]
    coming = upcoming(position)
    if coming is not None:
        parts.append(f"Upcoming event: {coming.name}")
    return wrapped(". ".join(parts) + ".", "", "  ") if parts else []
