"""Limits: what fits, what it is worth, and which answer is the best or the shortest safe one."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.english.detokenize import cut
from laconic.english.rewriting import edits_of, read_phrases
from laconic.forest.revision import revise
from laconic.parse.english import EnglishParser
from laconic.pipeline.edited import edited_candidate
from laconic.pipeline.encoded import Headline
from laconic.pipeline.limit import BREVITY, FILL, UNCHANGED, Limit, quality_of, shortest_safe
from laconic.pipeline.method import Candidate, Scored, Verdict
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.text import Sentence
from test_model import PARSED, PARSER, random_model

(SENTENCE,) = PARSER.parse(["Well, the old man didn't sell it."])
SIZE = len(SENTENCE)  # Well , the old man did n't sell it .
FREE = Protection(negation=False)


def candidate(kept: tuple[int, ...], verdict: Verdict | None = None, score: float = 0.0) -> Candidate:
    tokens = tuple(SENTENCE.words[place] for place in kept)
    return Candidate(Scored(SENTENCE, None), None, tokens, kept, score, lambda: cut(SENTENCE, kept), verdict)


@pytest.mark.parametrize(("unit", "source"), [("tokens", 10), ("words", 7), ("characters", 33)])
def test_the_source_is_counted_as_the_unit_says(unit: str, source: int) -> None:
    limit = Limit.of(SENTENCE, unit, 5)
    assert limit.source == source
    assert limit.rate == 5 / source
    assert Limit.of(SENTENCE, unit, None).rate is None
    assert Limit.of(SENTENCE, unit, 99).rate == 1.0
    assert [Limit.of(SENTENCE, unit, room).has_room_for_all for room in (source - 1, source, None)] == [
        False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("room", [1, 3, 5, 8])
def test_what_fits_is_told_by_the_text(room: int) -> None:
    for size in range(1, SIZE + 1):
        for kept in combinations(range(SIZE), size):
            each = candidate(kept)
            assert Limit.of(SENTENCE, "tokens", room).allows(each) == (len(kept) <= room)
            assert Limit.of(SENTENCE, "words", room).allows(each) == (len(each.text.split()) <= room)
            assert Limit.of(SENTENCE, "characters", 4 * room).allows(each) == (len(each.text) <= 4 * room)
            assert Limit.of(SENTENCE, "words", None).allows(each)


@pytest.mark.parametrize(
    ("rate", "size", "most", "nearest"),
    [(0.5, 11, 5, 6), (0.6, 11, 6, 7), (0.7, 10, 7, 7), (0.29, 100, 29, 29), (0.1, 3, 1, 1), (1.0, 7, 7, 7)],
)
def test_a_rate_is_exceeded_only_to_meet_it_exactly(rate: float, size: int, most: int, nearest: int) -> None:
    assert Length(rate=rate).words_of(size) == most
    assert Length(rate=rate, exact=True).words_of(size) == nearest
    sentence = Sentence.from_words(["word"] * size)
    assert Request(Length(rate=rate)).limit(sentence, 0).room == most
    assert Request(Length(rate=rate)).words_allowed(sentence, 0) == (1, most)
    assert Request(Length(rate=rate, exact=True)).words_allowed(sentence, 0) == (nearest, nearest)


@given(st.floats(0, 1, exclude_min=True), st.integers(0, 300))
def test_a_rate_stands_for_the_most_words_within_it(rate: float, size: int) -> None:
    words = Length(rate=rate).words_of(size)
    assert words == max((n for n in range(size + 1) if n <= rate * size + 1e-9), default=0) or words == min(1, size)


def test_punctuation_and_clitics_are_free_where_words_are_counted() -> None:
    short = candidate((2, 4, 5, 6, 7, 8, 9))
    assert short.text == "The man didn't sell it."
    assert Limit.of(SENTENCE, "words", 5).allows(short)
    assert not Limit.of(SENTENCE, "tokens", 6).allows(short)


def test_the_expected_verdict() -> None:
    assert Verdict(1.0, 0.0).quality == 1.0
    assert Verdict(0.0, 1.0).quality == 0.0
    assert Verdict(0.0, 0.0).quality == 0.5  # a small flaw


def test_of_equals_the_one_nearest_to_the_limit_is_best() -> None:
    limit = Limit.of(SENTENCE, "tokens", 6)
    good, fair = Verdict(0.6, 0.2), Verdict(0.5, 0.2)
    near, short = candidate((2, 4, 5, 6, 7, 9), good), candidate((4, 7, 9), good)
    assert limit.ranked([short, near]) == [near, short]
    assert limit.worth(near) - limit.worth(short) == pytest.approx(FILL * 3 / 6)
    # A tenth of a verdict is worth less than half of the room, and more than a twentieth of it.
    assert limit.ranked([short, candidate(near.kept, fair)])[0].kept == near.kept
    wide = Limit.of(SENTENCE, "characters", 30)
    shorter, longer = candidate((2, 4, 5, 6, 7, 8, 9), good), candidate((2, 3, 4, 5, 6, 7, 9), fair)
    assert len(longer.text) == len(shorter.text) + 1
    assert wide.ranked([longer, shorter]) == [shorter, longer]


@pytest.mark.parametrize(
    ("text", "rule", "edited", "word_density", "letter_density"),
    [
        (
            "She stayed at home due to the fact that it rained.",
            "due to the fact that = because",
            "She stayed at home because it rained.",
            12 / 8,
            (40 + 12) / (31 + 8),
        ),
        ("She purchased a lamp.", "purchase* = buy*", "She bought a lamp.", 1.0, (18 + 5) / (15 + 5)),
        ("He fled by night.", "by night = at dead of night", "He fled at dead of night.", 1.0, 1.0),
    ],
)
def test_what_stands_for_more_than_its_own_size_fills_the_room_in_the_unit_of_the_limit(
    text: str, rule: str, edited: str, word_density: float, letter_density: float
) -> None:
    parser = EnglishParser()
    (sentence,) = parser.parse([text])
    revised = revise(sentence, [each for each in edits_of(sentence, read_phrases([rule])) if each.rule == rule])
    scored = Scored(sentence, None)
    whole = Candidate(scored, None, sentence.words, tuple(range(len(sentence))), 0.0, lambda: text)
    found = edited_candidate(scored, revised, whole, range(len(revised.words))).changed(verdict=Verdict(0.6, 0.2))
    assert found.text == edited
    for unit, size, density in (
        ("tokens", len(found.tokens), word_density),
        ("words", len(edited.split()), word_density),
        ("characters", len(edited), letter_density),
    ):
        limit = Limit.of(sentence, unit, 60)
        assert limit.density(found) == pytest.approx(density)
        assert limit.worth(found) == pytest.approx(quality_of(found) - FILL * (1 - density * size / 60))
    assert found.greater_density == max(word_density, letter_density)


def test_where_the_length_is_free_brevity_counts() -> None:
    limit = Limit.of(SENTENCE, "words", None)
    same = Verdict(0.6, 0.2)
    long, short = candidate((0, 1, 2, 4, 5, 6, 7, 8, 9), same), candidate((2, 4, 5, 6, 7, 8, 9), same)
    assert limit.ranked([long, short]) == [short, long]
    assert limit.worth(short) - limit.worth(long) == pytest.approx(BREVITY / 7)


@pytest.mark.parametrize("accept", [0.0, 0.3, 0.9])
def test_where_the_length_is_free_the_sentence_stays_only_if_all_else_is_worse(accept: float) -> None:
    limit = Limit.of(SENTENCE, "words", None)
    whole, short = (
        candidate(tuple(range(SIZE)), Verdict(1.0, 0.0)),
        candidate((2, 4, 5, 6, 7, 8, 9), Verdict(accept, 0.3)),
    )
    best = limit.ranked([whole, short])[0]
    assert (best is whole) == (short.verdict.quality - BREVITY * 5 / 7 < UNCHANGED - BREVITY)


def test_what_speaks_for_a_sentence_as_it_is_counts_where_the_length_is_free() -> None:
    limit = Limit.of(SENTENCE, "words", None)
    every, some = tuple(range(SIZE)), (2, 4, 5, 6, 7, 8, 9)
    for likeness in (0.0, 0.5, 1.0):
        whole, short = (
            Headline(**vars(candidate(kept, Verdict(1.0, 0.0))), likeness=like)
            for kept, like in ((every, likeness), (some, 0.5))
        )
        gained = whole.gain - short.gain
        assert limit.worth(whole) - limit.worth(short) == pytest.approx(gained + UNCHANGED - 1 - BREVITY * 2 / 7)
        assert (limit.ranked([whole, short])[0] is whole) == (likeness == 1.0)


@pytest.mark.parametrize("verdict", [None, Verdict(0.0, 1.0)])
def test_what_fits_as_it_is_comes_first(verdict: Verdict | None) -> None:
    whole = candidate(tuple(range(SIZE)), verdict)
    without_comma = candidate((0, *range(2, SIZE)), verdict and Verdict(1.0, 0.0), score=9.0)
    for unit, room in (("words", 7), ("words", 50), ("tokens", 10), ("characters", 33)):
        limit = Limit.of(SENTENCE, unit, room)
        assert limit.worth(whole) == math.inf
        assert limit.ranked([without_comma, whole])[0] is whole


def test_without_verdicts_the_longest_is_best_and_of_equals_the_higher_score() -> None:
    limit = Limit.of(SENTENCE, "words", 4)
    short, low, high = (
        candidate((4, 7, 9), None, 5.0),
        candidate((2, 4, 5, 7), None, 1.0),
        candidate((2, 3, 4, 7), None, 2.0),
    )
    assert limit.ranked([short, low, high]) == [high, low, short]


def test_the_shortest_that_is_safe() -> None:
    safe = candidate((2, 4, 5, 6, 7, 8, 9), Verdict(0.7, 0.1))
    safer = candidate((0, 1, 2, 4, 5, 6, 7, 8, 9), Verdict(0.9, 0.0))
    better = candidate((2, 3, 4, 5, 6, 7, 9), Verdict(0.8, 0.1), score=1.0)
    unsafe, unread = candidate((4, 7), Verdict(0.2, 0.7)), candidate((4,))
    every = [safer, unsafe, safe, unread, better]
    assert shortest_safe(every, 0.7) == [better, safe, safer]
    assert shortest_safe(every, 0.85) == [safer]
    assert shortest_safe(every, 0.95) == []
    assert shortest_safe(every, 0.0) == [unsafe, better, safe, safer]


@pytest.mark.parametrize("words", [3, 6, 11])
def test_a_method_that_does_not_judge_takes_the_longest_that_fits(words: int) -> None:
    pipeline = Pipeline(random_model().method, PARSER)
    for sentence in PARSED[:12]:
        answer = pipeline.compress(sentence, Request(Length(words=words), FREE))
        every = pipeline.all_lengths(sentence, FREE)
        fitting = [each for each in every if len(each.text.split()) <= words]
        longest = max(len(each.text.split()) for each in fitting)
        assert answer.score == max(each.score for each in fitting if len(each.text.split()) == longest)
        assert len(answer.text.split()) == longest
        assert answer.confidence is None
