"""Hooks: who speaks, in which order, and what values, permissions and ledgers come to."""
