"""Playing: a checked ruleset bound to closures, and one pure step from answer to answer."""
