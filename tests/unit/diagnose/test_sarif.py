"""Findings in SARIF: the shape that its readers ask for."""

import json

import pytest

from talesmith.diagnose.diagnostic import Fix, Place, Safety
from talesmith.diagnose.registry import ALL, finding
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

LINE = "  conqest_cost { add 1 }\n"


def log_of(found, *texts):
    sources = {f"{name}.tale": SourceText(f"{name}.tale", text) for name, text in texts}
    return json.loads(render(found, sources, "sarif"))


def unknown(line, **more):
    return finding("T101", Span("a.tale", line, 3, line, 15), name="conqest_cost", **more)


@pytest.fixture
def run():
    """The run of two findings, one of them with everything that there is."""
    places = (Place(Span("b/c.tale", 1, 1, 1, 6), "beside this one"),)
    fix = Fix(Span("a.tale", 2, 3, 2, 15), "conquest_cost", Safety.UNSAFE)
    found = (unknown(2, label="did you mean?", places=places, fix=fix), unknown(3, hint="look"))
    log = log_of(found, ("a", f"language 1\n{LINE}{LINE}"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    return run


def test_the_driver_lists_every_code_once_with_its_page(run):
    driver = run["tool"]["driver"]
    assert driver["name"] == "talesmith"
    assert [rule["id"] for rule in driver["rules"]] == [code.code for code in ALL]
    for rule in driver["rules"]:
        assert rule["help"]["text"].startswith(f"# {rule['id']} {rule['name']}")
        assert rule["helpUri"] == f"grammar/explain/{rule['id']}.md"
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}
        assert not set(rule["shortDescription"]["text"]) & set("{}")


def test_results_point_to_rules_and_places(run):
    rules = run["tool"]["driver"]["rules"]
    first, second = run["results"]
    for result in (first, second):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "T101"
        assert result["level"] == "error"
    (location,) = first["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a.tale"}
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 15}
    assert first["message"]["text"].endswith("did you mean?")
    assert second["message"]["text"].endswith("look")


def test_other_places_and_fixes_come_along(run):
    (related,) = run["results"][0]["relatedLocations"]
    assert related["message"] == {"text": "beside this one"}
    assert related["physicalLocation"]["artifactLocation"] == {"uri": "b/c.tale"}
    (fix,) = run["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    (new,) = change["replacements"]
    assert new["insertedContent"] == {"text": "conquest_cost"}
    assert new["deletedRegion"]["endColumn"] == 15
    assert "fixes" not in run["results"][1]


def marks(found, text):
    (run,) = log_of(found, ("a", text))["runs"]
    return [result["partialFingerprints"]["lineWords/v1"] for result in run["results"]]


def test_a_line_that_moved_is_no_new_finding_and_two_like_lines_are_two():
    before = marks([unknown(2)], f"language 1\n{LINE}")
    after = marks([unknown(5)], f"language 1\n\n\n\n  {LINE}")
    assert before == after
    both = marks([unknown(2), unknown(3)], f"language 1\n{LINE}{LINE}")
    assert before[0] == both[0] != both[1]


def test_no_finding_is_a_run_without_results():
    (run,) = log_of(())["runs"]
    assert run["results"] == []


def test_a_name_of_a_file_that_is_no_text_has_a_fingerprint():
    found = (finding("T101", Span("\udcff.tale", 1, 1, 1, 2), name="x"),)
    (result,) = log_of(found)["runs"][0]["results"]
    assert len(result["partialFingerprints"]["lineWords/v1"]) == 32
