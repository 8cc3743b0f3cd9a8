"""From checked text to a ruleset: which files belong together, what their bodies mean, overlays."""

from talesmith.compile.load import load_ruleset

__all__ = ["load_ruleset"]
