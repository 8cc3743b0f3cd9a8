"""Words for the lines of values, ledgers and permissions."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from talesmith.ruleset.ops import GUARD_AT, Expr, Stmt
from talesmith.ruleset.parts import Hook
from talesmith.show.english.amounts import arguments
from talesmith.show.english.book import UnsayableError, reason_of
from talesmith.show.english.clauses import permission
from talesmith.show.english.nouns import Figure, Group
from talesmith.show.english.qualities import qualified
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import YOU, Name, plural, spoken

Given: TypeAlias = Mapping[str, Expr]
Liner: TypeAlias = Callable[[Scene, Stmt, Hook, Given], str]


def line(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return a line of a pure body as a sentence without its full stop."""
    if s[0] not in LINE:
        raise UnsayableError(f"no words for a line {s[0]!r}")
    text = LINE[s[0]](scene, s, hook, given)
    guard = s[GUARD_AT[s[0]]] if s[0] in GUARD_AT else None
    return text if guard is None else f"{text} if {scene.clause(guard)}"


def _changed(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return a change of a value: costs 1 token more, is at least 2, is 0 instead."""
    if hook.kind == "ledger":
        return _scaled(scene, s, hook, given)
    unit = scene.book.phrases.values.get(hook.name, ("", "", ""))[2]
    over = f", overriding {scene.book.title(s[4][0])}" if s[0] == "become" and s[4] else ""
    instead = " instead" if s[0] == "become" else ""
    text = _sentence(scene, hook, given, lambda: _AMOUNT[s[0]](scene, s, unit, given))
    return text + instead + over


def _sentence(scene: Scene, hook: Hook, given: Given, amount: Callable[[], str]) -> str:
    phrases = scene.book.phrases
    if hook.name in phrases.values:
        return scene.fill(phrases.values[hook.name][1], given, amount)
    if hook.name in phrases.tallies:
        tally = phrases.tallies[hook.name]
        things = f"{plural(tally.noun)} {tally.belongs} {tally.rest}"
        return scene.fill(f"the number of {things} this turn is <amount>", given, amount)
    return f"“{spoken(hook.name)}”{arguments(scene, dict(given))} is {amount()}"


def _become(scene: Scene, s: Stmt, unit: str, given: Given) -> str:
    e = s[2]
    if e[2] == "flag":
        return str(scene.name(e))
    region = given.get("region")
    if unit == "token" and region is not None and e[0] == "get" and e[3] == "region.tokens":
        return "all tokens" if e[4][0] == "local" and e[4][3] == region[3] else _of(scene, e, unit)
    return _of(scene, e, unit)


def _of(scene: Scene, e: Expr, unit: str) -> str:
    if e[2].rstrip("?") != "number":
        return str(scene.name(e))
    return scene.figure(e).of(unit)


def _add(scene: Scene, s: Stmt, unit: str, _: Given) -> str:
    word = ("more", "less") if unit else ("higher", "lower")
    figure = scene.figure(s[2])
    n = figure.constant
    if n is not None:
        much = abs(n)
        noun = f" {unit if much == 1 else plural(unit)}" if unit else ""
        return f"{much}{noun} {word[n < 0]}"
    if s[2][0] == "neg":
        return _by(scene.figure(s[2][3]), unit, word[1])
    if s[2][0] == "minus" and s[2][3][0] == "num" and s[2][3][3] == 0:
        return _by(scene.figure(s[2][4]), unit, word[1])
    return _by(figure, unit, word[0])


def _by(figure: Figure, unit: str, word: str) -> str:
    return f"{figure.of(unit)} {word}" if unit else f"{word} by {figure.text}"


def _times(_: Scene, s: Stmt, __: str, ___: Given) -> str:
    return {(2, 1): "twice as much", (1, 2): "half as much"}.get(
        (s[2], s[3]), f"{s[2]} times as much" if s[3] == 1 else f"{s[2]}/{s[3]} of it"
    )


def _cap(scene: Scene, s: Stmt, unit: str, _: Given) -> str:
    if s[0] == "cap" and s[2][0] == "num" and s[2][3] == 0 and unit:
        return f"no {plural(unit)} at all"
    word = "at most" if s[0] == "cap" else "at least"
    return f"{word} {_of(scene, s[2], unit)}"


_AMOUNT = {"become": _become, "add": _add, "times": _times, "cap": _cap, "floor": _cap}


def _scaled(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return that lines of income are multiplied or dropped."""
    when, group = _when(scene, hook, given), Group("line of income")
    if s[0] == "times":
        slot, condition = s[5], s[6]
        words = f"counts {_times(scene, s, '', given)}"
    else:
        slot, condition, words = s[2], s[3], "is dropped"
    if slot is not None and condition is not None:
        group = qualified(scene, group, slot, condition)
    return f"{when} {group.each()} {words}"


def _when(scene: Scene, hook: Hook, given: Given) -> str:
    phrases = scene.book.phrases.ledgers
    if hook.name in phrases:
        return scene.fill(phrases[hook.name], given)
    return f"in “{spoken(hook.name)}”{arguments(scene, dict(given))},"


def _earn(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return a line of income: at the end of your turn you earn 1 coin for each ..."""
    _, _, e, slot, source, at, of, to, _ = s
    when, payee = _when(scene, hook, given), _payee(scene, to, given)
    each = behind = ""
    if slot is not None:
        group = scene.group(source)
        scene.introduce(slot, group).is_seen = True
        each = f"for {group.each()}"
    figure = scene.figure(e)
    amount = figure.of("coin")
    if slot is None and figure.group is not None and _is_countable(figure.group):
        amount = f"1 coin for {figure.group.each()}"
    if at is not None and not (at[0] == "local" and at[3] == slot):
        behind += f", in {scene.name(at)}"
    if of is not None and not _is_self(scene, of):
        behind += f", through {scene.name(of)}"
    if figure.constant is None and each:
        return f"{when}, {each}, {payee} {payee.does('earn')} {amount}{behind}"
    each = each and f" {each}"
    return f"{when} {payee} {payee.does('earn')} {amount}{each}{behind}"


def _is_countable(group: Group) -> bool:
    """Tell whether an amount is told as one for each; a region would seem to be where it is earned."""
    return group.noun != "line of income" and bool(group.when or group.noun != "region")


def _payee(scene: Scene, to: Expr | None, given: Given) -> Name:
    if to is not None:
        return scene.name(to)
    if "scorer" in given:
        return scene.name(given["scorer"])
    return YOU


def _is_self(scene: Scene, e: Expr) -> bool:
    return bool(e[0] == "local" and scene.entity(e).owner is not None)


def _forbid(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return that something is not allowed, with the reason that is shown."""
    nobody = _is_open(scene, hook, given)
    _widen(scene, given, hook if nobody else None)
    text = permission(scene, hook.name, dict(given), yes=nobody)
    return f"{text} (“{s[3] or spoken(s[2])}”)"


def _waive(scene: Scene, s: Stmt, hook: Hook, given: Given) -> str:
    """Return that something is allowed although a part of the rules speaks against it."""
    _widen(scene, given, None)
    text = permission(scene, hook.name, dict(given), yes=True)
    return f"{text} despite the rule “{reason_of(hook, s[2])}”"


def _subject(scene: Scene, hook: Hook) -> str:
    """Return the parameter with which the sentence of a permission begins."""
    phrase = scene.book.phrases.permissions.get(hook.name, ("",))[0]
    return phrase[1:].partition(">")[0].partition("'")[0].partition(":")[0]


def _is_open(scene: Scene, hook: Hook, given: Given) -> bool:
    """Tell whether a permission is about anybody, so that its contrary begins with "no"."""
    subject = given.get(_subject(scene, hook))
    return subject is not None and scene.entity(subject).fixed is None


def _widen(scene: Scene, given: Given, denied: Hook | None) -> None:
    """Let a permission speak of any thing, and its subject of none if it is denied to all."""
    for name, e in given.items():
        scene.entity(e).article = "no" if denied and name == _subject(scene, denied) else "any"


LINE: dict[str, Liner] = {
    **dict.fromkeys(("become", "add", "times", "cap", "floor"), _changed),
    "drop": _scaled, "earn": _earn, "forbid": _forbid, "waive": _waive,
}  # fmt: skip
