"""Statements: each writes the instructions of a body, or asks a question."""
