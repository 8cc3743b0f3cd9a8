import pytest

from talesmith.lint.paths import most_on_a_path, without

PAY = ("pot", 1, 0)
STOP = ("stop", 1)
NEXT = ("next", 1)
END = ("end", 1, "x")


def either(then, otherwise=()):
    return ("if", 1, ("flag", 1, "flag", True), tuple(then), tuple(otherwise))


def each(*body):
    return ("for", 1, 0, ("game", 1, "list region", "regions"), body)


def option(*bodies, done=None, empty=None):
    branches = tuple(("x", None, None, None, body) for body in bodies)
    return ("option", 1, None, None, None, branches, done, empty)


def pays(statement):
    return statement[0] == "pot"


@pytest.mark.parametrize(
    ("body", "ways"),
    [
        ((), (True, False, False)),
        ((PAY,), (False, False, False)),
        ((STOP,), (False, False, True)),
        ((END,), (False, False, False)),
        ((either([PAY]),), (True, False, False)),
        ((either([PAY], [PAY]),), (False, False, False)),
        ((either([PAY], [NEXT]),), (False, True, False)),
        ((either([STOP]), PAY), (False, False, True)),
        ((each(PAY),), (True, False, False)),
        ((each(NEXT), PAY), (False, False, False)),
        ((each(STOP), PAY), (False, False, True)),
        ((option((PAY,), (PAY,)),), (False, False, False)),
        ((option((PAY,), ()),), (True, False, False)),
        ((option((PAY,), done=(STOP,)),), (False, False, True)),
        ((option(),), (True, False, False)),
        ((("using", 1, ("local", 1, "attempt", 0), (PAY,)),), (False, False, False)),
        (
            (("draw", 1, ("stack", 1, "stack badge", "s", None), 0, (STOP,)), PAY),
            (False, False, True),
        ),
    ],
)
def test_how_a_body_is_left_without_paying(body, ways):
    found = without(body, pays)
    assert (found.falls, found.nexts, found.stops) == ways


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ((), 0),
        ((PAY, PAY), 2),
        ((either([PAY], [PAY]),), 1),
        ((either([PAY]), PAY), 2),
        ((PAY, STOP, PAY), 1),
        ((each(PAY),), 2),
        ((option((PAY,), (PAY, PAY)),), 2),
    ],
)
def test_the_most_on_one_path(body, count):
    assert most_on_a_path(body, pays) == count
