"""The list of mutants that nothing can tell from the original: one a line, with its reason.

    OWNER | PATH | OPERATOR | REASON

The first three are as `talesmith mutate` prints them.  A line that names no mutant, or one that a
scenario does tell from the original, is stale and is reported.
"""

from __future__ import annotations

from pathlib import Path

PARTS = 4


class ListError(Exception):
    """A line of the list is none."""


def listed_in(path: Path) -> dict[str, str]:
    """The reasons, by the names of the mutants.

    Raises ListError for a line that is none, OSError if the file cannot be read.
    """
    reasons: dict[str, str] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            parts = [part.strip() for part in line.split("|")]
            if len(parts) != PARTS or not all(parts):
                raise ListError(f"{path}:{number}: a line is `OWNER | PATH | OPERATOR | REASON`")
            name = " | ".join(parts[:3])
            if name in reasons:
                raise ListError(f"{path}:{number}: {name} is listed twice")
            reasons[name] = parts[3]
    return reasons
