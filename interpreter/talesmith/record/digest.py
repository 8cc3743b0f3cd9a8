"""A short name for a position: equal positions have the same, on every Python and in every run."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.record.plain import to_plain

SHORT = 8


def digest(rules: Binder, game: Game) -> str:
    """32 hexadecimal digits that stand for everything but the log."""
    return digest_of(to_plain(rules, game))


def short_digest(rules: Binder, game: Game) -> str:
    """The first digits: enough to see where two games part."""
    return digest(rules, game)[:SHORT]


def digest_of(plain: Any) -> str:
    """32 hexadecimal digits of plain values; yes and no count as 1 and 0."""
    text = json.dumps(_numbers(plain), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _numbers(value: Any) -> Any:
    """Flags as numbers, as they compare in a position."""
    if isinstance(value, dict):
        return {key: _numbers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_numbers(part) for part in value]
    return int(value) if isinstance(value, bool) else value
