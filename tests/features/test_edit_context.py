"""How well edits fit the sentence that they are made in."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.english.rewriting import Edit, New, edits_of, read_phrases
from laconic.features.edit_context import NAMES, EditContext
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
    assert method.context is not None
    return method.context


def edited(text: str, rule: str) -> Revised:
    (sentence,) = PARSER.parse([text])
    (edit,) = [each for each in edits_of(sentence, read_phrases([rule])) if each.rule == rule]
    return revise(sentence, [edit], PARSER)


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("The school will purchase two new buses.", "purchase* = buy*", "purchase* = sleep*"),
        ("They need more assistance from the state.", "assistance = help", "assistance = green"),
        ("The old bridge was extremely dangerous.", "extremely = very", "extremely = yesterday"),
    ],
)
def test_words_of_another_kind_fit_worse(context: EditContext, text: str, good: str, bad: str) -> None:
    (better,), (worse,) = (context.odds(edited(text, rule)) for rule in (good, bad))
    assert better > worse
    (sure,), (unsure,) = (context.sure(edited(text, rule)) for rule in (good, bad))
    assert 0 < unsure < sure < 1


def test_features_are_finite_and_one_row_per_edit(context: EditContext) -> None:
    revised = edited("The school will purchase two new buses.", "purchase* = buy*")
    rows = context.features(revised)
    assert rows.shape == (1, len(NAMES))
    assert np.isfinite(rows).all()
    same = revise(revised.source, [], PARSER)
    assert context.features(same).shape == (0, len(NAMES))


def test_an_edit_without_new_words_is_as_sure_as_its_rule(context: EditContext) -> None:
    (sentence,) = PARSER.parse(["He left in order to win."])
    (edit,) = edits_of(sentence, read_phrases(["in order to = to ; sure .9"]))
    assert context.sure(revise(sentence, [edit], PARSER)) == [0.9]


def test_the_number_of_weights_is_checked() -> None:
    with pytest.raises(ValueError, match=f"{len(NAMES)} weights"):
        EditContext(PARSER.reader, bundled(), [1.0])


def test_a_rule_that_is_certain_stays_so(context: EditContext) -> None:
    (sentence,) = PARSER.parse(["He left early."])
    revised = revise(sentence, [Edit("test", 2, 3, (New("late"),), 1.0)], PARSER)
    assert context.sure(revised) == [1.0]
