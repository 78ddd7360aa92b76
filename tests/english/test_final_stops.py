"""A sentence that ended in an abbreviation still ends in a full stop when the abbreviation goes."""

from __future__ import annotations

import pytest

import laconic
from laconic.english.detokenize import cut
from laconic.text import Sentence, Token


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("The shop on the corner closes at 9 p.m.", "The shop closes", "The shop closes."),
        ("The shop on the corner closes at 9 p.m.", "The shop closes at 9 p.m.", "The shop closes at 9 p.m."),
        ("Her sister moved to Washington, D.C.", "Her sister moved to Washington ,", "Her sister moved to Washington."),
        ("“The vote is at 5 p.m.”", "“ The vote is ”", "“The vote is.”"),
        ("The house is the Joneses’ until 9 p.m.", "The house is the Joneses ’", "The house is the Joneses’."),
        ("She stays at her parents' until 9 p.m.", "She stays at her parents '", "She stays at her parents'."),
        ("Our firm was bought by Acme Inc.", "Our firm was bought .", "Our firm was bought."),
        ("He works for Yahoo! in the U.S.", "He works for Yahoo !", "He works for Yahoo!"),
        ("He left (probably at 9 p.m.)", "He left ( probably )", "He left (probably)"),
        ("Supper in the old barn at 9 p.m.", "Supper in the barn", "Supper in the barn"),
    ],
)
def test_the_stop_of_a_final_abbreviation_stays(text: str, kept: str, expected: str) -> None:
    (sentence,) = laconic.load().parse([text])
    assert cut(sentence, _places(sentence, kept)) == expected


def test_an_abbreviation_of_another_parser_is_one_token() -> None:
    text = "Our firm was bought by Acme Inc."
    sentence = Sentence.from_tokens([Token(word) for word in text.split()], text=text)
    assert cut(sentence, [0, 1, 2, 3]) == "Our firm was bought."
    assert cut(sentence, [0, 1, 2, 3], with_agreement=False) == "Our firm was bought"


def test_tokens_given_separated_by_spaces_stay_as_they_are() -> None:
    assert cut(Sentence.from_words("We met at 9 p.m.".split()), [0, 1]) == "We met"


def test_answers_and_documents_end_in_a_stop_within_their_limit() -> None:
    model = laconic.load()
    text = "The meeting that the council announced last week starts on Thursday at 9 p.m."
    for chars in range(20, len(text)):
        answer = model.compress(text, chars=chars)
        assert len(answer.text) <= chars
        assert answer.text.endswith(".")
    document = model.compress_document(f"{text} The mayor, who is new, will speak first.", words=9)
    assert "Thursday." in document.text or "p.m." in document.text


def _places(sentence: Sentence, words: str) -> list[int]:
    """Return where these words stand in a sentence, each after the one before."""
    places: list[int] = []
    for word in words.split():
        places.append(sentence.words.index(word, places[-1] + 1 if places else 0))
    return places
