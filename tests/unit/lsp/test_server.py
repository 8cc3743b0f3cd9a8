"""The server as an editor meets it: a process of its own, spoken to over stdin and stdout."""

import json
import subprocess
import sys

import pytest

from talesmith.ground.data import data_root

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

CARD = """language 1
package mine

power tidy "Tidy" {
  text "🐉 They fly."
  is tokens: 5
  reaches when region.terrain == hill { waive apart }
}
"""


class Editor:
    """Just enough of an editor."""

    def __init__(self, folder):
        self.number, self.heard = 0, []
        command = [sys.executable, "-m", "talesmith", "lsp", "--stdio"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        folders = [{"uri": folder.as_uri(), "name": "mine"}]
        asked = {
            "processId": None,
            "rootUri": None,
            "capabilities": {},
            "workspaceFolders": folders,
        }
        self.can = self.ask("initialize", asked)["result"]["capabilities"]
        self.tell("initialized", {})

    def _send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, self.process.stderr.read().decode()
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, params):
        self._send(method=method, params=params)

    def ask(self, method, params):
        self.number += 1
        self._send(id=self.number, method=method, params=params)
        while True:
            message = self._read()
            if message.get("id") == self.number and "method" not in message:
                return message
            self.heard.append(message)

    def findings(self, version):
        """What is told about that version of a text; earlier ones are let go."""
        while True:
            message = self.heard.pop(0) if self.heard else self._read()
            said = message.get("params") or {}
            is_told = message.get("method") == "textDocument/publishDiagnostics"
            if is_told and said.get("version") == version:
                return said["diagnostics"]


@pytest.fixture
def editor(tmp_path):
    (tmp_path / "cards" / "mine").mkdir(parents=True)
    made = Editor(tmp_path)
    yield made
    made.process.kill()
    made.process.communicate()


def opened(editor, folder, text):
    path = folder / "cards" / "mine" / "tidy.tale"
    document = {"uri": path.as_uri(), "languageId": "tale", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", {"textDocument": document})
    return {"uri": path.as_uri()}


def test_a_slip_is_told_and_untold_while_typing(editor, tmp_path):
    document = opened(editor, tmp_path, CARD.replace("terrain", "terain"))
    (found,) = editor.findings(1)
    assert (found["code"], found["range"]["start"]) == ("T102", {"line": 6, "character": 22})
    for version, text in enumerate((CARD.replace("hill", "hil"), CARD + "x", CARD), 2):
        change = {
            "textDocument": {**document, "version": version},
            "contentChanges": [{"text": text}],
        }
        editor.tell("textDocument/didChange", change)
    assert editor.findings(4) == []


def test_the_server_answers_every_question(editor, tmp_path):
    text = CARD.replace("terrain", "terain").replace("is tokens", "is   tokens")
    document = opened(editor, tmp_path, text)
    at = {"textDocument": document, "position": {"line": 6, "character": 4}}
    assert "within reach" in editor.ask("textDocument/hover", at)["result"]["contents"]["value"]
    where = editor.ask("textDocument/definition", at)["result"]
    assert where["uri"] == (data_root() / "rules" / "base" / "conquest.tale").as_uri()
    inside = {"textDocument": document, "position": {"line": 6, "character": 24}}
    (item,) = editor.ask("textDocument/completion", inside)["result"]["items"]
    assert item["textEdit"]["range"]["start"]["character"] == 22
    line = {"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 1}}
    asked = {"textDocument": document, "range": line, "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", asked)["result"]
    assert action["edit"]["changes"][document["uri"]][0]["newText"] == "terrain"
    symbols = editor.ask("textDocument/documentSymbol", {"textDocument": document})["result"]
    assert symbols[0]["name"] == "tidy"
    options = {"textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}}
    (edit,) = editor.ask("textDocument/formatting", options)["result"]
    assert "  is tokens: 5\n" in edit["newText"]


def test_renaming_is_done_or_refused_with_a_reason_and_it_ends(editor, tmp_path):
    text = CARD.replace("is tokens: 5", 'is tokens: 5\n  marker pole "🐉" { on_score { earn 1 } }')
    document = opened(editor, tmp_path, text)
    at = {"textDocument": document, "position": {"line": 6, "character": 10}}
    done = editor.ask("textDocument/rename", {**at, "newName": "mast"})["result"]
    assert done["changes"][document["uri"]][0]["newText"] == "mast"
    refused = editor.ask("textDocument/rename", {**at, "newName": "Mast"})["error"]
    assert "is no name" in refused["message"]
    assert editor.ask("shutdown", None)["result"] is None
    editor.tell("exit", None)
    assert editor.process.wait(30) == 0
    assert editor.process.stderr.read() == b""


def test_a_card_is_typed_sign_by_sign(editor, tmp_path):
    document = opened(editor, tmp_path, "")
    for version, end in enumerate(range(1, len(CARD) + 1), 2):
        change = {
            "textDocument": {**document, "version": version},
            "contentChanges": [{"text": CARD[:end]}],
        }
        editor.tell("textDocument/didChange", change)
        if end % 20 == 0:
            last = CARD[:end].rpartition("\n")[2]
            place = {"line": CARD[:end].count("\n"), "character": len(last)}
            for question in ("completion", "hover", "references"):
                asked = {"textDocument": document, "position": place}
                if question == "references":
                    asked["context"] = {"includeDeclaration": True}
                assert "error" not in editor.ask(f"textDocument/{question}", asked)
    assert editor.findings(len(CARD) + 1) == []
    assert editor.ask("shutdown", None)["result"] is None
    editor.tell("exit", None)
    assert editor.process.wait(30) == 0
    assert editor.process.stderr.read() == b""
