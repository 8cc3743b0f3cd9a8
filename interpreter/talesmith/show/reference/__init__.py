"""The reference of the language: every word there is, from the tables of Python and of the rules.

`reference(ruleset)` gives the text of `grammar/reference.md`; a test compares the two.
"""

from talesmith.show.reference.page import reference

__all__ = ["reference"]
