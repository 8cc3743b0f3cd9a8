"""pytest runs the scenarios of `.tale` files like any other tests.

Loaded by the entry point `talesmith` of group `pytest11`, so a folder with nothing but `.tale`
files needs no further word.  pytest loads this module in every run on a machine where talesmith
is installed; so everything else of ours is imported when the first `.tale` file is met.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

OPTION = "talesmith_path"
MENTION = re.compile(r'\bscenario\s*"')
"""how a scenario begins; a file without one has nothing to run, whatever else is wrong with it"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare where rules and cards may lie besides the usual places."""
    text = "folders with cards/ and rules/ that scenarios are played with"
    parser.addini(OPTION, help=text, type="paths", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take every file of the language in which a scenario stands."""
    if file_path.suffix != ".tale":
        return None
    if not MENTION.search(file_path.read_text("utf-8", errors="replace")):
        return None
    from talesmith.prove.items import TaleFile  # noqa: PLC0415 - see above

    return TaleFile.from_parent(parent, path=file_path)
