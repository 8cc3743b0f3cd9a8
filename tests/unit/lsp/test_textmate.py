import json
import re
import zipfile
from xml.etree import ElementTree as ET

from talesmith.ground.source import SourceText
from talesmith.lsp import textmate
from talesmith.syntax.parse import parse


def test_the_grammar_for_editors_is_up_to_date():
    # if this fails: talesmith editors --write
    assert (textmate.folder() / textmate.GRAMMAR).read_text("utf-8") == textmate.grammar()


def test_its_patterns_are_expressions_and_know_the_words_of_rules_and_grammar():
    patterns = json.loads(textmate.grammar())["patterns"]
    by_name = {p.get("name"): re.compile(p["match"]) for p in patterns}
    assert by_name["entity.name.function.hook.tale"].fullmatch("after_conquer")
    assert by_name["entity.name.function.hook.tale"].fullmatch("conquest_cost")
    assert by_name["keyword.control.tale"].fullmatch("at_once")
    assert by_name["support.type.tale"].fullmatch("region")


def test_every_file_of_the_folder_is_json_and_names_files_that_are_there():
    place = textmate.folder()
    read = {p.name: json.loads(p.read_text("utf-8")) for p in place.rglob("*.json")}
    given = read["package.json"]["contributes"]
    named = [*given["grammars"], *given["snippets"]]
    named = [one["path"] for one in named] + [one["configuration"] for one in given["languages"]]
    assert all((place / name).is_file() for name in named)


def test_snippets_are_texts_of_the_language():
    snippets = json.loads((textmate.folder() / "snippets" / "tale.json").read_text("utf-8"))
    for title, snippet in snippets.items():
        body = re.sub(r"\$\{\d+:([^}]*)\}|\$\d", r"\1", "\n".join(snippet["body"]))
        if not body.startswith(("power", "race", "scenario")):
            body = f"power some {{ {body} }}"
        assert not parse(SourceText("x", f"language 1\npackage mine\n{body}\n")).findings, title


def test_a_package_holds_the_folder_and_is_the_same_each_time(tmp_path):
    one, two = tmp_path / "one.vsix", tmp_path / "two.vsix"
    textmate.pack(one)
    textmate.pack(two)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as package:
        names = set(package.namelist())
        ET.fromstring(package.read("extension.vsixmanifest"))  # noqa: S314 - our own
        ET.fromstring(package.read("[Content_Types].xml"))  # noqa: S314 - our own
    inside = {
        p.relative_to(textmate.folder()).as_posix() for p in textmate.folder().rglob("*.json")
    }
    assert {f"extension/{name}" for name in inside} <= names
