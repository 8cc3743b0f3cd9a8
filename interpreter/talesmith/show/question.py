"""The screens of questions: what is asked, what may be answered, and how.

A group question is shown to each seat as that seat's own question; `table` says that it is secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.play.statements.questions import OFFER, Site
from talesmith.play.telling.prompts import prompt_of, step_of
from talesmith.ruleset.parts import Card
from talesmith.show import land
from talesmith.show.lines import table, wrapped
from talesmith.show.menu import Menu, Numbered
from talesmith.show.position import Position

UNLIMITED = 255
HOUSE_RULE = "house_rule"
KEEP = "`keep`: as it is now."


def screen(position: Position, request: Any) -> Menu:
    """A question of one seat (of a group question: the part of one seat)."""
    menu = Numbered(position, request[1])
    asked = prompt(position, position.rules.sites[request[2]])
    menu.lines += wrapped(" ".join([asked, *just_rolled(position)]))
    _SCREENS[request[0]](menu, request)
    return menu.done()


def prompt(position: Position, site: Site) -> str:
    """What is asked, in a sentence; of a question that a card asks or has led to, with its name."""
    written, card = prompt_of(position.rules, site), asking(position, site)
    if card is None:
        return written or f"{step_of(site).replace('_', ' ').capitalize()}:"
    text = written or card.text
    return f"{card.name}: {text}" if text else f"{card.name}:"


def just_rolled(position: Position) -> list[str]:
    """The dice of the newest step: whoever is asked next decides with them in view."""
    titles = {die.name: die.title for die in position.rules.ruleset.dice}
    newest = position.game.log[-1] if position.game.log else ()
    return [f"({titles[event[1]]}: {event[3]})" for event in newest if event[0] == "roll"]


def asking(position: Position, site: Site) -> Card | None:
    """The card or house rule in which a question stands, or that has called the step of the rules where it is."""
    ruleset = position.rules.ruleset
    kinds = {HOUSE_RULE, *(kind for kind, _ in ruleset.pools)}
    cards = {card.id: card for card in ruleset.cards if card.kind in kinds}
    bodies = [f"{site.card}/", *position.running()]
    known = (cards.get(name.partition("/")[0]) for name in bodies)
    return next((card for card in known if card is not None), None)


# ---- option --------------------------------------------------------------------------------------


def _option(menu: Numbered, request: Any) -> None:
    site = menu.position.rules.sites[request[2]]
    groups: dict[tuple[str, str], list[tuple[int, Any]]] = {}
    for at, (branch, thing, _) in enumerate(request[3]):
        said = option_text(menu.position, site, branch)
        groups.setdefault(said, []).append((at, thing))
    for (text, kind), options in groups.items():
        if kind == "none":
            menu.put(options[0][0], text)
        else:
            menu.say(f"{text}:", " ")
            menu.things(kind, options)
    _done(menu, request)


def option_text(position: Position, site: Site, branch: int) -> tuple[str, str]:
    """What an option says, and of what type its thing is."""
    if branch < OFFER:
        return site.texts[branch], site.things[branch].removesuffix("?")
    handler = position.rules.bounds[branch - OFFER].handler
    kind = "none" if handler.target is None else str(handler.target[1][2])
    return handler.may or "", kind.removeprefix("list ")


def region_of(position: Position, request: Any, option: int) -> int | None:
    """The region that an option of a question is about; None if it is about something else."""
    site, entry = position.rules.sites[request[2]], request[3][option]
    kind, thing = site.thing, entry
    if request[0] == "option":
        kind, thing = option_text(position, site, entry[0])[1], entry[1]
    tokens = position.rules.tokens
    if kind == "pool" and tokens.is_region(thing):
        return int(thing) - tokens.tokens
    return int(thing) & 255 if kind in ("region", "attempt") else None


def _done(menu: Numbered, request: Any) -> None:
    if request[7]:
        menu.say("done  nothing more", " ")


# ---- things and numbers --------------------------------------------------------------------------


def _pick(menu: Numbered, request: Any) -> None:
    menu.is_paid_by_hand = False  # a card adds a die or takes other tokens
    kind = menu.position.rules.sites[request[2]].thing
    menu.things(kind, list(enumerate(request[3])))
    menu.lines += how_said(menu.position, request)
    _done(menu, request)


def _number(menu: Numbered, request: Any) -> None:
    menu.lines += how_said(menu.position, request)
    _done(menu, request)


def how_said(position: Position, request: Any) -> list[str]:
    """How an answer is given, where a number or a name alone is none."""
    kind, low, high = request[0], request[4], request[5]
    if kind == "allocate":
        return _how(position, request)
    if kind == "number":
        return wrapped(f"How many? A number {_range(low, high)}.")
    if kind == "order":
        return wrapped("Name all of them, the first one first.")
    if kind == "pick" and (low, high) != (1, 1):
        return wrapped(f"Choose {_range(low, high)}: their numbers or names, one after the other.")
    return []


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"from {low} to {high}"


def _order(menu: Numbered, request: Any) -> None:
    kind = menu.position.rules.sites[request[2]].thing
    menu.things(kind, list(enumerate(request[3])))
    menu.lines += how_said(menu.position, request)


# ---- numbers over places -------------------------------------------------------------------------


def _allocate(menu: Numbered, request: Any) -> None:
    _, _, site, places, low, high, total, _ = request
    written = menu.position.rules.sites[site]
    kind, head = written.thing, "may be"
    if written.counted:
        head = menu.position.title("marker", written.counted)
    rows = [["", "", "tokens", "may go" if kind == "pool" else head, ""]]
    for at, place in enumerate(places):
        bounds = _bounds(low[at], high[at], None if kind == "pool" else total)
        name, now, notes = _place(menu.position, kind, place)
        rows.append([menu.number(at), name, now, bounds, notes])
    menu.lines += table(rows)
    menu.lines += how_said(menu.position, request)
    _done(menu, request)


def _place(position: Position, kind: str, place: int) -> tuple[str, str, str]:
    """Name, tokens now, and symbols and markers of a place."""
    tokens = position.rules.tokens
    region = place if kind == "region" else None
    if kind == "pool" and tokens.is_region(place):
        region = place - tokens.tokens
    if region is None:
        now = str(tokens.size(position.m, place)) if kind == "pool" else ""
        return position.word(kind, place), now, ""
    notes = [*land.printed(position, region), *map(str, position.markers(region))]
    return position.word("region", region), str(position.tokens(region)), ", ".join(notes)


def _bounds(low: int, high: int, total: int | None) -> str:
    if high in {UNLIMITED, total}:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _how(position: Position, request: Any) -> list[str]:
    """How much is to be given out, and how to say it."""
    _, _, site, places, low, high, total, _ = request
    kind = position.rules.sites[site].thing
    word, (now, new) = _place(position, kind, places[0])[0], _troops(position, kind, places)
    if position.rules.sites[site].counted:
        now = 0  # the markers are in hand: nothing can stay as it is
    ways = [f"Answer with places and numbers, such as `{word} {_example(low, high, total)}`."]
    if total is None:
        ways += ["`all 1`: one in each.", KEEP]
    else:
        ways.append(f"`rest {word}`: whatever is left goes there.")
        if now and now + new == total:
            ways.append(f"`keep rest {word}`: as now, the hand there." if new else KEEP)
    lines = wrapped(" ".join([*ways, "A place that you leave out gets its least."]))
    if total is None:
        return lines
    most = "at most " if total < 0 else ""
    verb = "Take away" if kind == "pool" else "Give out"
    return [f"{verb} {most}{abs(total)} in all.", *lines]


def _troops(position: Position, kind: str, places: Any) -> tuple[int, int]:
    """Tokens in the places, and in the hand of the race that stands in the first of them."""
    race = position.occupant(places[0]) if kind == "region" else None
    if race is None:
        return 0, 0
    return sum(map(position.tokens, places)), position.hand(race)


def _example(low: Any, high: Any, total: int | None) -> int:
    """A number for the first place that makes a whole answer, or as much of one as it can."""
    most = high[0] if total is None else min(high[0], low[0] + abs(total) - sum(low))
    return int(low[0] if most == UNLIMITED else most)


_SCREENS: dict[str, Callable[[Numbered, Any], None]] = {
    "option": _option,
    "pick": _pick,
    "number": _number,
    "allocate": _allocate,
    "order": _order,
}
