"""The frozen ruleset: what the checker makes and the machine plays."""
