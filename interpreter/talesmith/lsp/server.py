"""The language server: it keeps the texts of an editor, and answers over stdio.

The loop that talks to the editor never works.  All that reads or changes the workspace is done by
one worker, one thing after the other, so that every answer is about the text as it was when the
question came.  A changed text is checked when nothing has been typed for a moment; what is found
is told only if the text is still the same then.  While nobody wants anything, the texts that nobody
has opened are read one by one, so that the first question about all of them is answered at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from talesmith.ground.data import data_root
from talesmith.lsp import pointing
from talesmith.lsp.answers import Answers
from talesmith.lsp.positions import UTF_16
from talesmith.lsp.wire import Wire, by_name
from talesmith.lsp.workspace import Workspace, roots_of

T = TypeVar("T")
PAUSE = 0.15
"""seconds without typing before a text is checked"""
REFUSED = -32803
"""the protocol's code for a request that cannot be done; its message is shown to the person"""
LOG = logging.getLogger(__name__)


class Server:
    """One editor and its workspace; `more` are roots that are searched first."""

    def __init__(self, more: Sequence[Path] = (), pause: float = PAUSE) -> None:
        self.more, self.pause = tuple(more), pause
        self.workspace = Workspace((), (*more, data_root()))
        self.names: dict[Path, str] = {}
        self.versions: dict[Path, int | None] = {}
        self.waiting: dict[Path, asyncio.TimerHandle] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.reading: asyncio.Task[None] | None = None
        self.asked = 0
        """so much waits for the worker"""
        self.worker = ThreadPoolExecutor(1, "talesmith")
        kind = lsp.TextDocumentSyncKind.Full
        self.wire_to = LanguageServer(
            "talesmith", version("talesmith"), text_document_sync_kind=kind
        )
        for feature, options, answer in self._features():
            self.wire_to.feature(feature, options)(_plain(answer))

    def serve(self) -> None:
        """Talk to an editor over stdin and stdout until it says that it is done."""
        logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)
        self.wire_to.start_io()

    def _features(self) -> list[tuple[str, Any, Callable[[Any], Awaitable[Any]]]]:
        return [
            (lsp.INITIALIZED, None, self._begin),
            (lsp.SHUTDOWN, None, self._end),
            (lsp.TEXT_DOCUMENT_DID_OPEN, None, self._opened),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, None, self._changed),
            (lsp.TEXT_DOCUMENT_DID_SAVE, None, self._renewed),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, None, self._closed),
            (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, None, self._renewed),
            (
                lsp.TEXT_DOCUMENT_COMPLETION,
                lsp.CompletionOptions(trigger_characters=[".", "("]),
                self._completion,
            ),
            (lsp.TEXT_DOCUMENT_HOVER, None, self._hover),
            (lsp.TEXT_DOCUMENT_DEFINITION, None, self._definition),
            (lsp.TEXT_DOCUMENT_REFERENCES, None, self._references),
            (
                lsp.TEXT_DOCUMENT_RENAME,
                lsp.RenameOptions(prepare_provider=True),
                self._rename,
            ),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, None, self._nameable),
            (lsp.TEXT_DOCUMENT_FORMATTING, None, self._formatting),
            (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None, self._symbols),
            (
                lsp.TEXT_DOCUMENT_CODE_ACTION,
                lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
                self._mends,
            ),
        ]

    # ---- texts -----------------------------------------------------------------------------------

    async def _begin(self, _: lsp.InitializedParams) -> None:
        known = self.wire_to.workspace
        names = [folder.uri for folder in known.folders.values()]
        folders = [self._path(name) for name in names or filter(None, [known.root_uri])]
        roots = roots_of(folders, self.more, data_root())
        await self._work(lambda: self._settle(Workspace(folders, roots)))
        self._read_ahead_soon()

    def _settle(self, workspace: Workspace) -> None:
        for path, source in self.workspace.open.items():
            workspace.put(path, source.text)
        self.workspace = workspace

    async def _opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = self._path(document.uri)
        self.names[path] = document.uri
        await self._put(path, document.text, document.version, 0)

    async def _changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        path = self._path(params.text_document.uri)
        for change in params.content_changes:
            await self._put(path, change.text, params.text_document.version, self.pause)

    async def _put(self, path: Path, text: str, number: int | None, pause: float) -> None:
        self.versions[path] = number
        self._check_after(path, pause)
        await self._work(lambda: self.workspace.put(path, text))

    async def _closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        path = self._path(params.text_document.uri)
        self.versions.pop(path, None)
        name = self.names.pop(path, params.text_document.uri)
        await self._work(lambda: self.workspace.close(path))
        self._read_ahead_soon()
        self.wire_to.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(name, []))

    async def _renewed(self, _: object) -> None:
        await self._work(lambda: self.workspace.renew())  # noqa: PLW0108 - the workspace may change
        for path in list(self.names):
            self._check_after(path, self.pause)
        self._read_ahead_soon()

    # ---- reading ahead ---------------------------------------------------------------------------

    def _read_ahead_soon(self) -> None:
        if self.reading is not None:
            self.reading.cancel()
        self.reading = asyncio.ensure_future(self._read_ahead())

    async def _read_ahead(self) -> None:
        """Read all texts, one at a time, slower while somebody types or waits for an answer."""
        for path in await self._work(lambda: self.workspace.all_files()):  # noqa: PLW0108 - it may change
            await asyncio.sleep(self.pause if self.waiting or self.asked else self.pause / 10)
            try:
                await self._work(partial(self._known, path))
            except Exception:
                LOG.exception("%s could not be read ahead", path)
                return
        await self._work(lambda: self.workspace.keep())  # noqa: PLW0108 - it may change

    def _known(self, path: Path) -> None:
        self.workspace.uses(path)

    async def _end(self, _: None) -> None:
        """Read nothing more: the editor goes."""
        if self.reading is not None:
            self.reading.cancel()

    # ---- checks ----------------------------------------------------------------------------------

    def _check_after(self, path: Path, pause: float) -> None:
        if path in self.waiting:
            self.waiting[path].cancel()
        loop = asyncio.get_running_loop()
        self.waiting[path] = loop.call_later(pause, self._check_soon, path)

    def _check_soon(self, path: Path) -> None:
        self.waiting.pop(path, None)
        task = asyncio.ensure_future(self._check(path))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _check(self, path: Path) -> None:
        number = self.versions.get(path)
        try:
            found = await self._work(lambda: self._findings(path, number))
        except Exception:
            LOG.exception("the check of %s failed", path)
            return
        if found is not None and path in self.names and self.versions.get(path) == number:
            told = lsp.PublishDiagnosticsParams(self.names[path], found, number)
            self.wire_to.text_document_publish_diagnostics(told)

    def _findings(self, path: Path, number: int | None) -> list[lsp.Diagnostic] | None:
        """Give what is wrong with a text; None if it has changed while this check had to wait."""
        if self.versions.get(path) != number:
            return None
        return self._answers(path).findings()

    # ---- questions -------------------------------------------------------------------------------

    async def _completion(self, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        return await self._answer(params, lambda one: one.completion(params.position))

    async def _hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        return await self._answer(params, lambda one: one.hover(params.position))

    async def _definition(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        return await self._answer(params, lambda one: one.definition(params.position))

    async def _nameable(self, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        return await self._answer(params, lambda one: one.nameable(params.position))

    async def _references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        wanted = params.context.include_declaration
        return await self._answer(
            params, lambda one: one.references(params.position, declaration=wanted)
        )

    async def _rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        return await self._answer(params, lambda one: one.rename(params.position, params.new_name))

    async def _formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return await self._answer(params, Answers.layout)

    async def _symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return await self._answer(params, Answers.symbols)

    async def _mends(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        lines = (params.range.start.line + 1, params.range.end.line + 1)
        return await self._answer(params, lambda one: one.mends(lines))

    async def _answer(self, params: Any, ask: Callable[[Answers], T]) -> T:
        """Ask a question about a text."""
        path = self._path(params.text_document.uri)
        return await self._work(lambda: ask(self._answers(path)))

    # ---- the worker ------------------------------------------------------------------------------

    async def _work(self, work: Callable[[], T]) -> T:
        """Let the worker do something; what it refuses to do is told to the person."""
        self.asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.worker, work)
        except pointing.RefusedError as error:
            raise JsonRpcException(str(error), REFUSED) from error
        finally:
            self.asked -= 1

    def _answers(self, path: Path) -> Answers:
        """Give the answers about a text, in the units that the editor counts in."""
        spoken = self.wire_to.workspace.position_encoding
        encoding = str(getattr(spoken, "value", spoken) or UTF_16)
        wire = Wire(self.workspace.source, by_name(self.names), encoding)
        return Answers(self.workspace, wire, path)

    @staticmethod
    def _path(uri: str) -> Path:
        """Give where a text lies; one that was never saved lies nowhere, under its own name."""
        place = to_fs_path(uri)
        return Path(place).resolve() if place else Path("/", uri.replace(":", "/"))


def _plain(answer: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    """Give a method as a function, on which the library may set attributes."""

    async def answered(params: Any) -> Any:
        return await answer(params)

    return answered


def _is_fault(record: logging.LogRecord) -> bool:
    """Tell whether something went wrong: that a request is refused is an answer, not a fault."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))
