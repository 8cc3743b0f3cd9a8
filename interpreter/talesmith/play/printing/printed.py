"""Functions of Python made of printed text (see `texts` for the names that stand in it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talesmith.play.machine import Machine
    from talesmith.play.printing.texts import Constants


@lru_cache(maxsize=4096)
def compiled(source: str, name: str) -> CodeType:
    """The code of the one function in a text."""
    module = compile(source, name, "exec")
    return next(part for part in module.co_consts if isinstance(part, CodeType))


def function(constants: Constants, name: str, given: str, lines: Sequence[str]) -> Any:
    """A function of (m, s, what is given besides) with these lines as its body."""
    body = "\n".join(f" {line}" for line in lines)
    head = [f"def printed(m, s{given}):"]
    head += [" c = m.cells"] * ("c[" in body) + [" n = m.nums"] * ("n[" in body)
    head += [" plan = None"] * ("plan is " in body)
    return FunctionType(compiled("\n".join([*head, body]), f"<{name}>"), constants.names)


def glancing(constants: Constants, condition: str) -> Callable[[Machine], bool]:
    """A function of the machine alone that says whether a condition holds."""
    head = ["def glancing(m):", *[" n = m.nums"] * ("n[" in condition)]
    source = "\n".join([*head, f" return not not ({condition})"])
    found: Any = FunctionType(compiled(source, "<glance>"), constants.names)
    return found  # type: ignore[no-any-return]
