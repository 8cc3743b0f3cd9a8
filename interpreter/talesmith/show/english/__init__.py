"""The English of a card, printed from its compiled rule.

Nothing here reads the text that an author wrote on a card: the words come from the typed form and
from the display names of what it mentions, so two cards with one rule read the same, and a change
of a rule changes its English.  A rule that can't be said is an `UnsayableError`, never left out.

`book` looks things up, `words` and `nouns` know grammar, `phrases` the names of the base hooks;
`scene` holds what a text has said so far, `things`, `groups`, `amounts` and `clauses` say
expressions, `statements` and `changes` say statements, `lines` and `handlers` whole hooks, and
`cards` puts a card together.
"""

from talesmith.show.english.book import UnsayableError
from talesmith.show.english.cards import describe

__all__ = ["UnsayableError", "describe"]
