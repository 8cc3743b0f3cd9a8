"""How a condition on the members becomes a quality of the group.

"Regions where it has a Tower" is "regions with a Tower"; what has no words of its own becomes a
relative clause ("whose strength is 1") or, where it is not about the member in the first place,
one with "for which".
"""

from collections.abc import Iterator

from talesmith.ruleset.ops import Expr, walk
from talesmith.show.english.book import noun_of
from talesmith.show.english.nouns import THEY, Entity, Group, Pronoun, Tail, relative
from talesmith.show.english.scene import Said, Scene, says
from talesmith.show.english.words import YOU, Name, a, joined, spoken


@says("filter")
def filtered(scene: Scene, e: Expr) -> Said:
    """Return the members for which a condition holds."""
    return qualified(scene, scene.group(e[3]), e[4], e[5])


def qualified(scene: Scene, group: Group, slot: int, condition: Expr) -> Group:
    """Return the group of those members, bound to that slot, for which the condition holds."""
    for part in conjuncts(condition):
        group = quality(scene, group, slot, part) or _suchthat(scene, group, slot, part)
    return group


def conjuncts(condition: Expr) -> Iterator[Expr]:
    """Yield the conditions that must hold together."""
    if condition[0] == "and":
        for part in condition[3:]:
            yield from conjuncts(part)
    else:
        yield condition


def mentions(e: object, slot: int) -> bool:
    """Tell whether an expression names the thing in a slot."""
    return any(part[0] == "local" and part[3] == slot for part in walk(e))


def quality(scene: Scene, group: Group, slot: int, part: Expr) -> Group | None:
    """Return the group with a condition as an adjective or a few words behind it, if it can be."""
    yes = part[0] != "not"
    bare = part if yes else part[3]
    for rule in (_kind, _owned, _near, _other, _recorded):
        found = rule(scene, group, slot, bare, yes)
        if found is not None:
            return found
    return _clause(scene, group, slot, part)


def _is_member(e: Expr, slot: int) -> bool:
    return bool(e[0] == "local" and e[3] == slot)


def _is_part(e: Expr, slot: int, name: str) -> bool:
    return bool(e[0] == "get" and e[3] == name and _is_member(e[4], slot))


def _kind(scene: Scene, group: Group, slot: int, e: Expr, yes: bool) -> Group | None:
    """A region of a terrain or of one of several, a declined race, an occupied region."""
    if e[0] in ("eq", "ne") and _is_part(e[3], slot, "region.terrain") and e[4][0] == "word":
        words, yes = str(scene.name(e[4])), yes == (e[0] == "eq")
    elif e[0] in ("eq", "ne") and _is_part(e[3], slot, "region.terrain") and e[4][0] == "get":
        same = "the same" if yes == (e[0] == "eq") else "another"
        prep = "as" if same == "the same" else "than"
        return group.only(behind=f"of {same} terrain {prep} {scene.name(e[4][4])}")
    elif e[0] == "one_of" and _is_part(e[3], slot, "region.terrain"):
        words = joined((str(scene.name(w)) for w in e[4]), "or")
    elif _is_part(e, slot, "race.declined"):
        return group.only(front="declined" if yes else "active")
    elif e[0] == "exists" and _is_part(e[3], slot, "region.race"):
        return group.only(front="occupied" if yes else "unoccupied")
    else:
        return None
    return group.only(front=words) if yes else group.only(behind=f"other than {words}")


def _owned(scene: Scene, group: Group, slot: int, e: Expr, yes: bool) -> Group | None:
    """A Harbour region, a region with a Tower, a region without one."""
    if e[0] != "has" or not _is_member(e[3], slot):
        return None
    if e[4] == "symbol":
        words = scene.book.word("symbol", e[5])
        return group.only(front=words) if yes else group.only(behind=f"without {words}")
    what = thing_had(scene, e)
    return group.only(behind=f"{'with' if yes else 'without'} {what}")


def thing_had(scene: Scene, e: Expr) -> str:
    """Return what `has` looks for: a Tower, a thing of the pile."""
    kind, name = e[4], e[5]
    if not isinstance(name, str):
        return str(scene.name(name))
    if kind == "stack":
        return f"a thing from the pile “{spoken(name)}”"
    if kind in ("marker", "unit", "item"):
        return a(scene.book.title(name))
    return f"the {noun_of(kind)} {scene.book.title(name)}"


def _near(scene: Scene, group: Group, slot: int, e: Expr, yes: bool) -> Group | None:
    """A region next to this race, or next to some region of a group."""
    if e[0] == "touches" and _is_member(e[3], slot) and not mentions(e[4], slot):
        return group.only(behind=f"{'' if yes else 'not '}next to {_neighbour(scene, e[4])}")
    if e[0] == "any" and e[3][0] == "filter":
        _, _, _, source, inner, condition = e[3]
        parts = list(conjuncts(condition))
        last = parts[-1]
        if last[0] == "touches" and _is_member(last[3], inner) and _is_member(last[4], slot):
            near = scene.group(source)
            for part in parts[:-1]:
                near = quality(scene, near, inner, part) or _suchthat(scene, near, inner, part)
            return group.only(behind=f"{'' if yes else 'not '}next to {near.one()}")
    return None


def _neighbour(scene: Scene, e: Expr) -> str:
    if e[2].startswith("list "):
        return scene.group(e).one()
    if e[2].startswith("word "):
        return a(f"{scene.name(e)} region")
    return f"a region of {scene.name(e)}" if e[2].startswith("race") else str(scene.name(e))


def _other(scene: Scene, group: Group, slot: int, e: Expr, yes: bool) -> Group | None:
    """Another player, a region other than that region, a race among these."""
    if e[0] in ("eq", "ne") and _is_member(e[3], slot) and not mentions(e[4], slot):
        if yes == (e[0] == "eq"):
            return None
        other = scene.name(e[4])
        return group.only(front="other") if other == YOU else group.only(
            behind=f"other than {other}"
        )  # fmt: skip
    if e[0] == "in" and _is_member(e[3], slot):
        return group.only(behind=f"{'' if yes else 'not '}among {scene.group(e[4]).many()}")
    return None


def _recorded(scene: Scene, group: Group, slot: int, e: Expr, yes: bool) -> Group | None:
    """A conquest by this race, a loss of that player."""
    if not yes or e[0] != "eq" or e[3][0] not in ("field", "get") or not _is_member(e[3][4], slot):
        return None
    name = str(e[3][3])
    field = name.removeprefix("record.")
    fields = scene.book.phrases.fields
    if field not in fields or (e[3][0] == "get" and field == name) or mentions(e[4], slot):
        return None
    if name == "record.player":
        return group.only(behind=f"in {scene.name(e[4]).possessive} turn")
    return group.only(behind=fields[field].replace("<x>", str(scene.name(e[4]))))


def _clause(scene: Scene, group: Group, slot: int, part: Expr) -> Group | None:
    """A region whose strength is 1, a player that has at least 2 coins."""
    forms = []
    for many in (False, True):
        found = [_relative(scene, group, slot, p, many) for p in _either(part)]
        if None in found:
            return None
        forms.append(" or ".join(filter(None, found)))
    return group.only(clause=_forms(forms))


def _either(part: Expr) -> tuple[Expr, ...]:
    if part[0] == "not" and part[3][0] == "and":
        return tuple(("not", p[1], "flag", p) for p in part[3][3:])
    return part[3:] if part[0] == "or" else (part,)


def _relative(scene: Scene, group: Group, slot: int, part: Expr, many: bool) -> str | None:
    if not mentions(part, slot):
        return None
    with scene.bound(slot, Pronoun(group, many=many)):
        text = relative(scene.clause(part))
    is_person = group.noun == "player" and text is not None and text.startswith("that ")
    return f"who {text[5:]}" if is_person and text else text


def _suchthat(scene: Scene, group: Group, slot: int, part: Expr) -> Group:
    """A region for which something holds that is not about the region in the first place."""
    if not mentions(part, slot):
        return group.only(behind=f"(if {scene.clause(part)})")
    which = "whom" if group.noun == "player" else "which"
    forms = []
    for name in (THEY if group.noun == "player" else Name("it", "its"), THEY):
        with scene.bound(slot, Entity(group, fixed=name)):
            forms.append(f"for {which} {scene.clause(part)}")
    return group.only(clause=_forms(forms))


def _forms(forms: list[str]) -> Tail:
    single, several = forms
    return single if single == several else (single, several)
