"""How costs grow with the length of sentences, the rules of grammars, vocabularies, corpora and threads.

    python benchmarks/growth.py [--plot GROWTH.html]

A power of the size is fitted to each series: 1 is linear, 2 quadratic. All sentences, grammars and texts are made up.
Times are processor time of one core; for threads it is time on the clock.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from xml.etree.ElementTree import tostring

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

import laconic
from _clock import seconds
from laconic.forest.cky import Paraphraser
from laconic.forest.decode import Decoder
from laconic.forest.rescore import rescore
from laconic.forest.span_labels import LabelledSpan, any_labels
from laconic.grammar.scfg import Scfg, ScfgRule, Slot
from laconic.lm import LanguageModel
from laconic.lm.estimation import Settings, estimate_to_file
from laconic.parse.english import EnglishParser
from laconic.report.plots import scatter_plot
from laconic.search.base import Scores
from laconic.search.bigram import BigramSearch
from laconic.search.joint import JointSearch

CLAUSE = "the old man from the village slowly opened the green door of his house".split()
RUNS = 3
WIDTH = 40


@dataclass(frozen=True)
class Series:
    """What some work costs at several sizes.

    Attributes:
        name: the work.
        size: what grows.
        points: pairs of a size and the milliseconds it takes.
    """

    name: str
    size: str
    points: Sequence[tuple[float, float]]

    def exponent(self, since: int = 0) -> float:
        """Return the power of the size that fits best, by least squares of logarithms, from some point on."""
        sizes, costs = np.log(np.array(self.points[since:])).T
        return float(np.polyfit(sizes, costs, 1)[0])

    @property
    def title(self) -> str:
        """The fitted powers: of all sizes, and of the last two, where what does not grow counts least."""
        return f"{self.name}: {self.size} to the power of {self.exponent():.2f}, at last {self.exponent(-2):.2f}"

    def show(self) -> None:
        """Print a bar for each size, as long as the logarithm of the cost."""
        print(f"\n{self.title}")
        costs = [cost for _, cost in self.points]
        least, most = np.log(min(costs)), np.log(max(costs))
        for size, cost in self.points:
            share = (np.log(cost) - least) / (most - least or 1.0)
            print(f"  {size:>9,.0f}  {cost:>10,.2f} ms  {'▇' * (1 + round(share * (WIDTH - 1)))}")


def series(name: str, size: str, sizes: Sequence[int], prepare: Callable[[int], Callable[[], object]]) -> Series:
    """Measure some work at several sizes; what it needs is made first and not measured."""
    points = []
    for each in sizes:
        work = prepare(each)
        work()
        points.append((float(each), 1e3 * seconds(work, RUNS)))
    return Series(name, size, points)


def sentence_of(words: int) -> str:
    """Return a sentence of about this many words."""
    clauses = [CLAUSE[place % len(CLAUSE)] for place in range(words - 1)]
    return " ".join(clauses).capitalize() + "."


def with_length() -> Iterator[Series]:
    """Parsing, one length, all lengths and two searches."""
    model = laconic.load()
    model.compress(sentence_of(8), rate=0.6)
    lengths = [10, 20, 40, 80]
    yield series("parse", "words", lengths, lambda words: lambda: model.parser.parse([sentence_of(words)]))
    yield series(
        "compress to one length", "words", lengths, lambda words: lambda: model.compress(sentence_of(words), rate=0.6)
    )
    yield series("all lengths", "words", lengths, lambda words: lambda: model.all_lengths(sentence_of(words)))
    for name, search in (("joint-exact search", JointSearch()), ("bigram search", BigramSearch())):
        yield series(
            name, "words", lengths, lambda words, search=search: partial(search.all_lengths, random_scores(words))
        )


def random_scores(words: int) -> Scores:
    """Return scores of a sentence."""
    random = np.random.default_rng(words)
    shapes = ((words,), (words + 2, words + 2), (words + 1, words + 1))
    return Scores(*(random.normal(size=shape) for shape in shapes))


def with_rules(lm: LanguageModel) -> Iterator[Series]:
    """Building and rescoring the forest of a sentence of 20 words."""
    words = [f"w{place}" for place in range(20)]

    def prepare(rules: int) -> Callable[[], object]:
        random = np.random.default_rng(rules)
        paraphraser = Paraphraser(Scfg.of(sorted(made_up_rules(random, words, rules), key=str)))
        labels: list[LabelledSpan] = list(any_labels(len(words), 10))
        found = paraphraser(words, labels)
        scores = random.normal(size=found.forest.edges)
        return lambda: rescore(paraphraser(words, labels).forest, scores, lm, weight=0.5, beam=None, pops=30)

    def prepare_lazily(rules: int) -> Callable[[], object]:
        random = np.random.default_rng(rules)
        grammar = Scfg.of(sorted(made_up_rules(random, words, rules), key=str))
        decoder = Decoder(Paraphraser(grammar), random.normal(size=len(grammar)), lm, weight=0.5)
        labels = list(any_labels(len(words), 10))
        return lambda: decoder(words, labels, beam=None, pops=30).best()

    sizes = [250, 1000, 4000, 16000]
    yield series("paraphrase forest, cube pruning", "rules", sizes, prepare)
    yield series("decoding without the forest", "rules", sizes, prepare_lazily)


def made_up_rules(random: np.random.Generator, words: Sequence[str], count: int) -> Iterator[ScfgRule]:
    """Yield rules that apply to a sentence: phrases, half of them with a slot at their end."""
    for number in range(count):
        start = int(random.integers(len(words) - 4))
        end = start + int(random.integers(1, 4))
        slot = [Slot("X", 1)] if number % 2 else []
        target = [f"w{int(random.integers(500))}" for _ in range(int(random.integers(1, 4)))]
        yield ScfgRule("X", (*words[start:end], *slot), (*target, *slot), {"p": -1.0})


def with_text(folder: Path) -> Iterator[Series]:
    """Estimating a trigram model, by lines of text and by words of the vocabulary."""

    def estimate(lines: int, vocabulary: int) -> Callable[[], object]:
        text, model = folder / f"{lines}-{vocabulary}.txt", folder / f"{lines}-{vocabulary}.lm"
        write_text(text, lines, vocabulary)
        return lambda: estimate_to_file(text, model, Settings(order=3, tokenized=True))

    yield series("estimate a trigram model", "lines", [2_000, 8_000, 32_000], lambda lines: estimate(lines, 20_000))
    yield series("estimate a trigram model", "vocabulary", [1_000, 8_000, 64_000], lambda size: estimate(8_000, size))


def write_text(path: Path, lines: int, vocabulary: int) -> None:
    """Write random sentences of 20 words."""
    random = np.random.default_rng(vocabulary)
    words = (random.zipf(1.2, size=(lines, 20)) % vocabulary).astype(str)
    path.write_text("\n".join(" ".join(f"w{word}" for word in line) for line in words) + "\n", "utf-8")


def with_threads() -> Iterator[Series]:
    """Parsing with several threads: power -1 would be perfect."""
    texts = [sentence_of(25)] * 64
    points = []
    for threads in (1, 2, 4):
        if threads <= (os.cpu_count() or 1):
            parser = EnglishParser(threads=threads)
            parser.parse(texts[:8])
            begun = time.perf_counter()
            parser.parse(texts)
            points.append((float(threads), 1e3 * (time.perf_counter() - begun)))
    if len(points) > 1:
        yield Series("parse 64 sentences", "threads", points)


def main() -> None:
    """Measure, print and plot."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--plot", type=Path, help="write logarithmic plots to this page")
    options = arguments.parse_args()
    found: list[Series] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_text(folder / "lm.txt", 5_000, 500)
        estimate_to_file(folder / "lm.txt", folder / "lm", Settings(order=3, tokenized=True))
        lm = LanguageModel.load(folder / "lm")
        for group in (with_length(), with_rules(lm), with_text(folder), with_threads()):
            for each in group:
                each.show()
                found.append(each)
    if options.plot is not None:
        figures = [
            scatter_plot(
                [(f"{size:,.0f}", float(np.log10(size)), float(np.log10(cost))) for size, cost in each.points],
                each.title,
                f"log {each.size}",
                "log ms",
            )
            for each in found
        ]
        page = "".join(tostring(figure, encoding="unicode") for figure in figures)
        options.plot.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>Growth</title>{page}\n", "utf-8")


if __name__ == "__main__":
    main()
