"""Articles agree with the sound of the next word."""

import pytest

from laconic import Sentence
from laconic.english.articles import agreeing_articles, article_before

A = """car house hotel historic herb hand year yellow young use user usual useful usage union unit united universe
unique uniform unilateral unicorn unanimous university ubiquitous urine uranium utopia utility Utah Ukrainian Ugandan
European euro eulogy euphemism ewe one one-off once-only ouija UN US UK URL UFO USB BBC NATO NASA FIFA UEFA UNESCO UNHCR
USAID SIM RAM US-led U-turn T-shirt re-election U.S. Mr Ms 1 7 10 100 110 118 180 1,100 1,850 1980s 0.8 1.8 101
xylophone Xhosa yacht whale""".split()

AN = """apple egg idea onion umbrella uncle ugly urge urn usher utter utmost unusual uninteresting unimportant
unidentified unintended unanswered upper honest honestly honour honor honourable hour hourly hour-long heir heiress
heirloom FBI MRI MP MPs SUV SUVs NGO NHS HIV HTML EU EU-wide LED MOT RSPCA NAACP LAPD X-ray x-ray F-16 H1N1 e-mail
MP3 M.A. 8 8th 80 80s 800 8,000 11 11th 11-year-old 11,000 18 18,000 18-year-old 1800s 1850 école O'Brien iPhone OPEC
onerous Yvonne ytterbium nth oddly""".split()


@pytest.mark.parametrize(("article", "words"), [("a", A), ("an", AN)])
def test_sounds(article: str, words: list[str]) -> None:
    assert [word for word in words if article_before(word) != article] == []


@pytest.mark.parametrize("word", ["", "—", "東京", "…", "Ω"])
def test_spelling_that_does_not_tell(word: str) -> None:
    assert article_before(word) is None


def test_new_words_are_agreed_with_too() -> None:
    source = Sentence.from_words("They bought an old car and a house".split())
    words = "They bought an costly car and a house with a oven".split()
    origins = [0, 1, 2, None, 4, 5, 6, 7, None, None, None]
    assert agreeing_articles(source, words, origins) == {2: "a", 9: "an"}


def test_an_article_before_its_own_word_is_left_alone() -> None:
    source = Sentence.from_words("It was an historic , a old day".split())
    assert agreeing_articles(source, source.words, range(len(source))) == {}
    assert agreeing_articles(source, ["an", "historic", "a", "old"], [2, 3, 5, 6]) == {}
