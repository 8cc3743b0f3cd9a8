"""The texts of an editor and everything that is known about them.

A text that is open in the editor stands for its file.  What the packages say is built once from all
their files; while one of them is changed, it alone is parsed and checked again, among the others
as they were.  As soon as another file is looked at, the words of the change are known to it, too.
Whenever a file is saved, everything is built anew.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from talesmith.compile.check import Checks
from talesmith.compile.program import compile_ruleset
from talesmith.compile.shelves import files_at
from talesmith.diagnose.diagnostic import Diagnostic, in_reading_order
from talesmith.ground.source import SourceText
from talesmith.lsp.positions import as_source
from talesmith.lsp.uses import Ear, Heard, Use, uses_in
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax.parse import Parsed
from talesmith.syntax.tree import File


class Workspace:
    """Open texts over the files of some folders; `roots` are searched in their order.

    `folders` are the person's own: only what lies there, or is open, may be changed.
    """

    def __init__(self, folders: Sequence[Path], roots: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self.roots = tuple(roots)
        self.open: dict[Path, SourceText] = {}
        self._changed: set[Path] = set()
        self._is_edited = False
        self._checks: Checks | None = None
        self._uses: dict[Path, tuple[Parsed, tuple[Use, ...]]] = {}
        """they stay when another text has changed, but not what it declares"""
        self._alone: dict[Path, Ruleset] = {}
        """what is compiled of texts outside of the packages"""

    # ---- texts -----------------------------------------------------------------------------------

    def put(self, path: Path, text: str) -> None:
        """Let a text of the editor stand for a file."""
        source = as_source(str(path), text)
        if self.open.get(path) == source:
            return
        self.open[path] = source
        self._touch(path)

    def close(self, path: Path) -> None:
        """Let the file speak for itself again."""
        if self.open.pop(path, None) is not None:
            self.renew()

    def renew(self) -> None:
        """Forget what was read: files have changed outside of the editor, or came, or went."""
        self._checks = None
        self._changed.clear()
        self._is_edited = False
        self._uses.clear()
        self._alone.clear()

    def keep(self) -> None:
        """Let Python's collector leave alone what is read: to look through it holds up a key."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _touch(self, path: Path) -> None:
        self._changed.add(path)
        self._is_edited = True
        self._uses.pop(path, None)
        if self._checks is not None:
            self._checks.library.put(self.open[path])
            self._checks.forget(path)

    def checks(self, path: Path) -> Checks:
        """Give the checks in which all other texts are as they are now."""
        if self._checks is None:
            self._changed.clear()
            self._checks = Checks(self.roots, order=True)
            for source in self.open.values():
                self._checks.library.put(source)
        for other in sorted(self._changed - {path}):
            self._changed.discard(other)
            if self._checks.settle(other):
                self._uses.clear()
        return self._checks

    def parsed(self, path: Path) -> Parsed:
        """Give the tree of a text."""
        return self.checks(path).library.parsed(path)

    def source(self, path: Path) -> SourceText:
        """Give a text as it is now; an empty one for a file that can't be read."""
        return self.open.get(path) or self.parsed(path).source

    def files(self) -> list[Path]:
        """Give the person's own texts."""
        found = [f for folder in self.folders for f in files_at(folder) if _is_seen(f, folder)]
        return list(dict.fromkeys((*self.open, *found)))

    def all_files(self) -> list[Path]:
        """Give every text in which a word of an open one may stand."""
        return list(dict.fromkeys((*self.files(), *self.checks(Path()).library.all_files())))

    def is_own(self, path: Path) -> bool:
        """Tell whether a text may be changed."""
        return path in self.open or any(path.is_relative_to(folder) for folder in self.folders)

    # ---- answers that many questions need --------------------------------------------------------

    def findings(self, path: Path) -> tuple[Diagnostic, ...]:
        """Give everything that is wrong with a text."""
        return in_reading_order(tuple(dict.fromkeys(self.checks(path).file(path))))

    def uses(self, path: Path) -> tuple[Use, ...]:
        """Give every word of a text that means something, with what it means."""
        checks = self.checks(path)
        parsed, kept = checks.library.parsed(path), self._uses.get(path)
        if kept is None or kept[0] is not parsed:
            kept = self._uses[path] = (parsed, uses_in(checks, path))
        return kept[1]

    def vocabulary(self, path: Path) -> Vocabulary:
        """Give the words that a text may use."""
        return self.checks(path).words_of(path)

    def ruleset(self, path: Path) -> Ruleset:
        """Give what is compiled of a text and its packages, as they are now."""
        if self._is_edited:
            self.renew()
        checks = self.checks(path)
        if checks.standing.folder_of(path) is not None:
            return checks.program_around(path).ruleset
        if path not in self._alone:
            name = checks.standing.game_around(path)
            program, _ = compile_ruleset(name, checks.library)
            around = program or checks.program_around(path)
            self._alone[path] = around.ruleset
        return self._alone[path]

    def heard_in(self, path: Path, text: SourceText) -> tuple[File, list[Heard], Vocabulary]:
        """Read another text in the place of one, which is then put back: give all that is heard."""
        checks, ear = self.checks(path), Ear()
        before = checks.library.text(path)
        try:
            checks.library.put(text)
            checks.forget(path)
            vocabulary, file = checks.heard(path, ear), checks.library.parsed(path).file
        finally:
            checks.library.put(before or SourceText(str(path), ""))
            checks.forget(path)
        return file, ear.heard, vocabulary

    def mentioning(self, name: str, also: Iterable[Path] = ()) -> Iterator[Path]:
        """Give the texts in which a word stands at all: the person's own, and some others."""
        pattern = re.compile(rf"\b{re.escape(name)}\b")
        library = self.checks(next(iter(self._changed), Path())).library
        files = dict.fromkeys((*self.files(), *also))
        return (path for path, _ in library.found_in(files, pattern))


def _is_seen(file: Path, folder: Path) -> bool:
    return not any(part.startswith(".") for part in file.relative_to(folder).parts)


def roots_of(folders: Iterable[Path], more: Iterable[Path], ours: Path) -> list[Path]:
    """Give where rules and cards are looked for: folders that have such shelves, then our own."""
    shelved = [f for f in folders if any((f / shelf).is_dir() for shelf in ("cards", "rules"))]
    return list(dict.fromkeys((*more, *shelved, ours)))
