"""From the parser's tree to the nodes of `tree`: one small function per rule of the grammar."""
