import json

import pytest

from talesmith.diagnose.diagnostic import Fix, Place, Safety
from talesmith.diagnose.registry import finding
from talesmith.diagnose.render import FORMATS, MOST_OF_ONE_CODE, render
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

SOURCE = SourceText("a.tale", "language 1\nrace x {\n  conqest_cost { add 1 }\n}\n")
OTHER = SourceText("b.tale", "rules y { }\n")
SOURCES = {source.path: source for source in (SOURCE, OTHER)}
WORD = Span("a.tale", 3, 3, 3, 15)


def unknown_hook(**more):
    fix = Fix(WORD, "conquest_cost", Safety.UNSAFE)
    return finding("T101", WORD, name="conqest_cost", label="did you mean?", fix=fix, **more)


def everything():
    places = (
        Place(Span("a.tale", 2, 1, 2, 5), "in this card"),
        Place(Span("b.tale", 1, 1, 1, 6), "beside this one"),
        Place(Span("gone.tale", 7, 1, 7, 2), "and one without text"),
    )
    return (
        unknown_hook(places=places, hint="talesmith hooks lists them all"),
        finding("T301", Span("a.tale", 3, 18, 4, 1), value="true"),
        finding("T060", Span("gone.tale", 1, 1, 1, 1), first="x", second="y", hook="z"),
    )


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"sarif"}))
def test_format(form, golden):
    assert render(everything(), SOURCES, form) == golden


@pytest.mark.parametrize("form", ["full", "concise", "github"])
def test_nothing_found_is_nothing_said(form):
    assert render((), SOURCES, form) == ""


def test_json_is_a_list_that_leaves_nothing_out():
    assert json.loads(render((), SOURCES, "json")) == []
    found = json.loads(render([unknown_hook()] * 30, SOURCES, "json"))
    assert len(found) == 30
    assert found[0]["start"] == {"row": 3, "column": 3}
    assert found[0]["fix"]["edits"][0]["text"] == "conquest_cost"


@pytest.mark.parametrize("form", ["full", "concise"])
def test_many_of_one_code_are_counted(form):
    lines = render([unknown_hook()] * (MOST_OF_ONE_CODE + 12), SOURCES, form)
    assert lines.count("T101") == MOST_OF_ONE_CODE + 1
    assert "and 12 more" in lines


def test_github_escapes_what_it_reads_as_a_sign():
    odd = finding("T110", Span("a,b:c%", 1, 1, 1, 2), said="x\r\ny%", expected="z")
    line = render([odd], {}, "github")
    assert line.count("\n") == 1
    assert "file=a%2Cb%3Ac%25," in line
    assert "x%0D%0Ay%25" in line


def test_an_unknown_format_is_the_callers_mistake():
    with pytest.raises(KeyError):
        render((), {}, "xml")


def carets(line, span):
    source = SourceText("a.tale", line)
    return render([finding("T012", span, label="here")], {"a.tale": source}).splitlines()[2:]


def test_carets_stand_below_wide_and_combining_letters():
    shown, marks = carets('\u5927 "e\u0301" x', Span("a.tale", 1, 8, 1, 9))
    assert shown == '  1 | \u5927 "e\u0301" x'
    assert marks == "    |        ^ here"


def test_tabs_and_controls_are_shown_as_blanks():
    shown, marks = carets("\tx\x07y", Span("a.tale", 1, 2, 1, 5))
    assert shown == "  1 |  x y"
    assert marks == "    |  ^^^ here"


def test_a_very_long_line_is_cut_around_the_place():
    shown, marks = carets("x" * 500 + " bad " + "y" * 500, Span("a.tale", 1, 502, 1, 505))
    assert "bad" in shown
    assert len(shown) < 110
    assert shown[marks.index("^") :].startswith("bad")


def test_a_span_over_lines_is_marked_to_the_end_of_the_first():
    source = SourceText("a.tale", "one two\nthree")
    lines = render([finding("T012", Span("a.tale", 1, 5, 2, 3))], {"a.tale": source}).splitlines()
    assert lines[3] == "    |     ^^^"


def test_a_place_behind_the_text_has_no_frame():
    assert carets("x", Span("a.tale", 9, 1, 9, 2)) == []
