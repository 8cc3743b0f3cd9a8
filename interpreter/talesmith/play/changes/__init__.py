"""What changes a position: tokens, races, pieces, stacks, coins, records, what lasts."""
