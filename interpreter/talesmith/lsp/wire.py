"""Our answers in the types of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from attrs import frozen
from lsprotocol import types as lsp

from talesmith.diagnose.diagnostic import Diagnostic, Severity
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.lsp.completing import Offers
from talesmith.lsp.mending import Mend
from talesmith.lsp.outline import Symbol
from talesmith.lsp.pointing import Edit
from talesmith.lsp.positions import UTF_16, to_offset, to_range
from talesmith.lsp.telling import Told

SEVERITY = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Hint,
}
UNUSED = "T308"
ITEM = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "variable": lsp.CompletionItemKind.Variable,
    "property": lsp.CompletionItemKind.Property,
    "function": lsp.CompletionItemKind.Function,
    "hook": lsp.CompletionItemKind.Event,
    "constant": lsp.CompletionItemKind.Constant,
    "word": lsp.CompletionItemKind.EnumMember,
    "type": lsp.CompletionItemKind.Class,
    "key": lsp.CompletionItemKind.Property,
}
SYMBOL = {
    "race": lsp.SymbolKind.Class, "power": lsp.SymbolKind.Class, "event": lsp.SymbolKind.Event,
    "artifact": lsp.SymbolKind.Class, "place": lsp.SymbolKind.Class,
    "rules": lsp.SymbolKind.Module, "house_rule": lsp.SymbolKind.Module,
    "ruleset": lsp.SymbolKind.Package, "map": lsp.SymbolKind.Namespace,
    "scenario": lsp.SymbolKind.Method, "hook": lsp.SymbolKind.Event,
    "value": lsp.SymbolKind.Function, "permission": lsp.SymbolKind.Function,
    "action": lsp.SymbolKind.Function, "step": lsp.SymbolKind.Function,
    "state": lsp.SymbolKind.Field, "words": lsp.SymbolKind.Enum, "key": lsp.SymbolKind.Key,
    "region": lsp.SymbolKind.Field,
}  # fmt: skip


@frozen
class Wire:
    """Translates places of texts, whose names and content it looks up."""

    text: Callable[[Path], SourceText]
    uri: Callable[[Path], str]
    encoding: str = UTF_16

    def span(self, span: Span) -> lsp.Range:
        """Give a span in the units of the editor."""
        start, end = to_range(self.text(Path(span.path)), span, self.encoding)
        return lsp.Range(lsp.Position(*start), lsp.Position(*end))

    def location(self, span: Span) -> lsp.Location:
        """Give a span with its text."""
        return lsp.Location(self.uri(Path(span.path)), self.span(span))

    def place(self, path: Path, position: lsp.Position) -> tuple[int, int]:
        """Give our line and column of an editor's place."""
        source = self.text(path)
        offset = to_offset(source, (position.line, position.character), self.encoding)
        return source.place(offset)

    def finding(self, finding: Diagnostic) -> lsp.Diagnostic:
        """Give a finding: message, label and hint, and the other places that are involved."""
        more = [part for part in (finding.label, finding.hint) if part]
        others = [
            lsp.DiagnosticRelatedInformation(self.location(place.span), place.caption)
            for place in finding.places
            if place.span.path
        ]
        return lsp.Diagnostic(
            range=self.span(finding.span),
            message="\n".join([finding.message, *more]),
            severity=SEVERITY[finding.severity],
            code=finding.code,
            source="talesmith",
            tags=[lsp.DiagnosticTag.Unnecessary] if finding.code == UNUSED else None,
            related_information=others or None,
        )

    def edits(self, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
        """Give edits by the texts in which they are."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            changes.setdefault(self.uri(Path(edit.span.path)), []).append(self.edit(edit))
        return lsp.WorkspaceEdit(changes)

    def edit(self, edit: Edit) -> lsp.TextEdit:
        """Give one edit."""
        return lsp.TextEdit(self.span(edit.span), edit.text)

    def told(self, told: Told) -> lsp.Hover:
        """Give what is told about a word."""
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, told.text)
        return lsp.Hover(content, self.span(told.span))

    def offers(self, offers: Offers) -> lsp.CompletionList:
        """Give what may be written, in its order."""
        place = self.span(offers.span)
        items = [
            lsp.CompletionItem(
                label=offer.word,
                kind=ITEM.get(offer.kind, lsp.CompletionItemKind.Value),
                detail=offer.detail or offer.kind,
                sort_text=f"{offer.rank}{offer.word}",
                text_edit=lsp.TextEdit(place, offer.word),
            )
            for offer in offers.words
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    def symbol(self, symbol: Symbol) -> lsp.DocumentSymbol:
        """Give a part of the outline with what is inside."""
        return lsp.DocumentSymbol(
            name=symbol.name,
            detail=symbol.kind,
            kind=SYMBOL.get(symbol.kind, lsp.SymbolKind.Object),
            range=self.span(symbol.span),
            selection_range=self.span(symbol.at),
            children=[self.symbol(inside) for inside in symbol.inside],
        )

    def mend(self, mend: Mend) -> lsp.CodeAction:
        """Give a way to mend a finding."""
        return lsp.CodeAction(
            title=mend.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[self.finding(mend.finding)],
            is_preferred=mend.is_safe,
            edit=self.edits([mend.edit]),
        )


def by_name(pairs: Mapping[Path, str]) -> Callable[[Path], str]:
    """Give the address of a text: the editor's own for those that it has open."""
    return lambda path: pairs.get(path) or path.as_uri()
