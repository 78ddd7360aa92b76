"""The second reading: of all that a judging method proposes, the best within the limit is chosen."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from laconic.english.dependences import NEVER, broken_dependences
from laconic.english.detokenize import cut
from laconic.model import load
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.limit import BREVITY, BROKEN, FILL, UNCHANGED, Limit
from laconic.pipeline.method import Candidate, Judging, Verdict
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import PinnedWords, Protection
from laconic.pipeline.request import Length, Request
from laconic.search.base import Kept, Scores
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Masks
from laconic.text import Sentence, has_word
from test_model import PARSER

FREE = Protection(negation=False)
SENTENCES = PARSER.parse(
    [
        "The man, it seems, sold his car.",
        "Few people saw the comet on Monday.",
        "The inn, which had not paid, closed.",
    ]
)
VERBS = {"closed", "saw", "seems", "sold"}
RELATIVE_VERBS = {"had", "paid"}


@cache
def verdict_of(seed: int, kept: tuple[int, ...], fast: bool) -> Verdict:
    chances = np.random.default_rng([seed, int(fast), *kept]).uniform(size=2)
    return Verdict(float(chances[0]), float((1 - chances[0]) * chances[1]))


class Judge(DeletionMethod):
    """Proposes every choice of words that obeys the masks, and knows the verdict of each."""

    def __init__(self, seed: int) -> None:
        super().__init__("judge", lambda sentence: Scores(np.zeros(len(sentence))), BigramSearch())
        self.seed = seed
        self.asked: list[tuple[float | None, bool]] = []

    def verdict(self, kept: tuple[int, ...], *, fast: bool = False) -> Verdict:
        return verdict_of(self.seed, kept, fast)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        self.asked.append((rate, fast))
        masks = masks or Masks.of(len(sentence))
        scored = self.score(sentence, Request(protection=FREE).resolve(sentence, masks))
        return [self._candidate(scored, Kept(kept, 0.0)) for kept in choices_of(sentence) if obeys(kept, masks)]

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        return [replace(each, verdict=self.verdict(each.kept, fast=fast)) for each in candidates]


class Doubter(Judge):
    """Proposes few words, and every other choice as a variation of the best."""

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        return [each for each in super().propose(sentence, masks, rate, fast=fast) if len(each.tokens) <= 2]

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        return super().propose(candidate.source, masks, rate)


class Screener(Judge):
    """Reads only the three again that its scores alone prefer."""

    most_read = 3
    most_variations_read = 3

    def __init__(self, seed: int, surprise: float = math.inf) -> None:
        super().__init__(seed)
        self.surprise = surprise
        self.read: list[tuple[int, ...]] = []

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        self.read += [] if fast else [each.kept for each in candidates]
        return super().judge(candidates, fast=fast)


def choices_of(sentence: Sentence) -> list[tuple[int, ...]]:
    places = range(len(sentence))
    return [kept for size in range(1, len(sentence) + 1) for kept in combinations(places, size)]


def obeys(kept: tuple[int, ...], masks: Masks) -> bool:
    return set(np.flatnonzero(masks.keep)) <= set(kept) and not set(np.flatnonzero(masks.drop)) & set(kept)


def readable(sentence: Sentence, allows: Callable[[str, tuple[int, ...]], bool]) -> dict[str, tuple[int, ...]]:
    """Return all texts with a word, of the words allowed, that say something true, each by the first way to keep it."""
    found: dict[str, tuple[int, ...]] = {}
    for kept in choices_of(sentence):
        text = cut(sentence, kept)
        if has_word(sentence.words[place] for place in kept) and allows(text, kept):
            found.setdefault(text, kept)
    true = {text: kept for text, kept in found.items() if is_true(sentence, kept)}
    return true or found


def is_true(sentence: Sentence, kept: tuple[int, ...]) -> bool:
    is_unbroken = all(each.cost < NEVER for each in broken_dependences(sentence, kept))
    return is_unbroken and says_something(sentence, kept)


def says_something(sentence: Sentence, kept: tuple[int, ...]) -> bool:
    """Return whether a finite verb stays, one of the relative clause only without its pronoun."""
    words = {sentence.words[place] for place in kept}
    return bool(words & VERBS) or ("which" not in words and bool(words & RELATIVE_VERBS))


def quality(sentence: Sentence, kept: tuple[int, ...], verdict: Verdict) -> float:
    return verdict.accept + 0.5 * (1.0 - verdict.accept - verdict.reject) - BROKEN * charge_of(sentence, kept)


def charge_of(sentence: Sentence, kept: tuple[int, ...]) -> float:
    broken = sum(each.cost for each in broken_dependences(sentence, kept))
    return broken + (0.0 if says_something(sentence, kept) else NEVER)


@pytest.fixture(params=[1, 2])
def method(request: pytest.FixtureRequest) -> Judge:
    return Judge(request.param)


def test_it_judges(method: Judge) -> None:
    assert isinstance(method, Judging)


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.words[1])
@pytest.mark.parametrize("words", [2, 4, 6])
def test_the_best_within_a_number_of_words(method: Judge, sentence: Sentence, words: int, fast: bool) -> None:
    answer = Pipeline(method, PARSER).compress(sentence, Request(Length(words=words), FREE, nbest=3, fast=fast))
    versions = readable(sentence, lambda text, _: len(text.split()) <= words)

    def worth(text: str) -> float:
        verdict = method.verdict(versions[text], fast=fast)
        return quality(sentence, versions[text], verdict) - FILL * (1 - len(text.split()) / words)

    ranked = sorted(versions, key=worth, reverse=True)
    assert [answer.text, *(each.text for each in answer.alternatives)] == ranked[:3]
    assert answer.confidence == pytest.approx(method.verdict(versions[ranked[0]], fast=fast).accept, abs=1e-4)
    assert method.asked == [(words / len(sentence.text.split()), fast)]


@pytest.mark.parametrize("wish", [{"rate": 0.5}, {"chars": 22}], ids=str)
def test_the_best_within_a_rate_and_within_characters(method: Judge, wish: dict[str, float]) -> None:
    for sentence in SENTENCES:
        answer = Pipeline(method, PARSER).compress(sentence, Request(Length(**wish), FREE))
        room = wish.get("chars") or int(len(sentence) * 0.5 + 0.5)

        def size(text: str, kept: tuple[int, ...]) -> int:
            return len(text) if "chars" in wish else len(kept)

        versions = readable(sentence, lambda text, kept, room=room: size(text, kept) <= room)
        worth = {
            text: quality(sentence, kept, method.verdict(kept)) - FILL * (1 - size(text, kept) / room)
            for text, kept in versions.items()
        }
        assert answer.text == max(worth, key=worth.__getitem__)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.words[1])
def test_where_the_length_is_free(method: Judge, sentence: Sentence) -> None:
    answer = Pipeline(method, PARSER).compress(sentence, Request(protection=FREE))
    versions = readable(sentence, lambda text, kept: True)
    source = len(sentence.text.split())
    worth = {
        text: quality(sentence, kept, method.verdict(kept)) - BREVITY * len(text.split()) / source
        for text, kept in versions.items()
    }
    worth[sentence.text] = UNCHANGED - BREVITY
    assert answer.text == max(worth, key=worth.__getitem__)
    assert method.asked == [(None, False)]


def test_the_shortest_that_is_safe(method: Judge) -> None:
    for sentence in SENTENCES:
        versions = readable(sentence, lambda text, kept: True)
        for sure in (0.0, 0.7, 0.95, 1.0):
            answer = Pipeline(method, PARSER).compress(sentence, Request(Length(confidence=sure), FREE))
            safe = [
                kept
                for kept in versions.values()
                if method.verdict(kept).accept - BROKEN * charge_of(sentence, kept) >= sure
            ]
            assert len(answer.tokens) == min(map(len, safe), default=len(sentence))
            assert answer.kept in safe or answer.text == sentence.text


def test_a_sentence_that_fits_is_not_shortened(method: Judge) -> None:
    for sentence in SENTENCES:
        for wish in ({"words": 30}, {"rate": 1.0}, {"chars": 300}):
            assert Pipeline(method, PARSER).compress(sentence, Request(Length(**wish), FREE)).text == sentence.text


def test_an_exact_length_is_not_judged(method: Judge) -> None:
    answer = Pipeline(method, PARSER).compress(SENTENCES[0], Request(Length(words=5, exact=True), FREE))
    assert len(answer.tokens) == 5
    assert answer.confidence is None
    assert not method.asked


def test_negations_stay_whole_or_go_whole(method: Judge) -> None:
    sentence = SENTENCES[2]
    negation = {sentence.words.index("not"), sentence.words.index("paid")}
    answers = [
        Pipeline(method, PARSER).compress(sentence, Request(length, nbest=40))
        for length in (Length(), Length(words=7), Length(rate=0.7), Length(chars=32))
    ]
    shares = {len(negation & set(each.kept)) for answer in answers for each in (answer, *answer.alternatives)}
    assert shares == {0, 2}


def test_words_that_are_settled_stay_settled(method: Judge) -> None:
    sentence = SENTENCES[2]
    paid, inn = sentence.words.index("paid"), sentence.words.index("inn")
    for protection in (PinnedWords(keep=frozenset([paid])), PinnedWords(drop=frozenset([inn]))):
        for length in (Length(), Length(words=7), Length(words=30), Length(chars=300)):
            answer = Pipeline(method, PARSER).compress(sentence, Request(length, protection, nbest=10))
            for each in (answer, *answer.alternatives):
                assert protection.keep <= set(each.kept)
                assert not protection.drop & set(each.kept)


@pytest.mark.parametrize("confidence", [0.5, 0.999])
def test_words_that_must_go_do_so_whether_or_not_an_answer_is_safe(confidence: float) -> None:
    text = "The new bridge will be closed to all traffic in the second week of May."
    gone = PinnedWords(drop=frozenset([1]))
    answer = load().compress(text, confidence=confidence, protect=gone)
    assert 1 not in answer.kept
    assert answer.kept


@pytest.mark.parametrize(("size", "drop"), [(4, range(5)), (1200, range(3, 40))])
def test_the_nearest_answer_lacks_what_must_go(size: int, drop: range) -> None:
    sentence = Sentence.from_words([*["well"] * size, "."])
    request = Request(Length(words=1), PinnedWords(("well",), drop=frozenset(drop)), if_impossible="nearest")
    (answer,) = Pipeline(Judge(1), PARSER).pipe([sentence], request)
    assert answer.kept == tuple(place for place in range(size + 1) if place not in drop)
    assert answer.text.count("ell") == len(answer.kept[:-1])
    assert answer.details["problem"]


def test_a_sentence_stays_where_it_cannot_be_told_what_must_go() -> None:
    request = Request(Length(words=1), Protection(regions=(("{", "}"),)), if_impossible="nearest")
    (answer,) = Pipeline(Judge(1), PARSER).pipe(["It {is so."], request)
    assert answer.text == "It {is so."
    assert "not closed" in answer.details["problem"]


def test_nothing_that_is_said_becomes_untrue() -> None:
    few = SENTENCES[1].words.index("people")
    for seed in range(12):
        answer = Pipeline(Judge(seed), PARSER).compress(SENTENCES[1], Request(Length(words=5)))
        assert few not in answer.kept or few - 1 in answer.kept


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.words[1])
def test_variations_of_the_best_are_judged_too(sentence: Sentence) -> None:
    request = Request(Length(words=5), FREE, nbest=3)
    varied = Pipeline(Doubter(1), PARSER).compress(sentence, request)
    every = Pipeline(Judge(1), PARSER).compress(sentence, request)
    assert [varied.text, *(each.text for each in varied.alternatives)] == [
        every.text,
        *(each.text for each in every.alternatives),
    ]


def test_fast_answers_are_not_varied() -> None:
    request = Request(Length(words=5), FREE, fast=True)
    assert all(len(Pipeline(Doubter(1), PARSER).compress(each, request).tokens) <= 2 for each in SENTENCES)


def test_variations_obey_the_masks_that_the_best_one_obeys() -> None:
    sentence = SENTENCES[0]
    masks = [Masks.of(len(sentence), keep=[1], drop=[2]), Masks.of(len(sentence), keep=[2])]
    for first, second in (masks, masks[::-1]):
        pipeline, limit = Pipeline(Doubter(2), PARSER), Limit.of(sentence, "tokens", 6)
        judged = pipeline.judged(sentence, pipeline.method.propose(sentence, second, None))
        varied = pipeline.variations(judged, [first, second], limit)
        assert varied
        assert all(second.allow(each.kept) for each in varied)


@pytest.mark.parametrize("nbest", [1, 4])
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.words[1])
def test_what_the_scores_prefer_is_read_again(sentence: Sentence, nbest: int) -> None:
    method = Screener(3)
    answer = Pipeline(method, PARSER).compress(sentence, Request(Length(words=5), FREE, nbest=nbest))
    versions = readable(sentence, lambda text, _: len(text.split()) <= 5)

    def worth(text: str, *, fast: bool) -> float:
        verdict = method.verdict(versions[text], fast=fast)
        return quality(sentence, versions[text], verdict) - FILL * (1 - len(text.split()) / 5)

    promising = sorted(versions, key=lambda text: -worth(text, fast=True))[: 2 + nbest]
    assert sorted(method.read) == sorted(versions[text] for text in promising)
    ranked = sorted(promising, key=lambda text: -worth(text, fast=False))
    assert [answer.text, *(each.text for each in answer.alternatives)] == ranked[:nbest]


@pytest.mark.parametrize("surprise", [-0.5, 0.0, 0.2, math.inf])
@pytest.mark.parametrize("nbest", [1, 4])
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.words[1])
def test_what_cannot_surpass_the_first_ones_is_not_read_again(sentence: Sentence, nbest: int, surprise: float) -> None:
    method = Screener(4, surprise)
    method.most_read = 8
    Pipeline(method, PARSER).compress(sentence, Request(Length(words=5), FREE, nbest=nbest))
    versions = readable(sentence, lambda text, _: len(text.split()) <= 5)

    def worth(text: str, *, fast: bool) -> float:
        verdict = method.verdict(versions[text], fast=fast)
        return quality(sentence, versions[text], verdict) - FILL * (1 - len(text.split()) / 5)

    promising = sorted(versions, key=lambda text: -worth(text, fast=True))[: 7 + nbest]
    first, others = promising[: 2 + nbest], promising[2 + nbest :]
    least = sorted(worth(text, fast=False) for text in first)[-nbest]
    rivals = [text for text in others if worth(text, fast=True) + surprise > least]
    assert sorted(method.read) == sorted(versions[text] for text in first + rivals)


def test_all_are_read_for_the_shortest_safe_answer() -> None:
    for sentence in SENTENCES:
        screened, every = (
            Pipeline(kind(1), PARSER).compress(sentence, Request(Length(confidence=0.7), FREE))
            for kind in (Screener, Judge)
        )
        assert screened == every


def test_what_says_little_goes_before_what_is_untrue() -> None:
    text = "Either the key is lost or somebody has taken it from the hook behind the door."
    assert load().compress(text, rate=0.3).text != "The key is lost."
