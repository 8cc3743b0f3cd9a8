"""Rule coverage: what of the text of rules and cards has been seen at work, unit by unit."""
