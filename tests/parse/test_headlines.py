"""The network for headlines: it shares vectors with the network beside it, and is not needed."""

import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.features.network import EncoderScorer
from laconic.parse.encoder import NETWORK, Encoder
from laconic.parse.headlines import HEADLINES, HeadlineNetwork
from laconic.parse.reader import MOST_PIECES, Reader
from laconic.text import Sentence

BUNDLED = Path(str(files("laconic") / "data" / "english"))
STORY = (
    "Two men were arrested on Tuesday after a fire destroyed a furniture warehouse in the port of Genoa , police said ."
).split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the bundled networks' folder."""
    return Path(shutil.copytree(BUNDLED, tmp_path / "english"))


def test_a_headline_keeps_what_happened_and_drops_who_said_so() -> None:
    odds = Reader(Encoder()).headline(STORY)
    assert odds is not None
    stays = {word for word, odd in zip(STORY, odds, strict=True) if odd > 0}
    assert {"men", "were", "arrested"} <= stays
    assert not {"police", "said", "Tuesday"} & stays


def test_odds_are_those_of_the_file_with_its_vectors_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors that the file refers to are those of the bundled network, wherever they are read from."""
    encoder = Encoder()
    feed = encoder.feed(encoder.pieces(STORY))
    mapped = HeadlineNetwork(BUNDLED).run(feed)
    monkeypatch.setattr("laconic.parse.session.without_large_weights", Path.read_bytes)
    np.testing.assert_array_equal(HeadlineNetwork(BUNDLED).run(feed), mapped)


def test_a_long_sentence_is_read_in_parts() -> None:
    reader = Reader(Encoder())
    words = [*STORY * (MOST_PIECES // len(STORY)), *STORY]
    odds = reader.headline(words)
    assert odds is not None
    assert odds.shape == (len(words),)
    assert np.isfinite(odds).all()


def test_without_it_the_network_scores_headlines_alone(folder: Path) -> None:
    (folder / HEADLINES).unlink()
    sentence = Sentence.from_words(STORY)
    alone = EncoderScorer(Reader(Encoder(folder)), "news").untied(sentence)
    both = EncoderScorer(Reader(Encoder()), "news").untied(sentence)
    assert np.abs(alone.token - both.token).max() > 0.1
    for style, rate in (("news", 0.5), ("editor", None)):  # a headline is only asked for in its style and length
        with_it, without = (EncoderScorer(Reader(Encoder(each)), style) for each in (None, folder))
        np.testing.assert_array_equal(with_it.untied(sentence, rate).token, without.untied(sentence, rate).token)


def test_a_file_for_another_network_is_refused(folder: Path) -> None:
    with (folder / NETWORK).open("ab") as stream:
        stream.write(b"\0")
    encoder = Encoder()
    with pytest.raises(DataError, match=r"headlines\.onnx: was made for another network\.onnx .* export it again"):
        HeadlineNetwork(folder).run(encoder.feed(encoder.pieces(STORY)))


def test_a_damaged_file_is_refused(folder: Path) -> None:
    (folder / HEADLINES).write_bytes(b"no network")
    with pytest.raises(DataError, match="is not a network that laconic can run"):
        Reader(Encoder(folder)).headline(STORY)
