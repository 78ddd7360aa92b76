"""Sentences begin and end where a reader would say so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.parse.split import split_sentences
from laconic.parse.tokenize import sentences
from timing import is_within, seconds_of

# `¦` shows where a document is cut.
CASES = [
    "It rained. ¦We stayed in! ¦Did you? ¦Yes.",
    "No stop at all",
    "“It rained.” ¦She left. ¦“Why?” he asked. ¦'Because!' she said.",
    "He said it (twice.) ¦Then he left.",
    "What?! ¦Really...? ¦Yes!!! ¦Good.",
    "Wait... ¦Then run. ¦It was... odd. ¦Well… maybe. ¦Well… ¦Maybe.",
    "Dots . . . and more. ¦So there . . . ¦The end.",
    "Dr. Lee met Mrs. Poe of St. Ives on Mt. Snow.",
    "He saw Gen. Custer, Sen. Doe et al. in vol. 3, fig. 2, no. 5, e.g. The Sun.",
    "J. R. R. Oak wrote to W. Elm. ¦He replied.",
    "Prices rose in the U.S. Army and the U.S. government. ¦They fell in the U.K. ¦The end.",
    "She left at 5 p.m. on Monday. ¦He left at 6 p.m. ¦They met at 7 p.m. Tuesday.",
    "Acme Inc. makes nuts. ¦Bolt makes bolts etc. ¦It also sells Acme Inc. nuts.",
    "It cost $3.50. ¦Version 2.4.1 is 10.5 MB.",
    "the cat sat. it slept. ¦Then it ate.".replace("sat. ", "sat. ¦"),
    "1. Open the box. ¦Then close it.",
    "See Figure 1. It shows all.".replace("1. ", "1. ¦"),
    "Table 2. The results.",
    "It was shown. [12] ¦It was shown again.[3] ¦Nobody knows. [citation needed] ¦Still.",
    "I love it! :) ¦Thanks. ;-) ¦Bye.",
    "I use Yahoo! Mail daily. ¦You use Jeopardy! as an example.",
    "He stopped.¦Then he went on.",
    "Mail Jo.Smith@example.com or see www.example.com/It.Is now.",
    "第一句。¦第二句！¦第三句",
    "He sat. ¦She came on Sat. evening.",
    "“Stop. ¦Go away.” ¦He did.",
    "One (see p. 5) two.",
    "A heading\n\n¦A paragraph that goes on. ¦And on.\n\n\n¦Another.",
    "A heading\n¦A paragraph that goes on and on and on until it is long enough.",
    "These lines were wrapped by hand at about fifty\ncharacters, so that this is the second line of the\n"
    "first sentence. ¦This is the second sentence.",
    "Things to take with you to the mountains this time:\n¦- a rope that is at least fifty metres in length and\n"
    "  strong\n¦- boots",
    "roses\n¦violets\n¦lilies",
    "windows line ends are no trouble for us at all, as\r\nthis wrapped line shows.\r\n\r\n¦Yes.",
]


@pytest.mark.parametrize("marked", CASES)
def test_sentences(marked: str) -> None:
    text = marked.replace("¦", "")
    expected = [piece.strip() for piece in marked.split("¦")]
    assert [text[start:end] for start, end in split_sentences(text)] == expected


documents = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["It", "works", "Dr.", "U.S.", ".", "?!", "...", '."', "[1]", "\n", "\n\n", " ", "x", "\t", "。"]
        )
    ).map("".join),
)


@given(documents)
def test_sentences_cover_all_but_white_space_in_order(text: str) -> None:
    cursor = 0
    for start, end in split_sentences(text):
        assert cursor <= start < end
        assert not text[cursor:start].strip()
        assert text[start:end] == text[start:end].strip()
        cursor = end
    assert not text[cursor:].strip()


@given(documents)
def test_tokens_lie_in_their_sentence_and_the_sentence_in_its_document(text: str) -> None:
    letters = []
    for sentence in sentences(text):
        assert text.startswith(sentence.text, sentence.start)
        assert sentence.is_located
        letters.extend(token.text for token in sentence.tokens)
        for token in sentence.tokens:
            assert sentence.text[token.start : token.end] == token.text
    assert "".join(letters) == "".join(text.split())


@pytest.mark.parametrize(
    "piece", [".", ". ", ".)", "Mr. ", "a.A", "[1]", ". [1]", " ", "\n", "a\n", "?", "。", "1.", ":)"]
)
def test_time_is_linear(piece: str) -> None:
    short, long = (" " * (size // 2) + piece * (size // len(piece)) + "x" for size in (8_000, 128_000))
    limit = 100 * max(seconds_of(lambda: split_sentences(short)), 0.002)
    assert is_within(limit, lambda: split_sentences(long))
