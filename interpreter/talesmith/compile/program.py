"""`load_ruleset`: from a name to a frozen, checked ruleset with everything it uses.

The passes over the chosen files: parse; collect all declarations; put the vocabulary together;
write each head; write the boards; lay overlays over the base; freeze; then the checks that need the
whole (`whole`).  Every pass goes on after a mistake, so that one run reports all of them; a ruleset
is given back only if none of them is an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from talesmith.compile.assemble import Plan, assemble
from talesmith.compile.cards import FORMS, write_card
from talesmith.compile.context import Writer
from talesmith.compile.gathered import Gathered
from talesmith.compile.library import Library
from talesmith.compile.maps import write_map
from talesmith.compile.selection import Selection, find_ruleset, of_packages, select
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.ground.nearest import nearest
from talesmith.ground.span import NOWHERE, Span
from talesmith.names.declared import declared_in, package_of
from talesmith.names.findings import Findings
from talesmith.names.resolve import Resolver
from talesmith.names.scope import Home
from talesmith.names.vocabulary import Vocabulary, build
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree


@frozen
class Program:
    """A ruleset in the making: what was chosen, its words, its parts, and what was found."""

    library: Library
    plan: Plan
    vocabulary: Vocabulary
    gathered: Gathered
    ruleset: Ruleset
    findings: Findings


def compile_ruleset(
    name_or_path: str, library: Library
) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """Build the ruleset of that name, with all findings about everything it uses."""
    chosen = choose(library, name_or_path)
    if chosen is None:
        return None, (_no_ruleset(library, name_or_path), *library.broken)
    program = build_program(library, *chosen)
    return program, program.findings.all


def choose(library: Library, name: str) -> tuple[tree.Ruleset, str, Path | None] | None:
    """Give the ruleset of that name, path or package; its package and its file."""
    path = Path(name)
    if path.suffix == ".tale":
        if not path.is_file():
            return None
        file = library.parsed(path).file
        rulesets = [top for top in file.tops if isinstance(top, tree.Ruleset)]
        return (rulesets[0], package_of(file), path) if rulesets else None
    found = find_ruleset(library, name)
    if found is not None:
        return found
    if name in library.packages():
        return of_packages((name,)), name, None
    return None


def _no_ruleset(library: Library, name: str) -> Diagnostic:
    known = [*library.packages()]
    for path in (*library.extra, *library.shelf_files()):
        tops = library.parsed(path).file.tops
        known += [top.name.text for top in tops if isinstance(top, tree.Ruleset)]
    near = nearest(name, known)
    hint = f"did you mean {near} ?" if near else "known: " + ", ".join(sorted(known))
    place = Span(name, 1, 1, 1, 1) if name.endswith(".tale") else NOWHERE
    return finding("T113", place, what="ruleset", name=name, hint=hint)


def build_program(
    library: Library, node: tree.Ruleset, package: str, path: Path | None
) -> Program:
    """Run all passes for one ruleset."""
    findings = Findings()
    selection = select(library, node, package, path, findings)
    vocabulary = build_vocabulary(library, selection, findings)
    gathered = write_all(library, selection, vocabulary, findings)
    for name, board in selection.maps.items():
        text = str(board)
        gathered.maps.append(
            write_map(board, name.partition(".")[0], vocabulary, findings, text)
        )
    texts = [library.parsed(p).source.text for p in selection.files]
    plan = Plan(node, package, selection, tuple(texts))
    home = Home(package, f"{package}.{node.name}", "ruleset")
    writer = Writer(Resolver(vocabulary, findings, home), FORMS)
    ruleset = assemble(plan, gathered, writer, library)
    findings.extend(library.broken)
    return Program(library, plan, vocabulary, gathered, ruleset, findings)


def build_vocabulary(library: Library, selection: Selection, findings: Findings) -> Vocabulary:
    """Collect the declarations of all chosen files."""
    declared = []
    for path in selection.files:
        parsed = library.parsed(path)
        findings.extend(parsed.findings)
        taken = tuple(_taken(parsed.file, selection))
        file = tree.File(parsed.file.header, taken, span=parsed.file.span)
        declared += [d for d in declared_in(file) if d.kind not in ("ruleset", "map")]
    return build(declared, findings)


def _taken(file: tree.File, selection: Selection) -> Iterable[tree.Top]:
    package = package_of(file)
    for top in file.tops:
        if isinstance(top, tree.Card) and selection.takes(top, package):
            yield top


def write_all(
    library: Library, selection: Selection, vocabulary: Vocabulary, findings: Findings
) -> Gathered:
    """Write every head of the chosen files."""
    gathered = Gathered()
    for path in selection.files:
        parsed = library.parsed(path)
        package = package_of(parsed.file)
        for top in _taken(parsed.file, selection):
            if isinstance(top, tree.Card):
                text = _text_of(parsed.source.lines, top.span)
                gathered.add(write_card(top, package, vocabulary, findings, text))
    return gathered


def _text_of(lines: tuple[str, ...], span: Span) -> str:
    return "\n".join(lines[span.line - 1 : span.end_line])
