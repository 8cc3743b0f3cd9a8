"""Members that act: handlers of hooks, offers, replacements."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field

from talesmith.compile.context import LINES_OF, Context, Writer
from talesmith.compile.gathered import Gathered, where
from talesmith.compile.heads import (
    Head,
    check_head,
    sorted_head,
    written_guard,
    written_limit,
    written_order,
)
from talesmith.compile.scopes import Entry, Room, enter, role_of
from talesmith.names.guesses import hook_meant
from talesmith.names.scope import Scope
from talesmith.names.vocabulary import Signature
from talesmith.ruleset.ops import Expr, walk
from talesmith.ruleset.parts import Handler
from talesmith.syntax import tree

FORM_OF = {
    "value": "value", "permission": "permission", "ledger": "ledger",
    "moment": "effect", "after": "effect",
}  # fmt: skip
"""Kind of a hook and the form of its handlers."""

ALWAYS_FILLED = ("self", "here", "bearer", "item")


@define
class Card:
    """The card whose members are being written, and what has been written of it."""

    w: Writer
    gathered: Gathered
    counts: Counter[str] = field(factory=Counter)

    def number(self, room: Room, hook: str) -> str:
        """Give the next id of a handler: CARD/HOOK/ordinal, with the piece before the hook."""
        piece = f"{room.piece.rpartition('.')[2]}." if room.piece else ""
        name = f"{room.home.card}/{piece}{hook}"
        self.counts[name] += 1
        return f"{name}/{self.counts[name]}"


def hook(card: Card, node: tree.Hook, room: Room) -> None:
    """Write a handler of a declared hook."""
    w = card.w
    signature = w.vocabulary.hooks.get(node.name.text)
    if signature is None or signature.kind not in FORM_OF:
        signature = _unknown_hook(w, node, signature)
        w.findings.mute(node.span)
    if signature is None:
        return
    head = sorted_head(w, node.head)
    check_head(w, head, room, signature.kind)
    role = role_of(room, signature, head.side, node.name, w.findings)
    form = FORM_OF[signature.kind]
    context = Context(form, signature.name, signature.type, item=room.holder == "item")
    _write(card, node.name, head, room, signature, role, form, context, node.block)


def _unknown_hook(w: Writer, node: tree.Hook, signature: Signature | None) -> Signature | None:
    """Report the name of a hook; gives the one probably meant, so that what is done in it counts."""
    name = node.name
    if signature is not None:
        hints = {
            "action": f"handlers are called `after_{name}` and `instead of {name}`",
            "point": f'offers are written `offer in {name} "..." {{ }}`',
        }
        w.findings.add("T101", name.span, name=name.text, hint=hints[signature.kind])
        return None
    if any(full.partition(".")[2] == name.text for full in w.vocabulary.properties):
        hint = f"it is printed on the card: `is {name}: ...`"
        w.findings.add("T101", name.span, name=name.text, hint=hint)
        return None
    forms = {n: FORM_OF[s.kind] for n, s in w.vocabulary.hooks.items() if s.kind in FORM_OF}
    meant = hook_meant(name.text, forms, _forms_of(node.block))
    known = (*forms, *MEMBER_WORDS)
    w.findings.unknown("T101", name.span, name.text, known, meant=meant)
    return w.vocabulary.hooks[meant] if meant is not None else None


def _forms_of(block: tree.Block) -> tuple[str, ...]:
    """Give the forms of handler in which what a block begins with may stand; none: any may."""
    first = next((node for node in block if not isinstance(node, tree.Let)), None)
    if first is None:
        return ()
    pure = tuple(form for form, lines in LINES_OF.items() if isinstance(first, lines))
    return pure or ("effect",)


MEMBER_WORDS = (
    "text", "cites", "allow", "is", "lasts", "suppress", "offer", "instead", "way", "item",
    "marker", "unit", "stack", "natives", "state", "words", "property", "key", "set", "die",
    "value", "permission", "ledger", "moment", "point", "action", "step", "replace",
)  # fmt: skip


def _write(  # noqa: PLR0913, PLR0917 - the parts of a handler
    card: Card, name: tree.Word, head: Head, room: Room, signature: Signature,
    role: int | None, form: str, context: Context, block: tree.Block,
    *, label: str = "", points: str = "", target: tree.Each | None = None, text: str | None = None,
) -> None:  # fmt: skip
    """Write guard, target, limit and body in the scope of the place, and keep the handler."""
    w = card.w
    entry = enter(room, signature, role, offered=head.phase_word == "offered")
    scope = entry.scope
    found = _target(w, target, scope)
    if found is not None:
        scope = found[2]
    guard = written_guard(w, head.guard, scope)
    limit = written_limit(w, head.limit, scope)
    after, before = written_order(w, head, signature)
    body = w.statements(block, scope, context)
    aim, guard = _aimed(found, guard)
    if room.kind == "event" and not counts_copies(form, limit, (guard, aim, body)):
        del entry.slots["item"]
    number = card.number(room, label or signature.name)
    card.gathered.spans[number] = name.span
    card.gathered.frames[number] = scope.frame
    card.gathered.handlers.append(
        Handler(
            number, points or signature.name, form, room.home.card, room.holder, room.piece,
            entry.role, head.phase_word, guard, limit, after, before, text,
            filled(entry, (guard, aim, body, limit and limit.key)), aim, body,
            scope.frame.count, where(name.span),
        )
    )  # fmt: skip


def _target(w: Writer, node: tree.Each | None, scope: Scope) -> tuple[Expr, int, Scope] | None:
    if node is None:
        return None
    source, slot, inner = w.resolver.binder(node, scope)
    return source, slot, inner


def _aimed(
    found: tuple[Expr, int, Scope] | None, guard: Expr | None
) -> tuple[tuple[int, Expr] | None, Expr | None]:
    """Give target and guard; a guard that asks about the target becomes part of the list."""
    if found is None:
        return None, guard
    source, slot, _ = found
    asks = guard is not None and any(e[0] == "local" and e[3] == slot for e in walk(guard))
    if guard is not None and asks:
        source = ("filter", guard[1], source[2], source, slot, guard)
        guard = None
    return (slot, source), guard


def counts_copies(form: str, limit: Any, parts: Any) -> bool:
    """Tell whether it matters to a handler of an event which copy of its card speaks."""
    is_asked = any(e[0] == "past" and e[4] == "stay" for e in walk(tuple(p for p in parts if p)))
    return limit is not None or form in ("effect", "instead", "offer") or is_asked


def filled(entry: Entry, parts: Any) -> tuple[tuple[str, int], ...]:
    """Give the slots the machine fills; those that nothing reads are left out."""
    read = {e[3] for e in walk(tuple(p for p in parts if p is not None)) if e[0] == "local"}
    kept = [(n, s) for n, s in entry.slots.items() if n in ALWAYS_FILLED or s in read]
    return tuple(kept)


def instead(card: Card, node: tree.Instead, room: Room) -> None:
    """Write a replacement."""
    w = card.w
    signature = w.vocabulary.hooks.get(node.action.text)
    if signature is None or signature.kind != "action":
        known = w.vocabulary.all("action")
        w.findings.unknown("T103", node.action.span, node.action.text, known, what="action")
        return
    head = sorted_head(w, node.head)
    check_head(w, head, room, "action")
    role = role_of(room, signature, head.side, node.action, w.findings)
    context = Context("instead", signature.name, changes=signature, item=room.holder == "item")
    _write(
        card, node.action, head, room, signature, role, "instead", context, node.block,
        label=f"instead_of_{signature.name}", text=node.may.text if node.may else None,
    )  # fmt: skip


def offer(card: Card, node: tree.Offer, room: Room) -> None:
    """Write an offer; all its points must take the same."""
    w = card.w
    signatures = [s for s in (_point(w, p) for p in node.points) if s is not None]
    if len(signatures) < len(node.points):
        return
    first = signatures[0]
    for other, word in zip(signatures, node.points, strict=True):
        if [p.type for p in other.parameters] != [p.type for p in first.parameters]:
            problem = f"`{other.name}` and `{first.name}` do not take the same"
            w.findings.add("T202", word.span, problem=problem)
    head = sorted_head(w, node.head)
    check_head(w, head, room, "point")
    role = role_of(room, first, head.side, node.points[0], w.findings)
    context = Context("offer", first.name, item=room.holder == "item")
    _write(
        card, node.points[0], head, room, first, role, "offer", context, node.block,
        label="offer", points=" ".join(s.name for s in signatures), target=node.for_each,
        text=node.title.text,
    )  # fmt: skip


def _point(w: Writer, word: tree.Word) -> Signature | None:
    signature = w.vocabulary.hooks.get(word.text)
    if signature is not None and signature.kind == "point":
        return signature
    w.findings.unknown("T103", word.span, word.text, w.vocabulary.all("point"), what="point")
    return None
