"""From checked text to a ruleset: which files belong together, what their bodies mean, overlays.

The public names are imported when they are first used: a game that finds its ruleset in the cache
needs neither the parser nor the checker.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talesmith.compile.asked import expression
    from talesmith.compile.check import check_paths, check_text
    from talesmith.compile.load import load_ruleset
    from talesmith.compile.scenarios import ruleset_of, scenarios_in
    from talesmith.compile.tables import expanded

__all__ = [
    "check_paths", "check_text", "expanded", "expression", "load_ruleset", "ruleset_of",
    "scenarios_in",
]  # fmt: skip

_HOMES = {
    "check_paths": "check", "check_text": "check", "expanded": "tables", "expression": "asked",
    "load_ruleset": "load", "ruleset_of": "scenarios", "scenarios_in": "scenarios",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
