"""`talesmith describe`: the English of a card, told from its compiled rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from talesmith.cli.common import RULESET_HELP, Failure, load, path_option, roots
from talesmith.cli.named import card_named, load_around
from talesmith.compile.around import heads_in
from talesmith.compile.library import Library
from talesmith.ruleset.parts import Card, Ruleset
from talesmith.show.english import UnsayableError
from talesmith.show.english import describe as told_in_english
from talesmith.show.lines import heading, wrapped

TALE = ".tale"


@click.command()
@click.argument("words", metavar="CARD|FILE", nargs=-1, required=True)
@click.option("--ruleset", "ruleset_name", metavar="NAME|FILE", help=RULESET_HELP)
@click.option(
    "--rulings/--no-rulings",
    default=True,
    show_default=True,
    help="Tell also what other values of the keys would change.",
)
@path_option
def describe(
    words: tuple[str, ...], ruleset_name: str | None, paths: tuple[Path, ...], *, rulings: bool
) -> None:
    """Tell the rule of CARD, or of every card in FILE, in English.

    CARD is the id of a card, with or without its package, or its title; a house rule or a part of
    the rules has an English, too. The words come from what is compiled: the text that stands on the
    card is not read. Without --ruleset a card is told among the packages that it belongs to.
    """
    name = " ".join(words)
    if name.endswith(TALE):
        ruleset, ids = _of_file(Path(name), ruleset_name, paths)
        also = list[str]()
    else:
        named = card_named(name, ruleset_name, paths)
        ruleset, ids, also = named.ruleset, [named.id], named.also
    known = {card.id: card for card in ruleset.cards}
    texts = ["\n".join(in_english(ruleset, known[card], rulings=rulings)) for card in ids]
    click.echo("\n".join(["\n\n".join(texts), *also]))


def in_english(ruleset: Ruleset, card: Card, *, rulings: bool) -> list[str]:
    """The English of a card below its title; ends the command if the printer has no words."""
    kind = card.kind.replace("_", " ")
    try:
        text = told_in_english(ruleset, card.id, rulings=rulings)
    except UnsayableError as error:
        raise Failure(f"{card.id} has no English yet: {error}; please report this") from error
    lines = [line for paragraph in text.splitlines() for line in wrapped(paragraph)]
    return [*heading(card.name or card.id, f"{kind} of {card.id.partition('.')[0]}"), *lines]


def _of_file(
    path: Path, ruleset_name: str | None, paths: Sequence[Path]
) -> tuple[Ruleset, list[str]]:
    """A ruleset with the cards of a file, and their ids."""
    if not path.is_file():
        raise Failure(f"there is no file {path}")
    path = path.resolve()
    heads = heads_in(Library(roots(paths)), path)
    ruleset = load(ruleset_name, paths) if ruleset_name else load_around(path, paths)
    known = {card.id for card in ruleset.cards}
    ids = [head.id for head in heads if head.id in known]
    if not ids:
        missing = f"{heads[0].id} is not in {ruleset.id}" if heads else "it has no card"
        raise Failure(f"nothing in {path.name} can be told: {missing}")
    return ruleset, ids
