"""`--events`: which event cards a game is played with, as a name for the ruleset that has them.

The option is short for something that can be said at length: `--events theme=X` with the ruleset
`small_world` is the ruleset `small_world_tales`, which is written out, with the cards of one theme.
A ruleset without such a companion has the package added to its name.  Everything is in the name
that results, so saves, transcripts and replays need to know nothing of the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click
from attrs import define, field

from talesmith.cli.common import Failure, in_a_line, load, roots
from talesmith.compile.load import load_ruleset
from talesmith.ground.nearest import nearest
from talesmith.record.words import short_id, word_of
from talesmith.ruleset.parts import Ruleset

PACKAGE = "tales"
KIND = "event"
HIDDEN = "upcoming_hidden"
"""the key that hides the upcoming event"""
ALL, NONE, CARDS = "all", "none", "cards"
UPCOMING = {"hidden": "yes", "open": "no"}

events_option = click.option(
    "--events",
    "events",
    metavar="all|none|theme=…|level=…|cards=…",
    multiple=True,
    help="Play with event cards: all of them, or those of some themes, levels or names, with "
    "commas between. Several options, or several in one with `;`, narrow each other.",
)
upcoming_option = click.option(
    "--upcoming",
    type=click.Choice(sorted(UPCOMING)),
    help="Whether the event of the next round is known.  [default: as the rules say]",
)

keys_option = click.option(
    "--set",
    "keys",
    metavar="KEY=VALUE",
    multiple=True,
    help="Play with another value of a key of the rules. May be given several times.",
)


@define
class Chosen:
    """What `--events` says, taken apart."""

    filters: dict[str, list[str]] = field(factory=dict)
    """what is printed on a card, and which of it"""
    cards: list[str] = field(factory=list)
    is_none: bool = False


def with_events(name: str, said: Sequence[str], upcoming: str | None, paths: Sequence[Path]) -> str:
    """The name of a ruleset with the events that `--events` asks for.

    Raises click.UsageError or Failure, with the reason, for what cannot be.
    """
    if not said:
        if upcoming is not None:
            raise click.UsageError("--upcoming says how events are played: it needs --events")
        return name
    chosen = taken_apart(said)
    base = load(name, paths)
    if PACKAGE in dict(base.packages) or dict(base.pools)[KIND]:
        raise Failure(
            f"{name} has events already: leave --events away, take a ruleset without events, or "
            f"narrow these by name, such as {name}+{KIND}.theme=…"
        )
    if chosen.is_none:
        return name
    whole, ruleset = _companion(name, base, paths)
    for package in sorted({card.partition(".")[0] for card in chosen.cards if "." in card}):
        if package not in dict(ruleset.packages):
            whole = f"{whole}+{package}"
            ruleset = load(whole, paths)
    whole += "".join(f"+{part}" for part in _parts(chosen, ruleset))
    wanted = UPCOMING.get(upcoming or "")
    if wanted is not None and dict(ruleset.settings).get(HIDDEN) != wanted:
        whole += f"+{HIDDEN}={wanted}"
    return whole


def with_keys(said: Sequence[str]) -> str:
    """What `--set` adds to the name of a ruleset.  Raises click.UsageError."""
    for text in said:
        name, sign, value = text.partition("=")
        if not (sign and name.isidentifier() and value and word_of(value) == value):
            raise click.UsageError(f"--set {text!r}: write key=value, such as auction_tie=random")
    return "".join(f"+{text}" for text in said)


def taken_apart(said: Sequence[str]) -> Chosen:
    """What is said, in parts.  Raises click.UsageError for what makes no sense by itself."""
    chosen, parts = Chosen(), [part.strip() for text in said for part in text.split(";")]
    for part in parts:
        name, sign, rest = part.partition("=")
        values = [word_of(value) if name != CARDS else value.strip() for value in rest.split(",")]
        if part in (ALL, NONE):
            chosen.is_none = chosen.is_none or part == NONE
        elif not sign or not name or not all(values):
            _refuse(f"{part!r} is none of: all, none, theme=…, level=…, cards=…")
        elif name == CARDS:
            chosen.cards += values
        else:
            chosen.filters.setdefault(word_of(name), []).extend(values)
    if chosen.is_none and len(parts) > 1:
        _refuse("`none` stands alone")
    twice = sorted({card for card in chosen.cards if chosen.cards.count(card) > 1})
    if twice:
        _refuse(f"{', '.join(twice)} is named twice")
    return chosen


def _refuse(problem: str) -> NoReturn:
    raise click.UsageError(f"--events: {problem}")


def _companion(name: str, base: Ruleset, paths: Sequence[Path]) -> tuple[str, Ruleset]:
    """The ruleset with all events: the one that is written out, else the name with the package."""
    written = f"{short_id(base.id)}_{PACKAGE}"
    if base.id in (name, f"{base.id.partition('.')[0]}.{name}"):
        found, _ = load_ruleset(f"{PACKAGE}.{written}", roots(paths))
        if found is not None and _is_same_game(found, base):
            return f"{PACKAGE}.{written}", found
    whole = f"{name}+{PACKAGE}"
    found, findings = load_ruleset(whole, roots(paths))
    if found is None or {*dict(found.packages)} != {*dict(base.packages), PACKAGE}:
        serious = [finding for finding in findings if finding.is_error]
        why = f": {in_a_line(serious[0])}" if serious else ""
        raise Failure(f"{name} cannot have events: {PACKAGE} does not fit its rules{why}")
    return whole, found


def _is_same_game(found: Ruleset, base: Ruleset) -> bool:
    """Whether a ruleset adds the events to another and changes nothing else."""
    return (
        found.boards == base.boards
        and {*dict(found.packages)} == {*dict(base.packages), PACKAGE}
        and set(base.settings) <= set(found.settings)
        and all(ids == dict(found.pools)[kind] for kind, ids in base.pools if kind != KIND)
    )


# ---- which cards ---------------------------------------------------------------------------------


def _parts(chosen: Chosen, ruleset: Ruleset) -> list[str]:
    """The parts of the name that narrow the cards, in an order that what is said does not change."""
    printed = {
        name.partition(".")[2]: dict(ruleset.words)[kind.removeprefix("word ")]
        for name, kind in ruleset.properties
        if name.startswith(f"{KIND}.") and kind.startswith("word ")
    }
    parts = []
    for name in sorted(chosen.filters):
        if name not in printed:
            _unknown(f"events have no {name}", name, [*printed, CARDS])
        known = {spelling: word.id for word in printed[name]
                 for spelling in (word_of(word.name), word.id)}  # fmt: skip
        for value in chosen.filters[name]:
            if value not in known:
                _unknown(f"no {name} is called {value}", value, [w.id for w in printed[name]])
        values = sorted({known[value] for value in chosen.filters[name]})
        parts.append(f"{KIND}.{name}={','.join(values)}")
    return [*parts, *_named(chosen.cards, ruleset)]


def _named(cards: Sequence[str], ruleset: Ruleset) -> list[str]:
    ids = dict(ruleset.pools)[KIND]
    titles = {word_of(card.name): card.id for card in ruleset.cards if card.kind == KIND}
    known = titles | {short_id(full): full for full in ids} | {full: full for full in ids}
    found: list[str] = []
    for said in cards:
        full = known.get(said) or known.get(word_of(said))
        if full is None:
            _unknown(f"no event is called {said}", word_of(said), list(map(short_id, ids)))
        if full in found:
            _refuse(f"{said} is named twice")
        found.append(full)
    return [f"{KIND}={','.join(sorted(map(short_id, found)))}"] if found else []


def _unknown(problem: str, word: str, known: list[str]) -> NoReturn:
    near = nearest(word, known)
    some = sorted(known) if len(known) <= 12 else []
    hint = f" (did you mean {near} ?)" if near else f"; there are: {', '.join(some)}" * bool(some)
    raise Failure(f"--events: {problem}{hint}")


def check_deck(ruleset: Ruleset, rounds: int, *, may_be_short: bool) -> None:
    """Raise Failure when there are fewer events than rounds that have one (TL-7)."""
    n = len(dict(ruleset.pools)[KIND])
    if n < rounds - 1 and not may_be_short:
        raise Failure(
            f"--events: {n} {'card is' if n == 1 else 'cards are'} too few for {rounds} rounds, of "
            f"which all but the first have an event: take at least {rounds - 1}, or say "
            "--short-deck to play the last rounds without"
        )
