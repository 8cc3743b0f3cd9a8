"""`talesmith fmt`: what is written, what is left alone, what is said."""

import os
import stat

import pytest

from talesmith.layout import layout
from talesmith.layout.document import Text

GOOD = 'language 1\npackage my\n\nrace elf "E" {\n  is tokens: 1\n}\n'
LOOSE = 'language 1 package my race elf "E" { is tokens:1 }'
BAD = 'language 1\nrace elf "E" { is tokens: }\n'


@pytest.fixture
def files(home):
    (home / "good.tale").write_text(GOOD, "utf-8")
    (home / "loose.tale").write_text(LOOSE, "utf-8")
    return home


def test_files_are_laid_out_and_named(run, files):
    done = run("fmt")
    assert (done.exit_code, done.stdout) == (0, "loose.tale\n")
    assert done.stderr == "1 file changed, 1 had this layout already.\n"
    assert (files / "loose.tale").read_text("utf-8") == GOOD
    assert run("fmt", files).stdout == ""


def test_check_names_what_would_change_and_changes_nothing(run, files):
    done = run("fmt", "--check", ".")
    assert (done.exit_code, done.stdout) == (1, "loose.tale\n")
    assert done.stderr == "1 file would change, 1 had this layout already.\n"
    assert (files / "loose.tale").read_text("utf-8") == LOOSE
    assert run("fmt", "--check", "good.tale").exit_code == 0


def test_diff_shows_what_would_change(run, files):
    done = run("fmt", "--diff", "loose.tale")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[:2] == ["--- loose.tale", "+++ loose.tale (laid out)"]
    assert f"-{LOOSE}" in done.stdout
    assert "+  is tokens: 1" in done.stdout
    assert (files / "loose.tale").read_text("utf-8") == LOOSE


@pytest.mark.parametrize("options", [[], ["--check"], ["--diff"]])
def test_a_text_with_mistakes_is_left_alone_and_the_others_are_not(run, files, options):
    (files / "bad.tale").write_text(BAD, "utf-8")
    done = run("fmt", *options)
    assert done.exit_code == 1
    assert "bad.tale:2:27" in done.stderr
    assert "1 file with mistakes left alone" in done.stderr
    assert (files / "bad.tale").read_text("utf-8") == BAD
    assert "loose.tale" in done.stdout
    assert ((files / "loose.tale").read_text("utf-8") == GOOD) is not options


def test_a_text_from_stdin_goes_to_stdout(run):
    done = run("fmt", "-", typed=LOOSE)
    assert (done.exit_code, done.stdout, done.stderr) == (0, GOOD, "")
    done = run("fmt", "-", "--check", "--stdin-filename", "here.tale", typed=LOOSE)
    assert (done.exit_code, done.stdout) == (1, "here.tale\n")
    done = run("fmt", "-", "--check", typed=GOOD)
    assert (done.exit_code, done.stdout) == (0, "")


def test_mistakes_on_stdin_are_named_after_the_file_of_the_editor(run):
    done = run("fmt", "-", "--stdin-filename", "here.tale", typed=BAD)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "here.tale:2:27" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "does not exist"),
        (["-", "good.tale"], "stands alone"),
        (["good.tale", "--stdin-filename", "x"], "give `-` as PATH"),
        (["empty"], "no .tale file in empty"),
        (["latin.tale"], "is not UTF-8"),
    ],
)
def test_wrong_use_ends_with_2(run, files, words, said):
    (files / "empty").mkdir()
    (files / "latin.tale").write_bytes(b"language 1\n// \xe4\n")
    done = run("fmt", *words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_line_ends_and_rights_of_a_file_stay(run, files):
    path = files / "loose.tale"
    path.write_bytes(LOOSE.replace(" race", "\r\nrace").encode())
    path.chmod(0o640)
    assert run("fmt", path).exit_code == 0
    assert path.read_bytes() == GOOD.replace("\n", "\r\n").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert run("fmt", "--check", path).exit_code == 0


def test_a_link_stays_a_link(run, files):
    (files / "link.tale").symlink_to("loose.tale")
    assert run("fmt", "link.tale").exit_code == 0
    assert (files / "link.tale").is_symlink()
    assert (files / "loose.tale").read_text("utf-8") == GOOD


def test_hidden_folders_are_not_looked_into(run, files):
    (files / ".venv").mkdir()
    (files / ".venv" / "loose.tale").write_text(LOOSE, "utf-8")
    assert run("fmt").exit_code == 0
    assert (files / ".venv" / "loose.tale").read_text("utf-8") == LOOSE


def test_nothing_is_left_of_a_file_that_can_not_be_written(run, files, monkeypatch):
    def full(*_args):
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "fdopen", full)
    done = run("fmt", "loose.tale")
    assert done.exit_code != 0
    assert (files / "loose.tale").read_text("utf-8") == LOOSE
    assert sorted(path.name for path in files.iterdir()) == ["good.tale", "loose.tale"]


def test_a_layout_that_would_say_something_else_is_not_written(run, files, monkeypatch):
    monkeypatch.setattr(layout, "printed", lambda _file, _pieces: Text("language 1"))
    done = run("fmt", "loose.tale")
    assert isinstance(done.exception, layout.Changed)
    assert (files / "loose.tale").read_text("utf-8") == LOOSE
