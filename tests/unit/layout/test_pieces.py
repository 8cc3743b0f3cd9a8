"""Which piece a comment belongs to."""

from talesmith.ground.source import SourceText
from talesmith.layout.pieces import Above, Pieces
from talesmith.syntax.parse import parse


def pieces(text):
    parsed = parse(SourceText("text", text))
    return Pieces(parsed.source, parsed.comments).all


def test_a_comment_behind_something_belongs_to_it_any_other_to_what_follows():
    language, number, end = pieces("// a\n\n// b\nlanguage // c  \n1 // d\n\n// e")
    assert language.above == [Above("// a", blank=False), Above("// b", blank=True)]
    assert (language.remark, number.remark, number.above) == ("// c", "// d", [])
    assert end.above == [Above("// e", blank=True)]
    assert end.text == ""


def test_two_strokes_in_a_text_are_no_comment():
    found = pieces('language 1\nscenario "a // b" { todo "c" }')
    assert [piece.remark for piece in found if piece.remark] == []


def test_only_what_leads_a_line_stands_behind_an_empty_one():
    blank = [piece.text for piece in pieces("language 1\n\n \npackage my") if piece.blank]
    assert blank == ["package"]


def test_a_span_leads_to_its_pieces():
    parsed = parse(SourceText("text", 'language 1\nrace elf "E" { is tokens: -1 }'))
    found = Pieces(parsed.source, parsed.comments)
    start, end = found.of(parsed.file.tops[0].members[0].span)
    assert [piece.text for piece in found.all[start:end]] == ["is", "tokens", ":", "-", "1"]
