"""Types as texts: how they are built, taken apart, compared and named for an author.

A type is a word such as ``region``; ``?`` at its end says that the value may be missing; ``list T``,
``map KEY``, ``word SET``, ``stack THING`` and ``record ACTION`` have a part.  `UNKNOWN` stands for
the value of something that was reported already: it fits everywhere, so that one mistake gives one
finding.
"""

UNKNOWN = "unknown"
NOTHING = "none"

CARDS = frozenset({"banner", "badge", "event", "artifact", "place"})
"""Types whose values are cards."""

CARD_OF_KIND = {
    "race": "banner", "power": "badge", "event": "event", "artifact": "artifact", "place": "place",
}  # fmt: skip
"""Kind of head and the type of such a card as a thing of the game."""

PURSES = frozenset({"player", "combo", "purse"})
"""Types whose values hold coins."""


def may_miss(kind: str) -> bool:
    """Tell whether a value of this type may be missing."""
    return kind.endswith("?") or kind == NOTHING


def maybe(kind: str) -> str:
    """Give the type whose value may be missing; lists, troops and unknown stay as they are."""
    if kind in (UNKNOWN, NOTHING, "troops") or kind.endswith("?") or is_list(kind):
        return kind
    return kind + "?"


def sure(kind: str) -> str:
    """Give the type without the possibility that the value is missing."""
    return kind.removesuffix("?")


def list_of(kind: str) -> str:
    """Give the type of a list of such values."""
    return UNKNOWN if kind == UNKNOWN else "list " + sure(kind)


def is_list(kind: str) -> bool:
    """Tell whether values of this type have members."""
    return kind.startswith("list ")


def element(kind: str) -> str:
    """Give the type of the members of a list."""
    return kind.removeprefix("list ") if is_list(kind) else UNKNOWN


def word_set(kind: str) -> str | None:
    """Give the name of the word set of a type (``key NAME`` for the values of a key)."""
    bare = sure(kind)
    return bare.removeprefix("word ") if bare.startswith("word ") else None


def fits(want: str, have: str) -> bool:
    """Tell whether a value of type `have` may stand where `want` is asked, without conversion."""
    if UNKNOWN in (want, have) or want == have:
        return True
    if want.endswith("?"):
        return have == NOTHING or fits(want[:-1], sure(have))
    if is_list(want) and is_list(have):
        return fits(element(want), element(have))
    return _wider(want, have)


def _wider(want: str, have: str) -> bool:
    if want == "card":
        return have in CARDS
    if want == "purse":
        return have in PURSES
    return want == "record" and have.startswith("record ")


def common(one: str, two: str) -> str | None:
    """Give the type that covers both, or None if the two have nothing in common."""
    if fits(one, two):
        return one
    if fits(two, one):
        return two
    if fits(maybe(sure(one)), two):
        return maybe(sure(one))
    if sure(one) in CARDS and sure(two) in CARDS:
        return "card"
    return None


_SPOKEN = {
    "flag": "a yes or no", "troops": "troops", "pool": "a place for tokens", NOTHING: "none",
    "purse": "somebody with coins", "line": "a line of a ledger", UNKNOWN: "something unclear",
}  # fmt: skip


def spoken(kind: str) -> str:
    """Name a type for the author of a card, with its article."""
    if kind.endswith("?"):
        return spoken(kind[:-1]) + " that may be missing"
    if is_list(kind):
        return "a list of " + plural(element(kind))
    if kind in _SPOKEN:
        return _SPOKEN[kind]
    head, _, part = kind.partition(" ")
    if head == "word":
        return f"a value of {part}" if part.startswith("key ") else f"a word of {part}"
    if head == "map":
        return f"a number for each {part}"
    if head == "stack":
        return f"a stack of {plural(part)}"
    return ("an " if head[0] in "aeiou" else "a ") + head


def plural(kind: str) -> str:
    """Name several values of a type."""
    head, _, part = sure(kind).partition(" ")
    if head == "word":
        return f"words of {part}"
    if head == "list":
        return f"lists of {plural(part)}"
    return head if head == "troops" else head + "s"
