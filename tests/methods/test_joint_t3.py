"""Joint decoding as a method: against every derivation, with a folder that brings it back, and explained."""

from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from forest_oracle import enumerate_derivations

import oracle
from laconic.english.dependences import charges_of
from laconic.errors import DataError, UsageError
from laconic.features.deletion import LinearScorer
from laconic.forest.derivation import Derivation
from laconic.grammar import Grammar, Rule
from laconic.lm import estimate
from laconic.methods.joint_t3 import JointT3, JointT3Settings
from laconic.methods.t3 import T3, T3Settings
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.linear import COST_SHARE, LinearDeletion
from laconic.pipeline.protection import Protection
from laconic.search.constraints import Constraints, Masks
from laconic.testing import check_method
from laconic.text import Sentence
from search.instances import asked

PARSER = EnglishParser()
SHORT, *LONGER = PARSER.parse(
    [
        "The old man sold his red car yesterday.",
        "The harbour wall, which was built in 1890, collapsed shortly before dawn on Sunday.",
        "Not everyone in the small town was pleased with what the council had decided.",
    ]
)
RULES = {
    "(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)": 3,
    "(JJ old) ||| (JJ aged)": 1,  # rewrites, so joint decoding must leave it alone
    "(S NP@1 VP@2 .@3) ||| (S NP@1 VP@2 .@3)": 9,
}
WEIGHTS = {"dropped words": 0.3, "dropped old": 0.5, "dropped man": -2.0, "target words": 0.4, "same trees": 0.1}


def transducer(*, with_lm: bool) -> T3:
    grammar = Grammar.from_counts({Rule.parse(text): count for text, count in RULES.items()}, "extract")
    if not with_lm:
        return T3(grammar, "all", WEIGHTS, T3Settings(lm="none"))
    text = ["the man sold his car .", "the old man sold his car .", "his red car .", "the man sold it yesterday ."] * 2
    lm = estimate(text, order=3, tokenized=True)
    return T3(grammar, "all", WEIGHTS, T3Settings(lm_weight=0.8, word_bonus=1.1), lm=lm)


def bigram() -> LinearDeletion:
    weights = np.random.default_rng(3).normal(scale=0.3, size=2**12).astype(np.float32)
    return LinearDeletion("bigram", LinearScorer(weights, with_arcs=False), "bigram")


PARTS = {
    "language model": lambda: JointT3(transducer(with_lm=True)),
    "bigram model": lambda: JointT3(transducer(with_lm=False), bigram(), JointT3Settings(0.7)),
    "both": lambda: JointT3(transducer(with_lm=True), bigram(), JointT3Settings(0.7)),
}


@pytest.fixture(scope="module", params=PARTS)
def method(request: pytest.FixtureRequest) -> JointT3:
    return PARTS[request.param]()


def exhaustive(method: JointT3) -> dict[tuple[int, ...], float]:
    """The best score of every set of words that some derivation of the short sentence keeps."""
    search = method.t3.search(SHORT)
    scores = None if method.bigram is None else method.bigram.linear(SHORT)
    costs = charges_of(SHORT).bigram
    best: dict[tuple[int, ...], float] = {}
    for each in enumerate_derivations(search.forest, search.scores):
        kept = search.rewriting.kept(Derivation(search.forest, each.edges, 0.0))
        assert kept is not None
        score = each.score
        if method.t3.lm is not None:
            score += method.t3.settings.lm_weight * method.t3.lm.sentence([SHORT.words[place] for place in kept])
        if scores is not None:
            score += method.settings.weight * oracle.bigram_score(scores, kept)
        path = pairwise((-1, *kept, len(SHORT)))
        score -= COST_SHARE * sum(costs[first + 1, second + 1] for first, second in path)
        best[kept] = max(score, best.get(kept, -np.inf))
    return best


@pytest.mark.parametrize("words", [None, 1, 4, 6, 9])
def test_answers_are_the_best_of_both_models(method: JointT3, words: int | None) -> None:
    truth = exhaustive(method)
    found = method.compress(SHORT, asked(len(SHORT), words))
    assert found.score == pytest.approx(max(s for kept, s in truth.items() if words in (None, len(kept))), abs=1e-5)
    assert found.kept is not None
    assert truth[found.kept] == pytest.approx(found.score, abs=1e-5)
    assert found.details["certificate"]


def test_it_keeps_the_promises_of_a_method(method: JointT3) -> None:
    check_method(method, [SHORT, *LONGER])


def test_lengths_and_protected_words_are_obeyed(method: JointT3) -> None:
    model = Model(method, PARSER)
    for sentence in LONGER:
        for chars in (20, 45):
            assert 0 < len(model.compress(sentence, chars=chars, protect=Protection(negation=False)).text) <= chars
        answer = model.compress(sentence, rate=0.5, protect=Protection(("the",), negation=False))
        assert len(answer.tokens) == len(sentence) // 2
        assert answer.tokens.count("the") == sentence.words.count("the")
        several = model.compress(sentence, words=6, nbest=4)
        texts = [several.text, *(each.text for each in several.alternatives)]
        assert len(set(texts)) == 4


def test_words_that_rules_cannot_join_are_kept_all_the_same() -> None:
    sentence = LONGER[0]
    method = PARTS["bigram model"]()
    masks = Masks.of(len(sentence), keep=range(0, len(sentence), 2))
    found = method.compress(sentence, Constraints.exactly(len(sentence), len(range(0, len(sentence), 2)), masks))
    assert found.kept == tuple(range(0, len(sentence), 2))


def test_an_explanation_adds_up_and_tells_of_the_certificate(method: JointT3) -> None:
    found = method.compress(SHORT, Constraints.exactly(len(SHORT), 5))
    told = found.explanation.explain()
    table, note, *_ = told.split("\n\n")
    scores = [float(line.split()[0]) for line in table.splitlines()[1:]]
    assert sum(scores[:-1]) == pytest.approx(scores[-1], abs=0.02)
    assert found.details["rule_score"] + found.details["word_score"] == pytest.approx(found.score)
    assert "no answer scores higher" in note
    assert tuple(found.explanation.tree.words) == found.tokens


def test_a_saved_model_answers_the_same(tmp_path: Path) -> None:
    model = Model(PARTS["bigram model"](), PARSER)
    model.save(tmp_path)
    loaded = load(tmp_path)
    for words in (3, 6):
        one, other = (each.compress(SHORT, words=words) for each in (model, loaded))
        assert one.tokens == other.tokens
        assert one.score == pytest.approx(other.score, abs=0.05)  # stored in half precision
    (tmp_path / "bigram" / "weights.npz").unlink()
    with pytest.raises(DataError, match="weights"):
        load(tmp_path)


def test_settings_that_lack_a_part_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not describe its tree transducer"):
        JointT3.load(tmp_path, {"name": "joint-t3", **asdict(JointT3Settings())})


def test_without_a_second_model_the_rules_decide_alone() -> None:
    alone = JointT3(transducer(with_lm=False))
    rules = alone.t3
    for words in (3, 6):
        one, other = (each.compress(SHORT, asked(len(SHORT), words)) for each in (alone, rules))
        assert one.score == pytest.approx(other.score)


def test_a_language_model_of_more_than_three_words_is_refused() -> None:
    four = estimate(["a b c d e"] * 3, order=4, tokenized=True)
    grammar = transducer(with_lm=False).grammar
    with pytest.raises(UsageError, match="order 3 or less"):
        JointT3(T3(grammar, "all", WEIGHTS, T3Settings(lm_weight=1.0), lm=four))


def test_sentences_without_words_or_trees_are_refused() -> None:
    method = PARTS["bigram model"]()
    with pytest.raises(UsageError, match="empty"):
        method.compress(Sentence.from_words([]), Constraints.any_length(len(Sentence.from_words([]))))
    with pytest.raises(UsageError, match="constituency"):
        method.compress(
            Sentence.from_words(["It", "works"]), Constraints.any_length(len(Sentence.from_words(["It", "works"])))
        )
