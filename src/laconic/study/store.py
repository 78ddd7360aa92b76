"""The file of a study: one SQLite database with the questions, the participants and every answer ever given."""

from __future__ import annotations

import hmac
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from laconic.errors import DataError, UsageError
from laconic.files import temporary_beside
from laconic.study.access import fingerprint, new_secret

_APPLICATION = 0x6C61636F
"""SQLite's place for telling what wrote a file: the letters of ``laco``."""

_FORMAT = 1

_SCHEMA = f"""
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {_FORMAT};
    CREATE TABLE study (
        kind TEXT NOT NULL,
        settings TEXT NOT NULL,
        runner BLOB NOT NULL
    );
    CREATE TABLE item (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        content TEXT NOT NULL
    );
    CREATE TABLE person (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        secret BLOB NOT NULL UNIQUE,
        part INTEGER NOT NULL
    );
    CREATE TABLE task (
        person INTEGER NOT NULL REFERENCES person,
        place INTEGER NOT NULL,
        item INTEGER NOT NULL REFERENCES item,
        version TEXT NOT NULL,
        PRIMARY KEY (person, place)
    ) WITHOUT ROWID;
    CREATE TABLE answer (
        id INTEGER PRIMARY KEY,
        person INTEGER NOT NULL,
        place INTEGER NOT NULL,
        value TEXT NOT NULL,
        at TEXT NOT NULL,
        FOREIGN KEY (person, place) REFERENCES task (person, place)
    );
    CREATE INDEX answers_of_task ON answer (person, place, id);
"""

_PATIENCE = 30.0
"""How many seconds to wait for another process, such as one that invites people, to finish its writing."""

MOST_TOGETHER = 200
"""The number of answers added by one statement: old versions of SQLite take no more values."""

Value = TypeVar("Value")

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e7)]
"""How long somebody took over an answer."""


class Item(NamedTuple):
    """Something that people are asked about.

    Attributes:
        id: its number in the study.
        kind: what it is for, such as ``practice``.
        content: JSON whose shape the kind of study decides.
    """

    id: int
    kind: str
    content: str


class Person(NamedTuple):
    """Somebody who takes part.

    Attributes:
        id: their number in the study.
        name: the name given by the person who runs the study.
        part: which of several versions of the study they see.
    """

    id: int
    name: str
    part: int


class Task(NamedTuple):
    """One thing that one person is asked: the item, and which version of it they see."""

    item: int
    version: str = ""


class Answer(NamedTuple):
    """What a person has last said about a task: JSON whose shape the kind of study decides, and when."""

    value: str
    at: str


class Store:
    """An open study, to be used by one thread at a time.

    Answers are only ever added. The last one to a task is the one that counts; the others show how it
    came about. Writes are on the disk before the call returns: the write-ahead log is flushed at every
    commit.
    """

    def __init__(self, path: str | Path) -> None:
        """Open a study that exists.

        Raises:
            DataError: there is no such file, it is not a study, it is damaged, or it is one of a later format.
        """
        self.path = Path(path)
        if not self.path.is_file():
            raise DataError("there is no such study; start one with laconic study rate or annotate.", path=path)
        try:
            self._connection = _connect(self.path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own message may quote what is not text
            raise DataError(f"cannot be opened as a study: {error}.", path=path) from None
        try:
            (application,) = self._one("PRAGMA application_id")
            (version,) = self._one("PRAGMA user_version")
            if application != _APPLICATION:
                raise DataError("is not a laconic study.", path=path)
            if version != _FORMAT:
                raise DataError(f"has format {version}, but this version of laconic reads format {_FORMAT}.", path=path)
            (sound,) = self._one("PRAGMA quick_check(1)")  # what is damaged is told now, and not half-way
            if sound != "ok":
                raise DataError(f"is damaged ({sound}): continue from a backup.", path=path)
            self.kind, self._settings = self._one("SELECT kind, settings FROM study")
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError | TypeError):
                raise DataError(f"cannot be read as a study: {error}.", path=path) from None
            raise

    @classmethod
    def create(
        cls, path: str | Path, kind: str, settings: msgspec.Struct, items: Iterable[tuple[str, msgspec.Struct]]
    ) -> tuple[Store, str]:
        """Start a study, and return it with the secret of the person who runs it.

        Args:
            path: the file to make; only its owner may read it.
            kind: the kind of study.
            settings: what else there is to know about it.
            items: for each item its kind and content.

        Raises:
            UsageError: the file exists already, or the log of a study that had its name is still there.
            DataError: it cannot be written.
        """
        if Path(path).exists():
            raise UsageError(f"{path} already exists: continue it with laconic study serve {path}.")
        secret = new_secret()
        with _new_file(path) as temporary:
            _fill(temporary, (kind, encode(settings), fingerprint(secret)), items)
        return cls(path), secret

    def back_up(self, path: str | Path) -> None:
        """Copy the study as it is now to a new file, also while it is being served.

        Raises:
            UsageError: the file exists already, or the log of a study that had its name is still there.
            DataError: it cannot be written.
        """
        if Path(path).exists():
            raise UsageError(f"{path} already exists: name a new file.")
        with _new_file(path) as temporary, closing(sqlite3.connect(temporary)) as copy:
            self._connection.backup(copy)

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log to the file itself, as far as nobody else is reading it."""
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def settings(self, kind: type[Value]) -> Value:
        """Return what was settled when the study began."""
        return msgspec.json.decode(self._settings, type=kind)

    def remember_serving(self, host: str, port: int, url: str | None) -> None:
        """Note where the study is served, so that links stay alive when it is served again."""
        with self.transaction():
            self._connection.execute("CREATE TABLE IF NOT EXISTS serving (host TEXT, port INTEGER, url TEXT)")
            self._connection.execute("DELETE FROM serving")
            self._connection.execute("INSERT INTO serving VALUES (?, ?, ?)", (host, port, url))

    def serving(self) -> tuple[str, int, str | None] | None:
        """Return where the study was served last: host, port and the address that people use; None at first."""
        if not self._one("SELECT count(*) FROM sqlite_master WHERE name = 'serving'")[0]:
            return None
        host, port, url = self._one("SELECT host, port, url FROM serving")
        return host, port, url

    def agree(self, person: int) -> None:
        """Note that a person has agreed to take part, and when they first did."""
        with self.transaction():
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS consent (person INTEGER PRIMARY KEY REFERENCES person, at TEXT NOT NULL)"
            )
            self._connection.execute("INSERT OR IGNORE INTO consent VALUES (?, ?)", (person, _now()))

    def agreed(self, person: int) -> str | None:
        """Return when a person agreed to take part; None before they have."""
        if not self._one("SELECT count(*) FROM sqlite_master WHERE name = 'consent'")[0]:
            return None
        found = self._connection.execute("SELECT at FROM consent WHERE person = ?", (person,)).fetchone()
        return str(found[0]) if found else None

    def items(self) -> Iterator[Item]:
        """Yield all items in order."""
        for row in self._connection.execute("SELECT id, kind, content FROM item ORDER BY id"):
            yield Item(*row)

    def people(self) -> list[Person]:
        """Return all who take part, in the order in which they were invited."""
        return [Person(*row) for row in self._connection.execute("SELECT id, name, part FROM person ORDER BY id")]

    def is_runner(self, secret: str) -> bool:
        """Return whether a secret is that of the person who runs the study."""
        (stored,) = self._one("SELECT runner FROM study")
        return hmac.compare_digest(stored, fingerprint(secret))

    def person(self, secret: str) -> Person | None:
        """Return whose secret this is, or None."""
        found = self._connection.execute(
            "SELECT id, name, part FROM person WHERE secret = ?", (fingerprint(secret),)
        ).fetchone()
        return Person(*found) if found else None

    def tasks(self, person: int) -> list[Task]:
        """Return what a person is asked, in order; places count from 0."""
        rows = self._connection.execute("SELECT item, version FROM task WHERE person = ? ORDER BY place", (person,))
        return [Task(*row) for row in rows]

    def answers(self, person: int) -> dict[int, Answer]:
        """Return a person's last answer to each task they have answered, by its place."""
        rows = self._connection.execute(
            "SELECT place, value, at FROM answer WHERE person = ? ORDER BY place, id", (person,)
        )
        return {place: Answer(value, at) for place, value, at in rows}

    def enrol(self, name: str, part: int, tasks: Sequence[Task]) -> str:
        """Add a person with their tasks, and return their secret.

        Raises:
            UsageError: there is somebody of this name.
        """
        secret = new_secret()
        with self.transaction():
            if self._connection.execute("SELECT 1 FROM person WHERE name = ?", (name,)).fetchone():
                raise UsageError(f"{name} already takes part.")
            added = self._connection.execute(
                "INSERT INTO person (name, secret, part) VALUES (?, ?, ?)", (name, fingerprint(secret), part)
            )
            self._connection.executemany(
                "INSERT INTO task VALUES (?, ?, ?, ?)",
                ((added.lastrowid, place, *task) for place, task in enumerate(tasks)),
            )
        return secret

    def renew(self, person: int | None) -> str:
        """Return a new secret for a person, or for the one who runs the study (None); the old one stops working."""
        secret = new_secret()
        with self.transaction():
            if person is None:
                self._connection.execute("UPDATE study SET runner = ?", (fingerprint(secret),))
            else:
                self._connection.execute("UPDATE person SET secret = ? WHERE id = ?", (fingerprint(secret), person))
        return secret

    def add_answers(self, answers: Sequence[tuple[int, int, str]]) -> None:
        """Add at most `MOST_TOGETHER` answers, all or none, each as person, place and value.

        They go in by one statement: a thread that writes while others are busy waits for its turn after
        every statement.

        Raises:
            sqlite3.IntegrityError: one of them was not called for.
        """
        now = _now()
        rows = ", ".join(["(?, ?, ?, ?)"] * len(answers))
        values = [cell for answer in answers for cell in (*answer, now)]
        self._connection.execute(f"INSERT INTO answer (person, place, value, at) VALUES {rows}", values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all that is written in the block one step: on the disk when the block ends, undone if it fails.

        A block inside another one is a part of its step.
        """
        if self._connection.in_transaction:
            yield
            return
        with _transaction(self._connection):
            yield

    def _one(self, query: str) -> tuple[Any, ...]:
        row: tuple[Any, ...] = self._connection.execute(query).fetchone()
        return row


def store_files(path: str | Path) -> tuple[Path, Path, Path]:
    """Return the files that make up a study: the store itself, its write-ahead log, and the log's index."""
    return Path(path), Path(f"{path}-wal"), Path(f"{path}-shm")


def encode(value: object) -> str:
    """Return a value as the JSON that is stored.

    Raises:
        DataError: a text in it has no form in UTF-8.
    """
    try:
        return msgspec.json.encode(value).decode("utf-8")
    except UnicodeEncodeError as error:
        raise DataError(f"{error.object!r} is not text in UTF-8, so it cannot be stored.") from None


@contextmanager
def _new_file(path: str | Path) -> Iterator[Path]:
    """Give a file to fill that gets its name when the block ends, unless something else has got that name by then.

    Raises:
        UsageError: something has this name, or the log of a study that had it is still there.
        DataError: the file cannot be written.
    """
    for leftover in store_files(path)[1:]:
        if leftover.exists():
            raise UsageError(
                f"{leftover} is left over from another study called {path}, and may hold its latest answers: restore "
                "that study, or remove this file."
            )
    try:
        handle, temporary = temporary_beside(Path(path))
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or error}.", path=path) from None
    try:
        yield temporary
        _publish(temporary, path)
    except FileExistsError:
        raise UsageError(f"{path} was created by someone else in the meantime.") from None
    except (OSError, sqlite3.Error) as error:
        raise DataError(f"cannot be written: {getattr(error, 'strerror', None) or error}.", path=path) from None
    finally:
        os.close(handle)
        for file in store_files(temporary):
            file.unlink(missing_ok=True)


def _publish(temporary: Path, path: str | Path) -> None:
    """Give a finished file its name; raise `FileExistsError` rather than replace another."""
    try:
        os.link(temporary, path)  # unlike renaming, this never replaces a file
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        os.replace(temporary, path)


def _fill(path: Path, study: tuple[str, str, bytes], items: Iterable[tuple[str, msgspec.Struct]]) -> None:
    """Make the tables of a study in an empty file."""
    connection = _connect(path)
    try:
        with _transaction(connection):
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute("INSERT INTO study VALUES (?, ?, ?)", study)
            connection.executemany(
                "INSERT INTO item (kind, content) VALUES (?, ?)", ((kind, encode(content)) for kind, content in items)
            )
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    """Open a database so that a commit is on the disk when it returns, and readers never wait for writers."""
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # where the disk is full, SQLite has undone everything already
            connection.execute("ROLLBACK")
        raise


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
