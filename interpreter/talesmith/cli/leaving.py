"""Regions that a plan gives up without naming them: a slip, unless the person says it again."""

from __future__ import annotations

from typing import Any

from talesmith.cli.answers import with_whole_regions
from talesmith.play.telling.view import part_of
from talesmith.record.names import Names
from talesmith.record.question import NOTHING_WORD
from talesmith.show.position import Position


def left_out(position: Position, names: Names, seat: int, answer: Any, typed: str) -> list[str]:
    """Words of the regions that are held now and would be nobody's, though nobody said so.

    `answer` is what `step` gets for what was `typed`.
    """
    whole: Any = position.game.request
    request: Any = part_of(whole, seat)
    plan = answer[1] if whole[0] == "group" else answer
    if request[0] != "allocate" or not isinstance(plan, tuple):
        return []
    site = position.rules.sites[request[2]]
    if site.thing != "region" or site.counted or site.card:
        return []
    said = with_whole_regions(names, typed.lower().replace(",", " ").split())
    if said == [NOTHING_WORD]:
        return []
    return [
        position.word("region", region)
        for at, (region, n) in enumerate(zip(request[3], plan, strict=True))
        if n == 0 and position.tokens(region)
        and not {*said} & {*names.spellings(position.game, "region", region)}
        and str(at + 1) not in said[::2]
    ]  # fmt: skip
