"""Whatever is changed in the compiled rule of a card shows in its English.

The operators are those by which the tests of cards are tried: numbers, comparisons, conditions,
words, properties, layers, sides, phases, limits, durations, statements left out.
"""

import sys
from itertools import islice
from pathlib import Path

import pytest
from attrs import define, evolve, field

from talesmith.compile import load_ruleset
from talesmith.ruleset.ops import STATEMENTS
from talesmith.ruleset.vocabulary import GAME, PROPERTIES
from talesmith.show.english import UnsayableError, describe

ROOT = Path(__file__).resolve().parents[4]

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
LAYERS = ("add", "become", "cap", "floor")
WINDOWS = ("turn", "round", "game", "stay")
PHASES = ("active", "also", "only")


OF_THE_RULES = ("rules",)


SAMPLES = {"small_world": (3, 280), "small_world_tales": (25, 80), "warcraft": (25, 100)}
"""Of so many mutants of a game one is told in a test, which makes so many at least."""


@pytest.mark.parametrize("game", SAMPLES)
def test_every_mutant_of_a_sample_reads_differently(game):
    every, least = SAMPLES[game]
    ruleset, _ = load_ruleset(game, [ROOT])
    found = checked(ruleset, every)
    assert found.tried > least
    assert found.same == []
    assert found.broken == []
    assert found.unbound <= found.tried / 20


@define
class Found:
    """What came out: how many were tried, which read the same, which can not be read."""

    tried: int = 0
    same: list = field(factory=list)
    broken: list = field(factory=list)
    unbound: int = 0
    """statements left out whose names are needed behind them: the printer says so"""


def checked(ruleset, every=1):
    """Tell each `every`th mutant of each card; `python test_mutants.py RULESET` tells all."""
    usual = {card.id: describe(ruleset, card.id) for card in ruleset.cards}
    found = Found()
    for card, what, mutant in islice(mutants(ruleset), 0, None, every):
        found.tried += 1
        try:
            text = describe(mutant, card)
        except UnsayableError as error:
            text = str(error)
            assert "was bound by nothing" in text, (card, what, text)
            assert what[0] == "body", "only a statement left out unbinds a name"
            found.unbound += 1
        if text == usual[card]:
            found.same.append((card, what))
        if set(text) & set("\0\1\2\3\4<>[]"):
            found.broken.append((card, what, text))
    return found


def mutants(ruleset):
    """Yield the card, what was changed and the ruleset with the change."""
    cards = {card.id for card in ruleset.cards if card.kind not in OF_THE_RULES}
    words = {name: [w.id for w in group] for name, group in ruleset.words}
    words |= {f"key {key.name}": list(key.values) for key in ruleset.keys}
    words["roles"] = {
        hook.name: [n for n in hook.roles if hook.params[n].type.rstrip("?") == "race"]
        for hook in ruleset.hooks
    }
    for name, mutated in (
        ("handlers", lambda h: handler_mutants(h, words)),
        ("markers", piece_mutants),
        ("units", piece_mutants),
        ("items", item_mutants),
        ("ways", lambda way: way_mutants(way, words)),
        ("suppressions", lambda s: suppress_mutants(s, words)),
        ("states", state_mutants),
        ("steps", lambda step: step_mutants(step, words)),
        ("cards", card_mutants),
    ):
        things = getattr(ruleset, name)
        for place, thing in enumerate(things):
            card = thing.id if name == "cards" else thing.card
            for what, new in mutated(thing) if card in cards else ():
                kept = () if new is None else (new,)
                all_things = (*things[:place], *kept, *things[place + 1 :])
                yield card, what, evolve(ruleset, **{name: all_things})


def card_mutants(card):
    for place, (name, value) in enumerate(card.facts):
        if isinstance(value, int):
            facts = (*card.facts[:place], (name, value + 1), *card.facts[place + 1 :])
            yield f"{name} + 1", evolve(card, facts=facts)
    if card.kind == "event":
        for lasts in ((), (("game", None),), (("turn", None),)):
            if lasts != (card.lasts or ()):
                yield f"lasts {lasts}", evolve(card, lasts=lasts)


def item_mutants(item):
    yield "bearer", evolve(item, bearer={"player": "race"}.get(item.bearer, "player"))
    for ends in ((("turn", None),), (("round", None),), ()):
        if ends != tuple(item.until or ()):
            yield f"until {ends}", evolve(item, until=ends)


def way_mutants(way, words):
    yield "no text", evolve(way, text=None if way.text is not None else "Some way")
    yield from guard_mutants(way, words)
    for phase in PHASES if way.holder in ("race", "power") else ():
        if phase != way.phase:
            yield phase, evolve(way, phase=phase)
    if way.limit is not None:
        yield from limit_mutants(way, words)


def suppress_mutants(s, words):
    yield "no suppression", None
    yield "kind", evolve(s, kind={"race": "power", "power": "race"}[s.kind])
    yield from guard_mutants(s, words)
    if s.scope is not None:
        yield "no scope", evolve(s, scope=None)
        for scope in changed(s.scope, words):
            yield ("scope", scope), evolve(s, scope=scope)


def state_mutants(state):
    for reset in (None, "turn", "round"):
        if reset != state.reset:
            yield f"reset {reset}", evolve(state, reset=reset)
    if state.initial[0] == "num":
        yield "start", evolve(state, initial=(*state.initial[:3], state.initial[3] + 1))


def step_mutants(step, words):
    for body in changed(step.body, words):
        yield ("body", body), evolve(step, body=body)


def guard_mutants(thing, words):
    if thing.guard is not None:
        yield "no guard", evolve(thing, guard=None)
        yield "contrary guard", evolve(thing, guard=("not", 0, "flag", thing.guard))
        for guard in changed(thing.guard, words):
            yield ("guard", guard), evolve(thing, guard=guard)


def piece_mutants(piece):
    yield "more in a region", evolve(piece, most=(piece.most or 0) + 1)
    yield "more in all", evolve(piece, supply=(piece.supply or 0) + 1)
    for place in range(len(piece.fates)):
        fates = (*piece.fates[:place], *piece.fates[place + 1 :])
        yield f"no fate {place}", evolve(piece, fates=fates)
    for kind in ("conquered", "abandoned", "declined"):
        if all(fate.kind != kind for fate in piece.fates) and piece.fates:
            moved = (evolve(piece.fates[0], kind=kind), *piece.fates[1:])
            yield f"stays {kind}", evolve(piece, fates=moved)


def handler_mutants(h, words):
    yield "no handler", None
    for phase in PHASES:
        if phase != h.phase and h.holder in ("race", "power"):
            yield phase, evolve(h, phase=phase)
    yield from guard_mutants(h, words)
    yield from head_mutants(h, words)
    if h.limit is not None:
        yield from limit_mutants(h, words)
    if h.target is not None:
        for target in changed(h.target[1], words):
            yield ("target", target), evolve(h, target=(h.target[0], target))
    for body in changed(h.body, words):
        yield ("body", body), evolve(h, body=body)


def head_mutants(h, words):
    if h.may is not None:
        yield "another text", evolve(h, may="Do so")
    for role in words["roles"].get(h.hook, ()) if h.role is not None else ():
        if role != h.role:
            yield f"role {role}", evolve(h, role=role)
    for place in range(len(h.after)):
        yield "no order", evolve(h, after=(*h.after[:place], *h.after[place + 1 :]))


def limit_mutants(h, words):
    yield "no limit", evolve(h, limit=None)
    for window in WINDOWS[:3]:
        if window != h.limit.window:
            yield window, evolve(h, limit=evolve(h.limit, window=window))
    if h.limit.key is not None:
        yield "no key", evolve(h, limit=evolve(h.limit, key=None))
    for n in changed(h.limit.n, words):
        yield ("limit", n), evolve(h, limit=evolve(h.limit, n=n))


def changed(node, words):
    """Yield a part of the typed form with one thing changed, for each place and operator."""
    if not isinstance(node, tuple):
        return
    if node and isinstance(node[0], str):
        for operator in (numbers, logic, names, windows, layers, choices):
            yield from (new for new in operator(node, words) if new != node)
    elif is_body(node):
        for place in range(len(node)):
            yield node[:place] + node[place + 1 :]
    for place, part in enumerate(node):
        for new in changed(part, words):
            yield (*node[:place], new, *node[place + 1 :])


def is_body(node):
    return bool(node) and all(
        isinstance(s, tuple)
        and len(s) > 1
        and s[0] in STATEMENTS
        and isinstance(s[1], int)
        and not (len(s) > 2 and isinstance(s[2], str) and s[0] == "set")
        for s in node
    )


def numbers(node, _):
    if node[0] == "num":
        values = {node[3] + 1, node[3] - 1, -node[3]} - {node[3]}
        for value in sorted(values):
            yield (*node[:3], value)
    if node[0] == "div":
        yield (*node[:5], {"up": "down", "down": "up"}[node[5]])
    if node[0] in ("smaller", "larger"):
        yield ({"smaller": "larger", "larger": "smaller"}[node[0]], *node[1:])


def logic(node, _):
    if node[0] in ("and", "or"):
        yield ({"and": "or", "or": "and"}[node[0]], *node[1:])
        for place in range(3, len(node)):
            rest = node[3:place] + node[place + 1 :]
            yield rest[0] if len(rest) == 1 else (*node[:3], *rest)
    if node[0] == "not":
        yield node[3]
    if node[0] in COMPARISONS:
        numeric = node[3][2].rstrip("?") == "number"
        for op in COMPARISONS if numeric else COMPARISONS[:2]:
            if op != node[0]:
                yield (op, *node[1:])
    if node[0] == "filter":
        yield node[3]


def names(node, words):
    if node[0] == "word":
        for word in words.get(node[3], ()):
            if word != node[4]:
                yield (*node[:4], word)
    if node[0] == "has" and node[4] == "symbol":
        for word in words["symbol"]:
            if word != node[5]:
                yield (*node[:5], word)
    if node[0] in ("get", "game") and len(node) > 3:
        known = PROPERTIES if node[0] == "get" else GAME
        holder = node[3].split(".")[0] if node[0] == "get" else ""
        for name, kind in known.items():
            if name != node[3] and kind == node[2] and name.startswith(holder):
                yield (*node[:3], name, *node[4:])


def windows(node, _):
    if node[0] == "past":
        for window in WINDOWS:
            if window != node[4]:
                yield (*node[:4], window)
    if node[0] == "attach":
        for window in WINDOWS[:3]:
            yield (*node[:4], ((window, None),))


def layers(node, _):
    if node[0] in LAYERS and node[2][2] != "flag":
        for op in LAYERS:
            if op != node[0]:
                yield (op, node[1], node[2], node[3], *((None,) if op == "become" else ()))
    if node[0] == "move_n":
        yield (*node[:4], node[5], node[4])


BY = {"ask": 2, "option": 2, "number": 4, "choose": 6, "tokens": 5, "allot": 7, "order": 3,
      "station": 5, "roll": 3}  # fmt: skip
"""Where a question says who is asked."""


def choices(node, _):
    if node[0] == "at_once":
        yield ("for", *node[1:])
    if node[0] in BY and len(node) > BY[node[0]] and isinstance(node[BY[node[0]]], tuple):
        at = BY[node[0]]
        other = ("get", 0, "player", "player.left", node[at])
        yield (*node[:at], other, *node[at + 1 :])
    if node[0] == "option":
        for done in (None, ()):
            yield (*node[:6], done, *node[7:])
    if node[0] == "choose":
        yield (*node[:6], None, *node[7:])
        yield (*node[:8], None, *node[9:])
        yield (*node[:9], None, *node[10:])


if __name__ == "__main__":
    for game in sys.argv[1:]:
        loaded, _ = load_ruleset(game, [ROOT])
        told = checked(loaded)
        lines = ["\n  ".join(map(str, line)) for line in (*told.same, *told.broken)]
        counts = f"{len(told.same)} read the same, {len(told.broken)} broken"
        lines.append(f"{game}: {told.tried} mutants, {counts}, {told.unbound} without a name")
        sys.stdout.write("\n".join(lines) + "\n")
