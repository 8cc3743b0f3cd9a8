"""Words for statements that steer and ask, and for bodies as a whole.

A body is a list of clauses, said one after the other.  A choice that may be refused and whose
refusal ends the body is told by its consequence: "you may choose a region; if you do, ...".
"""

from collections.abc import Callable
from typing import TypeAlias

from talesmith.ruleset.ops import ENDS_AT, Body, Expr, Stmt, walk
from talesmith.show.english import settle
from talesmith.show.english.book import UnsayableError, noun_of
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import CLOSE, OPEN, Name, is_simple, spoken

Doer: TypeAlias = Callable[[Scene, Stmt], str]
DO: dict[str, Doer] = {}


def does(*ops: str) -> Callable[[Doer], Doer]:
    """Register the words for statements."""

    def register(function: Doer) -> Doer:
        DO.update(dict.fromkeys(ops, function))
        return function

    return register


def sequence(scene: Scene, body: Body) -> list[str]:
    """Return a body as clauses in their order."""
    clauses = []
    for place, s in enumerate(body):
        if s[0] not in DO:
            raise UnsayableError(f"no words for a statement {s[0]!r}")
        rest = body[place + 1 :]
        if is_told_here(scene, s):
            clauses += told_here(scene, s, is_last=not rest and not scene.depth)
        else:
            clauses.append(DO[s[0]](scene, s))
        if rest and is_gate(s):
            who = by(scene, s[_BY[s[0]]])
            clauses.append(f"if {who} {who.does('do')}, {block(scene, rest)}")
            break
    return clauses


_BY = {"choose": 6, "tokens": 5, "number": 4, "allot": 7}


def is_gate(s: Stmt) -> bool:
    """Tell whether a choice ends the body when nothing is or can be chosen."""
    return s[0] in ENDS_AT and all(_is_stop(branch) for branch in s[ENDS_AT[s[0]] :][:2])


def _is_stop(branch: Body | None) -> bool:
    return branch is not None and len(branch) == 1 and branch[0][0] == "stop"


def block(scene: Scene, body: Body) -> str:
    """Return a body inside a longer sentence."""
    with scene.scope():
        clauses = sequence(scene, body)
    if not clauses:
        return "nothing happens"
    text = _in_a_row(clauses)
    return text if is_simple(text) else f"{OPEN}{text}{CLOSE}"


def _in_a_row(clauses: list[str]) -> str:
    text = "; then ".join(clauses)
    return text.replace("; then if ", "; if ").replace("; then otherwise", "; otherwise")


def by(scene: Scene, e: Expr | None) -> Name:
    """Return who is asked."""
    return Name("chance") if e is None else scene.name(e)


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
        told = group.many()
        noted(scene, s[2], group.noun, "noted")
        return f"note {told}"
    if kind == "number":
        figure = scene.figure(s[3])
        return f"let {lettered(scene, s[2])} be {figure.text}"
    what = scene.name(s[3])
    numbered(scene, s[2], f"noted {scene.book.noun(kind)}")
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
        scene.introduce(slot, group, again="that one").is_seen = True
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
    return f"round and round{most}, for {group.each()}: {inner}"


@does("using")
def using(scene: Scene, s: Stmt) -> str:
    """Declare a conquest with what was chosen for it."""
    return f"{scene.name(s[2])} is declared, and {block(scene, s[3])}"


@does("call")
def call(scene: Scene, s: Stmt) -> str:
    """Run a step of the rules, by its phrase or its name."""
    step = scene.book.step(s[2])
    given = {p.name: arg for p, arg in zip(step.params, s[3], strict=False)}
    if s[2] in scene.book.phrases.steps:
        phrase = scene.book.phrases.steps[s[2]]
        text = scene.with_rest(scene.fill(phrase, given), phrase, given)
    else:
        with_ = [f"{spoken(n)}: {scene.name(e)}" for n, e in given.items() if e is not None]
        text = f"“{spoken(step.name)}” follows" + (f" ({', '.join(with_)})" if with_ else "")
    _result(scene, s[4], step.type, step.name)
    return text


def is_told_here(scene: Scene, s: Stmt) -> bool:
    """Tell whether a statement runs a step of the card, which is told where it is run."""
    if s[0] != "call" or s[2] in scene.open_steps:
        return False
    return scene.book.step(s[2]).card is not None


def told_here(scene: Scene, s: Stmt, *, is_last: bool) -> list[str]:
    """Return the clauses of a step of the card.

    One that may end before its last statement is told as a block with its name, unless nothing
    comes behind it anyway.
    """
    step = scene.book.step(s[2])
    inner = Scene(scene.book, scene.card, {}, scene.itself, (*scene.open_steps, s[2]), scene.named)
    inner.letters, inner.depth = scene.letters, scene.depth
    is_block = not is_last and _may_end_early(step.body)
    inner.ending = spoken(step.name) if is_block else ""
    for name, slot in step.slots:
        inner.slots[slot] = scene.named.get(name) or Entity(Group(name), fixed=Name(f"the {name}"))
    for slot, (param, e) in enumerate(zip(step.params, s[3], strict=False)):
        known = scene.slots.get(e[3]) if e is not None and e[0] == "local" else None
        inner.slots[slot] = known or Entity(
            Group(noun_of(param.type)), fixed=scene.name(e) if e is not None else None
        )
    clauses = sequence(inner, settle.body(step.body, dict(scene.book.settings)))
    _result(scene, s[4], step.type, step.name)
    if is_block:
        return [f"“{inner.ending}”: {OPEN}{_in_a_row(clauses)}{CLOSE}"]
    return clauses or ["nothing happens"]


def _may_end_early(body: Body) -> bool:
    """Tell whether a body is left somewhere before its last statement."""
    early = body[:-1] if body and body[-1][0] in ("stop", "return") else body
    return any(part[0] in ("stop", "return") for part in walk(early))


def _result(scene: Scene, slot: int | None, kind: str, step: str) -> None:
    if slot is None:
        return
    if kind == "flag":
        scene.introduce(slot, Group("answer"), answers=("that succeeds", "that does not succeed"))
    else:
        noun = scene.book.phrases.results.get(step) or f"resulting {noun_of(kind)}"
        numbered(scene, slot, noun)


@does("return")
def return_(scene: Scene, s: Stmt) -> str:
    """Give a result."""
    ends = f", and “{scene.ending}” ends" if scene.ending else ""
    return f"the result is {scene.name(s[2])}{ends}"


@does("stop", "next")
def leave(scene: Scene, s: Stmt) -> str:
    """Leave the body, or go on with the next member."""
    if s[0] == "stop" and scene.ending:
        return f"“{scene.ending}” ends"
    return "stop here" if s[0] == "stop" else "go on with the next one"


@does("end")
def end(_: Scene, s: Stmt) -> str:
    """End a loop or step of the rules."""
    return f"this ends the {spoken(s[2])}"


def numbered(scene: Scene, slot: int, noun: str, *, many: bool = False) -> None:
    """Bind a slot to a thing that is called by its origin: the rolled number."""
    entity = scene.introduce(slot, Group(noun))
    again = sum(e.fixed is not None and e.group.noun == noun for e in scene.slots.values())
    rank = ("", "second ", "third ", "fourth ")[min(again, 3)]
    entity.fixed = Name(f"the {rank}{noun}", plural=many)


def noted(scene: Scene, slot: int, noun: str, how: str) -> None:
    """Bind a slot to a list that is called by its origin from now on: the chosen regions."""
    known = [e.listed for e in scene.slots.values() if e.listed is not None]
    again = sum(group.noun == noun and group.front == (how,) for group in known)
    behind = (f"of the {('', 'second', 'third', 'fourth')[min(again, 3)]} list",) if again else ()
    group = Group(noun, (how,), behind, is_definite=True)
    scene.introduce(slot, Group(noun), fixed=Name(group.many(), plural=True), listed=group)


LETTERS = "XYZWVUTS"


def lettered(scene: Scene, slot: int) -> str:
    """Bind a slot to a number that is called by a letter: X, then Y."""
    letter = LETTERS[len(scene.letters) % len(LETTERS)]
    scene.letters.append(letter)
    scene.introduce(slot, Group("number"), fixed=Name(letter), is_letter=True)
    return letter
