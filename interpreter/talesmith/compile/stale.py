"""What is no longer known to exist once something has been changed.

`if r.race exists { ... }` tells something about the position as it is.  A statement that changes
the position, or runs what others may have changed, ends that: behind it the condition has to be
asked again, and so it has to inside a loop whose body changes something: the `where` of the loop as
well is asked once, before the first member has its turn.  A value that `let` or a parameter has
frozen stays known.  Asking and rolling change nothing; in `at_once` everything is read before
anything happens.
"""

from __future__ import annotations

from talesmith.syntax import tree

CHANGING = (
    tree.MoveAmount, tree.MoveThing, tree.RemoveAmount, tree.RemoveThing, tree.Set, tree.Swap,
    tree.Exchange, tree.Pair, tree.Unpair, tree.Found, tree.Shuffle, tree.Draw, tree.Mark,
    tree.Unmark, tree.Station, tree.Attach, tree.Detach, tree.Expire, tree.CallStep, tree.Do, tree.Fire,
    tree.Proceed,
)  # fmt: skip
COINS = ("coins", "coin")
"""No race, region or card comes or goes because coins change hands."""


def changes(*nodes: tree.Node) -> bool:
    """Tell whether one of these statements, or one inside them, may end that something exists."""
    return any(_changes(part) for node in nodes for part in tree.walk(node))


def _changes(node: tree.Node) -> bool:
    if isinstance(node, tree.MoveAmount) and node.noun.text in COINS:
        return False
    return isinstance(node, CHANGING)
