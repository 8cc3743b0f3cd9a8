"""The command inside the test process, in an empty folder."""

import pytest
from click.testing import CliRunner

from talesmith.cli.main import cli


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run():
    """Run `talesmith` with these words; `typed` is what stands on its input."""

    def start(*words, typed=""):
        return CliRunner().invoke(cli, [str(word) for word in words], input=typed)

    return start
