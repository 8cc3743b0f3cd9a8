"""Whether a line is said in words of the game at all: `illegal` must not be true of a misspelling."""

from __future__ import annotations

from talesmith.play.statements.questions import Site
from talesmith.prove.playing import Playing
from talesmith.record.question import DONE_WORD, NOTHING_WORD
from talesmith.record.words import spoken

PLAIN = ("yes", "no", DONE_WORD, NOTHING_WORD, "die")


def is_known(playing: Playing, words: list[str]) -> str | None:
    """Give a message about the first word of a line if no question could ever know it, else None.

    Known are the beginnings of the texts of all options, numbers, and the names of things.
    """
    if not words:
        return "nothing is said"
    first = words[0]
    begin = first.replace("_", " ")
    texts = [text for site in playing.rules.sites for text in _texts(site)]
    texts += [spoken(bound.handler.may or "") for bound in playing.rules.bounds]
    if first in PLAIN or first.isdecimal() or any(text.startswith(begin) for text in texts):
        return None
    if any(first in playing.names.known(playing.game, kind) for kind in KINDS):
        return None
    return f"`{first}` begins no option and names nothing"


KINDS = ("player", "region", "race", "banner", "badge", "combo")


def _texts(site: Site) -> list[str]:
    return [spoken(text) for text in site.texts]
