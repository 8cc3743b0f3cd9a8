"""Every keyword with a letter missing is found where it stands, and the right one is named."""

from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

WORDS = ("K_", "KIND", "FATE", "EDGE", "ROUND")


READS_ON = {
    "nt (a or b)": "reads as a call of `nt`",
    'becuse "water"': "reads as two more words of the answer",
    "ass ben": "reads as two more words of the answer",
}
"""Slips that leave a text of the language: the check of names and the play find these."""


def misspelt(text):
    """Yield each keyword of a text with its place and the text in which it lacks a letter."""
    interactive = parser().parse_interactive(text, start="start")
    for token in interactive.iter_parse():
        wrong = token[: len(token) // 2] + token[len(token) // 2 + 1 :]
        if token.type.startswith(WORDS) and len(wrong) > 1 and wrong not in keywords(parser()):
            yield token, text[: token.start_pos] + wrong + text[token.end_pos :]


def test_misspelt_keyword(kind, construct, whole, read):
    for token, text in misspelt(whole(kind, construct)):
        if any(slip in text for slip in READS_ON):
            assert read(text).findings == ()
            continue
        (only,) = read(text).findings
        assert (only.span.column, only.fix.text) == (token.start_pos + 1, str(token)), text
        assert only.label == f"did you mean `{token}`?"


def test_the_samples_hold_nearly_every_keyword(samples, whole):
    tried = {str(token) for kind, text in samples for token, _ in misspelt(whole(kind, text))}
    long = {word for word in keywords(parser()) if len(word) > 2}
    assert len(tried & long) >= 0.95 * len(long), sorted(long - tried)
