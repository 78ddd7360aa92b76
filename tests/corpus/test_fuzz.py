"""Damaged input gives an answer or one clear sentence: no traceback, no hang, no partial file."""

import gzip
import io
import lzma
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic import Corpus, files
from laconic.catalog import CORPUS_FORMATS
from laconic.cli import main
from laconic.corpus import Pair, format, sample
from laconic.corpus.format import default_extension, find_format
from laconic.corpus.lines import reference_path

FORMATS = sorted(CORPUS_FORMATS)
TROUBLE = [
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\r",
    b"\n",
    b"\n\n",
    b"\t",
    b'"',
    b"{",
    b"}",
    b"[" * 5000,
    b"<original id=",
    b"</compressed>",
    b"&#x110000;",
    b"\xc2\x85",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"NaN",
    b"1e999",
    b"9" * 5000,
    b"-1",
    b"# references = 2\n",
    b'"kept": [[0, true]], ',
    b'"tokens": 3, ',
]


def valid(name: str) -> bytes:
    """Return a small corpus in the format, whose pairs have a parse where the format can hold one."""
    extra = {
        "tokens": ["It", "really", "works", "."],
        "tags": ["PRP", "RB", "VBZ", "."],
        "lemmas": ["it", "really", "work", "."],
        "heads": [3, 3, 0, 3],
        "relations": ["nsubj", "advmod", "root", "punct"],
        "kept": [[0, 2, 3]],
    }
    pairs = [Pair("p", "It really works.", ("It works.",), "d", extra if name in {"jsonl", "google"} else {})]
    pairs += [Pair(pair.id, pair.source, pair.references, pair.document) for pair in islice(sample(), 2)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        with find_format(name, path).write(path, tokenized=False) as put:
            for pair in pairs:
                put(pair)
        return path.read_bytes()


VALID = {name: valid(name) for name in FORMATS}
VERBS = ("convert", "stats", "split", "pairs")


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """Return a format and a file in it with pieces cut out, doubled, replaced or put in."""
    name = draw(st.sampled_from(FORMATS))
    content = VALID[name]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 40)))
        piece = draw(st.sampled_from([*TROUBLE, b"", content[start:end] * 2]) | st.binary(max_size=8))
        content = content[:start] + piece + content[end:]
    return name, content


def run(folder: Path, source: Path, name: str, verb: str, *options: str) -> None:
    """Run a verb on the file, and check that it either did its work or left nothing but a message."""
    target = {"stats": [], "split": [str(folder / "parts")]}.get(verb, [str(folder / "out.jsonl")])
    before = set(folder.rglob("*"))
    errors = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(errors):
        code = main(["corpus", verb, str(source), *target, "--from", name, *options])
    assert code in (0, 1), errors.getvalue()
    if code == 1:
        assert errors.getvalue().splitlines()[-1].startswith("laconic: ")
        left = {path for path in set(folder.rglob("*")) - before if path.is_file()}
        assert not left


def try_all(name: str, content: bytes, suffix: str = "", verbs: Sequence[str] = VERBS) -> None:
    # Where a project has no defaults of its own, none are read anew for every command.
    with tempfile.TemporaryDirectory() as temporary, chdir(temporary):
        folder = Path(temporary)
        source = folder / f"in{default_extension(name)}{suffix}"
        source.write_bytes(content)
        if name == "lines":
            reference_path(source, 1).write_bytes(content)
        for verb in verbs:
            run(folder, source, name, verb)
            run(folder, source, name, verb, "--skip-bad")
        for written in (folder / "out.jsonl", folder / "parts" / "train.jsonl"):
            if written.exists():
                assert all(pair.source for pair in Corpus.open(written))


@settings(max_examples=80, deadline=None)
@given(damaged(), st.sampled_from(VERBS))
def test_damaged_files(case: tuple[str, bytes], verb: str) -> None:
    try_all(*case, verbs=[verb])


@settings(max_examples=20, deadline=None)
@given(name=st.sampled_from(FORMATS), content=st.binary(max_size=200), verb=st.sampled_from(VERBS))
def test_random_bytes(name: str, content: bytes, verb: str) -> None:
    try_all(name, content, verbs=[verb])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_packed_files_cut_short_or_damaged(name: str, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    packed = pack(VALID[name])
    middle = len(packed) // 2
    try_all(name, packed[:middle], suffix)
    for content in (packed[:-3], packed[:middle] + b"\x00\xff" + packed[middle + 2 :], b"", b"plain"):
        try_all(name, content, suffix, verbs=("convert", "stats"))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "piece", [b"a", b"a ", b"\x00", b"<", b'"', b"{", b"[", b"\t", b"\xff", b"\xe2\x80\xa8", b"\n"]
)
def test_huge_lines(name: str, piece: bytes) -> None:
    try_all(name, VALID[name] + piece * 20_000, verbs=("convert", "stats"))


@pytest.mark.parametrize(
    ("name", "content"),
    [(name, b"x" * 10_000) for name in FORMATS]
    + [(name, b"x\ty\n" * 5000) for name in ("google", "columns", "clarke-lapata")],
)
def test_absurd_lines_and_records_are_refused(
    name: str, content: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 5000)
    monkeypatch.setattr(format, "MAX_RECORD_BYTES", 10_000)
    source = tmp_path / "in"
    source.write_bytes(content)
    errors = io.StringIO()
    arguments = ["corpus", "convert", str(source), str(tmp_path / "out.jsonl"), "--from", name, "--skip-bad"]
    with redirect_stderr(errors):
        assert main(arguments + ["--reference", str(source)] * (name == "lines")) == 1
    assert "longer than" in errors.getvalue()
    assert list(tmp_path.iterdir()) == [source]


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VALID["jsonl"])))
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
        assert main(["corpus", "stats", "-", "-"]) == 2
    assert "only once" in errors.getvalue()
