"""Names that are bound or declared and never read."""

from __future__ import annotations

from talesmith.lint.whole import Whole, step_id, texts


def check(whole: Whole) -> None:
    """Report names that no one reads, and steps of a card that nobody calls."""
    for frame in whole.frames.values():
        for name, bound in frame.written:
            if not bound.used and bound.span is not None and not name.startswith("_"):
                problem = f"`{name}` is never used"
                whole.findings.add("T308", bound.span, problem=problem)
    called: set[str] = set().union(*(text.called for text in texts(whole)))
    for step in whole.steps:
        if step.card is not None and step_id(step) not in called:
            problem = f"the step `{step.name}` is never called"
            whole.findings.add("T308", whole.spans[f"step {step_id(step)}"], problem=problem)
