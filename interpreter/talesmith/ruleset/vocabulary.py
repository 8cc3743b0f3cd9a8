"""The words that Python gives to the language: types, properties and constants of the game.

Functions and verbs stand in `ops`; everything else a card may say (hooks, actions, steps, markers,
states, keys, printed values) is declared in `rules/*.tale`.  A test compares these tables with what
the machine can do.
"""

TYPES: tuple[str, ...] = (
    "number", "flag", "player", "race", "banner", "badge", "event", "artifact", "place", "card",
    "combo", "region", "attempt", "pool", "troops", "record", "line", "item", "unit", "marker",
)  # fmt: skip

GAME: dict[str, str] = {
    "players": "list player",
    "turn_order": "list player",
    "first_player": "player",
    "current_player": "player",
    "round": "number",
    "regions": "list region",
    "races": "list race",
    "active_races": "list race",
    "declined_races": "list race",
    "natives": "list race",
    "bank": "purse",
    "box": "pool",
    "current": "list event",
    "column": "list combo",
    "map.rounds": "number",
    "map.players": "number",
}
"""Constants of the game and their types."""

SETTABLE_GAME: frozenset[str] = frozenset({"first_player", "current_player", "round"})

PROPERTIES: dict[str, str] = {
    "player.active": "race?",
    "player.declined_races": "list race",
    "player.races": "list race",
    "player.regions": "list region",
    "player.declined_troops": "troops",
    "player.coins": "number",
    "player.kept": "list combo",
    "player.left": "player",
    "player.right": "player",
    "player.seat": "number",
    "race.banner": "banner",
    "race.powers": "list badge",
    "race.owner": "player",
    "race.declined": "flag",
    "race.slot": "word slot",
    "race.regions": "list region",
    "race.hand": "pool",
    "race.withdrawn": "pool",
    "race.aside": "pool",
    "race.tray": "pool",
    "race.troops": "troops",
    "race.map_troops": "troops",
    "region.terrain": "word terrain",
    "region.tokens": "number",
    "region.race": "race?",
    "region.owner": "player?",
    "region.board": "number",
    "region.neighbours": "list region",
    "region.artifacts": "list artifact",
    "region.places": "list place",
    "combo.banner": "banner",
    "combo.badge": "badge",
    "combo.rank": "number",
    "combo.coins": "number",
    "attempt.attacker": "race",
    "attempt.region": "region",
    "attempt.victim": "race?",
    "attempt.cost": "number",
    "attempt.short": "number",
    "purse.coins": "number",
    "pool.tokens": "number",
    "line.amount": "number",
    "line.region": "region?",
    "line.race": "race?",
    "line.payee": "player?",
    "line.source": "word source",
    "record.player": "player",
    "record.round": "number",
    "record.was_empty": "flag",
    "record.defending": "number",
    "record.defender_owner": "player?",
}
"""Properties that the machine itself knows: HOLDER.NAME and type."""

SETTABLE: frozenset[str] = frozenset({"race.owner", "race.declined", "race.slot"})

SWAPPABLE: frozenset[str] = SETTABLE | {
    "combo.banner", "combo.badge", "combo.coins", "player.coins",
}  # fmt: skip
"""Properties that are places whose contents can change hands; declared states are too."""

SOURCES: tuple[str, ...] = (
    "rules", "marker", "race", "power", "artifact", "place", "item", "event", "house_rule",
)  # fmt: skip
"""Kinds of source, from the lowest tier to the highest (artifact and place share one tier)."""

WINDOWS: tuple[str, ...] = ("turn", "round", "game", "stay")
"""How far back `past` looks."""
