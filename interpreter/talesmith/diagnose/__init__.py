"""Findings: their one shape, the registry of their codes, and how they are shown."""
