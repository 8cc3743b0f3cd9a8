"""Words for statements that ask: who chooses what, and what happens if nothing is chosen."""

from typing import Any

from talesmith.ruleset.ops import ENDS_AT, Expr, Stmt
from talesmith.show.english.nouns import Group, itself
from talesmith.show.english.scene import Scene, bare
from talesmith.show.english.statements import (
    block,
    by,
    does,
    is_gate,
    lettered,
    member_block,
    noted,
    numbered,
)  # fmt: skip
from talesmith.show.english.words import Name, is_simple, spoken


def branches(scene: Scene, s: Stmt, who: Name) -> str:
    """Return what happens when nothing is chosen, and when there is nothing to choose."""
    done, empty = s[ENDS_AT[s[0]] :][:2]
    if is_gate(s):
        return ""
    if done is not None and [d[0:1] + d[2:] for d in done] == [e[0:1] + e[2:] for e in empty or ()]:
        return f"; if {who} {who.does('do')} not or cannot, {block(scene, done)}"
    text = ""
    if done is not None:
        text += f"; if {who} {who.does('do')} not want to, {block(scene, done)}"
    if empty is not None:
        then = block(scene, empty)
        has_one = len(empty) == 1 and is_simple(then)
        text += f" (if there is none, {then})" if has_one else (
            f"; if there is nothing to choose, {then}"
        )  # fmt: skip
    return text


def may(s: Stmt, who: Name, verb: str) -> str:
    """Return the verb of a choice: choose, or may choose if it can be refused."""
    optional = s[ENDS_AT[s[0]]] is not None
    return f"{who} may {verb}" if optional else f"{who} {who.does(verb)}"


@does("ask")
def ask(scene: Scene, s: Stmt) -> str:
    """Ask for yes or no."""
    who = by(scene, s[2])
    only = f"if {scene.clause(s[4])}, " if s[4] is not None else ""
    answers = (f"{who} {who.does('agree')}", f"{who} {who.does('do')} not agree")
    if s[2] is None:
        scene.introduce(s[5], Group("answer"), answers=("it is so", "it is not so"))
        return f"{only}chance decides “{s[3]}”"
    scene.introduce(s[5], Group("answer"), answers=answers)
    return f"{only}{who} {who.does('be')} asked “{s[3]}”"


@does("option")
def option(scene: Scene, s: Stmt) -> str:
    """Let somebody choose one of several ways to go on."""
    _, _, who, point, slot, written, done, empty, _ = s
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
    phrase = scene.book.phrases.points.get(point[0], f"at “{spoken(point[0])}”")
    return scene.fill(phrase, given)


def _branch(scene: Scene, branch: tuple[Any, ...]) -> str:
    text, slot, source, condition, body = branch
    words = f"“{text}”"
    with scene.scope():
        if source is not None:
            group = scene.group(source)
            scene.introduce(slot, group, again="that one").is_seen = True
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
    text = text.replace("a number,", f"a number {lettered(scene, s[5])},", 1)
    return text + branches(scene, s, who)


@does("choose")
def choose(scene: Scene, s: Stmt) -> str:
    """Let somebody choose one or several things."""
    _, _, up_to, n, _, source, _, slot, _, _, _ = s
    who, group = by(scene, s[6]), scene.group(source)
    if n is None:
        text = f"{may(s, who, 'choose')} {group.one()}"
        again = f"the chosen {group.member or group.noun}"
        scene.introduce(slot, group, again=again).is_seen = True
    else:
        many = n[0] != "num" or n[3] != 1
        amount = f"{'up to ' if up_to else ''}{some_of(scene, n, source)}"
        text = f"{may(s, who, 'choose')} {amount}"
        if many:
            noted(scene, slot, group.noun, "chosen")
        else:
            scene.introduce(slot, group, fixed=Name(f"the chosen {group.noun}"))
    return text + branches(scene, s, who)


@does("tokens")
def choose_tokens(scene: Scene, s: Stmt) -> str:
    """Let somebody choose tokens."""
    _, _, up_to, n, troops, _, keeping, slot, _, _, _ = s
    who = by(scene, s[5])
    amount = f"{'up to ' if up_to else ''}{some_of(scene, n, troops)}"
    text = f"{may(s, who, 'choose')} {amount}"
    if keeping is not None:
        text += (
            f", from the hand first, then those beyond {scene.figure(keeping).text} in a region, "
            "then whole regions"
        )
    numbered(scene, slot, "chosen tokens", many=True)
    return text + branches(scene, s, who)


def some_of(scene: Scene, n: Expr, source: Expr) -> str:
    """Return so many members; "or all" if the number is cut to what there is."""
    whole = scene.name(source)
    if n[0] == "smaller" and len(n) == 5:
        for part, other in ((n[3], n[4]), (n[4], n[3])):
            if part[0] == "count" and bare(part[3]) == bare(source):
                return f"{scene.figure(other).text} of {whole} (all if there are fewer)"
    figure = scene.figure(n)
    is_short = figure.constant is not None or figure.is_letter
    amount = figure.text if is_short else f"a number of them ({figure.text})"
    return f"{amount} of {whole}"


@does("allot")
def allot(scene: Scene, s: Stmt) -> str:
    """Let somebody give each member a number."""
    _, _, slot, source, least, most, total, _, result, _, _, _ = s
    who, group = by(scene, s[7]), scene.group(source)
    limits = []
    with scene.bound(slot, itself(group)):
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
