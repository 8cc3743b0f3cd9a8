from talesmith.ground.span import NOWHERE, Span
from talesmith.syntax.tree import Word


def test_a_span_prints_as_editors_read_it():
    assert str(Span("a.tale", 3, 7, 3, 9)) == "a.tale:3:7"


def test_to_joins_two_stretches():
    joined = Span("a.tale", 1, 2, 1, 5).to(Span("a.tale", 4, 1, 4, 8))
    assert joined == Span("a.tale", 1, 2, 4, 8)


def test_spans_sort_in_reading_order():
    assert sorted([Span("b", 1, 1, 1, 1), Span("a", 2, 1, 2, 1), Span("a", 1, 9, 1, 9)]) == [
        Span("a", 1, 9, 1, 9),
        Span("a", 2, 1, 2, 1),
        Span("b", 1, 1, 1, 1),
    ]


def test_equality_of_nodes_ignores_places():
    here, there = Word("x", span=NOWHERE), Word("x", span=Span("a", 5, 5, 5, 6))
    assert here == there
    assert hash(here) == hash(there)
    assert repr(here) == "Word(text='x')"
