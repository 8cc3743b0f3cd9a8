"""Cards by the names that people say: an id, with or without its package, or a title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.cli.common import DEFAULT_RULESET, Failure, load, roots
from talesmith.compile.around import every_head, game_alone, game_around
from talesmith.compile.library import Library
from talesmith.compile.load import load_ruleset
from talesmith.ground.nearest import nearest
from talesmith.record.words import short_id
from talesmith.ruleset.parts import Ruleset
from talesmith.show.lines import wrapped


@frozen
class Named:
    """A card by its id, a ruleset with it, and the cards of other games with the same name."""

    ruleset: Ruleset
    id: str
    others: tuple[str, ...] = ()

    @property
    def also(self) -> list[str]:
        """A line about the others, if there are any."""
        return wrapped(f"also: {', '.join(self.others)}") if self.others else []


def card_named(name: str, ruleset_name: str | None, paths: Sequence[Path]) -> Named:
    """The card that is meant by a name; without a ruleset its packages are found."""
    if ruleset_name is not None:
        ruleset = load(ruleset_name, paths)
        titles = {card.id: card.name for card in ruleset.cards}
        hits, dealt = _called(name, titles), {card for _, pool in ruleset.pools for card in pool}
        hits = [hit for hit in hits if hit in dealt] or hits
        return Named(ruleset, _only(name, hits, titles))
    library = Library(roots(paths))
    heads = {head.id: head for head in reversed(list(every_head(library)))}
    titles = {head.id: head.name for head in heads.values()}
    hits = called = _called(name, titles)
    if len(hits) > 1:
        usual = load(DEFAULT_RULESET, paths)
        hits = [hit for hit in hits if hit in {card.id for card in usual.cards}] or hits
    full = _only(name, hits, titles)
    ruleset = load_around(heads[full].path, paths)
    _only(name, [c.id for c in ruleset.cards if c.id == full], titles)
    return Named(ruleset, full, tuple(sorted(set(called) - {full})))


def load_around(path: Path, paths: Sequence[Path]) -> Ruleset:
    """The rules among which a file is told: without its neighbours where they have mistakes."""
    around = game_around(path, roots(paths))
    ruleset, findings = load_ruleset(around, roots(paths))
    if ruleset is None and all(f.span.path != str(path) for f in findings if f.is_error):
        ruleset, _ = load_ruleset(game_alone(path, roots(paths)), roots(paths))
    return ruleset or load(around, paths)


def _called(name: str, titles: Mapping[str, str]) -> list[str]:
    """The ids of what has a name, by their titles."""
    return [full for full, title in titles.items() if _plain(name) in _spellings(full, title)]


def _only(name: str, hits: Sequence[str], titles: Mapping[str, str]) -> str:
    """The one that is meant; ends the command if there is none or there are several."""
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise Failure(f"{name} may be {' or '.join(sorted(hits))}")
    known = (spelling for full, title in titles.items() for spelling in _spellings(full, title))
    near = nearest(_plain(name), known)
    hint = f"; did you mean {near}?" if near else "; `talesmith cards` lists them"
    raise Failure(f"no card is called {name}{hint}")


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").split())


def _spellings(full: str, title: str) -> set[str]:
    return {_plain(full), _plain(short_id(full)), title.lower()} - {""}
