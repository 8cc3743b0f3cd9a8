"""Snapshots that can not flap: they take text and plain values, and refuse everything else.

`snapshot` keeps plain values (see `talesmith.ground.plain`) in one file per test module; `golden`
keeps one text per file. Both are written only by `pytest --snapshot-update`.
"""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

# A busy machine is no failure, and a run that passed passes again; `talesmith soak` looks further.
settings.register_profile(
    "calm", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("calm")

collect_ignore = ["language/bad", "stranger"]
"""texts full of mistakes, scenarios among them: other tests count what is found there; and the
repository of a stranger, which is run from its own folder"""


def pytest_configure():
    """Lines are as long as in a wide terminal, wherever the tests run."""
    os.environ["COLUMNS"] = "80"


def pytest_collection_finish():
    """Look for garbage less often, and not among what stays: an eighth of the time went there."""
    gc.freeze()
    gc.set_threshold(100_000, 50)


class PlainSnapshots(AmberSnapshotExtension):
    """Values whose printed form is the same in every run."""

    def serialize(self, data, **options):
        refuse_unless_plain(data)
        return super().serialize(data, **options)


class GoldenTexts(SingleFileSnapshotExtension):
    """One readable text per file."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data, **_options):
        if not isinstance(data, str):
            raise TypeError(f"a golden is a text, not a {type(data).__name__}")
        return data


def refuse_unless_plain(data):
    if isinstance(data, dict):
        if list(data) != sorted(data) or not all(isinstance(key, str) for key in data):
            raise TypeError("the keys of a snapshot are sorted text: use plain()")
        for value in data.values():
            refuse_unless_plain(value)
    elif type(data) is list:
        for value in data:
            refuse_unless_plain(value)
    elif data is not None and type(data) not in {str, int, float, bool}:
        raise TypeError(f"{type(data).__name__} does not print the same in every run: use plain()")


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(PlainSnapshots)


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(GoldenTexts)
