"""What an editor is answered about one text, in the shapes of the protocol.

The server gives these answers to an editor, and the typist asks for the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from attrs import frozen
from lsprotocol import types as lsp

from talesmith.lsp import completing, mending, outline, pointing, telling
from talesmith.lsp.wire import Wire
from talesmith.lsp.workspace import Workspace

A = TypeVar("A")
T = TypeVar("T")


@frozen
class Answers:
    """Answers about a text as it is now; those about a name may raise RefusedError."""

    workspace: Workspace
    wire: Wire
    path: Path

    def findings(self) -> list[lsp.Diagnostic]:
        """Give what is wrong with the text."""
        return [self.wire.finding(one) for one in self.workspace.findings(self.path)]

    def completion(self, at: lsp.Position) -> lsp.CompletionList | None:
        """Give what may be written at a place."""
        return self._asked(completing.complete, at, self.wire.offers)

    def hover(self, at: lsp.Position) -> lsp.Hover | None:
        """Give what a word means."""
        return self._asked(telling.hover, at, self.wire.told)

    def definition(self, at: lsp.Position) -> lsp.Location | None:
        """Give where a word is declared."""
        return self._asked(pointing.definition, at, self.wire.location)

    def nameable(self, at: lsp.Position) -> lsp.Range | None:
        """Give the word that can be renamed at a place."""
        return self._asked(pointing.nameable, at, self.wire.span)

    def references(self, at: lsp.Position, *, declaration: bool = True) -> list[lsp.Location]:
        """Give where a word is used, and where it is declared if that is wanted."""
        found = pointing.references(
            self.workspace, self.path, *self._place(at), declaration=declaration
        )
        return [self.wire.location(span) for span in found]

    def rename(self, at: lsp.Position, name: str) -> lsp.WorkspaceEdit:
        """Give what gives a word another name."""
        return self.wire.edits(pointing.rename(self.workspace, self.path, *self._place(at), name))

    def layout(self) -> list[lsp.TextEdit]:
        """Give what brings the text into its layout."""
        edit = mending.formatted(self.workspace, self.path)
        return [] if edit is None else [self.wire.edit(edit)]

    def symbols(self) -> list[lsp.DocumentSymbol]:
        """Give the outline of the text."""
        parsed = self.workspace.parsed(self.path)
        return [self.wire.symbol(one) for one in outline.outline(parsed)]

    def mends(self, lines: tuple[int, int]) -> list[lsp.CodeAction]:
        """Give what mends findings in these lines, the last one with them."""
        return [self.wire.mend(one) for one in mending.mends(self.workspace, self.path, lines)]

    def _asked(
        self, answer: Callable[[Workspace, Path, int, int], A | None], at: lsp.Position,
        shaped: Callable[[A], T],
    ) -> T | None:  # fmt: skip
        found = answer(self.workspace, self.path, *self._place(at))
        return None if found is None else shaped(found)

    def _place(self, at: lsp.Position) -> tuple[int, int]:
        return self.wire.place(self.path, at)
