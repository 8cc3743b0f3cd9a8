"""`talesmith explain`: the pages of the codes."""

import pytest

from talesmith.diagnose.registry import ALL


@pytest.mark.parametrize(
    "name", ["T305", "t305", "become-under-additions", "become_under_additions"]
)
def test_a_page_is_found_by_code_or_name(run, name):
    done = run("explain", name)
    assert done.exit_code == 0
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("T305  become-under-additions")
    assert first.endswith("warning")
    assert "allow T305" in last or "allow T305" in done.stdout
    assert '    power daring "Daring" {' in done.stdout
    assert "```" not in done.stdout
    assert "Wrong:" in done.stdout


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.code)
def test_every_code_has_a_page_that_fits(run, code):
    done = run("explain", code.code)
    assert done.exit_code == 0
    prose = [line for line in done.stdout.splitlines() if not line.startswith("    ")]
    assert max(map(len, prose)) <= 80
    for title in ("What it does:", "Why it matters:", "Wrong:", "Right:", "When to silence it:"):
        assert title in prose


def test_several_pages_at_once(run):
    said = run("explain", "T101", "T305").stdout
    assert said.index("T101  unknown-hook") < said.index("T305  become-under-additions")


def test_the_list_has_every_code(run):
    lines = run("explain", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [code.code for code in ALL]
    some = run("explain", "--list", "t4").stdout.splitlines()
    assert {line[:2] for line in some} == {"T4"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("T999",), "there is no code T999; "),
        (("T3O5",), "there is no code T3O5; did you mean T305?"),
        (("unknown-hok",), "there is no code unknown-hok; did you mean unknown-hook?"),
        (("zzzzzzzz",), "there is no code zzzzzzzz; `talesmith explain --list` lists them all"),
        ((), "which code? `talesmith explain --list` lists them all"),
        (("--list", "X"), "no code begins with X"),
    ],
)
def test_wrong_use_is_told_in_a_line(run, words, said):
    done = run("explain", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {said}")
