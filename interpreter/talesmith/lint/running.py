"""Whether a loop or step of that name is running where `end NAME` stands.

A loop runs for everything inside it: the steps called there, the offers of points asked there, the
handlers of moments fired there, the actions done there.  What may be running is carried from body to
body until nothing new is found; `end` of a name that is never among them is a mistake.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from talesmith.ground.nearest import nearest
from talesmith.lint.paths import branches
from talesmith.lint.whole import Whole, of_handler, of_hook, of_step, step_id, texts, wanted
from talesmith.ruleset.ops import Body, Stmt

Edge = tuple[str, frozenset[str]]
"""What is set going, and the names running around it."""


def check(whole: Whole) -> None:
    """Report every `end` of something that cannot be running."""
    running: dict[str, set[str]] | None = None
    for text in wanted(whole):
        for node, names in _ends(text.body, frozenset()):
            if node[2] in names:
                continue
            running = _running(whole) if running is None else running
            around = running[text.id]
            if node[2] not in around:
                span = whole.span(text.path, node)
                near = nearest(node[2], names | around)
                label = f"did you mean {near} ?" if near else ""
                known = ", ".join(f"`{n}`" for n in sorted(names | around)) or "nothing"
                problem = f"no loop or step called `{node[2]}` is running here"
                whole.findings.add(
                    "T211", span, problem=problem, label=label, hint=f"running here: {known}"
                )


def _ends(body: Body, names: frozenset[str]) -> Iterator[tuple[Stmt, frozenset[str]]]:
    for statement, inside in _with_loops(body, names):
        if statement[0] == "end":
            yield statement, inside


def _with_loops(body: Body, names: frozenset[str]) -> Iterator[tuple[Stmt, frozenset[str]]]:
    """Yield the statements of a body with the names of the loops around each."""
    waiting = [(statement, names) for statement in reversed(body)]
    while waiting:
        statement, inside = waiting.pop()
        yield statement, inside
        if statement[0] == "loop" and statement[2]:
            inside |= {statement[2]}
        for block in reversed(branches(statement)):
            waiting.extend((inner, inside) for inner in reversed(block))


def _running(whole: Whole) -> dict[str, set[str]]:
    """Give for each body the names that may be running around it."""
    targets = _targets(whole)
    edges = {text.id: list(_edges(text.body)) for text in texts(whole)}
    running: dict[str, set[str]] = defaultdict(set)
    for step in whole.steps:
        running[f"step {step_id(step)}"].add(step.name)
    waiting = list(edges)
    while waiting:
        source = waiting.pop()
        for started, names in edges[source]:
            for target in targets.get(started, ()):
                new = (names | running[source]) - running[target]
                if new:
                    running[target] |= new
                    waiting.append(target)
    return running


def _targets(whole: Whole) -> dict[str, list[str]]:
    """Give the bodies that start when a step, action, moment or point is met."""
    found: dict[str, list[str]] = defaultdict(list)
    for step in whole.steps:
        found[f"call {step_id(step)}"].append(of_step(whole, step).id)
    for hook in whole.hooks:
        if hook.kind == "action":
            found[f"do {hook.name}"].append(of_hook(whole, hook).id)
    for handler in whole.handlers:
        identity = of_handler(whole, handler).id
        if handler.form == "offer":
            for point in handler.hook.split():
                found[f"option {point}"].append(identity)
        elif handler.form == "instead":
            found[f"do {handler.hook}"].append(identity)
        elif handler.hook.startswith("after_") and f"do {handler.hook[6:]}" in found:
            found[f"do {handler.hook[6:]}"].append(identity)
        elif handler.form == "effect":
            found[f"fire {handler.hook}"].append(identity)
    return found


def _edges(body: Body) -> Iterator[Edge]:
    for node, names in _with_loops(body, frozenset()):
        if node[0] in ("call", "do", "fire"):
            yield f"{node[0]} {node[2]}", names
        elif node[0] == "option" and node[3] is not None:
            yield f"option {node[3][0]}", names
