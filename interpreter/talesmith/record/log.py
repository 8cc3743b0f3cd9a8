"""What happened, line by line: the one printer of events for transcripts.

A line says what changed and where, in words that answer lines use, never a number of the machine:

    4 trolls hand -> hill1
    ana +7 (5 -> 12)

Changes of one kind that follow each other are one line.  What an action is called is left out where
its effects are told.  Headings (a round, a turn) stand at the left, everything else is indented.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.model.game import Event, Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.breakdown import summed
from talesmith.play.questions import CHANCE, OFFER, Site
from talesmith.record.names import CHANCE_WORD, Names
from talesmith.record.question import DONE_WORD, NOTHING_WORD
from talesmith.record.spelling import column_of
from talesmith.record.words import short_id, spoken

INDENT = "  "


def log_lines(
    rules: Binder, names: Names, before: Game | None, events: Sequence[Event], after: Game
) -> list[str]:
    """The lines for what happened between two positions; `before` is None at the very start."""
    printer = Printer(rules, names, before, after)
    lines: list[str] = []
    waiting = list(events)
    while waiting:
        kind = waiting[0][0]
        told, used = _TOGETHER.get(kind, Printer.single)(printer, waiting)
        lines += told
        waiting = waiting[used:]
    return lines


class Printer:
    """The position as the events go by: enough of it to name things and to count coins."""

    def __init__(self, rules: Binder, names: Names, before: Game | None, after: Game) -> None:
        layout = rules.layout
        self.rules = rules
        self.names = names
        self.cells = bytearray(layout.cells if before is None else before.cells)
        self.nums = list(layout.nums if before is None else before.nums)
        self.sparse = after.sparse

    # ---- names ----

    def word(self, kind: str, value: Any) -> str:
        """The word of a thing."""
        return "none" if value == NONE else self.names.word(self, kind, value)

    def place(self, cell: int) -> str:
        """The word of a pool, given as its cell."""
        tokens = self.rules.tokens
        if tokens.tokens <= cell < tokens.end:
            return self.word("region", cell - tokens.tokens)
        return short_id(column_of(self.rules.layout, cell)[0].split()[-1])

    def purse(self, purse: Sequence[Any]) -> str:
        """The word of a purse that belongs to no player."""
        if len(purse) == 1 or not isinstance(purse[1], int):
            return str(purse[0])
        return self.word(purse[0], purse[1])

    def said(self, site: Site, answer: Any) -> str:
        """An answer as it stands in the log, in words."""
        if answer is None:
            return DONE_WORD
        if site.kind == "option":
            return self._option(site, *answer)
        if site.kind == "number":
            return str(answer)
        if site.kind == "allocate":
            parts = [f"{self.word(site.thing, place)} {n}" for place, n in answer if n]
        else:
            parts = [self.word(site.thing, thing) for thing in answer]
        return " ".join(parts) or NOTHING_WORD

    def _option(self, site: Site, branch: int, value: Any) -> str:
        if branch >= OFFER:
            handler = self.rules.bounds[branch - OFFER].handler
            kind = "none" if handler.target is None else handler.target[1][2]
            text = handler.may or ""
        else:
            text, kind = site.texts[branch], site.things[branch]
        target = "" if value is None else f" {self.word(kind, value)}"
        return spoken(text).replace(" ", "_") + target

    # ---- changes that follow each other ----

    def tokens(self, events: Sequence[Event]) -> tuple[list[str], int]:
        """Tokens of one race that move from one place, or to one place."""
        _, race, _, source, target = events[0]
        run = _run(events, lambda e: e[0] == "tokens" and e[1] == race)
        same_source = _run(run, lambda e: e[3] == source)
        same_target = _run(run, lambda e: e[4] == target)
        name = self.word("race", race)
        if len(same_source) == len(same_target) == 1:
            n = events[0][2]
            return [f"{INDENT}{n} {name} {self.place(source)} -> {self.place(target)}"], 1
        if len(same_source) >= len(same_target):
            parts = ", ".join(f"{self.place(e[4])} {e[2]}" for e in same_source)
            return [f"{INDENT}{name} {self.place(source)} -> {parts}"], len(same_source)
        parts = ", ".join(f"{self.place(e[3])} {e[2]}" for e in same_target)
        return [f"{INDENT}{name} {parts} -> {self.place(target)}"], len(same_target)

    def shifts(self, events: Sequence[Event]) -> tuple[list[str], int]:
        """Tokens that change places all at once."""
        run = _run(events, lambda e: e[0] == "shift")
        lines = []
        for race in dict.fromkeys(e[1] for e in run):
            parts = [f"{self.place(e[3])} {e[2]:+}" for e in run if e[1] == race]
            lines.append(f"{INDENT}{self.word('race', race)} {', '.join(parts)}")
        return lines, len(run)

    def single(self, events: Sequence[Event]) -> tuple[list[str], int]:
        """An event that is a line by itself, or none."""
        text = _TELLERS[events[0][0]](self, *events[0][1:])
        is_heading = text.startswith(_HEADINGS)
        return [text if is_heading else INDENT + text] if text else [], 1

    # ---- events ----

    def answer(self, by: int, site: int, answer: Any, auto: int) -> str:
        """An answer that nobody had to give; the others stand as lines of their own."""
        if not auto:
            return ""
        who = CHANCE_WORD if by == CHANCE else self.names.seat_words[by]
        return f"({who} {self.said(self.rules.sites[site], answer)})"

    def coins(self, n: int, source: Sequence[Any], target: Sequence[Any]) -> str:
        """Coins that move between purses."""
        parts = []
        for purse, amount, link, other in (
            (source, -n, "to", target),
            (target, n, "from", source),
        ):
            if purse[0] == "player":
                at = self.rules.layout["player.coins"] + purse[1]
                old = self.nums[at]
                self.nums[at] += amount
                text = f"{self.word('player', purse[1])} {amount:+} ({old} -> {self.nums[at]})"
                foreign = other[0] not in ("bank", "player")
                parts.append(f"{text} {link} {self.purse(other)}" if foreign else text)
        return ", ".join(parts) or f"{self.purse(source)} {n} -> {self.purse(target)}"

    def lines(self, ledger: str, args: Sequence[Any], lines: Sequence[Any]) -> str:
        """The lines of a ledger, those of one source together."""
        hook = self.rules.ledgers[ledger].hook
        whose = " ".join(
            self.word(param.type, arg) for param, arg in zip(hook.params, args, strict=True)
        )
        parts = [
            f"{line.amount} {'regions' if line.source == 'rules' else short_id(line.card)}"
            for line in summed(self.rules, lines)
            if line.amount
        ]
        return f"{ledger.removeprefix('on_')} of {whose}: {' + '.join(parts) or 'nothing'}"

    def roll(self, die: str, by: int | None, pips: int) -> str:
        """A die."""
        return f"{die} die: {pips}" if by is None else f"{self.word('player', by)} rolls {pips}"

    def mark(self, marker: str, region: int, n: int) -> str:
        """Markers laid in a region."""
        many = "" if n == 1 else f" {n}"
        return f"{self.word('region', region)} + {short_id(marker)}{many}"

    def unmark(self, marker: str, regions: int) -> str:
        """Markers taken from regions."""
        where = ", ".join(self.word("region", region) for region in members(regions))
        return f"{where} - {short_id(marker)}"

    def found(self, race: int, banner: int, badge: int, owner: int) -> str:
        """A race comes into play."""
        self.cells[self.rules.at_banner + race] = banner
        power = "" if badge == NONE else f"{self.word('badge', badge)} "
        return f"{self.word('player', owner)} takes {power}{self.word('banner', banner)}"

    def leave(self, race: int) -> str:
        """A race goes out of play."""
        return f"{self.word('race', race)} leave"

    def owner(self, race: int, owner: int) -> str:
        """A race changes hands."""
        return f"{self.word('race', race)} go to {self.word('player', owner)}"

    def declined(self, race: int, declined: int) -> str:
        """A race declines, or comes back."""
        return f"{self.word('race', race)} {'decline' if declined else 'are active again'}"

    def badge(self, race: int, badge: int, has: int) -> str:
        """A badge given to a race or taken from it."""
        return f"{self.word('race', race)} {'+' if has else '-'} {self.word('badge', badge)}"

    def pair(self, combo: int, banner: int, badge: int) -> str:
        """A new combo."""
        races = self.rules.races
        self.cells[races.combo_banner + combo] = banner
        self.cells[races.combo_badge + combo] = badge
        return f"new combo {self.word('badge', badge)} {self.word('banner', banner)}"

    def keep(self, combo: int, player: int) -> str:
        """A combo laid before a player."""
        return f"{self.word('player', player)} keeps {self.word('combo', combo)}"

    def stack(self, stack: str, thing: int, lowest: int) -> str:
        """A thing laid on a stack, or under it."""
        kind = self.rules.layout.by_name[f"stack {stack}"].meaning
        return f"{self.word(kind, thing)} {'under' if lowest else 'to'} {stack}"

    def attach(self, kind: str, name: str, bearer: int | None, values: Sequence[Any]) -> str:
        """A thing that lasts from now on; markers with an end have told of themselves."""
        item = self.rules.lasting.items.get(name)
        if kind != "item" or item is None:
            return f"{short_id(name)} is in force" if kind == "event" else ""
        pairs = zip(item.params, values, strict=True)
        words = " ".join(self.word(param.type, value) for param, value in pairs)
        text = f"{self.word(item.bearer, bearer)} + {short_id(name)}"
        return f"{text} ({words})" if words else text

    def detach(self, kind: str, name: str, bearer: int | None) -> str:
        """The end of a thing that lasts."""
        item = self.rules.lasting.items.get(name)
        if kind == "item" and item is not None:
            return f"{self.word(item.bearer, bearer)} - {short_id(name)}"
        return f"{short_id(name)} ends" if kind == "event" else ""

    def set(self, name: str, thing: int, value: Any) -> str:
        """A state or constant of the game that was set."""
        field = self.rules.layout.by_name[name]
        if name == "round":
            return f"round {value}"
        word = self.word(field.meaning.removeprefix("flag ") or "number", value)
        if name == "current_player":
            return f"turn {word}"
        if field.index == "game":
            return f"{short_id(name).replace('_', ' ')} {word}"
        return f"{self.word(field.index, thing)} {short_id(name)} {word}"

    def opened(self, site: int, values: Sequence[Any]) -> str:
        """Sealed answers that are opened."""
        inner = f"{self.rules.sites[site].body}/secretly"
        kinds = [s.thing for s in self.rules.sites if s.body == inner]
        kind = kinds[-1] if kinds else "number"
        parts = [f"{self.word('player', p)} {self.word(kind, value)}" for p, value in values]
        return f"opened: {', '.join(parts)}"

    def sealed(self, player: int, _site: int) -> str:
        """An answer whose content nobody may see yet."""
        return f"{self.word('player', player)} has answered"

    def reveal(self, kind: str, thing: Any, to: int | None) -> str:
        """A hidden thing that is shown, to everybody or to one player (who alone knows it)."""
        if to is not None:
            return f"{self.word('player', to)} looks at a {kind}"
        return f"shown: {self.word(kind, thing)}"

    def swap(self, name: str, one: int, two: int) -> str:
        """Two places whose content has changed places."""
        index = self.rules.layout.by_name[name].index
        return f"{short_id(name)} of {self.word(index, one)} and {self.word(index, two)} swapped"


def _run(events: Sequence[Event], belongs: Callable[[Event], bool]) -> list[Event]:
    """The first events that belong together."""
    found = []
    for event in events:
        if not belongs(event):
            break
        found.append(event)
    return found


_HEADINGS = ("round ", "turn ")
_TOGETHER: dict[str, Callable[[Printer, Sequence[Event]], tuple[list[str], int]]] = {
    "tokens": Printer.tokens,
    "shift": Printer.shifts,
}


def _silent(_printer: Printer, *_event: Any) -> str:
    return ""


_TELLERS: dict[str, Callable[..., str]] = {
    "answer": Printer.answer,
    "attach": Printer.attach,
    "badge": Printer.badge,
    "coins": Printer.coins,
    "column": _silent,  # the pair was told
    "declined": Printer.declined,
    "detach": Printer.detach,
    "do": _silent,  # its effects are told
    "draw": _silent,  # what becomes of the thing is told
    "found": Printer.found,
    "keep": Printer.keep,
    "leave": Printer.leave,
    "lines": Printer.lines,
    "mark": Printer.mark,
    "opened": Printer.opened,
    "owner": Printer.owner,
    "pair": Printer.pair,
    "reveal": Printer.reveal,
    "roll": Printer.roll,
    "sealed": Printer.sealed,
    "set": Printer.set,
    "shuffle": lambda _printer, stack: f"{stack} is shuffled",
    "stack": Printer.stack,
    "swap": Printer.swap,
    "unmark": Printer.unmark,
}
