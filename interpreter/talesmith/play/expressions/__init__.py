"""Expressions as closures: for one situation, and for the whole map at once."""
