"""The rules that scenarios are played under: each ruleset is loaded and bound once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from attrs import evolve, frozen

from talesmith.compile.selection import Folder, needed_by
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.names.revived import revived
from talesmith.names.vocabulary import Vocabulary
from talesmith.play.bind import Binder
from talesmith.play.step import bind
from talesmith.prove.loading import SharedLibrary, load_from
from talesmith.record.words import short_id
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

Key: TypeAlias = tuple[str, Path | None, Folder | None]
"""a ruleset by name, with the file and the folder that are added to it"""
MOST_BOUND = 40
"""bound games that are kept, those asked for last; each takes some megabytes"""


class UnsoundError(Exception):
    """Something is wrong with a text, so nothing is played; `findings` say what."""

    def __init__(self, findings: Iterable[Diagnostic]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f"{f.span}: {f.message}" for f in self.findings))


@frozen(eq=False)
class Played:
    """Rules bound for a number of players, and their words for expressions."""

    rules: Binder
    vocabulary: Vocabulary


class Rulebook:
    """Gives the rules of scenarios; what is asked for twice in a while is made once."""

    def __init__(self, roots: Sequence[Path]) -> None:
        """Look rules and cards up in these folders, the first one wins."""
        self.library = SharedLibrary(roots, {})
        self._rulesets: dict[Key, Ruleset] = {}
        self._words: dict[Key, Vocabulary] = {}
        self._bound: dict[tuple[Key, int, str | None], Binder] = {}

    @property
    def known(self) -> dict[Key, Ruleset]:
        """The rulesets that have been asked for, with what is added to them."""
        return dict(self._rulesets)

    def forget(self) -> None:
        """Let go of what was bound: it takes most of the room, and can be bound again."""
        self._bound.clear()

    def read(self, path: Path) -> Parsed:
        """Read a file.  Raises UnsoundError when it cannot be read or there is an error in it."""
        parsed = self.library.parsed(path)
        broken = [f for f in self.library.broken if f.span.path == str(path)]
        findings = [f for f in (*broken, *parsed.findings) if f.is_error]
        if findings:
            raise UnsoundError(findings)
        return parsed

    def played(self, name: str, players: int, path: Path, *, without: str | None = None) -> Played:
        """Give a ruleset bound for so many players.

        A ruleset or card that stands in the scenario's own file is known too.  `without` is the
        full name of a card whose ability is taken away.  Raises UnsoundError when the ruleset has
        errors, LookupError when it lacks that card, ValueError when it is for other numbers.
        """
        key, ruleset = self._ruleset(name, path)
        if key not in self._words:
            self._words[key] = revived(ruleset)
        wanted = key, players, without
        rules = self._bound.pop(wanted, None)
        if rules is None:
            chosen = ruleset if without is None else emptied(ruleset, without)
            rules = self.bind(chosen, players)
        self._bound[wanted] = rules
        if len(self._bound) > MOST_BOUND:
            del self._bound[next(iter(self._bound))]
        return Played(rules, self._words[key])

    def bind(self, ruleset: Ruleset, players: int) -> Binder:
        """Bind a ruleset for so many players.  Raises ValueError when it is for other numbers."""
        return bind(ruleset, players)

    def answered(self, rules: Binder, request: Any, answer: Any) -> None:
        """Hear what was answered to a question; whoever watches scenarios does something with it."""

    def full_name(self, name: str, path: Path, card: str) -> str:
        """The full name of a card of a ruleset.  Raises LookupError if it has no such card."""
        _, ruleset = self._ruleset(name, path)
        found = [c.id for c in ruleset.cards if card in (c.id, short_id(c.id))]
        if len(found) != 1:
            raise LookupError(f"{len(found)} cards of {ruleset.name} are called {card}")
        return found[0]

    def _ruleset(self, name: str, path: Path) -> tuple[Key, Ruleset]:
        """The ruleset of a file's scenario, with the package in whose folder the file lies."""
        own = path if self._adds_to(name, path) else None
        key, package = (name, own, None), self._package(path)
        ruleset = self._loaded(key)
        if package is None or package in dict(ruleset.packages):
            return key, ruleset
        needed = needed_by(self.library, path) - dict(ruleset.packages).keys()
        wider = (name, own, Folder(package, path if needed else None))
        return wider, self._loaded(wider)

    def _loaded(self, key: Key) -> Ruleset:
        if key not in self._rulesets:
            name, own, folder = key
            library = self.library if own is None else self.library.with_file(own)
            ruleset, findings = load_from(library, name, folder)
            if ruleset is None:
                raise UnsoundError(f for f in findings if f.is_error)
            self._rulesets[key] = ruleset
        return self._rulesets[key]

    def _package(self, path: Path) -> str | None:
        """The package in whose folder a file of cards lies."""
        for root in self.library.roots:
            if path.is_relative_to(root / "cards"):
                return path.relative_to(root / "cards").parts[0]
        return None

    def _adds_to(self, name: str, path: Path) -> bool:
        """Whether a file outside of the folders brings this ruleset, or cards or maps to it."""
        parts = [root / part for root in self.library.roots for part in ("rules", "cards")]
        if any(path.is_relative_to(part) for part in parts):
            return False
        tops = self.library.parsed(path).file.tops
        short = short_id(name)
        return any(
            isinstance(top, tree.Card | tree.Map)
            or (isinstance(top, tree.Ruleset) and top.name.text == short)
            for top in tops
        )


def emptied(ruleset: Ruleset, card: str) -> Ruleset:
    """The same ruleset in which a card has lost its ability; pieces and printed values stay."""
    return evolve(
        ruleset,
        handlers=tuple(h for h in ruleset.handlers if h.card != card),
        ways=tuple(w for w in ruleset.ways if w.card != card),
        suppressions=tuple(s for s in ruleset.suppressions if s.card != card),
    )
