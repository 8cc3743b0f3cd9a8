"""The parser that Lark makes of `grammar/tale.lark`, made once and kept in the cache folder.

Building the tables takes about a second, loading them a tenth of it. The kept file is named after
everything that the tables depend on, so a stale one is never read; a broken or unreadable one is
built anew, and a folder that can not be written only costs the time.
"""

import contextlib
import hashlib
import sys
import tempfile
from functools import cache
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from talesmith.ground.data import cache_folder, grammar_folder

STARTS = ("start", "_tops", "expr")
"""What a text may be: a whole file, cards of one, one expression."""

OPTIONS = {"parser": "lalr", "propagate_positions": True, "maybe_placeholders": False}


@cache
def parser() -> Lark:
    """Return the parser of the language.

    Raises FileNotFoundError when the installation has no grammar.
    """
    grammar = (grammar_folder() / "tale.lark").read_text(encoding="utf-8")
    folder = cache_folder()
    if folder is None:
        return build(grammar)
    kept = folder / f"tale-{_fingerprint(grammar)}.parser"
    return _load(kept) or _build_and_keep(grammar, kept)


def build(grammar: str, *, strict: bool = False) -> Lark:
    """Build the parser from the text of a grammar; `strict` refuses every conflict."""
    return Lark(grammar, start=list(STARTS), strict=strict, **OPTIONS)


def _fingerprint(grammar: str) -> str:
    parts = (grammar, lark.__version__, sys.version, repr(STARTS), repr(OPTIONS))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _load(kept: Path) -> Lark | None:
    try:
        data = kept.read_bytes()
    except OSError:
        return None
    digest, body = data[:32], data[32:]
    if hashlib.sha256(body).digest() != digest:
        return None
    return Lark.load(BytesIO(body))


def _build_and_keep(grammar: str, kept: Path) -> Lark:
    made = build(grammar)
    body = BytesIO()
    made.save(body)
    data = body.getvalue()
    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as file:
            file.write(hashlib.sha256(data).digest() + data)
        Path(file.name).replace(kept)
    return made
