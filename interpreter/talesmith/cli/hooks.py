"""`talesmith hooks`: the hooks of a ruleset, or everything about one of them."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import Failure, load, path_option, ruleset_option
from talesmith.cli.diff_texts import block_end
from talesmith.compile.handlers import FORM_OF
from talesmith.names.guesses import hook_meant
from talesmith.ruleset.parts import Hook, Ruleset, Step
from talesmith.show.hooks import in_full, overview, step_in_full
from talesmith.show.region import near_path


@click.command()
@click.argument("name", required=False)
@ruleset_option
@path_option
def hooks(name: str | None, ruleset_name: str, paths: tuple[Path, ...]) -> None:
    """List the hooks of a ruleset: values, permissions, ledgers, moments, points and actions.

    With NAME, tell one of them in full: its parameters and roles, its range, what it means, what
    the rules say, where it is asked, and which cards answer. `after_NAME` means the action NAME. NAME may
    also be a step of the rules: it is told with its text, which a house rule may `replace`.
    """
    ruleset = load(ruleset_name, paths)
    click.echo("\n".join(told(ruleset, found(ruleset, name)) if name else overview(ruleset)))


def told(ruleset: Ruleset, thing: Hook | Step) -> list[str]:
    """Everything about a hook or a step."""
    if isinstance(thing, Step):
        return [*step_in_full(ruleset, thing), *written(thing)]
    return in_full(ruleset, thing)


def written(step: Step) -> list[str]:
    """The text of a step, as it stands in its file."""
    path, first = Path(step.where.path), step.where.line
    text = path.read_text("utf-8").splitlines()[first - 1 : block_end(path, first)]
    return [f"Written in {near_path(str(path))}:{first}:", *text]


def found(ruleset: Ruleset, name: str) -> Hook | Step:
    """The hook or step of that name; ends the command when there is none."""
    answered = {hook.name: hook for hook in ruleset.hooks}
    known: dict[str, Hook | Step] = {s.name: s for s in ruleset.steps if s.card is None}
    known |= answered
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    thing = known.get(wanted) or answered.get(wanted.removeprefix("after_"))
    if thing is not None:
        return thing
    forms = {hook.name: FORM_OF.get(hook.kind, hook.kind) for hook in ruleset.hooks}
    forms |= {f"after_{name}": FORM_OF["after"] for name, kind in forms.items() if kind == "action"}
    near = hook_meant(wanted, forms | dict.fromkeys(known.keys() - forms.keys(), "step"))
    hint = f"did you mean {near}?" if near else "`talesmith hooks` lists them"
    raise Failure(f"{ruleset.id} has no hook {name}; {hint}")
