"""Phrases joined in any order score like the sentence read from left to right."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kneser_ney import KneserNey, random_sentences

from laconic.lm import ChartState, LanguageModel


@pytest.fixture(scope="module", params=[1, 2, 3, 4, 6])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    path = tmp_path_factory.mktemp("lm") / "model.arpa"
    path.write_text(KneserNey(random_sentences(seed=3, count=80, vocabulary=6), request.param).arpa())
    return LanguageModel.load(path)


def composed(model: LanguageModel, words: list[str], generator: random.Random) -> tuple[float, ChartState]:
    """Join the words by a random bracketing into words, pairs and triples of phrases, some of them empty."""
    if len(words) < 2 or generator.random() < 0.15:
        return model.compose(words)
    cuts = sorted(generator.choices(range(len(words) + 1), k=generator.choice((1, 2))))
    pieces = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    if max(map(len, pieces)) == len(words):
        pieces = [words[:1], words[1:]]
    total, parts = 0.0, []
    for piece in pieces:
        if len(piece) == 1 and generator.random() < 0.5:
            parts.append(piece[0])
            continue
        score, state = composed(model, piece, generator)
        total += score
        parts.append(state)
    change, state = model.compose(parts)
    return total + change, state


@settings(deadline=None, max_examples=300)
@given(
    words=st.lists(st.sampled_from(["w0", "w1", "w2", "w3", "w4", "w5", "unheard"]), max_size=12),
    seed=st.integers(0, 2**32),
)
def test_bracketings_agree_with_reading(model: LanguageModel, words: list[str], seed: int) -> None:
    score, state = composed(model, [*words, "</s>"], random.Random(seed))
    change, _ = model.compose([state], begin=True)
    assert score + change == pytest.approx(model.sentence(words), abs=1e-4)


def test_equal_chart_states_have_equal_surroundings(model: LanguageModel) -> None:
    """Phrases of equal states may stand for one another, which is what lets a chart merge them."""
    phrases = [tuple(words) for words in random_sentences(seed=5, count=400, vocabulary=6, longest=5)]
    contexts = random_sentences(seed=6, count=12, vocabulary=6, longest=4)
    changes: dict[ChartState, set[tuple[float, ...]]] = {}
    for phrase in set(phrases):
        _, state = model.compose(phrase)
        around = tuple(
            round(model.compose([*context, state, *reversed(context)], begin=True)[0], 4) for context in contexts
        )
        changes.setdefault(state, set()).add(around)
    assert len(changes) < len(set(phrases)) or model.order > 3
    for around in changes.values():
        spread = [max(values) - min(values) for values in zip(*around, strict=True)]
        assert max(spread) < 1e-3
