"""What kind of text a block is, and the writer that turns its statements into the typed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, field, frozen

from talesmith.compile.stale import changes
from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.names.resolve import Resolver
from talesmith.names.scope import Home, Scope
from talesmith.names.vocabulary import Signature, Vocabulary
from talesmith.ruleset.ops import Body, Stmt
from talesmith.ruleset.parts import PURE
from talesmith.syntax import tree


@frozen
class Context:
    """Where a block stands: decides which statements are allowed in it."""

    kind: str
    """value, permission or ledger (pure); effect, instead, offer, step or action"""
    hook: str = ""
    """the hook, action, point or step it belongs to"""
    result: str = "none"
    """type of `return` in a step or action, of the lines of a value"""
    changes: Signature | None = None
    """what `proceed with` may change: the action of a replacement"""
    loops: tuple[str, ...] = ()
    """names of the loops around it, innermost last; empty for a nameless one"""
    at_once: bool = False
    item: bool = False
    """whether `detach card` means the item in which it stands"""

    @property
    def is_pure(self) -> bool:
        """Whether it may neither ask nor change."""
        return self.kind in PURE

    def inside(self, loop: str) -> Context:
        """Give the context of the block of a loop."""
        return evolve(self, loops=(*self.loops, loop))


@frozen
class Writer:
    """Turns the statements of one head into the typed form."""

    resolver: Resolver
    forms: dict[type, StatementForm] = field(repr=False)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words it knows."""
        return self.resolver.vocabulary

    @property
    def findings(self) -> Findings:
        """Where it puts what it finds."""
        return self.resolver.findings

    @property
    def home(self) -> Home:
        """The head whose text it writes."""
        return self.resolver.home

    def block(self, block: tree.Block, scope: Scope, context: Context) -> Body:
        """Write the statements of a block; names bound in it end with it."""
        return self.statements(block, scope.child(), context)

    def statements(self, block: tree.Block, scope: Scope, context: Context) -> Body:
        """Write statements in a given place; what they bind stays visible there."""
        made = []
        for node in block:
            if self.refused(node, context):
                continue
            statement = self.forms[type(node)](self, node, scope, context)
            if statement is not None:
                made.append(statement)
            if not context.at_once and not isinstance(node, tree.If) and changes(node):
                scope.forget()
        return tuple(made)

    def refused(self, node: tree.Statement, context: Context) -> bool:
        """Report a statement that cannot stand in this kind of block."""
        if context.at_once and not isinstance(node, AT_ONCE):
            word = keyword(node)
            problem = f"`{word}` cannot stand in `at_once`: there coins and tokens are moved, "
            self.findings.add("T211", _head(node, word), problem=problem + "and things are set")
            return True
        is_line = type(node) in LINES
        if not is_line and not context.is_pure:
            return False
        word = keyword(node)
        if context.is_pure:
            if isinstance(node, tree.Let) or (is_line and type(node) in LINES_OF[context.kind]):
                return False
            self.findings.add(
                "T207", _head(node, word), statement=word, kind=context.kind,
                hint=_instead_of(word, is_line, context.kind),
            )  # fmt: skip
            return True
        hint = f"`{word}` stands in the hooks that are only asked; here things are done"
        self.findings.add("T208", _head(node, word), line=word, hint=hint)
        return True


LINES_OF: dict[str, tuple[type, ...]] = {
    "value": (tree.Become, tree.Times, tree.Add, tree.Cap, tree.Floor),
    "permission": (tree.Forbid, tree.Waive),
    "ledger": (tree.Earn, tree.Drop, tree.Times),
}

AT_ONCE = (tree.Let, tree.If, tree.For, tree.Next, tree.MoveAmount, tree.Set)
"""What may be read first and done together."""

LINES = frozenset(line for lines in LINES_OF.values() for line in lines)

StatementForm = Callable[[Writer, Any, Scope, Context], Stmt | None]


_WRITTEN = {"if": "add 1 when CONDITION", "for": "add size(REGIONS where CONDITION)"}
_PERMITTED = {
    "if": "forbid NAME when CONDITION", "for": "forbid NAME when any(REGIONS where CONDITION)",
}  # fmt: skip
_EARNED = {"if": "earn 1 when CONDITION", "for": "earn 1 each r in REGIONS"}
INSTEAD = {"value": _WRITTEN, "permission": _PERMITTED, "ledger": _EARNED}
"""How a line says what elsewhere a condition or a loop around it would say."""


def _instead_of(word: str, is_line: bool, kind: str) -> str:
    if word in INSTEAD[kind]:
        return f"say it in the line itself: `{INSTEAD[kind][word]}`"
    if is_line:
        words = {
            "value": "become, times, add, cap, floor",
            "permission": "forbid, waive",
            "ledger": "earn, drop, times",
        }
        return f"a {kind} hook knows: {words[kind]}"
    return (
        f"a {kind} hook may be asked at any time, so it may neither ask nor change anything; "
        "use a way, an offer or an effect hook"
    )


def _head(node: tree.Node, word: str) -> Span:
    span = node.span
    return evolve(span, end_line=span.line, end_column=span.column + len(word))


_KEYWORDS = {
    "If": "if", "CallStep": "call", "AtOnce": "at_once", "ChooseOption": "choose",
    "ChooseNumber": "choose", "MoveAmount": "move", "MoveThing": "move",
    "RemoveAmount": "remove", "RemoveThing": "remove",
}  # fmt: skip


def keyword(node: tree.Node) -> str:
    """Give the word with which a statement begins."""
    name = type(node).__name__
    return _KEYWORDS.get(name, name.lower())


LEAVING = ("stop", "end", "next", "return")


def leaves(body: Body) -> bool:
    """Tell whether a block never goes on to what stands behind it."""
    if not body:
        return False
    last = body[-1]
    if last[0] in LEAVING:
        return True
    if last[0] == "if":
        return leaves(last[3]) and leaves(last[4])
    return False
