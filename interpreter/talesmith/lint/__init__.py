"""Checks that judge: what ends, what clashes, what can never happen, what is hardly meant."""
