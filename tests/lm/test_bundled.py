"""The English model that comes with laconic."""

from pathlib import Path

import pytest

import laconic
from laconic.corpus import sample
from laconic.lm import bundled
from laconic.parse.tokenize import split_words

MODEL = Path(laconic.__file__).parent / "data" / "lm" / "english.lm"


def test_it_is_small() -> None:
    assert MODEL.stat().st_size < 10_000_000
    assert bundled().order == 3
    assert bundled() is bundled()


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("The dog barks at the moon .", "The dog barks at moon the ."),
        ("She has been there .", "She have been there ."),
        ("He did n't know .", "He did know n't ."),
        ("It is one of the best .", "It is one the of best ."),
    ],
)
def test_it_prefers_english(good: str, bad: str) -> None:
    assert bundled().sentence(good) > bundled().sentence(bad)


def test_it_knows_the_words_of_the_pipeline_in_any_case() -> None:
    for text in ("“It can’t be,” said Mr. Smith.", "IT CAN'T BE, ``SAID'' MR. SMITH."):
        assert all(score.known for score in bundled().words(split_words(text)))


def test_it_fits_ordinary_text() -> None:
    """The project's own sentences: few unknown words, and a perplexity far below that of their words reversed."""
    sentences = [split_words(pair.source) for pair in sample()]
    words = [score for scores in bundled().words_of_all(sentences) for score in scores]
    assert sum(not score.known for score in words) / len(words) < 0.05
    assert bundled().perplexity(sentences) < 500
    assert bundled().perplexity(sentences) * 3 < bundled().perplexity(words[::-1] for words in sentences)
