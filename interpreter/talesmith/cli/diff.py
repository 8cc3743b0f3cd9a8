"""`talesmith diff`: how two versions of rules and cards behave differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
from attrs import evolve

from talesmith.cli.common import (
    DEFAULT_RULESET,
    FINDINGS,
    RULESET_HELP,
    Failure,
    in_a_line,
    options,
    rendered,
)
from talesmith.cli.diff_texts import Hunk, around, block_end, changed, told
from talesmith.cli.progress import Progress
from talesmith.cli.worlds import World, worlds
from talesmith.compile.choosing import JOIN
from talesmith.compile.library import Library
from talesmith.compile.load import load_ruleset
from talesmith.names.declared import package_of
from talesmith.play.step import bind
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook, UnsoundError
from talesmith.prove.run import run_case
from talesmith.record.session import Session
from talesmith.record.told import tell
from talesmith.ruleset.parts import Ruleset
from talesmith.run.causes import Cause, causes
from talesmith.run.parting import Difference, Parting, played_again
from talesmith.run.preferring import changed_cards, in_play, preferring
from talesmith.run.recording import SEATS, Games, played
from talesmith.run.running import Ran
from talesmith.show.lines import counted

BROKEN = "cannot be read"


@click.command()
@click.argument("old")
@click.argument("new")
@options(
    click.option(
        "--ruleset", "ruleset_name", metavar="NAME|FILE", default=DEFAULT_RULESET,
        show_default=True, help=RULESET_HELP,
    ),
    click.option("--games", default=3, show_default=True, type=click.IntRange(0, 1000),
                 help="Games that are played under both."),
    click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 10**8),
                 help="Seed of the first game."),
    click.option("--players", type=click.IntRange(1, len(SEATS)),
                 help="Players; without it, all numbers that there is a board for in turn."),
    click.option("--no-scenarios", is_flag=True, help="Leave the scenarios out."),
)  # fmt: skip
def diff(
    old: str,
    new: str,
    ruleset_name: str,
    games: int,
    seed: int,
    players: int | None,
    no_scenarios: bool,
) -> int:
    """Tell how the rules and cards in OLD and NEW behave differently.

    Each is a folder with `rules` or `cards` in it, or a revision of the current git repository, such
    as HEAD~1. Told are the texts that changed, the scenarios of either (of the packages that are used
    and of changed texts) that now pass or fail, and what is different in games that bots play under OLD and whose answers are given again under NEW:
    values, permissions, allowed answers, events, grouped by the line of the card that caused them. Where
    only cards changed, and in every second game otherwise, few other cards lie in the stacks, so that
    the changed ones come; how often they did is told.

    Ends with 0 if nothing is different, with 1 if something is or a text has mistakes, and with 2 for
    what is neither folder nor revision, or has no such rules.
    """
    wanted = Games(games, seed, players)
    with worlds(old, new, ruleset_name) as pair:
        changes = changed(*pair)
        section("Texts", told(changes) or ["no text changed"])
        if not changes:
            return 0
        first, second = (loaded(world, ruleset_name) for world in pair)
        used = {name for ruleset in (first, second) for name, _ in ruleset.packages}
        if not no_scenarios:
            section("Scenarios", scenarios(*pair, wanted_in(pair, used, changes)))
        missed = strangers(pair, used, changes)
        lines = [*advice(missed, ruleset_name), *games_told(pair, first, second, wanted, changes)]
        section(f"Games of {ruleset_name}", lines)
    return FINDINGS


def section(title: str, lines: Sequence[str]) -> None:
    """Print a heading and what belongs under it."""
    click.echo("\n".join([f"{title}:", *(f"  {line}".rstrip() for line in lines), ""]))


def loaded(world: World, name: str) -> Ruleset:
    """The ruleset of a version; ends the command when it has mistakes or is not there."""
    ruleset, findings = load_ruleset(name, world.roots)
    serious = [finding for finding in findings if finding.is_error]
    if ruleset is None:
        placed = [finding for finding in serious if finding.span.path]
        click.echo(rendered(placed, "full"), nl=False, err=True)
        whole = "; ".join(in_a_line(finding) for finding in serious if not finding.span.path)
        problem = f"the rules {name} of {world.name} cannot be used{whole and f': {whole}'}"
        if not placed:
            raise Failure(problem)
        click.echo(problem, err=True)
        raise click.exceptions.Exit(FINDINGS)
    if not ruleset.boards:
        raise Failure(f"{name} names no map, so it is a part of games and no game")
    return ruleset


# ---- scenarios -----------------------------------------------------------------------------------


def wanted_in(pair: tuple[World, World], used: set[str], changes: Collection[str]) -> set[str]:
    """The texts whose scenarios are run: changed ones, those of used packages, those in no folder."""
    names = {*pair[0].files, *pair[1].files}
    return {
        name
        for name in names
        if name in changes or name.count("/") == 1 or name.split("/")[1] in used
    }


def scenarios(old: World, new: World, wanted: set[str]) -> list[str]:
    """The scenarios whose outcome is another one, or that only one version has."""
    before, after = verdicts(old, wanted), verdicts(new, wanted)
    lines = []
    for key in [*before, *(key for key in after if key not in before)]:
        was, now = before.get(key, "not there"), after.get(key, "not there")
        if was != now:
            lines.append(f"{key[0]}: {key[1]}: {was} -> {now}")
    same = sum(after.get(key) == was for key, was in before.items())
    return [*lines, f"{counted(same, 'scenario')} as before"]


def verdicts(world: World, wanted: set[str]) -> dict[tuple[str, str], str]:
    """What becomes of each scenario in the wanted files of a version, by file and name."""
    book, found = Rulebook(world.roots), {}
    files = {name: path for name, path in world.files.items() if name in wanted}
    progress = Progress(len(files), f"files of {world.name}")
    for name, path in files.items():
        try:
            for case in cases_in(path, book):
                found[name, case.name] = run_case(case, book).verdict
        except UnsoundError:
            found[name, "the file"] = BROKEN
        progress.more(1)
    return found


# ---- games ---------------------------------------------------------------------------------------


def strangers(
    pair: tuple[World, World], used: set[str], changes: Collection[str]
) -> dict[str, str]:
    """Changed cards of packages that no game uses: the package of each text."""
    book, found = Library(()), {}
    for name in sorted(changes):
        path = next(world.files[name] for world in pair if name in world.files)
        package = package_of(book.parsed(path).file)
        if name.startswith("cards/") and package not in used:
            found[name] = package
    return found


def advice(missed: Mapping[str, str], ruleset: str) -> list[str]:
    """What is to be said of changed cards that come into no game."""
    if not missed:
        return []
    wider = JOIN.join((ruleset, *dict.fromkeys(missed.values())))
    return [*(f"{name} is in no game of {ruleset}" for name in missed), f"try --ruleset {wider}"]


def games_told(
    pair: tuple[World, World],
    old: Ruleset,
    new: Ruleset,
    wanted: Games,
    changes: dict[str, list[Hunk]],
) -> list[str]:
    """What is different in the games, by cause."""
    found, progress = [], Progress(wanted.games, "games")
    cards, met = changed_cards(old, new), Counter[str]()
    few = preferring(old, cards), preferring(new, cards)
    is_all = all(name.startswith("cards/") for name in changes)
    try:
        for at, seed in enumerate(wanted.seeds):
            # other games tell of other changes
            first, second = few if is_all or at % 2 == 0 else (old, new)
            for session in played(first, evolve(wanted, games=1, seed=seed)):
                found.append(differences(session, second, pair, changes))
                met.update(in_play(session))
            progress.more(1)
    except ValueError as error:
        raise Failure(str(error)) from error
    same, games = sum(not parts for parts in found), counted(wanted.games, "game")
    lines = [f"{same} of {games} as before"]
    lines += [f"{card} came into play in {met[card]} of {games}" for card in cards]

    def near(path: str) -> str:
        return pair[0].near(pair[1].near(path))

    for cause in causes((one for parts in found for one in parts), near):
        lines += ["", *cause.told(), *behind(cause, changes)]
    return lines


def differences(
    was: Session, ruleset: Ruleset, pair: tuple[World, World], changes: dict[str, list[Hunk]]
) -> list[Difference]:
    """What is different in a game when its answers are given again under other rules."""
    boards = {board.id: board for board in ruleset.maps}
    names = [board.id for board in was.rules.board.maps]
    missing = [name for name in names if name not in boards]
    if missing:
        raise Failure(f"the new rules have no map {missing[0]}, so no game can be compared")
    rules = bind(ruleset, was.rules.players, maps=tuple(boards[name] for name in names))
    session, stopped = played_again(rules, was.names.seats, was.seed, was.lines)
    was_changed, is_changed = (
        partial(touched, world=world, changes=changes, is_old=world is pair[0]) for world in pair
    )
    return Parting(tell(was), session, is_changed, was, was_changed).differences(stopped)


def touched(line: Ran, world: World, changes: dict[str, list[Hunk]], *, is_old: bool) -> bool:
    """Whether a line of a version has changed, or one inside the block that begins there."""
    path = world.near(line.path)
    if path not in changes:
        return False
    last = block_end(Path(line.path), line.line)
    return any(hunk.meets(line.line, last, is_old=is_old) for hunk in changes[path])


def behind(cause: Cause, changes: dict[str, list[Hunk]]) -> list[str]:
    """The changed lines of the texts that a cause comes from."""
    lines: list[str] = []
    for is_old, terms in ((True, cause.less), (False, cause.more)):
        for term in terms:
            lines += around(changes, term.path, term.line, is_old=is_old)
    return [f"    {line}" for line in dict.fromkeys(lines)]
