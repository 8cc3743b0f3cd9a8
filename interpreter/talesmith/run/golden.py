"""A folder of recorded games, by which authors notice that their cards play otherwise.

    golden.txt    what was recorded: rules by name, the games, hashes of all texts
    game_0.txt    one game: its transcript, and what the rules said before each answer

All of it is text, made to be kept beside the cards and to be compared line by line.  A folder is
written beside its place first.  One that holds anything else is never written to.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.record.identity import Identity, entries_in, identity_of, table_in, table_lines
from talesmith.record.session import Session
from talesmith.record.told import BadTold, Told, read, tell, write
from talesmith.run.recording import Games

HEAD, TITLE = "golden.txt", "talesmith golden 1"
GAME_TITLE = "talesmith golden game 1"
MIXED = "mixed"
_DIGITS = 9


class BadGolden(ValueError):  # noqa: N818 - it says what is wrong
    """A folder is no golden folder, or a damaged one; the message says where and why."""


@frozen
class Recorded:
    """One recorded game."""

    seed: int
    maps: tuple[str, ...]
    players: tuple[str, ...]
    told: Told

    @property
    def answers(self) -> list[str]:
        """Its answers as lines."""
        return [turn.answer for turn in self.told.turns]


@frozen
class Golden:
    """What a folder holds."""

    ruleset: str
    """the rules by the name they were asked for with"""
    games: Games
    identity: Identity
    recorded: tuple[Recorded, ...]


# ---- writing -------------------------------------------------------------------------------------


def texts(ruleset: str, games: Games, sessions: Iterable[Session]) -> dict[str, str]:
    """The files of a folder by name, the head last."""
    found, identity = {}, None
    for session in sessions:
        identity = identity or identity_of(session.rules, 0)
        found[file_of(session.seed)] = _game_text(session)
    if identity is None:
        raise ValueError("no game was played")
    found[HEAD] = _head_text(ruleset, games, identity)
    return found


def file_of(seed: int) -> str:
    """The name of the file of a game."""
    return f"game_{seed}.txt"


def _game_text(session: Session) -> str:
    lines = [
        GAME_TITLE,
        f"seed: {session.seed}",
        f"board: {', '.join(board.id for board in session.rules.board.maps)}",
        f"players: {', '.join(session.names.seats)}",
        "",
        *write(tell(session)),
    ]
    return "\n".join(lines) + "\n"


def _head_text(ruleset: str, games: Games, identity: Identity) -> str:
    lines = [
        TITLE,
        f"ruleset: {ruleset}",
        f"games: {games.games}",
        f"seed: {games.seed}",
        f"players: {games.players or MIXED}",
        f"language: {identity.language}",
        f"id: {identity.ruleset}",
        f"rules: {identity.rules}",
    ]
    return "\n".join([*lines, *table_lines(identity, ("keys", "cards"))]) + "\n"


def put_new(folder: Path, files: dict[str, str]) -> None:
    """Make the folder, with all files in it or not at all.  Raises OSError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _beside(folder, files) as made:
        if folder.is_dir():
            folder.rmdir()  # it is empty, else the caller has refused
        made.rename(folder)


def put_over(folder: Path, files: dict[str, str]) -> None:
    """Put new files in the place of those of a golden folder, each whole.  Raises OSError."""
    with _beside(folder, files) as made:
        for name in files:
            (made / name).replace(folder / name)


@contextlib.contextmanager
def _beside(folder: Path, files: dict[str, str]) -> Iterator[Path]:
    """The files in a folder beside their place, which is gone afterwards."""
    made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        made.chmod(0o755)
        for name, text in files.items():
            (made / name).write_text(text, "utf-8", newline="\n")
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


# ---- reading -------------------------------------------------------------------------------------


def is_golden(folder: Path) -> bool:
    """Whether there is a folder of recorded games."""
    head = folder / HEAD
    try:
        with head.open(encoding="utf-8") as file:
            return file.readline().startswith(TITLE.rpartition(" ")[0])
    except (OSError, UnicodeDecodeError):
        return False


def golden_in(folder: Path) -> Golden:
    """Read a folder.  Raises BadGolden."""
    head, _ = _entries(folder / HEAD, TITLE)
    try:
        players = head["players"]
        number = None if players == MIXED else _number(players)
        games = Games(_number(head["games"]), _number(head["seed"]), number)
        identity = Identity(
            _number(head["language"]),
            head["id"],
            head["rules"],
            table_in(head["cards"]),
            {},
            table_in(head["keys"]),
            0,
        )
        name = head["ruleset"]
    except KeyError as error:
        raise BadGolden(f"{folder / HEAD}: there is no line `{error.args[0]}:`") from error
    except ValueError as error:
        raise BadGolden(f"{folder / HEAD}: {error}") from error
    wanted = {file_of(seed) for seed in games.seeds}
    more = sorted({path.name for path in folder.glob("game_*.txt")} - wanted)
    if more:
        raise BadGolden(f"{folder / more[0]}: no game of that seed was recorded with {HEAD}")
    return Golden(name, games, identity, tuple(_game(folder, seed) for seed in games.seeds))


def _game(folder: Path, seed: int) -> Recorded:
    path = folder / file_of(seed)
    entries, rest = _entries(path, GAME_TITLE)
    try:
        if _number(entries["seed"]) != seed:
            raise BadGolden(f"{path}: this is the game of the seed {entries['seed']}")
        told = read(rest, len(entries) + 3)
        maps, players = entries["board"].split(", "), entries["players"].split(", ")
    except KeyError as error:
        raise BadGolden(f"{path}: there is no line `{error.args[0]}:`") from error
    except BadTold as error:
        raise BadGolden(f"{path}, {error}") from error
    return Recorded(seed, tuple(maps), tuple(players), told)


def _entries(path: Path, title: str) -> tuple[dict[str, str], Sequence[str]]:
    """The head of a file, and the lines behind the blank one."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BadGolden(f"{path}: this is not a text") from error
    except OSError as error:
        raise BadGolden(f"{path}: {error.strerror or error}") from error
    if not lines or lines[0] != title:
        raise BadGolden(f"{path}, line 1: it does not begin with `{title}`")
    end = lines.index("") if "" in lines else len(lines)
    return entries_in(lines[1:end]), lines[end + 1 :]


def _number(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > _DIGITS:
        raise ValueError(f"`{text[:_DIGITS]}` is no number")
    return int(text)
