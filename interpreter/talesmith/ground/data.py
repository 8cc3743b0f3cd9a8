"""Where the texts that travel with the program lie, and where it may keep derived files.

An installed wheel carries `grammar/`, `rules/` and `cards/` in `talesmith/_data/`; an editable
install reads them from the checkout. The cache folder is the one thing below the command that
depends on the person's machine: a parser and compiled rules are kept there, never anything that
changes a result, and None means that there is no such place.
"""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """Return the folder that holds `grammar/`, `rules/` and `cards/`.

    Raises FileNotFoundError when the installation has neither a copy nor a checkout.
    """
    for root in (PACKAGE / "_data", PACKAGE.parent.parent):
        if (root / "grammar" / "tale.lark").is_file():
            return root
    raise FileNotFoundError(f"no grammar/tale.lark beside {PACKAGE}: the installation is broken")


def grammar_folder() -> Path:
    """Return the folder of the language: the grammar and the pages of the codes."""
    return data_root() / "grammar"


def cache_folder() -> Path | None:
    """Return the person's folder for derived files of this program, made if need be."""
    folder = _cache_home()
    if folder is None:
        return None
    folder = folder / "talesmith"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def _cache_home() -> Path | None:
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if named and Path(named).is_absolute():
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")
