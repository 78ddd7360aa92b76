"""Tree transduction with a network's advice: it says what the network's cuts say, in fewer words."""

from dataclasses import replace

import numpy as np
import pytest

from laconic.grammar import Grammar, Rule
from laconic.language import LANGUAGE
from laconic.methods.advised_t3 import AdvisedT3
from laconic.methods.t3 import T3Settings
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.method import Candidate
from laconic.pipeline.protection import PinnedWords, Protection
from laconic.pipeline.truth import untrue
from laconic.search.constraints import Constraints, Masks
from laconic.testing import check_method
from laconic.text import Sentence

SOURCE = "However, the old harbour wall, which was repaired only last year, was badly damaged by storms on Sunday."
RULES = ["(ADVP (RB However)) ||| (CC But)", "(RB badly) ||| (RB much)"]
WEIGHTS = {"advice: words kept": 1.0, "advice: words replaced": 1.0}


def advised(boldness: float) -> AdvisedT3:
    grammar = Grammar.from_counts({Rule.parse(line): 3 for line in RULES}, "hand")
    return AdvisedT3(grammar, "roots", WEIGHTS, T3Settings(lm="none", boldness=boldness), name="advised-t3")


@pytest.fixture(scope="module")
def parser() -> EnglishParser:
    return EnglishParser()


def test_it_keeps_the_contract_of_methods(parser: EnglishParser) -> None:
    check_method(advised(0.1), parser.parse([SOURCE, "The dog that bit the man ran away quickly."]))


def test_boldness_decides_whether_words_are_replaced(parser: EnglishParser) -> None:
    shy, bold = (Model(advised(value), parser).compress(SOURCE, rate=0.8) for value in (-1.0, 1.0))
    assert shy.kept is not None
    assert bold.kept is None
    assert bold.details["new_words"] >= 1


@pytest.mark.parametrize("rate", [0.4, 0.6, 0.8])
def test_answers_are_within_the_limit_and_judged(parser: EnglishParser, rate: float) -> None:
    answer = Model(advised(0.5), parser).compress(SOURCE, rate=rate)
    assert len(answer.tokens) <= rate * len(answer.source.words)
    assert answer.confidence is not None
    assert 0 < answer.confidence < 1


def test_an_exact_length_is_met(parser: EnglishParser) -> None:
    model = Model(advised(0.5), parser)
    for rate in (0.5, 0.7):
        answer = model.compress(SOURCE, rate=rate, exact=True)
        assert len(answer.tokens) == round(rate * len(answer.source.words))


def test_what_must_stay_stays(parser: EnglishParser) -> None:
    (sentence,) = parser.parse([SOURCE])
    place = sentence.words.index("repaired")
    masks = Masks.of(len(sentence), keep=[place])
    for answer in advised(1.0).all_lengths(sentence, masks):
        assert "repaired" in answer.tokens


def test_a_replaced_word_counts_as_said(parser: EnglishParser) -> None:
    (sentence,) = parser.parse([SOURCE])
    place = sentence.words.index("badly")
    replaced = [each for each in advised(1.0).propose(sentence, None, 0.8) if "much" in each.tokens]
    assert replaced
    assert all(place in each.meant and each.letter_density > 1 for each in replaced)
    assert all(each.word_density == 1 for each in replaced)  # one word for another


def test_a_word_that_must_go_is_not_said_in_other_words(parser: EnglishParser) -> None:
    (sentence,) = parser.parse([SOURCE])
    place = sentence.words.index("badly")
    proposed = advised(1.0).propose(sentence, Masks.of(len(sentence), drop=[place]), 0.8)
    assert proposed
    assert not any(place in each.meant or "much" in each.tokens for each in proposed)


@pytest.mark.parametrize(
    ("protection", "is_contracted"),
    [(Protection(), True), (Protection(("was not",)), False), (PinnedWords(), True)],
)
def test_a_contraction_says_a_negation_unless_it_was_named(
    parser: EnglishParser, protection: Protection, is_contracted: bool
) -> None:
    rules = ["(VP (VBD was) (RB not) VP@1) ||| (VP (VBD was) (RB n't) VP@1)", "(RB not) ||| (RB hardly)"]
    grammar = Grammar.from_counts({Rule.parse(line): 3 for line in rules}, "hand")
    method = AdvisedT3(grammar, "roots", WEIGHTS, T3Settings(lm="none", boldness=2.0), name="advised-t3")
    answer = Model(method, parser).compress(
        "The old harbour wall was not damaged by the storms on Sunday.", rate=0.8, protect=protection
    )
    assert ("n't" in answer.tokens) == is_contracted
    assert ("not" in answer.tokens) != is_contracted
    assert "hardly" not in answer.tokens


def test_a_quotation_is_not_reworded(parser: EnglishParser) -> None:
    model = Model(advised(1.0), parser)
    assert "much" in model.compress("He said the wall was badly damaged on Sunday morning.", rate=0.9).tokens
    assert "much" not in model.compress('He said "the wall was badly damaged on Sunday morning".', rate=0.9).tokens


def test_words_that_go_with_a_new_order_count_as_said(parser: EnglishParser) -> None:
    rule = "(NP (NP (NNS residents)) (PP (IN of) (NP NNP@1))) ||| (NP NNP@1 (NNS residents))"
    grammar = Grammar.from_counts({Rule.parse(rule): 3}, "hand")
    method = AdvisedT3(grammar, "roots", WEIGHTS, T3Settings(lm="none", boldness=1.0), name="advised-t3")
    (sentence,) = parser.parse(["The storms on Sunday badly hurt residents of Leeds."])
    moved = [each for each in method.propose(sentence, None, 0.9) if each.tokens[-3:-1] == ("Leeds", "residents")]
    assert moved
    assert all(sentence.words.index("of") in each.meant for each in moved)


def test_it_is_saved_and_read(tmp_path, parser: EnglishParser) -> None:
    method = advised(0.5)
    settings = method.save(tmp_path)
    again = AdvisedT3.load(tmp_path, {**settings, "name": "advised-t3"})
    assert again.settings == replace(method.settings)
    one, other = (Model(each, parser).compress(SOURCE, rate=0.7) for each in (method, again))
    assert one.text == other.text


@pytest.fixture(scope="module")
def bundled() -> Model:
    return load("t3-abstractive")


@pytest.mark.parametrize(
    ("source", "rate", "said"),
    [
        ("The death of the king surprised the whole country on a quiet Sunday.", 0.8, "The king's death"),
        ("He works for the largest bank in the country, which his uncle founded long ago.", 0.65, "the country's"),
        ("The opposition has long demanded a ban on alcohol in the old town.", 0.8, "an alcohol ban"),
        ("The old bridge was destroyed by a storm in the spring.", 0.8, "A storm destroyed the old bridge"),
        ("According to police, the driver fled across the river before dawn.", 0.75, "Police say the driver"),
        ("The museum was closed, and the visitors went to the beach with their children.", 0.85, "closed; the"),
        ("She had already left the house when he came to the conclusion that nobody would help.", 0.8, "he concluded"),
        ("The mill was torn down, and the miners were forced to leave in the wake of the flood.", 0.9, "had to leave"),
    ],
)
def test_the_bundled_rules_say_it_in_fewer_words(bundled: Model, source: str, rate: float, said: str) -> None:
    assert said in bundled.compress(source, rate=rate).text


def test_what_an_answer_breaks_is_counted_once_and_the_untrue_is_left_out(parser: EnglishParser) -> None:
    text = "The harbour wall, which few people trusted, was badly damaged by the storms on Sunday."
    method = advised(1.0)
    (sentence,) = parser.parse([text])
    found = [each.changed(charge=3.0) for each in method.propose(sentence, None, 0.8)]
    assert {each.charge for each in method.judge(found)} == {3.0}
    for constraints in (Constraints.any_length(len(sentence), nbest=30), Constraints.between(len(sentence), 4, 9)):
        answers = method.find(method.score(sentence, constraints), constraints)
        assert not any(untrue(sentence, answers))
        assert not LANGUAGE.charges_of(sentence).says_nothing(kept_of(sentence, answers)).any()


def kept_of(sentence: Sentence, answers: list[Candidate]) -> np.ndarray:
    return np.array([[place in each.meant for place in range(len(sentence))] for each in answers])
