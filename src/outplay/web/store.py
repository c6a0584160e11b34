"""Games on disk: one SQLite file, written before anything is answered.

Killing the process at any moment loses nothing that was answered: each change is one transaction
that is on the disk when `change` returns. Several processes may use one file; who changes a game
says which revision they saw, and is refused where it is no longer the newest.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack

from outplay.errors import OutplayError
from outplay.paths import expanded, home
from outplay.web.jobs import Answer

VARIABLE = "OUTPLAY_DATA"
"""The environment variable that names the folder."""

FILE = "games.sqlite"
MOST_GAMES = 2_000
"""Games that are kept; beyond it finished ones go first, the oldest of them."""

MOST_PICTURE = 200_000
"""Characters of a picture that is kept for the list of games; a larger one is left out."""

SCHEMA, KIND = 1, 0x4F757470
"""The version of the table below; what says that a file is ours (SQLite's application_id)."""

CREATE = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, revision INTEGER NOT NULL, game TEXT NOT NULL,
    parameters TEXT NOT NULL, position TEXT, moves TEXT NOT NULL, redo TEXT NOT NULL,
    sides TEXT NOT NULL, level INTEGER NOT NULL, seconds REAL NOT NULL,
    resigned INTEGER NOT NULL, seed INTEGER NOT NULL, over INTEGER NOT NULL,
    title TEXT NOT NULL, told TEXT NOT NULL, picture TEXT NOT NULL,
    made REAL NOT NULL, changed REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX newest ON games (over, changed DESC);
"""


class StoreError(OutplayError):
    """The file of games cannot be used."""


class Changes(TypedDict, total=False):
    """Fields of a record that change."""

    moves: tuple[str, ...]
    redo: tuple[tuple[str, int], ...]
    sides: dict[str, str]
    level: int
    seconds: float
    resigned: int
    over: bool
    title: str
    told: str
    picture: str


@dataclass(frozen=True)
class Record:
    """A game as it is kept."""

    game: str
    """A key: a built-in game, or one of the files that the server was started with."""
    parameters: dict[str, object] = field(default_factory=dict)
    position: str | None = None
    """Where it started; None: where the game starts."""
    moves: tuple[str, ...] = ()
    redo: tuple[tuple[str, int], ...] = ()
    """What was taken back and can be played again, with who played it; the next one first."""
    sides: dict[str, str] = field(default_factory=lambda: {"1": "you", "-1": "level"})
    level: int = 4
    seconds: float = 1.0
    resigned: int = 0
    """The side that gave up, or 0."""
    seed: int = field(default_factory=lambda: secrets.randbits(48))
    """What decides the dice and the choices of levels."""
    over: bool = False
    title: str = ""
    told: str = ""
    """Where it stands, in words."""
    picture: str = ""
    made: float = field(default_factory=time.time)
    changed: float = field(default_factory=time.time)
    revision: int = 1
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    def spot(self) -> Answer:
        """How workers are told the position."""
        return {
            "game": self.game,
            "with": self.parameters,
            "position": self.position,
            "moves": list(self.moves),
        }

    def next(self, **changes: Unpack[Changes]) -> Record:
        """The record after a change."""
        return replace(self, revision=self.revision + 1, changed=time.time(), **changes)


COLUMNS = tuple(column.name for column in fields(Record))
AS_JSON = ("parameters", "moves", "redo", "sides")
LISTED = ("id", "game", "title", "picture", "told", "changed", "over")


def data_folder() -> Path:
    """Where games are kept unless somebody says otherwise."""
    named = os.environ.get(VARIABLE)
    if named:
        return expanded(named)
    variable, below, name = {
        "win32": ("LOCALAPPDATA", "AppData/Local", "outplay/data"),
        "darwin": ("", "Library/Application Support", "outplay"),
    }.get(sys.platform, ("XDG_DATA_HOME", ".local/share", "outplay"))
    given = Path(os.environ.get(variable, ""))
    if given.is_absolute():
        return given / name
    own = home()
    if own is None:
        raise StoreError(
            "There is no home folder to save games in; choose a folder with --data or OUTPLAY_DATA."
        )
    return own / below / name


class Store:
    """The file of games. Not for several threads at once; raises StoreError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Other people of this machine need not read what is played here.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(
                f"Games cannot be saved in {folder}: {error.strerror}. Choose another folder with"
                f" --data or {VARIABLE}."
            ) from None
        try:
            self._file = sqlite3.connect(
                self.path, timeout=5, isolation_level=None, check_same_thread=False
            )
            try:
                self._open()
            except BaseException:
                self._file.close()
                raise
        except sqlite3.Error as error:
            raise self._trouble(error) from None

    def _open(self) -> None:
        run = self._file.execute
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")  # on the disk before it is answered
        run("PRAGMA trusted_schema = OFF")
        run("BEGIN IMMEDIATE")  # two servers that start at once make one table
        try:
            self._prepare()
        finally:
            if self._file.in_transaction:
                run("COMMIT")
        if (found := run("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)

    def _prepare(self) -> None:
        run = self._file.execute
        kind = run("PRAGMA application_id").fetchone()[0]
        schema = run("PRAGMA user_version").fetchone()[0]
        empty = run("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if empty and not kind and not schema:
            for statement in CREATE.split(";"):
                run(statement)
            run(f"PRAGMA application_id = {KIND}")
            run(f"PRAGMA user_version = {SCHEMA}")
        elif kind != KIND:
            raise StoreError(
                f"{self.path} is not a file of Outplay games; choose another folder with --data."
            )
        elif schema != SCHEMA:
            raise StoreError(
                f"{self.path} was written by a newer Outplay (format {schema}, this one"
                f" reads {SCHEMA}); update Outplay, or choose another folder with --data."
            )

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorname", None) or ""
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreError(f"{self.path} is in use by another program; try again.")
        if code.startswith(("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN")):
            return StoreError(f"{self.path} cannot be written: {error}.")
        return StoreError(
            f"{self.path} is damaged ({error}); move it away, or choose another folder with --data."
        )

    def _run(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._file.execute(statement, values)
        except sqlite3.Error as error:
            raise self._trouble(error) from None

    # --- what is asked of it ------------------------------------------------------------------

    def add(self, record: Record) -> None:
        """Keeps a new game, and lets go of the least wanted ones if there are too many."""
        marks = ", ".join("?" * len(COLUMNS))
        self._run("BEGIN IMMEDIATE")
        try:
            self._run(
                f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({marks})", _row(record, COLUMNS)
            )
            (count,) = self._run("SELECT count(*) FROM games").fetchone()
            if count > MOST_GAMES:
                self._run(
                    "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE id <> ?"
                    " ORDER BY over DESC, moves <> '[]', changed LIMIT ?)",
                    (record.id, count - MOST_GAMES),
                )
            self._run("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._run("ROLLBACK")
            raise

    def change(self, record: Record) -> bool:
        """Keeps the next revision of a game; False if another one was kept meanwhile."""
        columns = [name for name in COLUMNS if name not in ("id", "made", "seed", "game")]
        settings = ", ".join(f"{name} = ?" for name in columns)
        changed = self._run(
            f"UPDATE games SET {settings} WHERE id = ? AND revision = ?",
            (*_row(record, columns), record.id, record.revision - 1),
        )
        return changed.rowcount == 1

    def get(self, id: str) -> Record | None:
        """The game of that id, or None."""
        row = self._run(f"SELECT {', '.join(COLUMNS)} FROM games WHERE id = ?", (id,)).fetchone()
        return None if row is None else self._record(row)

    def revision(self, id: str) -> int:
        """The newest revision of a game; 0 if there is no such game."""
        row = self._run("SELECT revision FROM games WHERE id = ?", (id,)).fetchone()
        return 0 if row is None else int(row[0])

    def remove(self, id: str) -> bool:
        """Forgets a game; False if there was none."""
        return self._run("DELETE FROM games WHERE id = ?", (id,)).rowcount == 1

    def newest(self, most: int) -> list[Answer]:
        """What a list of games shows; unfinished ones first, and the newest of each kind."""
        rows = self._run(
            f"SELECT {', '.join(LISTED)} FROM games ORDER BY over, changed DESC LIMIT ?", (most,)
        )
        return [dict(zip(LISTED, row, strict=True)) for row in rows]

    def others(self) -> int:
        """A number that is another one once another process has written to the file."""
        return int(self._run("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        self._file.close()

    def _record(self, row: Sequence[Any]) -> Record:
        given = dict(zip(COLUMNS, row, strict=True))
        try:
            given |= {name: json.loads(given[name]) for name in AS_JSON}
        except ValueError as error:
            raise self._trouble(sqlite3.DatabaseError(str(error))) from None
        given["moves"] = tuple(given["moves"])
        given["redo"] = tuple((text, player) for text, player in given["redo"])
        given["over"] = bool(given["over"])
        return Record(**given)


def _row(record: Record, columns: Sequence[str]) -> tuple[object, ...]:
    values = {name: getattr(record, name) for name in columns}
    return tuple(json.dumps(v) if name in AS_JSON else v for name, v in values.items())
