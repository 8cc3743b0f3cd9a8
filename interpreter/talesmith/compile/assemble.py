"""The last pass: overlays are laid over the base, cards are counted off, and all is frozen."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from attrs import evolve, frozen

from talesmith.compile.cards import set_key
from talesmith.compile.context import Writer
from talesmith.compile.declarations import title
from talesmith.compile.gathered import Gathered, Replacement
from talesmith.compile.pools import Facts, holds
from talesmith.compile.selection import Selection
from talesmith.compile.touched import check_house_rules, keys_set
from talesmith.diagnose.diagnostic import Place
from talesmith.names.declared import CARD_KINDS
from talesmith.names.findings import Findings
from talesmith.names.scope import Frame, Scope
from talesmith.names.types import CARD_OF_KIND
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Card, Natives, Piece, Ruleset, Word
from talesmith.syntax import tree

ORDER_OF_KINDS = (*CARD_KINDS, "rules", "house_rule")
ONCE = ("race", "power")
"""kinds of cards of which a game has each at most once"""

AS_WRITTEN = (
    "hooks", "steps", "handlers", "keys", "dice", "markers", "units", "items", "ways",
    "suppressions", "states", "stacks", "natives", "maps", "touches",
)  # fmt: skip
"""Parts of a ruleset that are taken over in the order in which they were read."""


@frozen
class Plan:
    """A ruleset as written, and everything found for it."""

    node: tree.Ruleset
    package: str
    selection: Selection
    texts: tuple[str, ...]


def assemble(plan: Plan, gathered: Gathered, writer: Writer) -> Ruleset:
    """Freeze everything into a ruleset."""
    vocabulary, findings = writer.vocabulary, writer.findings
    lay_over(gathered, findings)
    cards = sorted(gathered.cards, key=lambda c: (ORDER_OF_KINDS.index(c.kind), c.id))
    lines = plan.node.lines
    return Ruleset(
        id=f"{plan.package}.{plan.node.name}",
        name=title(plan.node),
        text=" ".join(n.text.text for n in lines if isinstance(n, tree.CardText)),
        language=1,
        packages=tuple(plan.selection.packages.items()),
        cards=tuple(cards),
        words=_words(vocabulary),
        properties=tuple(sorted(vocabulary.properties.items())),
        settings=_settings(writer, gathered, lines),
        boards=tuple(plan.selection.boards),
        pools=_pools(writer, cards, plan),
        **{name: tuple(getattr(gathered, name)) for name in AS_WRITTEN},
        digest=hashlib.sha256("\0".join(sorted(plan.texts)).encode()).hexdigest()[:32],
    )


def lay_over(gathered: Gathered, findings: Findings) -> None:
    """Put every replacement in the place of what it replaces; two on one label clash."""
    over = {card.id: _names_below(card) for card in gathered.cards}
    taken: dict[tuple[str, str], Replacement] = {}
    for new in gathered.replacements:
        label = (new.kind, new.name)
        old = taken.get(label)
        if old is not None and not _lies_over(new, old, over):
            if not _lies_over(old, new, over):
                _clash(new, old, findings)
            continue
        taken[label] = new
    check_house_rules(gathered, findings)
    for new in taken.values():
        _put(gathered, new, findings)


def _names_below(card: Card) -> set[str]:
    package = card.id.partition(".")[0]
    return {*card.over, *(f"{package}.{name}" for name in card.over)}


def _lies_over(new: Replacement, old: Replacement, over: dict[str, set[str]]) -> bool:
    below = over.get(new.card, set())
    return old.card in below or old.card.partition(".")[0] in below


def _clash(new: Replacement, old: Replacement, findings: Findings) -> None:
    findings.add(
        "T310", new.span, first=f"`{old.card}`", second=f"`{new.card}`", replaced=new.name,
        places=(Place(old.span, "the other one"),), hint="one of them has to be `over` the other",
    )  # fmt: skip


def _put(gathered: Gathered, new: Replacement, findings: Findings) -> None:
    kept: list[Any] = getattr(gathered, new.kind)
    thing: Any = new.thing
    for number, old in enumerate(kept):
        if _label(old) == _label(thing):
            if _shape(old) != _shape(thing):
                problem = f"`{new.name}` must take and give the same as what it replaces"
                findings.add("T202", new.span, problem=problem)
            kept[number] = _in_place(gathered, old, thing)
            return


def _in_place(gathered: Gathered, old: Any, thing: Any) -> Any:
    """What takes the place of something keeps the full name by which everybody knows it.

    The hooks of a replaced marker go with it, those of the new one speak for its pieces.
    """
    if not isinstance(old, Piece | Natives):
        return thing
    kept = [h for h in gathered.handlers if h.piece != old.id]
    gathered.handlers[:] = [evolve(h, piece=old.id) if h.piece == thing.id else h for h in kept]
    return evolve(thing, id=old.id)


def _label(thing: Any) -> str:
    if hasattr(thing, "id"):
        return str(thing.id).rpartition(".")[2]
    return str(thing.name)


def _shape(thing: Any) -> Any:
    parameters = getattr(thing, "params", None)
    if parameters is None:
        return None
    return [(p.name, p.type) for p in parameters], thing.type


def _words(vocabulary: Vocabulary) -> tuple[tuple[str, tuple[Word, ...]], ...]:
    return tuple(
        (name, tuple(_word(word, declared.node) for word, declared in words.items()))
        for name, words in sorted(vocabulary.words.items())
    )


def _word(word: str, entry: tree.Entry) -> Word:
    texts = [text.text for text in entry.texts[:3]]
    name, sign, colour = (*texts, *[""] * (3 - len(texts)))
    return Word(word, name or word.replace("_", " ").capitalize(), sign, colour)


def _settings(
    writer: Writer, gathered: Gathered, lines: Iterable[tree.RulesetLine]
) -> tuple[tuple[str, str], ...]:
    """Give the value of every key: first value, then house rules, then the ruleset."""
    values = {key.name: key.values[0] for key in gathered.keys}
    changed = keys_set(gathered)
    for line in lines:
        setting = set_key(writer, line) if isinstance(line, tree.SetKey) else None
        changed += [setting] if setting else []
    values.update(changed)
    return tuple(sorted(values.items()))


def _pools(
    writer: Writer, cards: list[Card], plan: Plan
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Give the cards in play by kind; a `pool` line narrows its kind.

    One that stands in the ruleset says nothing of cards that are added to it for this once.
    """
    pools = {kind: [c for c in cards if c.kind == kind] for kind in CARD_KINDS}
    for line in plan.node.lines:
        if isinstance(line, tree.Pool):
            added = [c for c in pools.get(line.kind.text, ()) if _is_added(c, line, plan)]
            _narrow(writer, line, pools)
            if added:
                kept = pools[line.kind.text]
                kept += [card for card in added if card not in kept]
    return tuple((kind, tuple(c.id for c in kept)) for kind, kept in pools.items())


def _is_added(card: Card, line: tree.Pool, plan: Plan) -> bool:
    """Whether a card comes from outside of the ruleset in whose text a line stands."""
    here = line.span.path
    return (
        bool(here)
        and card.where.path != here
        and card.id.rpartition(".")[0] not in plan.selection.own
    )


def _narrow(writer: Writer, line: tree.Pool, pools: dict[str, list[Card]]) -> None:
    kind = line.kind.text
    if kind not in pools:
        writer.findings.unknown("T104", line.kind.span, kind, CARD_KINDS, what="kind of card")
        return
    if line.where is not None:
        scope = Scope(Frame())
        slot = scope.bind("it", CARD_OF_KIND[kind])
        condition = writer.resolver.condition(line.where.condition, scope)
        facts = Facts(slot, writer.vocabulary.properties)
        pools[kind] = [c for c in pools[kind] if holds(condition, c, facts, writer, line.where)]
        return
    named: Counter[str] = Counter()
    for name in line.cards:
        found = writer.vocabulary.find(kind, str(name), writer.home)
        if not found:
            known = writer.vocabulary.all(kind)
            writer.findings.unknown("T104", name.span, str(name), known, what=kind)
        for one in found:
            if named[one.full] and kind in ONCE:
                problem = f"a {kind} is in a game once: its {CARD_OF_KIND[kind]} says whose it is"
                writer.findings.add("T202", name.span, problem=problem)
            named[one.full] += 1
    pools[kind] = [c for c in dict.fromkeys(pools[kind]) for _ in range(named[c.id])]
