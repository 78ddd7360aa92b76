"""Models: exact lengths, protected words, and a folder that brings everything back."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laconic
from laconic.corpus import sample
from laconic.english import NEGATIONS
from laconic.errors import DataError, UsageError
from laconic.features.deletion import LinearScorer
from laconic.methods.crf import ChainDeletion
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.linear import LinearDeletion
from laconic.pipeline.protection import Protection
from laconic.pipeline.stored import seal

PARSER = EnglishParser()
SENTENCES = [pair.source for pair in sample("deletion")][:40]


def random_model(name: str = "joint", search: str = "joint-exact") -> Model:
    weights = np.random.default_rng(3).normal(size=2**12).astype(np.float32)
    scorer = LinearScorer(weights, with_pairs=name != "subtree", with_arcs=name == "joint")
    return Model(LinearDeletion(name, scorer, search), PARSER)


MODEL = random_model()
PARSED = list(MODEL.parse(SENTENCES))


@pytest.mark.parametrize("words", [1, 5, 12])
def test_the_number_of_words_is_exact(words: int) -> None:
    for answer in MODEL.pipe(PARSED, words=words, exact=True, protect=Protection(negation=False)):
        assert len(answer.tokens) == min(words, len(answer.source))
        assert answer.kept is not None
        assert [answer.source.words[place] for place in answer.kept] == list(answer.tokens)


@pytest.mark.parametrize("model", [MODEL, laconic.load()], ids=["joint", "encoder"])
@pytest.mark.parametrize("words", [1, 5, 12, 40])
def test_there_are_never_more_words_than_asked_for(model: Model, words: int) -> None:
    for answer in model.pipe(PARSED[:15], words=words, protect=Protection(negation=False)):
        assert 0 < len(answer.text.split()) <= words
        if len(answer.source.text.split()) <= words:
            assert answer.text == answer.source.text


@pytest.mark.parametrize("name", ["encoder", "joint-t3", "paraphrase", "rewrite"])
def test_several_processes_give_the_answers_of_one_whole(name: str) -> None:
    model = laconic.load(name)
    texts = [*SENTENCES[:17], "The old harbour, which was built in 1840, will close."]  # more than are sent at a time
    asked = {"rate": 0.7, "nbest": 2, "if_impossible": "nearest"}
    one, two = (list(model.pipe(texts, processes=number, **asked)) for number in (1, 2))
    assert [each.to_dict() for each in two] == [each.to_dict() for each in one]
    assert [each.source for each in two] == [each.source for each in one]
    explanations = [[each.explanation and each.explanation.explain() for each in answers] for answers in (one, two)]
    assert explanations[0] == explanations[1]
    assert any(explanations[1]) == (name != "encoder")


def test_several_processes_report_a_problem_as_one_does() -> None:
    with pytest.raises(UsageError, match=r"a sentence is a str or a laconic\.Sentence, not int"):
        list(laconic.load().pipe(["It works.", 3], rate=0.6, processes=2))  # type: ignore[list-item]


def test_exact_goes_with_words_or_a_rate() -> None:
    for wish in ({}, {"chars": 30}, {"confidence": 0.5}):
        with pytest.raises(UsageError, match="exact needs words or rate"):
            MODEL.compress(PARSED[0], exact=True, **wish)


@pytest.mark.parametrize("chars", [12, 60, 500])
def test_the_text_never_exceeds_the_characters(chars: int) -> None:
    for answer in MODEL.pipe(PARSED, chars=chars, protect=Protection(negation=False)):
        assert 0 < len(answer.text) <= chars
        if len(answer.source.text) <= chars:
            assert answer.text == answer.source.text


def test_a_rate_of_one_changes_nothing() -> None:
    for model in (MODEL, laconic.load()):
        for answer in model.pipe(PARSED, rate=1.0):
            assert answer.text == answer.source.text
            assert answer.rate == 1.0


def test_a_long_text_that_fits_stays_as_it_is() -> None:
    text = ", ".join(f"the old harbour number {number} will close" for number in range(20)) + "."
    for wish in ({"words": 500}, {"rate": 1.0}, {"chars": len(text)}):
        assert MODEL.compress(text, **wish).text == text


def test_negations_stay_unless_allowed_to_go() -> None:
    for answer in MODEL.pipe(PARSED):
        lost = [word for word in answer.source.words if word.lower() in NEGATIONS]
        assert [word for word in answer.tokens if word.lower() in NEGATIONS] == lost


def test_alternatives_differ_and_score_less() -> None:
    answer = MODEL.compress(PARSED[0], words=6, exact=True, nbest=4)
    ranked = [answer, *answer.alternatives]
    assert len({each.kept for each in ranked}) == 4
    assert [each.score for each in ranked] == sorted((each.score for each in ranked), reverse=True)


def test_all_lengths_agree_with_each_length() -> None:
    sentence = PARSED[1]
    protect = Protection(negation=False)
    every = MODEL.all_lengths(sentence, protect=protect)
    assert [len(answer.tokens) for answer in every] == list(range(1, len(sentence) + 1))
    for answer in every:
        alone = MODEL.compress(sentence, words=len(answer.tokens), exact=True, protect=protect)
        assert answer.score == pytest.approx(alone.score)


@pytest.mark.parametrize(
    "wish",
    [
        {"words": 0},
        {"words": -1},
        {"rate": 0.0},
        {"rate": 1.5},
        {"chars": 0},
        {"words": 3, "rate": 0.5},
        {"words": 2, "protect": Protection(("the harbour", "of", "will"))},
        {"nbest": 0},
    ],
)
def test_impossible_wishes_are_refused(wish) -> None:
    with pytest.raises(UsageError):
        MODEL.compress("The harbour of the old town will close in the first week of March.", **wish)


def test_an_empty_text_stays_empty() -> None:
    assert MODEL.compress("", words=3).text == ""
    assert MODEL.compress("  \n", rate=0.5).tokens == ()


@settings(max_examples=30)
@given(st.text(max_size=60))
def test_any_text_gets_an_answer(text: str) -> None:
    answer = MODEL.compress(text, rate=0.6, protect=Protection(negation=False))
    assert len(answer.tokens) <= len(answer.source)


@pytest.mark.parametrize("name", ["joint", "bigram", "subtree", "crf"])
def test_a_saved_model_answers_as_before(name: str, tmp_path: Path) -> None:
    if name == "crf":
        scorer = random_model("subtree", "subtree").method.linear
        model = Model(ChainDeletion("crf", scorer, np.array([[0.5, -0.25], [0.0, 1.0]])), PARSER)
    else:
        model = random_model(name, "joint-exact" if name == "joint" else name)
    # Half precision on disk: the weights are rounded before the comparison.
    model.method.linear.weights = model.method.linear.weights.astype(np.float16).astype(np.float32)
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    for before, after in zip(model.pipe(PARSED[:5]), again.pipe(PARSED[:5]), strict=True):
        assert before.kept == after.kept
        assert before.method == after.method == name


def test_folders_that_are_no_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no model\.toml"):
        load(tmp_path)
    (tmp_path / "model.toml").write_text("format = 99\n")
    with pytest.raises(DataError, match="format 99"):
        load(tmp_path)
    (tmp_path / "model.toml").write_text("format = [")
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "model.toml").write_text("format = 1\n")
    with pytest.raises(DataError, match="which method"):
        load(tmp_path)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    MODEL.save(tmp_path)
    weights = tmp_path / "weights.npz"
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(DataError, match=r"weights\.npz: does not belong"):
        load(tmp_path)
    seal(tmp_path)
    with pytest.raises(DataError, match=r"weights\.npz: (?!does not belong)"):
        load(tmp_path)


def test_the_package_offers_load() -> None:
    assert laconic.load is load


def test_a_text_that_fits_is_not_rewritten_longer() -> None:
    text = 'He said that it was "not always easy" to find work in New York, and that he no longer tried very hard.'
    assert laconic.load("simplify").compress(text, chars=len(text)).text == text


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"words": 5.5}, "words must be a whole number, not 5.5."),
        ({"words": "3"}, "words must be a whole number, not '3'."),
        ({"words": True}, "words must be a whole number, not True."),
        ({"chars": 30.7}, "chars must be a whole number, not 30.7."),
        ({"rate": "0.5"}, "rate must be a number, not '0.5'."),
        ({"confidence": "0.9"}, "confidence must be a number, not '0.9'."),
        ({"nbest": 2.0}, "nbest must be a whole number, not 2.0."),
    ],
)
def test_wishes_of_a_wrong_type_are_refused(wish, problem) -> None:
    with pytest.raises(UsageError, match=re.escape(problem)):
        load("random").compress("The old boat sank.", **wish)


@pytest.mark.parametrize("text", [None, b"The old boat sank.", ["The old boat sank."]])
def test_texts_of_a_wrong_type_are_refused(text) -> None:
    model = load("random")
    for ask in (model.compress, model.all_lengths, model.compress_document):
        with pytest.raises(UsageError, match=f"is a str.*, not {type(text).__name__}"):
            ask(text)


def test_numbers_of_numpy_are_numbers() -> None:
    model = load("random")
    assert len(model.compress("The old boat sank.", words=np.int64(3)).text.split()) == 3
    assert len(model.compress("The old boat sank.", rate=np.float32(0.6)).tokens) == 3


def test_one_text_is_not_taken_for_many() -> None:
    with pytest.raises(UsageError, match="give a list of sentences"):
        MODEL.pipe("It rained all day.", words=2)


def test_what_cannot_parse_is_refused() -> None:
    with pytest.raises(UsageError, match="a name or an object with a method parse, not int"):
        load("random", parser=5)
