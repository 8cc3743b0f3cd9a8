"""What is known about rules is worked out once, and does not keep them."""

import gc
from pathlib import Path
from weakref import ref

from talesmith.play.step import start
from talesmith.prove.land import set_up_of
from talesmith.prove.remembered import remembered
from talesmith.prove.start import start_at

PATH = Path(__file__).resolve().parents[3] / "rules" / "small_world.tale"


def test_it_is_worked_out_once_for_the_same_arguments(book):
    asked = []

    @remembered
    def named(rules, what):
        asked.append((rules, what))
        return what

    two, three = (book.played("small_world", n, PATH).rules for n in (2, 3))
    assert [named(two, "a"), named(two, "b"), named(two, "a"), named(three, "a")] == [*"abaa"]
    assert asked == [(two, "a"), (two, "b"), (three, "a")]


def test_what_is_remembered_does_not_keep_rules(book):
    rules = book.bind(book.played("small_world", 2, PATH).rules.ruleset, 2)
    set_up_of(rules)
    start_at(rules, start(rules, 1)[0], "pick_choice", 0, None)
    gone = ref(rules)
    del rules
    gc.collect()
    assert gone() is None
