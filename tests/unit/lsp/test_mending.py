from talesmith.lsp.mending import formatted, mends
from talesmith.lsp.outline import outline


def test_a_text_is_laid_out(shipped, desk):
    path, *_ = desk("reaches    { waive   apart }")
    edit = formatted(shipped, path)
    assert "  reaches { waive apart }\n" in edit.text
    assert (edit.span.line, edit.span.column) == (1, 1)


def test_a_text_with_its_layout_or_with_mistakes_is_left_alone(shipped, desk):
    path, *_ = desk("reaches { waive apart }")
    assert formatted(shipped, path) is None
    desk("reaches    { waive ( }")
    assert formatted(shipped, path) is None


def test_a_fix_of_a_finding_is_offered_on_its_line(shipped, desk):
    path, *_ = desk("reaches when region.terain == hill { waive apart }")
    (mend,) = mends(shipped, path, (8, 8))
    assert (mend.title, mend.edit.text, mend.is_safe) == ("Write terrain (T102)", "terrain", False)
    assert mends(shipped, path, (1, 7)) == []


def test_a_safe_fix_says_so(shipped, desk):
    path, *_ = desk("text “Curly”")
    (mend,) = [m for m in mends(shipped, path, (8, 8)) if m.finding.code == "T002"]
    assert mend.is_safe
    assert mend.edit.text == '"Curly"'


def test_the_outline_shows_heads_members_and_scenarios(shipped, desk):
    path, *_ = desk(
        'language 1\npackage base\npower tidy "Tidy" {\n  is tokens: 5\n'
        '  marker pole "Pole" { region_income { earn 1 } }\n  instead of conquer { proceed }\n}\n'
        'scenario "it stands" { }\n'
    )
    card, scenario = outline(shipped.parsed(path))
    assert (card.name, card.kind, scenario.name) == ("tidy", "power", "it stands")
    assert [(s.kind, s.name) for s in card.inside] == [
        ("marker", "pole"), ("instead", "instead of conquer"),
    ]  # fmt: skip
    assert [s.name for s in card.inside[0].inside] == ["region_income"]
