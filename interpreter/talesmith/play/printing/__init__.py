"""Rules as Python: expressions, hooks and stretches of instructions printed and compiled."""
