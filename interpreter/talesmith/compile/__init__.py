"""From checked text to a ruleset: which files belong together, what their bodies mean, overlays."""

from talesmith.compile.asked import expression
from talesmith.compile.check import check_paths, check_text
from talesmith.compile.load import load_ruleset
from talesmith.compile.scenarios import ruleset_of, scenarios_in
from talesmith.compile.tables import expanded

__all__ = [
    "check_paths", "check_text", "expanded", "expression", "load_ruleset", "ruleset_of", "scenarios_in",
]  # fmt: skip
