"""Tree transduction against every derivation of small sentences."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from forest_oracle import enumerate_derivations

from laconic.errors import DataError, UsageError
from laconic.grammar import Grammar, Rule
from laconic.lm import LanguageModel, estimate
from laconic.methods.t3 import T3, T3Settings
from laconic.model import Model
from laconic.parse.english import EnglishParser
from laconic.pipeline.request import widths_of
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence, Token
from laconic.tree import Tree
from search.instances import asked

RULES = {
    "(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)": 3,
    "(VP (VBD gave) (PRT (RP up)) NP@1) ||| (VP (VBD dropped) NP@1)": 2,
    "(JJ old) ||| (JJ aged)": 1,
    "(S NP@1 VP@2 .@3) ||| (S NP@1 VP@2 .@3)": 9,
}
WEIGHTS = {
    "dropped words": 0.3,
    "dropped old": 0.5,
    "dropped man": -2.0,
    "target words": 0.4,
    "roots NP→ε": -3.0,
    "roots VP→ε": -4.0,
    "inserted dropped": 0.7,
    "origin extract": 0.2,
    "log count of rule, extract": 0.5,
    "same trees": 0.1,
}
TREE = "(S (NP (DT The) (JJ old) (NN man)) (VP (VBD gave) (PRT (RP up)) (NP (PRP$ his) (NN job))) (. .))"


def sentence() -> Sentence:
    tree = Tree.parse(TREE)
    return Sentence.from_tokens([Token(word) for word in tree.words], text="The old man gave up his job.", tree=tree)


def grammar() -> Grammar:
    return Grammar.from_counts({Rule.parse(text): count for text, count in RULES.items()}, "extract")


def language_model() -> LanguageModel:
    text = ["The man gave up .", "The man dropped his job .", "The old man gave his job .", "gave up his job ."] * 2
    return estimate(text, order=3, tokenized=True)


def exhaustive(method: T3, masks: Masks | None = None) -> dict[tuple[str, ...], float]:
    """The best score of every text that the grammar can make, with the language model if there is one."""
    search = method.search(sentence(), masks)
    best: dict[tuple[str, ...], float] = {}
    for each in enumerate_derivations(search.forest, search.scores):
        text = tuple(search.forest.vocabulary[word] for word in each.words)
        score = each.score
        if method.lm is not None:
            score += method.settings.lm_weight * method.lm.sentence(text)
        best[text] = max(score, best.get(text, -np.inf))
    return best


@pytest.fixture(scope="module", params=["rules alone", "with a language model"])
def method(request: pytest.FixtureRequest) -> T3:
    if request.param == "rules alone":
        return T3(grammar(), "all", WEIGHTS, T3Settings(lm="none"))
    settings = T3Settings(lm_weight=0.8, lm_change=True, word_bonus=1.1, beam=100_000)
    return T3(grammar(), "all", WEIGHTS, settings, lm=language_model())


def test_the_best_text_is_found(method: T3) -> None:
    truth = exhaustive(method)
    found = method.compress(sentence(), Constraints.any_length(len(sentence())))
    assert found.score == pytest.approx(max(truth.values()), abs=1e-4)
    assert truth[found.tokens] == pytest.approx(found.score, abs=1e-4)


@pytest.mark.parametrize("words", range(1, 9))
def test_the_best_text_of_each_length_is_found(method: T3, words: int) -> None:
    truth = {text: score for text, score in exhaustive(method).items() if len(text) == words}
    found = method.compress(sentence(), asked(len(sentence()), words))
    assert len(found.tokens) == words
    assert found.score == pytest.approx(max(truth.values()), abs=1e-4)


def test_all_lengths_agree_with_single_ones(method: T3) -> None:
    found = method.all_lengths(sentence())
    assert [len(each.tokens) for each in found] == list(range(1, 9))
    for each in found:
        assert each.score == pytest.approx(
            method.compress(sentence(), Constraints.exactly(len(sentence()), len(each.tokens))).score, abs=1e-4
        )


@pytest.mark.parametrize("words", [None, *range(1, 9)])
def test_the_next_best_texts_follow_in_order(method: T3, words: int | None) -> None:
    truth = sorted(
        (score for text, score in exhaustive(method).items() if words is None or len(text) == words), reverse=True
    )
    found = method.compress(sentence(), asked(len(sentence()), words, nbest=6))
    answers = [found, *found.alternatives]
    assert len({each.tokens for each in answers}) == len(truth[:6])
    assert all(words is None or len(each.tokens) == words for each in answers)
    assert [each.score for each in answers] == pytest.approx(truth[:6], abs=1e-4)


def test_forced_and_forbidden_words_are_obeyed(method: T3) -> None:
    masks = Masks.of(8, keep=[1, 6], drop=[0])
    truth = {
        text: score
        for text, score in exhaustive(replace_lm(method)).items()
        if "old" in text and "job" in text and "The" not in text
    }
    assert truth
    found = method.compress(sentence(), Constraints.any_length(len(sentence()), masks))
    assert {"old", "job"} <= set(found.tokens)
    assert "The" not in found.tokens
    if method.lm is None:
        assert found.score == pytest.approx(max(truth.values()))


def replace_lm(method: T3) -> T3:
    return T3(method.grammar, method.templates, method.weights, replace(method.settings, lm="none"))


def test_limits_in_characters_hold(method: T3) -> None:
    for limit in (12, 20, 27):
        assert (
            len(method.compress(sentence(), Constraints.within_characters(widths_of(sentence()), limit)).text) <= limit
        )
    with pytest.raises(UsageError, match="within 0 characters"):
        method.compress(sentence(), Constraints.within_characters(widths_of(sentence()), 0))


def test_copied_words_keep_their_places_and_spelling() -> None:
    method = T3(grammar(), "all", WEIGHTS, T3Settings(lm="none", deletion_only=True))
    found = method.compress(sentence(), Constraints.exactly(len(sentence()), 5))
    assert found.kept is not None
    assert tuple(sentence().words[place] for place in found.kept) == found.tokens
    whole = method.compress(sentence(), Constraints.exactly(len(sentence()), 8))
    assert whole.text == "The old man gave up his job."


def test_rewritten_words_have_no_places() -> None:
    method = T3(grammar(), "all", {"inserted dropped": 9.0, "dropped words": -1.0}, T3Settings(lm="none"))
    found = method.compress(sentence(), Constraints.any_length(len(sentence())))
    assert found.text == "The old man dropped his job."
    assert found.kept is None
    assert found.details["new_words"] == 1


def test_an_explanation_adds_up(method: T3) -> None:
    found = method.compress(sentence(), Constraints.exactly(len(sentence()), 6))
    told = found.explanation.explain()
    scores = [float(line.split()[0]) for line in told.split("\n\n")[0].splitlines()[1:]]
    assert sum(scores[:-1]) == pytest.approx(scores[-1], abs=0.02)
    assert scores[-1] == pytest.approx(found.score, abs=0.001)
    assert tuple(found.explanation.tree.words) == found.tokens
    assert "→" in told or "↓" in told


def test_a_saved_method_answers_the_same(tmp_path: Path) -> None:
    method = T3(grammar(), "2013", WEIGHTS, T3Settings(lm="none"))
    settings = {**method.save(tmp_path), "name": "t3"}
    loaded = T3.load(tmp_path, settings)
    for words in range(1, 9):
        one, other = (each.compress(sentence(), asked(len(sentence()), words)) for each in (method, loaded))
        assert (one.tokens, one.score) == (other.tokens, pytest.approx(other.score))
    (tmp_path / "weights.tsv.xz").unlink()
    with pytest.raises(DataError, match=r"weights\.tsv\.xz"):
        T3.load(tmp_path, settings)
    with pytest.raises(DataError, match="setting"):
        T3.load(tmp_path, {"name": "t3"})


def test_a_sentence_without_a_tree_is_refused() -> None:
    method = T3(grammar(), "all", WEIGHTS, T3Settings(lm="none"))
    with pytest.raises(UsageError, match="constituency"):
        method.compress(
            Sentence.from_words(["It", "works"]), Constraints.any_length(len(Sentence.from_words(["It", "works"])))
        )
    with pytest.raises(UsageError, match="empty"):
        method.compress(Sentence.from_words([]), Constraints.any_length(len(Sentence.from_words([]))))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("The mayor says that taxes fall.", "Taxes fall, the mayor says."),
        ("Brown says that it rains.", "It rains, Brown says."),
    ],
)
def test_a_first_word_that_moves_loses_its_capital_unless_it_is_a_name(source: str, expected: str) -> None:
    rules = [
        "(S NP@1 (VP VBZ@2 (SBAR IN@ε S@3)) .@4) ||| (S S@3 (, ,) NP@1 (VP VBZ@2) .@4)",
        "(S NP@1 (VP VBZ@2 (SBAR (IN that) S@3)) .@4) ||| (S S@3 (, ,) NP@1 (VP VBZ@2) .@4)",
    ]
    grammar = Grammar.from_counts({Rule.parse(line): 1 for line in rules}, "hand")
    method = T3(grammar, "length", {"target words": 1.0}, T3Settings(lm="none", boldness=50.0))
    assert Model(method, EnglishParser()).compress(source).text == expected
