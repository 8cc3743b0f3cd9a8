"""Words for lists, and how a condition on their members becomes a quality of the group."""

from attrs import evolve

from talesmith.ruleset.ops import Expr
from talesmith.show.english.book import UnsayableError, noun_of
from talesmith.show.english.nouns import Group, itself
from talesmith.show.english.scene import Said, Scene, bare, says
from talesmith.show.english.words import Name, joined, spoken


@says("collect", "set_of")
def collected(scene: Scene, e: Expr) -> Said:
    """Return what the members have: the owners of ..."""
    group = scene.group(e[3])
    is_apart = e[0] == "set_of"
    if e[5][0] in ("get", "field") and e[5][4][0] == "local" and e[5][4][3] == e[4]:
        front = ("different",) if is_apart else ()
        return Group(spoken(e[5][3].rpartition(".")[2]), front, (f"of {group.many()}",))
    with scene.bound(e[4], itself(group)):
        of = scene.name(e[5])
    apart = ", each once" if e[0] == "set_of" else ""
    return Group(noun_of(e[5][2]), tails=(f"that come from {group.each()} ({of}{apart})",))


@says("set")
def listed(scene: Scene, e: Expr) -> Said:
    """Return a written list."""
    return Name(joined(str(scene.name(member)) for member in e[3:]), plural=True)


@says("front")
def front(scene: Scene, e: Expr) -> Said:
    """Return the first few of a list."""
    group = scene.group(e[3])
    figure = scene.figure(e[4])
    if figure.is_letter:
        return evolve(group, front=(f"first {figure.text}", *group.front))
    if figure.constant is None:
        return group.only(behind=f"(only the first of them, as many as {figure.text})")
    return evolve(group, front=(f"first {figure.text}", *group.front))


@says("components")
def connected(scene: Scene, e: Expr) -> Said:
    """Return the connected parts of a set of regions."""
    return Group("connected part", tails=(f"of {scene.group(e[3]).many()}, the largest first",))


@says("clockwise_from", "clockwise_after")
def clockwise(scene: Scene, e: Expr) -> Said:
    """Return the players round the table."""
    word = "from" if e[0].endswith("from") else "after"
    return Group("player", tails=(f"clockwise {word} {scene.name(e[3])}",))


@says("attempts")
def attempts(scene: Scene, e: Expr) -> Said:
    """Return the conquests a race may try."""
    way = e[4] if len(e) > 4 else None
    tails = (f"using {_way(scene, way)}",) if way else ()
    return Group("possible conquest", tails=tails, holder=scene.name(e[3]), member="conquest")


def _way(scene: Scene, way: Expr | str) -> str:
    if isinstance(way, str):
        texts = {w.id: w.text for w in scene.book.ruleset.ways}
        return f"“{texts.get(way) or spoken(way.rpartition('.')[2])}”"
    return str(scene.name(way))


WINDOWS = {"turn": "this turn", "round": "this round", "game": "in this game", "stay": ""}


@says("past")
def past(scene: Scene, e: Expr) -> Said:
    """Return what was done in a window of time."""
    noun = scene.book.noun(f"record {e[3]}")
    if e[4] not in WINDOWS:
        raise UnsayableError(f"no words for the window {e[4]}")
    kind = scene.book.card(scene.card).kind
    since = f"since this {'race' if kind in ('race', 'power') else 'card'} came into play"
    return Group(noun, when=WINDOWS[e[4]] or since)


@says("ledger")
def lines(scene: Scene, e: Expr) -> Said:
    """Return the lines of a ledger."""
    hook = scene.book.hook(e[3])
    given = {p.name: arg for p, arg in zip(hook.params, e[4], strict=False)}
    when = scene.fill(scene.book.phrases.ledgers.get(e[3], f"of “{spoken(e[3])}”"), given)
    return Group("line of income", tails=(when,))


@says("first", "last")
def end_of_list(scene: Scene, e: Expr) -> Said:
    """Return the first or the last member."""
    if e[3][0] == "components":
        size = "largest" if e[0] == "first" else "smallest"
        return Name(f"the {size} connected part of {scene.group(e[3][3]).many()}")
    return Name(f"the {e[0]} of {scene.group(e[3]).many()}")


@says("least", "greatest")
def extreme(scene: Scene, e: Expr) -> Said:
    """Return the first member with the smallest or largest number."""
    group = scene.group(e[3])
    with scene.bound(e[4], itself(group)):
        number = scene.figure(e[5]).text
    size = "smallest" if e[0] == "least" else "largest"
    return Name(f"the first of {group.many()} for which {number} is {size}")


@says("units", "pool_of")
def pool(scene: Scene, e: Expr) -> Said:
    """Return the units of a kind that a race has, or the tokens in a region."""
    if e[0] == "pool_of":
        holder = scene.name(e[3])
        return Group("token", holder=holder, belongs=f"in {holder}", verb="hold")
    return Group(scene.book.title(e[3]), holder=scene.name(e[4]))


@says("tokens_in", "part", "less", "units_first")
def troops(scene: Scene, e: Expr) -> Said:
    """Return a choice of tokens."""
    if e[0] == "tokens_in":
        region = scene.name(e[3])
        number = scene.figure(e[4])
        if number.group is not None and number.group.belongs == f"in {region}":
            return Name(f"all tokens in {region}", plural=True)
        return Name(f"{number.of('token')} in {region}", plural=True)
    base = scene.name(e[3])
    if e[0] == "part":
        return Name(f"those of {base} that belong to {scene.name(e[4])}", plural=True)
    if e[0] == "less":
        if e[4][0] == "count" and bare(e[4][3]) == bare(e[3]):
            return Name(f"none of {base}", plural=True)
        return Name(f"all but {scene.figure(e[4]).text} of {base}", plural=True)
    unit = e[4] if isinstance(e[4], str) else e[4][3]
    return Name(f"{base}, taking {scene.book.title(unit)} first", plural=True)
