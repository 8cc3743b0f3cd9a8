"""What the language can say and the machine cannot play yet: refused loudly, before a game begins."""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.ruleset.parts import Ruleset


def refuse_unplayable(ruleset: Ruleset) -> None:
    """Raise ValueError for a ruleset with pieces or cards that nothing here can move."""
    for what in _unplayable(ruleset):
        raise ValueError(f"the machine cannot play {what} yet")


def _unplayable(ruleset: Ruleset) -> Iterator[str]:
    for unit in ruleset.units:
        yield f"units (`{unit.id}`)"
    for stack in ruleset.stacks:
        if stack.on_race:
            yield f"a stack on each race (`{stack.name}`)"
        elif stack.thing == "marker":
            yield f"stacks of markers (`{stack.name}`)"
