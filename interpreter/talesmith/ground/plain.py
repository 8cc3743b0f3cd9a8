"""The plain form of a value: sorted dicts, lists, text, numbers; what goldens may contain.

Persistent maps and sets come out in the order of their hashes, which changes from run to run.
Their plain form is sorted, so two runs print the same.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any

import attrs


def plain(value: object) -> Any:
    """Return `value` as dicts with sorted text keys, lists, text, numbers and None.

    Raises TypeError for a value of any other type, so that nothing slips in by its repr.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    kind = type(value)
    if attrs.has(kind):
        return {f.name: plain(getattr(value, f.name)) for f in attrs.fields(kind) if f.eq}
    if isinstance(value, Mapping):
        return dict(sorted((str(plain(k)), plain(v)) for k, v in value.items()))
    if isinstance(value, AbstractSet):
        return sorted((plain(v) for v in value), key=repr)
    if isinstance(value, Sequence):
        return [plain(v) for v in value]
    raise TypeError(f"{type(value).__name__} has no plain form")
