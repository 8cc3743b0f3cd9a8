"""Words for statements that steer and ask, and for bodies as a whole.

A body is a list of clauses, said one after the other.  A choice that may be refused and whose
refusal ends the body is told by its consequence: "you may choose a region; if you do, ...".
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.show.english import settle
from talesmith.show.english.book import UnsayableError, noun_of
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.phrases import POINTS, STEPS
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import Name, spoken

Doer: TypeAlias = Callable[[Scene, Stmt], str]
DO: dict[str, Doer] = {}


def does(*ops: str) -> Callable[[Doer], Doer]:
    """Register the words for statements."""

    def register(function: Doer) -> Doer:
        DO.update(dict.fromkeys(ops, function))
        return function

    return register


CHOICES = {"choose": 8, "tokens": 8, "number": 6, "allot": 9}
"""Where the two branches of a choice stand: what happens on refusal, and without any choice."""


def sequence(scene: Scene, body: Body) -> list[str]:
    """Return a body as clauses in their order."""
    clauses = []
    for place, s in enumerate(body):
        if s[0] not in DO:
            raise UnsayableError(f"no words for a statement {s[0]!r}")
        rest = body[place + 1 :]
        clauses.append(DO[s[0]](scene, s))
        if rest and _is_gate(s):
            who = by(scene, s[_BY[s[0]]])
            clauses.append(f"if {who} {who.does('do')}, {block(scene, rest)}")
            break
    return clauses


_BY = {"choose": 6, "tokens": 5, "number": 4, "allot": 7}


def _is_gate(s: Stmt) -> bool:
    return s[0] in CHOICES and all(_is_stop(branch) for branch in s[CHOICES[s[0]] :][:2])


def _is_stop(branch: Body | None) -> bool:
    return branch is not None and len(branch) == 1 and branch[0][0] == "stop"


def bare(e: object) -> object:
    """Return an expression without the places where its parts were written."""
    if not isinstance(e, tuple):
        return e
    return tuple(bare(p) for n, p in enumerate(e) if n != 1 or not isinstance(p, int))


def block(scene: Scene, body: Body) -> str:
    """Return a body inside a longer sentence."""
    with scene.scope():
        clauses = sequence(scene, body)
    if not clauses:
        return "nothing happens"
    text = (
        "; then ".join(clauses)
        .replace("; then if ", "; if ")
        .replace("; then otherwise", "; otherwise")
    )
    return f"({text})" if len(clauses) > 1 else text


def by(scene: Scene, e: Expr | None) -> Name:
    """Return who is asked."""
    return Name("chance") if e is None else scene.name(e)


def branches(scene: Scene, s: Stmt, who: Name) -> str:
    """Return what happens when nothing is chosen, and when there is nothing to choose."""
    done, empty = s[CHOICES[s[0]] :][:2]
    if _is_gate(s):
        return ""
    if done is not None and [d[0:1] + d[2:] for d in done] == [e[0:1] + e[2:] for e in empty or ()]:
        return f"; if {who} {who.does('do')} not or cannot, {block(scene, done)}"
    text = ""
    if done is not None:
        text += f"; if {who} {who.does('do')} not want to, {block(scene, done)}"
    if empty is not None:
        text += f"; if there is nothing to choose, {block(scene, empty)}"
    return text


def may(s: Stmt, who: Name, verb: str) -> str:
    """Return the verb of a choice: choose, or may choose if it can be refused."""
    optional = s[CHOICES[s[0]]] is not None
    return f"{who} may {verb}" if optional else f"{who} {who.does(verb)}"


@does("let")
def let(scene: Scene, s: Stmt) -> str:
    """Note something under a name."""
    kind = s[3][2]
    if kind == "flag":
        clause = scene.clause(s[3])
        scene.introduce(s[2], Group("answer"), answers=("that was so", "that was not so"))
        return f"note whether {clause}"
    if kind.startswith("list ") or kind == "troops":
        group = scene.group(s[3])
        scene.introduce(s[2], group, fixed=Name(f"those {group.plain(many=True)}", plural=True))
        return f"note {group.many()}"
    what = scene.name(s[3])
    if kind == "number":
        numbered(scene, s[2], "noted number")
    else:
        scene.introduce(s[2], Group(noun_of(kind)), fixed=Name(f"the noted {noun_of(kind)}"))
    return f"note {what}"


@does("if")
def if_(scene: Scene, s: Stmt) -> str:
    """Do something on a condition."""
    text = f"if {scene.clause(s[2])}, {block(scene, s[3])}"
    return f"{text}; otherwise {block(scene, s[4])}" if s[4] else text


@does("for", "at_once")
def for_each(scene: Scene, s: Stmt) -> str:
    """Do something for each member."""
    group = scene.group(s[3])
    once = " at the same time" if s[0] == "at_once" else ""
    return f"for {group.each()}{once}: {member_block(scene, s[2], group, s[4])}"


def member_block(scene: Scene, slot: int, group: Group, body: Body) -> str:
    """Return a body that is run for a member of a group the sentence has just named."""
    with scene.scope():
        scene.introduce(slot, group).is_seen = True
        return block(scene, body)


@does("loop")
def loop(scene: Scene, s: Stmt) -> str:
    """Do something again and again."""
    name = f" (“{spoken(s[2])}”)" if s[2] else ""
    return f"up to {scene.figure(s[3]).text} times{name}: {block(scene, s[4])}"


@does("circle")
def circle(scene: Scene, s: Stmt) -> str:
    """Go round and round."""
    group = scene.group(s[3])
    most = f", at most {scene.figure(s[4]).text} times" if s[4] is not None else ""
    inner = member_block(scene, s[2], group, s[5])
    return f"round and round{most}, for {group.each()} in turn: {inner}"


@does("using")
def using(scene: Scene, s: Stmt) -> str:
    """Declare a conquest with what was chosen for it."""
    return f"{scene.name(s[2])} is declared, and {block(scene, s[3])}"


@does("call")
def call(scene: Scene, s: Stmt) -> str:
    """Run a step: one of the card is told here, one of the rules has a phrase or its name."""
    step = scene.book.step(s[2])
    given = {p.name: arg for p, arg in zip(step.params, s[3], strict=False)}
    if step.card is not None and s[2] not in scene.open_steps:
        text = _told(scene, s)
    elif s[2] in STEPS:
        text = scene.fill(STEPS[s[2]], given)
    else:
        with_ = [f"{spoken(n)}: {scene.name(e)}" for n, e in given.items() if e is not None]
        text = f"“{spoken(step.name)}” follows" + (f" ({', '.join(with_)})" if with_ else "")
    _result(scene, s[4], step.type)
    return text


def _told(scene: Scene, s: Stmt) -> str:
    step = scene.book.step(s[2])
    inner = Scene(scene.book, scene.card, {}, scene.itself, (*scene.open_steps, s[2]))
    for slot, (param, e) in enumerate(zip(step.params, s[3], strict=False)):
        known = scene.slots.get(e[3]) if e is not None and e[0] == "local" else None
        inner.slots[slot] = known or Entity(
            Group(noun_of(param.type)), fixed=scene.name(e) if e is not None else None
        )
    clauses = sequence(inner, settle.body(step.body, dict(scene.book.settings)))
    return "; ".join(clauses) or "nothing happens"


def _result(scene: Scene, slot: int | None, kind: str) -> None:
    if slot is None:
        return
    if kind == "flag":
        scene.introduce(slot, Group("answer"), answers=("that succeeds", "that does not succeed"))
    else:
        scene.introduce(slot, Group(noun_of(kind)), fixed=Name(f"the resulting {noun_of(kind)}"))


@does("return")
def return_(scene: Scene, s: Stmt) -> str:
    """Give a result."""
    return f"the result is {scene.name(s[2])}"


@does("stop", "next")
def leave(_: Scene, s: Stmt) -> str:
    """Leave the body, or go on with the next member."""
    return "stop here" if s[0] == "stop" else "go on with the next one"


@does("end")
def end(_: Scene, s: Stmt) -> str:
    """End a loop or step of the rules."""
    return f"this ends the {spoken(s[2])}"


@does("ask")
def ask(scene: Scene, s: Stmt) -> str:
    """Ask for yes or no."""
    who = by(scene, s[2])
    only = f"if {scene.clause(s[4])}, " if s[4] is not None else ""
    scene.introduce(s[5], Group("answer"), answers=(f"{who} agreed", f"{who} did not agree"))
    return f"{only}ask {who} “{s[3]}”"


@does("option")
def option(scene: Scene, s: Stmt) -> str:
    """Let somebody choose one of several ways to go on."""
    _, _, who, point, slot, written, done, empty = s
    name = by(scene, who)
    if slot is not None:
        scene.introduce(slot, Group("thing"), fixed=Name("what was chosen"))
    told = [_branch(scene, branch) for branch in written]
    if point is not None:
        told.append(f"anything offered {_moment(scene, point)}")
    text = f"{name} {name.does('choose')} one: {'; or '.join(told)}"
    for branch, when in (
        (done, f"if {name} {name.does('do')} not want to"),
        (empty, "if there is nothing"),
    ):
        if branch is not None:
            text += f"; {when}, {block(scene, branch)}"
    return text


def _moment(scene: Scene, point: tuple[str, tuple[Expr, ...]]) -> str:
    hook = scene.book.hook(point[0])
    given = {p.name: arg for p, arg in zip(hook.params, point[1], strict=False)}
    return scene.fill(POINTS[point[0]], given) if point[0] in POINTS else f"at “{spoken(point[0])}”"


def _branch(scene: Scene, branch: tuple[Any, ...]) -> str:
    text, slot, source, condition, body = branch
    words = f"“{text}”"
    with scene.scope():
        if source is not None:
            group = scene.group(source)
            scene.introduce(slot, group).is_seen = True
            words += f" for {group.one()}"
        if condition is not None:
            words += f", if {scene.clause(condition)}"
        return f"{words}: {block(scene, body)}"


@does("number")
def choose_number(scene: Scene, s: Stmt) -> str:
    """Let somebody choose a number."""
    who = by(scene, s[4])
    bounds = f"at least {scene.figure(s[2]).text} and at most {scene.figure(s[3]).text}"
    text = f"{may(s, who, 'choose')} a number, {bounds}"
    numbered(scene, s[5], "chosen number")
    return text + branches(scene, s, who)


def numbered(scene: Scene, slot: int, noun: str) -> None:
    """Bind a slot to a number that is called by its origin: the rolled number."""
    entity = scene.introduce(slot, Group(noun))
    again = sum(e.fixed is not None and e.group.noun == noun for e in scene.slots.values())
    rank = ("", "second ", "third ", "fourth ")[min(again, 3)]
    entity.fixed = Name(f"the {rank}{noun}")


@does("choose")
def choose(scene: Scene, s: Stmt) -> str:
    """Let somebody choose one or several things."""
    _, _, up_to, n, _, source, _, slot, _, _ = s
    who, group = by(scene, s[6]), scene.group(source)
    if n is None:
        text = f"{may(s, who, 'choose')} {group.one()}"
        scene.introduce(slot, group).is_seen = True
    else:
        many = n[0] != "num" or n[3] != 1
        amount = f"{'up to ' if up_to else ''}{some_of(scene, n, source)}"
        text = f"{may(s, who, 'choose')} {amount}"
        scene.introduce(slot, group, fixed=Name(f"the chosen {Group(group.noun).plain(many=many)}"))
    return text + branches(scene, s, who)


@does("tokens")
def choose_tokens(scene: Scene, s: Stmt) -> str:
    """Let somebody choose tokens."""
    _, _, up_to, n, troops, _, keeping, slot, _, _ = s
    who = by(scene, s[5])
    amount = f"{'up to ' if up_to else ''}{some_of(scene, n, troops)}"
    text = f"{may(s, who, 'choose')} {amount}"
    if keeping is not None:
        text += (
            f", from the hand first, then those beyond {scene.figure(keeping).text} in a region, "
            "then whole regions"
        )
    scene.introduce(slot, Group("token"), fixed=Name("the chosen tokens", plural=True))
    return text + branches(scene, s, who)


def some_of(scene: Scene, n: Expr, source: Expr) -> str:
    """Return so many members; "or all" if the number is cut to what there is."""
    whole = scene.name(source)
    if n[0] == "smaller" and len(n) == 5:
        for part, other in ((n[3], n[4]), (n[4], n[3])):
            if part[0] == "count" and bare(part[3]) == bare(source):
                return f"{scene.figure(other).text} of {whole} (all if there are fewer)"
    figure = scene.figure(n)
    amount = figure.text if figure.constant is not None else f"a number of them ({figure.text})"
    return f"{amount} of {whole}"


@does("allot")
def allot(scene: Scene, s: Stmt) -> str:
    """Let somebody give each member a number."""
    _, _, slot, source, least, most, total, _, result, _, _ = s
    who, group = by(scene, s[7]), scene.group(source)
    limits = []
    with scene.bound(slot, Entity(group, fixed=Name("it", "its"))):
        for bound, words in ((least, "at least"), (most, "at most")):
            if bound is not None:
                limits.append(f"{words} {scene.figure(bound).text}")
    if total is not None:
        limits.append(f"{scene.figure(total).text} in all")
    behind = f" ({', '.join(limits)})" if limits else ""
    scene.introduce(
        result, Group("plan"), plan="the number allotted to", fixed=Name("that division")
    )
    return f"{may(s, who, 'allot')} a number to {group.each()}{behind}{branches(scene, s, who)}"


@does("order")
def order(scene: Scene, s: Stmt) -> str:
    """Let somebody put things in an order."""
    who, group = by(scene, s[3]), scene.group(s[2])
    chosen = Group(group.noun, tails=("in that order",))
    scene.introduce(s[4], chosen)
    return f"{who} {who.does('put')} {group.many()} in an order"


@does("secretly")
def secretly(scene: Scene, s: Stmt) -> str:
    """Let several answer in secret."""
    group = scene.group(s[3])
    inner = member_block(scene, s[2], group, s[4])
    text = f"in secret, for {group.each()}: {inner}; then all is opened at once"
    scene.introduce(
        s[5], Group("plan"), plan="the sealed number of", fixed=Name("the sealed numbers")
    )
    return text


@does("roll")
def roll(scene: Scene, s: Stmt) -> str:
    """Roll a die."""
    who = by(scene, s[3])
    numbered(scene, s[4], "rolled number")
    return f"{who} {who.does('roll')} the {scene.book.die(s[2])}"
