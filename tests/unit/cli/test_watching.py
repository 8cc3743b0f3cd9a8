"""`talesmith check --watch`: again at each change, whatever happens, until it is stopped."""

import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from talesmith.cli import watching

CARD = 'language 1\nrace nobody "Nobody" {\n  text "Idle."\n  is tokens: 5, tray: 10\n}\n'


@pytest.fixture
def changes(monkeypatch):
    """Let the watcher see these changes: functions that are called one after the other."""

    def seen(*doings):
        asked = {}

        def watch(*places, watch_filter, raise_interrupt):
            asked.update(places=places, keep=watch_filter, interrupt=raise_interrupt)
            for doing in doings:
                doing()
                yield {(1, "a.tale")}

        monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))
        return asked

    return seen


def stop():
    raise KeyboardInterrupt


def test_every_change_is_a_run_with_time_and_count(run, home, changes):
    path = home / "a.tale"
    path.write_text(CARD, "utf-8")
    bad = CARD.replace("tokens:", "tokenz:")
    asked = changes(lambda: path.write_text(bad, "utf-8"), lambda: path.write_text(CARD, "utf-8"))
    done = run("check", "--watch", path)
    assert done.exit_code == 0
    said = done.stderr.splitlines()
    assert [line for line in said if "finding" in line] == [
        "No findings.", "1 finding in 1 file.", "No findings.",
    ]  # fmt: skip
    assert [line.split(", ")[1] for line in said if "run " in line] == ["run 1", "run 2", "run 3"]
    assert all("seconds. Waiting" in line for line in said if "run " in line)
    assert said[-1] == "Stopped watching."
    assert "tokenz" in done.stdout
    assert path in asked["places"]


def test_what_is_watched_are_texts_and_the_shelves(run, home, changes):
    (home / "cards").mkdir()
    (home / "a.tale").write_text(CARD, "utf-8")
    asked = changes()
    run("check", "--watch", home / "a.tale")
    assert home / "cards" in asked["places"]
    assert asked["keep"](1, "x/a.tale")
    assert not asked["keep"](1, "x/a.tale~")


def test_it_goes_on_after_errors(run, home, changes):
    folder = home / "texts"
    folder.mkdir()
    path = folder / "a.tale"
    path.write_text(CARD, "utf-8")
    changes(path.unlink, lambda: path.write_text(CARD, "utf-8"))
    done = run("check", "--watch", folder)
    assert done.exit_code == 0
    lines = done.stderr.splitlines()
    assert lines[::2][:3] == ["No findings.", "there is no .tale file in texts", "No findings."]


def test_a_failure_of_our_own_is_told_in_a_line(capsys, changes):
    results = iter([ValueError("odd"), "fine"])

    def work():
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    changes(lambda: None)
    watching.again_and_again([], work)
    said = capsys.readouterr().err
    assert "This time it failed: ValueError: odd\n" in said
    assert "fine\n" in said


def test_control_c_ends_it_clean(run, home, changes):
    (home / "a.tale").write_text(CARD, "utf-8")
    changes(stop)
    done = run("check", "--watch", "a.tale")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (0, "Stopped watching.")


def test_without_the_extra_it_says_what_to_install(run, home, monkeypatch):
    (home / "a.tale").write_text(CARD, "utf-8")
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    done = run("check", "--watch", "a.tale")
    assert done.exit_code == 2
    assert done.stderr == f"Error: {watching.MISSING}\n"


def test_the_real_watcher_sees_a_change_and_ends_at_an_interrupt(home):
    pytest.importorskip("watchfiles")
    path, said = home / "a.tale", home / "said.txt"
    path.write_text(CARD, "utf-8")
    words = [sys.executable, "-m", "talesmith", "check", "--watch", str(path)]
    with said.open("wb") as out, subprocess.Popen(words, stderr=out, stdout=out) as process:
        for lines in range(120):
            if "run 2" in said.read_text("utf-8"):
                break
            path.write_text(CARD + "\n" * lines, "utf-8")
            time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    text = said.read_text("utf-8")
    assert "run 2" in text
    assert text.endswith("Stopped watching.\n")
