"""`talesmith lsp`: the language server, for editors."""

from __future__ import annotations

import os
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click

from talesmith.cli.common import Failure, path_option, roots
from talesmith.ground.data import data_root

MISSING = "the language server needs pygls: pip install 'talesmith[lsp]'"


@click.command()
@click.option(
    "--measure", is_flag=True, help="Measure how long findings take after a keystroke, and end."
)
@click.option("--stdio", is_flag=True, help="Talk over stdin and stdout; this is what it does.")
@path_option
def lsp(paths: tuple[Path, ...], *, measure: bool, stdio: bool) -> None:
    """Serve an editor: findings while typing, completion, hover, rename, layout and more.

    An editor starts this and talks to it over stdin and stdout; grammar/editors/README.md tells
    how for several. --stdio is there because some editors say it. --measure types into each of the
    54 event cards and tells the processor time until the findings are there.
    """
    del stdio
    if measure:
        click.echo(measured(roots(paths)))
        return
    server_part("server").Server([path.resolve() for path in paths]).serve()


def server_part(name: str) -> ModuleType:
    """Give a module of the language server.

    Raises Failure where the extra `lsp` is not installed.
    """
    try:
        return import_module(f"talesmith.lsp.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in {"pygls", "lsprotocol"}:
            raise Failure(MISSING) from error
        raise


def measured(places: list[Path]) -> str:
    """The times after a keystroke among the event cards, in words."""
    measuring = import_module("talesmith.lsp.measure")
    workspace = import_module("talesmith.lsp.workspace").Workspace((), places)
    files = sorted((data_root() / "cards" / "tales").glob("*.tale"))
    found = measuring.measure(workspace, files, time.process_time)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    said: str = measuring.told(found, load)
    return said
