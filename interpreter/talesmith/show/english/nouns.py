"""Groups of things, amounts of them, and the single things that a text has introduced."""

from attrs import define, evolve, frozen

from talesmith.show.english.words import Name, a, counted, joined, plural

Tail = str | tuple[str, str]
"""Words behind a noun; two forms, for one thing and for several, if a verb is in them."""


def tail(words: Tail, many: bool) -> str:
    """Return the form that fits the number."""
    return words if isinstance(words, str) else words[many]


@frozen
class Group:
    """A set of things as a noun with what qualifies it.

    `holder` has the things: "regions of this race" and "this race has 2 regions" are one group.
    """

    noun: str
    front: tuple[str, ...] = ()
    tails: tuple[Tail, ...] = ()
    holder: Name | None = None
    belongs: str = ""
    """how the holder stands behind the noun; empty: of HOLDER"""
    verb: str = "have"
    when: str = ""
    """of what was done: the window of time; stands behind everything else"""
    clauses: tuple[Tail, ...] = ()
    """relative clauses"""
    member: str = ""
    """how a bound member is called later on, if not by the noun"""
    is_definite: bool = False
    """whether it is a list that the text has named: one of it is one of them"""

    def only(self, *, front: str = "", behind: Tail = "", clause: Tail = "") -> "Group":
        """Return the group with one more quality."""
        more = evolve(self, front=(front, *self.front)) if front else self
        more = evolve(more, tails=(*more.tails, behind)) if behind else more
        return evolve(more, clauses=(*more.clauses, clause)) if clause else more

    def plain(self, *, many: bool, held: bool = False) -> str:
        """Return noun and qualities without an article; `held`: the holder is named elsewhere."""
        words = [*self.front, plural(self.noun) if many else self.noun]
        if self.holder is not None and not held:
            if many and self._is_led():
                words = [self.holder.possessive, *words]
            else:
                words.append(self.belongs or f"of {self.holder.behind_of}")
        return " ".join([*words, *self._behind(many=many)])

    def _is_led(self) -> bool:
        """Tell whether the holder stands before its things: your regions, this race's tokens."""
        return self.holder is not None and not self.belongs and self.holder.is_short

    def _behind(self, *, many: bool) -> list[str]:
        words = [tail(words, many) for words in self.tails]
        if self.clauses:
            words.append(joined(tail(clause, many) for clause in self.clauses))
        return [*words, self.when] if self.when else words

    def one(self) -> str:
        """Return any member: a region of this race."""
        if self.is_definite:
            return f"one of {self.many()}"
        return a(self.plain(many=False))

    def each(self) -> str:
        """Return every member, one by one."""
        if self.front and self.front[0].startswith("first "):
            return f"each of {self.many()}"
        return f"each {self.plain(many=False)}"

    def many(self) -> str:
        """Return all members together: the regions of this race."""
        if self._is_led():
            return self.plain(many=True)
        bare = self.holder is None and not (self.tails or self.clauses or self.when or self.front)
        return f"{'all' if bare else 'the'} {self.plain(many=True)}"

    def there(self, amount: str, *, many: bool) -> str:
        """Return the clause that there are so many: this race has at least 1 region."""
        body = self.plain(many=many, held=True)
        body = f"{amount} {body}" if amount else a(body)
        if self.holder is not None:
            return f"{self.holder} {self._held()} {body}"
        return f"there {(('was', 'were') if self.when else ('is', 'are'))[many]} {body}"

    def as_many(self, unit: str) -> str:
        """Return an amount of units that is the size of the group: as many coins as ..."""
        if unit != self.noun or self.front or self.holder is None:
            return f"as many {plural(unit)} as the number of {self.plain(many=True)}"
        behind = " ".join(self._behind(many=True))
        return f"as many {plural(unit)} as {self.holder} {self._held()} {behind}".rstrip()

    def _held(self) -> str:
        return self.verb if self.when or self.holder is None else self.holder.does(self.verb)


@frozen
class Figure:
    """A number: as a thing in a sentence, and the constant or the group whose size it is."""

    text: str
    constant: int | None = None
    group: Group | None = None
    is_bound: bool = False
    """whether it is a number that the text has introduced"""
    is_compound: bool = False
    is_letter: bool = False
    """whether it is a number that the text calls X"""
    every: int = 1
    """of a part of a group that is rounded down: one for every so many of it"""

    def of(self, unit: str) -> str:
        """Return so many units: 2 coins, as many coins as this race has regions."""
        if not unit:
            return self.text
        if self.constant is not None:
            return counted(self.constant, unit) if self.constant else f"no {plural(unit)}"
        if self.is_letter:
            return f"{self.text} {plural(unit)}"
        if self.group is not None and self.every > 1:
            return f"1 {unit} for every {self.every} {self.group.plain(many=True)}"
        if self.group is not None:
            return self.group.as_many(unit)
        if self.is_bound:
            return _bound(self.text, unit)
        return f"as many {plural(unit)} as {self.text}"

    @property
    def inner(self) -> str:
        """The number as part of a longer calculation."""
        return f"({self.text})" if self.is_compound else self.text


def _bound(text: str, unit: str) -> str:
    if plural(unit) in text:
        return text
    known = {"that number": "that many", "a number": "a number of"}
    return f"{known.get(text, f'{text} of')} {plural(unit)}"


ORDINALS = ("", "", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@define
class Entity:
    """A thing that a text has bound to a slot, and how it is called from now on."""

    group: Group
    fixed: Name | None = None
    owner: Name | None = None
    is_seen: bool = False
    rank: int = 0
    """how many of its noun stood in the text before it"""
    answers: tuple[str, str] | None = None
    """of a flag: the clause for yes and the one for no"""
    plan: str = ""
    """of a map: how the number of a member is called"""
    article: str = ""
    """at the first mention, if it is not "a": any, no"""
    again: str = ""
    """how it is called later on where another thing of its kind is known: the chosen player"""
    opening: Name | None = None
    """of a fixed name: another one at the first mention"""
    is_needed: bool = False
    """whether something that follows speaks of it"""
    is_quiet: bool = False
    """of a fixed name: whether it is left out where nothing speaks of it"""
    listed: Group | None = None
    """of a list: how it is called from now on, as a group: the noted regions"""
    is_letter: bool = False
    known: bool | None = None
    """of a flag: the answer for which everything is told"""

    def name(self) -> Name:
        """Return how the text calls it here; after the first mention it is "that region"."""
        if self.opening is not None and not self.is_seen:
            self.is_seen = True
            return self.opening
        if self.fixed is not None:
            return self.fixed
        if not self.is_seen:
            self.is_seen = True
            return self._first()
        noun = self.group.member or self.group.noun
        if not self.rank:
            return Name(f"that {noun}")
        if self.again:
            return Name(self.again)
        return Name(f"the {'other' if self.rank == 1 else ORDINALS[self.rank]} {noun}")

    def _first(self) -> Name:
        words = self.group.plain(many=False)
        if self.article:
            return Name(f"{self.article} {'other ' if self.rank else ''}{words}")
        if not self.rank:
            return Name(a(words))
        return Name(f"{'another' if self.rank == 1 else 'one more'} {words}")

    @property
    def is_anonymous(self) -> bool:
        """Whether a sentence loses nothing when it does not mention it."""
        if self.is_quiet:
            return not self.is_needed
        fresh = self.fixed is None and not self.is_seen and not self.is_needed
        return fresh and not (self.group.front or self.group.tails or self.group.clauses)


THEY = Name("they", "their", plural=True)
"""A player, whom nobody calls it; behind a preposition a sentence says "them"."""


@define
class Pronoun(Entity):
    """The member of a group inside its own relative clause: "that", "whose", then "it"."""

    many: bool = False

    def name(self) -> Name:
        """Return a mark for the first mention, a pronoun for the later ones."""
        if not self.is_seen:
            self.is_seen = True
            return Name("\0", "\1", plural=self.many)
        return Name("they", "their", plural=True) if self.many else Name("it", "its")


def itself(group: Group) -> Entity:
    """Return a member of a group that the sentence has just named."""
    return Entity(group, fixed=THEY if group.noun == "player" else Name("it", "its"))


def relative(text: str) -> str | None:
    """Turn a clause that begins with a `Pronoun` into a relative clause; None if it can't be."""
    if text.startswith("\0 "):
        text = f"that {text[2:]}"
    elif text.startswith("\1 "):
        text = f"whose {text[2:]}"
    elif text.endswith((" may conquer \0", " may pick \0")):
        text = f"that {text[:-2]}"
    else:
        return None
    return None if "\0" in text or "\1" in text else text
