"""Types whole cards as a person does in an editor, with slips, and asks as an editor asks.

Every card is drawn by a seed and typed sign by sign into an open document; now and then a stretch
is deleted or pasted, or a wrong sign typed, and mostly taken back with the next key.  The findings
are computed after each key, and now and then something is asked at some place.  It is what the
server does with a text and a question, up to the bytes that it sends.  Nothing may be raised,
nothing take longer than SLOW (WIDE if it looks through all texts), no question may change the text, and a card that stands as it is
shipped has the findings with which it was opened.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from attrs import define, field, frozen
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter

from talesmith.ground.source import whole_characters
from talesmith.lsp import pointing
from talesmith.lsp.answers import Answers
from talesmith.lsp.wire import Wire, by_name
from talesmith.lsp.workspace import Workspace
from talesmith.model.chance import advance
from talesmith.run.fuzzing import SLOW, where_of
from talesmith.run.spoiling import SIGNS, Draws, Spoiler

SLIPS = 12
"""one key in so many goes wrong"""
ASKS = 8
"""so many keys from one question to the next, on average"""
LONGEST = 60
"""signs that are deleted or pasted at once"""
WIDE = 10.0
"""seconds of processor time for a question that looks through all texts, when they were changed"""
THROUGH_ALL = ("references", "rename")
CONVERTER = get_converter()
WORD = re.compile(r"[a-z_]\w*")


@frozen
class Fault:
    """A key or question that broke something, or took too long."""

    card: int
    name: str
    key: int
    doing: str
    error: str
    """what was raised, and where; or how long it took"""


@define
class Typed:
    """What a run has seen."""

    cards: int = 0
    counts: Counter[str] = field(factory=Counter)
    """keys and questions by what they were"""
    times: dict[str, list[float]] = field(factory=dict)
    """seconds of processor time by what was done"""
    slowest: tuple[float, Fault | None] = (0.0, None)
    faults: list[Fault] = field(factory=list)

    @property
    def keys(self) -> int:
        """So many keys were pressed."""
        return len(self.times.get("findings", ()))


class Typist:
    """Types cards one by one."""

    def __init__(self, root: Path, *, ahead: bool = True) -> None:
        """Take the cards below this folder; not `ahead` is an editor that has just been opened."""
        self.root, self.ahead = root, ahead
        self.workspace = self._opened()
        self.spoiler = Spoiler(sorted((root / "cards").rglob("*.tale")))

    def _opened(self) -> Workspace:
        """Open an editor, and let the server read ahead."""
        workspace = Workspace([self.root], [self.root])
        for path in workspace.all_files() if self.ahead else ():
            workspace.uses(path)
        return workspace

    def run(self, seed: int, number: int, keys: int | None, seen: Typed) -> None:
        """Type the card of that number; at most so many keys of it, somewhere."""
        draws = Draws(advance(seed)[1] ^ number)
        path = self.spoiler.cards[draws.below(len(self.spoiler.cards))][0]
        faults = len(seen.faults)
        Sitting(self, draws, path, number, seen).type(keys)
        seen.cards += 1
        if len(seen.faults) > faults:
            self.workspace = self._opened()


class Sitting:
    """One card under the keys."""

    def __init__(self, typist: Typist, draws: Draws, path: Path, number: int, seen: Typed) -> None:
        self.draws, self.path, self.seen, self.number = draws, path, seen, number
        self.pieces = typist.spoiler.cards
        self.words = typist.spoiler.words
        self.workspace = typist.workspace
        wire = Wire(self.workspace.source, by_name({}))
        self.answers = Answers(self.workspace, wire, path)
        self.text, self.key = path.read_text("utf-8"), 0

    def type(self, keys: int | None) -> None:
        """Open the card, and type it from its beginning, or a part of it."""
        whole = self.text
        self.workspace.put(self.path, whole)
        opened = self.answers.findings()
        first = self.draws.below(len(whole)) if keys else 0
        last = len(whole) if keys is None else min(first + keys, len(whole))
        for at in range(first, last):
            self._press(whole[: at + 1])
            if self.draws.below(SLIPS) == 0:
                self._slip()
            if self.draws.below(ASKS) == 0:
                self._ask()
        self._press(whole)
        if self._timed("findings", self.answers.findings) != opened:
            self._fault("findings", "they are not those with which the card was opened")

    def _press(self, text: str) -> None:
        """Let an editor's text be this one, and see what is wrong with it."""
        self.text, self.key = text, self.key + 1
        self._timed("findings", self._checked)

    def _checked(self) -> object:
        self.workspace.put(self.path, self.text)
        return self.answers.findings()

    def _slip(self) -> None:
        """Press a wrong key; three times of four it is taken back."""
        before = self.text
        slip = SLIP[self.draws.below(len(SLIP))]
        self._press(slip(self))
        if self.draws.below(4):
            self._press(before)

    # ---- slips -----------------------------------------------------------------------------------

    def deleted(self) -> str:
        """Leave out a stretch."""
        at = self.draws.below(len(self.text) + 1)
        return self.text[:at] + self.text[at + 1 + self.draws.below(LONGEST) :]

    def pasted(self) -> str:
        """Put in a stretch of some card."""
        pieces = self.pieces[self.draws.below(len(self.pieces))][1]
        first = self.draws.below(len(pieces))
        at = self.draws.below(len(self.text) + 1)
        part = "".join(pieces[first : first + self.draws.below(LONGEST)])
        return self.text[:at] + part + self.text[at:]

    def mistyped(self) -> str:
        """Put in a sign or a word that does not belong there."""
        at = self.draws.below(len(self.text) + 1)
        sign = self.draws.one(self.words if self.draws.below(2) else SIGNS)
        return self.text[:at] + sign + self.text[at:]

    # ---- questions -------------------------------------------------------------------------------

    def _ask(self) -> None:
        name = sorted(QUESTIONS)[self.draws.below(len(QUESTIONS))]
        lines = self.text.split("\n")
        line = len(lines) - 1 if self.draws.below(2) else self.draws.below(len(lines) + 1)
        length = len(lines[line]) if line < len(lines) else 0
        at = lsp.Position(
            line, length if self.draws.below(3) == 0 else self.draws.below(length + 2)
        )
        at = self._at_a_word() if self.draws.below(2) else at
        self._timed(name, lambda: QUESTIONS[name](self, at), f"{name} at {line}:{at.character}")
        if self.workspace.source(self.path).text != whole_characters(self.text):
            self._fault(name, "the text has changed")

    def _at_a_word(self) -> lsp.Position:
        words = list(WORD.finditer(self.text))
        if not words:
            return lsp.Position(0, 0)
        before = self.text[: words[self.draws.below(len(words))].start()]
        return lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))

    def rename(self, at: lsp.Position) -> object:
        """Ask for what gives a word another name."""
        name = self.draws.one(("zz_other", "tokens", "Zz", self.draws.one(self.words)))
        return self.answers.rename(at, name)

    def mends(self, at: lsp.Position) -> object:
        """Ask what would mend the lines around a place."""
        return self.answers.mends((max(1, at.line - 5), at.line + 5))

    # ---- what comes of it ------------------------------------------------------------------------

    def _timed(self, name: str, work: Callable[[], object], doing: str = "") -> object:
        """Do something, as far as what would be sent, and note how long it took."""
        self.seen.counts[name] += 1
        began = process_time()
        try:
            answer = work()
            json.dumps(CONVERTER.unstructure(answer), ensure_ascii=False).encode("utf-8")
        except pointing.RefusedError:
            self.seen.counts["refused"] += 1
            answer = None
        except Exception as error:  # noqa: BLE001 - whatever it is, the run names it and goes on
            self._fault(doing or name, where_of(error))
            return None
        took = process_time() - began
        self.seen.times.setdefault(name, []).append(took)
        if took > self.seen.slowest[0]:
            self.seen.slowest = took, self._told(doing or name, f"{took:.2f} s")
        if took > (WIDE if name in THROUGH_ALL else SLOW):
            self._fault(doing or name, f"took {took:.1f} s")
        return answer

    def _told(self, doing: str, error: str) -> Fault:
        return Fault(self.number, self.path.name, self.key, doing, error)

    def _fault(self, doing: str, error: str) -> None:
        self.seen.faults.append(self._told(doing, error))


SLIP = (Sitting.deleted, Sitting.pasted, Sitting.mistyped)
QUESTIONS: dict[str, Callable[[Sitting, lsp.Position], object]] = {
    "completion": lambda sitting, at: sitting.answers.completion(at),
    "hover": lambda sitting, at: sitting.answers.hover(at),
    "definition": lambda sitting, at: sitting.answers.definition(at),
    "references": lambda sitting, at: sitting.answers.references(at),
    "rename": Sitting.rename,
    "nameable": lambda sitting, at: sitting.answers.nameable(at),
    "layout": lambda sitting, _at: sitting.answers.layout(),
    "symbols": lambda sitting, _at: sitting.answers.symbols(),
    "mends": Sitting.mends,
}


def told(seen: Typed) -> Iterator[str]:
    """Say what was seen, in lines."""
    asked = sum(seen.counts[name] for name in QUESTIONS)
    yield f"{seen.cards} cards, {seen.keys} keys, {asked} questions ({seen.counts['refused']} refused)"
    for name, times in sorted(seen.times.items()):
        taken = sorted(1000 * one for one in times)
        middle, late = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
        yield (
            f"  {name}: {len(taken)}, median {middle:.0f} ms, 95 of 100 within {late:.0f} ms, "
            f"at most {taken[-1]:.0f} ms"
        )
    if seen.slowest[1] is not None:
        yield f"the slowest: {of_fault(seen.slowest[1])}"


def of_fault(one: Fault) -> str:
    """Say what went wrong."""
    return f"card {one.card}, {one.name}, key {one.key}: {one.doing}: {one.error}"
