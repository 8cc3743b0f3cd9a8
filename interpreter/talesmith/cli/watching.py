"""Does something again whenever a text changes, until it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from talesmith.cli.common import SHELVES, Failure

TALE = ".tale"
MISSING = "to watch files, install watchfiles: pip install 'talesmith[watch]'"


def places(targets: Iterable[Path], roots: Iterable[Path]) -> list[Path]:
    """What is watched: the texts that are checked, and the rules and cards that they need."""
    shelves = (root / shelf for root in roots for shelf in SHELVES)
    return [place for place in dict.fromkeys((*targets, *shelves)) if place.exists()]


def again_and_again(watched: Sequence[Path], work: Callable[[], str]) -> None:
    """Do some work now and at each change, each time on a clear screen; control-C ends it.

    The work gives a sentence about what came out.  An error of it is told, and the next change
    waited for.  Ends the command if there is nothing to watch with.
    """
    try:
        watch = import_module("watchfiles").watch
    except ImportError as error:
        raise Failure(MISSING) from error
    try:
        for number, _ in enumerate(_moments(watch, watched), 1):
            click.clear()
            click.echo(_line(number, work), err=True)
    except KeyboardInterrupt:
        pass
    click.echo("Stopped watching.", err=True)


def _moments(watch: Any, watched: Sequence[Path]) -> Iterator[None]:
    """Yield now, and whenever a text has changed."""
    yield
    for _ in watch(*watched, watch_filter=_is_text, raise_interrupt=True):
        yield


def _is_text(_change: Any, path: str) -> bool:
    return path.endswith(TALE)


def _line(number: int, work: Callable[[], str]) -> str:
    """Do the work; gives a line with its result, the time of day, how long it took, which it was."""
    start = time.perf_counter()
    try:
        said = work()
    except click.ClickException as error:
        said = error.format_message()
    except Exception as error:  # noqa: BLE001 - whatever it is, the next change may mend it
        said = f"This time it failed: {type(error).__name__}: {error}"
    took = time.perf_counter() - start
    clock = time.strftime("%H:%M:%S")
    return (
        f"{said}\n{clock}, run {number}, {took:.1f} seconds. Waiting for changes; control-C ends."
    )
