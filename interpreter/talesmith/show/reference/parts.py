"""What may stand in a card: each part, what it is for, and an example that a test checks.

A test compares the parts with what `compile.cards` takes, so a new one without a line is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from talesmith.compile.cards import ALLOWED
from talesmith.syntax import tree


@frozen
class Part:
    """A part of a card; `inside` is the kind of card in which the example stands."""

    form: str
    meaning: str
    example: str
    inside: str = "power"
    where: str = ""
    """where it stands, if not between the braces of a card"""


MEMBERS: Mapping[type, Part] = {
    tree.CardText: Part(
        'text "..."', "what the players read", 'text "Every region costs you 1 token less."'
    ),
    tree.Cites: Part('cites "ID", "ID"', "the rules it rests on, by their ids", 'cites "C-8"'),
    tree.Is: Part("is NAME: VALUE, ...", "what is printed on it: see Printed values; on events `theme` and `level`", "is tokens: 5"),
    tree.Hook: Part(
        "HOOK head { ... }", "an answer to a hook of the rules; for the head see below",
        "conquest_cost as attacker when region.tokens >= 2 { add -1 }",
    ),
    tree.Offer: Part(
        'offer in POINT "..." for x in S head { ... }',
        "something that one may do at a point, once for each x",
        'offer in turn_choice "Take a coin" limit 1 per turn { move 1 coins from bank to owner }',
    ),
    tree.Instead: Part(
        'instead of ACTION may "..." head { ... }',
        "takes the place of an action; with `may` its player is asked",
        'instead of gain may "Rather a coin?" { move 1 coins from bank to owner }',
    ),
    tree.Marker: Part(
        'marker NAME "..." max N supply N stays FATE { ... }',
        "a piece that lies in regions; its hooks speak for each region with it. `mark` lays it",
        'marker den "Den" max 1 supply 5 stays declined { conquest_cost { add 1 } }',
    ),
    tree.Item: Part(
        'item NAME "..." (x: TYPE, ...) on race { ... }',
        "hooks that a race, player or region gets for a time. `attach` gives it",
        'item luck "Luck" (n: number) on race { conquest_cost as attacker { add 0 - n } }',
    ),
    tree.Unit: Part(
        'unit NAME "..." supply N stays FATE { ... }', "a figure that counts as a token",
        'unit goat "Goat" supply 3 stays declined { }',
    ),
    tree.Way: Part(
        'way NAME "..." head { ... }',
        "another way to conquer, to be chosen by itself; its hooks speak where it is",
        'way climb "Climb" limit 1 per turn { conquest_cost { add -2 } }',
    ),
    tree.State: Part(
        "state NAME of race: TYPE = VALUE per turn",
        "what is remembered for each race, player, region or `game`; `set` changes it",
        "state luck of race: number = 0 per turn",
    ),
    tree.Step: Part(
        "step NAME(x: TYPE, ...) -> TYPE { ... }", "a body with a name, run by `call`",
        "step pay(p: player) { move 1 coins from bank to p }",
    ),
    tree.Stack: Part(
        "stack NAME of PIECE N, ... on race hidden", "pieces or cards that are drawn",
        "stack loot of cave 3, trap 1 hidden  marker cave { }  marker trap { }", "race",
    ),
    tree.Lasts: Part(
        "lasts DURATION", "how long an event is in force, if not this round", "lasts game", "event"
    ),
    tree.Suppress: Part(
        "suppress KIND of RACES when c", "races, powers or other cards that say nothing meanwhile",
        "suppress power of declined_races", "event",
    ),
    tree.Allow: Part(
        'allow CODE "..."', "silences what `check` judges in this card, with your reason",
        'allow T404 "it reads best in one piece"',
    ),
    tree.SetKey: Part(
        "set KEY = VALUE", "plays with another reading of the rules",
        "set second_tie = earlier_seat", "house_rule",
    ),
    tree.Key: Part(
        'key NAME "...": VALUE, ...', "a setting that whoever plays may choose, asked as `key.NAME`",
        'key lucky "Everybody is lucky": no, yes  score_total when key.lucky { add 1 }', "house_rule",
    ),
    tree.Replace: Part(
        "replace DECLARATION", "takes the place of a declaration of the rules",
        "replace die reinforcement = 1, 2, 3", "house_rule",
    ),
    tree.Words: Part(
        'words SET = NAME "...", ...', "a set of words, a type of its own; texts for people",
        'words mood = calm "Calm", wild "Wild"', "rules",
    ),
    tree.Property: Part(
        "property NAME of KIND: TYPE", "what is printed on a kind of card",
        "property odd of badge: number", "rules",
    ),
    tree.Die: Part('die NAME "..." = N, ...', "a die by its faces", "die coin = 0, 1", "rules"),
    tree.Natives: Part(
        'natives NAME "..." supply N', "tokens that belong to nobody",
        'natives bears "Bears" supply 9', "rules",
    ),
    tree.Value: Part(
        "value NAME(...) -> TYPE at_least e at_most e { become e }", "a hook: a value and its base",
        "value joy(race: race) -> number at_least 0 { become 1 }", "rules",
    ),
    tree.Permission: Part(
        "permission NAME(...) { forbid ... }", "a hook: a permission, and what stands against it",
        'permission can_sing(race: race) { forbid quiet "it is quiet" when race.declined }', "rules",
    ),
    tree.Ledger: Part("ledger NAME(...)", "a hook: lines of income", "ledger on_song(p: player)", "rules"),
    tree.Moment: Part("moment NAME(...)", "a hook: when something happens", "moment on_song()", "rules"),
    tree.Point: Part("point NAME(...)", "a hook: where offers appear", "point songs(p: player)", "rules"),
    tree.Action: Part(
        "action NAME(...) -> TYPE { ... }", "a hook: what is done, recorded and may be replaced",
        "action sing(p: player) { move 1 coins from bank to p }", "rules",
    ),
}  # fmt: skip
"""What may stand between the braces of a card, of a house rule or of rules."""

HEADS: Mapping[type, Part] = {
    tree.Side: Part(
        "as ROLE", "for whom it speaks, where the hook has two roles; `as anyone`: for all",
        "conquest_cost as defender { add 1 }",
    ),
    tree.Phase: Part(
        "also declined, only declined, only offered",
        "it goes on in decline, begins there, or speaks while the card is on offer",
        "on_score also declined { earn 1 }",
    ),
    tree.Guard: Part(
        "when c", "speaks only on a condition", "on_score when self.hand >= 1 { earn 1 }"
    ),
    tree.Limit: Part(
        "limit N per W", "so often in a `turn`, `round` or `game`",
        "on_redeploy limit 1 per game { do gain(self, 2) }",
    ),
    tree.Sequence: Part(
        "after CARD, before CARD", "runs behind or before what that card does",
        "power ants { on_ready { do gain(self, 1) } } "
        "power bees { on_ready after ants { do gain(self, 1) } }", "",
    ),
}  # fmt: skip
"""What may stand between the name of a hook and its body, in any order."""

OTHERS: Mapping[type, Part] = {
    tree.Over: Part(
        "over PACKAGE", "behind the title: the rules it needs beside those of the base game",
        'event rain "Rain" over tales { conquest_cost { add 1 } }', "", "the head of a card",
    ),
    tree.Forbid: Part(
        'forbid NAME "..." when c', "in a permission hook: why not, under a name of its own",
        'can_conquer as defender { forbid shy "nobody dares" when region.tokens >= 2 }',
        where="a permission hook",
    ),
    tree.Waive: Part(
        "waive NAME when c", "defeats what is forbidden by that name; `talesmith hooks` tells the names",
        "can_conquer as attacker { waive reach }", where="a permission hook",
    ),
    tree.Fate: Part(
        "stays FATE when c", "a piece stays when its region is `conquered`, or `abandoned`, when the "
        "race has `declined`, or `always`",
        "marker den stays conquered stays declined { }", where="the head of a marker or unit",
    ),
    tree.UntilWord: Part(
        "until DURATION or DURATION",
        "`turn`, `round`, `game`, `used`, `start of PLAYER.turn`, `end of PLAYER.turn`, `RACE declines`, "
        "`CARD leaves`",
        "item luck on player { }  on_redeploy { attach luck to owner until start of owner.turn }",
        where="`attach`, `mark`, the head of an item",
    ),
}  # fmt: skip

KINDS = ("race", "power", "event", "artifact", "place", "house_rule", "rules")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield form, where it stands, what it is for and an example of each part."""
    for kind, part in MEMBERS.items():
        yield _row(part, _where(ALLOWED[kind]))
    for part in HEADS.values():
        yield _row(part, "the head of a hook")
    for part in OTHERS.values():
        yield _row(part, part.where)


def _row(part: Part, where: str) -> tuple[str, str, str, str]:
    return f"`{part.form}`", where, part.meaning, f"`{part.example}`"


def _where(kinds: tuple[str, ...]) -> str:
    """The kinds of cards that may have a part, in short."""
    cards = [kind for kind in KINDS if kind in kinds]
    missing = [kind for kind in KINDS if kind not in kinds]
    if not missing:
        return "everywhere"
    said = f"all but {', '.join(missing)}" if len(missing) < len(cards) else ", ".join(cards)
    return said.replace("house_rule", "house rule")
