"""What the list of lasting things comes to: worked out anew only when it is another list.

Things come into force and leave it a few times in a round and are asked about thousands of times.
The list is replaced as a whole whenever it changes, so the same list gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from talesmith.play.machine import Machine

T = TypeVar("T")


def glance(work_out: Callable[[Machine], T]) -> Callable[[Machine], T]:
    """A function that remembers its last answer as long as the list of lasting things stays.

    `work_out` must look at nothing in the machine but that list.
    """
    known: tuple[Any, Any] = None, None

    def look(m: Machine) -> T:
        nonlocal known
        looked, found = known
        if looked is not m.lasting:
            found = work_out(m)
            known = m.lasting, found
        return found  # type: ignore[no-any-return]

    return look
