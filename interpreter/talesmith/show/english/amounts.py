"""Words for numbers."""

from collections.abc import Mapping

from talesmith.ruleset.ops import Expr
from talesmith.show.english.book import UnsayableError
from talesmith.show.english.nouns import Entity, Figure, Group, itself
from talesmith.show.english.phrases import Tally
from talesmith.show.english.scene import Said, Scene, says
from talesmith.show.english.words import Name, joined, spoken


@says("num")
def number(_: Scene, e: Expr) -> Said:
    """Return a written number."""
    return Figure(str(e[3]), constant=e[3])


@says("neg")
def negative(scene: Scene, e: Expr) -> Said:
    """Return a number with the other sign."""
    inner = scene.figure(e[3])
    if inner.constant is not None:
        return Figure(str(-inner.constant), constant=-inner.constant)
    return Figure(f"minus {inner.inner}", is_compound=True)


SIGNS = {"plus": "plus", "minus": "minus", "mul": "times"}


@says("plus", "minus", "mul")
def sum_of_two(scene: Scene, e: Expr) -> Said:
    """Return a sum, a difference or a product; also two lots of troops together."""
    if e[2] == "troops":
        return Name(f"{scene.name(e[3])} and {scene.name(e[4])}", plural=True)
    left, right = scene.figure(e[3]), scene.figure(e[4])
    return Figure(f"{left.inner} {SIGNS[e[0]]} {right.inner}", is_compound=True)


@says("div")
def quotient(scene: Scene, e: Expr) -> Said:
    """Return a part of a number, rounded: half the number of coins, rounded down."""
    number = scene.figure(e[3]).inner
    by = e[4] if isinstance(e[4], int) else scene.figure(e[4]).text
    words = f"half {number}" if by == 2 else f"{number} divided by {by}"
    if isinstance(by, int) and e[5] == "down":
        group = scene.figure(e[3]).group
        return Figure(f"{words}, rounded down", group=group, is_compound=True, every=by)
    return Figure(f"{words}, rounded {e[5]}", is_compound=True)


@says("index")
def planned(scene: Scene, e: Expr) -> Said:
    """Return the number of a member of a plan or of sealed answers."""
    plan = scene.entity(e[3]).plan if e[3][0] == "local" else ""
    return Figure(f"{plan or f'the number in {scene.name(e[3])} for'} {scene.name(e[4])}")


@says("count")
def size(scene: Scene, e: Expr) -> Said:
    """Return how many there are."""
    group = scene.group(e[3])
    return Figure(f"the number of {group.plain(many=True)}", group=group)


@says("sum", "max", "min")
def over_all(scene: Scene, e: Expr) -> Said:
    """Return the sum, the largest or the smallest of a number of each member."""
    group = scene.group(e[3])
    with scene.bound(e[4], itself(group)):
        each = scene.figure(e[5]).text
    word = {"sum": "total", "max": "largest", "min": "smallest"}[e[0]]
    short = _of_all(scene, e, group, word)
    return Figure(short or f"the {word}, over {group.each()}, of {each}")


def _of_all(scene: Scene, e: Expr, group: Group, word: str) -> str:
    """Return a number over members that its words name once, and last; empty if they don't.

    The total number of tokens in those regions, the largest number of regions of any player.
    """
    stand_in = "\4"
    with scene.bound(e[4], Entity(group, fixed=Name(stand_in))):
        text = scene.figure(e[5]).text
    few = f"any of {group.many()}" if group.is_definite else f"any {group.plain(many=False)}"
    behind = group.many() if word == "total" else few
    if text.count(stand_in) != 1:
        return ""
    if text.startswith(f"{stand_in}'s “") and text.endswith("”"):
        return f"the {word} {text[len(stand_in) + 3 :]} of {behind}"
    if not text.startswith("the number of ") or f"{stand_in}'s" in text:
        return ""
    if word == "total" and not text.endswith((f" of {stand_in}", f" in {stand_in}")):
        return ""
    return f"the {word} {text.removeprefix('the ').replace(stand_in, behind)}"


@says("larger", "smaller")
def larger(scene: Scene, e: Expr) -> Said:
    """Return the larger or smaller of some numbers."""
    figures = [scene.figure(part) for part in e[3:]]
    size = {"larger": ("larger", "largest"), "smaller": ("smaller", "smallest")}[e[0]]
    word = size[len(figures) > 2]
    return Figure(f"the {word} of {joined(figure.inner for figure in figures)}")


@says("distance")
def distance(scene: Scene, e: Expr) -> Said:
    """Return the number of steps over the map."""
    start = scene.group(e[3]).many() if e[3][2].startswith("list") else scene.name(e[3])
    return Figure(f"the distance from {start} to {scene.name(e[4])}")


@says("supply_left")
def supply_left(scene: Scene, e: Expr) -> Said:
    """Return how many pieces are still in supply."""
    return _counted(Group(scene.book.title(e[4]), tails=("left in supply",)))


@says("marks")
def marks(scene: Scene, e: Expr) -> Said:
    """Return how many markers lie in a region."""
    region = scene.name(e[3])
    title = scene.book.title(e[4])
    return _counted(Group(title, holder=region, belongs=f"in {region}", verb="hold"))


def _counted(group: Group) -> Figure:
    return Figure(f"the number of {group.plain(many=True)}", group=group)


@says("value")
def value(scene: Scene, e: Expr) -> Said:
    """Return what a value hook gives: the cost of that region for this race."""
    hook = scene.book.hook(e[3])
    given = {p.name: arg for p, arg in zip(hook.params, e[4], strict=False)}
    if hook.kind != "value":
        raise UnsayableError(f"{e[3]} is no value")
    phrases = scene.book.phrases
    if e[3] in phrases.tallies:
        return _tally(scene, phrases.tallies[e[3]], given)
    if e[3] in phrases.values:
        phrase = phrases.values[e[3]][0]
        words = scene.with_rest(scene.fill(phrase, given), phrase, given)
    else:
        words = f"“{spoken(e[3])}”{arguments(scene, given)}"
    return Figure(words) if e[2] == "number" else Name(words)


def _tally(scene: Scene, tally: Tally, given: dict[str, Expr]) -> Figure:
    held, behind = scene.name(given[tally.holder]), scene.fill(tally.rest, given)
    group = Group(
        tally.noun, tails=(behind,) if behind else (), holder=held, verb=tally.verb,
        belongs=tally.belongs.replace(f"<{tally.holder}>", str(held)), when="this turn",
    )  # fmt: skip
    return _counted(group)


def arguments(scene: Scene, given: Mapping[str, Expr | None]) -> str:
    """Return what a thing without a phrase of its own is about: of that race and that region."""
    named = [str(scene.name(arg)) for arg in given.values() if arg is not None]
    return f" of {joined(named)}" if named else ""
