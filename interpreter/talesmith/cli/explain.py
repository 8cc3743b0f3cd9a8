"""`talesmith explain`: the page of a code, from the texts that are installed."""

from __future__ import annotations

from collections.abc import Iterator

import click

from talesmith.cli.common import Failure
from talesmith.diagnose.registry import ALL, CODES, Code
from talesmith.ground.data import grammar_folder
from talesmith.ground.nearest import nearest
from talesmith.show.lines import heading, table, wrapped

FENCE = "```"


@click.command()
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@click.option(
    "--list", "listing", is_flag=True, help="List all codes, or those of each CODE's kind."
)
def explain(codes: tuple[str, ...], *, listing: bool) -> None:
    """Print the page of each CODE: what it finds, why it matters, what is wrong and what is right.

    CODE is a code such as T305 or its name, become-under-additions. With --list it may also be the
    beginning of codes, such as T3.
    """
    if listing:
        click.echo("\n".join(in_a_list(codes)))
        return
    if not codes:
        raise Failure("which code? `talesmith explain --list` lists them all")
    pages = ["\n".join(page(known(code))) for code in codes]
    click.echo("\n\n".join(pages))


def known(name: str) -> Code:
    """The code of that number or name; ends the command if there is none."""
    wanted = name.strip().lower().replace("_", "-")
    for code in ALL:
        if wanted in (code.code.lower(), code.name):
            return code
    names = [spelling for code in ALL for spelling in (code.code.lower(), code.name)]
    near = nearest(wanted, names) or ""
    near = near.upper() if near.upper() in CODES else near
    hint = f"did you mean {near}?" if near else "`talesmith explain --list` lists them all"
    raise Failure(f"there is no code {name}; {hint}")


def in_a_list(beginnings: tuple[str, ...]) -> list[str]:
    """Every code with its severity and name; only those that begin in one of these ways."""
    starts = tuple(start.strip().upper() for start in beginnings)
    chosen = [code for code in ALL if not starts or code.code.startswith(starts)]
    if not chosen:
        raise Failure(f"no code begins with {' or '.join(beginnings)}")
    return table([[code.code, code.severity.value, code.name] for code in chosen])


def page(code: Code) -> list[str]:
    """The page of a code as lines of a terminal; examples stand further to the right."""
    text = (grammar_folder() / "explain" / f"{code.code}.md").read_text("utf-8")
    lines = heading(f"{code.code}  {code.name}", code.severity.value)
    for line, is_example in _lines(text):
        if is_example:
            lines.append(f"    {line}".rstrip())
        elif line.startswith("## "):
            lines += ["", f"{line[3:]}:"]
        elif line and not line.startswith("# "):
            lines += wrapped(line, "  ")
    return lines


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a page without its fences, each with whether it belongs to an example."""
    inside = False
    for line in text.splitlines():
        if line.startswith(FENCE):
            inside = not inside
        else:
            yield line, inside
