"""From the name of a ruleset to all its parts, with everything that is wrong with them.

The passes over the chosen files: parse; collect all declarations; put the vocabulary together;
write each head; write the boards; lay overlays over the base; freeze; then the checks that need the
whole.  Every pass goes on after a mistake, so that one run reports all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path

from attrs import evolve, frozen

from talesmith.compile.assemble import Plan, assemble
from talesmith.compile.cards import FORMS, write_card
from talesmith.compile.choosing import JOIN, choose
from talesmith.compile.cites import indexed_packages
from talesmith.compile.context import Writer
from talesmith.compile.gathered import Gathered
from talesmith.compile.judged import judge, whole_of, without_allowed
from talesmith.compile.library import Library
from talesmith.compile.maps import write_map
from talesmith.compile.narrowing import full_name
from talesmith.compile.selection import Folder, Selection, find_house_rule, select
from talesmith.compile.silenced import without_silenced
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.ground.nearest import nearest
from talesmith.ground.span import NOWHERE, Span
from talesmith.lint.whole import Text, Whole
from talesmith.names.building import build
from talesmith.names.declared import Declared, declared_in, home_of, package_of
from talesmith.names.findings import Findings
from talesmith.names.resolve import Listener, Resolver
from talesmith.names.scope import Home
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed


@frozen
class Part:
    """The heads of one file that belong to a ruleset, and the words they declare."""

    parsed: Parsed
    package: str
    heads: tuple[tree.Card, ...]
    declared: tuple[Declared, ...]


@frozen(slots=False)
class Program:
    """A ruleset in the making: what was chosen, its words, its parts, and what was found."""

    plan: Plan
    parts: dict[Path, Part]
    written: dict[Path, Gathered]
    vocabulary: Vocabulary
    ruleset: Ruleset
    whole: Whole
    """all that is written, for the checks that judge"""
    met: tuple[Diagnostic, ...]
    """what was found without judging"""
    indexed: Collection[str]
    """the packages whose rules have ids"""
    mentioned: Collection[str] | None = None

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that was found; it is judged when somebody asks."""
        findings = Findings()
        findings.extend(self.met)
        whole = evolve(self.whole, findings=findings, known=self.whole.by_id)
        return judged(whole, self.vocabulary, self.mentioned, self.indexed)


def compile_ruleset(
    name_or_path: str, library: Library
) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """Build the ruleset of that name, with all findings about everything it uses."""
    chosen = choose(library, name_or_path)
    if chosen is None:
        return None, (_no_ruleset(library, name_or_path), *library.broken)
    program = build_program(library, *chosen)
    found = program.findings
    for path in dict.fromkeys(one.span.path for one in found if one.span.path):
        found = tuple(without_silenced(found, library.parsed(Path(path))))
    return program, found


def has_board(node: tree.Ruleset) -> bool:
    """Tell whether a ruleset can be played: it says on which board."""
    return any(isinstance(line, tree.UseMap) for line in node.lines)


def _no_ruleset(library: Library, name: str) -> Diagnostic:
    first, *more = name.split(JOIN)
    missing = (one for one in more if one.endswith(".tale") and not Path(one).is_file())
    name = next(missing, first)
    known: list[str] = []
    for path in (*library.extra, *library.shelf_files()):
        tops = library.parsed(path).file.tops
        known += [top.name.text for top in tops if isinstance(top, tree.Ruleset) and has_board(top)]
    near = nearest(name, known)
    hint = f"did you mean {near} ?" if near else "known: " + ", ".join(sorted(known))
    if find_house_rule(library, (), full_name(tree.Word(first))) is not None:
        hint = f"it is a house rule: write RULESET+{first}"
    place = Span(name, 1, 1, 1, 1) if name.endswith(".tale") else NOWHERE
    return finding("T113", place, what="ruleset", name=name, hint=hint)


def build_program(
    library: Library, node: tree.Ruleset, package: str, paths: tuple[Path, ...],
    mentioned: Collection[str] | None = None, folder: Folder | None = None,
    like: Program | None = None,
) -> Program:  # fmt: skip
    """Run all passes for one ruleset.

    `paths` are files outside of its packages, its own first; `mentioned` are the words of all
    scenarios, if known; `folder` has the cards with which a scenario is played.  The parts that
    the ruleset has in common with one that it is `like` are taken over as they are written there:
    only for a file that is added to rules in which it cannot change the meaning of a word.
    """
    findings = Findings()
    selection = select(library, node, paths, findings, folder)
    parts = {file: _part(library, file, selection, like) for file in selection.files}
    for part in parts.values():
        findings.extend(part.parsed.findings)
    vocabulary = vocabulary_of(parts.values(), findings)
    written = {
        file: like.written[file] if like and part is like.parts.get(file)
        else write(part, vocabulary, findings)
        for file, part in parts.items()
    }  # fmt: skip
    gathered = together(written.values())
    _write_maps(library, selection, gathered, vocabulary, findings)
    # what a file says beside its heads, such as a ruleset, is in the pools, settings and boards
    texts = [part.parsed.source.text for part in parts.values() if part.heads]
    plan = Plan(node, package, selection, tuple(texts))
    home = Home(package, f"{package}.{node.name}", "ruleset")
    writer = Writer(Resolver(vocabulary, findings, home), FORMS)
    ruleset = assemble(plan, gathered, writer)
    findings.extend(library.broken)
    whole = whole_around(parts, gathered, Findings(), known=like.whole.by_id if like else None)
    indexed = indexed_packages(library)
    return Program(
        plan, parts, written, vocabulary, ruleset, whole, findings.all, indexed, mentioned
    )


def _part(library: Library, file: Path, selection: Selection, like: Program | None) -> Part:
    parsed, known = library.parsed(file), like.parts.get(file) if like else None
    as_before = known is not None and known.parsed is parsed
    if known and as_before and known.heads == _heads_of(parsed, selection):
        return known
    return part_of(parsed, selection)


def part_of(parsed: Parsed, selection: Selection) -> Part:
    """Give what a file adds to a ruleset."""
    heads = _heads_of(parsed, selection)
    file = tree.File(parsed.file.header, heads, span=parsed.file.span)
    return Part(parsed, package_of(parsed.file), heads, tuple(declared_in(file)))


def _heads_of(parsed: Parsed, selection: Selection) -> tuple[tree.Card, ...]:
    """Give the heads of a file that belong to a ruleset."""
    package = package_of(parsed.file)
    return tuple(
        top
        for top in parsed.file.tops
        if isinstance(top, tree.Card) and selection.takes(top, package, parsed.source.path)
    )


def vocabulary_of(parts: Iterable[Part], findings: Findings) -> Vocabulary:
    """Put the declarations of all parts together."""
    return build((one for part in parts for one in part.declared), findings)


def write(
    part: Part, vocabulary: Vocabulary, findings: Findings, listener: Listener | None = None
) -> Gathered:
    """Write every head of a part; a listener is told of its expressions."""
    gathered = Gathered()
    lines = part.parsed.source.lines
    for head in part.heads:
        text = "\n".join(lines[head.span.line - 1 : head.span.end_line])
        gathered.add(write_card(head, part.package, vocabulary, findings, text, listener))
    return gathered


def together(written: Iterable[Gathered]) -> Gathered:
    """Give the parts of all files as one."""
    gathered = Gathered()
    for one in written:
        gathered.add(one)
    return gathered


def _write_maps(
    library: Library, selection: Selection, gathered: Gathered, vocabulary: Vocabulary,
    findings: Findings,
) -> None:  # fmt: skip
    for name, board in selection.maps.items():
        lines = library.lines(board.span.path)
        text = "\n".join(lines[board.span.line - 1 : board.span.end_line])
        package = name.partition(".")[0]
        gathered.maps.append(write_map(board, package, vocabulary, findings, text))


def whole_around(
    parts: dict[Path, Part], gathered: Gathered, findings: Findings, near: str = "",
    known: Mapping[str, Text] | None = None,
) -> Whole:  # fmt: skip
    """Give what is judged, and where what is found is added.

    With `near` what is wrong in one file alone is looked for in that file only; `known` are the
    texts of a ruleset that this one was before that file has changed.
    """
    heads = {
        home_of(head, part.package).card: head for part in parts.values() for head in part.heads
    }
    sources = {str(path): part.parsed.source.lines for path, part in parts.items()}
    return whole_of(gathered, heads, sources, findings, near, known)


def judged(
    whole: Whole, vocabulary: Vocabulary, mentioned: Collection[str] | None,
    indexed: Collection[str],
) -> tuple[Diagnostic, ...]:  # fmt: skip
    """Run the checks that need the whole, and leave out what authors have allowed.

    `mentioned` as in `build_program`, `indexed` are the packages whose rules have ids.
    """
    judge(whole, vocabulary, mentioned, indexed)
    return tuple(without_allowed(whole, whole.findings.all))
