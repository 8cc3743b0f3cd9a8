"""How a handler opens: who its parameters are, and who "this race" and "you" are.

The slots of a body are the parameters of its hook and what the place of the handler adds: the race
with the card, the region with the piece, the bearer of the item.
"""

from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Handler, Hook, Param
from talesmith.show.english.book import Book, noun_of
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import YOU, Name, spoken

CARRIED = ("race", "power", "artifact", "place")
ROLES = frozenset({"attacker", "actor", "scorer", "viewer", "holder", "near", "far"})


def opened(book: Book, h: Handler) -> tuple[Scene, dict[str, Expr], Hook]:
    """Return the scene of a handler, its parameters by name, and its hook."""
    hook = book.hook(hook_name(h))
    scene = Scene(book, h.card)
    if h.holder == "item" and h.piece is not None:
        scene.itself = book.title(h.piece)
    scene.action = h.hook if h.form == "instead" else ""
    for slot, param in enumerate(hook.params):
        scene.slots[slot] = parameter(param)
    _put_special(scene, h)
    if h.role is not None:
        _put_role(scene, h, hook)
    given = {p.name: ("local", 0, p.type, slot) for slot, p in enumerate(hook.params)}
    if h.hook.startswith("after_") and h.form == "effect":
        _put_result(scene, hook, len(hook.params))
    return scene, given, hook


def hook_name(h: Handler) -> str:
    """Return the hook, action or first point on which a handler stands."""
    name = h.hook.split()[0]
    return name.removeprefix("after_") if h.form == "effect" and name.startswith("after_") else name


def _put_result(scene: Scene, hook: Hook, slot: int) -> None:
    if hook.type != "none" and slot not in scene.slots:
        scene.slots[slot] = Entity(
            Group(noun_of(hook.type)), fixed=Name(f"the new {noun_of(hook.type)}")
        )


def parameter(param: Param) -> Entity:
    """Return what a parameter of a hook is called before anything is known about it."""
    kind = param.type.rstrip("?")
    if param.name == kind or param.name in ROLES:
        return Entity(Group(noun_of(kind)))
    if kind == "number" and len(param.name) == 1:
        return Entity(Group("number"))
    return Entity(Group(noun_of(kind)), fixed=Name(f"the {spoken(param.name)}"))


def _put_special(scene: Scene, h: Handler) -> None:
    for name, slot in h.slots:
        scene.slots[slot] = _special(h, name)
    piece = h.holder in ("marker", "unit") or (h.holder == "item" and "here" in dict(h.slots))
    if piece:
        hook = scene.book.hook(hook_name(h))
        for slot, param in enumerate(hook.params):
            if param.name == "region":
                scene.slots[slot] = _special(h, "here")


def _special(h: Handler, name: str) -> Entity:
    if name in ("self", "bearer"):
        return _self(h)
    if name in ("here", "region"):
        whose = "its region" if h.holder in ("marker", "unit", "item") else "this region"
        return _fixed("region", whose if name == "here" else "the region")
    known = {
        "player": ("player", "its owner"), "maker": ("race", "the race that made it"),
        "attacker": ("race", "the attacker"), "badge": ("power", "the power"),
        "race": ("race", "the race"), "item": ("number", "its number"),
    }  # fmt: skip
    return _fixed(*known.get(name, (name, f"the {spoken(name)}")))


def _fixed(noun: str, name: str) -> Entity:
    return Entity(Group(noun), fixed=Name(name))


def _self(h: Handler) -> Entity:
    if h.phase == "offered":
        return _fixed("combo", "this combo")
    if h.holder == "item":
        return Entity(Group("race"), Name("the bearer"), owner=Name("its owner", "its owner's"))
    if h.holder in ("artifact", "place"):
        return Entity(Group("race"), Name("the race here"), owner=YOU)
    return Entity(Group("race"), Name("this race"), owner=YOU)


def _put_role(scene: Scene, h: Handler, hook: Hook) -> None:
    """Let the parameter for which the handler speaks be its own race or player."""
    slot = h.role or 0
    param = hook.params[slot]
    kind = param.type.rstrip("?")
    carried = h.holder in CARRIED
    if kind == "player":
        scene.slots[slot] = Entity(Group("player"), YOU if carried else Name("its owner"))
    elif carried or "self" in dict(h.slots) or h.holder == "item":
        scene.slots[slot] = _self(h)
    if param.name == "defender":
        own = Group("region", holder=scene.slots[slot].name())
        for other, region in enumerate(hook.params):
            if region.name == "region":
                scene.slots[other] = Entity(own)
