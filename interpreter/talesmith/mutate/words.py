"""What a word may be mistaken for: the other words of its closed set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from attrs import frozen

from talesmith.ruleset.parts import Ruleset
from talesmith.ruleset.vocabulary import GAME, PROPERTIES

T = TypeVar("T")

LAYERS = ("add", "become", "cap", "floor")
WINDOWS = ("turn", "round", "game", "stay")
PHASES = ("active", "also", "only")
ROUND = ("turn", "round", "game")


@frozen
class Words:
    """The closed sets of a ruleset; `every`: each other word is taken, not just the next one."""

    sets: dict[str, tuple[str, ...]]
    roles: dict[str, tuple[int, ...]]
    """of a hook the parameters that hold a race"""
    every: bool = False

    def others(self, word: T, known: Sequence[T]) -> Sequence[T]:
        """The words of a set that stand for this one in a mutant."""
        found = [other for other in known if other != word]
        if self.every or word not in known:
            return found if self.every else found[:1]
        after = known.index(word) + 1
        return [*known[after:], *known[:after]][: min(1, len(found))]

    def of_set(self, name: str, word: str) -> Sequence[str]:
        """The same for a word of a set that is known by its name."""
        return self.others(word, self.sets.get(name, ()))


def words_of(ruleset: Ruleset, *, every: bool = False) -> Words:
    """The closed sets of a ruleset."""
    sets = {name: tuple(word.id for word in group) for name, group in ruleset.words}
    sets |= {f"key {key.name}": tuple(key.values) for key in ruleset.keys}
    roles = {
        hook.name: tuple(n for n in hook.roles if hook.params[n].type.rstrip("?") == "race")
        for hook in ruleset.hooks
    }
    return Words(sets, roles, every)


def properties_like(name: str, kind: str, *, is_of_game: bool) -> tuple[str, ...]:
    """The built-in properties of the same holder and type."""
    known = GAME if is_of_game else PROPERTIES
    holder = "" if is_of_game else f"{name.partition('.')[0]}."
    return tuple(other for other, type_ in known.items()
                 if type_ == kind and other.startswith(holder))  # fmt: skip
