"""Trigrams, significance and the hand-written rules of Clarke & Lapata."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
import pytest

import oracle
from laconic.errors import UsageError
from laconic.search.base import Scores
from laconic.search.clarke_lapata import (
    ClarkeLapataSearch,
    TrigramScores,
    clause_depths,
    significance,
    trigram_scores,
)
from laconic.search.constraints import Constraints, Masks
from laconic.search.rules import Rule, clarke_lapata_rules
from laconic.text import Sentence, Token
from search.instances import random_masks

# word, tag, head, relation
PARSE = """
She      PRP  2  nsubj
gave     VBD  0  root
Tom      NNP  5  nmod:poss
's       POS  3  case
sister   NN   2  obj
a        DT   8  det
good     JJ   8  amod
book     NN   2  obj
about    IN   10 case
birds    NNS  8  nmod
and      CC   12 cc
trees    NNS  10 conj
(        -LRB- 14 punct
twice    RB   2  advmod
)        -RRB- 14 punct
because  IN   20 mark
he       PRP  20 nsubj
did      VBD  20 aux
not      RB   20 advmod
read     VB   2  advcl
"""


def parsed(rows: str = PARSE) -> Sentence:
    columns = [row.split() for row in rows.split("\n") if row]
    return Sentence.from_tokens(
        [Token(word, tag) for word, tag, _, _ in columns],
        heads=tuple(int(head) for _, _, head, _ in columns),
        relations=tuple(relation for _, _, _, relation in columns),
    )


def meets(rule: Rule, positions: Collection[int]) -> bool:
    """Return whether a set of kept words meets a constraint, by its definition."""
    total = sum(value for position, value in rule.coefficients.items() if position in positions)
    return rule.low <= total <= rule.high


def broken_rules(kept: str) -> set[str]:
    """Return the names of the rules that a set of kept words of the example breaks."""
    sentence = parsed()
    positions = [sentence.words.index(word) for word in kept.split()]
    return {rule.name for rule in clarke_lapata_rules(sentence) if not meets(rule, positions)}


@pytest.mark.parametrize(
    ("kept", "broken"),
    [
        ("She gave Tom 's sister book because he not read", set()),
        ("She gave Tom 's sister good book because he not read", set()),
        ("She gave Tom 's sister a book about birds because he not read", set()),
        ("She gave Tom 's sister a book about birds and trees because he did not read", set()),
        ("She gave Tom 's sister book he", {"argument", "introduced phrase"}),
        ("She gave sister book because he not read", {"possessive"}),
        ("She gave Tom sister book because he not read", {"possessive"}),
        ("She gave Tom 's sister book because he read", {"negation"}),
        ("She gave Tom 's sister because he not read", {"argument"}),
        ("She gave Tom 's sister book birds because he not read", {"introduced phrase"}),
        ("She gave Tom 's sister book about because he not read", {"introduced phrase"}),
        ("She gave Tom 's sister book he not read", {"introduced phrase"}),
        ("She gave Tom 's sister book about birds trees because he not read", {"coordination"}),
        ("She gave Tom 's sister book about birds and because he not read", {"coordination"}),
        ("She gave Tom 's sister book twice because he not read", {"brackets"}),
        ("gave Tom 's sister book because he not read", {"pronoun", "argument"}),
        ("She Tom 's sister good he", {"argument", "introduced phrase", "modifier", "verb"}),
        ("She he", {"argument", "introduced phrase", "verb"}),
    ],
)
def test_rules_of_a_parsed_sentence(kept: str, broken: set[str]) -> None:
    assert broken_rules(kept) == broken


def test_rules_need_a_parse() -> None:
    with pytest.raises(UsageError, match="need a sentence with a dependency parse"):
        clarke_lapata_rules(Sentence.from_words(["It", "works"]))
    with pytest.raises(UsageError, match="needs a sentence with a dependency parse"):
        clause_depths(Sentence.from_words(["It", "works"]))


def test_significance_by_hand() -> None:
    sentence = parsed()
    assert clause_depths(sentence)[1] == 1  # gave
    assert clause_depths(sentence)[19] == 2  # read, in the clause with because
    values = significance(sentence, {"book": 3, "read": 2, "good": 9}, {"book": 5, "read": 20, "other": 75}, weight=2.0)
    assert values[7] == pytest.approx(2.0 * 1 / 2 * 3 * math.log(100 / 5))
    assert values[19] == pytest.approx(2.0 * 2 / 2 * 2 * math.log(100 / 20))
    assert values[6] == 0.0  # an adjective is no topic word
    assert values[4] == 0.0  # not in the document's counts


class CountingModel:
    """A language model whose probability depends on the two words before in a known way."""

    begin_state: tuple[str, ...] = ("<s>",)

    def score(self, state: tuple[str, ...], word: str) -> tuple[float, tuple[str, ...]]:
        return -len("".join(state)) - 0.1 * len(word), (*state, word)[-2:]


def path_score(scores: TrigramScores, positions: oracle.Positions) -> float:
    """Return the score of a kept sequence, from its definition."""
    if not positions:
        return -np.inf
    nodes = [position + 1 for position in positions]
    total = float(scores.token[list(positions)].sum() + scores.first[nodes[0]])
    previous = [0, *nodes]
    for i, j, k in zip(previous, nodes, nodes[1:], strict=False):
        total += float(scores.trigram[i, j, k])
    return total + float(scores.last[previous[-2], previous[-1]])


def random_trigrams(generator: np.random.Generator, size: int, rules: tuple[Rule, ...] = ()) -> TrigramScores:
    nodes = size + 1
    return TrigramScores(
        generator.normal(size=size),
        generator.normal(size=nodes),
        generator.normal(size=(nodes, nodes, nodes)),
        generator.normal(size=(nodes, nodes)),
        rules,
    )


RULES = (
    Rule({0: 1.0, 3: -1.0}, 0.0, math.inf, "modifier"),
    Rule({2: 1.0, 4: -1.0}, 0.0, 0.0, "argument"),
    Rule({5: 1.0}, 0.0, 0.0, "brackets"),
)


@pytest.mark.parametrize("rules", [(), RULES])
def test_search_equals_enumeration(rules: tuple[Rule, ...]) -> None:
    generator = np.random.default_rng(0)
    for _ in range(3):
        scores = random_trigrams(generator, 6, rules)
        ranking = sorted(
            (
                (path_score(scores, positions), positions)
                for positions in oracle.subsets(6)
                if all(meets(rule, positions) for rule in rules)
            ),
            reverse=True,
        )
        for words in (1, 3, 4):
            expected = [score for score, positions in ranking if len(positions) == words]
            answers = ClarkeLapataSearch().search(scores, Constraints.exactly(len(scores), words, nbest=3))
            np.testing.assert_allclose([kept.score for kept in answers], expected[:3], atol=1e-6)
        free = ClarkeLapataSearch(least_rate=0.5).search(scores, Constraints.any_length(len(scores)))[0]
        assert free.score == pytest.approx(max(score for score, positions in ranking if len(positions) >= 3), abs=1e-6)


def test_masks_hold_and_overrule_rules_about_single_words() -> None:
    generator = np.random.default_rng(4)
    scores = random_trigrams(generator, 6, RULES)
    kept = ClarkeLapataSearch().search(scores, Constraints.exactly(len(scores), 3, Masks.of(6, keep=[5])))[0]
    assert 5 in kept.positions
    masks = random_masks(generator, 6)
    profile = ClarkeLapataSearch().all_lengths(random_trigrams(generator, 6), masks)
    for words in np.flatnonzero(profile.scores > -np.inf).tolist():
        assert profile.at(words).positions in set(oracle.subsets(6, masks))


def test_scores_from_a_language_model() -> None:
    words = ["aa", "b", "ccc"]
    scores = trigram_scores(words, CountingModel(), [0.5, 0.0, 0.0])
    log = math.log(10)
    model = CountingModel()
    for positions in oracle.subsets(3):
        if positions:
            state: tuple[str, ...] = model.begin_state
            total = 0.5 * (0 in positions)
            for word in [*(words[position] for position in positions), "</s>"]:
                log10, state = model.score(state, word)
                total += log10 * log
            assert path_score(scores, positions) == pytest.approx(total)


def test_rules_that_leave_nothing_are_explained() -> None:
    scores = random_trigrams(np.random.default_rng(1), 6, RULES)
    with pytest.raises(UsageError, match="no compression of 6 words"):
        ClarkeLapataSearch().search(scores, Constraints.exactly(len(scores), 6))
    with pytest.raises(UsageError, match="needs trigram scores"):
        ClarkeLapataSearch().search(Scores(token=[1.0]), Constraints.exactly(len(Scores(token=[1.0])), 1))
    with pytest.raises(UsageError, match="do not have the shapes"):
        TrigramScores([1.0], np.zeros(2), np.zeros((3, 3, 3)), np.zeros((2, 2)))
