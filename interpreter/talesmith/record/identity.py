"""What a game was played with: language, rules, cards, map, keys, players and seed.

Two games with the same identity and the same answers are the same game.  The block stands at the
head of saves and transcripts.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from talesmith.play.bind import Binder

_WIDTH = 100


@frozen
class Identity:
    """The identity block of a game."""

    language: int
    ruleset: str
    rules: str
    """hash of all texts of the rules"""
    cards: dict[str, str]
    """hash of the text of each card in play and each part of the rules"""
    maps: dict[str, str]
    keys: dict[str, str]
    seed: int

    def as_plain(self) -> dict[str, Any]:
        """The block as a JSON object."""
        return {
            "language": self.language,
            "ruleset": self.ruleset,
            "rules": self.rules,
            "maps": dict(self.maps),
            "keys": dict(self.keys),
            "seed": self.seed,
            "cards": dict(self.cards),
        }

    def differences(self, other: Identity) -> list[str]:
        """What is not the same in another game's block, in words."""
        found = []
        for name in ("language", "ruleset", "seed"):
            here, there = getattr(self, name), getattr(other, name)
            if here != there:
                found.append(f"{name} {here} and {there}")
        for title in ("maps", "keys", "cards"):
            one, two = getattr(self, title), getattr(other, title)
            changed = sorted(k for k in one.keys() | two.keys() if one.get(k) != two.get(k))
            if changed:
                found.append(f"{title} {', '.join(changed)}")
        if self.rules != other.rules and not found:
            found.append("texts of the rules")
        return found


def identity_of(rules: Binder, seed: int) -> Identity:
    """The identity of a game of these rules, on their board, from this seed."""
    ruleset = rules.ruleset
    in_play = {card for _, ids in ruleset.pools for card in ids}
    kinds = {kind for kind, _ in ruleset.pools}
    cards = [card for card in ruleset.cards if card.kind not in kinds or card.id in in_play]
    return Identity(
        ruleset.language,
        ruleset.id,
        ruleset.digest,
        {card.id: card.digest for card in sorted(cards, key=lambda card: card.id)},
        {board.id: board.digest for board in rules.board.maps},
        dict(sorted(ruleset.settings)),
        seed,
    )


def identity_from(plain: dict[str, Any]) -> Identity:
    """The block of a JSON object.  Raises KeyError, TypeError or ValueError when it is none."""
    tables = {name: _texts(plain[name]) for name in ("cards", "maps", "keys")}
    return Identity(
        int(plain["language"]),
        str(plain["ruleset"]),
        str(plain["rules"]),
        tables["cards"],
        tables["maps"],
        tables["keys"],
        int(plain["seed"]),
    )


def _texts(plain: Any) -> dict[str, str]:
    return {str(key): str(value) for key, value in plain.items()}


# ---- as lines of a head --------------------------------------------------------------------------


def table_lines(identity: Identity, names: Iterable[str]) -> list[str]:
    """Tables of the block as lines `NAME: KEY VALUE, ...`, the long ones broken and indented."""
    lines = []
    for name in names:
        pairs = ", ".join(f"{key} {value}" for key, value in getattr(identity, name).items())
        lines += textwrap.wrap(f"{name}: {pairs}", _WIDTH, subsequent_indent="  ")
    return lines


def entries_in(lines: Iterable[str]) -> dict[str, str]:
    """The lines `NAME: TEXT` of a head by name, broken ones put together."""
    entries: dict[str, str] = {}
    name = ""
    for line in lines:
        if line.startswith("  ") and name:
            entries[name] += f" {line.strip()}"
        else:
            name, _, rest = line.partition(":")
            entries[name] = rest.strip()
    return entries


def table_in(text: str) -> dict[str, str]:
    """The table of an entry."""
    parts = (part.partition(" ") for part in text.split(", ") if text)
    return {key: value for key, _, value in parts}
