"""The state of a text under way: who is who, and the dispatch over the typed form.

A `Scene` holds what the words so far have introduced: each slot of a body is an `Entity`, first "a
region", then "that region".  It turns expressions into three kinds of words: a name (`name`), an
amount (`figure`), a clause (`clause`).  The words for each operation are functions in the tables
`SAY` and `TELL`, filled by the modules `things`, `groups`, `amounts` and `clauses`; an operation
that stands in no table is an `UnsayableError`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from attrs import define, field

from talesmith.ruleset.ops import Expr, walk
from talesmith.show.english.book import Book, UnsayableError
from talesmith.show.english.nouns import Entity, Figure, Group
from talesmith.show.english.phrases import PLACES
from talesmith.show.english.words import Name

Said: TypeAlias = Name | Group | Figure
Sayer: TypeAlias = Callable[["Scene", Expr], Said]
Teller: TypeAlias = Callable[["Scene", Expr, bool], str]

SAY: dict[str, Sayer] = {}
TELL: dict[str, Teller] = {}


def says(*ops: str) -> Callable[[Sayer], Sayer]:
    """Register the words for operations that give a thing, a group or a number."""

    def register(function: Sayer) -> Sayer:
        SAY.update(dict.fromkeys(ops, function))
        return function

    return register


def tells(*ops: str) -> Callable[[Teller], Teller]:
    """Register the words for operations that give a flag: a clause, or its contrary."""

    def register(function: Teller) -> Teller:
        TELL.update(dict.fromkeys(ops, function))
        return function

    return register


@define
class Scene:
    """What a text has said so far."""

    book: Book
    card: str
    slots: dict[int, Entity] = field(factory=dict)
    itself: str = ""
    """what `detach card` takes away: the name of the item around"""
    open_steps: tuple[str, ...] = ()
    """steps of the card that are being told"""
    named: dict[str, Entity] = field(factory=dict)
    """what the place of a handler adds, by its name: self, here"""
    action: str = ""
    """the action that is being replaced"""
    letters: list[str] = field(factory=list)
    """numbers that the text has named: X, Y"""
    depth: int = 0
    """blocks around what is being told"""
    ending: str = ""
    """the step that a `stop` ends, if it is told as a block with its name"""

    def say(self, e: Expr) -> Said:
        """Return an expression as a name, a group or an amount."""
        if e[0] not in SAY:
            raise UnsayableError(f"no words for an expression {e[0]!r} of type {e[2]}")
        return SAY[e[0]](self, e)

    def name(self, e: Expr) -> Name:
        """Return an expression as a thing in a sentence."""
        if e[2] == "flag":
            return Name(("no", "yes")[e[3]] if e[0] == "flag" else f"whether {self.clause(e)}")
        said = self.say(e)
        if isinstance(said, Figure):
            return Name(said.text)
        if isinstance(said, Group):
            return Name(said.many(), plural=True)
        return said

    def group(self, e: Expr) -> Group:
        """Return a list, a pool or troops as a group."""
        said = self.say(e)
        if isinstance(said, Group):
            return said
        if isinstance(said, Figure):
            raise UnsayableError(f"a number where a list is needed: {e[0]}")
        if e[2] == "troops":
            return Group("token", tails=(f"among {said}",))
        if e[2].startswith("stack "):
            return Group(self.book.noun(e[2].removeprefix("stack ")), tails=(f"in {said}",))
        return Group(self.book.noun(e[2]), tails=(f"among {said}",))

    def figure(self, e: Expr) -> Figure:
        """Return a number."""
        said = self.say(e)
        if isinstance(said, Figure):
            return said
        if isinstance(said, Group):
            return Figure(f"the number of {said.plain(many=True)}", group=said)
        return Figure(said.text)

    def clause(self, e: Expr, *, yes: bool = True) -> str:
        """Return a condition as a clause; `yes=False`: its contrary."""
        if e[0] in TELL:
            return TELL[e[0]](self, e, yes)
        raise UnsayableError(f"no words for a condition {e[0]!r}")

    def place(self, e: Expr) -> str:
        """Return a place to move tokens, coins or things from or to."""
        if len(e) == 1:
            return {"current": "the events in force"}.get(e[0], f"the {e[0]}")
        if e[0] == "get" and e[3] in PLACES:
            return f"{self.name(e[4]).possessive} {PLACES[e[3]]}"
        if e[0] == "pool_of":
            return str(self.name(e[3]))
        if e[0] == "units":
            return f"{self.name(e[4]).possessive} {self.book.title(e[3])} pile"
        return str(self.name(e))

    def entity(self, e: Expr) -> Entity:
        """Return what a slot stands for."""
        if e[3] not in self.slots:
            raise UnsayableError(f"slot {e[3]} ({e[2]}) was bound by nothing that was said")
        return self.slots[e[3]]

    def introduce(self, slot: int, group: Group, **more: Any) -> Entity:
        """Bind a slot to a new thing of that group."""
        entity = Entity(group, **more)
        self.rank(entity)
        others = (e for s, e in self.slots.items() if s != slot and e.rank)
        calls = [e.again for e in others if e.group.noun == group.noun]
        if entity.again in calls:
            entity.again = re.sub(r"^the |^that ", "the second ", entity.again)
            entity.again = "" if entity.again in calls else entity.again
        self.slots[slot] = entity
        return entity

    def rank(self, entity: Entity) -> None:
        """Tell a new thing how many of its kind the text has named before it."""
        known = {id(e): e for e in self.slots.values() if e.fixed is None and e.is_seen}
        entity.rank = sum(e.group.noun == entity.group.noun for e in known.values())

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget behind a block what was introduced in it."""
        before = dict(self.slots)
        self.depth += 1
        yield
        self.depth -= 1
        self.slots.clear()
        self.slots.update(before)

    def start_sentence(self, content: object) -> None:
        """Let the next sentence introduce everything anew, and name what its content speaks of."""
        spoken_of = {part[3] for part in walk(content) if part[0] == "local"}
        for slot, entity in self.slots.items():
            entity.is_seen = False
            entity.is_needed = slot in spoken_of

    @contextmanager
    def bound(self, slot: int, entity: Entity) -> Iterator[None]:
        """Let a slot stand for something inside one expression."""
        before = self.slots.get(slot)
        self.slots[slot] = entity
        yield
        if before is None:
            del self.slots[slot]
        else:
            self.slots[slot] = before

    def fill(
        self, phrase: str, given: Mapping[str, Expr | None], amount: Callable[[], str] | None = None
    ) -> str:
        """Put names into a phrase, see `phrases`; `amount` is asked where the phrase has it."""
        phrase = re.sub(r"\[([^]]*)\]", lambda m: self._kept(m[1], given), phrase)
        return _PLACE.sub(
            lambda m: amount() if amount and m[1] == "amount" else self._place(m, given), phrase
        )

    def with_rest(self, text: str, phrase: str, given: Mapping[str, Expr | None]) -> str:
        """Return what a phrase has become, with what it is given and does not speak of."""
        rest = {name: e for name, e in given.items() if e is not None and f"<{name}" not in phrase}
        told = [f"{name.replace('_', ' ')}: {self.name(e)}" for name, e in rest.items()]
        return f"{text} ({', '.join(told)})" if told else text

    def _kept(self, part: str, given: Mapping[str, Expr | None]) -> str:
        for name in re.findall(r"<(\w+)", part):
            e = given.get(name)
            if e is None or (e[0] == "local" and self.entity(e).is_anonymous):
                return ""
        return part

    def _place(self, match: re.Match[str], given: Mapping[str, Expr | None]) -> str:
        name, form, rest = match.groups()
        e = given[name]
        if e is None:
            raise UnsayableError(f"a phrase needs {name}")
        if form == ":":
            return self._agreeing(e).does(rest)
        if e[0] == "none":
            return "nobody"
        if form == "?":
            return self._answer(name, e)
        if form == "#":
            return self.figure(e).of(rest)
        if form == "=" and e[0] == "local":
            self.entity(e).article = rest
        if form == "@":
            return self.place(e)
        return self.name(e).possessive if form == "'s" else str(self.name(e))

    def _answer(self, name: str, e: Expr) -> str:
        """Return a flag by the words that the rules have for yes and no."""
        yes, no, either = self.book.phrases.parameters[name].split(" | ")
        known = e[3] if e[0] == "flag" else None
        if e[0] == "local":
            known = self.entity(e).known
        return either if known is None else yes if known else no

    def _agreeing(self, e: Expr) -> Name:
        """Return the name of a thing for its verb, without counting it as mentioned."""
        entity = self.slots.get(e[3]) if e[0] == "local" else None
        if entity is None:
            return self.name(e)
        seen = entity.is_seen
        found = entity.name()
        entity.is_seen = seen
        return found


_PLACE = re.compile(r"<(\w+)(?:(:|#|@|=|\?|'s)([a-z_]*(?: [a-z]+)*))?>")


def bare(e: object) -> object:
    """Return an expression without the places where its parts were written."""
    if not isinstance(e, tuple):
        return e
    return tuple(bare(p) for n, p in enumerate(e) if n != 1 or not isinstance(p, int))
