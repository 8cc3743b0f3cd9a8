"""Statements that ask: each builds a request, stops, and goes on with the answer.

A request is (kind, by, site, options, low, high, total, may decline).  `site` is the number of the
`Site` that tells what is asked, of what type the things are and where it stands.

    kind      options                             answer
    option    (branch, value, fill) ...           number of an option, -1 = done
    pick      things                              tuple of numbers of things, in order; (-1,) = done
    number    ()                                  a number from low to high; low - 1 = done
    allocate  places                              a number for each place; -1 = done;
                                                  a negative total means at most so many
    order     things                              permutation of the numbers of the things
    group     (player, request or None) ...       (place in the group, answer to its request)

A question with exactly one answer is answered on the spot and logged as automatic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from talesmith.model.board import members
from talesmith.play.expressions.scalars import Fn, is_region_set
from talesmith.play.machine import SUSPEND, Machine, Slots
from talesmith.play.printing.texts import members_text
from talesmith.play.statements.drawing import drawn
from talesmith.play.statements.flow import Flow, Label, Text, do
from talesmith.ruleset.ops import Body, Expr

CHANCE = 254
"""who answers a die that a scenario fixes"""
DONE = -1
OFFER = 1000
"""branch numbers from here on are offers: OFFER + number of the handler"""


@frozen
class Site:
    """Where a question stands in the rules, and what it is about."""

    number: int
    body: str
    line: int
    kind: str
    prompt: str
    thing: str
    """type of the things to choose from"""
    texts: tuple[str, ...] = ()
    """texts of the written options"""
    things: tuple[str, ...] = ()
    """types of what the written options go through ('none' if nothing)"""
    point: str | None = None
    card: str = ""
    counted: str = ""
    """the marker of which a plan says how many lie in each place; if empty, tokens"""


def put_request(
    flow: Flow,
    by: Expr | None,
    make: Callable[[Machine, Slots], Any],
    empty: Label | None,
    text: Sequence[str] = (),
) -> None:
    """Ask what `make` builds; None means that there is nothing to ask: go on at `empty`.

    `text` are the lines of Python that put what it builds into `r`.

    If `by` is None, chance answers.  In secret everybody is asked, even where one answer is left:
    an answer that is given for a player would tell the others what that player has.
    """
    if by is None:
        _draw_answer(flow, make, empty)
        return
    after, in_secret = flow.here + 1, _in_secret if "secretly" in flow.b.usage.operations else None

    def op(m: Machine, s: Slots) -> int:
        request = make(m, s)
        if request is None:
            return empty.at if empty is not None else after
        answer = None if in_secret is not None and in_secret(m) else only_answer(request)
        if answer is not None:
            m.answer = resolved(request, answer)
            m.log.append(("answer", request[1], request[2], plain_answer(m.answer), 1))
            return after
        m.request = request
        m.frames[-1].pc = after
        return SUSPEND

    flow.emit(op, _request_text(flow, after, make, empty, text))


def _request_text(
    flow: Flow,
    after: int,
    make: Callable[[Machine, Slots], Any],
    empty: Label | None,
    text: Sequence[str],
) -> Text:
    """Asking as text: what has one answer is answered at once."""
    stand = f"m.request, m.frames[-1].pc = r, {after}"
    label = Label() if empty is None else empty
    if empty is None:
        label.at = after
    lines = tuple(text) or (f"r = {flow.named(make)}(m, s)",)
    if lines[-1].endswith(", True)"):
        inside = [stand, f"return {SUSPEND}"]
    else:
        only, answer, plain = _only_text(flow, lines[-1])
        if "secretly" in flow.b.usage.operations:
            only = f"None if {flow.named(_in_secret)}(m) else {only}"
        inside = [
            f"a = {only}",
            "if a is None:",
            f" {stand}",
            f" return {SUSPEND}",
            f"m.answer = {answer}",
            f"m.log.append(('answer', r[1], r[2], {plain}, 1))",
        ]
    return Text("unless", lines, "r is not None", tuple(inside), label)


def _only_text(flow: Flow, request: str) -> tuple[str, str, str]:
    """The only answer of the request that this line builds, if it may not be declined.

    Three texts: the number of the answer in `a`, what it stands for, and this as it is logged.
    """
    if "('option', " in request:
        return "0 if len(r[3]) == 1 else None", "r[3][0]", "m.answer[:2]"
    if "('allocate', " in request:
        plan = f"{flow.named(_only_plan)}(r[4], r[5], r[6])"
        return plan, "tuple(zip(r[3], a))", "m.answer"
    resolve, plain = flow.named(resolved), flow.named(plain_answer)
    return f"{flow.named(only_answer)}(r)", f"{resolve}(r, a)", f"{plain}(m.answer)"


def _in_secret(m: Machine) -> bool:
    """Whether what is running is one player's part of a sealed question."""
    return m.frames[0].code.kind == "group" and not m.chain


def _draw_answer(flow: Flow, make: Callable[[Machine, Slots], Any], empty: Label | None) -> None:
    """Let the generator answer, or a scenario that fixes chance."""
    at, asked, after = flow.b.layout["chance"], flow.b.layout["chance is asked"], flow.here + 1

    def op(m: Machine, s: Slots) -> int:
        request = make(m, s)
        if request is None:
            return empty.at if empty is not None else after
        answer = only_answer(request)
        if answer is None and m.cells[asked]:
            m.request = request
            m.frames[-1].pc = after
            return SUSPEND
        if answer is None:
            m.nums[at], answer = drawn(m.nums[at], request)
        m.answer = resolved(request, answer)
        m.log.append(("answer", CHANCE, request[2], plain_answer(m.answer), 1))
        return after

    flow.emit(op)


def only_answer(request: Any) -> Any:
    """The answer to a question that has exactly one, else None."""
    kind, _, _, options, low, high, total, may = request
    if may:
        return None
    if kind == "option":
        return 0 if len(options) == 1 else None
    if kind == "pick":
        return tuple(range(low)) if low == high and low in (0, len(options)) else None
    if kind == "number":
        return low if low == high else None
    if kind == "allocate":
        return _only_plan(low, high, total)
    if kind == "order":
        return tuple(range(len(options))) if len(options) < 2 else None
    return None


def _only_plan(low: Any, high: Any, total: int | None) -> Any:
    if low == high or (total is not None and total == sum(low)):
        return low
    if total is not None and total < 0:
        return None
    if total is not None and total == sum(high):
        return high
    if total is not None and len(low) == 1:
        return (total,)
    return None


def resolved(request: Any, answer: Any) -> Any:
    """What was chosen, not the how-manieth; None for done."""
    kind, options = request[0], request[3]
    if kind == "option":
        return None if answer == DONE else options[answer]
    if kind in ("pick", "order"):
        return None if answer == (DONE,) else tuple(map(options.__getitem__, answer))
    if kind == "number":
        return None if request[7] and answer == request[4] - 1 else answer
    if kind == "allocate":
        return None if answer == DONE else tuple(zip(options, answer, strict=True))
    return answer


def plain_answer(answer: Any) -> Any:
    """A resolved answer as it stands in the log: of an option only its branch and thing."""
    if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[0], int):
        return answer
    return answer[:2] if isinstance(answer[2], tuple) else answer


class Branches:
    """The `or done`, `else` and `or else` blocks after a question."""

    def __init__(self, flow: Flow, done: Body | None, empty: Body | None) -> None:
        """Note the blocks."""
        self.flow = flow
        self.done, self.empty = done, empty
        self.done_label, self.empty_label, self.end = Label(), Label(), Label()

    def write(self) -> None:
        """Write the blocks behind the code for an ordinary answer."""
        flow = self.flow
        if self.done is None and self.empty is None:
            flow.place(self.empty_label)
            flow.place(self.end)
            return
        flow.go(self.end)
        flow.place(self.done_label)
        flow.body(self.done or ())
        if self.empty is not self.done:
            flow.go(self.end)
            flow.place(self.empty_label)
            flow.body(self.empty or ())
        else:
            flow.place(self.empty_label)
            flow.go(self.done_label) if self.empty else None
        flow.place(self.end)


def take(
    flow: Flow, keep: Callable[[Machine, Slots, Any], None], done: Label | None, *lines: str
) -> None:
    """Go on with the answer: `keep` stores it; a refusal goes on at `done`.

    `lines` of Python do the same with the answer in `a`.
    """
    after = flow.here + 1

    def op(m: Machine, s: Slots) -> int:
        answer = m.answer
        if done is not None and answer is None:
            return done.at
        keep(m, s, answer)
        return after

    lines = lines or (f"{flow.named(keep)}(m, s, a)",)
    if done is None:
        flow.emit(op, do("a = m.answer", *lines))
    else:
        flow.emit(op, Text("unless", ("a = m.answer",), "a is not None", lines, done))


def yes_or_no(flow: Flow, prompt: str, who: Callable[[Machine, Slots], int]) -> None:
    """Ask whether an optional replacement is used; `no` ends the body as declined."""
    site = flow.b.site(flow, "option", prompt, "flag", ("yes", "no"), ("none", "none"))
    options, after = ((0, None, ()), (1, None, ())), flow.here + 1

    def ask(m: Machine, s: Slots) -> int:
        m.request = ("option", who(m, s), site, options, 0, 0, None, False)
        m.frames[-1].pc = after
        return SUSPEND

    flow.emit(ask)
    flow.emit(lambda m, _s: after + 1 if m.answer[0] == 0 else m.leave("declined"))


def asker(flow: Flow, by: Expr | None) -> Fn:
    """Who is asked; None stands for chance."""
    return (lambda _m, _s: CHANCE) if by is None else flow.expr(by)


def listed(flow: Flow, group: Expr) -> Fn:
    """The members of a list as a tuple."""
    folded = flow.fold(group)
    f = flow.b.expr(folded)
    return (lambda m, s: members(f(m, s))) if is_region_set(folded) else f


def listed_text(flow: Flow, group: Expr) -> str:
    """The same as text."""
    printed = flow.text(group)
    return members_text(flow.b, printed) if is_region_set(group) else printed


def asker_text(flow: Flow, by: Expr | None) -> str:
    """Who is asked, as text."""
    return str(CHANCE) if by is None else flow.text(by)
