"""`talesmith rules`: what a game is made of, and what its house rules touch."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import prod
from operator import itemgetter
from pathlib import Path

import click

from talesmith.cli.common import DEFAULT_RULESET, load, path_option, roots
from talesmith.compile.offered import Offered, offered
from talesmith.play.fields import LENGTH
from talesmith.play.length import rounds_of
from talesmith.play.step import bind, start
from talesmith.ruleset.parts import Card, Key, Map, Ruleset, Touch
from talesmith.show.lines import counted, heading, listed, table, wrapped

HOUSE_RULE = "house_rule"
SPOKEN = {
    "changes": "changes the {kind} {name}",
    "replaces": "replaces the {kind} {name}",
    "acts": "acts at the {kind} {name}",
    "follows": "acts at the {kind} {name}",
    "offers": "offers something at the {kind} {name}",
    "silences": "silences {kind} of kind {name}",
    "adds to": "adds to the {kind} {name}",
}
"""ways in which a house rule touches something, as sentences"""
BESIDE = "by its "
"""how a marker, item or way of a house rule touches something"""


@click.command()
@click.argument("name", metavar="[RULESET]", required=False)
@path_option
def rules(name: str | None, paths: tuple[Path, ...]) -> None:
    """Show what RULESET is made of: packages, rules, cards, boards, keys and house rules.

    RULESET is a name, a file, or NAME+HOUSE_RULE; without it the usual game is shown, and what else
    there is to play with.
    """
    ruleset = load(name or DEFAULT_RULESET, paths)
    lines = made_of(ruleset)
    if name is None:
        lines += to_choose_from(offered(roots(paths)))
    click.echo("\n".join(lines))


def made_of(ruleset: Ruleset) -> list[str]:
    """Everything about one ruleset."""
    lines = [*heading(ruleset.name, ruleset.id), *wrapped(ruleset.text)]
    lines += _block("Packages", packages(ruleset))
    lines += _block("Cards", cards(ruleset))
    lines += _block("Boards", boards(ruleset))
    lines += _block("Keys", [line for key in ruleset.keys for line in told(ruleset, key)])
    lines += _block("House rules", house_rules(ruleset) or ["  none"])
    return lines


def _block(title: str, lines: Iterable[str]) -> list[str]:
    return ["", *heading(title), *lines]


def packages(ruleset: Ruleset) -> list[str]:
    """Each package with its version and its parts of the rules, in the order of laying over."""
    lines: list[str] = []
    for package, version in ruleset.packages:
        parts = [card for card in ruleset.cards if card.kind == "rules" and _in(package, card)]
        first = f"  {package} {version}: "
        over = dict.fromkeys(name for part in parts for name in part.over)
        lines += listed((part.id.rpartition(".")[2] for part in parts), first, "    ")
        if over:
            lines.append(f"    over {', '.join(over)}")
    return lines


def _in(package: str, card: Card) -> bool:
    return card.id.partition(".")[0] == package


def cards(ruleset: Ruleset) -> list[str]:
    """The cards in play by kind, and how many are left out by a `pool` line."""
    lines: list[str] = []
    for kind, chosen in ruleset.pools:
        known = sum(card.kind == kind for card in ruleset.cards)
        if known:
            out = f" of {known}" if known > len(chosen) else ""
            names = (full.rpartition(".")[2] for full in chosen)
            lines += listed(names, f"  {kind}, {len(chosen)}{out}: ", "    ")
    return lines or ["  none"]


def boards(ruleset: Ruleset) -> list[str]:
    """The board for each number of players; of many, from what each part of it is chosen."""
    maps = {board.id: board for board in ruleset.maps}
    lines: list[str] = []
    for players, group in groupby(ruleset.boards, key=itemgetter(0)):
        sets = [[maps[name] for name in names] for _, names in group]
        lines += _sets(ruleset, players, sets)
    return lines or ["  none: this is a part of games and no game"]


def _sets(ruleset: Ruleset, players: int, sets: list[list[Map]]) -> list[str]:
    who = counted(players, "player")
    parts = [list(dict.fromkeys(one.id for one in part)) for part in zip(*sets, strict=False)]
    if len(sets) == 1 or prod(map(len, parts)) != len(sets):
        return table(
            [[who, ", ".join(m.id for m in one), _size(ruleset, players, [one])] for one in sets],
            indent="  ",
        )
    size = _size(ruleset, players, sets)
    head = table([[who, f"one of {len(sets)} boards", size]], indent="  ")
    return head + [line for part in parts for line in listed([" or ".join(part)], "    ")]


def _size(ruleset: Ruleset, players: int, sets: list[list[Map]]) -> str:
    sizes = sorted({sum(len(board.regions) for board in together) for together in sets})
    few, many = sizes[0], sizes[-1]
    regions = counted(few, "region") if few == many else f"{few} to {many} regions"
    return f"{regions}, {counted(_rounds(ruleset, players, sets[0]), 'round')}"


def _rounds(ruleset: Ruleset, players: int, together: list[Map]) -> int:
    """The rounds of a game: those of its board, unless something changes their number."""
    if all(handler.hook != LENGTH for handler in ruleset.handlers):
        return max(board.rounds for board in together)
    rules = bind(ruleset, players, maps=tuple(together))
    return rounds_of(rules, start(rules, 0)[0])


def told(ruleset: Ruleset, key: Key) -> list[str]:
    """A key with its value here and the others, and below it what it is about."""
    value = dict(ruleset.settings)[key.name]
    others = ", ".join(other for other in key.values if other != value)
    return [*wrapped(f"{key.name}: {value} (or {others})", "  "), *wrapped(key.title, "    ")]


def house_rules(ruleset: Ruleset) -> list[str]:
    """Each house rule with its text, what it touches, and what it lies over."""
    lines: list[str] = []
    for card in ruleset.cards:
        if card.kind == HOUSE_RULE:
            lines += [f"  {card.id}  {card.name}", *wrapped(card.text, "    ")]
            touches = (said(one) for one in ruleset.touches if one.card == card.id)
            lines += [line for touch in touches for line in wrapped(f"- {touch}", "    ", "      ")]
            lines += [f"    over {', '.join(card.over)}"] if card.over else []
    return lines


def said(touch: Touch) -> str:
    """What a house rule does with a label, in words."""
    form = SPOKEN.get(touch.how)
    if form is not None:
        return form.format(kind=touch.kind, name=touch.name)
    if touch.how.startswith(BESIDE):
        return f"changes the {touch.kind} {touch.name} {touch.how}"
    return touch.how.replace("sets", f"sets the {touch.kind} {touch.name}", 1)


def to_choose_from(found: list[Offered]) -> list[str]:
    """What else lies on the shelves."""
    lines: list[str] = []
    for kind, title in (("ruleset", "Rulesets"), (HOUSE_RULE, "House rules to add with +NAME")):
        rows = [[one.name, one.title] for one in found if one.kind == kind]
        lines += _block(title, table(rows, indent="  ") or ["  none"])
    return lines
