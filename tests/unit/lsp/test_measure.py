from talesmith.ground.data import data_root
from talesmith.lsp.measure import KEYS, measure, told

FILES = ("rats", "tremor")


def test_keystrokes_are_timed_and_the_texts_are_as_before(shipped):
    ticks = iter(range(1000))
    files = [data_root() / "cards" / "tales" / f"{name}.tale" for name in FILES]
    before = [shipped.source(file).text for file in files]
    found = measure(shipped, files, lambda: next(ticks))
    assert (found.cards, found.keys, found.median) == (2, 2 * KEYS, 1000)
    assert [shipped.source(file).text for file in files] == before
    assert "2 cards, 6 keystrokes, one core, load 1.5" in told(found, 1.5)
