"""A game as text for people: plain lines, made by pure functions; colour is put on by the roof."""
