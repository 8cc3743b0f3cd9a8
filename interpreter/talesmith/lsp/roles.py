"""Words that stand where only some kinds of thing can stand, by the node and field they are in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from talesmith.syntax import tree

CARDS = ("card",)
THINGS = ("card", "marker", "unit", "item", "natives")
"""What the words of a position and of an answer may name, if they name a thing at all."""
ROLES: Mapping[tuple[type, str], tuple[str, ...]] = {
    (tree.Hook, "name"): ("hook",),
    (tree.Instead, "action"): ("hook",),
    (tree.Offer, "points"): ("hook",),
    (tree.Past, "action"): ("hook",),
    (tree.Do, "action"): ("hook",),
    (tree.Fire, "moment"): ("hook",),
    (tree.ChooseOption, "point"): ("hook",),
    (tree.CallStep, "step"): ("step",),
    (tree.Mark, "marker"): ("marker",),
    (tree.Unmark, "marker"): ("marker",),
    (tree.Station, "marker"): ("marker",),
    (tree.Attach, "thing"): ("item",),
    (tree.MoveAmount, "noun"): ("unit",),
    (tree.RemoveAmount, "noun"): ("unit",),
    (tree.Roll, "die"): ("die",),
    (tree.SetKey, "name"): ("key",),
    (tree.Type, "name"): ("type",),
    (tree.Type, "of"): ("type",),
    (tree.Become, "over"): CARDS,
    (tree.Sequence, "card"): CARDS,
    (tree.WithWithout, "card"): CARDS,
    (tree.Pool, "cards"): CARDS,
    (tree.StartAt, "point"): ("hook",),
    (tree.GivenFact, "values"): THINGS,
    (tree.GivenFact, "path"): THINGS,
    (tree.GivenGroup, "path"): THINGS,
    (tree.Answer, "words"): THINGS,
    (tree.Row, "words"): THINGS,
}
"""Node and field, and the kinds of thing whose names may stand there."""
_ROLES_OF: dict[type, list[tuple[str, tuple[str, ...]]]] = {}
for (_kind, _field), _roles in ROLES.items():
    _ROLES_OF.setdefault(_kind, []).append((_field, _roles))


def words_with_roles(top: tree.Node) -> Iterator[tuple[tree.Node, tuple[str, ...]]]:
    """Yield the words of a top that have a role, each with the kinds of thing it may name."""
    for node in tree.walk(top):
        for field, roles in _ROLES_OF.get(type(node), ()):
            value = getattr(node, field)
            for part in value if isinstance(value, tuple) else (value,):
                word = name_of(part)
                if word is not None:
                    yield word, roles


def name_of(part: object) -> tree.Node | None:
    """Give the name that a part is, or that it calls."""
    if isinstance(part, tree.Call):
        part = part.source
    return part if isinstance(part, tree.Word | tree.FullName | tree.Name) else None
