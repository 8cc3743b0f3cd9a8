"""Small rules written on the spot: compiled beside the base game, and run as scenarios are."""

import pytest

from talesmith.ground.data import data_root
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case


@pytest.fixture
def run(tmp_path):
    """Runs the only scenario of a text."""

    def run(text):
        path = tmp_path / "written.tale"
        path.write_text(f"language 1\npackage my\n\n{text}", encoding="utf-8")
        book = Rulebook([data_root()])
        (case,) = cases_in(path, book)
        return run_case(case, book)

    return run
