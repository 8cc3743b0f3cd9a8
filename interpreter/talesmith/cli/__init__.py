"""The command `talesmith`: the only room that prints, exits, and reads the environment."""
