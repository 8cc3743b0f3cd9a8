"""The command as a whole: its list, its exit codes, what it loads, how it speaks."""

import os
import subprocess
import sys

import click
import pytest

from talesmith.cli import main
from talesmith.cli.main import COMMANDS, cli


def test_version_and_help_name_everything(run):
    assert run("--version").output.startswith("talesmith, version ")
    listed = run("--help").output
    assert all(f"  {name} " in listed for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_is_there(name, run):
    done = run(name, "--help")
    assert done.exit_code == 0
    assert done.output.startswith("Usage: ")


@pytest.mark.parametrize("words", [("dance",), ("play", "--dance"), ("check",), ("cards", "-x")])
def test_wrong_use_ends_with_2(words, run):
    done = run(*words)
    assert done.exit_code == 2
    assert "Usage:" in done.stderr


def test_the_list_is_printed_without_loading_parser_rules_or_colours():
    code = (
        "import sys; from talesmith.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit as end: print(end.code, [m for m in ('lark', 'rich', 'talesmith.play')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def ending(monkeypatch, error):
    def fail(*_words, **_named):
        raise error

    monkeypatch.setattr(cli, "main", fail)
    with pytest.raises(SystemExit) as end:
        main.main([])
    return end.value.code


def test_our_own_failure_ends_with_2_and_says_so(monkeypatch, capsys):
    assert ending(monkeypatch, RuntimeError("broken")) == 2
    said = capsys.readouterr().err
    assert "RuntimeError: broken" in said
    assert said.endswith("This is a failure of talesmith itself, not of your texts.\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_being_stopped_ends_with_2(monkeypatch, error):
    assert ending(monkeypatch, error) == 2


def test_a_result_of_1_is_the_exit_code():
    with pytest.raises(click.exceptions.Exit) as end:
        main.ended(1)
    assert end.value.exit_code == 1


@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_any_locale_speaks_utf_8(locale, home):
    card = home / "card.tale"
    card.write_text('language 1\nrace ünknown "Ü" { }\n', "utf-8")
    env = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "talesmith", "check", str(card)],
        capture_output=True,
        env=env,
        check=False,
    )
    assert done.returncode == 1
    assert "ü" in done.stdout.decode("utf-8")


def test_nobody_reads_on():
    words = f"{sys.executable} -m talesmith cards | head -1"
    done = subprocess.run(["/bin/sh", "-c", words], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Small World")
    assert done.stderr == ""
