import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pygments.token import Error, Keyword, Name

from talesmith.ground.data import data_root
from talesmith.lsp.colours import TaleLexer

FILES = sorted(
    path
    for part in ("cards", "rules", "grammar/beginnings")
    for path in (data_root() / part).rglob("*.tale")
)


def tokens(text):
    return list(TaleLexer(stripnl=False, ensurenl=False).get_tokens(text))


def test_every_shipped_text_has_colours_and_stays_as_it_is():
    assert len(FILES) > 150
    for path in FILES:
        text = path.read_text("utf-8")
        found = tokens(text)
        assert "".join(part for _, part in found) == text, path
        assert not [part for kind, part in found if kind is Error], path


@pytest.mark.parametrize("text", ["#", "é", "a ~ b", '"open'])
def test_a_sign_that_cannot_stand_in_a_text_is_an_error_and_is_kept(text):
    found = tokens(text)
    assert "".join(part for _, part in found) == text
    assert any(kind is Error for kind, _ in found)


def test_words_have_the_colour_of_what_they_are():
    kinds = {
        part: kind for kind, part in tokens("power neat { spoils when x.hand { add max(1) } }")
    }
    assert kinds["power"] is Keyword.Declaration
    assert kinds["neat"] is Name.Class
    assert kinds["when"] is kinds["add"] is Keyword
    assert kinds["hand"] is Name.Attribute
    assert kinds["max"] is Name.Builtin


def test_it_is_found_by_its_name():
    about = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    value = about["project"]["entry-points"]["pygments.lexers"]["tale"]
    assert EntryPoint("tale", value, "pygments.lexers").load() is TaleLexer
