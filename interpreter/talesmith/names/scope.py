"""What a body can name at one place: bound names, their slots, and what is known to exist there."""

from __future__ import annotations

from attrs import define, field, frozen

from talesmith.ground.span import Span
from talesmith.ruleset.ops import Expr


@frozen
class Home:
    """The head in which a text stands: its package, its full name and its kind."""

    package: str
    card: str
    kind: str

    @property
    def is_rules(self) -> bool:
        """Whether this is a part of the rules, whose words are for everybody."""
        return self.kind in ("rules", "house_rule")


@define
class Bound:
    """A name and what stands for it; `span` is where an author bound it."""

    expr: Expr
    span: Span | None = None
    used: bool = False


@define
class Frame:
    """The slots of one body: each bound name has a number of its own."""

    count: int = 0
    written: list[tuple[str, Bound]] = field(factory=list)
    """every name bound by the author, to find the unused ones"""
    left_open: dict[int, str] = field(factory=dict)
    """slots that a branch of a choice leaves without a value, and their names"""
    hook: str = ""
    """the hook whose handler it is"""
    given: tuple[tuple[str, str], ...] = ()
    """names and types of what that hook gives"""

    def slot(self) -> int:
        """Take the next free number."""
        self.count += 1
        return self.count - 1


@define
class Scope:
    """The names visible at one place; blocks and binders work in a child."""

    frame: Frame
    names: dict[str, Bound] = field(factory=dict)
    known: frozenset[Expr] = frozenset()
    """keys of expressions whose value is known to exist"""

    def child(self, known: frozenset[Expr] = frozenset()) -> Scope:
        """Give an inner place that sees everything of this one, and knows more."""
        return Scope(self.frame, dict(self.names), self.known | known)

    def bind(self, name: str, kind: str, span: Span | None = None, *, watch: bool = False) -> int:
        """Bind a name to a new slot of that type; a watched one should be used."""
        slot = self.frame.slot()
        self.put(name, ("local", 0, kind, slot), span, watch=watch)
        return slot

    def put(self, name: str, expr: Expr, span: Span | None = None, *, watch: bool = False) -> None:
        """Let a name stand for an expression."""
        bound = Bound(expr, span)
        self.names[name] = bound
        if watch:
            self.frame.written.append((name, bound))

    def learn(self, known: frozenset[Expr]) -> None:
        """Know from here on that these exist."""
        if known:
            self.known |= known

    def forget(self) -> None:
        """Know from here on only of what is frozen in a slot that it exists."""
        self.known = frozenset(key for key in self.known if key[0] == "local")
