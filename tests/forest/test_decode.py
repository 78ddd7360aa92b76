"""Decoding without the forest finds exactly what the search of the whole forest finds."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from backoff import RandomBackoff
from hypothesis import given
from hypothesis import strategies as st
from scfg_examples import LABELS, WORDS, deletions_of, rules, spans

from laconic.errors import DataError, UsageError
from laconic.forest.cky import Paraphraser
from laconic.forest.decode import Decoder
from laconic.forest.inference import kbest
from laconic.forest.rescore import rescore
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.lm.model import LanguageModel

JOIN, PASS, COPY, DELETE = range(4)


@cache
def model_of(order: int, seed: int) -> LanguageModel:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        path.write_text(RandomBackoff(order, seed).arpa(), "utf-8")
        return LanguageModel.load(path)


@given(st.data())
def test_lazy_and_full_forests_give_equal_answers(data: st.DataObject) -> None:
    """Whatever the limits: the same best derivation, and the same forest of what the search kept."""
    words = data.draw(st.lists(st.sampled_from((*WORDS, "d", "unheard")), min_size=1, max_size=6))
    grammar = Scfg.of(data.draw(st.lists(rules(), max_size=12)))
    labels = data.draw(st.one_of(st.none(), spans(len(words), LABELS, 12)))
    deletions = data.draw(deletions_of(len(words)))
    limit = st.one_of(st.none(), st.integers(1, 5))
    limits = {"beam": data.draw(limit), "pops": data.draw(limit)}
    weight = data.draw(st.sampled_from([1.0, 0.3, 0.0, -1.0]))
    model = model_of(data.draw(st.integers(1, 6)), data.draw(st.integers(0, 9)))
    generator = np.random.default_rng(data.draw(st.integers(0, 999)))
    scores = generator.normal(size=len(grammar) + DELETE + len(deletions))
    scores[generator.random(len(scores)) < 0.1] = -np.inf
    scores[len(grammar) + PASS] = 0.0
    paraphraser = Paraphraser(grammar)
    full = paraphraser(words, labels, deletions, longest=4)
    rescored = rescore(full.forest, scores[full.forest.rule], model, weight=weight, **limits)
    rest = scores[len(grammar) :]
    decoder = Decoder(
        paraphraser, scores[: len(grammar)], model, weight=weight, join=float(rest[JOIN]), copy=float(rest[COPY])
    )
    lazy = decoder(words, labels, deletions, rest[DELETE:], longest=4, **limits)
    kept = lazy.paraphrases.forest
    assert kept.rule.tolist() == rescored.forest.rule.tolist()
    assert kept.tails.tolist() == rescored.forest.tails.tolist()
    assert lazy.scores.tolist() == rescored.scores.tolist()
    if not kept.edges:
        with pytest.raises(DataError, match="no derivation"):
            lazy.best()
        return
    wanted, found = rescored.best(), lazy.best()
    assert found.score == pytest.approx(wanted.score, abs=1e-9)
    assert found.tokens == wanted.tokens
    assert [kept.vocabulary[word] for word in kbest(kept, lazy.scores, 1)[0].word_numbers] == list(wanted.tokens)


def test_the_best_derivation_knows_its_rules_and_the_words_it_keeps() -> None:
    grammar = Scfg.of([parse_rule("[X] ||| a [X,1] ||| [X,1] d"), parse_rule("[X] ||| b ||| b")])
    decode = Decoder(Paraphraser(grammar), [5.0, 5.0], model_of(3, 0), weight=0.1)
    found = decode("c a b".split())
    best = found.best()
    assert best.tokens == ("c", "b", "d")
    used = found.paraphrases
    (same,) = (each for each in kbest(used.forest, found.scores, 9) if each.tokens == best.tokens)
    assert used.kept_positions(same) == (0, 2, None)
    assert sorted(number for number in used.grammar_rules[list(same.edges)] if number >= 0) == [0, 1]


def test_what_makes_no_sense_is_refused() -> None:
    paraphraser = Paraphraser(Scfg.of([parse_rule("[X] ||| a ||| b")]))
    with pytest.raises(DataError, match="one per rule"):
        Decoder(paraphraser, [], model_of(3, 0))
    with pytest.raises(UsageError, match="weight"):
        Decoder(paraphraser, [0.0], model_of(3, 0), weight=np.nan)
    decode = Decoder(paraphraser, [0.0], model_of(3, 0))
    with pytest.raises(UsageError, match="empty"):
        decode([])
    with pytest.raises(UsageError, match="pops=0"):
        decode(["a"], pops=0)
    with pytest.raises(DataError, match="score"):
        decode(["a"], deletion_scores=[0.0])
