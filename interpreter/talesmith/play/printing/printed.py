"""Functions of Python made of printed text (see `texts` for the names that stand in it)."""

from __future__ import annotations

import re
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


_FIRST = re.compile(r"\bs\[0\]")
_FIRST_CHANGES = re.compile(r"\bs\[0\] :?= |for s\[0\] ")
_OFTEN = 4


def first_by_name(lines: list[str], region: int | None = None) -> list[str]:
    """The lines of a hook, with its first parameter under a name of its own if they often read it.

    A name is read in a third of the steps of Python that a place in a list takes.  The region of a
    whole map has no value of its own, and closures may put one there.
    """
    body = "\n".join(lines)
    if region == 0 or len(_FIRST.findall(body)) < _OFTEN or _FIRST_CHANGES.search(body):
        return lines
    return ["first = s[0]", *(_FIRST.sub("first", line) for line in lines)]


def glancing(constants: Constants, condition: str) -> Callable[[Machine], bool]:
    """A function of the machine alone that says whether a condition holds."""
    head = ["def glancing(m):", *[" n = m.nums"] * ("n[" in condition)]
    source = "\n".join([*head, f" return not not ({condition})"])
    found: Any = FunctionType(compiled(source, "<glance>"), constants.names)
    return found  # type: ignore[no-any-return]
