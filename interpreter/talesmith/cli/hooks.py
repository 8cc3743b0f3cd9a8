"""`talesmith hooks`: the hooks of a ruleset, or everything about one of them."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import Failure, load, path_option, ruleset_option
from talesmith.ground.nearest import nearest
from talesmith.ruleset.parts import Hook, Ruleset
from talesmith.show.hooks import in_full, overview


@click.command()
@click.argument("name", required=False)
@ruleset_option
@path_option
def hooks(name: str | None, ruleset_name: str, paths: tuple[Path, ...]) -> None:
    """List the hooks of a ruleset: values, permissions, ledgers, moments, points and actions.

    With NAME, tell one of them in full: its parameters and roles, its range, what it means, what
    the rules say, where it is asked, and which cards answer. `after_NAME` means the action NAME.
    """
    ruleset = load(ruleset_name, paths)
    lines = in_full(ruleset, found(ruleset, name)) if name else overview(ruleset)
    click.echo("\n".join(lines))


def found(ruleset: Ruleset, name: str) -> Hook:
    """The hook of that name; ends the command when there is none."""
    known = {hook.name: hook for hook in ruleset.hooks}
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    hook = known.get(wanted) or known.get(wanted.removeprefix("after_"))
    if hook is not None:
        return hook
    near = nearest(wanted, known)
    hint = f"did you mean {near}?" if near else "`talesmith hooks` lists them"
    raise Failure(f"{ruleset.id} has no hook {name}; {hint}")
