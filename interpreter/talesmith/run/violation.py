"""What every check of a running game raises."""


class Violation(Exception):  # noqa: N818 - it says what happened
    """Something that must always hold does not; the text says what and where."""


def demand(holds: bool, text: str, *values: object) -> None:
    """Raise Violation with this text and these values unless it holds."""
    if not holds:
        raise Violation(text + ": " + ", ".join(map(repr, values)) if values else text)
