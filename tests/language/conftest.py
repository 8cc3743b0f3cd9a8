from pathlib import Path

import pytest

from talesmith.compile.check import Checks

collect_ignore_glob = ["bad/*.tale", "good/*.tale"]
"""Their scenarios are there to be checked, not to be played."""

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def checks():
    """Everything that several texts need is built once."""
    return Checks([ROOT])
