"""The network: what makes its fingerprint, what is said of broken files, and how versions are judged."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import laconic
from laconic.errors import DataError
from laconic.parse.encoder import Encoder, _nearest_kept
from laconic.parse.english import EnglishParser
from laconic.parse.reader import Reader, shared_reader
from laconic.parse.words import MAX_PIECES

BUNDLED = Path(laconic.__file__).parent / "data" / "english"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("network.onnx", "labels.json", "vocabulary.txt"):
        shutil.copy(BUNDLED / name, tmp_path)
    return tmp_path


def test_another_folder_parses_alike(folder: Path, parser: EnglishParser) -> None:
    other = EnglishParser(folder)
    assert other.parse(["It works."]) == parser.parse(["It works."])
    assert other.fingerprint == parser.fingerprint


@pytest.mark.parametrize("name", ["network.onnx", "labels.json", "vocabulary.txt"])
def test_the_fingerprint_changes_with_every_file(folder: Path, name: str) -> None:
    with (folder / name).open("ab") as stream:
        stream.write(b"\n")
    assert Encoder(folder).fingerprint != Encoder().fingerprint


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("network.onnx", b"not a network", "not a network that laconic can run"),
        ("labels.json", b'{"tags": ["NN"]}', "does not name tags, spans and relations"),
        ("labels.json", b"[", "does not name tags, spans and relations"),
        ("vocabulary.txt", b"a\nb\n", "not a vocabulary"),
        ("vocabulary.txt", b"\xff\n", "not a vocabulary"),
    ],
)
def test_broken_files_are_named(folder: Path, name: str, content: bytes, problem: str) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(DataError, match=problem) as caught:
        EnglishParser(folder).parse(["It works."])
    assert str(caught.value).startswith(str(folder / name))


@pytest.mark.parametrize("name", ["network.onnx", "labels.json", "vocabulary.txt"])
def test_missing_files_are_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DataError, match=f"there is no {name}"):
        EnglishParser(folder).parse(["It works."])


def test_words_have_one_to_twelve_pieces() -> None:
    words = ["a", "", "\u200b", "antidisestablishmentarianism" * 20, "a.b" * 100, "中" * 50]
    pieces = Encoder().pieces(words)
    assert [1 <= count <= MAX_PIECES for count in pieces.counts] == [True] * len(words)
    assert len(pieces.ids) == sum(pieces.counts)


def test_a_part_has_its_words_pieces() -> None:
    encoder = Encoder()
    words = "Unquestionably the 3.5% of Llanfairpwllgwyngyll".split()
    assert encoder.pieces(words).part(0, len(words)) == encoder.pieces(words)
    part = encoder.pieces(words).part(2, 5)
    assert part.ids == encoder.pieces(words[2:5]).ids
    assert part.counts == encoder.pieces(words[2:5]).counts


def nearest(kept: list[bool]) -> tuple[list[int], list[int]]:
    """Return the nearest kept places before and after each place of a sentence with its ends, by looking for them."""
    stays = [True, *kept, True]
    last = len(stays) - 1
    before = [max((at for at in range(place) if stays[at]), default=0) for place in range(len(stays))]
    after = [min((at for at in range(place + 1, len(stays)) if stays[at]), default=last) for place in range(len(stays))]
    return before, after


@given(
    st.integers(0, 9).flatmap(lambda size: st.lists(st.lists(st.booleans(), min_size=size, max_size=size), min_size=1))
)
def test_the_nearest_words_that_stay_equal_a_search(rows: list[list[bool]]) -> None:
    before, after = _nearest_kept(np.array(rows, np.bool_).reshape(len(rows), -1))
    assert [(list(first), list(second)) for first, second in zip(before, after, strict=True)] == [
        nearest(row) for row in rows
    ]


_COMPANY = 0.01
"""Versions are rounded to small numbers together: what is read beside one moves its verdict by less than this."""


def test_versions_are_judged_each_for_itself() -> None:
    encoder = Encoder()
    words = "The old man slowly opened the door of the house .".split()
    context = encoder.context(encoder.run(encoder.pieces(words)).vectors)
    generator = np.random.default_rng(5)
    kept = np.vstack([np.ones(len(words), np.bool_), generator.random((12, len(words))) < 0.7])
    judged = encoder.judge(context, kept)
    assert judged.shape == (13, 3)
    np.testing.assert_allclose(judged.sum(axis=1), 1.0, atol=1e-5)
    for row, version in enumerate(kept):
        np.testing.assert_allclose(encoder.judge(context, version[None]), judged[row : row + 1], atol=_COMPANY)
    np.testing.assert_allclose(encoder.judge(context, kept[::-1]), judged[::-1], atol=_COMPANY)


def test_a_stump_is_worse_than_a_sentence() -> None:
    encoder = Encoder()
    words = "The old man slowly opened the door of the house .".split()
    kept = np.array(
        [[word in version for word in words] for version in ("The old man opened the door .", "slowly of .")]
    )
    accept, _, reject = encoder.judge(encoder.context(encoder.run(encoder.pieces(words)).vectors), kept).T
    assert accept[0] > accept[1]
    assert reject[0] < reject[1]


def test_nothing_is_stored_about_the_user(tmp_path: Path) -> None:
    # The library that runs the network would leave an identifier of the machine in the home folder, and send it, unless
    # it believes that it runs in tests: hence an environment without the variables that say so.
    program = "import laconic; print(laconic.load().compress('The old harbour, built in 1840, will close.', rate=0.6))"
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, timeout=60)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory in use is read as Linux shows it")
def test_the_memory_of_a_very_long_sentence_is_given_back() -> None:
    # Kept for the next sentence, as that of short ones is, it would be 230 MB.
    program = """
import resource
from pathlib import Path
from laconic.parse.english import EnglishParser
from laconic.parse.reader import Reader, shared_reader
def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
parser = EnglishParser()
list(parser.parse(["The harbour will close."]))
before = megabytes()
list(parser.parse(["ships and " * 1500 + "boats."]))
print(megabytes() - before)
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=60, text=True)
    assert float(found.stdout) < 130


def test_the_contexts_of_sentences_in_use_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(shared_reader(None).encoder)
    made: list[int] = []
    context = Encoder.context
    monkeypatch.setattr(Encoder, "context", lambda encoder, vectors: made.append(1) or context(encoder, vectors))
    in_use = [["It", "works", str(number)] for number in range(10)]  # one for each thread of a server
    for words in in_use * 2:
        reader.prepared(words)
    assert len(made) == len(in_use)
    for number in range(30):
        reader.prepared(in_use[0])
        reader.prepared(["Another", str(number)])
    assert len(made) == len(in_use) + 30
