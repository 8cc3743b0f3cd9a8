"""A workspace over the shipped files, and texts in which `|` is the cursor."""

import pytest

from talesmith.ground.data import data_root
from talesmith.lsp.workspace import Workspace, roots_of

CARD = """language 1
package base

power tidy "Tidy" {
  text "Their tokens cost less."
  cites "PW-7"
  is tokens: 5
  BODY
}
"""


@pytest.fixture(scope="session")
def shipped():
    """The checkout as an editor has it open; texts that a test puts in do not stay."""
    root = data_root()
    return Workspace([root], [root])


@pytest.fixture
def desk(shipped):
    """A text under work among the base cards: gives path, line and column of its cursor."""
    path = data_root() / "cards" / "base" / "powers" / "tidy.tale"

    def put(text):
        if not text.startswith("language"):
            text = CARD.replace("BODY", text)
        at = text.find("|")
        shipped.put(path, text.replace("|", "", 1))
        return (path, *(shipped.source(path).place(at) if at >= 0 else ()))

    yield put
    shipped.close(path)


@pytest.fixture
def folder(tmp_path):
    """A person's own folder of cards: gives a workspace over files with some contents."""

    def made(**files):
        place = tmp_path / "cards" / "mine"
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / f"{name}.tale").write_text(f"language 1\npackage mine\n\n{text}\n", "utf-8")
        return Workspace([tmp_path], roots_of([tmp_path], (), data_root())), place

    return made
