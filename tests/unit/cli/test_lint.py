"""`talesmith lint`: judgements, what silences them, and fixes whole or not at all."""

from pathlib import Path

import pytest

from talesmith.cli.mending import apart, applied, mend
from talesmith.diagnose.diagnostic import Fix, Safety
from talesmith.diagnose.registry import finding
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

CARD = """language 1
power caves "Caves" {{
  cites "C-8"
  is tokens: 4
{body}
}}
scenario "caves" {{
  given {{ players: ana, ben  ana {{ combo: caves, ratmen  hand: 9 }}  farm1 {{ race: ana }} }}
  then {{ expect farm1.owner == ana }}
}}
"""
BECOME = "  conquest_cost as attacker when region has cavern { become 2 }"
NEEDLESS = """  allow T301 "it was so once"
  on_turn_end {
    let x = owner.coins  // of old
    let y = owner.coins
    move 1 coins from bank to owner
  }
  pick_price { add 1  floor 0 }"""
MENDED = """  on_turn_end { // of old
    move 1 coins from bank to owner
  }
  pick_price { add 1 }"""


@pytest.fixture
def card(home):
    """Write a card with this body, give its file."""

    def written(body):
        path = home / "caves.tale"
        path.write_text(CARD.format(body=body), "utf-8")
        return path

    return written


def codes(done):
    return [line.split()[1] for line in done.stdout.splitlines()]


def concise(run, *words):
    return run("lint", *words, "--output-format", "concise")


def test_a_card_without_fault_is_clean(run, card):
    done = run("lint", card("  conquest_cost as attacker when region has cavern { cap 2 }"))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "No findings.\n")


def test_judgements_are_findings(run, card):
    done = concise(run, card(BECOME))
    assert done.exit_code == 1
    assert codes(done) == ["T305"]
    assert done.stderr == "1 finding in 1 file.\n"


@pytest.mark.parametrize(
    "body",
    [
        f"{BECOME}  // lint: T305 because mountains count",
        f"  // lint: become-under-additions because mountains count\n  // so they do\n\n{BECOME}",
        f"{BECOME}  // lint: t305 because mountains count",
        f'  allow T305 "mountains count"\n{BECOME}',
    ],
)
def test_a_finding_is_silenced_with_its_code_and_a_reason(run, card, body):
    assert concise(run, card(body)).exit_code == 0
    assert run("check", card(body)).exit_code == 0


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("// lint: T305", "this comment gives no reason"),
        ("// lint: T305 because", "this comment gives no reason"),
        ("// lint: because I say so", "this comment names no code"),
        ("// lint: off because I say so", "`off` is no code"),
        ("// lint: T999 because I say so", "`T999` is no code"),
        ("// lint: T101 because I say so", "T101 cannot be silenced"),
    ],
)
def test_no_code_or_no_reason_silences_nothing_and_is_a_finding(run, card, comment, said):
    done = concise(run, card(f"{BECOME}  {comment}"))
    assert codes(done) == ["T305", "T308"]
    assert said in done.stdout
    kept = card(f"{BECOME}  {comment}")
    run("lint", kept, "--fix")
    assert comment in kept.read_text("utf-8"), "words of an author are not thrown away"


def test_what_silences_nothing_is_a_finding_and_goes(run, card):
    path = card(
        f"{BECOME}  // lint: T305, T301 because mountains count\n  // lint: T301 because so"
    )
    assert codes(concise(run, path)) == ["T308", "T308"]
    done = run("lint", path, "--fix")
    assert done.stderr.startswith("1 fix in 1 file made. 1 finding in 1 file.")
    assert path.read_text("utf-8") == CARD.format(
        body=f"{BECOME}  // lint: T305, T301 because mountains count"
    )


def test_other_comments_are_free(run, card):
    assert codes(concise(run, card(f"{BECOME}  // allow T305, lint would say"))) == ["T305"]


def test_a_text_with_the_mark_inside_silences_nothing(run, card):
    body = f'  text "// lint: T305 because it is a text"\n{BECOME}'
    assert codes(concise(run, card(body))) == ["T305"]


def test_safe_fixes_are_made_and_change_nothing_else(run, card):
    path = card(NEEDLESS)
    done = run("lint", path, "--fix")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "4 fixes in 1 file made. No findings.\n"
    text = path.read_text("utf-8")
    assert "let" not in text
    assert "// of old" in text
    assert "floor" not in text
    assert "allow" not in text
    assert run("lint", path, "--fix").stderr == "No findings.\n"


def test_a_difference_is_shown_and_nothing_changed(run, card):
    path = card(NEEDLESS)
    before = path.read_bytes()
    done = run("lint", path, "--diff")
    assert done.exit_code == 1
    assert done.stdout.startswith("--- caves.tale\n+++ caves.tale\n")
    assert '-  allow T301 "it was so once"\n' in done.stdout
    assert done.stderr == "4 fixes in 1 file would be made.\n"
    assert path.read_bytes() == before
    assert run("lint", card("  conquest_cost as attacker { cap 2 }"), "--diff").exit_code == 0


def test_line_breaks_and_the_mark_of_a_file_stay(run, card):
    path = card(NEEDLESS)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    path.chmod(0o640)
    run("lint", path, "--fix")
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbflanguage 1\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in path.parent.iterdir()] == ["caves.tale"]


def test_curly_quotes_are_mended_and_the_rest_of_the_errors_stays(run, home):
    path = home / "bad.tale"
    path.write_text("language 1\npower a “A” { is tokens: 4 conqest_cost { add 1 } }\n", "utf-8")
    done = concise(run, path, "--fix")
    assert done.exit_code == 1
    assert "T101" in codes(done)
    assert 'power a "A" {' in path.read_text("utf-8")


SOURCE = SourceText("a.tale", "one two\nthree\n")


def fix(start, end, text, safety=Safety.SAFE):
    return Fix(Span("a.tale", 1, start, 1, end), text, safety)


def test_of_two_fixes_that_overlap_the_first_is_made():
    chosen = apart([fix(3, 6, "x"), fix(1, 4, "y"), fix(5, 8, "z"), fix(1, 2, "s", Safety.SHOWN)])
    assert [one.text for one in chosen] == ["y", "z"]
    assert applied(SOURCE, chosen) == "y z\nthree\n".replace(" ", SOURCE.text[3])


@pytest.mark.parametrize("worse", ["T101", "T010"])
def test_a_fix_that_would_bring_an_error_is_not_made_at_all(worse):
    span = Span("a.tale", 1, 1, 1, 4)

    def look(source):
        words = {"name": "x", "found": "x"}
        if source.text == SOURCE.text:
            return [
                finding("T308", span, problem="x", fix=fix(1, 4, "")),
                finding("T308", span, problem="y", fix=fix(4, 8, "")),
            ]
        return [finding(worse, span, **words)]

    done = mend(SOURCE, look)
    assert (done.after, done.count, len(done.found)) == (SOURCE, 0, 2)


def test_a_fix_that_comes_again_and_again_ends():
    span = Span("a.tale", 1, 1, 1, 1)
    done = mend(SOURCE, lambda _: [finding("T308", span, problem="x", fix=fix(1, 1, "-"))])
    assert done.after.text.startswith("----------one")


@pytest.mark.parametrize("words", [(), ("nowhere.tale",), ("empty",)])
def test_wrong_use_ends_with_2(run, home, words):
    (home / "empty").mkdir()
    assert run("lint", *words).exit_code == 2


def test_a_handler_of_a_marker_that_has_left_is_found_and_says_nothing(run):
    late = Path(__file__).parents[2] / "language" / "bad" / "late.tale"
    assert codes(concise(run, late)) == ["T313", "T313", "T313"]
    played = run("test", late)
    assert (played.exit_code, "3 passed" in played.stdout) == (0, True), played.stdout
