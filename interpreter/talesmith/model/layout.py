"""The layout table: the one place that knows where each part of a position is stored.

A position is one `bytes` (everything from 0 to 255) and one tuple of whole numbers (coins, region
sets, the generator).  Each `Field` names a column; offsets, names in saves, resets, invariants and
views are all read from this table, so that no part of the program keeps a list of its own.

Index kinds: `game` (one), `player` (one more than seats: the last is nobody), `race` (races in
play, natives first, numbers never used twice), `region`, `combo`, and `pile` (a stack: a count and
then as many things as there can be, bottom first).  255 in a cell means nobody or nothing.
"""

from collections.abc import Iterable

from attrs import field, frozen

NONE = 255


@frozen
class Field:
    """A column of the position."""

    name: str
    index: str
    cell: bool = True
    """stored in the bytes (0..255), else among the whole numbers"""
    initial: int = 0
    reset: str | None = None
    """turn or round: goes back to `initial` at its end"""
    size: int = 0
    """capacity of a pile"""
    meaning: str = "number"
    """what a value is: number, player, race, region, regions, races, badges, banner, ..."""
    hidden_from: str | None = None
    """None: nobody; `others`: all but its player; `all`: everybody"""
    low: int = -(10**6)
    high: int = 10**6


@frozen(eq=False)
class Layout:
    """Fields with their offsets."""

    fields: tuple[Field, ...]
    offsets: dict[str, int]
    sizes: dict[str, int]
    cells: bytes
    nums: tuple[int, ...]
    by_name: dict[str, Field] = field(repr=False)

    def __getitem__(self, name: str) -> int:
        """Offset of a field in the cells or in the numbers."""
        return self.offsets[name]

    def size(self, name: str) -> int:
        """How many places a field has."""
        return self.sizes[name]

    def is_face_down(self, stack: str) -> bool:
        """Whether nobody sees what lies in a stack."""
        return self.by_name[f"stack {stack}"].hidden_from == "all"

    def resets(self, moment: str) -> tuple[Field, ...]:
        """Fields that go back to their start at this moment."""
        return tuple(f for f in self.fields if f.reset == moment)


def layout_of(fields: Iterable[Field], counts: dict[str, int]) -> Layout:
    """Place the fields; `counts` says how many players, races, regions and combos there are."""
    fields = tuple(fields)
    offsets: dict[str, int] = {}
    sizes: dict[str, int] = {}
    cells, nums = bytearray(), list[int]()
    for f in fields:
        size = f.size + 1 if f.index == "pile" else counts[f.index]
        offsets[f.name], sizes[f.name] = (len(cells) if f.cell else len(nums)), size
        if f.cell:
            cells += bytes([f.initial]) * size
        else:
            nums += [f.initial] * size
    return Layout(fields, offsets, sizes, bytes(cells), tuple(nums), {f.name: f for f in fields})
