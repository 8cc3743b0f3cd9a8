"""What happened, line by line: the one printer of events for transcripts.

A line says what changed and where, in words that answer lines use, never a number of the machine:

    4 rovers hand -> dune1
    ana +7 (5 -> 12)

Changes of one kind that follow each other are one line (see `runs`).  What an action is called is
left out where its effects are told.  Headings (a round, a turn) stand at the left, everything else
is indented.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.model.game import Event, Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import CHANCE
from talesmith.play.telling.breakdown import summed
from talesmith.record.names import CHANCE_WORD, Names
from talesmith.record.runs import TOGETHER, change
from talesmith.record.scene import Scene
from talesmith.record.words import short_id

INDENT = "  "
_HEADINGS = ("round ", "turn ")


def log_lines(
    rules: Binder, names: Names, before: Game | None, events: Sequence[Event], after: Game
) -> list[str]:
    """The lines for what happened between two positions; `before` is None at the very start."""
    scene = Scene(rules, names, before, after)
    lines: list[str] = []
    waiting = list(events)
    while waiting:
        together = TOGETHER.get(waiting[0][0])
        told, used = together(scene, waiting) if together is not None else (None, 1)
        if told is None:
            told = [_TELLERS[waiting[0][0]](scene, *waiting[0][1:])]
        lines += [_indented(text) for text in told if text]
        waiting = waiting[used:]
    return lines


def _indented(text: str) -> str:
    return text if text.startswith(_HEADINGS) else INDENT + text


# ---- coins, answers, dice ------------------------------------------------------------------------


def _coins(scene: Scene, n: int, source: Sequence[Any], target: Sequence[Any]) -> str:
    parts = []
    for purse, amount, link, other in ((source, -n, "to", target), (target, n, "from", source)):
        if purse[0] == "player":
            text = change(scene, purse[1], amount)
            is_plain = other[0] in ("bank", "player")
            parts.append(text if is_plain else f"{text} {link} {scene.purse(other)}")
    return ", ".join(parts) or f"{scene.purse(source)} {n} -> {scene.purse(target)}"


def _lines(scene: Scene, ledger: str, args: Sequence[Any], lines: Sequence[Any]) -> str:
    """What the sources of a ledger give, those of one card together."""
    params = scene.rules.ledgers[ledger].hook.params
    whose = [scene.word(param.type, arg) for param, arg in zip(params, args, strict=True)]
    parts = [
        f"{line.amount} {'regions' if line.source == 'rules' else short_id(line.card)}"
        for line in summed(scene.rules, lines)
        if line.amount
    ]
    given = " + ".join(parts) or "nothing"
    return f"{ledger.removeprefix('on_')} of {' '.join(whose)}: {given}"


def _answer(scene: Scene, by: int, site: int, answer: Any, auto: int) -> str:
    """An answer that nobody had to give; the others stand as lines of their own."""
    if not auto:
        return ""
    who = CHANCE_WORD if by == CHANCE else scene.word("player", by)
    return f"({who} {scene.said(scene.rules.sites[site], answer)})"


def _roll(scene: Scene, die: str, by: int | None, pips: int) -> str:
    return f"{die} die: {pips}" if by is None else f"{scene.word('player', by)} rolls {pips}"


def _opened(scene: Scene, site: int, values: Sequence[Any]) -> str:
    kind = scene.rules.sites[site].thing
    parts = [f"{scene.word('player', p)} {scene.word(kind, value)}" for p, value in values]
    return f"opened: {', '.join(parts)}"


def _sealed(scene: Scene, player: int, _site: int) -> str:
    return f"{scene.word('player', player)} has answered"


def _reveal(
    scene: Scene, kind: str, thing: Any, to: int | None, place: tuple[str, int] | None
) -> str:
    """A hidden thing that is shown to everybody, or to one player, who alone knows it."""
    about = "" if place is None else _spot(scene, *place)
    if to is not None:
        return f"{scene.word('player', to)} looks at {about or f'a {kind}'}"
    word = scene.word(kind, thing)
    return f"shown: {about} {word}" if about else f"shown: {word}"


def _spot(scene: Scene, name: str, thing: int) -> str:
    """A number of the game by its name and by what has it."""
    field, short = scene.rules.layout.by_name[name], short_id(name).replace("_", " ")
    return short if field.index == "game" else f"{scene.word(field.index, thing)} {short}"


# ---- races, combos, pieces, states ---------------------------------------------------------------


def _unmark(scene: Scene, marker: str, regions: int) -> str:
    where = ", ".join(scene.word("region", region) for region in members(regions))
    return f"{where} - {short_id(marker)}"


def _found(scene: Scene, race: int, banner: int, badge: int, owner: int) -> str:
    scene.cells[scene.rules.at_banner + race] = banner
    power = "" if badge == NONE else f"{scene.word('badge', badge)} "
    return f"{scene.word('player', owner)} takes {power}{scene.word('banner', banner)}"


def _leave(scene: Scene, race: int) -> str:
    return f"{scene.word('race', race)} leave"


def _owner(scene: Scene, race: int, owner: int) -> str:
    return f"{scene.word('race', race)} go to {scene.word('player', owner)}"


def _declined(scene: Scene, race: int, declined: int) -> str:
    return f"{scene.word('race', race)} {'decline' if declined else 'are active again'}"


def _lay(scene: Scene, kind: str, card: int, region: int | None) -> str:
    """A card comes into a region or leaves the board."""
    word = scene.word(kind, card)
    return f"{word} leaves" if region is None else f"{scene.word('region', region)} + {word}"


def _badge(scene: Scene, race: int, badge: int, has: int) -> str:
    return f"{scene.word('race', race)} {'+' if has else '-'} {scene.word('badge', badge)}"


def _pair(scene: Scene, combo: int, banner: int, badge: int) -> str:
    races = scene.rules.races
    scene.cells[races.combo_banner + combo] = banner
    scene.cells[races.combo_badge + combo] = badge
    return f"new combo {scene.word('badge', badge)} {scene.word('banner', banner)}"


def _unpair(scene: Scene, _combo: int, banner: int, badge: int) -> str:
    return f"{scene.word('badge', badge)} {scene.word('banner', banner)} are taken apart"


def _keep(scene: Scene, combo: int, player: int) -> str:
    return f"{scene.word('player', player)} keeps {scene.word('combo', combo)}"


def _stack(scene: Scene, stack: str, thing: int, lowest: int) -> str:
    kind = scene.rules.layout.by_name[f"stack {stack}"].meaning
    return f"{scene.word(kind, thing)} {'under' if lowest else 'to'} {stack}"


def _attach(scene: Scene, kind: str, name: str, bearer: int | None, values: Sequence[Any]) -> str:
    """A thing that lasts from now on; markers with an end have told of themselves."""
    item = scene.rules.lasting.items.get(name)
    if kind == "waiting":
        return f"{short_id(name)} waits for the next race of {scene.word('player', bearer)}"
    if kind != "item" or item is None:
        return f"{short_id(name)} is in force" if kind == "event" else ""
    pairs = zip(item.params, values, strict=True)
    words = " ".join(scene.word(param.type, value) for param, value in pairs)
    text = f"{scene.word(item.bearer, bearer)} + {short_id(name)}"
    return f"{text} ({words})" if words else text


def _detach(scene: Scene, kind: str, name: str, bearer: int | None) -> str:
    item = scene.rules.lasting.items.get(name)
    if kind == "item" and item is not None:
        return f"{scene.word(item.bearer, bearer)} - {short_id(name)}"
    if kind == "waiting":
        return f"{short_id(name)} waits no longer"
    return f"{short_id(name)} ends" if kind == "event" else ""


def _set(scene: Scene, name: str, thing: int, value: Any) -> str:
    """A state or constant of the game; a round and a turn are headings."""
    field = scene.rules.layout.by_name[name]
    if name == "round":
        return f"round {value}"
    word = scene.word(field.meaning, value)
    return f"turn {word}" if name == "current_player" else f"{_spot(scene, name, thing)} {word}"


def _swap(scene: Scene, name: str, one: int, two: int) -> str:
    index = scene.rules.layout.by_name[name].index
    return f"{short_id(name)} of {scene.word(index, one)} and {scene.word(index, two)} swapped"


def _silent(_scene: Scene, *_event: Any) -> str:
    """Nothing: what it leads to is told."""
    return ""


_TELLERS: dict[str, Callable[..., str]] = {
    "answer": _answer,
    "attach": _attach,
    "badge": _badge,
    "coins": _coins,
    "column": _silent,
    "declined": _declined,
    "detach": _detach,
    "do": _silent,
    "draw": _silent,
    "exchange": _silent,
    "found": _found,
    "keep": _keep,
    "lay": _lay,
    "leave": _leave,
    "lines": _lines,
    "opened": _opened,
    "owner": _owner,
    "pair": _pair,
    "reveal": _reveal,
    "roll": _roll,
    "sealed": _sealed,
    "set": _set,
    "shuffle": lambda _scene, stack: f"{stack} is shuffled",
    "stack": _stack,
    "swap": _swap,
    "unmark": _unmark,
    "unpair": _unpair,
}
