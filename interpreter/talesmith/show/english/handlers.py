"""Words for whole handlers: when they speak, for whom, on what condition, how often, and what then.

A condition on something that the sentence names anyway becomes a quality of it ("conquering a
region of a terrain"); every other condition stands behind "if".
"""

from attrs import evolve, frozen

from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Handler, Hook, Limit
from talesmith.show.english import settle
from talesmith.show.english.actions import thing_done
from talesmith.show.english.book import Book
from talesmith.show.english.lines import line
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.openings import CARRIED, hook_name, let_hold, opened
from talesmith.show.english.qualities import conjuncts, mentions, quality
from talesmith.show.english.scene import Scene
from talesmith.show.english.statements import sequence
from talesmith.show.english.words import YOU, Name, joined, sentence, spoken, times_a

PURE = ("value", "ledger", "permission")


def handler(book: Book, h: Handler) -> tuple[str, ...]:
    """Return the sentences of a handler; none if it can't speak under these rulings."""
    guard = settle.guard(h.guard, dict(book.settings))
    if isinstance(guard, bool):
        return ()
    h = evolve(h, guard=guard, body=settle.body(h.body, dict(book.settings)))
    scene, given, hook = opened(book, h)
    condition = _absorbed(scene, h, hook)
    for slot, param in enumerate(hook.params):
        scene.slots[slot].is_needed = mentions((h.guard or (), h.body), slot)
        if not _is_told(scene, h, hook, param.name):
            scene.slots[slot].opening = None
    let_hold(scene, h, hook)
    if h.form in PURE:
        sentences = [_line(scene, s, hook, given, condition) for s in h.body]
        sentences = [text + phase_told(h.phase) + _order(scene, h) for text in sentences]
    else:
        tell = {"offer": _offer, "instead": _instead, "effect": _effect}[h.form]
        sentences = tell(scene, h, given, condition)
    return tuple(sentence(text) for text in sentences)


@frozen
class Condition:
    """The part of a guard that stands behind "if", told when its turn in the sentence comes."""

    scene: Scene
    rest: tuple[Expr, ...]

    def __call__(self) -> str:
        """Return the words "if ...", or nothing."""
        scene, rest = self.scene, self.rest
        if len(rest) == 1:
            return f"if {scene.clause(rest[0])}"
        words = [scene.clause(p) if p[0] != "or" else f"({scene.clause(p)})" for p in rest]
        return f"if {joined(words)}" if words else ""


def _line(scene: Scene, s: Stmt, hook: Hook, given: dict[str, Expr], condition: Condition) -> str:
    scene.start_sentence((s, condition.rest))
    text = line(scene, s, hook, given)
    rest = condition()
    if rest and " if " in text:
        return f"{text} and {rest.removeprefix('if ')}"
    return f"{text} {rest}".rstrip()


def _absorbed(scene: Scene, h: Handler, hook: Hook) -> Condition:
    """Make conditions on what the sentence names qualities of it; the rest comes as "if ..."."""
    rest: list[Expr] = []
    told = [slot for slot, p in enumerate(hook.params) if _is_told(scene, h, hook, p.name)]
    if h.role is not None and _is_told(scene, h, hook, "region"):
        told.append(h.role)  # a region belongs to the defender, see `let_hold`
    for part in conjuncts(h.guard) if h.guard is not None else ():
        for slot in told:
            entity = scene.slots[slot]
            if _known(part, entity, slot):
                break
            if _is_word(part, slot) and _named(scene, part, entity, slot):
                break
            if entity.fixed is None and mentions(part, slot) and not _others(scene, part, slot):
                if _named(scene, part, entity, slot):
                    break
                found = quality(scene, entity.group, slot, part)
                if found is not None and _is_sayable(scene, h, hook, slot, found):
                    entity.group = found
                    break
        else:
            rest.append(part)
    return Condition(scene, tuple(rest))


def _named(scene: Scene, part: Expr, entity: Entity, slot: int) -> bool:
    """Take a condition that says which card it is as the name of the thing."""
    if part[0] != "eq" or part[3][0] != "local" or part[3][3] != slot or mentions(part[4], slot):
        return False
    name = scene.name(part[4])
    is_printed = part[4][0] in ("constant", "word")
    entity.fixed = Name(f"the {entity.group.noun} {name}") if is_printed else name
    return True


def _known(part: Expr, entity: Entity, slot: int) -> bool:
    """Take a condition that an answer is yes or no as the answer that is told."""
    bare = part[3] if part[0] == "not" else part
    if bare[0] != "local" or bare[3] != slot or entity.known is not None:
        return False
    entity.known = part[0] != "not"
    return True


def _is_word(part: Expr, slot: int) -> bool:
    """Tell whether a condition says which word of a set a parameter is."""
    is_local = part[0] == "eq" and part[3][0] == "local" and part[3][3] == slot
    return bool(is_local and part[4][0] == "word")


def _is_told(scene: Scene, h: Handler, hook: Hook, name: str) -> bool:
    """Tell whether the phrase of a hook speaks of a parameter, so that it may have qualities."""
    texts = _texts(scene, h, hook)
    return not texts or any(f"<{name}" in text for text in texts)


def _is_sayable(scene: Scene, h: Handler, hook: Hook, slot: int, group: Group) -> bool:
    """Tell whether a group can stand where its name does: "a player who ..." has no possessive."""
    mark = f"<{hook.params[slot].name}"
    texts = _texts(scene, h, hook)
    is_owner = any(text.partition(mark)[2].startswith("'s") for text in texts)
    return not is_owner or not (group.clauses or group.tails)


def _texts(scene: Scene, h: Handler, hook: Hook) -> list[str]:
    """Return the phrases in which a hook is told."""
    phrases = scene.book.phrases
    texts = (
        *phrases.values.get(hook.name, ("", ""))[1:2], *phrases.permissions.get(hook.name, ()),
        *(group.get(hook.name, "") for group in (phrases.ledgers, phrases.moments, phrases.actions)),
        *(phrases.points.get(point, "") for point in h.hook.split()),
    )  # fmt: skip
    return [text for text in texts if text]


def _others(scene: Scene, part: Expr, slot: int) -> bool:
    """Tell whether a condition names another thing that the text has not introduced."""
    return any(
        other != slot and entity.fixed is None and mentions(part, other)
        for other, entity in scene.slots.items()
    )


def phase_told(phase: str) -> str:
    """Return in which phases of its race a handler speaks; nothing for the usual one."""
    return {
        "active": "",
        "also": ", also in decline",
        "only": " (only while it is in decline)",
        "offered": " (while it lies in the column)",
    }[phase]


def _order(scene: Scene, h: Handler) -> str:
    words = [f"after {scene.book.title(_card_of(name))}" for name in h.after]
    words += [f"before {scene.book.title(_card_of(name))}" for name in h.before]
    return f" ({joined(words)})" if words else ""


def _card_of(name: str) -> str:
    return name.partition("/")[0]


def limited(scene: Scene, limit: Limit | None) -> str:
    """Return how often something may happen."""
    if limit is None:
        return ""
    n = scene.figure(limit.n)
    often = times_a(n.constant, limit.window) if n.constant is not None else (
        f"at most {n.text} times a {limit.window}"
    )  # fmt: skip
    if limit.key is not None:
        often += f" for each {_key(scene, limit.key)}"
    if limit.shared is not None:
        often += f", counted together with all that share “{spoken(limit.shared)}”"
    return often


def _key(scene: Scene, key: Expr) -> str:
    """Return what a limit counts apart: each owner of its race."""
    if key[0] == "get":
        return f"{spoken(key[3].split('.')[1])} of {scene.name(key[4])}"
    return str(scene.name(key))


def _effect(scene: Scene, h: Handler, given: dict[str, Expr], condition: Condition) -> list[str]:
    name = h.hook
    if hook_name(scene.book, h) != name:
        when = f"after {_bare_action(scene, hook_name(scene.book, h), given)}"
        if h.role is not None and h.role >= len(given):
            when += f", with {scene.slots[h.role].name()} as the result"
    else:
        when = scene.fill(scene.book.phrases.moments.get(name, f"at “{spoken(name)}”"), given)
    parts = [when, condition(), limited(scene, h.limit)]
    head = ", ".join(part for part in parts if part) + phase_told(h.phase) + _order(scene, h)
    return told(f"{head},", sequence(scene, h.body))


def told(head: str, clauses: list[str]) -> list[str]:
    """Return a head with a body behind it, as sentences."""
    first, *more = clauses or ["nothing happens"]
    texts = [f"{head} {first}"]
    for clause in more:
        linked = clause.startswith(("if ", "for ", "note ", "let ", "otherwise "))
        texts.append(clause if linked else f"then {clause}")
    return texts


def _bare_action(scene: Scene, name: str, given: dict[str, Expr]) -> str:
    """Return an action with the parameters that its sentence can't do without."""
    phrases = scene.book.phrases.actions
    return scene.fill(phrases[name], given) if name in phrases else thing_done(scene, name, given)


def _offer(scene: Scene, h: Handler, given: dict[str, Expr], condition: Condition) -> list[str]:
    points = h.hook.split()
    phrases = scene.book.phrases.points
    when = joined((scene.fill(phrases.get(p, f"at “{spoken(p)}”"), given) for p in points), "or")
    head = (
        ", ".join(part for part in (when, condition()) if part)
        + phase_told(h.phase)
        + _order(scene, h)
    )
    target = ""
    if h.target is not None:
        source = settle.settled(h.target[1], dict(scene.book.settings))
        group = scene.group(source)
        target = f" for {group.one()}"
        scene.introduce(h.target[0], group).is_seen = True
    who = YOU if h.role is not None or h.holder in CARRIED else _acting(scene, given)
    limit = limited(scene, h.limit)
    often = f", {limit}" if limit else ""
    return told(f"{head}, {who} may choose “{h.may}”{target}{often}:", sequence(scene, h.body))


def _acting(scene: Scene, given: dict[str, Expr]) -> Name:
    """Return who is asked at a point: the player it is about, or the owner of the race."""
    for e in given.values():
        name = scene.name(e)
        return Name(f"{name.possessive} owner") if e[2].rstrip("?") == "race" else name
    return Name("the player on turn")


def _instead(scene: Scene, h: Handler, given: dict[str, Expr], condition: Condition) -> list[str]:
    action = _bare_action(scene, h.hook, given)
    parts = [f"when {action}", condition(), limited(scene, h.limit)]
    head = ", ".join(part for part in parts if part) + phase_told(h.phase) + _order(scene, h)
    head += "," if h.may is None else f", {_chooser(scene, h)} may choose “{h.may}”:"
    if not h.body or h.body[0][0] == "stop":
        return [f"{head} nothing of that happens"]
    if h.body[0][0] != "proceed":
        head = f"{head.rstrip(',:')}, instead:"
    return told(head, sequence(scene, h.body))


def _chooser(scene: Scene, h: Handler) -> Name:
    """Return who decides on an optional replacement: the owner of its source."""
    owners = [e.owner for e in scene.slots.values() if e.owner is not None]
    return owners[0] if owners else YOU if h.holder in CARRIED else Name("its owner")
