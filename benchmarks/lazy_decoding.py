"""Decoding by a grammar of one label and a trigram model: lazily, and by way of the whole forest.

The grammars are those of ``benchmarks/paraphrase.py`` with Hiero's one label and a rule for each word as it is. In all
rows but the last each sentence of 22 words has a grammar of its own, of some 2,000 rules, as decoders for translation
are given them: first without slots side by side, as Hiero has it, with slots filled by rules alone and then by words as
they are, too; then with any rules, which apply far more often. In the last row all sentences share the rules of 30, so
that tens of thousands apply to each. Both ways give the same answers, which is checked. Times are processor time of one
core, the best of several runs.

    python benchmarks/lazy_decoding.py
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from _clock import seconds
from forest import Rng, write_model
from laconic.forest.cky import LONGEST_RULE, Paraphraser, Paraphrases
from laconic.forest.decode import Decoder
from laconic.forest.rescore import rescore
from laconic.forest.span_labels import any_labels
from laconic.grammar.scfg import Scfg, ScfgRule, Slot, Symbol
from laconic.lm.model import LanguageModel
from paraphrase import LABEL, WORDS, made_up_cases

SENTENCES, DENSE_SENTENCES, MIXED = 10, 3, 30
RUNS = 3
WEIGHT, WORD_REWARD = 0.5, 1.5
LONGEST_GIVEN = 14  # with labels given: the longest span that has one


def with_one_label(rules: Iterable[ScfgRule], words: Iterable[str]) -> Scfg:
    """Return the rules with one label for all, and a rule that keeps each word."""

    def side(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
        return tuple(Slot(LABEL, each.number) if isinstance(each, Slot) else each for each in symbols)

    kept = {ScfgRule(LABEL, (word,), (word,), {"p": 0.0}) for word in words}
    renamed = {ScfgRule(LABEL, side(rule.source), side(rule.target), dict(rule.features)) for rule in rules}
    return Scfg.of(sorted(kept | renamed, key=str))


def is_of_hiero(rule: ScfgRule) -> bool:
    """Tell whether no two slots stand side by side on the source side."""
    return not any(isinstance(one, Slot) and isinstance(other, Slot) for one, other in pairwise(rule.source))


class Job:
    """Sentences, the grammar that all of them share, and two ways to decode them."""

    def __init__(
        self,
        grammar: Scfg,
        sentences: Sequence[Sequence[str]],
        model: LanguageModel,
        *,
        longest: int = LONGEST_RULE,
        gives_labels: bool = False,
    ) -> None:
        self.sentences, self.model, self.longest = sentences, model, longest
        self.labels = list(any_labels(WORDS, LONGEST_GIVEN)) if gives_labels else None
        self.paraphraser = Paraphraser(grammar)
        words = np.add.reduceat(grammar.target >= 0, grammar.target_start[:-1], dtype=np.float64)
        self.scores = np.nan_to_num(grammar.features["p"]).astype(np.float64) + WORD_REWARD * words
        self.decoder = Decoder(self.paraphraser, self.scores, model, weight=WEIGHT, copy=WORD_REWARD)

    def lazily(self, pops: int) -> list[float]:
        """Return the scores of the answers, without a forest."""
        found = [
            self.decoder(words, self.labels, longest=self.longest, beam=None, pops=pops) for words in self.sentences
        ]
        return [each.best().score for each in found]

    def paraphrases(self, words: Sequence[str]) -> Paraphrases:
        """Return the forest of all that the grammar makes of a sentence."""
        return self.paraphraser(words, self.labels, longest=self.longest)

    def fully(self, pops: int) -> list[float]:
        """Return the same by way of the whole forests."""
        found = []
        for words in self.sentences:
            forest = self.paraphrases(words).forest
            # Beyond the grammar's rules: joining, passing on, copying a word.
            scores = np.append(self.scores, [0.0, 0.0, WORD_REWARD])[forest.rule]
            found.append(rescore(forest, scores, self.model, weight=WEIGHT, beam=None, pops=pops).best().score)
        return found

    def edges(self) -> int:
        """Return how many edges the forests have."""
        return sum(self.paraphrases(words).forest.edges for words in self.sentences)


def own_grammars(
    rng: Rng, usable: Callable[[ScfgRule], bool] = lambda rule: True
) -> list[tuple[Scfg, list[list[str]]]]:
    """Return sentences with a grammar each."""
    cases = [made_up_cases(rng, 1, usable) for _ in range(SENTENCES)]
    return [(with_one_label(rules, words), [words]) for rules, ((words, _),) in cases]


def one_grammar(rng: Rng, model: LanguageModel) -> list[Job]:
    """Return some sentences with the rules of many."""
    rules, cases = made_up_cases(rng, MIXED)
    sentences = [words for words, _ in cases]
    grammar = with_one_label(rules, (word for words in sentences for word in words))
    return [Job(grammar, sentences[:DENSE_SENTENCES], model)]


def compare(name: str, jobs: Sequence[Job], pops: int) -> None:
    """Print how many sentences a second both ways take."""
    count = sum(len(job.sentences) for job in jobs)
    lazy = [score for job in jobs for score in job.lazily(pops)]
    full = [score for job in jobs for score in job.fully(pops)]
    assert np.allclose(lazy, full, atol=1e-6), "the two ways differ"
    own = seconds(lambda: [job.lazily(pops) for job in jobs], RUNS)
    rival = seconds(lambda: [job.fully(pops) for job in jobs], RUNS)
    print(f"{name}, pop limit {pops}: {sum(job.edges() for job in jobs) / count:,.0f} edges")
    print(f"  lazily                {count / own:8.1f} sentences/s   mean score {np.mean(lazy):.3f}")
    print(f"  by the whole forest   {count / rival:8.1f} sentences/s   the same answers; ratio {rival / own:.1f}")


def main() -> None:
    """Measure and print."""
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        write_model(path, rng)
        model = LanguageModel.load(path)
    own, of_hiero = own_grammars(rng), own_grammars(rng, is_of_hiero)
    many = f"{SENTENCES} sentences of {WORDS} words, each with a grammar of 2,000 rules"
    rows = {
        f"{many} as Hiero's": [Job(*each, model, longest=WORDS) for each in of_hiero],
        f"{many} as Hiero's, labels given": [Job(*each, model, gives_labels=True) for each in of_hiero],
        many: [Job(*each, model) for each in own],
    }
    for name, jobs in rows.items():
        for pops in (30, 100):
            compare(name, jobs, pops)
    compare(f"{DENSE_SENTENCES} sentences of {WORDS} words, one grammar of 60,000 rules", one_grammar(rng, model), 30)


if __name__ == "__main__":
    main()
