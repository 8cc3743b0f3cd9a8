"""What happened, in sentences: the events of a step as a person wants to hear them.

Changes that the machine itself makes (a race is founded, declines, coins move) have their sentence
here.  What an action is called and how it is told stands in the rules, as words of the set
`report`; an action in `unsaid` needs no sentence; any other is told by its name and parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from talesmith.model.game import Event
from talesmith.model.layout import NONE
from talesmith.play.changes.tokens import size
from talesmith.play.statements.questions import Site
from talesmith.play.telling.prompts import step_of
from talesmith.show import changes, land
from talesmith.show.events import in_force
from talesmith.show.payments import paid, together
from talesmith.show.position import Position
from talesmith.show.question import option_text
from talesmith.show.revealed import revealed
from talesmith.show.score import breakdown

REPORTS = "report"
UNSAID = "unsaid"
WORDS = re.compile(r"\W+")
PARAMETER = re.compile(r"\{(\w+)\}")


class Report:
    """The sentences for one step, between two positions."""

    def __init__(self, before: Position, after: Position) -> None:
        """A race or combo that has left by then is named after the position before."""
        self.before = before
        self.after = after
        self.rules = after.rules
        self.said = {word.id: word.name for word in after.words(REPORTS)}
        self.unsaid = {word.id for word in after.words(UNSAID)}
        self.cards: dict[int, list[int]] = {}
        """banner and badge of combos, as the events so far have left them"""
        self.tells_moves = False
        """whether tokens move because of what somebody has chosen, and nothing else tells of it"""
        self.in_force = [card.id for card in in_force(before)]
        """the events that are in force by now"""
        self.placed: set[str] = set()
        """markers of which an answer has told where they go"""
        self.lines: Any = None
        self.earned: tuple[int, int] | None = None

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Sentences for the events, in their order."""
        found = []
        for event in plainly(self, changes.lasting(together(events))):
            teller = _TELLERS.get(event[0])
            sentence = "" if teller is None else teller(self, event[1:])
            if sentence:
                found.append(sentence)
        return found

    # ---- names ----

    def race(self, race: int) -> str:
        """A race with its owner."""
        return land.people(self._when(race), race)

    def _when(self, race: int) -> Position:
        known = self.before.read("in play") >> race & 1
        named = race < len(self.rules.ruleset.natives)
        named = named or self.before.read("race.banner", race) != NONE
        return self.before if known and named else self.after

    def thing(self, kind: str, value: Any) -> str:
        """A value of a parameter's type."""
        kind = kind.removesuffix("?")
        if value is None:
            return "nobody"
        if kind == "race":
            return self.race(value)
        if kind == "troops":
            return str(size(value))
        return self.combo(value) if kind == "combo" else self.after.title(kind, value)

    def combo(self, combo: int) -> str:
        """A combo by name; one that was made and taken apart on the way has none any more."""
        cards = self.cards_of(combo)
        if NONE in cards:
            return "a combo"
        game, names = self.after.game, self.after.names
        return f"{names.title(game, 'badge', cards[1])} {names.title(game, 'banner', cards[0])}"

    def cards_of(self, combo: int) -> list[int]:
        """Banner and badge of a combo as the events so far have left them; NONE: it has none."""
        for position in (self.before, self.after):
            if combo not in self.cards and position.read("combo.holder", combo) != NONE:
                parts = ("banner", "badge")
                self.cards[combo] = [position.read(f"combo.{part}", combo) for part in parts]
        return self.cards.get(combo, [NONE, NONE])

    def swap_cards(self, name: str, one: int, two: int) -> None:
        """Two combos change banners or badges."""
        at = ("combo.banner", "combo.badge").index(name)
        first, second = self.cards_of(one), self.cards_of(two)
        first[at], second[at] = second[at], first[at]

    # ---- events ----

    def done(self, event: Sequence[Any]) -> str:
        """An action."""
        name, args = event[0], event[1:]
        self.tells_moves = False
        if self.lines is not None and len(args) == 2:
            return self.scored(*args)
        if f"mute_{name}" in self.unsaid:
            return ""
        hook = self.rules.hooks[name]
        known = {p.name: (p.type, v) for p, v in zip(hook.params, args, strict=False)}
        sentence = self.said.get(f"say_{name}")
        if sentence is None:
            return self.named(name, known)
        told = [known[param] for param in PARAMETER.findall(sentence)]
        if any(is_nothing(kind, value) for kind, value in told):
            return ""
        return PARAMETER.sub(lambda found: self.thing(*known[found[1]]), sentence)

    def named(self, name: str, known: dict[str, tuple[str, Any]]) -> str:
        """An action without a sentence of its own: its name and what it was done with."""
        facts = [
            f"{param.replace('_', ' ')} {self.thing(kind, value)}"
            for param, (kind, value) in known.items()
            if value is not None
        ]
        return f"{name.replace('_', ' ').capitalize()}: {', '.join(facts)}."

    def scored(self, seat: int, amount: int) -> str:
        """A score with the lines of its ledger."""
        lines, self.lines, self.earned = self.lines, None, (seat, amount)
        earns = breakdown(self.after, lines, amount)
        return f"{self.after.player(seat)} earns {earns}."

    def note_lines(self, event: Sequence[Any]) -> str:
        """The lines of the ledger of the next action."""
        self.lines = event[2]
        return ""

    def founded(self, event: Sequence[Any]) -> str:
        """A race comes into play."""
        _, banner, badge, owner = event
        cards = self.after.names
        name = cards.title(self.after.game, "banner", banner)
        if badge != NONE:
            name = f"{cards.title(self.after.game, 'badge', badge)} {name}"
        return f"{self.after.player(owner)} takes {name}."

    def declined(self, event: Sequence[Any]) -> str:
        """A race goes into decline or comes back from it."""
        race, declined = event
        return f"{self.race(race)} {'go into' if declined else 'come back from'} decline."

    def owned(self, event: Sequence[Any]) -> str:
        """A race changes hands."""
        race, owner = event
        return f"{self.race(race)} now belong to {self.after.player(owner)}."

    def rolled(self, event: Sequence[Any]) -> str:
        """A die."""
        die, by, pips = event
        title = next(d.title for d in self.rules.ruleset.dice if d.name == die)
        who = "" if by is None else f"{self.after.player(by)} rolls: "
        return f"{who}{title} {pips}."

    def answered(self, event: Sequence[Any]) -> str:
        """An answer of which nothing else tells: an option with a name, numbers over places."""
        by, number, answer, _ = event
        site = self.rules.sites[number]
        self.tells_moves = site.kind == "pick" and bool(site.prompt)
        if not answer or by not in self.after.seats:
            return ""
        if site.kind == "option":
            return self._chose(by, site, answer)
        if site.kind == "allocate":
            return self._placed(by, site, answer)
        return self._picked(by, site, answer) if site.prompt else ""

    def _chose(self, by: int, site: Site, answer: Sequence[Any]) -> str:
        text, kind = option_text(self.before, site, answer[0])
        if site.thing != "option" or f"skip_{WORDS.sub('_', text.lower())}" in self.unsaid:
            return ""
        what = text if kind == "none" else f"{text}: {self.thing(kind, answer[1])}"
        return f"{self.after.player(by)}: {what}."

    def _picked(self, by: int, site: Site, answer: Any) -> str:
        """Things or a number; rules that ask without a text of their own tell what comes of it."""
        values = answer if site.kind in ("pick", "order") else [answer]
        things = [self.thing(site.thing, value) for value in values]
        return f"{self.after.player(by)} chooses {', '.join(things) or 'nothing'}."

    def _placed(self, by: int, site: Site, answer: Sequence[Any]) -> str:
        parts = [self._part(site, place, n) for place, n in answer if n]
        if not parts or f"mute_{step_of(site)}" in self.unsaid:
            return ""
        self.placed |= {site.counted} if site.counted else set()
        does = "takes away" if site.thing == "pool" else "places tokens"
        if site.counted:
            does = "places"
        elif site.thing == "region" and site.card:
            does = "chooses"  # what the numbers are of, the card alone knows
        return f"{self.after.player(by)} {does}: {', '.join(parts)}."

    def _part(self, site: Site, place: Any, n: int) -> str:
        """How many are in a place."""
        word = self.after.word(site.thing, place)
        if not site.counted:
            return f"{word} {n}"
        name = self.after.title("marker", site.counted)
        return f"{changes.pieces(name, n)} in {word}"

    def opened(self, event: Sequence[Any]) -> str:
        """Sealed answers are opened."""
        site, values = event
        kind = self.rules.sites[site].thing
        parts = [f"{self.after.player(p)} {self.thing(kind, v)}" for p, v in values]
        return f"Opened: {', '.join(parts)}."


def plainly(report: Report, events: Sequence[Event]) -> list[Event]:
    """The events without those of which another one tells better."""
    idle = set()
    for at, event in enumerate(events):
        if event[0] in changes.BETTER:
            before = (n for n in reversed(range(at)) if changes.is_told(report, events[n], event))
            idle.update([*before][:1])
        elif event[0] == "exchange":
            idle.update(at + 1 + n for n in changes.parts(event, events[at + 1 :]))
    return [event for at, event in enumerate(events) if at not in idle]


def is_nothing(kind: str, value: Any) -> bool:
    """Whether a number or some troops are none: of that there is nothing to tell."""
    return (kind == "number" and value == 0) or (kind == "troops" and not size(value))


_TELLERS: dict[str, Callable[[Report, Sequence[Any]], str]] = {
    "do": Report.done,
    "lines": Report.note_lines,
    "coins": paid,
    "found": Report.founded,
    "declined": Report.declined,
    "owner": Report.owned,
    "roll": Report.rolled,
    "answer": Report.answered,
    "opened": Report.opened,
    "tokens": changes.moved,
    "mark": changes.marked,
    "unmark": changes.unmarked,
    "attach": changes.attached,
    "detach": changes.detached,
    "badge": changes.lent,
    "swap": changes.swapped,
    "pair": changes.paired,
    "unpair": changes.parted,
    "keep": changes.kept,
    "exchange": changes.exchanged,
    "lay": changes.laid,
    "set": changes.was_set,
    "reveal": lambda report, event: revealed(report.after, event),
}


def told(before: Position, after: Position, events: Iterable[Event]) -> list[str]:
    """Sentences for what happened between two positions."""
    return Report(before, after).tell(events)
