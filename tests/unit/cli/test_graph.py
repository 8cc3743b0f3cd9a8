"""`talesmith graph`: the course of a game."""

import re

import pytest


def test_the_course_of_a_turn_is_in_its_order(run):
    done = run("graph", "--from", "turn")
    assert done.exit_code == 0
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines[0] == "step turn"
    order = ["moment on_turn_start", "step later_turn", "“Expand”", "step expand", "“Decline”",
             "point turn_choice", "step first_turn", "step settle"]  # fmt: skip
    places = [lines.index(line) for line in order]
    assert places == sorted(places)
    depth = {line.strip(): len(line) - len(line.lstrip()) for line in done.stdout.splitlines()}
    assert depth["moment on_turn_start"] == depth["step settle"] == 2


def test_who_acts_stands_behind_a_moment(run):
    said = run("graph").stdout
    assert "moment on_redeploy  <- base.skeletons" in said
    assert "action conquer  <- base.halflings, base.trolls" in said
    assert "action conquer (see above)" in said
    assert said.startswith("step game\n")


def test_overlays_and_cards_of_other_rulesets_show(run):
    assert "step measure" not in run("graph").stdout
    tales = run("graph", "--ruleset", "small_world_tales").stdout
    assert re.search(r"moment on_round_start  <- .*tales\.plague", tales)


@pytest.mark.parametrize("form", ["dot", "mermaid"])
def test_graphs_have_every_node_once_and_edges_between_known_ones(run, form):
    said = run("graph", "--format", form).stdout
    assert said.startswith("digraph course {" if form == "dot" else "flowchart TD")
    declared = re.findall(r"^  (n\d+)(?: \[label|[\[({])", said, re.MULTILINE)
    assert len(declared) == len(set(declared)) > 50
    edges = re.findall(r"^  (n\d+) --?>(?:\|\d+\|)? (n\d+)", said, re.MULTILINE)
    assert {name for edge in edges for name in edge} == set(declared)
    assert said.count("step campaign") == 1
    assert said.count('"') % 2 == 0


def test_a_step_that_is_not_there_is_wrong_use(run):
    done = run("graph", "--from", "trun")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: the rules of base.small_world have no step trun; did you mean turn?\n"
    )
