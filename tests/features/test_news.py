"""Whether a sentence begins a news story."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.features.network import EncoderScorer
from laconic.features.news import NEWS_FILE, news_detector, summary
from laconic.parse.encoder import WIDTH, Encoder
from laconic.parse.reader import Reader
from laconic.parse.tokenize import split_words
from laconic.text import Sentence

STORIES = [
    "A former mayor of Leeds has been charged with fraud after a two-year investigation, prosecutors said on Monday.",
    "Shares in the carmaker fell 6 percent on Wednesday after it cut its profit forecast for the third time this year.",
    "Striker Paul Hendry has signed a new three-year contract with Dundee, the club announced today.",
    "A 34-year-old woman was rescued from a burning flat in east London early on Friday, firefighters said.",
]
OTHERS = [
    "I have been going to this dentist for years, and I would never think of going anywhere else.",
    "If you mix the flour with the butter first, the dough will be much easier to roll out.",
    "What I liked most about my grandmother was that she never pretended to agree with anybody.",
    "Mr President, I should like to thank the rapporteur for the work that she has put into this report.",
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Return a reader of the bundled network."""
    return Reader(Encoder())


def test_first_sentences_of_stories_are_told_from_other_text(reader: Reader) -> None:
    scorer = EncoderScorer(reader)
    found = [scorer.begins_news(Sentence.from_words(split_words(text))) for text in [*STORIES, *OTHERS]]
    assert found == [True] * len(STORIES) + [False] * len(OTHERS)


def test_only_the_usual_style_asks(reader: Reader) -> None:
    story = Sentence.from_words(split_words(STORIES[0]))
    assert not EncoderScorer(reader, "editor").begins_news(story)
    assert not EncoderScorer(reader).begins_news(Sentence.from_words([]))


def test_the_summary_has_the_mean_and_both_ends(reader: Reader) -> None:
    words = split_words(STORIES[1])
    (part,) = reader.vectors(words)
    mean = [float(np.mean([vector[k] for vector in part.vectors[1:-1]])) for k in range(part.vectors.shape[1])]
    found = summary(reader, words).reshape(3, -1)
    np.testing.assert_allclose(found[0], mean, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(found[1:], part.vectors[[0, -1]])


def test_a_network_without_a_detector_takes_nothing_for_news(tmp_path: Path) -> None:
    assert news_detector(tmp_path) is None


@pytest.mark.parametrize(
    ("arrays", "problem"),
    [
        ({"weight": np.zeros(3 * WIDTH)}, "it lacks the array 'bias'"),
        ({"weight": np.zeros(3 * WIDTH - 1), "bias": 0.0}, r"shape \(1151,\), and the network needs \(1152,\)"),
        ({"weight": np.zeros((3, WIDTH)), "bias": 0.0}, r"shape \(3, 384\)"),
        ({"weight": np.full(3 * WIDTH, np.nan), "bias": 0.0}, "some of its weights are not numbers"),
        ({"weight": np.zeros(3 * WIDTH), "bias": np.inf}, "some of its weights are not numbers"),
        ({"weight": np.zeros(3 * WIDTH), "bias": "warm"}, "warm"),
    ],
)
def test_a_detector_that_does_not_fit_the_network_is_refused_when_it_is_loaded(
    tmp_path: Path, arrays: dict[str, Any], problem: str
) -> None:
    np.savez(tmp_path / NEWS_FILE, **arrays)
    with pytest.raises(DataError, match=rf"news\.npz: is not a detector of news: .*{problem}"):
        EncoderScorer(Reader(Encoder(tmp_path)))


def test_the_width_of_vectors_is_that_of_the_bundled_network(reader: Reader) -> None:
    (part,) = reader.vectors(split_words(STORIES[2]))
    assert part.vectors.shape[1] == WIDTH
