"""How a handler opens: who its parameters are, and who "this race" and "you" are.

The slots of a body are the parameters of its hook and what the place of the handler adds: the race
with the card, the region with the piece, the bearer of the item.
"""

from attrs import evolve

from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Handler, Hook, Param
from talesmith.show.english.book import Book, noun_of
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.phrases import Phrases
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import YOU, Name, a, spoken

CARRIED = ("race", "power", "artifact", "place")
ROLES = frozenset({"attacker", "actor", "scorer", "viewer", "holder", "near", "far"})


def opened(book: Book, h: Handler) -> tuple[Scene, dict[str, Expr], Hook]:
    """Return the scene of a handler, its parameters by name, and its hook."""
    hook = book.hook(hook_name(book, h))
    scene = Scene(book, h.card)
    if h.holder == "item" and h.piece is not None:
        scene.itself = book.title(h.piece)
    scene.action = h.hook if h.form == "instead" else ""
    params = [*hook.params, *_result(h, hook)]
    for slot, param in enumerate(params):
        scene.slots[slot] = parameter(param, book.phrases)
    _put_special(scene, h, params)
    if h.role is not None:
        _put_role(scene, h, params)
    given = {p.name: ("local", 0, p.type, slot) for slot, p in enumerate(hook.params)}
    return scene, given, hook


def hook_name(book: Book, h: Handler) -> str:
    """Return the hook, the action or the first point on which a handler stands."""
    name = h.hook.split()[0]
    return name if any(hook.name == name for hook in book.ruleset.hooks) else (
        name.removeprefix("after_")
    )  # fmt: skip


def _result(h: Handler, hook: Hook) -> list[Param]:
    """Return the result of an action as a parameter of what comes after it."""
    if h.form != "effect" or hook.kind != "action" or hook.type == "none":
        return []
    return [Param(f"new {noun_of(hook.type)}", hook.type)]


def _number(name: str, phrases: Phrases) -> Entity:
    if len(name) == 1:
        return Entity(Group("number"))
    called = phrases.parameters.get(name) or f"the {spoken(name)}"
    opening = Name(a(called.removeprefix("the ")))
    return Entity(Group("number"), Name(called), opening=opening, is_quiet=True)


def parameter(param: Param, phrases: Phrases) -> Entity:
    """Return what a parameter of a hook is called before anything is known about it."""
    kind = param.type.rstrip("?")
    if kind == "troops":
        those = Name("those tokens", plural=True)
        return Entity(Group("token"), those, opening=Name("tokens", plural=True))
    if param.name == kind or param.name in ROLES:
        return Entity(Group(noun_of(kind)))
    if kind == "number":
        return _number(param.name, phrases)
    if kind == "flag":
        return Entity(Group("answer"), Name(f"“{spoken(param.name)}”"))
    may_miss = param.type.endswith("?")
    return Entity(Group(noun_of(kind)), Name(f"the {spoken(param.name)}"), is_quiet=may_miss)


def _put_special(scene: Scene, h: Handler, params: list[Param]) -> None:
    for name in ("self", "here"):
        scene.named[name] = _special(scene, h, name)
    for name, slot in h.slots:
        scene.slots[slot] = _special(scene, h, name)
    on_region = h.holder in ("marker", "unit") or _bearer(scene, h) == "region"
    for slot, param in enumerate(params):
        if on_region and param.name == "region":
            scene.slots[slot] = _special(scene, h, "here")
        if h.holder == "way" and param.name == "attacker":
            scene.slots[slot] = user_of_way(scene)
        if h.holder == "way" and param.name == "region":
            scene.slots[slot] = _fixed(param.name, "the region")


def _bearer(scene: Scene, h: Handler) -> str:
    """Return the kind of bearer of the item around a handler; empty if there is no item."""
    return scene.book.item(h.piece).bearer if h.holder == "item" and h.piece else ""


def _special(scene: Scene, h: Handler, name: str) -> Entity:
    if name in ("self", "bearer") and _bearer(scene, h) != "region":
        return _self(scene, h)
    if name in ("here", "bearer"):
        pieces = ("marker", "unit", "item")
        return _fixed("region", "its region" if h.holder in pieces else "this region")
    known = {
        "player": ("player", "its owner"), "maker": ("race", "the race that made it"),
        "attacker": ("race", "the attacker"), "badge": ("power", "the power"),
        "race": ("race", "the race"), "item": ("number", "its number"),
    }  # fmt: skip
    return _fixed(*known.get(name, (name, f"the {spoken(name)}")))


def _fixed(noun: str, name: str) -> Entity:
    return Entity(Group(noun), fixed=Name(name))


def _self(scene: Scene, h: Handler) -> Entity:
    """Return the race or combo with the card, or the bearer of the item."""
    if h.phase == "offered":
        return _fixed("combo", "this combo")
    if _bearer(scene, h) == "player":
        return _fixed("player", "the bearer")
    if h.holder == "item":
        return Entity(Group("race"), Name("the bearer"), owner=Name("the bearer's owner"))
    if h.holder in ("artifact", "place"):
        return Entity(Group("race"), OCCUPANT, owner=YOU)
    return Entity(Group("race"), Name("this race"), owner=YOU)


OCCUPANT = Name("the occupant")


def user_of_way(scene: Scene) -> Entity:
    """Return the race whose conquest has a way: its own, or of an event any one."""
    kind = scene.book.card(scene.card).kind
    if kind not in CARRIED:
        return Entity(Group("race"), Name("the attacker"))
    name = OCCUPANT if kind in ("artifact", "place") else Name("this race")
    return Entity(Group("race"), name, owner=YOU)


def _put_role(scene: Scene, h: Handler, params: list[Param]) -> None:
    """Let the parameter for which the handler speaks be its own race or player."""
    slot = h.role or 0
    param = params[slot]
    scene.slots[slot] = _spoken_for(scene, h, param.type.rstrip("?"))
    if param.name == "defender":
        for other, region in enumerate(params):
            if region.name == "region":
                scene.slots[other] = Entity(Group("region"))


def let_hold(scene: Scene, h: Handler, hook: Hook) -> None:
    """Let the region belong to the defender for whom the handler speaks, as it is told by now."""
    role = h.role
    if role is None or role >= len(hook.params) or hook.params[role].name != "defender":
        return
    holder = scene.slots[role].name()
    for slot, param in enumerate(hook.params):
        if param.name == "region":
            entity = scene.slots[slot]
            entity.group = evolve(entity.group, holder=holder)


def _spoken_for(scene: Scene, h: Handler, kind: str) -> Entity:
    """Return the race or player for which a handler speaks, as a parameter of that type."""
    own = _self(scene, h)
    if kind == "player" and own.group.noun == "race":
        return Entity(Group("player"), own.owner)
    if kind == "player" and own.group.noun == "combo":
        return Entity(Group("player"))
    if kind == "race" and own.group.noun == "player":
        tails = ("of the bearer",)
        return Entity(Group("race", tails=tails), owner=Name("the bearer"))
    return own
