"""Word pieces equal those of the library that defines them."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from laconic.parse.words import WordPieces

VOCABULARY = [
    "[UNK]",
    *"abcdefghijklmnopqrstuvwxyz0123456789.,-!'中é",
    *("##" + character for character in "abcdeinorst0123"),
    *("the", "##ing", "##able", "un"),
]


def library() -> Tokenizer:
    tokenizer = Tokenizer(WordPiece({piece: number for number, piece in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


LIBRARY = library()
OURS = WordPieces(VOCABULARY)


def has_settled(character: str) -> bool:
    """Return whether the character means today what it meant in 2002; the library knows no newer ones."""
    return unicodedata.ucd_3_2_0.category(character) == unicodedata.category(character)


LETTERS = st.sampled_from("abcdeingtTHE01.,-'!é中ñ \u00ad\u200d’İ")


@settings(max_examples=500)
@given(st.text(LETTERS, max_size=12) | st.text(st.characters(codec="utf-8").filter(has_settled), max_size=12))
def test_equals_the_library(word: str) -> None:
    assert OURS(word) == LIBRARY.encode(word, add_special_tokens=False).ids


def test_long_runs_are_unknown() -> None:
    assert OURS("a" * 100) == [1] + [VOCABULARY.index("##a")] * 99
    assert OURS("a" * 101) == [0]
