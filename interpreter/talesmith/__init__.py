"""Talesmith: games whose rules and cards are text in the Tale language."""
