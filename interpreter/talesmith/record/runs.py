"""Changes of one kind that follow each other, told in one line.

A teller looks at the events that wait and gives its lines and how many of them they tell; no lines
mean that the first event stands alone after all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

from talesmith.model.game import Event
from talesmith.record.scene import Scene
from talesmith.record.words import short_id


def _tokens(scene: Scene, events: Sequence[Event]) -> tuple[list[str] | None, int]:
    """Tokens of one race that move from one place, or to one place."""
    _, race, n, source, target = events[0]
    run = _run(events, lambda e: e[0] == "tokens" and e[1] == race)
    out, home = _run(run, lambda e: e[3] == source), _run(run, lambda e: e[4] == target)
    name = scene.word("race", race)
    if len(out) == len(home) == 1:
        return [f"{n} {name} {scene.place(source)} -> {scene.place(target)}"], 1
    if len(out) >= len(home):
        parts = ", ".join(f"{scene.place(e[4])} {e[2]}" for e in out)
        return [f"{name} {scene.place(source)} -> {parts}"], len(out)
    parts = ", ".join(f"{scene.place(e[3])} {e[2]}" for e in home)
    return [f"{name} {parts} -> {scene.place(target)}"], len(home)


def _shifts(scene: Scene, events: Sequence[Event]) -> tuple[list[str] | None, int]:
    """Tokens that change places all at once."""
    run = _run(events, lambda e: e[0] == "shift")
    lines = []
    for race in dict.fromkeys(e[1] for e in run):
        parts = [f"{scene.place(e[3])} {e[2]:+}" for e in run if e[1] == race]
        lines.append(f"{scene.word('race', race)} {', '.join(parts)}")
    return lines, len(run)


def _payments(scene: Scene, events: Sequence[Event]) -> tuple[list[str] | None, int]:
    """Coins of one player for several combos; None if it is a single payment."""
    _, n, source, _ = events[0]
    run = _run(events, lambda e: e[:3] == ("coins", n, source) and e[3][0] == "combo")
    if len(run) < 2 or source[0] != "player":
        return None, 1
    paid = change(scene, source[1], -n * len(run))
    return [f"{paid} to {', '.join(scene.purse(e[3]) for e in run)}"], len(run)


def _marks(scene: Scene, events: Sequence[Event]) -> tuple[list[str] | None, int]:
    """The same markers in several regions."""
    _, marker, _, n = events[0]
    run = _run(events, lambda e: e[0] == "mark" and e[1] == marker and e[3] == n)
    where = ", ".join(scene.word("region", e[2]) for e in run)
    return [f"{where} + {short_id(marker)}{'' if n == 1 else f' {n}'}"], len(run)


def _face_down(scene: Scene, events: Sequence[Event]) -> tuple[list[str] | None, int]:
    """Things that go from one hidden stack to another: how many, and not which."""
    goes = [_secret_way(scene, one, other) for one, other in pairwise(events)][::2]
    n = len(list(takewhile(lambda way: way is not None and way == goes[0], goes)))
    if not n or goes[0] is None:
        return None, 1
    kind, source, target = goes[0]
    return [f"{n} {kind}{'s' * (n > 1)} {source} -> {target}"], 2 * n


def _secret_way(scene: Scene, drawn: Event, laid: Event) -> tuple[str, str, str] | None:
    """What kind of thing goes from where to where, if nobody has seen it on its way."""
    if (drawn[0], laid[0]) != ("draw", "stack") or drawn[2] != laid[2]:
        return None
    layout, source, target = scene.rules.layout, drawn[1], laid[1]
    if not layout.is_face_down(source) or not layout.is_face_down(target):
        return None
    return layout.by_name[f"stack {source}"].meaning, source, target


def change(scene: Scene, player: int, amount: int) -> str:
    """Coins of a player that grow or shrink, with what was and what is."""
    old = scene.pay(player, amount)
    return f"{scene.word('player', player)} {amount:+} ({old} -> {old + amount})"


def _run(events: Sequence[Event], belongs: Callable[[Event], bool]) -> list[Event]:
    """The first events that belong together."""
    found = []
    for event in events:
        if not belongs(event):
            break
        found.append(event)
    return found


TOGETHER: dict[str, Callable[[Scene, Sequence[Event]], tuple[list[str] | None, int]]] = {
    "coins": _payments,
    "draw": _face_down,
    "mark": _marks,
    "shift": _shifts,
    "tokens": _tokens,
}
