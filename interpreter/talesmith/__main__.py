"""`python -m talesmith` is the command `talesmith`."""

from talesmith.cli.main import main

if __name__ == "__main__":
    main()
