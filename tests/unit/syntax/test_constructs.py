"""Every construct of the grammar becomes its node, with the right spans."""

from attrs import fields

from talesmith.ground.source import SourceText
from talesmith.syntax.build.build import RULES
from talesmith.syntax.dump import dump
from talesmith.syntax.grammar import parser
from talesmith.syntax.tree import Name, Node, Number, Text, Word, walk


def test_construct_parses(kind, construct, whole, read):
    assert read(whole(kind, construct)).findings == ()


def test_dump_of_every_construct(samples, whole, read, golden):
    parts = [f"{kind} | {text}\n{dump(read(whole(kind, text)).file)}" for kind, text in samples]
    assert "\n".join(parts) == golden


def test_samples_use_every_rule_of_the_grammar(samples, whole):
    used = set()
    for kind, text in samples:
        tree = parser().parse(whole(kind, text), start="start")
        used |= {str(branch.data) for branch in tree.iter_subtrees()}
    assert sorted(set(RULES) - used) == []


def test_every_word_knows_its_place(kind, construct, whole, read):
    source = SourceText("sample.tale", whole(kind, construct))
    for node in walk(read(source.text).file):
        span = node.span
        written = source.text[
            source.offset(span.line, span.column) : source.offset(span.end_line, span.end_column)
        ]
        assert 0 < len(written) <= len(source.text)
        if isinstance(node, Word | Name):
            assert written == node.text
        if isinstance(node, Text):
            assert written == f'"{node.text}"'
        if isinstance(node, Number):
            assert int(written.replace(" ", "")) == node.value


def test_inner_nodes_stand_inside_outer_ones(kind, construct, whole, read):
    for node in walk(read(whole(kind, construct)).file):
        for inner in inside(node):
            assert (node.span.line, node.span.column) <= (inner.span.line, inner.span.column)
            assert (inner.span.end_line, inner.span.end_column) <= (
                node.span.end_line,
                node.span.end_column,
            )


def inside(node):
    for field in fields(type(node)):
        value = getattr(node, field.name)
        yield from (
            part
            for part in (value if isinstance(value, tuple) else (value,))
            if isinstance(part, Node)
        )


def test_layout_and_comments_do_not_matter(kind, construct, whole, read):
    text = whole(kind, construct)
    spread = text.replace(" ", "\n  // said twice\n  ") if '"' not in text else f"\n\n{text}  //x"
    assert dump(read(spread).file) == dump(read(text).file)
    assert read(spread).file == read(text).file
