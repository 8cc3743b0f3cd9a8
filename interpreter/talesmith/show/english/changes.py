"""Words for statements that change the game: coins, tokens, pieces, cards, actions, time."""

from talesmith.ruleset.ops import Expr, Stmt
from talesmith.show.english.actions import until
from talesmith.show.english.book import noun_of
from talesmith.show.english.nouns import Group
from talesmith.show.english.scene import Scene, bare
from talesmith.show.english.statements import block, by, does, numbered
from talesmith.show.english.things import kinds
from talesmith.show.english.words import Name, a, spoken


@does("pot")
def pot(scene: Scene, s: Stmt) -> str:
    """Open a purse for the time of the effect."""
    numbered(scene, s[2], "pot")
    return "open a pot, whose rest goes to the bank in the end"


def _units(scene: Scene, what: str) -> str:
    named = {"coins": "coin", "tokens": "token"}
    return named[what] if what in named else scene.book.title(what.removeprefix("unit "))


def _amount(scene: Scene, s: Stmt) -> str:
    """Return how many are moved and from where; all of them if it is as many as lie there."""
    unit, n, source = _units(scene, s[2]), s[3], s[4]
    if _is_size(n, source):
        if source[2] == "pool":
            return f"all {scene.group(source).plain(many=True)}"
        return f"all {Group(unit).plain(many=True)} from {scene.place(source)}"
    if n[0] == "smaller" and len(n) == 5 and _is_size(n[4], source):
        amount = f"{scene.figure(n[3]).of(unit)} (all if there are fewer)"
    else:
        amount = scene.figure(n).of(unit)
    return f"{amount} from {scene.place(source)}"


def _is_size(n: Expr, source: Expr) -> bool:
    """Tell whether a number is how much lies in a place."""
    if n[0] != "get":
        return False
    if n[3] in ("pool.tokens", "purse.coins", "player.coins", "combo.coins"):
        return bool(bare(n[4]) == bare(source))
    in_region = n[3] == "region.tokens" and source[0] == "pool_of"
    return bool(in_region and bare(n[4]) == bare(source[3]))


@does("move_n")
def move_amount(scene: Scene, s: Stmt) -> str:
    """Move some coins or tokens."""
    return f"move {_amount(scene, s)} to {scene.place(s[5])}"


@does("remove_n")
def remove_amount(scene: Scene, s: Stmt) -> str:
    """Return some to the supply."""
    return f"return {_amount(scene, s)} to the supply"


@does("move")
def move_thing(scene: Scene, s: Stmt) -> str:
    """Move a thing."""
    hidden = ", face down" if s[4] else ""
    if s[3][0] == "get" and s[3][3] == "race.aside":
        return f"set {scene.name(s[2])} aside for {scene.name(s[3][4])}"
    return f"move {scene.name(s[2])} to {scene.place(s[3])}{hidden}"


@does("remove")
def remove(scene: Scene, s: Stmt) -> str:
    """Return a thing to the supply."""
    return f"return {scene.name(s[2])} to the supply"


@does("set")
def set_(scene: Scene, s: Stmt) -> str:
    """Set a state of the game."""
    target, e = s[2], s[3]
    if target[0] == "get":
        what = f"{scene.name(target[4]).possessive} {spoken(target[3].split('.')[1])}"
    else:
        what = str(scene.name(("state", 0, "", *target[3:]) if target[2] == "flag" else target))
    if e[2] == "flag" and e[0] != "flag":
        return f"{what} becomes yes exactly if {scene.clause(e)}"
    return f"{what} becomes {scene.name(e)}"


@does("mark")
def mark(scene: Scene, s: Stmt) -> str:
    """Lay a marker in a region."""
    _, _, region, marker, n, owner, ends = s
    title = scene.book.title(marker)
    amount = a(title) if n is None else scene.figure(n).of(title)
    whose = f" for {scene.name(owner)}" if owner is not None else ""
    return f"put {amount} in {scene.name(region)}{whose}{until(scene, ends)}"


@does("unmark")
def unmark(scene: Scene, s: Stmt) -> str:
    """Take markers back."""
    where = scene.group(s[2]).many() if s[2][2].startswith("list ") else scene.name(s[2])
    return f"take back every {scene.book.title(s[3])} from {where}"


@does("station")
def station(scene: Scene, s: Stmt) -> str:
    """Take the markers of a set back and place them anew."""
    title = scene.book.title(s[3])
    who, where = by(scene, s[5]), scene.group(s[4]).many()
    amount = scene.figure(s[2]).of(title)
    return (
        f"{who} {who.does('take')} back every {title} from {where} "
        f"and {who.does('place')} {amount} there anew"
    )


@does("attach")
def attach(scene: Scene, s: Stmt) -> str:
    """Give an item or a badge."""
    bearer = scene.name(s[3])
    if s[2][0] == "item":
        item = scene.book.item(s[2][1])
        given = zip(item.params, s[2][2], strict=False)
        with_ = [f"{spoken(p.name)}: {scene.name(e)}" for p, e in given if e is not None]
        thing = f"“{item.name or spoken(item.id.rpartition('.')[2])}”"
        thing += f" ({', '.join(with_)})" if with_ else ""
    else:
        thing = str(scene.name(s[2])) if s[2][0] == "local" else f"the power {scene.name(s[2])}"
    back = {id(e): Name("the bearer") for _, e in s[4] or () if e and bare(e) == bare(s[3])}
    return f"{bearer} {bearer.does('get')} {thing}{until(scene, s[4], back)}"


@does("detach")
def detach(scene: Scene, s: Stmt) -> str:
    """Take an item or a badge away."""
    if s[2] is None:
        return f"“{scene.itself}” ends"
    loser = f" from {scene.name(s[3])}" if s[3] is not None else ""
    return f"take {scene.name(s[2])}{loser or ' away'}"


@does("swap", "exchange")
def swap(scene: Scene, s: Stmt) -> str:
    """Let two places or regions change what they hold."""
    if s[0] == "swap":
        return f"{scene.name(s[2])} and {scene.name(s[3])} change places"
    stays = f", except {kinds(s[4])}" if s[4] else ""
    return f"everything in {scene.name(s[2])} and {scene.name(s[3])} changes places{stays}"


@does("pair")
def pair(scene: Scene, s: Stmt) -> str:
    """Put a banner and a badge together."""
    text = f"put {scene.name(s[2])} and {scene.name(s[3])} together"
    numbered(scene, s[4], "new combo")
    return text


@does("unpair")
def unpair(scene: Scene, s: Stmt) -> str:
    """Take a banner and a badge apart."""
    text = f"take {scene.name(s[2])} apart"
    numbered(scene, s[3], "banner of it")
    numbered(scene, s[4], "badge of it")
    return text


@does("found")
def found(scene: Scene, s: Stmt) -> str:
    """Bring a combo into play."""
    who = by(scene, s[3])
    text = f"{who} {who.does('bring')} {scene.name(s[2])} into play"
    numbered(scene, s[4], "new race")
    return text


@does("shuffle")
def shuffle(scene: Scene, s: Stmt) -> str:
    """Shuffle a pile."""
    return f"shuffle {scene.name(s[2])}"


@does("draw")
def draw(scene: Scene, s: Stmt) -> str:
    """Take a thing from a pile."""
    source = s[2]
    end = "bottom" if source[0] == "bottom" else "top"
    pile = source[3] if source[0] in ("top", "bottom") else source
    noun = noun_of(pile[2].removeprefix("stack "))
    text = f"draw the {end} {noun} of {scene.name(pile)}"
    empty = f"; if there is none, {block(scene, s[4])}" if s[4] is not None else ""
    numbered(scene, s[3], f"drawn {noun}")
    return text + empty


@does("reveal")
def reveal(scene: Scene, s: Stmt) -> str:
    """Show something hidden."""
    whom = f" to {scene.name(s[3])}" if s[3] is not None else ""
    return f"reveal {scene.name(s[2])}{whom}"
