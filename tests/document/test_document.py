"""Documents: one budget, used up and never exceeded; lines and spacing kept; sentences dropped only when allowed."""

from itertools import pairwise, product

import numpy as np
import pytest
from document_tools import FlatParser, random_model
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from laconic.compression import Compression
from laconic.document.choices import STUMP, sentence_choices
from laconic.document.sentences import sentences_of
from laconic.document.ways import Ways
from laconic.errors import UsageError
from laconic.formats.markdown import read_markdown
from laconic.formats.passage import plain_passage
from laconic.model import Model, load
from laconic.parse.reader import Reader
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.method import Candidate, Method, Scored
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length
from laconic.search.base import LengthProfile, Scores
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Constraints, words_at_rate
from laconic.search.division import even_value
from laconic.text import Sentence

MODEL = random_model()
FREE = Protection(negation=False)
TEXT = """\
  The harbour of the old town will close in the first week of March,
  the council said. It was built in 1840 by men of the town.

- The fishermen were not asked about it.
- They are angry.
-----

“We came,” said Mary Smith. “We will go. We will come back.”

\tThe end."""
SENTENCES = 8
"""The rule is none; the marks of the list are no words."""


def size_of(text: str) -> int:
    return sum(len(placed.sentence) for placed in sentences_of(plain_passage(text), 0))


def words_of(text: str) -> int:
    """The words that people count, the rule and the bullets aside."""
    return len([word for word in text.split() if word.strip("-\ufeff")])


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_nothing_changes_at_full_length(ends: str) -> None:
    text = "\ufeff" + TEXT.replace("\n", ends)
    for wish in ({"rate": 1.0}, {"words": words_of(text)}, {"words": 1000}, {"chars": len(text)}):
        answer = MODEL.compress_document(text, **wish)
        assert answer.text == text
        assert answer.rate == 1.0


@pytest.mark.parametrize("words", [8, 9, 14, 20, 33, 50])
@pytest.mark.parametrize("drop_sentences", [False, True])
def test_no_more_words_than_asked_for_and_nearly_as_many(words: int, drop_sentences: bool) -> None:
    answer = MODEL.compress_document(TEXT, words=words, protect=FREE, drop_sentences=drop_sentences)
    assert words - 2 <= words_of(answer.text) <= words
    assert drop_sentences or all(each.text for each in answer.sentences)


@pytest.mark.parametrize("rate", [0.3, 0.5, 0.77])
def test_punctuation_is_free_where_words_are_counted_and_is_not_where_a_rate_is(rate: float) -> None:
    model, total = load(), words_of(TEXT)
    by_words = model.compress_document(TEXT, words=int(rate * total), protect=FREE)
    by_rate = model.compress_document(TEXT, rate=rate, protect=FREE)
    assert words_of(by_words.text) <= int(rate * total) < len(by_words.tokens)
    assert rate * size_of(TEXT) - 1 < len(by_rate.tokens) <= rate * size_of(TEXT)


@pytest.mark.parametrize("words", [8, 20, 33, 50])
def test_the_number_of_words_can_be_exact_over_all_sentences(words: int) -> None:
    answer = MODEL.compress_document(TEXT, words=words, exact=True, protect=FREE)
    assert len(answer.sentences) == SENTENCES
    assert len(answer.tokens) == words
    assert all(each.tokens for each in answer.sentences)
    assert answer.kept is not None
    everything = [word for each in answer.sentences for word in each.source.words]
    assert [everything[place] for place in answer.kept] == list(answer.tokens)


@pytest.mark.parametrize("rate", [0.2, 0.5, 0.77])
def test_a_rate_is_that_of_the_whole(rate: float) -> None:
    answer = MODEL.compress_document(TEXT, rate=rate, protect=FREE)
    assert len(answer.tokens) == int(rate * size_of(TEXT))
    assert answer.rate == len(answer.tokens) / size_of(TEXT) <= rate
    exact = MODEL.compress_document(TEXT, rate=rate, exact=True, protect=FREE)
    assert len(exact.tokens) == words_at_rate(size_of(TEXT), rate)


@pytest.mark.parametrize("chars", [90, 150, 260])
def test_the_whole_text_has_at_most_so_many_characters(chars: int) -> None:
    answer = MODEL.compress_document(TEXT, chars=chars, protect=FREE)
    assert 0.8 * chars < len(answer.text) <= chars


def test_lines_rules_and_bullets_stay() -> None:
    answer = MODEL.compress_document(TEXT, words=30, protect=FREE)
    assert "\n-----\n\n" in answer.text
    assert answer.text.count("\n- ") == 2
    assert answer.text.startswith("  ")
    assert answer.text.count("\n\n") == TEXT.count("\n\n")


def test_sentences_are_dropped_only_when_allowed() -> None:
    with pytest.raises(UsageError, match="at least 8"):
        MODEL.compress_document(TEXT, words=5, protect=FREE)
    answer = MODEL.compress_document(TEXT, words=5, protect=FREE, drop_sentences=True)
    assert 1 <= words_of(answer.text) <= 5
    answer = MODEL.compress_document(TEXT, words=5, exact=True, protect=FREE, drop_sentences=True)
    assert len(answer.tokens) == 5
    assert "-----" in answer.text
    assert "\n- \n" not in answer.text
    assert "\n\n\n" not in answer.text


@pytest.mark.parametrize("wish", [{"words": 20}, {"words": 12}, {"rate": 0.2}, {"chars": 120}])
def test_a_sentence_is_dropped_rather_than_left_a_stump_of(wish) -> None:
    answer = MODEL.compress_document(TEXT, **wish, protect=FREE, drop_sentences=True)
    shares = [len(each.tokens) / len(each.source) for each in answer.sentences]
    assert 0.0 in shares
    assert all(share == 0 or share >= STUMP for share in shares)
    squeezed = MODEL.compress_document(TEXT, **wish, protect=FREE)
    assert min(len(each.tokens) / len(each.source) for each in squeezed.sentences) < STUMP


def test_a_stump_is_left_where_there_is_room_for_nothing_more() -> None:
    text = "The old harbour of the small town will close for good in the first week of March."
    for wish in ({"words": 3}, {"chars": 20}):
        answer = MODEL.compress_document(text, **wish, protect=FREE, drop_sentences=True)
        assert answer.text
        assert len(answer.text.split()) <= 3 or len(answer.text) <= 20


def test_protected_words_hold_their_sentences() -> None:
    protect = Protection(words=("fishermen",), quotes=True)
    answer = MODEL.compress_document(TEXT, words=28, protect=protect, drop_sentences=True)
    assert "fishermen" in answer.text.lower()
    assert "not" in answer.text
    assert "“We came,”" in answer.text
    assert "“We will go. We will come back.”" in answer.text
    with pytest.raises(UsageError, match=r"10 words are protected: ask for at least 10, or protect less"):
        MODEL.compress_document(TEXT, words=5, protect=protect, drop_sentences=True)
    assert words_of(MODEL.compress_document(TEXT, words=12, protect=protect, drop_sentences=True).text) == 12


class Scripted(Method):
    """A method whose scores are known: it keeps the first words, at a price of its own for each sentence."""

    name = "scripted"

    def __init__(self, scores: list[list[float]]) -> None:
        self._scores = scores

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        return Scored(sentence, self._scores[int(sentence.words[0][1:])])

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        return [max(self.profile(scored.sentence), key=lambda candidate: candidate.score)]

    def profile(self, sentence: Sentence, masks=None, near=None) -> LengthProfile[Candidate]:
        scored = self.score(sentence, Constraints.any_length(len(sentence)))
        scores = [-np.inf, *scored.scores]

        def first_words(size: int) -> Candidate:
            words = sentence.words[:size]
            return Candidate(scored, None, words, tuple(range(size)), scores[size], lambda: " ".join(words))

        return LengthProfile(scores, first_words)

    def write(self, candidate: Candidate) -> Compression:
        return Compression(candidate.source, candidate.text, candidate.tokens, candidate.kept, candidate.score)


SCORES = st.lists(st.lists(st.floats(-9, 9), min_size=5, max_size=5), min_size=2, max_size=4)


@settings(max_examples=60)
@given(SCORES, st.data(), st.booleans(), st.sampled_from([0.0, 1.0]))
def test_no_other_division_of_the_words_is_better(scores, data, drop_sentences: bool, evenness: float) -> None:
    text = " ".join(f"S{number} ant bee cat." for number in range(len(scores)))
    total = 5 * len(scores)
    words = data.draw(st.integers(1 if drop_sentences else len(scores), total - 1))
    model = Model(Scripted(scores), FlatParser())
    answer = model.compress_document(
        text, words=words, exact=True, drop_sentences=drop_sentences, evenness=evenness, protect=FREE
    )
    rate = words / total

    def value(sizes) -> float:
        kept = [0.0 if not size else scores[number][size - 1] for number, size in enumerate(sizes)]
        return sum(even_value(score, size, 5, rate, evenness) for score, size in zip(kept, sizes, strict=True))

    choices = product(range(0 if drop_sentences else 1, 6), repeat=len(scores))
    best = max(value(sizes) for sizes in choices if sum(sizes) == words)
    assert value([len(each.tokens) for each in answer.sentences]) == pytest.approx(best)


def test_links_stay_or_go_whole_and_the_choice_is_the_best() -> None:
    """The best answer of each length is the best over all sets of words that do not break the link."""

    text = "Go to [the old town](x) and [its harbour](y) now."
    (passage,) = read_markdown(text).passages
    (placed,) = sentences_of(passage, 0)
    size = len(placed.sentence)
    token = np.random.default_rng(5).normal(size=size)
    bigram = np.random.default_rng(6).normal(size=(size + 2, size + 2))
    method = DeletionMethod("given", lambda sentence: Scores(token, bigram), BigramSearch())
    answers = sentence_choices(Pipeline(method, FlatParser()), placed, Ways(), may_vanish=False)
    units = [{2, 3, 4}, {6, 7}]
    assert [set(unit) for unit in placed.units] == units
    best: dict[int, float] = {}
    for chosen in product((False, True), repeat=size):
        kept = {place for place, is_kept in enumerate(chosen) if is_kept}
        is_stop = kept == {size - 1}  # a full stop alone answers nothing
        if kept and not is_stop and all(unit <= kept or not unit & kept for unit in units):
            path = [0, *(place + 1 for place in sorted(kept)), size + 1]
            score = token[sorted(kept)].sum() + sum(bigram[pair] for pair in pairwise(path))
            best[len(kept)] = max(score, best.get(len(kept), -np.inf))
    assert {len(each.tokens): each.score for each in answers.profile} == pytest.approx(best)
    for answer in answers.profile:
        assert all(unit <= set(answer.kept) or not unit & set(answer.kept) for unit in units)


def test_a_dropped_paragraph_or_item_leaves_no_empty_block() -> None:
    first, *items, last = (f"S{number} ant bee cat." for number in range(5))
    listed = "\n".join(f"- {item}" for item in items[:2])
    text = f"# Title\n\n{first}\n\n{listed}\n\n> {items[2]}\n\n    code\n\n{last}\n"
    scores = [[9.0] * 5 if number == 4 else [-9.0] * 5 for number in range(5)]
    model = Model(Scripted(scores), FlatParser())
    answer = model.compress_document(text, words=5, drop_sentences=True, markup="markdown", evenness=0.0, protect=FREE)
    assert answer.text == "# Title\n\n    code\n\nS4 ant bee cat.\n"


class Rewriter(Scripted):
    """A method that writes new words."""

    rewrites = True

    def write(self, candidate: Candidate) -> Compression:
        size = len(candidate.tokens)
        return Compression(candidate.source, "New " * size, ("New",) * size, None, candidate.score)


def test_rewritten_sentences_take_the_place_of_old_ones_and_markup_is_never_rewritten() -> None:
    text = "S0 ant bee cat.  S1 *ant* bee\ncat.\n"
    model = Model(Rewriter([[1.0, 2.0, 3.0, 2.0, 1.0]] * 2), FlatParser())
    answer = model.compress_document(text, words=7, markup="markdown")
    assert answer.text == "New New New   S1 *ant* bee\ncat.\n"
    assert answer.kept is None


@settings(max_examples=60)
@given(st.text(alphabet="aB .,!?\n\r\t\"'“”*_`[](){}<>#-0é\u0301\u200b\U0001f600", max_size=120), st.floats(0.3, 1.0))
def test_any_text_gets_an_answer(text: str, rate: float) -> None:
    for markup in ("text", "markdown"):
        try:
            answer = MODEL.compress_document(text, rate=rate, markup=markup, protect=FREE)
        except UsageError:
            assume(False)
        if rate == 1.0:
            assert answer.text == text
        words = sum(len(each.source) for each in answer.sentences)
        assert len(answer.tokens) == (Length(rate=rate).words_of(words) if words else 0)


def test_a_document_without_words_stays() -> None:
    for text in ("", " \n", "---\n", "...", "\ufeff"):
        assert MODEL.compress_document(text, rate=0.5).text == text


@pytest.mark.parametrize("wish", [{"words": 3, "rate": 0.5}, {"words": 0}, {"rate": 0.0}, {"rate": 2.0}])
def test_impossible_wishes_are_refused(wish) -> None:
    with pytest.raises(UsageError):
        MODEL.compress_document(TEXT, **wish)


def test_methods_whose_scores_depend_on_the_rate_are_asked_for_that_of_the_document() -> None:
    asked = []

    class RateAware(Scripted):
        def profile(self, sentence: Sentence, masks=None, near=None) -> LengthProfile[Candidate]:
            asked.append(near)
            return super().profile(sentence, masks)

    model = Model(RateAware([[1.0, 2.0, 3.0, 2.0, 1.0]] * 2), FlatParser())
    model.compress_document("S0 ant bee cat. S1 ant bee cat.", words=4, protect=FREE)
    assert asked == [0.5, 0.5]


def test_the_network_reads_each_sentence_of_a_long_document_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, ...]] = []
    monkeypatch.setattr("laconic.parse.reader._MOST_REMEMBERED", 128)
    encoder_run = Reader.read
    monkeypatch.setattr(Reader, "read", lambda self, words: read.append(tuple(words)) or encoder_run(self, words))
    text = "\n\n".join(f"The old boat of number {number} sank in the bay." for number in range(1000, 1150))
    answer = load().compress_document(text, rate=0.5)
    assert len(answer.sentences) == 150
    assert len(read) == len(set(read)) == 150
