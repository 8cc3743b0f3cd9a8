"""The English of a card, printed from its compiled rule.

Nothing here reads the text that an author wrote on a card: the words come from the typed form and
from the display names of what it mentions, so two cards with one rule read the same, and a change
of a rule changes its English.  A rule that can't be said is an `UnsayableError`, never left out.

`book` looks things up, `words` and `nouns` know grammar, `phrases` what the rules call their hooks;
`scene` holds what a text has said so far; `things`, `groups`, `amounts` and `clauses` say
expressions (`qualities` the conditions on members); `statements`, `choices`, `changes` and
`actions` say statements; `openings`, `lines` and `handlers` say hooks, `rules` what the rules
declare, and `cards` with `pieces` puts a card together.
"""

# The words for expressions and statements are in tables that these modules fill.
from talesmith.show.english import (
    actions,
    amounts,
    changes,
    choices,
    clauses,
    groups,
    qualities,
    statements,
    things,
)
from talesmith.show.english.book import UnsayableError
from talesmith.show.english.cards import describe

WORDS_FOR = (actions, amounts, changes, choices, clauses, groups, qualities, statements, things)
"""The modules with words for operations."""

__all__ = ["UnsayableError", "describe"]
