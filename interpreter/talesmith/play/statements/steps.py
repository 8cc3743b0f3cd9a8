"""`call`: starting a step, or writing it where it is called.

A step of the rules that is called in one place only needs no frame of its own: its body is written
there, its parameters and names moved to free slots, `return` and `stop` going to the place behind
it.  What happens is the same; `inlining=False` gives every step its frame again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.bodies import bodies_of
from talesmith.play.statements.flow import Flow, Label, statement
from talesmith.play.statements.inline import renumber
from talesmith.ruleset.ops import Expr, Stmt, walk
from talesmith.ruleset.parts import Ruleset, Step

MAIN_STEP = "game"
"""the step that is the whole game"""


def called_once(ruleset: Ruleset, kept: Sequence[str]) -> frozenset[str]:
    """The steps of the rules that one statement calls, standing in a step; none of those kept."""
    own = {f"rules/{step.name}" for step in ruleset.steps if step.card is None}
    calls, elsewhere = Counter[str](), set(kept)
    for name, body, _ in bodies_of(ruleset):
        called = [node[2] for node in walk(body) if node[0] == "call"]
        calls.update(called)
        if name not in own:
            elsewhere.update(called)
    names = {step.name for step in ruleset.steps if step.card is None and not step.slots}
    return frozenset(name for name in names if calls[name] == 1 and name not in elsewhere)


@statement("call")
def _call(flow: Flow, stmt: Stmt) -> None:
    _, _, name, args, slot = stmt
    step, code = flow.b.step_named(name), flow.b.step_code(name)
    if name in flow.b.called_once:
        _in_place(flow, stmt, step, code.name)
        return
    build, first = _step_slots(flow, step, args)
    flow.call(lambda m, s: m.push(code, build(m, s)), f"{flow.named(code)}, {first}")
    flow.keep_result(slot)


def _in_place(flow: Flow, stmt: Stmt, step: Step, name: str) -> None:
    """Write a step where it is called."""
    _, place, short, args, slot = stmt
    size = max(step.nslots, len(step.params))
    slots, result, closing = (
        [flow.b.spare_slot() for _ in range(size)],
        flow.b.spare_slot(),
        Label(),
    )
    body = renumber(step.body, lambda at: slots[at])
    flow.code.inlined[flow.name, place] = (name, body)
    _enter(flow, step, args, slots, result)
    first, outer = flow.here, (flow.name, flow.closing, flow.next_labels, flow.deferred)
    flow.name, flow.closing, flow.next_labels, flow.deferred = name, closing, [], None
    flow.loops.append((short, closing))
    with flow.b.result_in(result):
        flow.body(body)
    flow.loops.pop()
    flow.name, flow.closing, flow.next_labels, flow.deferred = outer
    flow.place(closing)
    flow.code.labels.append((short, first, flow.here - 1, flow.here))
    if slot is not None:
        flow.note(lambda _m, s: s.__setitem__(slot, s[result]), f"s[{slot}] = s[{result}]")
        flow.last_name = slot


def _enter(
    flow: Flow, step: Step, args: Sequence[Expr | None], slots: Sequence[int], result: int
) -> None:
    """Put the arguments and defaults of a step into its slots."""
    targets, given = [*slots[: len(step.params)], result], list[Expr]()
    for arg, param in zip(args, step.params, strict=True):
        default = ("none", 0, "none") if param.default is None else param.default
        given.append(renumber(default, lambda at: slots[at]) if arg is None else arg)
    values = [flow.expr(e) for e in given]

    def enter(m: Machine, s: Slots) -> None:
        s[result] = None
        for target, value in zip(targets, values, strict=False):
            s[target] = value(m, s)

    lines = [f"s[{target}] = {flow.text(e)}" for target, e in zip(targets, given, strict=False)]
    flow.note(enter, f"s[{result}] = None", *lines)


def _step_slots(
    flow: Flow, step: Step, args: Sequence[Expr | None]
) -> tuple[Callable[[Machine, Slots], Slots], str]:
    """The first slots of a called step: arguments, defaults, and what its card lets it know.

    As a closure and as text.
    """
    b = flow.b
    build = b.arguments([flow.folded(arg) for arg in args])
    defaults = [
        (at, b.expr(b.fold(param.default)))
        for at, (param, arg) in enumerate(zip(step.params, args, strict=True))
        if arg is None and param.default is not None
    ]
    known = [(slot, b.scope_slots[name]) for name, slot in step.slots if name in b.scope_slots]
    if not defaults and not known:
        return build, f"[{', '.join([*flow.printed(args), *['None'] * len(step.slots)])}]"

    def complete(m: Machine, s: Slots) -> Slots:
        own = [*build(m, s), *[None] * len(step.slots)]
        for at, default in defaults:
            own[at] = default(m, own)
        for slot, here in known:
            own[slot] = s[here]
        return own

    return complete, f"{flow.named(complete)}(m, s)"
