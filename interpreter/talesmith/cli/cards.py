"""`talesmith cards`: the cards of a ruleset as a list, or one of them in full."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import DEFAULT_RULESET, RULESET_HELP, from_here, load, path_option
from talesmith.cli.named import card_named
from talesmith.compile.scenarios import scenarios_in
from talesmith.ruleset.parts import Card, Ruleset
from talesmith.show.english import describe
from talesmith.show.lines import heading, listed, table, wrapped

NO_CARDS = ("rules", "house_rule")
ELSEWHERE = (
    "Cards of another game: `talesmith cards --ruleset NAME`; `talesmith rules` lists the games."
)


@click.command()
@click.argument("words", metavar="[NAME]", nargs=-1)
@click.option("--ruleset", "ruleset_name", metavar="NAME|FILE", help=RULESET_HELP)
@path_option
def cards(words: tuple[str, ...], ruleset_name: str | None, paths: tuple[Path, ...]) -> None:
    """List the cards of a ruleset with their numbers, or show the card NAME.

    NAME is the id of a card, with or without its package, or its title. Without --ruleset the cards
    of the usual game are listed, and a card is shown among the packages that it belongs to.
    """
    if not words:
        more = [] if ruleset_name else ["", *wrapped(ELSEWHERE)]
        click.echo("\n".join([*overview(load(ruleset_name or DEFAULT_RULESET, paths)), *more]))
        return
    named = card_named(" ".join(words), ruleset_name, paths)
    (card,) = (card for card in named.ruleset.cards if card.id == named.id)
    click.echo("\n".join([*in_full(named.ruleset, card), *named.also]))


def of_ruleset(ruleset: Ruleset) -> list[Card]:
    """The cards of a ruleset, without its rules."""
    return [card for card in ruleset.cards if card.kind not in NO_CARDS]


def overview(ruleset: Ruleset) -> list[str]:
    """All cards by kind, each with its printed numbers."""
    lines = wrapped(f"{ruleset.name}: {ruleset.text}".rstrip(": "))
    for kind in dict.fromkeys(card.kind for card in of_ruleset(ruleset)):
        group = [card for card in of_ruleset(ruleset) if card.kind == kind]
        rows = [[card.id.rpartition(".")[2], card.name, numbers(card)] for card in group]
        lines += ["", *heading(f"{kind.capitalize()}: {len(group)}"), *table(rows, indent="  ")]
    return lines


def numbers(card: Card) -> str:
    """The printed values of a card."""
    return ", ".join(f"{name} {value}" for name, value in card.facts)


def in_full(ruleset: Ruleset, card: Card) -> list[str]:
    """One card: its text, the English of its rule, its scenarios."""
    lines = [*heading(card.name, f"{card.kind} of {card.id.partition('.')[0]}")]
    lines += [*wrapped(card.text), ""]
    lines += _block(
        "Its rule, told from what is compiled:", describe(ruleset, card.id).splitlines()
    )
    lines += _block("Scenarios that prove it:", scenarios(ruleset, card))
    lines += listed(card.cites, "Rules: ") if card.cites else []
    return [*lines, f"{from_here(card.where.path)}:{card.where.line}"]


def _block(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [title, *(part for line in lines for part in wrapped(line, "  ")), ""]


def scenarios(ruleset: Ruleset, card: Card) -> list[str]:
    """Names of the scenarios that stand below a card in its file, above the next card."""
    where = card.where
    below = [c.where.line for c in ruleset.cards if c.where.path == where.path]
    end = min((line for line in below if line > where.line), default=None)
    inside, _ = scenarios_in(Path(where.path))
    return [
        f"- {scenario.title.text}"
        for scenario in inside
        if scenario.span.line > where.line and (end is None or scenario.span.line < end)
    ]
