"""Going on from a save: with the same rules from the position, with others from further back.

The same rules: the position is taken as it stands, and the answers are played once more from the
start of the game to have their history for undo and transcripts.

Other rules (a card was edited): a position in the middle of an effect may mean something else now,
so nothing is guessed.  The game goes back to the first question of the newest round, asks it anew
under the rules of today, and plays the recorded answers as long as they are legal.  That needs the
same numbering of things and the same bodies in the frames of that moment; otherwise the game is
played from its beginning.  The first answer that is not legal any more is named.
"""

from __future__ import annotations

from attrs import evolve, frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.statements.bodies import signature
from talesmith.record.digest import digest
from talesmith.record.identity import identity_of
from talesmith.record.plain import BadPosition, Json, from_plain
from talesmith.record.saved import OLDER_COPY, SavedGame, SaveError, shape_of
from talesmith.record.session import ReplayStopped, Session
from talesmith.ruleset.parts import Map, Ruleset

POSITION, ROUND, START = "position", "round", "start"


@frozen
class Resumed:
    """A game that goes on, and how it was found."""

    session: Session
    how: str
    """position: as it was saved; round: from the newest round; start: from the beginning"""
    differences: tuple[str, ...]
    """what is not the same as when it was saved"""
    stopped: ReplayStopped | None
    """the first recorded answer that is not legal any more: the game stands before it"""

    def notes(self) -> list[str]:
        """What a person should know, in sentences; empty if the game is as it was saved."""
        notes = []
        if self.differences:
            notes.append(f"The rules have changed: {'; '.join(self.differences)}.")
        if self.how == ROUND:
            notes.append("The game was played again from the start of the round.")
        elif self.how == START:
            notes.append("The game was played again from its beginning.")
        if self.stopped is not None:
            notes.append(f"It stands where the first answer is no longer legal: {self.stopped}.")
        return notes


def board_of(ruleset: Ruleset, saved: SavedGame) -> tuple[Map, ...]:
    """The maps of the saved game, for `bind`.  Raises SaveError if the ruleset lacks one."""
    known = {board.id: board for board in ruleset.maps}
    missing = [name for name in saved.identity.maps if name not in known]
    if missing:
        problem = f"{ruleset.id} has no map {missing[0]}"
        raise SaveError(f"{saved.place}, `identity`", problem, "use the rules it was saved with")
    return tuple(known[name] for name in saved.identity.maps)


def resume(saved: SavedGame, rules: Binder) -> Resumed:
    """Go on with a saved game under these rules, bound for its players and its board.

    Raises SaveError when that is not possible.
    """
    now, then = identity_of(rules, saved.identity.seed), saved.identity
    if then.language > rules.ruleset.language:
        problem = f"the game speaks language {then.language}, and {now.language} is known here"
        raise SaveError(f"{saved.place}, `identity`", problem, "install a newer version")
    if len(saved.players) != rules.players:
        problem = f"the game has {len(saved.players)} players, not {rules.players}"
        raise SaveError(f"{saved.place}, `players`", problem, "bind the rules for them")
    if now == then and _fits(saved, rules, saved.position):
        resumed = Resumed(_as_saved(saved, rules), POSITION, (), None)
    else:
        resumed = _played_again(saved, rules, tuple(then.differences(now)))
    resumed.session.kinds = saved.kinds
    return resumed


def _as_saved(saved: SavedGame, rules: Binder) -> Session:
    """The game at its position, with its history if playing the answers leads there."""
    game = _position(saved, rules, saved.position, "position")
    session = Session.resume(rules, saved.players, saved.identity.seed, game)
    try:
        played = _from_start(saved, rules)
        played.play(saved.answers)
    except (ReplayStopped, SaveError):
        return session
    return played if digest(rules, played.game) == digest(rules, game) else session


def _from_start(saved: SavedGame, rules: Binder) -> Session:
    if saved.origin is None:
        return Session(rules, saved.players, saved.identity.seed)
    if not _fits(saved, rules, saved.origin):
        problem = "the game began in a position that these rules do not know"
        raise SaveError(f"{saved.place}, `origin`", problem, "use the rules it was saved with")
    game = _position(saved, rules, saved.origin, "origin")
    return Session.resume(rules, saved.players, saved.identity.seed, game)


def _played_again(saved: SavedGame, rules: Binder, differences: tuple[str, ...]) -> Resumed:
    how, session, answers = START, None, saved.answers
    fits = _fits(saved, rules, saved.round_position)
    if fits and _can_ask_again(rules, saved.round_position):
        game = asked_again(rules, _position(saved, rules, saved.round_position, "round"))
        session = Session.resume(rules, saved.players, saved.identity.seed, game)
        how, answers = ROUND, saved.answers[saved.round_answers :]
    if session is None:
        session = _from_start(saved, rules)
    try:
        session.play(answers)
    except ReplayStopped as stopped:
        at = stopped.at + len(saved.answers) - len(answers)
        stopped = ReplayStopped(at, stopped.line, stopped.reason)
        return Resumed(session, how, differences, stopped)
    return Resumed(session, how, differences, None)


# ---- may a frame go on under these rules? --------------------------------------------------------


def _fits(saved: SavedGame, rules: Binder, position: Json) -> bool:
    """Whether things have the same numbers and all bodies of the frames are the same."""
    if saved.shape != shape_of(rules):
        return False
    codes = {code.name: code for code in rules.codes}
    for name in _bodies_in(position):
        now = signature(rules, codes[name]) if name in codes else None
        if name not in codes or saved.bodies.get(name) != now:
            return False
    return True


def _bodies_in(position: Json) -> set[str]:
    return {str(frame["body"]) for frame in position["stack"]}


def _can_ask_again(rules: Binder, position: Json) -> bool:
    """Whether the question can be asked anew, and no frame holds handlers by their number.

    Frames of the machine, of actions and of replacements do hold such numbers.
    """
    request = position["request"]
    if request is None or request["kind"] == "group":
        return False
    codes = {code.name: code for code in rules.codes}
    instead = {bound.handler.id for bound in rules.bounds if bound.handler.form == "instead"}
    names = _bodies_in(position)
    return all(codes[name].kind == "body" and name not in instead for name in names)


def asked_again(rules: Binder, game: Game) -> Game:
    """The same position, its question built anew: other rules may offer other things."""
    m = Machine(evolve(game, request=None), rules.codes)
    frame = m.top()
    frame.pc -= 1
    m.run()
    return m.freeze(game)


def _position(saved: SavedGame, rules: Binder, position: Json, entry: str) -> Game:
    try:
        return from_plain(rules, position)
    except BadPosition as error:
        raise SaveError(f"{saved.place}, `{entry}`", str(error), OLDER_COPY) from error
