"""The greedy bot: a simple player that counts coins and knows no card.

Everything it knows it has from the rules of the game it sits in: what an attempt costs, what a turn
would pay if it ended now (`INCOME`), how many tokens a combo brings (`FORCE`).  Three kinds of
decision are made:

- *Conquests.*  Attempts are ranked by what a region is worth per token.  The best few, and the best
  offers, are tried one step ahead on a guess about the game (`SeatView.ahead`), where the income
  before and after tells what the region really pays.
- *Turning points*: which combo to take, whether to expand or to decline.  Each way is played on to
  the end of the own turn by the ranking alone (`future`), then compared by what it has paid and
  what it will pay in the rounds that are left.  An option is a decline if a race of its own has
  declined behind it, whatever its text.
- *Tokens in places.*  One token stays everywhere when a turn starts; later as many as possible
  stand where a rival would have it cheapest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from talesmith.bots.placing import place, take_away
from talesmith.bots.worth import FORCE, HARM, TOKENS_PER_REGION, ranking, worth
from talesmith.play.fields import LENGTH
from talesmith.play.statements.questions import OFFER
from talesmith.play.telling.view import SeatView

INCOME = "score_total"
"""the value (player): coins if the turn ended now"""
DONE = -1

TRIED = 4
"""so many options of a question are tried one step ahead"""
TURN = 60
"""answers after which a turn that is played out is cut off"""
FADING = 0.8
"""share of a declined race that is still there a turn later"""


class Greedy:
    """A bot that takes what pays best."""

    __slots__ = ()

    def __init__(self, _seed: int) -> None:
        """Make the bot; it uses no chance of its own."""

    def choose(self, view: SeatView, request: Any) -> Any:
        """The answer that seems to pay best."""
        if request[0] != "option" or view.is_sealed:
            return quick_answer(view, request)
        kinds = {view.thing(request, at) for at in range(len(request[3]))}
        if kinds & {"attempt", "region"}:
            return conquest(view, request)
        return turning_point(view, request)


# ---- quick answers, without looking ahead --------------------------------------------------------


def quick_answer(view: SeatView, request: Any) -> Any:
    """A sensible answer from the open position alone."""
    kind, _, site, options, low, high, total, _ = request
    if kind == "option":
        return quick_option(view, request)
    if kind == "number":
        return high
    if kind == "order":
        return tuple(range(len(options)))
    thing = view.rules.sites[site].thing
    if kind == "pick":
        ranked = sorted(range(len(options)), key=lambda at: -worth(view, thing, options[at]))
        return tuple(sorted(ranked[:high]))
    if total is None:
        return tuple([max(least, min(1, most)) for least, most in zip(low, high, strict=True)])
    spread = take_away if thing == "pool" else place
    return spread(view, options, low, high, abs(total))


def quick_option(view: SeatView, request: Any) -> int:
    """The best attempt that needs no die, else one that needs it, else done or the first."""
    options, may = request[3], request[7]
    ranked = ranking(view, request)
    if ranked and ranked[0][0] > 0:
        return ranked[0][1]
    plain = [at for at, option in enumerate(options) if option[1] is None]
    offers = [at for at in plain if options[at][0] >= OFFER]
    if may:
        return offers[0] if offers and not ranked else DONE
    return plain[0] if plain else 0


# ---- conquests -----------------------------------------------------------------------------------


def conquest(view: SeatView, request: Any) -> int:
    """The option with the most income per token one step ahead; done if none pays."""
    before = Standing.of(view)
    ranked = ranking(view, request)
    best, chosen = 0.0, quick_option(view, request)
    for rough, at in ranked[:TRIED]:
        if rough <= 0:
            break
        if view.thing(request, at) == "attempt" and view.short(request[3][at][1]):
            continue
        gain = before.gain(Standing.of(view.ahead(at)[0]))
        if gain > best:
            best, chosen = gain, at
    return chosen


@frozen
class Standing:
    """What counts while a race conquers."""

    income: int
    rivals: int
    """regions of rivals"""
    hand: int

    @classmethod
    def of(cls, view: SeatView) -> Standing:
        """The standing of the view's seat."""
        rivals = sum(view.held(seat).bit_count() for seat in view.rivals)
        hand = sum(view.hand(race) for race in view.races())
        return cls(view.ask(INCOME, view.seat), rivals, hand)

    def gain(self, after: Standing) -> float:
        """What has been won per token spent."""
        won = after.income - self.income + HARM * (self.rivals - after.rivals)
        return won / max(1, self.hand - after.hand)


# ---- turning points ------------------------------------------------------------------------------


@frozen
class Future:
    """Where an option leads: coins won until the end of the turn, and what is left then."""

    won: int
    income: int
    """what the position pays each turn from now on"""
    rounds: int
    declined: bool
    """whether a race of the seat has gone into decline on the way"""

    @property
    def value(self) -> float:
        """Coins in sight if things stay as they are."""
        return self.won + self.income * min(self.rounds, 3)


def turning_point(view: SeatView, request: Any) -> int:
    """The option with the best future; decline when a new race pays more than it costs."""
    tried = list(shortlist(view, request))
    if len(tried) == 1:
        return tried[0]
    futures = [(at, future(view, at)) for at in tried]
    stays = [pair for pair in futures if not pair[1].declined]
    leaves = [pair for pair in futures if pair[1].declined]
    best = max(stays, key=lambda pair: pair[1].value, default=None)
    if best is None:
        return max(leaves, key=lambda pair: pair[1].value)[0]
    for at, gone in leaves:
        if pays_to_decline(best[1], gone, fresh_income(view)):
            return at
    return best[0]


def shortlist(view: SeatView, request: Any) -> Iterable[int]:
    """The options worth a look: the best combos, everything else, and done."""
    options = range(len(request[3]))
    rough = {at: worth(view, view.thing(request, at), request[3][at][1] or 0) for at in options}
    yield from sorted(sorted(options, key=lambda at: -rough[at])[:TRIED])
    if request[7]:
        yield DONE


def future(view: SeatView, answer: Any) -> Future:
    """Give an answer in the guess and play the turn out by quick answers."""
    seat, coins = view.seat, view.coins()
    own, declined = set(view.races()), False
    rounds = view.ask(LENGTH) - view.round
    for _ in range(TURN):
        view, events = view.ahead(answer)
        declined = declined or any(e[0] == "declined" and e[1] in own for e in events)
        request = view.request
        if request is None or request[0] == "group" or request[1] != seat:
            break
        answer = quick_answer(view, request)
    return Future(view.coins() - coins, view.ask(INCOME, seat), rounds, declined)


def fresh_income(view: SeatView) -> float:
    """What a new race will pay each turn, by the best combo that could be paid now."""
    tokens = [
        view.ask(FORCE, view.seat, combo)
        for combo in view.column()
        if view.may("can_pick", view.seat, combo)
    ]
    return max(tokens, default=0) / TOKENS_PER_REGION + 1


def pays_to_decline(stay: Future, gone: Future, fresh: float) -> bool:
    """Whether the rounds left make up for what the change costs now."""
    later = fresh + FADING * gone.income
    return later > stay.income and stay.rounds * (later - stay.income) > stay.won - gone.won
