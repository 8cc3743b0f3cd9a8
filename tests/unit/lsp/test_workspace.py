from talesmith.compile import check_paths
from talesmith.ground.data import data_root
from talesmith.lsp.workspace import Workspace


def codes(workspace, path):
    return [finding.code for finding in workspace.findings(path)]


def test_findings_follow_the_text(shipped, desk):
    path, *_ = desk("reaches { waive apart }")
    assert codes(shipped, path) == []
    desk("reaches { waive apert }")
    assert codes(shipped, path) == ["T104"]
    desk("reaches { waive apart }")
    assert codes(shipped, path) == []


def test_a_slip_in_one_card_leaves_the_other_as_it_is(shipped, desk):
    second = 'power neat "Neat" {\n  is tokens: 4\n  reechas { waive apart }\n}'
    path, *_ = desk(f'language 1\npackage base\n\npower tidy "Tidy" {{ let ( }}\n\n{second}\n')
    found = shipped.findings(path)
    assert {finding.span.line for finding in found} == {4, 8}
    assert [finding.code for finding in found if finding.span.line == 8] == ["T101"]
    assert [top.name.text for top in shipped.parsed(path).file.tops] == ["tidy", "neat"]


def test_a_change_of_one_text_is_seen_from_another(folder):
    marker = (
        'power one "One" {\n  is tokens: 5\n  marker NAME "Flag" { region_income { add 1 } }\n}'
    )
    laid = "after_conquer as attacker { mark region with flag_pole }"
    workspace, place = folder(
        one=marker.replace("NAME", "flag_pole"),
        two=f'power two "Two" {{\n  is tokens: 5\n  {laid}\n}}',
    )
    one, two = place / "one.tale", place / "two.tale"
    assert codes(workspace, two) == []
    workspace.put(one, workspace.source(one).text.replace("flag_pole", "flag_mast"))
    assert codes(workspace, two) == ["T104"]


def test_a_text_that_is_put_back_has_its_findings_again(folder):
    """Whoever is told that an order matters is the later one, whatever was typed last."""
    hook = "on_turn_end {{ move {} coins from bank to player }}"
    workspace, place = folder(
        first=f'race first "First" {{ is tokens: 5, tray: 9  {hook.format(1)} }}',
        later=f'power later "Later" {{ is tokens: 5  {hook.format("player.coins")} }}',
    )
    later, first = place / "later.tale", place / "first.tale"
    whole, before = workspace.source(later).text, codes(workspace, later)
    assert before == ["T060"]
    assert codes(workspace, first) == []
    workspace.put(later, whole.partition("on_turn_end")[0])
    assert codes(workspace, first) == []
    workspace.put(later, f"{whole}// the same\n")
    assert (codes(workspace, later), codes(workspace, first)) == (before, [])


def test_the_findings_are_those_of_the_command():
    path = data_root() / "cards" / "base" / "powers" / "flying.tale"
    workspace = Workspace([data_root()], [data_root()])
    assert list(workspace.findings(path)) == check_paths([path], [data_root()], order=True)


def test_any_beginning_of_a_card_is_only_found_fault_with(shipped, desk):
    body = "after_conquer as attacker when region.terrain == hill { do gain(owner, 1) }"
    for end in range(0, len(body), 3):
        path, *_ = desk(body[:end])
        assert all(finding.span.path == str(path) for finding in shipped.findings(path))


def test_hidden_folders_are_not_the_persons_texts(folder):
    workspace, place = folder(one='power one "One" {\n  is tokens: 5\n}')
    hidden = place / ".kept"
    hidden.mkdir()
    (hidden / "old.tale").write_text("language 1\n", "utf-8")
    assert workspace.files() == [place / "one.tale"]
