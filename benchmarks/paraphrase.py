"""Paraphrasing: sentences a second with some 2,000 applicable rules each, by pop limit, with and without the parse.

Without an argument the grammar is made up: random sentences of 22 words, and for each of them about 2,000 rules that
apply, a third of them with one slot and a sixth with two, as in a grammar of pivoted phrases; the trigram is that of
the same made-up text. ``python benchmarks/paraphrase.py GRAMMAR TEXT`` takes a real grammar and a file of sentences,
with the bundled parser and language model. The rival is the reranking of the 1,000 best derivations without the
language model by kenlm. Times are processor time of one core; parsing is not counted.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import kenlm
import numpy as np

from forest import RERANKED, Rng, text, write_model
from laconic.forest.cky import Paraphraser, Paraphrases
from laconic.forest.inference import kbest
from laconic.forest.rescore import rescore
from laconic.forest.span_labels import LabelledSpan, any_labels
from laconic.grammar.scfg import Scfg, ScfgRule, Slot, Symbol
from laconic.lm.model import LanguageModel

SENTENCES, WORDS, RULES = 30, 22, 2000
LONGEST_PHRASE, SPREAD = 5, 20
WEIGHT = 0.5
LABEL = "X"

Case = tuple[list[str], list[LabelledSpan]]


def made_up_rule(rng: Rng, sentence: list[str], spans: list[LabelledSpan]) -> ScfgRule:
    """Return a rule that applies to a phrase of the sentence, with up to two of its labelled parts as slots."""
    outer = spans[int(rng.integers(len(spans)))]
    inner = [span for span in spans if outer.begin <= span.begin and span.end <= outer.end and span != outer]
    slots: list[LabelledSpan] = []
    for _ in range(int(rng.choice(3, p=[1 / 2, 1 / 3, 1 / 6]))):
        free = [span for span in inner if all(span.end <= other.begin or other.end <= span.begin for other in slots)]
        if free:
            slots.append(free[int(rng.integers(len(free)))])
    slots.sort()
    source: list[Symbol] = []
    place = outer.begin
    for number, span in enumerate([*slots, None], start=1):
        source.extend(sentence[place : span.begin if span else outer.end])
        if span:
            source.append(Slot(span.label, number))
            place = span.end
    words = text(rng, int(rng.integers(1, 4)))
    target: list[Symbol] = [*words, *(symbol for symbol in source if isinstance(symbol, Slot))]
    if rng.random() < 0.3:
        target = [target[place] for place in rng.permutation(len(target))]
    return ScfgRule(outer.label, tuple(source), tuple(target), {"p": -float(rng.exponential(2.0))})


def made_up_cases(
    rng: Rng, count: int, usable: Callable[[ScfgRule], bool] = lambda rule: True
) -> tuple[Scfg, list[Case]]:
    """Return sentences with labels of spans as a parse would give them, and usable rules that apply to them."""
    rules: set[ScfgRule] = set()
    cases = []
    for _ in range(count):
        sentence = text(rng, WORDS)
        labels = []
        for begin in range(WORDS):
            for end in range(begin + 1, min(WORDS, begin + 8) + 1):
                if end - begin == 1 or rng.random() < 0.45:
                    labels.append(LabelledSpan(begin, end, f"L{int(rng.integers(SPREAD))}"))
        short = [span for span in labels if span.end - span.begin <= LONGEST_PHRASE]
        cases.append((sentence, labels))
        own: set[ScfgRule] = set()
        while len(own) < RULES:
            rule = made_up_rule(rng, sentence, short)
            if (len(rule.source) > 1 or isinstance(rule.source[0], str)) and usable(rule):
                own.add(rule)
        rules |= own
    return Scfg.of(sorted(rules, key=str)), cases


def real_cases(grammar: Scfg, path: Path) -> list[Case]:
    """Return parsed sentences of a file, with the labels of their spans."""
    from laconic.forest.span_labels import parse_labels
    from laconic.parse.english import EnglishParser

    is_syntactic = set(grammar.labels) != {LABEL}
    sentences = EnglishParser().parse([line for line in path.read_text("utf-8").splitlines() if line.strip()])
    return [
        (list(each.words), list(parse_labels(each.tree) if is_syntactic else any_labels(len(each))))
        for each in sentences
        if each.tree is not None
    ]


def edge_scores(found: Paraphrases, rule_scores: np.ndarray) -> np.ndarray:
    """Return scores as a tuned model has them: of rules, and a bonus for words."""
    return np.append(rule_scores, 0.0)[found.grammar_rules] + 1.5 * found.forest.words


def measure(name: str, work: Callable[[Case], float], cases: Sequence[Case]) -> tuple[float, float]:
    """Print how many sentences a second the work takes; return the seconds for all, and the mean result."""
    begun = time.process_time()
    results = [work(case) for case in cases]
    spent = time.process_time() - begun
    print(f"  {name:<40}{len(cases) / spent:>8,.1f} sentences/s   mean score {np.mean(results):9.3f}")
    return spent, float(np.mean(results))


def main() -> None:
    """Measure decoding from words and labels to the best text."""
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        if len(sys.argv) > 2:
            from laconic.grammar.scfg.storage import read_scfg
            from laconic.lm import bundled

            grammar = read_scfg(sys.argv[1])
            cases = real_cases(grammar, Path(sys.argv[2]))
            model = bundled()
            model.save(path)
        else:
            write_model(path, rng)
            grammar, cases = made_up_cases(rng, SENTENCES)
            model = LanguageModel.load(path)
        peer = kenlm.Model(str(path))
    columns = [np.nan_to_num(column) for column in grammar.features.values()]
    rule_scores = -np.abs(np.sum(columns, axis=0)).astype(np.float64)
    paraphraser = Paraphraser(grammar)
    forests = [paraphraser(*case) for case in cases]
    applied = np.mean([(found.grammar_rules >= 0).sum() for found in forests])
    words = np.mean([len(case[0]) for case in cases])
    print(f"{len(grammar):,} rules; {len(cases)} sentences of {words:.0f} words; {applied:,.0f} rules apply to each")

    def decode(case: Case, pops: int) -> float:
        found = paraphraser(*case)
        scores = edge_scores(found, rule_scores)
        return rescore(found.forest, scores, model, weight=WEIGHT, beam=None, pops=pops).best().score

    def spelt(words: str) -> str:
        return words.lower() if model.lowercase else words

    def rerank(case: Case) -> float:
        found = paraphraser(*case)
        best = kbest(found.forest, edge_scores(found, rule_scores), RERANKED, distinct=True)
        return max(each.score + WEIGHT * peer.score(spelt(str(each))) for each in best)

    rival, _ = measure(f"{RERANKED:,} best reranked by kenlm", rerank, cases)
    measure("forest only", lambda case: float(paraphraser(*case).forest.edges), cases)
    for pops in (30, 100, 1000):
        own, _ = measure(f"pop limit {pops}", lambda case, pops=pops: decode(case, pops), cases)
        print(f"    ratio to reranking: {rival / own:.1f}")


if __name__ == "__main__":
    main()
