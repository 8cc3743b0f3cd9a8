import pytest

from talesmith.ground.data import data_root
from talesmith.lsp.pointing import RefusedError, definition, nameable, references, rename
from talesmith.lsp.workspace import Workspace, roots_of

ONE = """power one "One" {
  is tokens: 5
  marker flag_pole "Flag" { region_income { add 1 } }
  after_conquer as attacker {
    let mine = self.hand
    if mine.tokens > 1 { mark region with flag_pole }
  }
}"""
TWO = """power two "Two" {
  is tokens: 5
  after_conquer as attacker when region has flag_pole { unmark region of flag_pole }
}"""


def place_of(workspace, path, word, number=0):
    text, start = workspace.source(path).text, -1
    for _ in range(number + 1):
        start = text.index(word, start + 1)
    return (path, *workspace.source(path).place(start))


def applied(workspace, edits, path):
    """The text of a file after some edits."""
    text = workspace.source(path).text
    for edit in sorted((e for e in edits if e.span.path == str(path)), key=lambda e: e.span)[::-1]:
        source = workspace.source(path)
        start = source.offset(edit.span.line, edit.span.column)
        end = source.offset(edit.span.end_line, edit.span.end_column)
        text = text[:start] + edit.text + text[end:]
    return text


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A workspace with one card, which no test changes."""
    folder = tmp_path_factory.mktemp("alone")
    path = folder / "cards" / "mine" / "one.tale"
    path.parent.mkdir(parents=True)
    path.write_text(f"language 1\npackage mine\n\n{ONE}\n", "utf-8")
    return Workspace([folder], roots_of([folder], (), data_root())), path


DECLARED = {
    "|reaches { waive apart }": ("conquest.tale", "reaches"),
    "reaches when |region.terrain == hill { waive apart }": ("conquest.tale", "region"),
    "reaches when region.terrain == |hill { waive apart }": ("words.tale", "hill"),
    "reaches { waive |apart }": ("conquest.tale", "apart"),
    "after_conquer { do |gain(owner, 1) }": (None, "gain"),
    "after_conquer { mark region with |lair }": (None, "lair"),
    "after_conquer { let mine = 1 do gain(owner, |mine) }": ("tidy.tale", "mine"),
    "conquest_cost when self has |flying { add 1 }": ("flying.tale", "flying"),
}


@pytest.mark.parametrize("text", DECLARED)
def test_a_word_leads_to_its_declaration(shipped, desk, text):
    span = definition(shipped, *desk(text))
    file, word = DECLARED[text]
    assert span is not None
    assert file is None or span.path.endswith(f"/{file}")
    line = shipped.checks(desk(text)[0]).library.lines(span.path)[span.line - 1]
    assert line[span.column - 1 : span.end_column - 1] == word


def test_a_region_of_a_scenario_leads_to_its_board(shipped):
    path = data_root() / "cards" / "base" / "powers" / "flying.tale"
    span = definition(shipped, *place_of(shipped, path, "hill9.tokens"))
    assert "/maps/" in span.path


def test_what_the_language_gives_is_declared_nowhere(shipped, desk):
    assert (
        definition(shipped, *desk("reaches when region.|terrain == hill { waive apart }")) is None
    )


def test_references_are_found_in_every_file(folder):
    workspace, place = folder(one=ONE, two=TWO)
    found = references(workspace, *place_of(workspace, place / "one.tale", "flag_pole"))
    assert [(span.path.rpartition("/")[2], span.line) for span in sorted(found)] == [
        ("one.tale", 6), ("one.tale", 9), ("two.tale", 6), ("two.tale", 6),
    ]  # fmt: skip
    again = references(
        workspace, *place_of(workspace, place / "two.tale", "flag_pole"), declaration=False
    )
    assert len(again) == len(found) - 1


def test_a_rename_changes_every_file_and_nothing_else(folder):
    workspace, place = folder(one=ONE, two=TWO)
    edits = rename(workspace, *place_of(workspace, place / "two.tale", "flag_pole"), "mast")
    for name, text in (("one", ONE), ("two", TWO)):
        new = applied(workspace, edits, place / f"{name}.tale")
        assert new == f"language 1\npackage mine\n\n{text}\n".replace("flag_pole", "mast")
        workspace.put(place / f"{name}.tale", new)
    found = [f for name in ("one", "two") for f in workspace.findings(place / f"{name}.tale")]
    assert not [finding for finding in found if finding.is_error]


SCENE = """scenario "one is known by its name" {
  given {
    players: ana, ben
    ana { combo: one, plain_one  hand: 5 }
  }
  when { > ana pick one }
}"""


def test_a_card_is_renamed_in_positions_and_answers_too(folder):
    workspace, place = folder(one=ONE, scene=SCENE)
    edits = rename(workspace, *place_of(workspace, place / "one.tale", "one"), "first_one")
    new = applied(workspace, edits, place / "scene.tale")
    assert "combo: first_one, plain_one" in new
    assert "pick first_one" in new
    assert '"one is known' in new


def test_a_local_name_is_renamed_in_its_body_alone(alone):
    workspace, path = alone
    edits = rename(workspace, *place_of(workspace, path, "mine", 1), "ours")
    assert len(edits) == 2
    assert "let ours = self.hand\n    if ours.tokens" in applied(workspace, edits, path)


REFUSED = [
    ("flag_pole", "lair", "has a meaning already"),
    ("flag_pole", "Mast", "is no name"),
    ("flag_pole", "2nd", "is no name"),
    ("flag_pole", "when", "word of the language"),
    ("mine", "self", "has a meaning already"),
    ("hand", "fist", "cannot be renamed"),
    ("after_conquer", "after_storm", "outside of this workspace"),
    ("5", "x", "no name here"),
]


@pytest.mark.parametrize(("word", "new", "reason"), REFUSED)
def test_a_rename_that_would_break_something_is_refused(alone, word, new, reason):
    workspace, path = alone
    number = 1 if word == "mine" else 0
    with pytest.raises(RefusedError, match=reason):
        rename(workspace, *place_of(workspace, path, word, number), new)


def test_what_can_be_renamed_is_shown_before(alone):
    workspace, path = alone
    span = nameable(workspace, *place_of(workspace, path, "flag_pole"))
    assert (span.line, span.end_column - span.column) == (6, len("flag_pole"))
