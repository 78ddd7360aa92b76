"""Random sentences for property tests: few words, so that n-grams repeat and blocks can be shifted."""

from hypothesis import strategies as st

WORDS = ["the", "The", "cat", "cats", "sat", "on", "mat", ",", ".", "U.S.", "3,000", "can't", "naïve"]

texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
full_texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)


def corpora(references: int):
    """Lists of (source, output, references)."""
    several = st.lists(full_texts, min_size=references, max_size=references)
    return st.lists(st.tuples(full_texts, texts, several), min_size=1, max_size=6)
