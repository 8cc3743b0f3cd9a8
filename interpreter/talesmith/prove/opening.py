"""From a case to the position in which its first answer is due."""

from __future__ import annotations

from attrs import frozen

from talesmith.diagnose.registry import finding
from talesmith.model.game import Game
from talesmith.names.findings import Findings
from talesmith.play.bind import Binder
from talesmith.prove.asking import NotInPlayError, Questions
from talesmith.prove.cases import Case
from talesmith.prove.facts import Facts, sort_facts
from talesmith.prove.position import position
from talesmith.prove.rulebook import Played, Rulebook, UnsoundError
from talesmith.prove.start import NoStartError, start_at, start_of_game
from talesmith.record.names import Names
from talesmith.record.words import short_id
from talesmith.syntax import tree

FIRST_STEP = "game"
POINT = "conquest_choice"
"""where a scenario starts that does not say"""


@frozen(eq=False)
class Opened:
    """A case ready to be played: rules, players in the order of their seats, the position.

    `before` is the position as it is given, `game` the one in which the first answer is due.
    """

    played: Played
    seats: tuple[str, ...]
    game: Game
    before: Game


def open_case(case: Case, book: Rulebook) -> Opened:
    """Lay out the position of a case and start it.

    Raises UnsoundError when something is wrong with the ruleset, the position or the start, and
    Defect when a rule breaks down on the way to the first question.
    """
    findings = Findings()
    facts = sort_facts(case.scenario, findings)
    seats = _seats(case, facts, findings)
    _stop_at(findings)
    played = _rules(case, book, seats, findings)
    _stop_at(findings)
    Names(played.rules, seats)
    point, who = _start(case, facts)
    _point_is_known(played, point, findings)
    game = position(played.rules, seats, facts, findings, whole=point.text != FIRST_STEP)
    _stop_at(findings)
    if point.text == FIRST_STEP:
        kept = frozenset(facts.table.facts)
        return Opened(played, seats, start_of_game(played.rules, game, kept), game)
    return Opened(played, seats, _begun(played.rules, seats, game, point, who), game)


def _stop_at(findings: Findings) -> None:
    if any(found.is_error for found in findings.all):
        raise UnsoundError(findings.all)


def _seats(case: Case, facts: Facts, findings: Findings) -> tuple[str, ...]:
    players = facts.players
    if len(set(players)) < max(1, len(players)):
        place = facts.table.facts.get("players")
        span = facts.table.span if place is None else place.span
        findings.add("T202", span, problem="`players:` names whoever plays, each once")
    return seated(case, players)


def seated(case: Case, players: tuple[str, ...]) -> tuple[str, ...]:
    """The players of a scenario in the order in which they sit in this variation."""
    turned = case.turned % max(1, len(players))
    return (*players[len(players) - turned :], *players[: len(players) - turned])


def _rules(case: Case, book: Rulebook, seats: tuple[str, ...], findings: Findings) -> Played:
    span = next((x.span for x in case.scenario.lines if isinstance(x, tree.Under)),
                case.scenario.title.span)  # fmt: skip
    without = None
    try:
        if case.without is not None:
            span = case.without.span
            without = book.full_name(case.ruleset, case.path, str(case.without))
        return book.played(case.ruleset, len(seats), case.path, without=without)
    except (LookupError, ValueError) as error:
        findings.add("T202", span, problem=str(error))
        raise UnsoundError(findings.all) from None


def _start(case: Case, facts: Facts) -> tuple[tree.Word, tree.Word | None]:
    for line in case.scenario.lines:
        if isinstance(line, tree.StartAt):
            return line.point, line.player
    span = case.scenario.title.span
    return tree.Word(POINT, span=span), tree.Word(facts.players[0], span=span)


def _point_is_known(played: Played, point: tree.Word, findings: Findings) -> None:
    hooks = played.rules.hooks
    known = [FIRST_STEP, *(n for n, h in hooks.items() if h.kind in ("point", "moment"))]
    if point.text not in known:
        findings.unknown("T104", point.span, point.text, known, what="point or moment")


def _begun(
    rules: Binder, seats: tuple[str, ...], game: Game, point: tree.Word, who: tree.Word | None
) -> Game:
    player, race = None, None
    if who is not None and who.text in seats:
        player = seats.index(who.text)
    elif who is not None:
        race = _race(rules, game, who)
    try:
        return start_at(rules, game, point.text, player, race)
    except NoStartError:
        about = "" if who is None else f" of {who}"
        problem = f"these rules never come to `{point}`{about} in this position"
        span = point.span if who is None else point.span.to(who.span)
        raise UnsoundError([finding("T211", span, problem=problem)]) from None


def _race(rules: Binder, game: Game, who: tree.Word) -> int:
    known = {short_id(card.id): card.id for card in rules.cards_of("race")}
    try:
        return Questions(rules, game).race(known[who.text])
    except (KeyError, NotInPlayError):
        findings = Findings()
        findings.unknown("T105", who.span, who.text, known)
        raise UnsoundError(findings.all) from None
