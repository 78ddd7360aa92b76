"""Features of paraphrases: by hand, and scores as features times weights."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.features.paraphrase import LM, ParaphraseScorer, feature_names
from laconic.forest.cky import RULE_SHAPES, Paraphraser
from laconic.forest.optional_deletions import optional_deletions
from laconic.forest.span_labels import parse_labels
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.lm import bundled
from laconic.tree import Tree

RULES = """\
[NP] ||| the [NN,1] of the [NN,2] ||| the [NN,2] 's [NN,1] ||| p=-1
[NP] ||| the [NN,1] of the [NN,2] ||| the [NN,1] of the [NN,2] ||| p=-0.1
[VBD] ||| collapsed ||| fell down ||| p=-2
[VP] ||| [VBD,1] [ADVP,2] ||| [ADVP,2] [VBD,1] ||| p=-3
"""
TREE = Tree.parse(
    "(S (NP (DT the) (NN roof) (PP (IN of) (NP (DT the) (NN house)))) (VP (VBD collapsed) (ADVP (RB slowly))))"
)


@pytest.fixture(scope="module")
def paraphraser() -> Paraphraser:
    return Paraphraser(Scfg.of(map(parse_rule, RULES.splitlines())))


def test_shapes_of_rules(paraphraser: Paraphraser) -> None:
    shapes = [dict(zip(RULE_SHAPES, row, strict=True)) for row in paraphraser.rule_shapes().tolist()]
    possessive, identity, longer, moved = shapes
    assert possessive == {
        "rule": 1,
        "identity": 0,
        "reorder": 1,
        "new_words": 1,
        "source_words": 3,
        "target_words": 2,
        "word_difference": -1,
        "length_difference": pytest.approx(5 / 2 - 8 / 3),
    }
    assert (identity["rule"], identity["identity"], identity["reorder"], identity["new_words"]) == (0, 1, 0, 0)
    assert (longer["new_words"], longer["word_difference"], longer["length_difference"]) == (2, 1, 4 - 9)
    assert (moved["reorder"], moved["source_words"], moved["length_difference"]) == (1, 0, 0)


def test_scores_are_features_times_weights(paraphraser: Paraphraser) -> None:
    names = feature_names(paraphraser.grammar)
    rng = np.random.default_rng(0)
    weights = dict(zip(names, rng.normal(size=len(names)).tolist(), strict=True))
    scorer = ParaphraseScorer(paraphraser, weights, bundled())
    found = paraphraser(TREE.words, parse_labels(TREE), optional_deletions(TREE, "anything"))
    table = scorer.matrix(found)
    vector = np.array([weights[name] for name in names])
    assert not table[:, names.index(LM)].any()
    assert scorer(found) == pytest.approx(table @ vector)
    other = scorer.reweighed({"words": 1.0})
    assert other(found) == pytest.approx(found.forest.words)
    assert scorer(found) == pytest.approx(table @ vector)


def test_features_of_words(paraphraser: Paraphraser) -> None:
    scorer = ParaphraseScorer(paraphraser, {}, bundled())
    found = paraphraser(TREE.words, parse_labels(TREE))
    table = scorer.matrix(found)
    edge = int(np.flatnonzero(found.grammar_rules == 2)[0])
    row = dict(zip(scorer.names, table[edge].tolist(), strict=True))
    model = bundled()
    unigrams = sum(model.score(model.null_state, word)[0] for word in ("fell", "down"))
    assert row["unigram"] == pytest.approx(unigrams)
    assert (row["words"], row["syllables"], row["p"]) == (2, 2, -2)


@pytest.mark.parametrize(
    ("sentence", "deleted"),
    [
        (
            "(S (NP (NP (NNS people)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD came))))) (, ,) (VP (VBD slept)) (. .))",
            {", who came ,": "SBAR", ",": "comma"},
        ),
        (
            "(S (PP (IN in) (NP (NNP May))) (, ,) (NP (PRP it)) (VP (VBD rained) (ADVP (RB hard))) (. .))",
            {"in May ,": "PP", "hard": "ADVP", ",": "comma"},
        ),
        (
            "(NP (NP (NNS apples)) (, ,) (NP (NNS pears)) (CC and) (NP (NNS plums)))",
            {", pears": "NP", "and plums": "CC", ",": "comma"},
        ),
        (
            "(NP (DT the) (`` ``) (ADJP (JJ big) (CC and) (JJ bad)) ('' '') (NN wolf))",
            {"the": "DT", "`` big and bad ''": "ADJP"},
        ),
        ("(S (NP (DT the) (JJ red) (NN car)) (VP (VBZ is) (ADJP (JJ old))))", {"the": "DT", "red": "JJ"}),
    ],
)
def test_what_may_be_deleted(sentence: str, deleted: dict[str, str]) -> None:
    tree = Tree.parse(sentence)
    found = {" ".join(tree.words[each.begin : each.end]): each.kind for each in optional_deletions(tree)}
    assert found == deleted


def test_how_much_may_be_deleted() -> None:
    assert optional_deletions(TREE, "none") == []
    assert {each.kind for each in optional_deletions(TREE, "words")} == {"DT", "RB"}
    every = {(span.begin, span.end) for span in optional_deletions(TREE, "anything")}
    assert every >= {(place, place + 1) for place in range(7)}
    assert (0, 7) not in every
