"""Explanations for the page: whatever method made them, they have the same fields."""

import msgspec
import pytest

import laconic
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.methods.joint_t3 import JointT3
from laconic.methods.paraphrase import Paraphrase, ParaphraseSettings
from laconic.methods.t3 import T3
from laconic.model import Model
from laconic.pipeline.info import method_info
from laconic.search.constraints import Constraints
from laconic.text import Sentence
from laconic.web.explaining import explanation
from laconic.web.schemas import ExplainAnswer

RULES = ["[NP] ||| the [NN,1] of the [NN,2] ||| the [NN,2] 's [NN,1] ||| p=-1"]


@pytest.fixture(scope="module")
def t3() -> Model:
    return laconic.load("t3")


@pytest.fixture(scope="module")
def sentence(t3: Model) -> Sentence:
    return next(t3.parse(["The roof of the house was damaged, and people left."]))


def explained(answer: Compression) -> ExplainAnswer:
    return msgspec.convert(explanation(answer), ExplainAnswer)


def test_paraphrases_tell_their_words_and_rules(sentence: Sentence) -> None:
    weights = {"p": 0.5, "lm": 0.3, "words": 0.3, "unigram": -0.25, "deleted_words": -0.5, "delete:word": -5.0}
    method = Paraphrase(Scfg.of(map(parse_rule, RULES)), weights, ParaphraseSettings(grammar="mine"))
    assert method_info(method.name).explains
    found = [explained(answer) for answer in method.all_lengths(sentence)]
    rules = [rule for each in found for rule in each.rules]
    assert any(rule.rule.startswith("[NP] ||| the [NN,1]") and not rule.made_up for rule in rules)
    assert all(0 <= rule.words[0] < rule.words[1] <= len(sentence) for rule in rules)
    assert all(each.source_tree is None for each in found)


def test_joint_decoding_names_its_second_model(t3: Model, sentence: Sentence) -> None:
    assert isinstance(t3.method, T3)
    method = JointT3(t3.method)
    assert method_info(method.name).explains
    found = explained(method.compress(sentence, Constraints.exactly(len(sentence), 6)))
    assert found.other == "language model"
    assert sum(rule.score for rule in found.rules) + found.other_score == pytest.approx(found.score)
    assert found.source_tree is not None


def test_deletion_has_no_rules_to_show(sentence: Sentence) -> None:
    joint = laconic.load("joint")
    assert not method_info(joint.method.name).explains
    with pytest.raises(UsageError, match="such as t3"):
        explanation(joint.compress(sentence, words=5))
