"""`talesmith new`: a card or house rule to begin with, which checks and whose scenario passes.

What is written is the beginning of its kind in `grammar/beginnings/` under another name; the kinds
are those that have a beginning, and `KIND.PACKAGE.tale` is one for the game of a package.  It is
tried out in a folder of its own first, so a name that means something else already is refused
before anything is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import frozen

from talesmith.cli.common import DEFAULT_RULESET, Failure, from_here, load, roots
from talesmith.compile.check import check_paths
from talesmith.compile.choosing import JOIN, said_title
from talesmith.compile.library import Library
from talesmith.compile.program import has_board
from talesmith.compile.selection import find_ruleset
from talesmith.compile.standing import HOME_PACKAGE
from talesmith.ground.data import grammar_folder
from talesmith.ground.source import SourceText
from talesmith.names.declared import package_of
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case
from talesmith.record.words import short_id
from talesmith.syntax import tree
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser
from talesmith.syntax.parse import parse

PLACEHOLDER, TITLE = "new_one", "New One"
"""what stands in a beginning for the name and for the title"""
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 40
"""letters of a name"""


@frozen
class Kind:
    """Where a new thing is written, and how one plays with it."""

    folder: str
    ruleset: str


BEGINNINGS = {path.stem: path for path in sorted((grammar_folder() / "beginnings").glob("*.tale"))}
KINDS = sorted({stem.partition(".")[0] for stem in BEGINNINGS})
HOUSE_RULE = "house_rule"
IN_COMBOS = ("race", "power")
HIDDEN = ("artifact", "place")
"""kinds that share the places where they lie face down: with others there yours may never come"""
BESIDE = 5
"""more cards of its kind with which a new one comes soon, and everybody finds a combo"""


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("words", metavar="NAME", nargs=-1, required=True)
@click.option("--over", metavar="PACKAGE", help="For the game of this package, such as warcraft.")
def new(kind: str, words: tuple[str, ...], over: str | None) -> None:
    """Write a card or house rule called NAME to begin with, into ./cards or ./rules.

    NAME is written in small letters, with `_` for a blank. A file that exists is never changed.
    """
    name = " ".join(words)
    refuse_bad(name)
    text, library = beginning(kind, name, over), Library(roots())
    meant = kind_of(text, library)
    path = Path(meant.folder) / f"{name}.tale"
    if path.exists():
        raise Failure(f"{path.as_posix()} exists already; nothing was written")
    refuse_taken(name, library)
    try_out(path, text)
    write_whole(path, text)
    others = others_of(kind, name, meant.ruleset) if kind in IN_COMBOS else []
    click.echo("\n".join(what_now(kind, path, meant.ruleset, others)))


def beginning(kind: str, name: str, over: str | None = None) -> str:
    """The text of a new card or house rule; ends the command if there is none over that package."""
    text = BEGINNINGS[kind].read_text("utf-8") if over is None else beginning_over(kind, over)
    return text.replace(PLACEHOLDER, name).replace(TITLE, title(name))


def beginning_over(kind: str, package: str) -> str:
    """The beginning of a kind for the game of a package; ends the command if there is none."""
    own = (path for stem, path in BEGINNINGS.items() if stem.partition(".")[0] == kind)
    texts = [path.read_text("utf-8") for path in own]
    known = {name: text for text in texts for name in packages_of(card_in(text)[1])}
    if package not in known:
        names = " or ".join(sorted(known))
        raise Failure(f"{kind}: there is no beginning over {package}; known is --over {names}")
    return known[package]


def card_in(text: str) -> tuple[tree.File, tree.Card]:
    """A beginning as it is read, and its card."""
    file = parse(SourceText("", text)).file
    (card,) = (top for top in file.tops if isinstance(top, tree.Card))
    return file, card


def packages_of(card: tree.Card) -> list[str]:
    """The packages for whose games a beginning is: those its card is over, else the first."""
    return [str(one.name) for one in card.over] or [HOME_PACKAGE]


def kind_of(text: str, library: Library) -> Kind:
    """Where the text of a beginning belongs, and the name of the game with it.

    That is the game that bears the name of a package over which the card lies, else the usual one.
    """
    file, card = card_in(text)
    if card.kind.text == HOUSE_RULE:
        return Kind("rules/house", f"{DEFAULT_RULESET}{JOIN}{card.name}")
    found = (find_ruleset(library, str(over.name)) for over in card.over)
    games = [game[0].name.text for game in found if game is not None and has_board(game[0])]
    game, package = next(iter(games), DEFAULT_RULESET), package_of(file)
    return Kind(f"cards/{package}", f"{game}{JOIN}{package}")


def title(name: str) -> str:
    """The title that a name gives: `fire_ants` is Fire Ants."""
    return " ".join(word.capitalize() for word in name.split("_"))


def others_of(kind: str, name: str, ruleset: str) -> list[str]:
    """Some more cards of a kind in a game, so that there is a combo for everybody."""
    pool = dict(load(ruleset, roots()).pools)[kind]
    return sorted({short_id(card) for card in pool} - {name})[:BESIDE]


def what_now(kind: str, path: Path, ruleset: str, others: Sequence[str]) -> list[str]:
    """What can be done with a new file."""
    file = path.as_posix()
    few = f"{ruleset}{JOIN}{kind}={','.join((path.stem, *others))}"
    few += "".join(f"{JOIN}{other}=none" for other in HIDDEN if kind in HIDDEN and other != kind)
    short = " --short-deck" if kind == "event" else ""
    meeting = [] if kind == HOUSE_RULE else [f"  talesmith play --ruleset {few}{short}"]
    return [
        f"Wrote {file}. Now change it as you like, and ask about it as often as you like:",
        f"  talesmith check {file}",
        f"  talesmith test {file}",
        f"  talesmith play --ruleset {ruleset}",
        *meeting,
    ]


# ---- names ---------------------------------------------------------------------------------------


def refuse_bad(name: str) -> None:
    """End the command unless this can be a name."""
    if NAME.fullmatch(name) is None or len(name) > LONGEST:
        hint = f", such as {likely}" if (likely := likely_name(name)) else ""
        raise Failure(
            f"a name begins with a small letter, has at most {LONGEST} small letters, digits and "
            f"single `_`{hint}"
        )
    if name in keywords(parser()):
        raise Failure(f"{name} is a word of the language; choose another name")


def likely_name(text: str) -> str:
    """A name that is much like a text, with plain letters; empty if some of its letters have none."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    if any(sign.isalpha() and not sign.isascii() for sign in plain):
        return ""
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_0123456789")[:LONGEST].strip("_")
    return name if NAME.fullmatch(name) else ""


def refuse_taken(name: str, library: Library) -> None:
    """End the command if a card, rule, ruleset or map has that name or its title already."""
    for path in library.all_files():
        file = library.parsed(path).file
        for top in file.tops:
            if isinstance(top, tree.Card | tree.Ruleset | tree.Map) and _is_called(top, name):
                kind = top.kind.text if isinstance(top, tree.Card) else type(top).__name__.lower()
                full = f"{package_of(file)}.{top.name}"
                raise Failure(f"the {kind.replace('_', ' ')} {full} has that name already")


def _is_called(top: tree.Card | tree.Ruleset | tree.Map, name: str) -> bool:
    return name == top.name.text or said_title(top).lower() == title(name).lower()


def try_out(path: Path, text: str) -> None:
    """End the command if the new text does not check or prove itself beside everything there is."""
    with tempfile.TemporaryDirectory() as folder:
        tried = Path(folder).resolve() / path
        tried.parent.mkdir(parents=True)
        tried.write_text(text, "utf-8")
        where = [Path(folder).resolve(), *roots()]
        found = check_paths([tried], where)
        book = Rulebook(where)
        outcomes = [] if found else [run_case(case, book) for case in cases_in(tried, book)]
    found += [finding for outcome in outcomes for finding in outcome.findings]
    for finding in found:
        if finding.span.path != str(tried):
            place = f"{from_here(finding.span.path)}, line {finding.span.line}"
            raise Failure(f"there is a mistake in your texts already: {place}: {finding.message}")
    problems = [f.message for f in found] + [o.case.name for o in outcomes if not o.is_fine]
    if problems:
        raise Failure(f"{path.stem} means something else already ({problems[0]})")


# ---- writing -------------------------------------------------------------------------------------


def write_whole(path: Path, text: str) -> None:
    """Write a file that does not exist, whole or not at all; ends the command if that fails."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with made(path.parent):
            try:
                beside.write_text(text, "utf-8")
                put(beside, path)
            finally:
                beside.unlink(missing_ok=True)
    except FileExistsError as error:
        raise Failure(f"{error.filename2 or error.filename} exists already") from error
    except OSError as error:
        raise Failure(f"{path.as_posix()} cannot be written: {error.strerror or error}") from error


def put(beside: Path, path: Path) -> None:
    """Give a file its name.  Raises FileExistsError if there is one of that name."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        beside.rename(path)


@contextlib.contextmanager
def made(folder: Path) -> Iterator[None]:
    """Make a folder with those above it, and take away again what was made if it stays empty."""
    fresh = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError:
        for one in fresh:
            with contextlib.suppress(OSError):
                one.rmdir()
        raise
