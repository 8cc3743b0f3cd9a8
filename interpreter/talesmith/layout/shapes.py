"""Where the constructs of the language may be broken over lines, as tables by class of node.

A construct that is not named here is set word after word.
"""

from __future__ import annotations

from types import MappingProxyType

from talesmith.syntax import tree as t

LEADS: MappingProxyType[type[t.Node], frozenset[str]] = MappingProxyType(
    {
        node: frozenset(words.split())
        for node, words in {
            t.And: "and",
            t.Or: "or",
            t.Compare: "== != <= >= < >",
            t.Arithmetic: "+ - *",
            t.Divide: "/",
            t.Touches: "touches",
            t.Member: "in",
            t.OneOf: "in",
            t.Despite: "despite",
            t.Range: "at_least at_most",
            t.Value: "rounded",
            t.Item: "until",
            t.State: "per",
            t.Stack: "on",
            t.Suppress: "of",
            t.Become: "over",
            t.Times: "lines",
            t.Earn: "each at of to",
            t.Offer: "for",
            t.Ask: "if",
            t.Option: "for if",
            t.Circle: "at_most",
            t.ChooseOption: "by at",
            t.ChooseNumber: "by",
            t.Choose: "from by keeping",
            t.Allot: "least most total by",
            t.Order: "by",
            t.Roll: "by",
            t.Station: "on by",
            t.MoveAmount: "from to",
            t.MoveThing: "to",
            t.RemoveAmount: "from",
            t.Mark: "with by until",
            t.Unmark: "of",
            t.Attach: "to until",
            t.Detach: "from",
            t.Swap: "with",
            t.Exchange: "with but",
            t.Pair: "with",
            t.Unpair: "as",
            t.Found: "by",
            t.Reveal: "to",
            t.Proceed: "with",
            t.UseMap: "for",
            t.MapRegion: "at is touches",
            t.Why: "is",
            t.Illegal: "because",
            t.Unchanged: "except",
        }.items()
    }
)
"""Words of a construct before which its line may be broken."""

PARTS = (t.Guard, t.Limit, t.Fate, t.Range, t.Over, t.Branch)
"""Parts of constructs before which the line may be broken, wherever they stand."""

SPREAD = (t.Card, t.Ruleset, t.Map, t.Scenario, t.Table)
"""What has each of its lines on a line of its own, even if there is but one."""

BRACKETS = (
    t.Call,
    t.Index,
    t.Value,
    t.Permission,
    t.Ledger,
    t.Moment,
    t.Point,
    t.Action,
    t.Step,
    t.Item,
)
"""What has its bracket directly behind a word: calls and parameters."""

TOGETHER = (t.MapPlayers, t.MapRounds, t.MapAspect)
"""Lines of a map that share one."""

BINDERS = frozenset({"for", "each"})
"""Words that lead a clause although they belong to a node in the construct."""

INLINE = (t.Each, t.Argument)
"""Nodes whose parts count as parts of the construct around them."""

TWO_BLANKS = (t.GivenGroup,)
"""What keeps its lines apart by two blanks when they share one."""

LOOSE = (t.Where, t.Guard)
"""Conditions that begin on the line of what they belong to if they fill more than one."""

STRICT = (t.Guard, t.Limit)
"""Parts of a head that share its line only if all that follow them do."""
