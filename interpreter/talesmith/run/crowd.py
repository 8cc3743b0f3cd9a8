"""Many cards more: a ruleset with a crowd of events that are in the game but not in play.

Each has a cost contribution and a scoring line.  They come in pairs that take each other back, so
that the games stay the same whether the crowd sleeps or some of it is in force.
"""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.model.game import Game, Sparse
from talesmith.play.bind import Binder
from talesmith.play.step import opening
from talesmith.ruleset.parts import Ruleset
from talesmith.run.timing import Opening

NAME = "crowded"
HEAD = f"language 1\npackage {NAME}\n\n"


def crowded(ruleset: Ruleset, size: int, folder: Path, roots: list[Path]) -> Ruleset:
    """The ruleset with so many events more, written as Tale into a folder and compiled.

    Raises ValueError when the texts do not compile.
    """
    (folder / "cards" / NAME).mkdir(parents=True)
    (folder / "rules").mkdir()
    for number in range(size):
        path = folder / "cards" / NAME / f"{card_name(number)}.tale"
        path.write_text(HEAD + card_text(number), "utf-8")
    (folder / "rules" / f"{NAME}.tale").write_text(ruleset_text(ruleset), "utf-8")
    found, findings = load_ruleset(NAME, [folder, *roots])
    if found is None:
        raise ValueError(f"the crowd does not compile: {findings[0]}")
    return found


def card_name(number: int) -> str:
    """A name by which cards stand in the order of their numbers."""
    return f"one_{number:05}"


def card_text(number: int) -> str:
    """An event; the next one takes back what it does."""
    sign = "-" if number % 2 else ""
    return f"""event {card_name(number)} "One of many {number}" {{
  text "Takes back what its neighbour does."
  lasts game
  conquest_cost {{ add {sign}1 }}
  on_score {{ earn {sign}1 }}
}}
"""


def ruleset_text(ruleset: Ruleset) -> str:
    """A ruleset of the same packages, pools, boards and keys, with the crowd."""
    lines = [f"  use {package}" for package, _ in ruleset.packages]
    lines += [
        f"  pool {kind} is {', '.join(names)}"
        for kind, names in ruleset.pools
        if kind != "event" and names
    ]
    lines += [f"  set {key} = {value}" for key, value in ruleset.settings]
    lines += [f"  map {', '.join(maps)} for {n} players" for n, maps in ruleset.boards]
    body = "\n".join(['  text "Many."', *lines, f"  use {NAME}"])
    return f'language 1\npackage base\n\nruleset {NAME} "Crowded" {{\n{body}\n}}\n'


def waking(active: int) -> Opening:
    """An opening in which so many of the crowd are in force for the whole game."""

    def opened(rules: Binder, seed: int) -> Game:
        names = [card.id for card in rules.cards_of("event") if card.id.startswith(NAME)]
        lasting = tuple(
            (at, "event", name, None, (("game", None),), (), None, 0)
            for at, name in enumerate(names[:active])
        )
        return evolve(opening(rules, seed), sparse=Sparse(lasting=lasting, serial=active))

    return opened
