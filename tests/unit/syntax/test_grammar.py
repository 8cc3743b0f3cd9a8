"""The grammar itself, and how its parser is kept."""

import re

import pytest
from lark.exceptions import GrammarError

from talesmith.ground import data
from talesmith.syntax import grammar
from talesmith.syntax.build.build import RULES
from talesmith.syntax.expected import keywords, spelling

TEXT = (data.grammar_folder() / "tale.lark").read_text("utf-8")


@pytest.fixture(scope="module")
def made():
    return grammar.build(TEXT)


@pytest.fixture
def own_cache(tmp_path, monkeypatch, made):
    """Give the test a cache folder of its own, and no second of building each time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(grammar, "build", lambda _text: made)
    grammar.parser.cache_clear()
    yield tmp_path
    grammar.parser.cache_clear()


def test_the_grammar_has_no_conflict():
    grammar.build(TEXT, strict=True)


def test_a_conflict_would_be_refused():
    ambiguous = TEXT.replace("?sum: prod", "?sum: prod | sum prod")
    with pytest.raises(GrammarError, match=r"(?i)conflict"):
        grammar.build(ambiguous, strict=True)


def test_every_keyword_ends_at_a_word_boundary():
    declared = re.findall(r"^(K_\w+|KIND|FATE|EDGE|ROUND|CODE)\.3: /(.+)/$", TEXT, re.MULTILINE)
    assert len(declared) == 160
    assert all(pattern.endswith(r"\b") for _, pattern in declared)
    assert set(re.findall(r"\bK_\w+", TEXT)) == {
        name for name, _ in declared if name.startswith("K_")
    }


def test_every_keyword_terminal_is_named_after_its_word():
    for name, word in re.findall(r"^K_(\w+)\.3: /(\w+)\\b/$", TEXT, re.MULTILINE):
        assert name == word.upper()


def test_every_rule_has_a_function_that_builds_it(made):
    named = {
        str(rule.alias or rule.origin.name)
        for rule in made.rules
        if rule.alias or not rule.options.expand1
    }
    passed_on_when_alone = {"or_", "and_", "cmp"}
    assert {name for name in named if not name.startswith("_")} == set(RULES) - passed_on_when_alone


def test_the_spelling_of_keywords_is_known():
    made = grammar.parser()
    assert {"add", "up_to", "race", "house_rule", "conquered", "down"} <= keywords(made)
    assert spelling(made)["LBRACE"] == ("{",)


def test_the_parser_is_kept_and_read_again(own_cache, monkeypatch):
    grammar.parser()
    assert len(list(own_cache.rglob("*.parser"))) == 1
    grammar.parser.cache_clear()
    monkeypatch.setattr(grammar, "build", None)
    assert grammar.parser().parse("language 1 race x { }", start="start")


@pytest.mark.parametrize("harm", ["empty", "nonsense", "cut"])
def test_a_broken_kept_parser_is_made_anew(own_cache, harm):
    grammar.parser()
    (kept,) = own_cache.rglob("*.parser")
    whole = kept.read_bytes()
    kept.write_bytes({"empty": b"", "nonsense": b"x" * 100, "cut": whole[:5000]}[harm])
    grammar.parser.cache_clear()
    assert grammar.parser().parse("language 1", start="start")
    assert len(kept.read_bytes()) > len(whole) / 2


def test_another_grammar_has_another_kept_parser(own_cache, monkeypatch):
    grammar.parser()
    (own_cache / "tale.lark").write_text(TEXT + "\n// changed\n", "utf-8")
    monkeypatch.setattr(grammar, "grammar_folder", lambda: own_cache)
    grammar.parser.cache_clear()
    grammar.parser()
    assert len(list(own_cache.rglob("*.parser"))) == 2


def test_without_a_cache_folder_the_parser_is_built(own_cache, monkeypatch):
    blocked = own_cache / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert data.cache_folder() is None
    assert grammar.parser().parse("language 1", start="start")


def test_a_folder_that_can_not_be_written_is_no_obstacle(own_cache, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise PermissionError

    monkeypatch.setattr(grammar.tempfile, "NamedTemporaryFile", refuse)
    assert grammar.parser().parse("language 1", start="start")
    assert list(own_cache.rglob("*.parser")) == []
