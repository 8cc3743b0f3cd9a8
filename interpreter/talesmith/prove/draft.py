"""The position under work: a machine to write into, the cards that already lie somewhere.

Every word of a position is read here, so that whatever is wrong with one is found at its place.
Reading gives None after a finding; the position is then never played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from talesmith.diagnose.diagnostic import Place
from talesmith.ground.span import Span
from talesmith.model.layout import NONE
from talesmith.names.findings import Findings
from talesmith.play.bind import Binder
from talesmith.play.expressions.facts import KINDS
from talesmith.play.machine import Machine
from talesmith.play.step import opening
from talesmith.prove.facts import Thing, spelled
from talesmith.record.words import short_id
from talesmith.ruleset.parts import State
from talesmith.syntax import tree

MOST = 10**6


class Draft:
    """A position that is being laid out."""

    def __init__(self, rules: Binder, seats: tuple[str, ...], findings: Findings) -> None:
        self.rules = rules
        self.seats = seats
        self.findings = findings
        self.m = Machine(opening(rules, 0), rules.codes)
        self.races: dict[str, int] = {
            short_id(natives.id): at for at, natives in enumerate(rules.ruleset.natives)
        }
        """number of each race in play under the short name of its banner"""
        self.uncast: set[int] = set()
        """seats with a wrong combo: that they have no race needs no finding of its own"""
        self._lies: dict[tuple[str, int], list[Span]] = {}

    # ---- reading words ----

    def number(self, fact: tree.GivenFact | None, low: int, high: int) -> int | None:
        """The number of a fact; None if there is no fact, or after a finding."""
        word = self.single(fact)
        if word is None:
            return None
        if not isinstance(word, tree.Number):
            self.findings.add("T201", word.span, found=f"`{word}`", expected="a number")
            return None
        if not low <= word.value <= high:
            bounds = f"{low} to {high}"
            self.findings.add("T205", word.span, value=word.value, range=bounds)
            return None
        return word.value

    def single(self, fact: tree.GivenFact | None) -> tree.PlayWord | None:
        """The one word of a fact."""
        if fact is not None and len(fact.values) == 1:
            return fact.values[0]
        if fact is not None:
            self.findings.add("T202", fact.span, problem="one word is needed here")
        return None

    def one_of(self, word: tree.PlayWord, known: Iterable[str], what: str) -> str | None:
        """The text of a word that must be one of these."""
        choices, text = tuple(known), spelled(word)
        if text in choices:
            return text
        self.findings.unknown("T104", word.span, text, choices, what=what)
        return None

    def card(self, kind: str, word: tree.PlayWord) -> int | None:
        """The number of a card of this kind, by short or full name."""
        cards, text = self.rules.cards_of(kind), spelled(word)
        found = [at for at, card in enumerate(cards) if text in (card.id, short_id(card.id))]
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(cards[at].id for at in found)
            self.findings.add("T108", word.span, name=text, candidates=names)
        elif not cards:
            about = f"there is no {kind} in this game: `under NAME` plays by other rules"
            self.refuse(word.span, f"`{text}` cannot be here, for {about}")
        else:
            known = [short_id(card.id) for card in cards]
            self.findings.unknown("T104", word.span, text, known, what=f"{kind} in this game")
        return None

    def has_card(self, kind: str, text: str) -> bool:
        """Whether a word is the short or full name of a card of this kind."""
        return any(text in (card.id, short_id(card.id)) for card in self.rules.cards_of(kind))

    def value(self, kind: str, word: tree.PlayWord) -> int | None:
        """The value of a word of this type, as the layout stores it."""
        kind, text = kind.removesuffix("?"), spelled(word)
        if text == "none":
            return NONE
        if kind == "number":
            fact = tree.GivenFact(tree.Name(""), (word,), span=word.span)
            return self.number(fact, -MOST, MOST)
        known = self._known(kind)
        if known is None:
            return self.card(KINDS.get(kind, kind), word)
        chosen = self.one_of(word, known, kind.removeprefix("word "))
        return None if chosen is None else known[chosen]

    def _known(self, kind: str) -> dict[str, int] | None:
        if kind == "flag":
            return {"no": 0, "yes": 1}
        if kind.startswith("word "):
            words = dict(self.rules.ruleset.words)[kind.removeprefix("word ")]
            return {word.id: at for at, word in enumerate(words)}
        if kind == "player":
            return {name: seat for seat, name in enumerate(self.seats)}
        return {"race": self.races, "region": self.rules.board.number}.get(kind)

    def only(self, thing: Thing, kind: str, known: Iterable[str]) -> None:
        """Report every fact about a thing that is none of these."""
        names = tuple(known)
        for name, fact in thing.facts.items():
            if name not in names:
                self.findings.unknown("T102", fact.path.span, name, names, type=kind)

    # ---- writing ----

    def put(self, field: str, index: int, value: int) -> None:
        """Write one number of the layout."""
        at = self.rules.layout[field] + index
        if self.rules.layout.by_name[field].cell:
            self.m.cells[at] = value
        else:
            self.m.nums[at] = value

    def get(self, field: str, index: int) -> int:
        """Read one number of the layout."""
        at = self.rules.layout[field] + index
        is_cell = self.rules.layout.by_name[field].cell
        return self.m.cells[at] if is_cell else self.m.nums[at]

    def claim(self, kind: str, number: int, name: str, span: Span) -> bool:
        """Note where a card lies; False, and a finding, if all of it lies somewhere already."""
        lies = self._lies.setdefault((kind, number), [])
        if len(lies) < self.rules.copies_of(kind).count(number):
            lies.append(span)
            return True
        places = [Place(lies[0], "here first")]
        problem = f"`{name}` lies in two places"
        if len(lies) > 1:
            problem = f"`{name}` is in this game {len(lies)} times"
        self.findings.add("T202", span, problem=problem, places=places)
        return False

    def free(self, kind: str, things: Iterable[int]) -> list[int]:
        """Those of these cards that lie nowhere yet."""
        lies = Counter(
            {number: len(spans) for (k, number), spans in self._lies.items() if k == kind}
        )
        found = []
        for thing in things:
            if lies[thing]:
                lies[thing] -= 1
            else:
                found.append(thing)
        return found

    def place(self, race: int, n: int, pool: int, span: Span) -> None:
        """Move tokens of a race from its tray to a pool."""
        left = self.get("race.tray", race)
        if n > left:
            self.findings.add("T205", span, value=n, range=f"{left} tokens are left in the tray")
            return
        tokens = self.rules.tokens
        tokens.move(self.m, n, (race + 1) << 16 | tokens.tray + race, pool)

    def set_states(self, thing: Thing, holder: str, index: int) -> None:
        """Write the declared states of a thing that are given."""
        for name, state in states_of(self.rules, holder).items():
            word = self.single(thing.facts.get(name))
            value = None if word is None else self.value(state.type, word)
            if value is not None:
                self.put(f"state {state.id}", index, value)

    def refuse(self, span: Span, problem: str) -> None:
        """Report that there can be no such position."""
        self.findings.add("T202", span, problem=problem)


def states_of(rules: Binder, holder: str) -> dict[str, State]:
    """The declared states of a kind of holder, by short name."""
    return {short_id(s.id): s for s in rules.ruleset.states if s.holder == holder}
