"""Forests: inference against a plain Python loop, and cube pruning against reranking 1,000 best by kenlm.

The forests are made up, but of the shape that a tree transducer gives for a sentence of 22 words and some
1,500 rules (every production copied, with its children dropped by runs, under several labels, and words
replaced), and a paraphraser for as many (spans, phrases, glue). The trigram model is that of made-up
text as well. ``python benchmarks/forest.py 100`` takes 100 forests of each kind. Times are processor time.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from math import log10
from pathlib import Path

import kenlm
import numpy as np

from laconic.forest.forest import Forest
from laconic.forest.inference import best, inside, kbest
from laconic.forest.rescore import rescore
from laconic.forest.strata import by_length, reference_counts, stratify
from laconic.lm.model import LanguageModel

DEFAULT_FORESTS = 30
WORDS, SHORT = 22, 8
WEIGHT, WORD_REWARD = 0.5, 1.7
RERANKED = 1000
VOCABULARY = 5000

Rng = np.random.Generator
Yield = list[str | int]


def word(rng: Rng, previous: str | None = None) -> str:
    """Return a word; few are frequent and many are rare, and each has a few that often follow it."""
    if previous is not None and rng.random() < 0.7:
        return f"w{(31 * int(previous[1:]) + 17 * int(rng.integers(5))) % VOCABULARY}"
    return f"w{min(int(rng.zipf(1.3)), VOCABULARY)}"


def text(rng: Rng, length: int) -> list[str]:
    """Return words that follow one another."""
    words = [word(rng)]
    while len(words) < length:
        words.append(word(rng, words[-1]))
    return words


def write_model(path: Path, rng: Rng, sentences: int = 20_000) -> None:
    """Write a trigram model of random text, with discounted relative frequencies."""
    counts: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
    for _ in range(sentences):
        words = ["<s>", *text(rng, int(rng.integers(5, 30))), "</s>"]
        for length in (1, 2, 3):
            counts[length - 1].update(tuple(words[at : at + length]) for at in range(len(words) - length + 1))
    total = sum(counts[0].values())
    lines = ["\\data\\", f"ngram 1={len(counts[0]) + 1}", *(f"ngram {n}={len(counts[n - 1])}" for n in (2, 3)), ""]
    for length in (1, 2, 3):
        lines.append(f"\\{length}-grams:")
        if length == 1:
            lines.append("-6\t<unk>\t0")
        for ngram, count in counts[length - 1].items():
            whole = total if length == 1 else counts[length - 2][ngram[:-1]]
            backoff = "" if length == 3 or ngram[-1] == "</s>" else "\t-0.4"
            lines.append(f"{log10((count - 0.5) / whole):.5f}\t{' '.join(ngram)}{backoff}")
        lines.append("")
    path.write_text("\n".join([*lines, "\\end\\", ""]), "utf-8")


def transducer_forest(rng: Rng, words: int, labels: int = 10) -> Forest:
    """Return a forest over a random tree: every node under several labels, children dropped by runs."""
    edges: list[tuple[int, Yield]] = []
    nodes = 0
    sentence = iter(text(rng, words))

    def visit(size: int) -> list[int]:
        nonlocal nodes
        if size == 1:
            nodes += 1
            own = nodes - 1
            source = next(sentence)
            others = [source] + [word(rng) for _ in range(rng.integers(0, 4))]
            edges.extend([(own, []), *((own, [other]) for other in others)])
            return [own]
        cuts = np.sort(rng.choice(np.arange(1, size), min(size - 1, int(rng.integers(1, 4))), replace=False))
        children = [visit(int(part)) for part in np.diff([0, *cuts, size])]
        count = len(children)
        runs = [(a, b) for a in range(count) for b in range(a, count + 1) if b - a < count and (a == 0 or b > a)]
        first = nodes
        nodes += labels
        for own in range(first, nodes):
            for start, end in [*runs, *runs]:
                kept = [child for place, child in enumerate(children) if not start <= place < end]
                parts: Yield = [int(rng.choice(child)) for child in kept]
                if rng.random() < 0.3:
                    parts.insert(int(rng.integers(len(parts) + 1)), word(rng))
                edges.append((own, parts))
            edges.append((own, []))
        return list(range(first, nodes))

    visit(words)
    return Forest.from_edges(sorted(edges, key=lambda edge: edge[0]))


def paraphrase_forest(rng: Rng, words: int, widest: int = 10) -> Forest:
    """Return a forest over the spans of a sentence: phrases, phrases with gaps, pairs, and glue."""
    edges: list[tuple[int, Yield]] = []
    spans: dict[tuple[int, int], int] = {}
    sentence = text(rng, words)
    for size in range(1, min(words, widest) + 1):
        for start in range(words - size + 1):
            own, end = len(spans), start + size
            if size <= 3:
                edges.append((own, list(sentence[start:end])))
                edges += [(own, list(text(rng, int(rng.integers(1, size + 1))))) for _ in range(8 // size)]
            for _ in range(3 if size > 1 else 0):
                middle = int(rng.integers(start + 1, end))
                pair: Yield = [spans[start, middle], spans[middle, end]]
                edges.append((own, pair if rng.random() < 0.7 else pair[::-1]))
                edges.append((own, [*(word(rng) for _ in range(rng.integers(0, 3))), spans[middle, end]]))
            spans[start, end] = own
    for end in range(1, words + 1):
        own = len(spans) + end - 1
        for start in range(max(0, end - widest), end):
            edges.append((own, [len(spans) + start - 1, spans[start, end]] if start else [spans[start, end]]))
    return Forest.from_edges(edges)


def plain_best(forest: Forest, scores: list[float]) -> float:
    """Find the best score as one would in Python: the rival of `best`."""
    found = [float("-inf")] * forest.nodes
    for edge in range(forest.edges):
        score = scores[edge]
        for tail in forest.edge_tails(edge):
            score += found[tail]
        head = forest.head[edge]
        found[head] = max(found[head], score)
    return found[-1]


def reranked(forest: Forest, scores: np.ndarray, model: kenlm.Model) -> float:
    """Take the best derivations without the language model and let it choose: the rival of `rescore`."""
    return max(each.score + WEIGHT * model.score(str(each)) for each in kbest(forest, scores, RERANKED, distinct=True))


def measure(name: str, work: Callable[[Forest, np.ndarray], object], many: list[tuple[Forest, np.ndarray]]) -> float:
    """Print how many forests a second the work takes, and return the processor seconds for all."""
    begun = time.process_time()
    for forest, scores in many:
        work(forest, scores)
    spent = time.process_time() - begun
    print(f"  {name:<44}{len(many) / spent:>10,.0f} forests/s")
    return spent


def compare(many: list[tuple[Forest, np.ndarray]], model: LanguageModel, peer: kenlm.Model) -> None:
    """Print the speeds for one kind of forest, with the ratios to the rivals."""
    sizes = [(forest.nodes, forest.edges) for forest, _ in many]
    print("  {:,.0f} nodes and {:,.0f} edges on average".format(*np.mean(sizes, axis=0)))
    own = measure("best", best, many)
    rival = measure("best, plain Python", lambda forest, scores: plain_best(forest, scores.tolist()), many)
    print(f"    ratio to plain Python: {rival / own:,.0f}")
    measure("inside", inside, many)
    measure("best of every length", by_length, many)
    measure(
        "best of every count of right and wrong words",
        lambda forest, scores: stratify(forest, scores, reference_counts(forest, forest.vocabulary[::2])),
        many,
    )
    rival = measure(f"{RERANKED:,} best reranked by kenlm", lambda forest, scores: reranked(forest, scores, peer), many)
    floor = np.mean([reranked(*each, peer) for each in many])
    for limits in ({"beam": 30}, {"beam": 100}, {"beam": None, "pops": 30}, {"beam": None, "pops": 100}):
        name = ", ".join(f"{limit} {value}" for limit, value in limits.items() if value)

        def search(forest: Forest, scores: np.ndarray, limits: dict = limits) -> float:
            return rescore(forest, scores, model, weight=WEIGHT, **limits).best().score

        own = measure(f"cube pruning, {name}", search, many)
        found = np.mean([search(*each) for each in many])
        print(f"    ratio to reranking: {rival / own:,.0f}; mean score {found:.2f} against {floor:.2f}")
    measure(
        "cube pruning by length, beam 10 a length",
        lambda forest, scores: rescore(forest, scores, model, weight=WEIGHT, beam=10, longest=WORDS).by_length(),
        many,
    )


def search_errors(many: list[tuple[Forest, np.ndarray]], model: LanguageModel) -> None:
    """Print how often beams miss the best derivation of short sentences, which unlimited search finds."""
    exact = [rescore(*each, model, weight=WEIGHT, beam=None).best().score for each in many]
    for beam in (10, 30, 100):
        found = [rescore(*each, model, weight=WEIGHT, beam=beam).best().score for each in many]
        missed = np.mean(np.array(found) < np.array(exact) - 1e-4)
        print(f"  a beam of {beam} misses the best derivation in {missed:.1%} of {len(many)} sentences")


def scored(forest: Forest, rng: Rng) -> tuple[Forest, np.ndarray]:
    """Return the forest with random scores, under which outputs keep about two words of three."""
    return forest, rng.normal(scale=0.5, size=forest.edges) + WORD_REWARD * forest.words


def main() -> None:
    """Measure both kinds of forests."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FORESTS
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        write_model(path, rng)
        model, peer = LanguageModel.load(path), kenlm.Model(str(path))
    print(f"Tree transduction, {WORDS} words:")
    compare([scored(transducer_forest(rng, WORDS), rng) for _ in range(count)], model, peer)
    print(f"Paraphrasing, {WORDS} words:")
    compare([scored(paraphrase_forest(rng, WORDS), rng) for _ in range(count)], model, peer)
    print(f"Search errors, tree transduction, {SHORT} words:")
    search_errors([scored(transducer_forest(rng, SHORT, labels=2), rng) for _ in range(count)], model)


if __name__ == "__main__":
    main()
