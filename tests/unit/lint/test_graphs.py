from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from talesmith.lint.graphs import cycles


def test_a_tree_has_no_cycles():
    assert cycles({"a": ["b", "c"], "b": ["d"], "c": ["d"]}) == []


def test_the_shortest_way_round_is_told_once():
    assert cycles({"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": ["c"]}) == [["a", "b", "c", "a"]]
    assert cycles({"a": ["a"]}) == [["a", "a"]]


def test_two_groups_are_two_cycles():
    assert len(cycles({"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"]})) == 2


NODES = st.integers(0, 7)


@given(st.dictionaries(NODES, st.lists(NODES, max_size=4), max_size=8))
def test_a_cycle_is_found_exactly_where_a_node_reaches_itself(graph):
    def reached(start):
        seen, waiting = set(), list(graph.get(start, ()))
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting += graph.get(node, ())
        return seen

    found = cycles(graph)
    for way in found:
        assert way[0] == way[-1]
        assert all(b in graph[a] for a, b in pairwise(way))
    on_cycle = {node for node in range(8) if node in reached(node)}
    assert bool(found) == bool(on_cycle)
    assert {node for way in found for node in way} <= on_cycle
