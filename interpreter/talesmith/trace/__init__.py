"""Games that are filmed: every statement, handler and answer of a hook, in the order of play."""
