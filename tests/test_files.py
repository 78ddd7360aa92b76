"""Files are read with their line numbers and written whole or not at all."""

import gzip
import io
import lzma
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.files import (
    MAX_LINE_BYTES,
    check_writable,
    make_folder,
    open_binary,
    read_lines,
    read_text,
    temporary_beside,
    write_whole,
    write_whole_binary,
)

PACK = {"plain.txt": bytes, "packed.txt.gz": gzip.compress, "packed.txt.xz": lzma.compress}


@pytest.mark.parametrize("name", PACK)
def test_lines_come_with_their_numbers_and_without_their_ends(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(PACK[name]("\ufeffone\r\ntwo\u2028\x85\x0c still two\n\nfour".encode()))
    assert list(read_lines(path)) == [(1, "one"), (2, "two\u2028\x85\x0c still two"), (3, ""), (4, "four")]


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb")))
    assert list(read_lines("-")) == [(1, "a"), (2, "b")]
    assert not sys.stdin.buffer.closed


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"fine\nbad \xff byte\n", r"a\.txt:2: byte 5 \(0xff\) is not UTF-8"),
        ("a.gz", b"not packed", r"a\.gz:1: cannot be decompressed or read"),
        ("a.gz", gzip.compress(b"%d\n" * 9, mtime=0)[:-12], r"a\.gz:\d+: cannot be decompressed or read"),
        ("a.gz", gzip.compress(b"a\n" * 9, mtime=0)[:-12] + b"\x00" * 12, r"a\.gz:\d+: cannot be decompressed or read"),
        ("a.xz", lzma.compress(b"a\n" * 9)[:-7], r"a\.xz:\d+: cannot be decompressed or read"),
    ],
)
def test_bad_content_names_file_and_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        list(read_lines(path))


@pytest.mark.parametrize(
    ("content", "line"), [(b"fine\nbad \0 byte\n", 2), ("fine\n".encode("utf-16"), 1), (b"fine\nbad \xff byte\n", 2)]
)
def test_a_whole_text_has_only_text_in_it(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"a\.txt:{line}: .*iconv -f \S+ -t utf-8\.$"):
        read_text(path)


@pytest.mark.parametrize(
    ("encoding", "named"), [("utf-16", "utf-16"), ("windows-1252", "windows-1252"), ("latin-1", "windows-1252")]
)
def test_a_line_in_another_encoding_is_refused_with_its_name(tmp_path: Path, encoding: str, named: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("café,text\n".encode(encoding))
    with pytest.raises(DataError, match=rf"a\.csv:1: byte \d+ .* is not UTF-8; .* iconv -f {named} -t utf-8\.$"):
        list(read_lines(path))


@pytest.mark.parametrize("name", ["missing.txt", "missing.gz", ".", "null\0name"])
def test_what_cannot_be_opened_is_a_data_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"cannot be read|is a folder"):
        open_binary(f"{tmp_path}/{name}")


def test_an_endless_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as stream:
        stream.truncate(MAX_LINE_BYTES + 1)
    with pytest.raises(DataError, match="longer than 64 MB"):
        next(read_lines(path))


@pytest.mark.parametrize("name", ["a.txt", "a.gz", "a.xz"])
def test_written_lines_are_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with write_whole(path) as stream:
        stream.write("é\nb\n")
        assert not path.exists()
    assert list(read_lines(path)) == [(1, "é"), (2, "b")]
    assert os.listdir(tmp_path) == [name]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize("name", ["a.txt", "a.gz", "a.xz"])
def test_after_an_error_the_old_file_stands_and_no_other(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("old")
    with pytest.raises(UnicodeDecodeError), write_whole(path) as stream:
        stream.write("new" * 10_000 + b"\xff".decode())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [name]


def test_packed_files_are_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with write_whole(tmp_path / name) as stream:
            stream.write("text")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("name", ["no/such/folder.txt", ".", "null\0name"])
def test_what_cannot_be_written_is_a_data_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"cannot be written|is a folder"), write_whole(tmp_path / name) as out:
        out.write("text")


def test_a_full_disk_is_a_data_error() -> None:
    with pytest.raises(DataError, match="cannot be written: No space left"), write_whole("/dev/full") as stream:
        stream.write("text")


def test_devices_are_written_to_and_not_replaced() -> None:
    with write_whole_binary(os.devnull) as stream:
        stream.write(b"text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_link_keeps_its_target(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    with write_whole(tmp_path / "link") as stream:
        stream.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_standard_output_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    with write_whole("-") as stream:
        stream.write("text\n")
    assert capsys.readouterr().out == "text\n"


@given(st.text(st.characters(exclude_characters="\n\r"), max_size=20))
def test_any_text_can_be_written(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    with write_whole(path) as stream:
        stream.write(text)
    escaped = text.encode("utf-8", "backslashreplace").decode().removeprefix("\ufeff")
    assert [line for _, line in read_lines(path)] == ([escaped] if text else [])


def test_folders_are_made_unless_something_else_has_their_name(tmp_path: Path) -> None:
    make_folder(tmp_path / "new" / "deep")
    make_folder(tmp_path / "new" / "deep")
    assert (tmp_path / "new" / "deep").is_dir()
    (tmp_path / "file").touch()
    for wrong in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / "nul\0l"):
        with pytest.raises(DataError, match="cannot be created as a folder"):
            make_folder(wrong)


def test_whether_a_file_can_be_written_is_told_without_writing_it(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("as it was")
    for fine in (tmp_path / "new", tmp_path / "old", "-", os.devnull):
        check_writable(fine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old"]
    assert (tmp_path / "old").read_text() == "as it was"
    for wrong in (tmp_path, tmp_path / "nowhere" / "new", tmp_path / "nul\0l", tmp_path / "old" / "below"):
        with pytest.raises(DataError, match=r"cannot be written|is a folder"):
            check_writable(wrong)


WRITER = """
import os, sys, time
from laconic.files import write_whole
with write_whole(sys.argv[1]) as stream:
    stream.write("half")
    stream.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "result.txt"
    bystander = tmp_path / ".result.txt.20260101"
    bystander.write_text("not ours")
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "writing\n"
        dead, _ = processes
        dead.kill()
        dead.wait()
        for temporary in tmp_path.glob(".*laconic-temporary"):
            os.utime(temporary, (0, 0))  # both look old
        with write_whole(path) as stream:
            stream.write("whole")
        assert len(list(tmp_path.glob(".*laconic-temporary"))) == 1
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert path.read_text() == "whole"
    assert bystander.read_text() == "not ours"


def test_a_new_file_of_another_writer_is_left_alone(tmp_path: Path) -> None:
    handle, temporary = temporary_beside(tmp_path / "a")
    os.close(handle)  # made, but not locked
    with write_whole(tmp_path / "a") as stream:
        stream.write("text")
    assert temporary.exists()


def test_a_file_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    flush, rename = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("flush"), flush(handle))[1])
    monkeypatch.setattr(os, "replace", lambda old, new: (steps.append("rename"), rename(old, new))[1])
    with write_whole(tmp_path / "a") as stream:
        stream.write("text")
    assert steps == ["flush", "rename"]


def test_a_path_without_end_is_shown_in_part(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: File name too long") as raised:
        read_text(tmp_path / ("a" * 100_000))
    assert len(str(raised.value)) < 1100
    assert str(raised.value).startswith(str(tmp_path))
