"""Words for conditions: a clause, and its contrary."""

from talesmith.ruleset.ops import Expr
from talesmith.show.english.amounts import arguments
from talesmith.show.english.book import reason_of
from talesmith.show.english.nouns import Figure, Group
from talesmith.show.english.qualities import thing_had
from talesmith.show.english.scene import Scene, tells
from talesmith.show.english.words import Name, a, joined, spoken

CONTRARY = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
MIRROR = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
RELATIONS = {
    "eq": "", "ne": "not ", "lt": "less than ", "le": "at most ", "gt": "more than ",
    "ge": "at least ",
}  # fmt: skip
AMOUNTS = {
    "eq": "exactly {}", "ne": "any number but {} of", "lt": "fewer than {}", "le": "at most {}",
    "gt": "more than {}", "ge": "at least {}",
}  # fmt: skip


@tells("flag")
def flag(_: Scene, e: Expr, yes: bool) -> str:
    """Return what always or never holds."""
    return "this always holds" if e[3] == yes else "this never holds"


@tells("not")
def contrary(scene: Scene, e: Expr, yes: bool) -> str:
    """Return the contrary."""
    return scene.clause(e[3], yes=not yes)


@tells("and", "or")
def together(scene: Scene, e: Expr, yes: bool) -> str:
    """Return conditions that hold together, or one of which holds."""
    word = e[0] if yes else {"and": "or", "or": "and"}[e[0]]
    parts = [_inner(scene, part, yes) for part in e[3:]]
    return f" {word} ".join(parts)


def _inner(scene: Scene, e: Expr, yes: bool) -> str:
    text = scene.clause(e, yes=yes)
    bare = e[3] if e[0] == "not" else e
    return f"({text})" if bare[0] in ("and", "or") else text


@tells("eq", "ne", "lt", "le", "gt", "ge")
def compared(scene: Scene, e: Expr, yes: bool) -> str:
    """Return a comparison of two numbers or two things."""
    op = e[0] if yes else CONTRARY[e[0]]
    if e[3][2].rstrip("?") == "number" and e[4][2].rstrip("?") == "number":
        return _numbers(op, scene.figure(e[3]), scene.figure(e[4]))
    if e[3][2] == "flag":
        same = (op == "eq") == bool(e[4][0] == "flag" and e[4][3])
        if e[4][0] == "flag":
            return scene.clause(e[3], yes=same)
        word = "and not otherwise" if op == "eq" else "exactly if the contrary holds that"
        return f"{scene.clause(e[3])} {word} {scene.clause(e[4])}"
    if e[3][:1] + e[3][3:4] == ("game", "current_player"):
        return f"it is {RELATIONS[op]}{scene.name(e[4]).possessive} turn"
    left = _subject(scene, e[3])
    return f"{left} {left.does('be')} {RELATIONS[op]}{scene.name(e[4])}"


def _subject(scene: Scene, e: Expr) -> Name:
    """Return what a comparison is about; of a terrain it is the region."""
    return scene.name(e[4]) if e[0] == "get" and e[3] == "region.terrain" else scene.name(e)


def _numbers(op: str, left: Figure, right: Figure) -> str:
    if left.constant is not None and right.group is not None:
        op, left, right = MIRROR[op], right, left
    if left.group is not None and right.constant is not None:
        n = right.constant
        none = {"eq": "no", "ne": "some"} if n == 0 else {}
        amount = none.get(op) or AMOUNTS[op].format(n)
        return left.group.there(amount, many=n != 1 or op == "ne")
    if left.group is not None and right.is_letter:
        return left.group.there(AMOUNTS[op].format(right.text), many=True)
    if left.group is not None:
        more = "than" if op in ("lt", "gt") else "as"
        return f"{left.group.there(COMPARED[op], many=True)} {more} {right.text}"
    return f"{left.text} is {RELATIONS[op]}{right.text}"


COMPARED = {
    "eq": "exactly as many", "ne": "not exactly as many", "lt": "fewer", "le": "at most as many",
    "gt": "more", "ge": "at least as many",
}  # fmt: skip


@tells("any")
def some(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that there is at least one."""
    group = scene.group(e[3])
    return group.there("" if yes else "no", many=False)


@tells("exists")
def exists(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a thing is not missing."""
    thing = e[3]
    if thing[0] == "get" and thing[3] == "region.race":
        region = scene.name(thing[4])
        return f"{region} {region.does('be')} {'occupied' if yes else 'unoccupied'}"
    if thing[0] in ("top", "bottom"):
        return f"{scene.name(thing[3])} is {'not empty' if yes else 'empty'}"
    if thing[0] == "field":
        holder = scene.name(thing[4])
        what = spoken(thing[3])
        return f"{holder} {holder.does('have')} {a(what) if yes else f'no {what}'}"
    if thing[0] == "get":
        holder = scene.name(thing[4])
        what = spoken(thing[3].split(".")[1])
        noun = {"active": "active race", "victim": "victim"}.get(what, what)
        return f"{holder} {holder.does('have')} {a(noun) if yes else f'no {noun}'}"
    what = str(scene.name(thing)).removeprefix("the ").removeprefix("that ")
    return f"there is {a(what) if yes else f'no {what}'}"


@tells("touches")
def touches(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a region lies next to another, a set, a race or a terrain."""
    left, right = scene.name(e[3]), e[4]
    if right[2].startswith("list "):
        what = scene.group(right).one()
    elif right[2].startswith("word "):
        what = a(f"{scene.name(right)} region")
    else:
        what = f"{'a region of ' if right[2].startswith('race') else ''}{scene.name(right)}"
    return f"{left} {left.does('be')} {'' if yes else 'not '}next to {what}"


@tells("has")
def has(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a region or race has a symbol, a piece or a badge."""
    holder = scene.name(e[3])
    what = f"the symbol {scene.book.word('symbol', e[5])}" if e[4] == "symbol" else (
        thing_had(scene, e)
    )  # fmt: skip
    if yes:
        return f"{holder} {holder.does('have')} {what}"
    return f"{holder} {holder.does('do')} not have {what}"


@tells("in")
def member(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a thing is in a list."""
    thing = scene.name(e[3])
    return f"{thing} {thing.does('be')} {'' if yes else 'not '}among {scene.group(e[4]).many()}"


@tells("one_of")
def one_of(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a thing is one of a few that are listed."""
    thing = _subject(scene, e[3])
    listed = joined((str(scene.name(word)) for word in e[4]), "or" if yes else "nor")
    return f"{thing} {thing.does('be')} {'' if yes else 'neither '}{listed}"


@tells("permit")
def permitted(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a permission holds."""
    hook = scene.book.hook(e[3])
    given = {p.name: arg for p, arg in zip(hook.params, e[4], strict=False)}
    text = permission(scene, e[3], given, yes=yes)
    phrase = scene.book.phrases.permissions.get(e[3])
    text = scene.with_rest(text, phrase[0], given) if phrase else text
    if not e[5]:
        return text
    rules = joined(f"“{reason_of(hook, part)}”" for part in e[5])
    return f"{text} (leaving aside {'the rule' if len(e[5]) == 1 else 'the rules'} {rules})"


def permission(scene: Scene, name: str, given: dict[str, Expr], *, yes: bool) -> str:
    """Return a permission as a clause, with these arguments."""
    phrases = scene.book.phrases.permissions
    if name in phrases:
        return scene.fill(phrases[name][not yes], given)
    return f"“{spoken(name)}”{arguments(scene, given)} {'holds' if yes else 'does not hold'}"


@tells("local")
def answer(scene: Scene, e: Expr, yes: bool) -> str:
    """Return what a flag in a slot stands for: an answer, a result, a parameter."""
    entity = scene.entity(e)
    if entity.answers is not None:
        return entity.answers[not yes]
    return f"{entity.name()} is {'yes' if yes else 'no'}"


@tells("get", "state", "printed", "field", "key", "value", "index", "first", "last")
def stored(scene: Scene, e: Expr, yes: bool) -> str:
    """Return that a stored flag is yes."""
    if e[0] == "get" and e[3] == "race.declined":
        race = scene.name(e[4])
        return f"{race} {race.does('be')} {'' if yes else 'not '}in decline"
    if e[0] == "get" and e[3] == "record.was_empty":
        return f"{scene.name(e[4]).possessive} region was {'' if yes else 'not '}empty"
    said = scene.say(e)
    words = said.many() if isinstance(said, Group) else getattr(said, "text", str(said))
    return f"{words} is {'yes' if yes else 'no'}"
