"""What a question asks, in a sentence, where the rules have one.

`ask` has its text in the statement.  For other questions of a step the sentence is a word of the
set `prompt` named after the step, so that a ruleset may say it in its own way; another one tells
more to whoever asks what the question means.
"""

from __future__ import annotations

from talesmith.play.bind import Binder
from talesmith.play.statements.questions import Site

PROMPTS = "prompt"
PREFIX = "ask_"
ABOUT = "about_"


def step_of(site: Site) -> str:
    """The name of the step in which a question stands; of a card's handler, its number."""
    return site.body.removesuffix("/secretly").rpartition("/")[2]


def prompt_of(rules: Binder, site: Site) -> str | None:
    """The sentence for a question; None where nobody has written one."""
    if site.prompt:
        return site.prompt
    return _word(rules, PREFIX + step_of(site))


def about(rules: Binder, site: Site) -> str | None:
    """More about a question for whoever asks what it means; None where nobody has written it."""
    return _word(rules, ABOUT + step_of(site))


def _word(rules: Binder, wanted: str) -> str | None:
    words = dict(rules.ruleset.words).get(PROMPTS, ())
    return next((word.name for word in words if word.id == wanted), None)
