"""Statements, in the order of the grammar."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Allot,
    Ask,
    AtOnce,
    Attach,
    Block,
    Branch,
    CallStep,
    Change,
    Choose,
    ChooseNumber,
    ChooseOption,
    Circle,
    Detach,
    Do,
    Draw,
    Each,
    End,
    Exchange,
    Expire,
    Expression,
    Fire,
    For,
    Found,
    If,
    Let,
    Loop,
    Mark,
    MoveAmount,
    MoveThing,
    Name,
    Next,
    Option,
    Order,
    Pair,
    Pot,
    Proceed,
    RemoveAmount,
    RemoveThing,
    Return,
    Reveal,
    Roll,
    Secretly,
    Set,
    Shuffle,
    Station,
    Stop,
    Swap,
    Unmark,
    Using,
    Where,
    Word,
)


def block(p: Parts) -> Block:
    """Statements between braces."""
    return p.rest()


def let(p: Parts) -> Let:
    """`let name = value where`."""
    p.skip()
    return Let(p.word(), p.expr(), p.where(named=False), span=p.span)


def if_(p: Parts) -> If:
    """`if`, with `else` and `else if`."""
    p.skip()
    condition, then = p.expr(), p.block()
    if not p.takes("K_ELSE"):
        return If(condition, then, None, span=p.span)
    otherwise: Block = (p.any(),) if p.has(If) else p.block()
    return If(condition, then, otherwise, span=p.span)


def _over_a_set(p: Parts) -> tuple[Word, Expression, Where | None, Block]:
    p.skip()
    name = p.word()
    p.skip()
    return name, p.expr(), p.where(named=True), p.block()


def for_(p: Parts) -> For:
    """`for name in S where`."""
    return For(*_over_a_set(p), span=p.span)


def at_once(p: Parts) -> AtOnce:
    """`at_once name in S where`."""
    return AtOnce(*_over_a_set(p), span=p.span)


def secretly(p: Parts) -> Secretly:
    """`secretly name in S where { } as result`."""
    head = _over_a_set(p)
    p.skip()
    return Secretly(*head, p.word(), span=p.span)


def loop(p: Parts) -> Loop:
    """`loop name at_most n times`."""
    p.skip()
    name = p.maybe_word()
    p.skip()
    most = p.expr()
    p.skip()
    return Loop(name, most, p.block(), span=p.span)


def circle(p: Parts) -> Circle:
    """`circle name in S at_most n times`."""
    p.skip()
    name = p.word()
    p.skip()
    source, most = p.expr(), p.expr_after("K_AT_MOST")
    p.takes("K_TIMES")
    return Circle(name, source, most, p.block(), span=p.span)


def using(p: Parts) -> Using:
    """`using attempt`."""
    p.skip()
    return Using(p.expr(), p.block(), span=p.span)


def _as_name(p: Parts) -> Word:
    p.skip()
    return p.word()


def _maybe_as_name(p: Parts) -> Word | None:
    return p.word() if p.takes("K_AS") else None


def _by(p: Parts) -> Expression:
    p.skip()
    return p.expr()


def call(p: Parts) -> CallStep:
    """`call step(...) as name`."""
    return CallStep(_by(p), _maybe_as_name(p), span=p.span)


def do(p: Parts) -> Do:
    """`do action(...) as name`."""
    return Do(_by(p), _maybe_as_name(p), span=p.span)


def return_(p: Parts) -> Return:
    """`return value`."""
    return Return(_by(p), span=p.span)


def stop(p: Parts) -> Stop:
    """`stop`."""
    return Stop(span=p.span)


def next_(p: Parts) -> Next:
    """`next`."""
    return Next(span=p.span)


def end(p: Parts) -> End:
    """`end name`."""
    return End(_as_name(p), span=p.span)


def ask(p: Parts) -> Ask:
    """`ask player "question" if condition as name`."""
    player, question = _by(p), p.text()
    return Ask(player, question, p.expr_after("K_IF"), _as_name(p), span=p.span)


def choose_option(p: Parts) -> ChooseOption:
    """`choose option by player at point as name { } branches`."""
    p.skip(2)
    by, point, name = _by(p), p.expr_after("K_AT"), _maybe_as_name(p)
    return ChooseOption(by, point, name, p.all(Option), p.branches(), span=p.span)


def option(p: Parts) -> Option:
    """One written option."""
    title = p.text()
    for_each: Each | None = p.any() if p.has(Each) else None
    return Option(title, for_each, p.expr_after("K_IF"), p.block(), span=p.span)


def choose_number(p: Parts) -> ChooseNumber:
    """`choose number a .. b by player as name branches`."""
    p.skip(2)
    return ChooseNumber(p.expr(), p.expr(), _by(p), _as_name(p), p.branches(), span=p.span)


def choose(p: Parts) -> Choose:
    """`choose`, of one thing, several things or tokens."""
    p.skip()
    up_to = p.takes("K_UP_TO")
    count: Expression | None = p.expr()
    noun = p.maybe_word()
    if noun is None and not up_to and isinstance(count, Name):
        noun, count = Word(count.text, span=count.span), None
    source, where, by = _by(p), p.where(named=False), _by(p)
    keeping, name = p.expr_after("K_KEEPING"), _as_name(p)
    branches = p.branches()
    return Choose(up_to, count, noun, source, where, by, keeping, name, branches, span=p.span)


def allot(p: Parts) -> Allot:
    """`allot name in S where least a most b total c by player as result branches`."""
    p.skip()
    name = p.word()
    source, where = _by(p), p.where(named=True)
    least, most = p.expr_after("K_LEAST"), p.expr_after("K_MOST")
    total, by, result = p.expr_after("K_TOTAL"), _by(p), _as_name(p)
    branches = p.branches()
    return Allot(name, source, where, least, most, total, by, result, branches, span=p.span)


def branch(p: Parts) -> Branch:
    """`else`, `or done`, `or else`."""
    if p.takes("K_ELSE"):
        return Branch("nothing", p.block(), span=p.span)
    p.skip()
    done = p.takes("K_DONE")
    p.takes("K_ELSE")
    return Branch("done" if done else "both", p.block(), span=p.span)


def order(p: Parts) -> Order:
    """`order S by player as name`."""
    return Order(_by(p), _by(p), _as_name(p), span=p.span)


def roll(p: Parts) -> Roll:
    """`roll die by player as name`."""
    return Roll(_as_name(p), _by(p), _as_name(p), span=p.span)


def pot(p: Parts) -> Pot:
    """`pot name`."""
    return Pot(_as_name(p), span=p.span)


def move(p: Parts) -> MoveAmount | MoveThing:
    """`move n nouns from a to b`, or `move thing to b`."""
    first = _by(p)
    noun = p.maybe_word()
    if noun is None:
        return MoveThing(first, _by(p), p.takes("K_HIDDEN"), span=p.span)
    return MoveAmount(first, noun, _by(p), _by(p), p.takes("K_HIDDEN"), span=p.span)


def remove(p: Parts) -> RemoveAmount | RemoveThing:
    """`remove n nouns from a`, or `remove thing`."""
    first = _by(p)
    noun = p.maybe_word()
    if noun is None:
        return RemoveThing(first, span=p.span)
    return RemoveAmount(first, noun, _by(p), span=p.span)


def set_(p: Parts) -> Set:
    """`set place = value`."""
    return Set(_by(p), p.expr(), span=p.span)


def mark(p: Parts) -> Mark:
    """`mark region with marker by player until`."""
    return Mark(_by(p), _by(p), p.expr_after("K_BY"), p.until(), span=p.span)


def unmark(p: Parts) -> Unmark:
    """`unmark region of marker`."""
    return Unmark(_by(p), _as_name(p), span=p.span)


def station(p: Parts) -> Station:
    """`station n marker on S where by player`."""
    return Station(_by(p), p.word(), _by(p), p.where(named=False), _by(p), span=p.span)


def attach(p: Parts) -> Attach:
    """`attach thing to bearer until`."""
    return Attach(_by(p), _by(p), p.until(), span=p.span)


def detach(p: Parts) -> Detach:
    """`detach thing from bearer`."""
    return Detach(_by(p), p.expr_after("K_FROM"), span=p.span)


def swap(p: Parts) -> Swap:
    """`swap a with b`."""
    return Swap(_by(p), _by(p), span=p.span)


def exchange(p: Parts) -> Exchange:
    """`exchange a with b but (...)`."""
    left, right = _by(p), _by(p)
    p.takes("K_BUT")
    return Exchange(left, right, p.words(), span=p.span)


def pair(p: Parts) -> Pair:
    """`pair banner with badge as name`."""
    return Pair(_by(p), _by(p), _as_name(p), span=p.span)


def found(p: Parts) -> Found:
    """`found combo by player as name`."""
    return Found(_by(p), _by(p), _as_name(p), span=p.span)


def shuffle(p: Parts) -> Shuffle:
    """`shuffle stack`."""
    return Shuffle(_by(p), span=p.span)


def draw(p: Parts) -> Draw:
    """`draw from stack as name branches`."""
    p.skip()
    return Draw(_by(p), _as_name(p), p.branches(), span=p.span)


def reveal(p: Parts) -> Reveal:
    """`reveal thing to player`."""
    return Reveal(_by(p), p.expr_after("K_TO"), span=p.span)


def proceed(p: Parts) -> Proceed:
    """`proceed with name = value, ...`."""
    p.skip()
    p.takes("K_WITH")
    return Proceed(p.while_(lambda: p.next_is("NAME"), lambda: _change(p)), span=p.span)


def _change(p: Parts) -> Change:
    name, value = p.word(), p.expr()
    return Change(name, value, span=name.span.to(value.span))


def fire(p: Parts) -> Fire:
    """`fire moment(...)`."""
    return Fire(_by(p), span=p.span)


def expire(p: Parts) -> Expire:
    """`expire duration`."""
    p.skip()
    return Expire(p.any(), span=p.span)


RULES = {
    "block": block,
    "let": let,
    "if_": if_,
    "for_": for_,
    "at_once": at_once,
    "secretly": secretly,
    "loop": loop,
    "circle": circle,
    "using": using,
    "call": call,
    "do": do,
    "return_": return_,
    "stop": stop,
    "next": next_,
    "end": end,
    "ask": ask,
    "choose_option": choose_option,
    "option": option,
    "choose_number": choose_number,
    "choose": choose,
    "allot": allot,
    "or_nothing": branch,
    "or_done": branch,
    "or_both": branch,
    "order": order,
    "roll": roll,
    "pot": pot,
    "move": move,
    "remove": remove,
    "set_": set_,
    "mark": mark,
    "unmark": unmark,
    "station": station,
    "attach": attach,
    "detach": detach,
    "swap": swap,
    "exchange": exchange,
    "pair": pair,
    "found": found,
    "shuffle": shuffle,
    "draw": draw,
    "reveal": reveal,
    "proceed": proceed,
    "fire": fire,
    "expire": expire,
}
