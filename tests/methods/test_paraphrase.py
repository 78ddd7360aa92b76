"""The methods paraphrase and simplify: lengths, settled words, explanations, storage."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from laconic.errors import DataError, UsageError
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.methods.paraphrase import Paraphrase, ParaphraseSettings
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.explanation.phrases import change_kind
from laconic.search.constraints import Constraints, Masks
from laconic.testing import check_method
from laconic.text import Sentence

RULES = """\
[NP] ||| the [NN,1] of the [NN,2] ||| the [NN,2] 's [NN,1] ||| p=-1
[NP] ||| a large number of [NNS,1] ||| many [NNS,1] ||| p=-0.3
[VP] ||| was intended for [NP,1] ||| was for [NP,1] ||| p=-1
[VBD] ||| collapsed ||| fell in upon itself ||| p=-0.1
"""
WEIGHTS = {
    "p": 0.5,
    "delete:DT": -1.5,
    "lm": 0.3,
    "words": 0.3,
    "unigram": -0.25,
    "deleted_words": -0.5,
    "delete:word": -5.0,
}
TEXTS = (
    "The roof of the house was damaged, and a large number of people left.",
    "The scheme was intended for people of poor or moderate means.",
)


@pytest.fixture(scope="module")
def method() -> Paraphrase:
    grammar = Scfg.of(map(parse_rule, RULES.splitlines()))
    return Paraphrase(grammar, WEIGHTS, ParaphraseSettings(grammar="mine"))


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return EnglishParser().parse(TEXTS)


def test_the_method_keeps_the_contract(method: Paraphrase, sentences: list[Sentence]) -> None:
    check_method(method, sentences)


def test_every_length_can_be_reached(method: Paraphrase, sentences: list[Sentence]) -> None:
    lengths = [len(answer.tokens) for answer in method.all_lengths(sentences[0])]
    assert lengths == list(range(1, len(sentences[0]) + 1))


def test_rules_shorten_and_move(method: Paraphrase, sentences: list[Sentence]) -> None:
    texts = {answer.text for answer in method.all_lengths(sentences[0])}
    assert "The house's roof was damaged, and many people left." in texts
    answer = next(each for each in method.all_lengths(sentences[0]) if "house's roof" in each.text)
    assert answer.kept is None


def test_words_that_must_stay_are_not_rewritten(method: Paraphrase, sentences: list[Sentence]) -> None:
    place = sentences[0].words.index("number")
    for words in range(5, 15):
        answer = method.compress(
            sentences[0], Constraints.exactly(len(sentences[0]), words, Masks.of(len(sentences[0]), keep=[place]))
        )
        assert "number" in answer.tokens
        assert "many" not in answer.tokens


def test_texts_get_longer_only_where_that_is_allowed(method: Paraphrase) -> None:
    sentence = EnglishParser().parse(["It collapsed."])[0]
    eager = {**WEIGHTS, "new_words": 5.0}
    short = Paraphrase(method.grammar, eager, method.settings, lm=method.lm)
    long = Paraphrase(method.grammar, eager, replace(method.settings, longer=3.0), lm=method.lm)
    assert short.compress(sentence, Constraints.any_length(len(sentence))).text == "It collapsed."
    assert long.compress(sentence, Constraints.any_length(len(sentence))).text == "It fell in upon itself."


def test_the_explanation_names_the_rules_in_order(method: Paraphrase, sentences: list[Sentence]) -> None:
    answer = next(each for each in method.all_lengths(sentences[0]) if each.text.startswith("The house's roof was"))
    steps = answer.explanation.steps
    assert steps[0].kind == "reordering"
    assert [step.begin for step in steps] == sorted(step.begin for step in steps)
    assert "[NP] ||| the [NN,1] of the [NN,2] ||| the [NN,2] 's [NN,1]" in answer.explanation.explain()
    told = json.loads(json.dumps(answer.to_dict()))["rules"]
    assert told[0]["rule"] == steps[0].rule
    scored = sum(answer.explanation.scores) + answer.explanation.lm_score
    assert scored == pytest.approx(answer.score, abs=1e-4)


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("[NN] ||| car ||| car", "identity"),
        ("[NN] ||| car ||| vehicle", "substitution"),
        ("[NP] ||| a car ||| car", "deletion"),
        ("[NP] ||| car ||| a car", "insertion"),
        ("[VP] ||| look [NP,1] up ||| look up [NP,1]", "reordering"),
        ("[NP] ||| [NN,1] of [NN,2] ||| [NN,2] [NN,1]", "reordering"),
        ("[VP] ||| gave [NP,1] to [NP,2] ||| [NP,1] for [NP,2]", "substitution"),
    ],
)
def test_kinds_of_changes(rule: str, kind: str) -> None:
    assert change_kind(parse_rule(rule)) == kind


def test_a_model_is_written_and_read(method: Paraphrase, sentences: list[Sentence], tmp_path: Path) -> None:
    Model(method, EnglishParser()).save(tmp_path)
    again = load(tmp_path).method
    ten = Constraints.exactly(len(sentences[0]), 10)
    assert again.compress(sentences[0], ten).tokens == method.compress(sentences[0], ten).tokens


def test_a_damaged_model_is_refused(method: Paraphrase, tmp_path: Path) -> None:
    Model(method, EnglishParser()).save(tmp_path)
    file = tmp_path / "model.toml"
    file.write_text(file.read_text("utf-8").replace("beam", "beem"), "utf-8")
    with pytest.raises(DataError, match="beam"):
        load(tmp_path)


@pytest.mark.parametrize("words", [[], ["no", "parse"]], ids=["empty", "unparsed"])
def test_what_cannot_be_rewritten_is_refused(method: Paraphrase, words: list[str]) -> None:
    with pytest.raises(UsageError):
        method.compress(Sentence.from_words(words), Constraints.any_length(len(Sentence.from_words(words))))


def test_settings_are_checked() -> None:
    with pytest.raises(UsageError, match="deletions"):
        ParaphraseSettings(deletions="everything")
