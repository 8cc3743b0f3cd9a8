"""Races of a position: who plays what, what has declined, and the tokens that are not on the map.

A player whose combo is not given gets a plain one: banner and badge of a package in which no card
does anything, in the order in which they are written; the first seat the first, and so on.
"""

from __future__ import annotations

from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.tokens import PROXIES
from talesmith.prove.draft import Draft, states_of
from talesmith.prove.facts import Facts, Thing, spelled
from talesmith.record.words import short_id
from talesmith.syntax import tree

POOLS = ("hand", "withdrawn", "aside")
MOST = 255


def cast_races(draft: Draft, named: tuple[str, ...], facts: Facts) -> None:
    """Put the races of all players into play, the declined ones first: they are older.

    `named` are the players in the order in which the scenario names them.
    """
    for seat, player in enumerate(draft.seats):
        _declined(draft, seat, facts.about(player))
    for seat, player in enumerate(draft.seats):
        _active(draft, seat, named.index(player), facts.about(player))
    for player in draft.seats:
        known = ["combo", "declined", "coins", *POOLS, "tray", *states_of(draft.rules, "player")]
        draft.only(facts.about(player), "player", known)


def _declined(draft: Draft, seat: int, thing: Thing) -> None:
    fact = thing.facts.get("declined")
    for word in fact.values if fact else ():
        banner = None if spelled(word) == "none" else _banner(draft, word)
        if banner is not None:
            race = _found(draft, banner, NONE, seat)
            draft.rules.races.set_declined(draft.m, race, declined=True)


def _active(draft: Draft, seat: int, number: int, thing: Thing) -> None:
    fact = thing.facts.get("combo")
    words = _plain_combo(draft, number, thing) if fact is None else fact.values
    if [spelled(word) for word in words] == ["none"]:
        return
    draft.uncast.add(seat)
    if fact is not None and (problem := _no_combo(draft, words)) is not None:
        draft.refuse(fact.span, problem)
    elif len(words) == 2:
        badge, banner = draft.card("power", words[0]), _banner(draft, words[1])
        if badge is None or banner is None:
            return
        if draft.claim("power", badge, spelled(words[0]), words[0].span):
            _found(draft, banner, badge, seat)
            draft.uncast.discard(seat)


def _no_combo(draft: Draft, words: tuple[tree.PlayWord, ...]) -> str | None:
    """Why these words are no power and race, if they are cards and that can be seen; else None."""
    texts = [spelled(word) for word in words]
    races, powers = ([t for t in texts if draft.has_card(kind, t)] for kind in ("race", "power"))
    plain = [short_id(cards[0]) for kind in ("power", "race")
             if (cards := plain_cards(draft.rules, kind))]  # fmt: skip
    power, race = (*powers[:1], *plain[:1], "POWER")[0], (*races[:1], *plain[1:], "RACE")[0]
    example = f"write `combo: {power}, {race}`"
    if len(texts) == 2 and texts[0] in races and texts[0] not in powers:
        return f"`{texts[0]}` is a race, and the power stands first: {example}"
    if len(texts) == 2 and texts[1] in powers and texts[1] not in races:
        return f"`{texts[1]}` is a power, and the race stands behind it: {example}"
    return None if len(texts) == 2 else f"a combo is a power and a race, or `none`: {example}"


def _plain_combo(draft: Draft, number: int, thing: Thing) -> tuple[tree.PlayWord, ...]:
    both = [plain_cards(draft.rules, kind) for kind in ("power", "race")]
    if any(number >= len(cards) for cards in both):
        problem = f"these rules have no plain combo for {thing.name}: give one with `combo:`"
        draft.refuse(thing.span, problem)
        return ()
    words = (tree.Word(cards[number], span=thing.span) for cards in both)
    return tuple(tree.FullName(None, word, span=thing.span) for word in words)


def plain_cards(rules: Binder, kind: str) -> list[str]:
    """Full names of the cards without any ability, in the order in which they are written."""
    rs = rules.ruleset
    busy = {h.card for h in rs.handlers} | {s.card for s in rs.suppressions}
    busy |= {x.card for xs in (rs.markers, rs.units, rs.items, rs.ways, rs.states) for x in xs}
    own = {card.id for card in rs.cards if card.kind in ("race", "power")}
    packages = {card.partition(".")[0] for card in busy & own}
    cards = [c for c in rules.cards_of(kind) if c.id.partition(".")[0] not in packages]
    return [c.id for c in sorted(cards, key=lambda c: (c.where.path, c.where.line))]


def _banner(draft: Draft, word: tree.PlayWord) -> int | None:
    banner = draft.card("race", word)
    if banner is None or not draft.claim("race", banner, spelled(word), word.span):
        return None
    return banner


def _found(draft: Draft, banner: int, badge: int, seat: int) -> int:
    race = draft.rules.races.found(draft.m, banner, badge, seat)
    draft.races[short_id(draft.rules.cards_of("race")[banner].id)] = race
    return race


# ---- what is said about a race, under its name or that of the player whose active race it is ----


def fill_pools(draft: Draft, facts: Facts) -> None:
    """Move tokens of all races from their trays to hands and other pools."""
    for name, race in _spoken_of(draft, facts):
        thing = facts.about(name)
        for pool in POOLS:
            fact = thing.facts.get(pool)
            n = draft.number(fact, 0, MOST)
            if fact is not None and n is not None:
                cell = draft.rules.layout[f"race.{pool}"] + race
                draft.place(race, n, (race + 1) << 16 | cell, fact.span)


def settle_races(draft: Draft, facts: Facts) -> None:
    """Trays, badges, slots and states, when everything else lies where it should."""
    for name, race in _spoken_of(draft, facts):
        thing = facts.about(name)
        _tray(draft, race, thing)
        if name in draft.races:
            known = [*POOLS, "tray", "badge", "slot", *states_of(draft.rules, "race")]
            draft.only(thing, "race", known)
            _kept_badge(draft, race, thing)
            _slot(draft, race, thing)
            draft.set_states(thing, "race", race)
    _nobody_has_left(draft, facts)


def _spoken_of(draft: Draft, facts: Facts) -> list[tuple[str, int]]:
    """Names under which something is said about a race in play, with the race."""
    found = []
    for name in facts.things:
        if name in draft.seats:
            race = draft.get("player.active", draft.seats.index(name))
            if race != NONE:
                found.append((name, race))
            elif draft.seats.index(name) not in draft.uncast:
                _no_race(draft, facts.about(name))
        elif name in draft.races:
            found.append((name, draft.races[name]))
    return found


def _no_race(draft: Draft, thing: Thing) -> None:
    for pool in (*POOLS, "tray"):
        if pool in thing.facts:
            draft.refuse(thing.facts[pool].span, f"{thing.name} has no active race")


def _tray(draft: Draft, race: int, thing: Thing) -> None:
    fact, left = thing.facts.get("tray"), draft.get("race.tray", race)
    wanted = draft.number(fact, 0, left)
    if wanted is not None:
        draft.put("race.tray", race, wanted)
        draft.put("race.box", race, PROXIES + left - wanted)


def _kept_badge(draft: Draft, race: int, thing: Thing) -> None:
    word = draft.single(thing.facts.get("badge"))
    badge = None if word is None else draft.card("power", word)
    if word is None or badge is None:
        return
    if draft.claim("power", badge, spelled(word), word.span):
        draft.put("race.badges", race, draft.get("race.badges", race) | 1 << badge)
        draft.rules.races.refresh(draft.m)


def _slot(draft: Draft, race: int, thing: Thing) -> None:
    word = draft.single(thing.facts.get("slot"))
    slot = None if word is None else draft.value("word slot", word)
    if slot is not None:
        draft.put("race.slot", race, slot)


def _nobody_has_left(draft: Draft, facts: Facts) -> None:
    """A declined race without a token would have left play."""
    for seat, player in enumerate(draft.seats):
        fact = facts.about(player).facts.get("declined")
        words = fact.values if fact else ()
        for race, word in zip(draft.rules.races.declined_of(draft.m, seat), words, strict=False):
            pools = sum(draft.get(f"race.{pool}", race) for pool in ("hand", "withdrawn"))
            if not pools and not draft.get("race.regions", race):
                draft.refuse(word.span, f"`{spelled(word)}` has declined and has no token left")
