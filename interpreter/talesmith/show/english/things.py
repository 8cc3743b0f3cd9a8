"""Words for single things: players, races, regions, cards, words, places for tokens."""

from talesmith.ruleset.ops import Expr
from talesmith.show.english.book import UnsayableError
from talesmith.show.english.nouns import Entity, Figure, Group, Pronoun
from talesmith.show.english.scene import Said, Scene, says
from talesmith.show.english.words import Name, joined, spoken

PARTS = {
    "player.left": "left neighbour",
    "player.right": "right neighbour",
    "player.active": "active race",
    "combo.banner": "race banner",
    "combo.badge": "power",
    "attempt.victim": "victim",
    "attempt.short": "shortage",
    "race.banner": "race banner",
    "record.defending": "number of defending tokens",
    "record.player": "player on turn",
    "record.defender_owner": "attacked player",
}
"""What a property is called behind a possessive, if not by its own name."""

HELD: dict[str, tuple[str, tuple[str, ...], str, tuple[str, ...], str]] = {
    "player.declined_races": ("race", ("declined",), "have", (), ""),
    "player.races": ("race", (), "have", (), ""),
    "player.regions": ("region", (), "have", (), ""),
    "player.declined_troops": ("token", (), "have", ("of declined races",), ""),
    "player.coins": ("coin", (), "have", (), ""),
    "player.kept": ("combo", (), "keep", (), "kept by"),
    "race.powers": ("power", (), "have", (), ""),
    "race.regions": ("region", (), "have", (), ""),
    "race.hand": ("token", (), "have", ("in hand",), ""),
    "race.withdrawn": ("driven-out token", (), "have", (), ""),
    "race.aside": ("token", (), "have", ("that are set aside",), ""),
    "race.tray": ("token", (), "have", ("in the tray",), ""),
    "race.troops": ("token", (), "have", ("on the map and in hand",), ""),
    "race.map_troops": ("token", (), "have", ("on the map",), ""),
    "region.tokens": ("token", (), "hold", (), "in"),
    "region.artifacts": ("artifact", (), "hold", (), "in"),
    "region.places": ("place", (), "hold", (), "in"),
    "region.neighbours": ("region", (), "touch", (), "next to"),
    "combo.coins": ("coin", (), "carry", (), "on"),
    "purse.coins": ("coin", (), "hold", (), "in"),
}
"""Properties that are groups: noun, adjective, verb of the holder, what is behind, preposition."""

GAME_THINGS = {
    "first_player": "the first player",
    "current_player": "the player on turn",
    "bank": "the bank",
    "box": "the box",
    "round": "the number of the round",
    "map.rounds": "the number of rounds of the map",
    "map.players": "the number of players",
}
GAME_GROUPS = {
    "players": Group("player"),
    "turn_order": Group("player", tails=("in turn order",)),
    "regions": Group("region"),
    "races": Group("race", tails=("in play",)),
    "active_races": Group("race", ("active",)),
    "declined_races": Group("race", ("declined",)),
    "natives": Group("race", ("native",)),
    "current": Group("event", tails=("in force",)),
    "column": Group("combo", tails=("in the column",)),
}


@says("local")
def local(scene: Scene, e: Expr) -> Said:
    """Return what the text calls the thing in a slot."""
    entity = scene.entity(e)
    if entity.listed is not None:
        return entity.listed
    if e[2].startswith("list ") and entity.fixed is None:
        return _among(entity)
    if not entity.is_seen and entity.fixed is None and not isinstance(entity, Pronoun):
        scene.rank(entity)
    if e[2].rstrip("?") == "number":
        text = str(entity.name())
        constant = int(text) if text.removeprefix("-").isdigit() else None
        is_new = entity.fixed is None or (
            entity.opening is not None and text == entity.opening.text
        )
        return Figure(text, constant, is_bound=is_new, is_letter=entity.is_letter)
    return entity.name()


def _among(entity: Entity) -> Group:
    if not entity.is_seen:
        entity.is_seen = True
        return entity.group
    return Group(entity.group.noun, tails=("just named",))


@says("get")
def get(scene: Scene, e: Expr) -> Said:
    """Return a property of a thing."""
    name, holder = e[3], e[4]
    if name == "race.owner" and holder[0] == "local":
        owner = scene.entity(holder).owner
        if owner is not None:
            return owner
    if name == "race.owner" and holder[0] == "get" and holder[3] == "region.race":
        return Name(f"{scene.name(holder[4]).possessive} owner")
    if name == "pool.tokens":
        return _counted(scene.group(holder))
    if name in HELD:
        group = held(name, scene.name(holder))
        return _counted(group) if e[2] == "number" else group
    return Name(f"{scene.name(holder).possessive} {PARTS.get(name) or spoken(name.split('.')[1])}")


def held(name: str, holder: Name) -> Group:
    """Return a property that is a group: the regions of this race."""
    noun, front, verb, tails, belongs = HELD[name]
    return Group(noun, front, tails, holder, f"{belongs} {holder}" if belongs else "", verb)


def _counted(group: Group) -> Figure:
    return Figure(f"the number of {group.plain(many=True)}", group=group)


@says("printed", "state")
def stored(scene: Scene, e: Expr) -> Said:
    """Return a printed value, or a declared state."""
    name = spoken(e[3].rpartition(".")[2])
    if e[0] == "state" and e[4] is None:
        return Name(f"“{name}”")
    mark = "printed" if e[0] == "printed" else ""
    words = f"{scene.name(e[4]).possessive} {mark or ''} “{name}”"
    return Name(" ".join(words.split()))


@says("field")
def part_of_record(scene: Scene, e: Expr) -> Said:
    """Return a parameter of an action in the past."""
    return Name(f"{scene.name(e[4]).possessive} {spoken(e[3])}")


@says("game")
def game(_: Scene, e: Expr) -> Said:
    """Return a constant of the game."""
    if e[3] in GAME_GROUPS:
        return GAME_GROUPS[e[3]]
    if e[3] not in GAME_THINGS:
        raise UnsayableError(f"no words for the constant {e[3]}")
    if e[2] == "number":
        return Figure(GAME_THINGS[e[3]])
    return Name(GAME_THINGS[e[3]])


@says("word")
def word(scene: Scene, e: Expr) -> Said:
    """Return the display name of a word."""
    return Name(scene.book.word(e[3], e[4]))


@says("constant", "natives")
def constant(scene: Scene, e: Expr) -> Said:
    """Return the display name of a card, a piece or natives."""
    return Name(scene.book.title(str(e[3])))


@says("card")
def this_card(_: Scene, __: Expr) -> Said:
    """Return the card itself."""
    return Name("this card")


@says("none")
def nothing(_: Scene, e: Expr) -> Said:
    """Return the missing value."""
    return Name("nobody" if e[2].startswith(("race", "player")) else "nothing")


@says("key")
def ruling(scene: Scene, e: Expr) -> Said:
    """Return the value of a switch that was not settled before."""
    return Name(f"the ruling “{scene.book.ruling(e[3])}”")


@says("stack")
def stack(scene: Scene, e: Expr) -> Said:
    """Return a pile of cards or pieces."""
    words = f"“{spoken(e[3])}”"
    race = e[4] if len(e) > 4 else None
    return Name(f"{scene.name(race).possessive} {words}" if race else f"the pile {words}")


@says("top", "bottom", "lying")
def end_of_stack(scene: Scene, e: Expr) -> Said:
    """Return the first or last thing of a pile, or the thing from it that lies in a region."""
    if e[0] == "lying":
        return Name(f"the thing from {_pile(scene, e)} in {scene.name(e[4])}")
    return Name(f"the {e[0]} of {scene.name(e[3])}")


def _pile(scene: Scene, e: Expr) -> str:
    return f"“{spoken(e[3])}”" if isinstance(e[3], str) else str(scene.name(e[3]))


@says("active_or_next", "next_race")
def coming_race(scene: Scene, e: Expr) -> Said:
    """Return a race that may still have to be picked."""
    player = scene.name(e[3])
    if e[0] == "next_race":
        return Name(f"the next race {player} {player.does('pick')}")
    return Name(
        f"{player.possessive} active race (without one: the next race {player} {player.does('pick')})"
    )


def kinds(names: tuple[str, ...]) -> str:
    """Return the kinds of contents that stay behind in an exchange."""
    return joined(spoken(name.rpartition(".")[2]) for name in names)
