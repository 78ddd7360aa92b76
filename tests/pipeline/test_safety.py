"""What is protected stays, whole and in order, whatever the method and whatever the length."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.compression import Compression
from laconic.english.articles import article_before
from laconic.english.negation import negations
from laconic.errors import UsageError
from laconic.features.deletion import LinearScorer
from laconic.methods.crf import ChainDeletion
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import tokenize
from laconic.pipeline.linear import LinearDeletion
from laconic.pipeline.method import Method
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length
from laconic.text import Sentence

TEXTS = [
    "The old harbour of Norwick, which was built in 1840 and has not been repaired for decades, will close soon.",
    "Nobody at the Bank of England knew that 12% of the $3.5 million had never been paid back in time.",
    "“We did n't see the ‘new’ plan,” said Mary Smith, who can't swim and won't learn it without help.",
    "Neither the council nor the mayor paid between 5 and 10 million euros on 3 March, 1986, it seems.",
    'He said that it was "not always easy" to find work in New York, and that he no longer tried very hard.',
]
PARSER = EnglishParser()


@cache
def parsed(text: str) -> Sentence:
    return PARSER.parse([text])[0]


def linear(name: str, search: str) -> LinearDeletion:
    weights = np.random.default_rng(11).normal(size=2**12).astype(np.float32)
    scorer = LinearScorer(weights, with_pairs=name != "subtree", with_arcs=name == "joint")
    return LinearDeletion(name, scorer, search)


METHODS: dict[str, Callable[[], Method]] = {
    "joint": lambda: linear("joint", "joint-exact"),
    "lagrangian": lambda: linear("joint", "joint-lagrangian"),
    "bigram": lambda: linear("bigram", "bigram"),
    "subtree": lambda: linear("subtree", "subtree"),
    "crf": lambda: ChainDeletion("crf", linear("subtree", "subtree").linear, np.array([[0.5, -0.25], [0.0, 1.0]])),
    "random": lambda: load("random").method,
    "default": lambda: load().method,
    "t3": lambda: load("t3").method,
    "t3-abstractive": lambda: load("t3-abstractive").method,
    "joint-t3": lambda: load("joint-t3").method,
    "paraphrase": lambda: load("paraphrase").method,
    "simplify": lambda: load("simplify").method,
    "rewrite": lambda: load("rewrite").method,
}


@cache
def model(name: str) -> Model:
    """Return a model, made when a test first needs it: every worker collects these tests, and few run them."""
    return Model(METHODS[name](), PARSER)


PROTECTIONS = st.builds(
    Protection,
    st.lists(st.sampled_from(["the", "old harbour", "seems"]), max_size=2).map(tuple),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
LENGTHS = st.one_of(
    st.just({}),
    st.builds(dict, words=st.integers(1, 24), exact=st.booleans()),
    st.builds(dict, rate=st.floats(0.1, 1.0), exact=st.booleans()),
    st.builds(dict, chars=st.integers(10, 120)),
)


def stands(places: Iterable[int], answer: Compression) -> bool:
    """Return whether runs of words stand in an answer as they stood, one after the other."""
    held = sorted(places)
    if answer.kept is not None and not set(held) <= set(answer.kept):
        return False
    reached = 0
    for place in held:
        word = answer.source.words[place]
        found = next((at for at in range(reached, len(answer.tokens)) if answer.tokens[at] == word), None)
        if found is None or (place - 1 in held and found != reached):
            return False
        reached = found + 1
    return True


def is_held(answer: Compression, protect: Protection) -> bool:
    """Return whether all that is protected stands, and each negation stays or goes with all that it negates."""
    others = replace(protect, negation=False).positions(answer.source)
    if not protect.negation:
        return stands(others, answer)
    main = answer.source.heads.index(0)
    found = list(negations(answer.source))
    loose = [each for each in found if main not in each.core and others.isdisjoint(each.core)]
    for gone in chain.from_iterable(combinations(loose, count) for count in range(len(loose) + 1)):
        staying = others.union(*(each.core | each.around for each in found if each not in gone))
        lost = set().union(*(each.core for each in gone))
        if stands(staying, answer) and not lost & set(answer.kept or ()):
            return True
    return False


@settings(max_examples=25)
@pytest.mark.parametrize("name", METHODS)
@given(st.sampled_from(TEXTS), PROTECTIONS, LENGTHS)
def test_what_is_protected_stays(name: str, text: str, protect: Protection, length) -> None:
    sentence = parsed(text)
    counts = [int(masks.keep.sum()) for masks in protect.mask_choices(sentence)]
    try:
        answer = model(name).compress(sentence, **length, protect=protect)
    except UsageError as error:
        told = str(error)
        if "must stay, so" in told:
            assert min(counts) > length["words"]
            assert f"ask for at least {min(counts)}," in told
            return
        # Characters may be too few; a tree keeps heads with their words; rules may not give every length.
        assert (
            "chars" in length
            or "rate" in length
            or name in ("subtree", "t3", "t3-abstractive", "paraphrase", "simplify")
        )
        return
    assert is_held(answer, protect), answer.text
    if "words" in length:
        assert len(answer.text.split()) <= length["words"]
        if length["exact"]:
            assert len(answer.tokens) == min(length["words"], len(sentence))
    if "rate" in length:
        assert len(answer.tokens) <= max(Length(**length).words_of(len(sentence)), *counts, 1)
    if "chars" in length:
        assert len(answer.text) <= length["chars"]


WITH_ARTICLES = [
    "An unusually large dog chased a small orange cat across a very old empty house in an hour.",
    "A young honest engineer wrote an extremely long report for a European office and a quite independent union.",
]


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("text", WITH_ARTICLES)
def test_articles_agree_and_count_in_characters(name: str, text: str) -> None:
    sentence = parsed(text)
    wishes = [{"rate": 0.75}, {"rate": 0.5}, *({"chars": chars} for chars in range(40, 61, 4))]
    for length in wishes:
        try:
            answer = model(name).compress(sentence, **length)
        except UsageError:
            continue  # rules do not give every length
        words = [token.text for token in tokenize(answer.text)]
        for place, article in answer.articles.items():
            assert words[place].lower() == article.lower() != answer.tokens[place].lower()
        for article, word in pairwise(words):
            if article.lower() in ("a", "an") and any(map(str.isalnum, word)):
                assert article.lower() == article_before(word)
        assert len(answer.text) <= length.get("chars", len(text) + 1)


def test_the_nearest_length_leaves_out_negations_that_may_go() -> None:
    sentence = parsed("She sold the old bicycle because she never rode it.")
    protect = Protection(words=("sold", "old", "bicycle"))
    (answer,) = model("joint").pipe([sentence], words=1, protect=protect, if_impossible="nearest")
    assert answer.kept == (1, 3, 4)
    assert "ask for at least 3," in answer.details["problem"]
