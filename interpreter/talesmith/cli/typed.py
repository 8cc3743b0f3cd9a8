"""`talesmith fuzz --typing`: whole cards under the keys, with the language server's answers."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

from talesmith.cli.common import FINDINGS
from talesmith.cli.lsp import server_part
from talesmith.cli.progress import Progress
from talesmith.cli.stopping import stops_in_order
from talesmith.ground.data import data_root
from talesmith.show.lines import counted

SHOWN = 20
"""so many faults are told"""


def type_cards(seed: int, cards: range, keys: int | None) -> int:
    """Type the cards of these numbers; ends with 1 if something broke or was slow.

    Raises Failure where the extra `lsp` is not installed.
    """
    typist = server_part("typist")
    typing, seen = typist.Typist(data_root()), typist.Typed()
    with suppress(KeyboardInterrupt):  # what was typed until then is told
        _type(typing, seen, seed, cards, keys)
    click.echo("\n".join(typist.told(seen)))
    again = f"talesmith fuzz --seed {seed}{'' if keys is None else f' --keys {keys}'}"
    if seen.cards < len(cards):
        behind = cards.start + seen.cards
        click.echo(f"stopped; to go on: {again} --typing {cards.stop} --skip {behind}")
    click.echo("nothing broke" if not seen.faults else f"{counted(len(seen.faults), 'fault')}:")
    for one in seen.faults[:SHOWN]:
        told = typist.of_fault(one)
        click.echo(f"  {told}\n    {again} --typing {one.card + 1} --skip {one.card}")
    return FINDINGS if seen.faults or seen.cards < len(cards) else 0


def _type(typing: Any, seen: Any, seed: int, cards: range, keys: int | None) -> None:
    progress = Progress(len(cards), "cards")
    with stops_in_order():
        for number in cards:
            typing.run(seed, number, keys, seen)
            progress.more(1, f"{seen.keys} keys, {len(seen.faults)} faults")
