"""The bundled model: lengths, second readings, forced words, probabilities, and odd inputs without a failure."""

import itertools
import math
import random
import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laconic
from laconic.corpus import sample
from laconic.english.dependences import NEVER, broken_dependences
from laconic.errors import UsageError
from laconic.features.network import AUTO, STYLES, EncoderScorer, nearest_rate
from laconic.methods.encoder import FEW_RATES, EncoderDeletion
from laconic.model import Model, load
from laconic.parse.reader import Reader, shared_reader
from laconic.pipeline.encoded import Headline
from laconic.pipeline.limit import BROKEN, Limit
from laconic.pipeline.method import Candidate
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.pipeline.screen import Screen
from laconic.search.base import Scores
from laconic.search.constraints import Constraints, Masks
from laconic.testing import check_method
from laconic.text import Sentence
from search.instances import asked

MODEL = laconic.load("encoder")
METHOD = MODEL.method
assert isinstance(METHOD, EncoderDeletion)
PARSED = list(MODEL.parse(pair.source for pair in itertools.islice(sample("deletion"), 30)))
SHORT = next(MODEL.parse(["The old man slowly opened the door."]))
NO_PROTECTION = Protection(negation=False)


def path_score(scores: Scores, kept: tuple[int, ...]) -> float:
    stops = (0, *(place + 1 for place in kept), len(scores) + 1)
    steps = sum(float(scores.bigram[a, b]) for a, b in itertools.pairwise(stops))
    return steps + sum(float(scores.token[place]) for place in kept)


def test_it_keeps_the_promises_of_a_method() -> None:
    check_method(METHOD, PARSED[:5])


@pytest.mark.parametrize("style", [AUTO, *STYLES])
@pytest.mark.parametrize("words", [1, 4, 11])
def test_the_number_of_words_is_exact(style: str, words: int) -> None:
    for sentence in PARSED[:8]:
        answer = METHOD.in_style(style).compress(
            sentence, Constraints.exactly(len(sentence), min(words, len(sentence)))
        )
        assert len(answer.tokens) == min(words, len(sentence))


@settings(max_examples=60)
@given(st.data())
def test_forced_words_stay_and_forbidden_ones_go(data: st.DataObject) -> None:
    sentence = data.draw(st.sampled_from(PARSED))
    places = st.sets(st.integers(0, len(sentence) - 1), max_size=6)
    keep = data.draw(places)
    drop = data.draw(places) - keep
    words = data.draw(st.integers(max(1, len(keep)), len(sentence) - len(drop)))
    answer = METHOD.compress(sentence, asked(len(sentence), words, Masks.of(len(sentence), keep, drop)))
    assert answer.kept is not None
    assert len(answer.kept) == words
    assert keep <= set(answer.kept)
    assert not drop & set(answer.kept)


def test_the_best_answer_and_its_probability_equal_enumeration() -> None:
    chain = EncoderDeletion(METHOD.network, "bigram", METHOD.free, METHOD.fixed)
    size = len(SHORT)
    for words in (*range(1, size + 1), None):
        scored = METHOD.score(SHORT, asked(size, words))
        scores = scored.scores
        lengths = range(1, size + 1) if words is None else [words]
        subsets = [kept for length in lengths for kept in itertools.combinations(range(size), length)]
        weights = {kept: path_score(scores, kept) for kept in subsets}
        empty = [path_score(scores, ())] if words is None else []  # a free chain may also keep nothing
        total = math.log(math.fsum(math.exp(value) for value in (*weights.values(), *empty)))
        answer = chain.compress(SHORT, asked(len(SHORT), words, nbest=3))
        ranked = sorted(weights, key=lambda kept: -weights[kept])
        found = [answer, *answer.alternatives]
        assert [each.kept for each in found] == ranked[: len(found)]
        assert [each.score for each in found] == pytest.approx([weights[each.kept] - total for each in found])
        calibration = METHOD.free if words is None else METHOD.fixed
        chances = {
            kept: math.exp(path_score(scored.untied, kept)) for kept in (*subsets, *([()] if words is None else []))
        }
        for place, sure in enumerate(answer.word_confidence):
            inside = math.fsum(each for kept, each in chances.items() if place in kept) / math.fsum(chances.values())
            probability = float(calibration.probability(inside))
            right = probability if place in (answer.kept or ()) else 1.0 - probability
            assert sure == pytest.approx(right, abs=1e-3)


def test_every_length_is_the_best_under_the_scores_for_a_rate_near_it() -> None:
    for sentence in PARSED[:5]:
        every = METHOD.all_lengths(sentence)
        assert [len(answer.tokens) for answer in every] == list(range(1, len(sentence) + 1))
        for words, answer in enumerate(every, 1):
            constraints = Constraints.exactly(len(sentence), words)
            asked = METHOD.asked_for(words / len(sentence))
            near = METHOD.find(METHOD.read(sentence, *asked), constraints)[0]
            assert answer.kept == near.kept
            if words / len(sentence) in FEW_RATES:  # asking for it alone uses the same scores
                assert answer.kept == METHOD.compress(sentence, constraints).kept
        lengths = math.fsum(math.exp(answer.score) for answer in every)
        assert lengths <= 1.0 + 1e-9  # different answers of one distribution


def test_lengths_for_which_the_same_pairs_stay_share_their_scores() -> None:
    (sentence,) = MODEL.parse(['He said "the old harbour of the town will close soon" to two men (and a boy).'])
    for rate in (None, *FEW_RATES):
        scored = {id(each): each for each in (METHOD.read(sentence, rate, words / 16) for words in range(1, 17))}
        decided = {tuple(each.scores.token > 0.5 * NEVER) for each in scored.values()}
        assert len(scored) == len(decided) <= 4


def test_confidence_is_told_in_json_and_is_a_probability() -> None:
    record = MODEL.compress(PARSED[0], words=9, exact=True).to_dict()
    assert len(record["word_confidence"]) == len(PARSED[0])
    assert all(0.0 <= sure <= 1.0 for sure in record["word_confidence"])
    assert record["confidence"] == pytest.approx(np.mean(record["word_confidence"]), abs=1e-3)
    assert record["score"] <= 0.0  # a log-probability and arcs, which are log-probabilities


def judged_of(sentence: Sentence) -> list[Candidate]:
    """Return all that the second reading sees if the length is free and nothing is protected."""
    masks = Masks.of(len(sentence))
    judged = MODEL.pipeline.judged(sentence, METHOD.propose(sentence, masks, None))
    return [*judged, *MODEL.pipeline.variations(judged, [masks], Limit.of(sentence, "tokens", None))]


def read_of(sentence: Sentence) -> list[Candidate]:
    """Return what the second reading sees of these where the scores alone choose what is worth it."""
    pipeline, masks, limit = MODEL.pipeline, Masks.of(len(sentence)), Limit.of(sentence, "words", None)
    proposed = pipeline.different(sentence, METHOD.propose(sentence, masks, None))
    screen = Screen(METHOD)
    judged = screen.read(proposed, limit)
    return [*judged, *pipeline.variations(judged, [masks], limit, screen)]


def test_confidence_is_what_the_second_reading_says() -> None:
    for sentence in PARSED[:6]:
        answer = MODEL.compress(sentence, protect=NO_PROTECTION)
        judged = read_of(sentence)
        told = {each.verdict.accept for each in judged if each.kept == answer.kept}
        assert any(answer.confidence == pytest.approx(each, abs=1e-4) for each in told)


def test_the_second_reading_of_versions_weighs_what_was_learnt() -> None:
    proposed = METHOD.propose(SHORT, None, None)
    kept = np.array([[place in each.kept for place in range(len(SHORT))] for each in proposed])
    read = np.log(METHOD.network.judge(SHORT, kept) + 1e-6)
    for row, each in enumerate(METHOD.judge(proposed)):
        untied, size = each.scored.untied, len(each.kept)
        every = [path_score(untied, other) for other in itertools.combinations(range(len(SHORT)), size)]
        likely = (path_score(untied, each.kept) - math.log(math.fsum(map(math.exp, every)))) / size
        features = [read[row, 0] - read[row, 2], read[row, 1] - read[row, 2], likely, size / len(SHORT)]
        for line, said in (
            (METHOD.verdicts.accept, each.verdict.accept),
            (METHOD.verdicts.reject, each.verdict.reject),
        ):
            odds = line.shift + sum(weight * value for weight, value in zip(line.weights, features, strict=True))
            assert said == pytest.approx(1.0 / (1.0 + math.exp(-odds)), abs=1e-6)


@pytest.mark.parametrize("rate", [0.7, 0.4])
def test_variations_decide_a_doubtful_word_the_other_way(rate: float) -> None:
    chain = EncoderDeletion(METHOD.network, "bigram", METHOD.free, METHOD.fixed)
    for sentence in PARSED[:6]:
        places = [place for place, word in enumerate(sentence.words) if any(map(str.isalnum, word))]
        masks = Masks.of(len(sentence), keep=places[:1], drop=places[-1:])
        best = METHOD.propose(sentence, masks, rate)[0]
        varied = METHOD.vary(best, masks, rate)
        assert varied
        for each in varied:
            changed = set(each.kept) ^ set(best.kept)
            forced = [masks.also(*((), [place]) if place in best.kept else ([place], ())) for place in changed]
            asked_for = [Constraints.exactly(len(sentence), len(each.kept), other) for other in forced]
            # it is what the search for words and neighbours finds if one of the words is forced
            assert each.kept in {
                chain.find(METHOD.read(sentence, nearest_rate(rate)), one)[0].kept for one in asked_for
            }
            assert masks.allow(each.kept)
            # once written, it is what the method's own search says of these words
            only = Masks.of(len(sentence), each.kept, set(range(len(sentence))).difference(each.kept))
            constraints = Constraints.exactly(len(sentence), len(each.kept), only)
            (found,) = METHOD.find(METHOD.read(sentence, nearest_rate(rate)), constraints)
            answer, expected = METHOD.write(each), METHOD.write(found)
            assert answer.details == expected.details
            assert answer.score == pytest.approx(expected.score)


def test_what_an_editor_would_print_is_not_varied() -> None:
    varied = []
    for sentence in PARSED[:6]:
        for each in METHOD.judge(METHOD.propose(sentence, None, 0.8)):
            varied.append(bool(METHOD.vary(each, None, 0.8)))
            assert varied[-1] == (each.verdict.accept <= 0.75)
    assert any(varied)
    assert not all(varied)


def test_next_to_nothing_is_lost_by_reading_only_what_is_promising() -> None:
    every = METHOD.in_style(AUTO)
    every.most_read = every.most_variations_read = 1000
    every.surprise = math.inf
    sentences = list(MODEL.parse(pair.source for pair in sample("deletion")))  # one in a hundred answers is worse
    for wish in (Length(), Length(rate=0.6), Length(rate=0.8)):
        worth: dict[EncoderDeletion, list[float]] = {METHOD: [], every: []}
        for sentence in sentences:
            request = Request(wish)
            limit, choices = request.limit(sentence, 0), [Masks.of(len(sentence))]
            for method, found in worth.items():
                best = Pipeline(method, MODEL.parser).verify(sentence, choices, limit, request)[0]
                found.append(limit.worth(best))
        assert np.mean(worth[METHOD]) > np.mean(worth[every]) - 0.005


def test_at_most_some_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    judge = EncoderScorer.judge

    def counted(scorer: EncoderScorer, sentence: Sentence, kept: np.ndarray) -> np.ndarray:
        counts.append(len(kept))
        return judge(scorer, sentence, kept)

    monkeypatch.setattr(EncoderScorer, "judge", counted)
    for sentence in PARSED:
        counts.clear()
        MODEL.compress(sentence, rate=0.7, protect=NO_PROTECTION)  # one choice of masks
        assert len(counts) <= 3
        assert sum(counts[:2]) <= METHOD.most_read
        assert sum(counts) <= METHOD.most_read + METHOD.most_variations_read


def test_headlines_are_the_most_probable_ones_with_their_expected_f1() -> None:
    news = METHOD.in_style("news")
    scored, size = news.read(SHORT, None), len(SHORT)
    every = [kept for words in range(1, size + 1) for kept in itertools.combinations(range(size), words)]
    charged = {kept: path_score(scored.scores, kept) for kept in every}
    weights = np.exp([path_score(scored.untied, kept) for kept in every])
    found = news.propose(SHORT, None, None)
    assert [each.kept for each in found] == sorted(every, key=lambda kept: -charged[kept])[: len(found)]
    assert len({each.tokens for each in found}) > 1
    for each in found:
        assert isinstance(each, Headline)
        f1 = [2 * len({*each.kept} & {*other}) / (len(each.kept) + len(other)) for other in every]
        assert each.likeness == pytest.approx(np.average(f1, weights=weights))
        # The network's sums include the empty answer, which has next to no probability.
        log_sum = np.logaddexp.reduce([*charged.values(), scored.scores.bigram[0, -1]])
        assert each.score == pytest.approx(charged[each.kept] - log_sum)


def test_of_likely_headlines_the_one_is_chosen_that_an_editor_prefers() -> None:
    doubtful = "Harbour police rescued a man Tuesday when his rowing boat sank east of the old pier, a spokesman said."
    good = "Striker Tom Hale has said that he never doubted his ability to bounce back, according to reports."
    for text, is_doubtful in ((doubtful, True), (good, False)):
        (sentence,) = MODEL.parse([text])
        headlines = {each.tokens: each for each in METHOD.judge(METHOD.propose(sentence, None, None))}
        first, *_ = METHOD.propose(sentence, None, None)
        likeliest, chosen = (
            headlines[tokens] for tokens in (first.tokens, MODEL.compress(text, protect=NO_PROTECTION).tokens)
        )
        assert (chosen.tokens != likeliest.tokens) is is_doubtful
        assert chosen.verdict.reject < likeliest.verdict.reject if is_doubtful else chosen == likeliest
        assert chosen.likeness > max(each.likeness for each in headlines.values()) - 0.25


@pytest.mark.parametrize("fast", [False, True])
def test_of_headlines_there_are_as_many_as_asked_for(fast: bool) -> None:
    text = "Fire crews in Halford said on Tuesday that a blaze at the old mill, which began on Sunday, was out."
    answer = load(style="news").compress(text, nbest=5, fast=fast)
    assert len({answer.text, *(each.text for each in answer.alternatives)}) == 5


def test_headlines_are_not_varied() -> None:
    news = METHOD.in_style("news")
    for sentence in PARSED[:3]:
        assert news.vary(news.propose(sentence, None, None)[0], None, None) == []
        assert news.vary(news.propose(sentence, None, 0.6)[0], None, 0.6) != []


def test_fast_answers_are_chosen_without_a_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(METHOD.network), "judge", None)  # whoever reads again fails
    for wish in ({}, {"words": 5}, {"rate": 0.6}, {"chars": 40}, {"confidence": 0.5}):
        answer = MODEL.compress(PARSED[2], fast=True, protect=NO_PROTECTION, **wish)
        assert answer.confidence is None or 0.0 <= answer.confidence <= 1.0
        assert len(answer.text.split()) <= wish.get("words", len(PARSED[2]))
    with pytest.raises(TypeError):
        MODEL.compress(PARSED[2])


def test_the_shortest_answer_that_is_safe_enough() -> None:
    for sentence in PARSED[:8]:
        judged = judged_of(sentence)
        lengths = []
        for sure in (0.0, 0.3, 0.5, 0.6, 1.0):
            answer = MODEL.compress(sentence, confidence=sure, protect=NO_PROTECTION)
            lengths.append(len(answer.tokens))
            if answer.confidence is None:
                assert answer.text == sentence.text
                continue
            assert answer.confidence >= sure - 1e-4
            safe = [each for each in judged if each.verdict.accept - BROKEN * each.charge >= sure]
            assert len(answer.tokens) == min(len(each.tokens) for each in safe)
        assert lengths == sorted(lengths)
        assert lengths[-1] == len(sentence)


def is_true(sentence: Sentence, kept: tuple[int, ...]) -> bool:
    return all(each.cost < NEVER for each in broken_dependences(sentence, kept))


def test_how_sure_to_be_is_a_probability_in_place_of_a_length() -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        MODEL.compress(SHORT, confidence=90)
    with pytest.raises(UsageError, match="only one of"):
        MODEL.compress(SHORT, confidence=0.9, words=3)
    assert MODEL.compress(SHORT, sure=0.9) == MODEL.compress(SHORT, confidence=0.9)
    with pytest.raises(UsageError, match="former name"):
        MODEL.compress(SHORT, sure=0.9, confidence=0.9)
    with pytest.raises(UsageError, match="has no calibrated confidence"):
        laconic.load("random").compress(SHORT, confidence=0.9)


@pytest.mark.parametrize("exact", [False, True])
def test_a_sentence_comes_out_alike_alone_and_in_company_and_twice(exact: bool) -> None:
    together = list(MODEL.pipe((sentence.text for sentence in PARSED), rate=0.6, exact=exact))
    for sentence, answer in zip(PARSED, together, strict=True):
        scorer = EncoderScorer(Reader(shared_reader(None).encoder), arc_weight=METHOD.network.arc_weight)
        learnt = (METHOD.free, METHOD.fixed, METHOD.verdicts, METHOD.fast_verdicts)
        fresh = Model(EncoderDeletion(scorer, METHOD.search_name, *learnt), MODEL.parser)
        assert fresh.compress(sentence, rate=0.6, exact=exact) == answer


def test_sentences_of_another_parser_are_read_from_their_tokens() -> None:
    words = "The committee approved the plan after a long debate .".split()
    chain = Sentence(" ".join(words), Sentence.from_words(words).tokens, heads=tuple(range(len(words))))
    ours = MODEL.compress(next(MODEL.parse([Sentence.from_words(words)])), words=5, exact=True)
    assert METHOD.compress(chain, Constraints.exactly(len(chain), 5)).kept == ours.kept


def test_the_network_reads_a_parsed_sentence_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = MODEL.parser.parse(["Nobody has ever read this very sentence before, as far as we know."])
    monkeypatch.setattr(type(METHOD.network.reader.encoder), "run", None)  # whoever runs it again fails
    assert len(METHOD.all_lengths(sentence)) == len(sentence)


def test_a_sentence_is_prepared_once_for_all_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = MODEL.parser.parse(["Nobody has ever asked for this very sentence before, as far as we know."])
    METHOD.network.reader.prepared(sentence.words)
    monkeypatch.setattr(type(METHOD.network.reader.encoder), "context", None)  # whoever prepares it again fails
    assert MODEL.compress(sentence, rate=0.6).text
    assert MODEL.compress(sentence).text
    assert len(MODEL.all_lengths(sentence)) > 1


def test_a_text_that_comes_again_is_neither_prepared_nor_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Nobody has ever asked twice for this very sentence, as far as we know."
    first = MODEL.all_lengths(text)
    for name in ("context", "score"):
        monkeypatch.setattr(type(METHOD.network.reader.encoder), name, None)  # whoever runs it again fails
    assert MODEL.all_lengths(text) == first


def test_scores_do_not_depend_on_what_was_asked_before() -> None:
    requests = [(rate, style) for rate in (-1.0, 0.25, 0.625, 1.0) for style in range(len(STYLES))]
    for sentence in PARSED[:3]:
        forwards, backwards = (Reader(shared_reader(None).encoder) for _ in range(2))
        first = [forwards.score(sentence.words, *request) for request in requests]
        second = [backwards.score(sentence.words, *request) for request in reversed(requests)][::-1]
        for one, other in zip(first, second, strict=True):
            for name in ("token", "bigram", "arc"):
                assert np.array_equal(getattr(one, name), getattr(other, name))


def test_words_that_need_many_pieces_are_read_in_parts() -> None:
    words = [f"antidisestablishmentarianism{number}" for number in range(90)]
    sentence = Sentence.from_words(words)
    assert len(METHOD.network.reader.vectors(sentence.words)) > 1
    assert len(METHOD.compress(sentence, Constraints.exactly(len(sentence), 40)).tokens) == 40
    assert METHOD.compress(sentence, Constraints.any_length(len(sentence))).tokens


def test_the_kept_words_have_a_tree() -> None:
    answer = METHOD.compress(SHORT, Constraints.exactly(len(SHORT), 6))
    assert len(answer.tokens) == 6
    assert answer.details["heads"].count(0) == 1
    assert {head - 1 for head in answer.details["heads"] if head} <= set(answer.kept or ())


def test_clitics_stay_with_the_word_they_lean_on() -> None:
    sentence = "Engineers from the county council estimate that it'll cost between £6m and £8m to rebuild."
    for answer in laconic.load().all_lengths(sentence):
        assert "'ll" not in answer.tokens or "it" in answer.tokens, answer.text


def test_there_is_no_other_style() -> None:
    with pytest.raises(UsageError, match="no style 'baroque'"):
        METHOD.in_style("baroque")
    with pytest.raises(UsageError, match="has no styles"):
        laconic.load("random", style="news")


@pytest.mark.parametrize(("rate", "nearest"), [(1.0, 1.0), (0.99, 1.0), (0.5, 0.5), (0.55, 0.5), (1e-9, 0.125)])
def test_rates_are_asked_for_in_steps(rate: float, nearest: float) -> None:
    assert nearest_rate(rate) == nearest


ODD = [
    "", " ", "\t\n", ".", "...", "?!?!", "— – -", "\u200b", "\ufeff", "\x00", "\x07\x1b[31m", "a", "A.", "😀",
    "👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "中文句子没有空格。", "Это предложение по-русски.", "هذه جملة باللغة العربية.", "यह एक वाक्य है।",
    "日本語の文です。", "ภาษาไทย",
    "e\u0301te\u0301 cafe\u0301", "ﬁne ﬂuﬀ", "Zürich–Genève", "a" * 3000, "x " * 300, "( ( ( ) ) )", "''''", "\"\"\"",
    "http://example.org/?q=1&r=2#x", "def f(x): return x**2", "<b>bold</b> & <i>more</i>",
    "1,000,000.00 €", "\u202eright to left",
]  # fmt: skip
"""Inputs that no newspaper prints."""


def odd_inputs(count: int) -> list[str]:
    """Return that many odd texts: those above, and random mixtures of signs of all kinds and of words."""
    chance = random.Random(7)
    signs = [chr(code) for code in range(0x20, 0x2FFFF, 37) if unicodedata.category(chr(code)) not in ("Cs", "Cn")]
    words = [word for sentence in PARSED for word in sentence.words]
    texts = list(ODD)
    while len(texts) < count:
        pool = chance.choice([signs, words, [*"\t\n\r\x0b\x85\u2028 .,;:!?'\"()-"], [*ODD[3:20]]])
        joined = chance.choice(["", " ", "  "])
        texts.append(joined.join(chance.choice(pool) for _ in range(chance.randint(1, 25))))
    return texts


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_odd_inputs_pass(count: int) -> None:
    texts = odd_inputs(count)
    for number, answer in enumerate(MODEL.pipe(texts, rate=0.5, exact=True, protect=NO_PROTECTION)):
        size = len(answer.source)
        assert len(answer.tokens) == (max(1, math.floor(size / 2 + 0.5)) if size else 0), texts[number]
    assert all(answer.text or not answer.source.tokens for answer in MODEL.pipe(texts[:100]))
    for answer in MODEL.pipe(texts[:100], words=3, protect=NO_PROTECTION):
        assert len(answer.text.split()) <= 3


def test_former_names_of_styles_are_the_editor_s() -> None:
    for sentence in PARSED[:4]:
        edited = MODEL.in_style("editor").compress(sentence, rate=0.6)
        for former in ("careful", "spoken", "auto"):
            assert MODEL.in_style(former).compress(sentence, rate=0.6) == edited
