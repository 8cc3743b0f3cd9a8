"""The state of a game: board, layout table, packed immutable position, chance."""
