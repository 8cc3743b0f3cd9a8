"""From text to tree: the grammar's constructs as frozen nodes, and the parser that makes them."""
