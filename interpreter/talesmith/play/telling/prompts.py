"""What a question asks, in a sentence, where the rules have one.

`ask` has its text in the statement.  For other questions of a step the sentence is a word of the
set `prompt` named after the step, so that a ruleset may say it in its own way.
"""

from __future__ import annotations

from talesmith.play.bind import Binder
from talesmith.play.statements.questions import Site

PROMPTS = "prompt"
PREFIX = "ask_"


def step_of(site: Site) -> str:
    """The name of the step in which a question stands; of a card's handler, its number."""
    return site.body.removesuffix("/secretly").rpartition("/")[2]


def prompt_of(rules: Binder, site: Site) -> str | None:
    """The sentence for a question; None where nobody has written one."""
    if site.prompt:
        return site.prompt
    wanted = PREFIX + step_of(site)
    words = dict(rules.ruleset.words).get(PROMPTS, ())
    return next((word.name for word in words if word.id == wanted), None)
