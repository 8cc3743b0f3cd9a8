"""The fields of a position under one ruleset: those of every game and those that rules declare."""

from collections.abc import Iterator

from talesmith.model.board import Board
from talesmith.model.layout import NONE, Field, Layout, layout_of
from talesmith.play.changes.states import field_of
from talesmith.play.expressions.facts import KINDS
from talesmith.play.hooks.lying import LYING
from talesmith.ruleset.ops import walk
from talesmith.ruleset.parts import Piece, Ruleset, Stack

CARD_TYPES = ("banner", "badge", "event", "artifact", "place")
_SPARE_COMBOS = 8
LENGTH = "game_length"
"""the value that says how many rounds a game has"""


def layout_for(ruleset: Ruleset, players: int, board: Board, counted: frozenset[str]) -> Layout:
    """The layout of a game; `counted` names the markers of which several may lie in a region.

    Raises ValueError when more races could come into play than a cell can number.
    """
    rounds = max((*(m.rounds for m in board.maps), *_rounds_written(ruleset)))
    things = {kind: len(cards) for kind, cards in ruleset.pools}
    races = len(ruleset.natives) + players * (2 * rounds + 2)
    counts = {
        "game": 1,
        "player": players + 1,
        "race": min(races, NONE),
        "region": len(board.regions),
        "combo": min(things.get("race", 0) + _SPARE_COMBOS, NONE),
        "unit": len(ruleset.units),
        **{kind: things.get(KINDS.get(kind, kind), 0) for kind in CARD_TYPES},
    }
    fields = [*_fixed(counts["combo"])]
    fields += [_pile(stack, things) for stack in ruleset.stacks if not stack.on_race]
    fields += [_marker(piece, piece.id in counted) for piece in ruleset.markers]
    owned = {
        h.piece for h in ruleset.handlers if h.holder == "marker" and "player" in dict(h.slots)
    }
    for piece in ruleset.markers:
        if piece.id in owned:
            fields.append(Field(f"owner {piece.id}", "region", initial=NONE, meaning="player"))
    for unit in ruleset.units:
        fields.append(Field(f"unit {unit.id}", "region"))
        fields.append(Field(f"unit hand {unit.id}", "race"))
    fields += [field_of(ruleset, state) for state in ruleset.states]
    return layout_of(fields, counts)


def _rounds_written(ruleset: Ruleset) -> Iterator[int]:
    """Every number in what rules and house rules say of the length of the game."""
    hooks = (hook.body for hook in ruleset.hooks if hook.name == LENGTH)
    handlers = (handler.body for handler in ruleset.handlers if handler.hook == LENGTH)
    for body in (*hooks, *handlers):
        yield from (int(e[3]) for e in walk(body) if e[0] == "num")


def _fixed(combos: int) -> Iterator[Field]:
    yield Field("round", "game")
    yield Field("first_player", "game", meaning="player")
    yield Field("current_player", "game", meaning="player")
    yield Field("nesting", "game", cell=False, meaning="actions that are running")
    yield Field("unswept", "game", cell=False, meaning="flag")
    yield Field("declines", "game", meaning="declines so far")
    yield Field("chance is asked", "game", meaning="flag")
    yield Field("player.active", "player", initial=NONE, meaning="race")
    yield Field("race.banner", "race", initial=NONE, meaning="banner")
    yield Field("race.owner", "race", initial=NONE, meaning="player")
    yield Field("race.declined", "race", meaning="flag")
    yield Field("race.slot", "race", meaning="word slot")
    yield Field("race.hand", "race", meaning="tokens")
    yield Field("race.withdrawn", "race", meaning="tokens")
    yield Field("race.aside", "race", meaning="tokens")
    yield Field("race.tray", "race", meaning="tokens")
    yield Field("race.box", "race", meaning="tokens")
    yield Field("race.line", "race", meaning="place in the order of declining")
    yield Field("region.race", "region", initial=NONE, meaning="race")
    yield Field("region.tokens", "region", meaning="tokens")
    yield Field("region.former", "region", initial=NONE, meaning="race that stood here before")
    for kind in LYING:
        yield Field(f"{kind}.region", kind, initial=NONE, meaning="region")
        yield Field(f"{kind}s on the board", "game", cell=False, meaning=f"{kind}s")
    yield Field("combo.banner", "combo", initial=NONE, meaning="banner")
    yield Field("combo.badge", "combo", initial=NONE, meaning="badge")
    yield Field("combo.holder", "combo", initial=NONE, meaning="where a combo lies")
    yield Field("column", "pile", size=combos, meaning="combo")
    yield Field("between turns", "game", cell=False, meaning="flag")
    yield Field("chance", "game", cell=False, hidden_from="all", high=1 << 64, low=0)
    yield Field("in play", "game", cell=False, meaning="races")
    yield Field("banners in play", "game", cell=False, meaning="banners")
    yield Field("badges in play", "game", cell=False, meaning="badges")
    yield Field("woken races", "game", cell=False, meaning="races")
    yield Field("woken badges", "game", cell=False, meaning="badges")
    yield Field("player.races", "player", cell=False, meaning="races")
    yield Field("founded", "game", cell=False, meaning="number of races so far")
    yield Field("occupied", "game", cell=False, meaning="regions")
    yield Field("emptied", "game", cell=False, meaning="regions")
    yield Field("turns", "game", cell=False, meaning="turns that have ended")
    yield Field("records", "game", cell=False, meaning="actions remembered so far")
    yield Field("race.since", "race", cell=False, meaning="records when it came into play")
    yield Field("player.coins", "player", cell=False, hidden_from="others", low=0)
    yield Field("combo.coins", "combo", cell=False, low=0)
    yield Field("race.regions", "race", cell=False, meaning="regions")
    yield Field("race.badges", "race", cell=False, meaning="badges")


def _pile(stack: Stack, things: dict[str, int]) -> Field:
    listed = sum(count for _, count in stack.content)
    kind = KINDS.get(stack.thing, stack.thing)
    size = listed or things.get(kind, 0)
    hidden_from = "all" if stack.hidden else None
    return Field(
        f"stack {stack.name}", "pile", size=size, meaning=stack.thing, hidden_from=hidden_from
    )


def _marker(piece: Piece, counted: bool) -> Field:
    if counted:
        return Field(f"marker {piece.id}", "region", meaning="markers")
    return Field(f"marker {piece.id}", "game", cell=False, meaning="regions")
