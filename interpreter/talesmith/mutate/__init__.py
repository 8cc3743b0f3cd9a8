"""Mutants: rules with one slip in them, and whether the scenarios would notice."""
