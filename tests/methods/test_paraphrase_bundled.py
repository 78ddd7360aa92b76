"""The bundled models paraphrase and simplify."""

from __future__ import annotations

from collections import Counter

import pytest

from laconic.corpus import sample
from laconic.model import load
from laconic.testing import check_method

NAMES = ("paraphrase", "simplify")


@pytest.mark.parametrize("name", NAMES)
def test_bundled_models_keep_the_contract(name: str) -> None:
    model = load(name)
    sentences = list(model.parse(["The old plan of the council was largely forgotten.", "She bought many new books."]))
    check_method(model.method, sentences)


def test_paraphrase_rewrites_and_does_not_only_delete() -> None:
    model = load("paraphrase")
    kinds: Counter[str] = Counter()
    for answer in model.pipe([pair.source for pair in list(sample("rewrite"))[2::15]], rate=0.75):
        assert len(answer.tokens) == max(1, int(0.75 * len(answer.source) + 0.5))
        kinds.update(step.kind for step in answer.explanation.steps)
    assert kinds.total() - kinds["deletion"] >= 0.2 * kinds.total()


def test_what_is_negated_stays_so() -> None:
    answer = load("paraphrase").compress("The committee did not approve the very expensive plan.", rate=0.7)
    assert "not" in answer.tokens
