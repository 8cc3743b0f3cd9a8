"""Whatever is changed in the compiled rule of a card shows in its English.

The operators are those by which the tests of cards are tried: numbers, comparisons, conditions,
words, properties, layers, sides, phases, limits, durations, statements left out.
"""

from attrs import evolve

from talesmith.ruleset.ops import STATEMENTS
from talesmith.ruleset.vocabulary import GAME, PROPERTIES
from talesmith.show.english import UnsayableError, describe

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
LAYERS = ("add", "become", "cap", "floor")
WINDOWS = ("turn", "round", "game", "stay")
PHASES = ("active", "also", "only")


def test_every_mutant_of_every_card_reads_differently(small_world):
    usual = {card.id: describe(small_world, card.id) for card in small_world.cards}
    tried, same, broken, unbound = 0, [], [], []
    for card, what, ruleset in mutants(small_world):
        tried += 1
        try:
            text = describe(ruleset, card)
        except UnsayableError as error:
            text = str(error)
            unbound += [(card, what)]
            assert "was bound by nothing" in text
        if text == usual[card]:
            same.append((card, what))
        if set(text) & set("\0\1<>[]"):
            broken.append((card, what, text))
    assert tried > 700
    assert same == []
    assert broken == []
    assert {what[0] for _, what in unbound} <= {"body"}, "only a statement left out unbinds a name"
    assert len(unbound) < tried / 30


def mutants(ruleset):
    """Yield the card, what was changed and the ruleset with the change."""
    cards = {card.id for card in ruleset.cards if card.kind in ("race", "power")}
    words = {name: [w.id for w in group] for name, group in ruleset.words}
    words |= {f"key {key.name}": list(key.values) for key in ruleset.keys}
    for field, changed in (
        ("handlers", lambda h: handler_mutants(h, words)),
        ("markers", piece_mutants),
        ("items", lambda item: [("bearer", evolve(item, bearer="player"))]),
    ):
        things = getattr(ruleset, field)
        for place, thing in enumerate(things):
            for what, new in changed(thing) if thing.card in cards else ():
                kept = () if new is None else (new,)
                all_things = (*things[:place], *kept, *things[place + 1 :])
                yield thing.card, what, evolve(ruleset, **{field: all_things})


def piece_mutants(piece):
    yield "more in a region", evolve(piece, most=(piece.most or 0) + 1)
    yield "more in all", evolve(piece, supply=piece.supply + 1)
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
    if h.guard is not None:
        yield "no guard", evolve(h, guard=None)
        yield "contrary guard", evolve(h, guard=("not", 0, "flag", h.guard))
        for guard in changed(h.guard, words):
            yield ("guard", guard), evolve(h, guard=guard)
    if h.limit is not None:
        yield from limit_mutants(h, words)
    if h.target is not None:
        for target in changed(h.target[1], words):
            yield ("target", target), evolve(h, target=(h.target[0], target))
    for body in changed(h.body, words):
        yield ("body", body), evolve(h, body=body)


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
            yield from operator(node, words)
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
        for word in words[node[3]]:
            if word != node[4]:
                yield (*node[:4], word)
    if node[0] == "has" and node[4] == "symbol":
        for word in words["symbol"]:
            if word != node[5]:
                yield (*node[:5], word)
    if node[0] in ("get", "game"):
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
    if node[0] in LAYERS:
        for op in LAYERS:
            if op != node[0]:
                yield (op, node[1], node[2], node[3], *((None,) if op == "become" else ()))
    if node[0] == "move_n":
        yield (*node[:4], node[5], node[4])


def choices(node, _):
    if node[0] == "choose":
        yield (*node[:6], None, *node[7:])
        yield (*node[:8], None, *node[9:])
        yield (*node[:9], None, *node[10:])
