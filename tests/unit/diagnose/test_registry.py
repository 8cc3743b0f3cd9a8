import string

import pytest

from talesmith.diagnose.diagnostic import Severity, in_reading_order
from talesmith.diagnose.registry import ALL, finding
from talesmith.ground.span import NOWHERE, Span


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.code)
def test_every_message_can_be_filled_by_words(code):
    names = {name for _, name, _, _ in string.Formatter().parse(code.message) if name is not None}
    assert names.isdisjoint({"code", "span", "label", "places", "hint", "fix"})
    made = finding(code.code, NOWHERE, **dict.fromkeys(names, "word"))
    assert "{" not in made.message.replace("`{`", "")
    assert (made.code, made.name, made.severity) == (code.code, code.name, code.severity)


def test_unknown_codes_and_missing_words_are_bugs():
    with pytest.raises(KeyError):
        finding("T999", NOWHERE)
    with pytest.raises(KeyError):
        finding("T101", NOWHERE)


def test_severity_says_what_is_an_error():
    kinds = {code.code: code.severity for code in ALL}
    assert kinds["T101"] is Severity.ERROR
    assert kinds["T301"] is Severity.WARNING
    assert kinds["T060"] is Severity.INFO


def test_reading_order_is_by_place_then_code():
    first, second = Span("a", 1, 1, 1, 2), Span("a", 1, 5, 1, 6)
    found = (
        finding("T012", second),
        finding("T056", first),
        finding("T012", first),
    )
    assert [(f.code, f.span.column) for f in in_reading_order(found)] == [
        ("T012", 1),
        ("T056", 1),
        ("T012", 5),
    ]
