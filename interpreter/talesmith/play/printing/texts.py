"""Expressions as text of Python: what the closures of `scalars` and its kin do, in one piece.

`text` gives an expression of Python over the names

    m  the machine        c  its cells
    s  the slots          n  its numbers

and over constants of the game that are too large to be written out, which `Constants.named` keeps
under a name.  What has no printer here is a call of its closure, so the two can never differ in
what they can say; the closures stay as the reference.  Printers of expressions stand in
`scalar_texts`, `read_texts`, `set_texts` (region sets), `answers` and `call_texts` (hooks).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import known_members, members
from talesmith.play.expressions.scalars import Fn
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Printer: TypeAlias = Callable[["Binder", Expr], str | None]
TEXTS: dict[str, Printer] = {}


class Constants:
    """Values that printed code refers to by name, and names for what it works out on the way."""

    def __init__(self) -> None:
        """Nothing is named yet."""
        self.names: dict[str, Any] = {}
        self._known: dict[int, str] = {}
        self._made: dict[Any, str] = {}
        self._temporaries = 0

    def named(self, value: Any) -> str:
        """The text that stands for a value of the game."""
        if value is None or isinstance(value, int | str):
            return repr(value)
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"k{len(self.names)}"
            self.names[name] = value
        return name

    def made(self, key: Any, make: Callable[[], Any]) -> str:
        """The text for a value that is made once, when it is first needed."""
        if key not in self._made:
            self._made[key] = self.named(make())
        return self._made[key]

    def temporary(self) -> str:
        """A name that nothing else uses."""
        self._temporaries += 1
        return f"t{self._temporaries}"


def prints(*names: str) -> Callable[[Printer], Printer]:
    """Register the printer of some operations."""

    def register(printer: Printer) -> Printer:
        for name in names:
            TEXTS[name] = printer
        return printer

    return register


def text(b: Binder, e: Expr) -> str:
    """An expression as text of Python."""
    printer = TEXTS.get(e[0])
    found = None if printer is None else printer(b, e)
    return called(b, b.expr(e)) if found is None else found


def called(b: Binder, f: Fn) -> str:
    """The call of a closure."""
    return f"{b.constants.named(f)}(m, s)"


def is_plain(printed: str) -> bool:
    """Whether a text may stand twice: a name, a number or a slot."""
    return printed.isidentifier() or printed.isdigit() or (
        printed.startswith("s[") and printed.find("]") == len(printed) - 1
    )  # fmt: skip


def twice(b: Binder, printed: str) -> tuple[str, str]:
    """A text for its first and for every further use."""
    if is_plain(printed):
        return printed, printed
    name = b.constants.temporary()
    return f"({name} := {printed})", name


def members_text(b: Binder, regions: str, *, within: bool = False) -> str:
    """The members of a region set (a text), without a call where they are remembered.

    `within` says that it stands in a listing in brackets, where nothing can be given a name.
    """
    if regions.isdigit():
        return b.constants.made(("members", regions), lambda: members(int(regions)))
    asked = b.constants.named(members)
    if within and not is_plain(regions):
        return f"{asked}({regions})"
    first, again = twice(b, regions)
    known = b.constants.made("known members", lambda: known_members)
    return f"({known}({first}) or {asked}({again}))"


def offset(at: int, printed: str) -> str:
    """The place of a thing in a column."""
    return str(at + int(printed)) if printed.isdigit() else f"{at} + {printed}"
