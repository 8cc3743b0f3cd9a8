"""The page about writing a bot: its example runs and prints what it says."""

import re
import subprocess
import sys
from pathlib import Path

import talesmith.bots
from talesmith.play.telling.view import SeatView

PAGE = Path(talesmith.bots.__file__).with_name("README.md").read_text("utf-8")


def test_the_example_prints_what_the_page_says():
    code = PAGE.split("## An example")[1].split("```python\n")[1].split("```")[0]
    said = PAGE.split("It prints:")[1].split("```\n")[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == said


def test_everything_the_page_names_is_there():
    named = set(re.findall(r"view\.(\w+)", PAGE))
    view = set(dir(SeatView)) | set(SeatView.__slots__)
    assert named - view == set()
    assert {"coins", "cost", "ahead", "field", "may"} <= named
