"""Names and types: what every word of a text stands for, and whether it fits where it stands."""
