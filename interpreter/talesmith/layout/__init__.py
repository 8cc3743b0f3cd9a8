"""The one layout of every text of the language."""
