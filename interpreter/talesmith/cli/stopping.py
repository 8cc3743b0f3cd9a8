"""Being told to stop from outside: whoever closes the window or ends the program keeps the game."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    """The program was told to end; it ends as it does when a person presses control-C."""


@contextmanager
def stops_in_order() -> Iterator[None]:
    """Turn the signals that end a program into Stopped; those that were ignored stay ignored."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heard = [number for number, old in before.items() if old is signal.SIG_DFL]

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        # A second signal must not break into what the first one has begun: saving.
        for number in heard:
            signal.signal(number, signal.SIG_IGN)
        raise Stopped

    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
