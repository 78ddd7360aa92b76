"""The network's files: what makes its fingerprint, and what is said of broken ones."""

import shutil
from pathlib import Path

import pytest

import laconic
from laconic.errors import DataError
from laconic.parse.encoder import Encoder
from laconic.parse.english import EnglishParser
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
        ("network.onnx", b"not a network", "not a network that can be run"),
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
