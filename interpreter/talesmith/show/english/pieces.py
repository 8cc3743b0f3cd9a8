"""Words for what a card defines besides hooks: markers, items, ways, suppression, states."""

from talesmith.ruleset.parts import Card, Handler, Item, Piece, State, Suppress, Way
from talesmith.show.english import settle
from talesmith.show.english.actions import until
from talesmith.show.english.book import Book, noun_of
from talesmith.show.english.handlers import handler, limited, phase_told
from talesmith.show.english.nouns import Entity, Group
from talesmith.show.english.openings import user_of_way
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import YOU, Name, joined, sentence, spoken


def inside(book: Book, piece: str) -> tuple[Handler | Suppress | Way, ...]:
    """Return what stands inside a marker, unit, item or way."""
    r = book.ruleset
    parts: tuple[Handler | Suppress | Way, ...] = (*r.suppressions, *r.handlers, *r.ways)
    return tuple(part for part in parts if part.piece == piece)


def _body(book: Book, piece: str) -> list[str]:
    told: list[str] = []
    for part in inside(book, piece):
        if isinstance(part, Way):
            told += way_told(book, part)
        else:
            told += (
                suppression_told(book, part) if isinstance(part, Suppress) else handler(book, part)
            )
    return told


def lasts_told(book: Book, card: Card) -> tuple[str, ...]:
    """Tell how long a card stays in force."""
    return (sentence(f"this lasts{until(Scene(book, card.id), card.lasts)}"),)


def piece_told(book: Book, piece: Piece) -> tuple[str, ...]:
    """Tell a marker or unit: how many, when it goes, what it does."""
    limits = [f"at most {piece.most} in a region"] if piece.most is not None else []
    limits += [f"{piece.supply} in all"] if piece.supply is not None else []
    numbers = f" ({', '.join(limits)})" if limits else ""
    head = f"{piece.name}{numbers}:"
    return (head, *_body(book, piece.id), *_fates(book, piece))


FATES = {
    "conquered": "its region is conquered",
    "abandoned": "its region is abandoned",
    "declined": "its race declines",
}
BOTH = ("its region is conquered", "its region is abandoned")


def _fates(book: Book, piece: Piece) -> list[str]:
    stays: dict[str, str] = {}
    for fate in piece.fates:
        guard = settle.guard(fate.guard, dict(book.settings))
        if isinstance(guard, bool):
            continue
        condition = f" if {_fate_scene(book, piece).clause(guard)}" if guard is not None else ""
        for kind in FATES if fate.kind == "always" else (fate.kind,):
            stays[kind] = condition
    goes = [words for kind, words in FATES.items() if stays.get(kind) != ""]
    if goes[:2] == list(BOTH):
        goes = ["its region is conquered or abandoned", *goes[2:]]
    texts = [f"it goes back to the supply when {' or when '.join(goes)}"] if goes else []
    kept = [f"when {words}{stays[kind]}" for kind, words in FATES.items() if kind in stays]
    if kept:
        texts.append(f"it stays {joined(sorted(kept, key=len))}")
    return [sentence(", but ".join(texts))]


def _fate_scene(book: Book, piece: Piece) -> Scene:
    slots = {
        0: Entity(Group("region"), Name("its region")),
        1: Entity(Group("race"), Name("its race"), owner=Name("the owner of its race")),
        2: Entity(Group("race"), Name("the attacker"), owner=Name("the owner of the attacker")),
    }
    return Scene(book, piece.card, slots)


def item_told(book: Book, item: Item) -> tuple[str, ...]:
    """Tell an item: on what it lies, with what, how long, what it does."""
    named = ["bearer", *(p.name for p in item.params)]
    slots = {n: Entity(Group("thing"), Name(f"the {spoken(name)}")) for n, name in enumerate(named)}
    scene = Scene(book, item.card, slots)
    with_ = [f"a {noun_of(p.type)} as {spoken(p.name)}" for p in item.params]
    known = f"; with {joined(with_)}" if with_ else ""
    head = f"{item.name or spoken(item.id.rpartition('.')[2])} (on a {item.bearer}{known}):"
    lasts = f"It lasts{until(scene, item.until)}." if item.until else ""
    body = [*_body(book, item.id), *([lasts] if lasts else [])] or ["It does nothing."]
    return (head, *body)


def way_told(book: Book, way: Way) -> tuple[str, ...]:
    """Tell a way: when it may be chosen for a conquest, and what holds in that conquest."""
    slots = {slot: Entity(Group("thing"), Name(f"the {name}")) for name, slot in way.slots}
    scene = Scene(book, way.card, slots)
    slots |= {0: user_of_way(scene), 1: Entity(Group("region"), Name("the region"))}
    attacker = slots[0].name()
    guard = settle.guard(way.guard, dict(book.settings))
    if isinstance(guard, bool):
        return ()
    condition = f", if {scene.clause(guard)}" if guard is not None else ""
    limit = limited(scene, way.limit)
    name = (
        f"“{way.text}”"
        if way.text is not None
        else f"the way “{spoken(way.id.rpartition('.')[2])}”"
    )
    may = f"{attacker} may use" if way.text is not None else "a rule may switch on"
    often = f", {limit}" if limit else ""
    head = f"For one conquest{condition}, {may} {name}{often}{phase_told(way.phase)}:"
    return (head, *_body(book, way.id))


def suppression_told(book: Book, s: Suppress) -> tuple[str, ...]:
    """Tell what has no effect while the card is in force."""
    slots = {slot: Entity(Group(name), Name(f"the {name}")) for name, slot in s.slots}
    for name, slot in s.slots:
        if name == "self":
            slots[slot] = Entity(Group("race"), Name("this race"), owner=YOU)
    scene = Scene(book, s.card, slots)
    guard = settle.guard(s.guard, dict(book.settings))
    if isinstance(guard, bool):
        return ()
    scope = f" of {scene.group(s.scope).many()}" if s.scope is not None else ""
    condition = f" if {scene.clause(guard)}" if guard is not None else ""
    what = {"race": "the abilities of races", "power": "powers"}[s.kind]
    return (sentence(f"{what}{scope} have no effect{condition}"),)


def state_told(book: Book, state: State) -> tuple[str, ...]:
    """Tell a stored value: whose it is, how it starts, when it starts anew."""
    scene = Scene(book, state.card)
    anew = f", anew each {state.reset}" if state.reset else ""
    whose = "the game" if state.holder == "game" else f"each {state.holder}"
    name = spoken(state.id.rpartition(".")[2])
    start = (
        "no" if state.initial[0] == "flag" and not state.initial[3] else scene.name(state.initial)
    )
    return (sentence(f"{whose} has a value “{name}”, which starts at {start}{anew}"),)
