"""What an editor would think of edits in the sentence that they are made in."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.english.rewriting import edits_of, read_phrases
from laconic.features.edit_context import NAMES, EditContext
from laconic.features.opinions import OpinionNetwork
from laconic.forest.revision import Revised, revise
from laconic.lm import bundled
from laconic.methods.rewrite import Rewrite
from laconic.model import load
from laconic.parse.english import EnglishParser

PARSER = EnglishParser()


@pytest.fixture(scope="module")
def context() -> EditContext:
    method = load("rewrite").method
    assert isinstance(method, Rewrite)
    assert method.editing.context is not None
    return method.editing.context


def edited(text: str, rule: str) -> Revised:
    (sentence,) = PARSER.parse([text])
    (edit,) = [each for each in edits_of(sentence, read_phrases([rule])) if each.rule == rule]
    return revise(sentence, [edit])


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("The school will purchase two new buses.", "purchase* = buy*", "purchase* = sleep*"),
        ("They need more assistance from the state.", "assistance = help", "assistance = green"),
        ("The old bridge was extremely dangerous.", "extremely = very", "extremely = yesterday"),
    ],
)
def test_words_of_another_kind_fit_worse(context: EditContext, text: str, good: str, bad: str) -> None:
    (fits,), (misfits,) = (context.opinions(edited(text, rule)) for rule in (good, bad))
    assert fits.sure > misfits.sure
    assert fits.wrong < misfits.wrong


@pytest.mark.parametrize(
    ("text", "wordy", "equal"),
    [
        ("The board made a decision to close the pool.", "make* a decision = decide*", "the board = the panel"),
        ("She stayed at home due to the fact that it rained.", "due to the fact that = because", "stay* = remain*"),
    ],
)
def test_an_editor_likes_what_saves_words(context: EditContext, text: str, wordy: str, equal: str) -> None:
    (saving,), (neutral,) = (context.opinions(edited(text, rule)) for rule in (wordy, equal))
    assert saving.better > neutral.better + 0.3


def test_features_are_finite_and_one_row_per_edit(context: EditContext) -> None:
    revised = edited("The school will purchase two new buses.", "purchase* = buy*")
    rows = context.features(revised)
    assert rows.shape == (1, context.network.inputs)
    assert np.isfinite(rows).all()
    same = revise(revised.source, [])
    assert context.features(same).shape == (0, context.network.inputs)
    assert context.opinions(same) == []


def test_vectors_are_means_over_the_words_of_an_edit(context: EditContext) -> None:
    revised = edited("The school will purchase two new buses.", "purchase* = buy*")
    row = context.features(revised)[0, len(NAMES) :].reshape(5, -1)
    before, after = (
        np.stack([vector / np.linalg.norm(vector) for vector in PARSER.reader.vectors(words)[0].vectors[1:-1]])
        for words in (revised.source.words, [word.text for word in revised.words])
    )
    around = [0, 1, 2, 4, 5, 6, 7]
    np.testing.assert_allclose(row[0], before[3], atol=1e-5)
    np.testing.assert_allclose(row[1], after[3] - before[3], atol=1e-5)
    np.testing.assert_allclose(row[2], before[around].mean(0), atol=1e-5)
    np.testing.assert_allclose(row[3], after[around].mean(0) - before[around].mean(0), atol=1e-5)
    np.testing.assert_allclose(row[4], after[3], atol=1e-5)


@pytest.mark.parametrize("inputs", [3, len(NAMES) + 5 * 100])  # the second is for narrower vectors
def test_a_network_for_other_features_is_refused(inputs: int) -> None:
    network = OpinionNetwork(np.zeros((2, inputs)), np.zeros(2), np.zeros((4, 2)), np.zeros(4))
    with pytest.raises(ValueError, match=f"reads {inputs} features"):
        EditContext(PARSER.reader, bundled(), network)
