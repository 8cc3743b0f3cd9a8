"""`talesmith editors`: the files for editors, as a package or made anew."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from talesmith.cli.common import Failure


@click.command()
@click.option(
    "--vsix",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the package that Visual Studio Code and its kin install.",
)
@click.option("--write", is_flag=True, help="Make the TextMate grammar anew from the language.")
def editors(vsix: Path | None, *, write: bool) -> None:
    """Give an editor the colours, snippets and brackets of the language.

    How an editor starts the language server is told in grammar/editors/README.md.
    """
    if vsix is None and not write:
        raise Failure(
            "what should be made? --vsix FILE, or --write for those who change the language"
        )
    textmate = import_module("talesmith.lsp.textmate")
    if write:
        place = textmate.folder() / textmate.GRAMMAR
        place.write_text(textmate.grammar(), "utf-8")
        click.echo(f"{place} is written.")
    if vsix is not None:
        textmate.pack(vsix)
        click.echo(f"{vsix} is written; code --install-extension {vsix} installs it.")
