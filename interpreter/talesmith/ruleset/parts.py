"""What a ruleset is made of: declarations and handlers, as frozen data without behaviour.

Everything here is plain (numbers, texts, tuples and the typed form of `ops`), so a whole
`Ruleset` can be cached, hashed and sent to another process.
"""

from attrs import field, frozen

from talesmith.ruleset.ops import Body, Expr

PURE = ("value", "permission", "ledger")
"""hooks whose answers are lines that change nothing"""


@frozen
class Where:
    """Where something was written: the file as the user named it, and the line from 1."""

    path: str
    line: int


@frozen
class Param:
    """A parameter; `default` may read the parameters before it (slots 0, 1, ...)."""

    name: str
    type: str
    default: Expr | None = None


@frozen
class Hook:
    """A declared value, permission, ledger, moment, point or action.

    `roles` are the parameter numbers that count as "my own": two for a hook with attacker and
    defender, one else, none for hooks about no race or player.
    """

    name: str
    kind: str
    """value, permission, ledger, moment, point or action"""
    package: str
    params: tuple[Param, ...]
    type: str
    """of a value: its result; of an action: its result or 'none'"""
    roles: tuple[int, ...]
    low: Expr | None = None
    high: Expr | None = None
    rounding: str = "down"
    body: Body = ()
    """value: `become`/`let`-free lines; permission: `forbid` lines; action: statements"""
    nslots: int = 0
    where: Where = Where("", 0)


@frozen
class Limit:
    """`limit N per WINDOW [per KEY] [shared WORD]`; slots are those of the handler."""

    n: Expr
    window: str
    """turn, round or game"""
    key: Expr | None = None
    shared: str | None = None


@frozen
class Handler:
    """One handler, replacement or offer, wherever it stands.

    `slots` says where the machine puts what the body may name besides the parameters:
    self, here, bearer, maker, item (number of the item), player (owner of a marker given with
    `by`), badge, race, and the parameters of the item.  A name may share the slot of a parameter
    (`self` of a race's `as attacker` is the parameter attacker); then nothing need be put there.
    """

    id: str
    """CARD/HOOK/ordinal, stable while the card's text keeps its order: base.CARD/after_conquer/1"""
    hook: str
    """name of the hook; for `instead`: of the action; for an offer: its points joined by a space"""
    form: str
    """value, permission, ledger, effect, instead or offer"""
    card: str
    """full name of the card or rules part in which it stands"""
    holder: str
    """race, power, event, artifact, place, rules, house_rule, marker, unit, item or way"""
    piece: str | None
    """full name of the marker, unit, item or way around it"""
    role: int | None
    """number of the parameter whose race or player this handler speaks for; None: any"""
    phase: str
    """active, also, only (in decline) or offered"""
    guard: Expr | None
    limit: Limit | None
    after: tuple[str, ...]
    before: tuple[str, ...]
    may: str | None
    """text of an optional replacement; text of an offer"""
    slots: tuple[tuple[str, int], ...]
    target: tuple[int, Expr] | None
    """an offer's `for`: slot and (filtered) list"""
    body: Body
    nslots: int
    where: Where


@frozen
class Step:
    """A named body; `card` is None for steps of the rules, which everybody may call."""

    name: str
    card: str | None
    params: tuple[Param, ...]
    type: str
    body: Body
    nslots: int
    where: Where
    slots: tuple[tuple[str, int], ...] = ()


@frozen
class Fate:
    """`stays KIND [when guard]`; slots of the guard: 0 region, 1 race (old occupant), 2 attacker."""

    kind: str
    guard: Expr | None


@frozen
class Piece:
    """A marker or unit: how many may lie in a region, how many there are, what they outlive."""

    id: str
    name: str
    kind: str
    card: str
    most: int | None
    supply: int | None
    fates: tuple[Fate, ...]
    where: Where


@frozen
class Item:
    """A thing attached to a bearer ('race', 'player' or 'region').

    Slots of `until`: 0 is the bearer, then come the parameters.
    """

    id: str
    name: str
    card: str
    params: tuple[Param, ...]
    bearer: str
    until: tuple[tuple[str, Expr | None], ...]
    where: Where


@frozen
class Way:
    """A bundle of hooks an attacker may switch on for one attempt; slot 0 attacker, 1 region."""

    id: str
    text: str | None
    card: str
    holder: str
    """race, power, artifact, place, item, event or house_rule"""
    guard: Expr | None
    limit: Limit | None
    slots: tuple[tuple[str, int], ...]
    nslots: int
    where: Where
    phase: str = "active"
    """of a race or power: active, also, only (in decline)"""
    piece: str | None = None
    """full name of the item around it"""


@frozen
class Suppress:
    """`suppress KIND [of RACES] [when guard]`; slots: `race`, `badge`, and those of its place."""

    card: str
    holder: str
    piece: str | None
    kind: str
    """race or power"""
    scope: Expr | None
    guard: Expr | None
    slots: tuple[tuple[str, int], ...]
    nslots: int
    where: Where


@frozen
class State:
    """A stored value of each holder; `reset` is turn, round or None; `initial` is constant."""

    id: str
    holder: str
    type: str
    initial: Expr
    reset: str | None
    card: str
    where: Where


@frozen
class Stack:
    """A pile of things; `content` is (thing, how many) for a pile that is listed in its head."""

    name: str
    thing: str
    content: tuple[tuple[str, int], ...]
    on_race: bool
    hidden: bool
    where: Where


@frozen
class Word:
    """One word of a set with its display name, sign and colour (empty if it has none)."""

    id: str
    name: str
    sign: str = ""
    colour: str = ""


@frozen
class Natives:
    """A race of nobody."""

    id: str
    name: str
    supply: int
    where: Where


@frozen
class Key:
    """A switch; the first value is the default."""

    name: str
    title: str
    values: tuple[str, ...]
    where: Where


@frozen
class Die:
    """A die and its faces."""

    name: str
    title: str
    faces: tuple[int, ...]
    where: Where


@frozen
class Card:
    """A race, power, event, artifact, place, rules part or house rule, without its handlers."""

    id: str
    """full name: PACKAGE.ID"""
    kind: str
    name: str
    text: str
    cites: tuple[str, ...]
    facts: tuple[tuple[str, int | str], ...]
    lasts: tuple[tuple[str, Expr | None], ...]
    over: tuple[str, ...]
    where: Where
    digest: str = ""
    """hash of the text of the card's file part"""


@frozen
class Touch:
    """Something of the rules that a house rule touches, such as a value."""

    card: str
    """full name of the house rule"""
    kind: str
    """value, permission, ledger, action, step, key, die, marker, natives, words, cards (of a kind),
    moment or point"""
    name: str
    how: str
    """changes, replaces or sets to VALUE; else it only comes beside: acts, follows, offers, ..."""
    where: Where

    @property
    def lays_hand(self) -> bool:
        """Whether another house rule that does so as well would be in the way."""
        return self.how in ("changes", "replaces") or self.how.startswith("sets to ")


@frozen
class Region:
    """A region of a map: terrain, centre in thousandths, symbols, neighbours (all by name)."""

    name: str
    terrain: str
    centre: tuple[int, int] | None
    symbols: tuple[str, ...]
    touches: tuple[str, ...]


@frozen
class Map:
    """A board; every link stands at both of its regions here."""

    id: str
    name: str
    players: int | None
    rounds: int
    aspect: int
    regions: tuple[Region, ...]
    where: Where
    digest: str = ""


@frozen
class Ruleset:
    """Everything a game is played by, checked, for any number of players."""

    id: str
    name: str
    text: str
    language: int
    packages: tuple[tuple[str, int], ...]
    cards: tuple[Card, ...]
    """in the order in which their numbers are given: by kind, then by full name"""
    hooks: tuple[Hook, ...]
    steps: tuple[Step, ...]
    handlers: tuple[Handler, ...]
    words: tuple[tuple[str, tuple[Word, ...]], ...]
    properties: tuple[tuple[str, str], ...]
    """printed values: HOLDER.NAME and type"""
    keys: tuple[Key, ...]
    settings: tuple[tuple[str, str], ...]
    """value of every key in this ruleset"""
    dice: tuple[Die, ...]
    markers: tuple[Piece, ...]
    units: tuple[Piece, ...]
    items: tuple[Item, ...]
    ways: tuple[Way, ...]
    suppressions: tuple[Suppress, ...]
    states: tuple[State, ...]
    stacks: tuple[Stack, ...]
    natives: tuple[Natives, ...]
    maps: tuple[Map, ...]
    boards: tuple[tuple[int, tuple[str, ...]], ...]
    """(number of players, maps that make the board); several lines for a number: drawn by seed"""
    pools: tuple[tuple[str, tuple[str, ...]], ...]
    """cards in play by kind: race, power, event, artifact, place"""
    touches: tuple[Touch, ...] = ()
    """what the house rules touch, in the order in which they were read"""
    digest: str = field(default="")
    """hash of all rules texts"""

    @property
    def left_out(self) -> set[str]:
        """The full names of the cards that are in no pool, though their kind has one."""
        pools = dict(self.pools)
        return {card.id for card in self.cards if card.id not in pools.get(card.kind, (card.id,))}
