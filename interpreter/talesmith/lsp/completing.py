"""What may be written at a place: the words that the grammar takes there, and the names that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.lsp.roles import ROLES, name_of
from talesmith.lsp.uses import Heard
from talesmith.lsp.workspace import Workspace
from talesmith.names.functions import FUNCTIONS
from talesmith.names.properties import plural
from talesmith.names.scope import Bound
from talesmith.names.types import CARD_OF_KIND, CARDS, fits, is_list, sure, word_set
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.vocabulary import GAME, PROPERTIES, SOURCES, TYPES
from talesmith.syntax import tree
from talesmith.syntax.ahead import STAND_IN, Ahead, ahead, stand_in

ROLE_NAMES = ("attacker", "defender", "anyone")


@frozen
class Offer:
    """A word that may be written; `rank` 0 fits best."""

    word: str
    kind: str
    detail: str = ""
    rank: int = 1


@frozen
class Offers:
    """The words that may be written in the place of a stretch."""

    span: Span
    words: tuple[Offer, ...]


def complete(workspace: Workspace, path: Path, line: int, column: int) -> Offers | None:
    """Give what may be written at a place; None inside of comments and texts in quotes."""
    source = workspace.source(path)
    offset = min(source.offset(line, column), len(source.text))
    place = ahead(source, offset)
    if place is None:
        return None
    written = source.text[place.start : offset]
    found: dict[str, Offer] = {}
    for offer in (*_names(workspace, path, place), *_keywords(place)):
        if offer.word.startswith(written) and STAND_IN not in offer.word:
            found.setdefault(offer.word, offer)
    words = sorted(found.values(), key=lambda o: (o.rank, o.word))
    return Offers(source.span(place.start, offset), tuple(words))


def _keywords(place: Ahead) -> Iterator[Offer]:
    return (Offer(word, "keyword", rank=2) for word in sorted(place.words))


def _names(workspace: Workspace, path: Path, place: Ahead) -> Iterator[Offer]:
    if not place.takes_name:
        return
    for text in place.texts:
        file, heard, vocabulary = workspace.heard_in(path, text)
        around = stand_in(file)
        found = tuple(Names(heard, vocabulary).at(around)) if around else ()
        if found:
            yield from found
            return


@frozen
class Names:
    """The names that fit where a stand-in stands."""

    heard: Sequence[Heard]
    vocabulary: Vocabulary

    def at(self, around: Sequence[tree.Node]) -> Iterator[Offer]:
        """Yield the names for the stand-in, which is the innermost of these nodes."""
        place, *outer = around
        if outer and isinstance(outer[0], tree.FullName):
            outer = outer[1:]
        for one in self.heard:
            node = one.node
            if isinstance(node, tree.Attribute) and node.name is place:
                yield from self._properties(node)
                return
        spoken = [n for n in outer[:2] if isinstance(n, tree.Has | tree.OneOf | tree.Member)]
        if spoken:
            yield from self._of_left(spoken[0])
        role = self._role(place, outer)
        if role:
            yield from role
            return
        for one in self.heard:
            called = node.source if isinstance(node := one.node, tree.Call) else None
            if node is place or called is place:
                yield from self._values(one.names, one.want)
                return

    # ---- expressions -----------------------------------------------------------------------------

    def _values(self, names: Mapping[str, Bound], want: str | None) -> Iterator[Offer]:
        for name, bound in names.items():
            kind = str(bound.expr[2])
            yield Offer(name, "variable", kind, 0 if want and fits(want, kind) else 1)
        if want:
            yield from self._words(want)
        for name, kind in GAME.items():
            if "." not in name:
                yield Offer(name, "constant", kind, 0 if want and fits(want, kind) else 1)
        yield from (Offer(name, "function", f.usage) for name, f in FUNCTIONS.items())
        for name, signature in self.vocabulary.hooks.items():
            if signature.kind in ("value", "permission"):
                fit = bool(want) and fits(want or "", signature.type)
                yield Offer(name, "hook", signature.kind, 0 if fit else 1)
        yield from self._declared(("stack", "natives"))
        yield Offer("key", "keyword", "the settings of the game", 2)

    def _words(self, want: str) -> Iterator[Offer]:
        words, kind = word_set(want), sure(want)
        if words is not None:
            yield from (Offer(word, "word", words, 0) for word in self._set(words))
        elif kind in CARDS or kind == "card":
            kinds = (k for k, t in CARD_OF_KIND.items() if kind in (t, "card"))
            yield from self._declared(kinds, 0)
        elif kind == "flag":
            yield from (Offer(word, "constant", "flag", 0) for word in ("yes", "no"))
        elif kind in ("marker", "unit", "item"):
            yield from self._declared((kind,), 0)
        elif kind == "race":
            yield from self._declared(("natives",), 0)
        if want.endswith("?"):
            yield Offer("none", "constant", rank=0)

    def _set(self, words: str) -> Iterable[str]:
        if words.startswith("key "):
            return self.vocabulary.keys.get(words.removeprefix("key "), ())
        return SOURCES if words == "source" else self.vocabulary.words.get(words, ())

    def _of_left(self, node: tree.Has | tree.OneOf | tree.Member) -> Iterator[Offer]:
        kind = self._type_of(node.left)
        if not isinstance(node, tree.Has):
            yield from self._words(kind)
            return
        holder = sure(kind)
        if holder == "region":
            words = self.vocabulary.words.get("symbol", {})
            yield from (Offer(word, "word", "symbol", 0) for word in words)
            yield from self._declared(("marker", "unit", "artifact", "place"), 0)
        elif holder in ("race", "combo"):
            yield from self._declared(("power", "race", "item", "unit"), 0)
        elif holder == "player":
            yield from self._declared(("item",), 0)

    def _type_of(self, node: tree.Expression) -> str:
        return next((str(one.found[2]) for one in self.heard if one.node is node), "")

    # ---- behind a dot ----------------------------------------------------------------------------

    def _properties(self, node: tree.Attribute) -> Iterator[Offer]:
        if isinstance(node.source, tree.Name) and node.source.text == "key":
            for key, values in self.vocabulary.keys.items():
                yield Offer(key, "key", ", ".join(values), 0)
            return
        if isinstance(node.source, tree.Name) and node.source.text == "map":
            yield from (Offer(n[4:], "property", k, 0) for n, k in GAME.items() if n[:4] == "map.")
            return
        kind = sure(self._type_of(node.source))
        if kind and not is_list(kind):
            yield from self._of_holder(kind)

    def _of_holder(self, kind: str) -> Iterator[Offer]:
        head, _, part = kind.partition(" ")
        holders = (head, "card") if head in CARDS else (head,)
        states = {full: found[0][1] for full, found in self.vocabulary.states.items() if found}
        for table in (PROPERTIES, self.vocabulary.properties, states):
            for full, given in table.items():
                holder, _, name = full.partition(".")
                if holder in holders:
                    yield Offer(name, "property", given, 0)
        if head == "record" and (record := self.vocabulary.hooks.get(f"after_{part}")):
            yield from (Offer(p.name, "property", p.type, 0) for p in record.parameters)
        if head == "race":
            units = self.vocabulary.all("unit")
            yield from (Offer(plural(unit), "property", "pool", 0) for unit in units)

    # ---- where only one kind of thing can stand --------------------------------------------------

    def _role(self, place: tree.Node, outer: Sequence[tree.Node]) -> list[Offer]:
        for node in outer[:2]:
            for (kind, field), roles in ROLES.items():
                if type(node) is kind and place in _parts(getattr(node, field)):
                    return list(self._of_role(roles, node))
            if isinstance(node, tree.Side):
                return [Offer(role, "role", rank=0) for role in ROLE_NAMES]
            if isinstance(node, tree.Waive | tree.Forbid) and node.part is place:
                return list(self._permission_parts(outer))
            if isinstance(node, tree.Fact) and node.name is place:
                known = self.vocabulary.properties.items()
                return [Offer(n.partition(".")[2], "property", k, 0) for n, k in known]
        return []

    def _of_role(self, roles: Iterable[str], node: tree.Node) -> Iterator[Offer]:
        for role in roles:
            if role == "hook":
                yield from self._hooks(node)
            elif role == "type":
                yield from (Offer(t, "type", rank=0) for t in (*TYPES, *self.vocabulary.words))
                yield from (Offer(t, "type", rank=1) for t in ("list", "map", "stack"))
            elif role == "card":
                yield from self._declared(CARD_OF_KIND, 0)
            elif role == "key":
                yield from (Offer(key, "key", rank=0) for key in self.vocabulary.keys)
            else:
                yield from self._declared((role,), 0)

    def _hooks(self, node: tree.Node) -> Iterator[Offer]:
        kinds = KINDS_AT.get(type(node))
        for name, signature in self.vocabulary.hooks.items():
            if kinds is None or (signature.kind in kinds and not name.startswith("after_")):
                if isinstance(node, tree.Hook) and signature.kind in ("action", "point"):
                    continue
                names = ", ".join(signature.names)
                yield Offer(name, "hook", f"{signature.kind} ({names})", 0)

    def _permission_parts(self, outer: Sequence[tree.Node]) -> Iterator[Offer]:
        for node in outer:
            if isinstance(node, tree.Hook | tree.Permission):
                parts = self.vocabulary.parts.get(node.name.text, ())
                yield from (Offer(part, "word", f"part of {node.name}", 0) for part in parts)

    def _declared(self, kinds: Iterable[str], rank: int = 1) -> Iterator[Offer]:
        for kind in kinds:
            for name, found in self.vocabulary.all(kind).items():
                title = getattr(found[0].node, "title", None) if found else None
                yield Offer(name, kind, title.text if title else "", rank)


KINDS_AT: dict[type, tuple[str, ...]] = {
    tree.Instead: ("action",), tree.Do: ("action",), tree.Past: ("action",),
    tree.Fire: ("moment",), tree.Offer: ("point",), tree.ChooseOption: ("point",),
    tree.StartAt: ("point", "moment"),
}  # fmt: skip
"""The kinds of hook that a statement or member names; a handler names any that cards answer."""


def _parts(value: object) -> list[tree.Node | None]:
    parts = value if isinstance(value, tuple) else (value,)
    return [name_of(part) for part in parts] + [
        part.name for part in parts if isinstance(part, tree.FullName)
    ]
