"""The files for editors that are made from the grammar and the rules, and their package.

An editor that reads TextMate grammars needs lists of words.  They are taken from the grammar of the
language and from what the shipped rules declare, so a new word has its colour as soon as this has
run; a test compares the file with what would be made.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from talesmith.compile.library import Library
from talesmith.ground.data import data_root, grammar_folder
from talesmith.lsp.colours import ALSO_NAMES, CONSTANTS, HEADS, longest_first
from talesmith.names.declared import HOOK_KINDS, declared_in
from talesmith.names.functions import FUNCTIONS
from talesmith.ruleset.vocabulary import GAME, TYPES
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

GRAMMAR = "syntaxes/tale.tmLanguage.json"
THEN = (1980, 1, 1, 0, 0, 0)
"""the time of every file in a package, so that equal content makes an equal package"""


def folder() -> Path:
    """Return the folder that an editor takes as an extension."""
    return grammar_folder() / "editors" / "vscode"


def hooks() -> list[str]:
    """Give the names of the hooks that the shipped rules declare."""
    library = Library([data_root()])
    found = {
        one.name
        for path in library.all_files()
        if (data_root() / "rules") in path.parents
        for one in declared_in(library.parsed(path).file)
        if one.kind in HOOK_KINDS
    }
    return sorted(found)


def grammar() -> str:
    """Give the text of the TextMate grammar."""
    return json.dumps(_grammar(), indent=2, ensure_ascii=False) + "\n"


def _grammar() -> Mapping[str, Any]:
    known = keywords(parser()) - ALSO_NAMES - set(HEADS)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Tale",
        "scopeName": "source.tale",
        "fileTypes": ["tale"],
        "patterns": [
            _match("comment.line.double-slash.tale", "//.*$"),
            _match("string.quoted.double.tale", '"[^"\\n]*"'),
            _head(),
            _match("variable.other.property.tale", r"(?<=[a-z0-9_\])]\.)[a-z_][a-z0-9_]*"),
            _match("constant.numeric.integer.tale", r"\b[0-9]+\b"),
            _words("constant.language.tale", CONSTANTS),
            _match("constant.other.code.tale", r"\bT[0-9]{3}\b"),
            _words("support.function.tale", FUNCTIONS, r"(?=\s*\()"),
            _match("entity.name.function.hook.tale", rf"\b(?:after_)?(?:{_either(hooks())})\b"),
            _words("keyword.control.tale", known),
            _words("support.type.tale", TYPES),
            _words("support.constant.game.tale", (n for n in GAME if "." not in n)),
            _match("keyword.operator.tale", r"->|\.\.|==|!=|<=|>=|[<>=+*/-]"),
        ],
    }


def _head() -> Mapping[str, Any]:
    return {
        "match": rf"\b({_either(HEADS)})\s+([a-z_][a-z0-9_]*)(?=\s*[\"{{o])",
        "captures": {
            "1": {"name": "storage.type.tale"},
            "2": {"name": "entity.name.type.tale"},
        },
    }


def _match(name: str, pattern: str) -> Mapping[str, Any]:
    return {"name": name, "match": pattern}


def _words(name: str, words: Iterable[str], behind: str = "") -> Mapping[str, Any]:
    return _match(name, rf"\b(?:{_either(words)})\b{behind}")


def _either(words: Iterable[str]) -> str:
    return "|".join(longest_first(words))


# ---- the package ---------------------------------------------------------------------------------


def pack(target: Path) -> None:
    """Write the folder as a package that an editor installs (`.vsix`)."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        _put(package, "[Content_Types].xml", TYPES_OF_FILES)
        _put(package, "extension.vsixmanifest", manifest())
        for path in sorted(p for p in folder().rglob("*") if p.is_file()):
            _put(
                package,
                f"extension/{path.relative_to(folder()).as_posix()}",
                path.read_text("utf-8"),
            )


def _put(package: zipfile.ZipFile, name: str, text: str) -> None:
    info = zipfile.ZipInfo(name, THEN)
    info.compress_type = zipfile.ZIP_DEFLATED
    package.writestr(info, text)


def manifest() -> str:
    """Give the description that a package has besides its own."""
    said = json.loads((folder() / "package.json").read_text("utf-8"))
    return MANIFEST.format(
        name=escape(said["name"]),
        publisher=escape(said["publisher"]),
        version=version("talesmith"),
        title=escape(said["displayName"]),
        about=escape(said["description"]),
        engine=escape(said["engines"]["vscode"]),
    )


TYPES_OF_FILES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{about}</Description>
    <Categories>Programming Languages,Snippets</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
