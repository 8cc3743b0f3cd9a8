"""`talesmith fuzz`: damaged cards and heaps of words through all that reads a text."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, Failure, options
from talesmith.cli.progress import Progress
from talesmith.cli.stopping import stops_in_order
from talesmith.cli.typed import type_cards
from talesmith.ground.data import data_root
from talesmith.ground.source import whole_characters
from talesmith.run.fuzzing import SLOW, Broken, Fuzzed, Fuzzer, fuzz_in_parallel
from talesmith.show.lines import counted

SHOWN = 10
"""so many different faults, and so many slow texts, are told"""


@click.command()
@options(
    click.option("--texts", default=1000, show_default=True, type=click.IntRange(1), help="Texts."),
    click.option("--seed", default=0, show_default=True, type=int, help="Seed of the texts."),
    click.option(
        "--skip",
        default=0,
        type=click.IntRange(0),
        help="Leave out so many texts at the beginning, which an earlier run has tried.",
    ),
    click.option("--show", type=click.IntRange(0), help="Print the text of this number, no more."),
    click.option(
        "--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes."
    ),
    click.option(
        "--typing",
        type=click.IntRange(1),
        help="Type so many cards into the language server instead.",
    ),
    click.option(
        "--keys",
        type=click.IntRange(1),
        help="With --typing: type only so many keys of each card, somewhere in it.",
    ),
)
def fuzz(
    texts: int, seed: int, skip: int, show: int | None, workers: int, typing: int | None,
    keys: int | None,
) -> int:  # fmt: skip
    """Take damaged texts through parse, check, fmt and describe.

    Half of them are cards that are shipped, with one to three edits, the others heaps of words.
    Whatever stands in a text, nothing but findings may come of it, within a second of processor
    time. Ends with 1 if it is otherwise: what was raised is told with a text that is made as short
    as can be. The same seed gives the same texts. A run that is stopped tells what it has seen, and
    how to go on.

    --typing takes shipped cards sign by sign through the language server, with slips, findings
    after each key and questions of all kinds at all places: nothing may be raised, no answer take
    longer than a second; the uses of a word in all texts have ten.
    """
    root = data_root()
    if show is not None:
        click.echo(whole_characters(Fuzzer(root).spoiler.text(seed, show).text))
        return 0
    if keys is not None and typing is None:
        raise Failure("--keys says how much of a card is typed, so it needs --typing")
    numbers = range(skip, texts if typing is None else typing)
    if not numbers:
        wanted = counted(texts, "text") if typing is None else counted(typing, "card")
        raise Failure(f"--skip {skip} leaves nothing of {wanted}")
    if typing is not None:
        return type_cards(seed, numbers, keys)
    began = time.monotonic()
    seen = run(root, seed, numbers, workers)
    seconds = time.monotonic() - began
    click.echo("\n".join(summary(seen, numbers, seconds, seed)))
    tell(seen, Fuzzer(root) if seen.broken else None)
    missing = len(numbers) - seen.texts
    return FINDINGS if seen.broken or seen.slow or missing else 0


def run(root: Path, seed: int, numbers: range, workers: int) -> Fuzzed:
    """Try the texts; what was done until somebody stops it is kept."""
    progress, broken = Progress(len(numbers), "texts"), 0

    def hear(part: Fuzzed) -> None:
        nonlocal broken
        broken += len(part.broken)
        progress.more(part.texts, f"{broken} broke something" if broken else "")

    with stops_in_order():
        return fuzz_in_parallel(root, seed, numbers, workers, hear)


def summary(seen: Fuzzed, numbers: range, seconds: float, seed: int) -> Iterator[str]:
    """What was tried and seen, in lines."""
    rate = seen.texts / max(seconds, 0.001)
    yield (
        f"{counted(seen.texts, 'text')} in {seconds:.0f} s, {rate:.1f} a second; "
        f"{1000 * seen.seconds / max(seen.texts, 1):.0f} ms of processor time each"
    )
    if seen.texts < len(numbers):
        yield f"stopped before the last {counted(len(numbers) - seen.texts, 'text')}; to go on:"
        behind = seen.goes_on_at(numbers.start)
        yield f"  talesmith fuzz --seed {seed} --texts {numbers.stop} --skip {behind}"
    for kind, name in (("card", "damaged card"), ("heap", "heap")):
        n = seen.counts[kind]
        yield (
            f"{counted(n, name)}: {share(seen.counts[f'{kind} parses'], n)} parse, "
            f"{share(seen.counts[f'{kind} is sound'], n)} have no error and are told in English"
        )
    if seen.texts:
        yield (
            f"the slowest took {1000 * seen.slowest:.0f} ms of processor time: "
            f"talesmith fuzz --seed {seed} --show {seen.slowest_at}"
        )
    if seen.slow:
        yield f"{counted(len(seen.slow), 'text')} took more than {SLOW:.0f} s:"
    for number, took in sorted(seen.slow)[:SHOWN]:
        yield f"  {took:.1f} s: talesmith fuzz --seed {seed} --show {number}"
    yield "no exception" if not seen.broken else f"{counted(len(seen.broken), 'exception')}"


def share(part: int, whole: int) -> str:
    """A number with its percentage of a whole."""
    return f"{part} ({100 * part / max(whole, 1):.0f} %)"


def tell(seen: Fuzzed, fuzzer: Fuzzer | None) -> None:
    """Tell every fault once, with a short text that shows it."""
    if fuzzer is None:
        return
    for error, texts in list(seen.faults.items())[:SHOWN]:
        first: Broken = min(texts, key=lambda broken: len(broken.text))
        click.echo(f"\n{error}: {counted(len(texts), 'text')}, such as number {first.number}:")
        short = whole_characters(fuzzer.shrunk(first))
        click.echo(f"{Path(first.path).name}, made shorter:\n{short}")
