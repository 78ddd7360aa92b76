"""A study's file: what is put in comes back, secrets are not in it, and answers are only added."""

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from studies import rating_study

from laconic.errors import DataError, UsageError
from laconic.study import store as storing
from laconic.study.opening import invite, open_study
from laconic.study.store import Store, Task
from laconic.study.writer import Writer


class Content(msgspec.Struct):
    text: str


@pytest.fixture
def store(tmp_path):
    created, _ = Store.create(tmp_path / "study.db", "rate", Content("settings"), [("item", Content("a"))])
    with created:
        yield created


def test_a_study_comes_back_as_it_was(tmp_path) -> None:
    items = [("practice", Content("ä <b>")), ("item", Content("b"))]
    created, runner = Store.create(tmp_path / "study.db", "annotate", Content("settings"), items)
    secret = created.enrol("anna", 3, [Task(2, "x"), Task(1)])
    created.close()
    with Store(tmp_path / "study.db") as again:
        assert again.kind == "annotate"
        assert again.settings(Content) == Content("settings")
        assert [(item.kind, msgspec.json.decode(item.content, type=Content)) for item in again.items()] == items
        person = again.person(secret)
        assert (person.name, person.part) == ("anna", 3)
        assert again.tasks(person.id) == [Task(2, "x"), Task(1, "")]
        assert again.is_runner(runner)
        assert not again.is_runner(secret)
        assert again.person(runner) is None


def test_secrets_are_not_in_the_file_and_only_the_owner_reads_it(tmp_path) -> None:
    created, runner = Store.create(tmp_path / "study.db", "rate", Content(""), [])
    secret = created.enrol("anna", 0, [])
    created.close()
    assert stat.S_IMODE((tmp_path / "study.db").stat().st_mode) == 0o600
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert runner.encode() not in everything
    assert secret.encode() not in everything
    assert runner != secret
    assert len(secret) >= 32


def test_a_renewed_secret_replaces_the_old_one(store) -> None:
    old = store.enrol("anna", 0, [])
    new = store.renew(store.person(old).id)
    assert store.person(old) is None
    assert store.person(new).name == "anna"
    runner = store.renew(None)
    assert store.is_runner(runner)


def test_the_last_answer_counts_and_others_are_kept(store) -> None:
    person = store.person(store.enrol("anna", 0, [Task(1), Task(1)]))
    for place, value in [(0, "1"), (1, "2"), (0, "3")]:
        store.add_answers([(person.id, place, value)])
    assert {place: answer.value for place, answer in store.answers(person.id).items()} == {0: "3", 1: "2"}
    with sqlite3.connect(store.path) as raw:
        assert raw.execute("SELECT count(*) FROM answer").fetchone() == (3,)
    raw.close()


def test_names_are_taken_once(store) -> None:
    store.enrol("anna", 0, [])
    with pytest.raises(UsageError, match="anna already takes part"):
        store.enrol("anna", 0, [Task(1)])
    assert len(store.people()) == 1


def test_writer_writes_all_and_refuses_what_nobody_asked_for(store) -> None:
    people = [store.person(store.enrol(f"p{number}", 0, [Task(1)] * 50)) for number in range(8)]
    writer = Writer(store.path)
    written = [writer.write(person.id, place, f"{place}") for place in range(50) for person in people]
    refused = writer.write(people[0].id, 50, "beyond the last task")
    stranger = writer.write(999, 0, "nobody")
    written += [writer.write(person.id, 0, "0") for person in people]  # what comes together with them is kept
    wait([*written, refused, stranger], timeout=30)
    assert all(future.exception() is None for future in written)
    assert isinstance(refused.exception(), sqlite3.IntegrityError)
    assert isinstance(stranger.exception(), sqlite3.IntegrityError)
    writer.close()
    for person in people:
        assert {place: int(answer.value) for place, answer in store.answers(person.id).items()} == {
            place: place for place in range(50)
        }


def test_closing_a_writer_writes_what_it_was_given(store) -> None:
    person = store.person(store.enrol("anna", 0, [Task(1)] * 200))
    writer = Writer(store.path)
    for place in range(200):
        writer.write(person.id, place, "1")
    writer.close()
    assert len(store.answers(person.id)) == 200


def test_existing_files_are_never_overwritten(store) -> None:
    with pytest.raises(UsageError, match="already exists: continue it with laconic study serve"):
        Store.create(store.path, "rate", Content(""), [])


@pytest.mark.parametrize("content", [b"", b"text " * 200, None, "foreign"])
def test_other_files_are_refused_in_one_sentence(tmp_path: Path, content) -> None:
    path = tmp_path / "other.db"
    if content == "foreign":
        foreign = sqlite3.connect(path)
        foreign.execute("CREATE TABLE study (kind, settings, runner)")
        foreign.close()
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=r"other\.db: "):
        Store(path)


def test_a_study_that_cannot_be_made_leaves_nothing(tmp_path) -> None:
    def failing():
        yield "item", Content("a")
        raise DataError("no more")

    with pytest.raises(DataError, match="no more"):
        Store.create(tmp_path / "study.db", "rate", Content(""), failing())
    with pytest.raises(DataError, match="cannot be written"):
        Store.create(tmp_path / "nowhere" / "study.db", "rate", Content(""), [])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("column", ["settings", "content"])
def test_a_study_whose_insides_are_broken_is_told_of(tmp_path: Path, column: str) -> None:
    path = tmp_path / "study.db"
    study, _ = rating_study(path)
    study.store.close()
    with sqlite3.connect(path) as raw:
        raw.execute(f"UPDATE {'study' if column == 'settings' else 'item'} SET {column} = '[1'")
    raw.close()
    with pytest.raises(DataError, match=r"study\.db: cannot be read as a study"):
        open_study(path)


@pytest.mark.parametrize("has_links", [True, False])
def test_of_many_creators_of_one_study_one_succeeds(tmp_path: Path, monkeypatch, has_links: bool) -> None:
    if not has_links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(errno.EPERM, "no links here")))
    path = tmp_path / "study.db"

    def create(number: int) -> str | None:
        try:
            created, _ = Store.create(path, "rate", Content(str(number)), [("item", Content("a"))] * 50)
        except UsageError:
            return None
        created.close()
        return str(number)

    with ThreadPoolExecutor(8) as pool:
        made = [name for name in pool.map(create, range(8)) if name is not None]
    assert len(made) == 1
    with Store(path) as found:
        assert found.settings(Content) == Content(made[0])
    assert [file.name for file in tmp_path.iterdir()] == ["study.db"]


CRASH = """
import os, sys
from laconic.study.opening import open_study
study = open_study(sys.argv[1])
person = study.store.people()[0]
study.store.add_answers([(person.id, 0, '{"grammaticality": 4, "importance": 2}')])
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """Return a study whose last answer is only in its log, since the process that wrote it was killed."""
    path = tmp_path / "study.db"
    study, _ = rating_study(path)
    with study:
        study.invite("anna")
    killed = subprocess.run([sys.executable, "-c", CRASH, path], check=False)
    assert killed.returncode == -9
    return path


def answers(path: Path) -> int:
    with open_study(path) as study:
        return sum(len(study.store.answers(person.id)) for person in study.store.people())


def test_the_log_of_a_deleted_study_does_not_get_into_another(crashed: Path) -> None:
    crashed.unlink()
    with pytest.raises(UsageError, match=r"study\.db-wal is left over from another study"):
        rating_study(crashed)
    assert not crashed.exists()
    for leftover in crashed.parent.iterdir():
        leftover.unlink()
    study, _ = rating_study(crashed)
    study.store.close()
    assert answers(crashed) == 0


def test_a_backup_has_the_last_answers(crashed: Path, tmp_path: Path) -> None:
    shutil.copy(crashed, tmp_path / "copy.db")
    with Store(crashed) as store:
        store.back_up(tmp_path / "backup.db")
        with pytest.raises(UsageError, match="already exists"):
            store.back_up(tmp_path / "backup.db")
        with pytest.raises(DataError, match="cannot be written"):
            store.back_up(tmp_path / "nowhere" / "backup.db")
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.copy(tmp_path / "backup.db", moved)
    assert answers(moved / "backup.db") == answers(crashed) == 1
    assert answers(tmp_path / "copy.db") == 0
    assert stat.S_IMODE((tmp_path / "backup.db").stat().st_mode) == 0o600


def test_a_backup_is_made_while_answers_are_written(tmp_path: Path) -> None:
    study, _ = rating_study(tmp_path / "study.db")
    person = study.store.person(study.invite("anna"))
    writer = Writer(study.store.path)
    written = []
    for number in range(5):
        written += [writer.write(person.id, place, "{}") for place in range(10)]
        wait(written)
        with open_study(study.store.path) as reading:
            reading.store.back_up(tmp_path / f"backup{number}.db")
    writer.close()
    study.store.close()
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"backup{number}.db")) as raw:
            assert raw.execute("SELECT count(*) FROM answer").fetchone() == (10 * (number + 1),)
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_where_the_disk_is_full_nobody_is_invited(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "study.db"
    study, _ = rating_study(path)
    with study:
        study.invite("anna")
    connect = storing._connect

    def nearly_full(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        return connection

    monkeypatch.setattr(storing, "_connect", nearly_full)
    with (
        open_study(path) as study,
        pytest.raises(DataError, match=r"study\.db: cannot be written, so no one was invited: .*disk is full"),
    ):
        invite(study, [f"rater {number}" for number in range(200)])
    with open_study(path) as study:
        assert [person.name for person in study.store.people()] == ["anna"]
        assert len(invite(study, ["anna"])) == 1  # what needs no room still works


def test_a_study_without_room_is_told_of_by_its_own_name(tmp_path: Path, monkeypatch) -> None:
    def full(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(storing, "_connect", full)
    with pytest.raises(DataError, match=rf"^{tmp_path}/study\.db: cannot be written: database or disk is full\.$"):
        rating_study(tmp_path / "study.db")
    assert not list(tmp_path.iterdir())
