"""Words for actions, for moments that the rules make happen, and for how long things last."""

from collections.abc import Mapping

from talesmith.ruleset.ops import Expr, Stmt
from talesmith.show.english.book import noun_of
from talesmith.show.english.scene import Scene
from talesmith.show.english.statements import does, numbered
from talesmith.show.english.words import Name, joined, spoken

Until = tuple[tuple[str, Expr | None], ...]


def until(scene: Scene, ends: Until | None, known: Mapping[int, Name] | None = None) -> str:
    """Return how long something lasts; empty for good.

    `known` are names for some of the expressions in it, by their identity.
    """
    told = (ending(scene, kind, who, (known or {}).get(id(who))) for kind, who in ends or ())
    return f" {joined(told, 'or')}" if ends else ""


def ending(scene: Scene, kind: str, who: Expr | None = None, name: Name | None = None) -> str:
    """Return one end of a duration."""
    fixed = {
        "turn": "until the end of the turn",
        "round": "until the end of the round",
        "used": "until it is used",
        "game": "for the rest of the game",
    }
    if who is None:
        return fixed[kind]
    name = name or scene.name(who)
    if kind == "start":
        return f"until the start of {name.possessive} next turn"
    if kind == "end":
        return f"until the end of {name.possessive} turn"
    verb = {"declines": name.does("decline"), "leaves": f"{name.does('leave')} play"}[kind]
    return f"until {name} {verb}"


@does("do")
def do(scene: Scene, s: Stmt) -> str:
    """Propose an action."""
    hook = scene.book.hook(s[2])
    given = {p.name: e for p, e in zip(hook.params, s[3], strict=False)}
    text = thing_done(scene, s[2], given)
    if s[4] is not None:
        numbered(scene, s[4], f"resulting {noun_of(hook.type)}")
    return text


def thing_done(scene: Scene, name: str, given: Mapping[str, Expr | None]) -> str:
    """Return an action as a sentence with these arguments."""
    phrases = scene.book.phrases
    if name in phrases.actions:
        return scene.fill(phrases.actions[name] + phrases.details.get(name, ""), given)
    with_ = [f"{spoken(n)}: {scene.name(e)}" for n, e in given.items() if e is not None]
    return f"“{spoken(name)}” happens" + (f" ({', '.join(with_)})" if with_ else "")


@does("proceed")
def proceed(scene: Scene, s: Stmt) -> str:
    """Let the replaced action happen all the same, changed or not."""
    params = scene.book.hook(scene.action).params
    changed = [_changed(scene, params[number].name, e) for number, e in s[2]]
    return "it happens all the same" + (f", but {joined(changed)}" if changed else "")


def _changed(scene: Scene, name: str, e: Expr) -> str:
    phrases = scene.book.phrases.changes
    return scene.fill(phrases[name] if name in phrases else f"with {spoken(name)}: <x>", {"x": e})


@does("fire")
def fire(scene: Scene, s: Stmt) -> str:
    """Make a moment happen."""
    hook = scene.book.hook(s[2])
    given = {p.name: e for p, e in zip(hook.params, s[3], strict=False)}
    moments = scene.book.phrases.moments
    if s[2] in moments:
        when = scene.with_rest(scene.fill(moments[s[2]], given), moments[s[2]], given)
        return f"everything happens that is due {when}"
    with_ = [str(scene.name(e)) for e in given.values() if e is not None]
    return f"everything happens that is due at “{spoken(s[2])}”" + (
        f" of {joined(with_)}" if with_ else ""
    )


@does("expire")
def expire(scene: Scene, s: Stmt) -> str:
    """End what lasts until now."""
    return f"what lasts {ending(scene, s[2], *s[3:])} is over"
