"""What the parts of a document become, on one line and broken."""

from talesmith.layout.document import (
    BLANK,
    NOTHING,
    Chain,
    Clause,
    Flow,
    Group,
    Hard,
    Here,
    Line,
    Nest,
    Remark,
    Row,
    Text,
    hang,
    row,
)
from talesmith.layout.render import render


def words(n, letter="a"):
    return Text(letter * n)


def clauses(*lengths, **flags):
    gaps = [NOTHING, *[BLANK] * (len(lengths) - 1)]
    made = zip(gaps, lengths, "abcdefgh", strict=False)
    return tuple(Clause(gap, words(n, letter), **flags) for gap, n, letter in made)


def block(*inside):
    return Group(Row((Text("{"), Nest(Row(inside)), Line(), Text("}"))))


def lines(*parts):
    return render(row(parts)).splitlines()


def test_a_group_is_on_one_line_or_breaks_all_its_lines():
    assert lines(block(Line(), words(96))) == ["{ " + "a" * 96 + " }"]
    assert lines(block(Line(), words(97))) == ["{", "  " + "a" * 97, "}"]
    assert lines(block(Line(), words(3), Line(), words(96))) == ["{", "  aaa", "  " + "a" * 96, "}"]


def test_what_follows_a_group_must_fit_too():
    assert lines(block(Line(), words(95)), Text(",")) == ["{ " + "a" * 95 + " },"]
    assert lines(block(Line(), words(96)), Text(",")) == ["{", "  " + "a" * 96, "},"]


def test_a_remark_breaks_what_it_stands_in_and_not_what_it_stands_behind():
    assert block(Line(), words(1), Remark("// x"), Hard()).forced
    assert lines(block(Line(), words(1)), Remark("// x"), Hard(), words(1)) == ["{ a }  // x", "a"]


def test_rule_ids_stand_in_the_margin_other_remarks_behind_the_line():
    def column(code, remark):
        return lines(words(code), Remark(remark), Hard(), words(1))[0].index("//")

    assert column(10, "// C-8") == column(91, "// C-8") == 92
    assert column(10, "// C-8 to C-12") == 84
    assert column(92, "// C-8") == 94
    assert column(10, "// C-8, C-9, C-10, C-11") == 12
    assert column(10, "// cheap") == 12


def test_lines_make_room_for_a_rule_id_but_not_for_other_remarks():
    short = Row((block(Line(), words(90)), Remark("// C-8"), Hard()))
    long = Row((block(Line(), words(90)), Remark("// a remark in words"), Hard()))
    assert lines(short)[0] == "{"
    assert lines(long)[0].startswith("{ aaa")


def test_an_empty_line_stands_before_a_blank_break():
    assert lines(words(1), Hard(blank=True), words(1)) == ["a", "", "a"]


def test_a_flow_fills_lines():
    assert lines(hang(clauses(50, 49, 50))) == ["a" * 50 + " " + "b" * 49, "  " + "c" * 50]
    assert lines(hang(clauses(50, 50, 10))) == ["a" * 50, "  " + "b" * 50 + " " + "c" * 10]


def test_a_strict_clause_leads_a_line_unless_all_behind_it_have_room():
    assert lines(hang(clauses(50, 20, 20, strict=True))) == [
        "a" * 50 + " " + "b" * 20 + " " + "c" * 20
    ]
    assert lines(hang(clauses(50, 30, 20, strict=True))) == [
        "a" * 50,
        "  " + "b" * 30 + " " + "c" * 20,
    ]


def long_clause(**flags):
    inner = Flow((Clause(NOTHING, words(60, "x")), Clause(BLANK, words(60, "y"))))
    return Clause(BLANK, Here(Nest(inner)), **flags)


def test_behind_a_clause_of_several_lines_the_next_leads_a_line():
    first, last = clauses(50, 3)
    assert lines(hang((first, long_clause(), last))) == [
        "a" * 50,
        "  " + "x" * 60,
        "    " + "y" * 60,
        "  bbb",
    ]


def test_a_loose_clause_of_several_lines_begins_where_the_one_before_ends():
    (first,) = clauses(30)
    assert lines(hang((first, long_clause(loose=True)))) == [
        "a" * 30 + " " + "x" * 60,
        "  " + "y" * 60,
    ]
    assert lines(hang((first, long_clause())))[0] == "a" * 30


def test_a_clause_too_long_for_a_line_is_taken_apart():
    parts = (Clause(BLANK, words(40, "x")), Clause(BLANK, words(70, "y")))
    whole = Row((parts[0].doc, BLANK, parts[1].doc))
    (first,) = clauses(30)
    assert lines(hang((first, Clause(BLANK, whole, parts)))) == [
        "a" * 30 + " " + "x" * 40,
        "  " + "y" * 70,
    ]


def test_a_chain_puts_its_second_part_behind_a_brace_or_on_a_line():
    def chained(first, second):
        return lines(Group(Chain(block(Line(), words(first)), block(Line(), words(second)))))

    assert chained(40, 40) == ["{ " + "a" * 40 + " } { " + "a" * 40 + " }"]
    assert chained(60, 60) == ["{ " + "a" * 60 + " }", "{ " + "a" * 60 + " }"]
    assert chained(98, 10) == ["{", "  " + "a" * 98, "} { " + "a" * 10 + " }"]


def test_what_hangs_is_indented_from_its_line_and_a_body_from_what_is_around_it():
    head = hang(clauses(60, 50))
    body = block(Hard(), words(3))
    assert lines(head, BLANK, body) == ["a" * 60, "  " + "b" * 50 + " {", "  aaa", "}"]
    assert lines(hang((*clauses(60), Clause(BLANK, Here(row([words(50), BLANK, body])))))) == [
        "a" * 60,
        "  " + "a" * 50 + " {",
        "    aaa",
        "  }",
    ]
