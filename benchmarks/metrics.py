"""Scoring outputs: speed of BLEU and TER against sacrebleu, and of all metrics together.

The outputs are sentences of the sample corpus with a third of the words dropped and some moved, repeated
in new versions until there are enough: ``python benchmarks/metrics.py 100000`` takes 100,000 lines, of
which sacrebleu gets the first 2,000. Times are processor time.
"""

import random
import sys

from sacrebleu.metrics import BLEU, TER

from _clock import seconds
from laconic.corpus import sample
from laconic.metrics import Batch, Version, standard_metrics
from laconic.metrics.bleu import Bleu
from laconic.metrics.ter import Ter
from laconic.parse.tokenize import split_words

DEFAULT_LINES = 20_000
RIVAL_LINES = 2_000


def make_outputs(count: int) -> tuple[list[str], list[str], list[str]]:
    """Return sources, outputs and references."""
    rng = random.Random(0)
    pairs = list(sample())
    sources, outputs, references = [], [], []
    for number in range(count):
        pair = pairs[number % len(pairs)]
        words = [word for word in pair.source.split() if rng.random() < 0.67]
        cut = rng.randrange(len(words) + 1)
        sources.append(pair.source)
        outputs.append(" ".join(words[cut:] + words[:cut] if rng.random() < 0.2 else words))
        references.append(pair.reference)
    return sources, outputs, references


def main() -> None:
    """Print microseconds a line, and how many times quicker than sacrebleu that is."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_LINES
    sources, outputs, references = make_outputs(count)

    def new_batch(size: int) -> Batch:
        columns = ([Version(text, text.split()) for text in column[:size]] for column in (sources, outputs, references))
        source, output, reference = columns
        return Batch(source, output, [[version] for version in reference])

    few = min(count, RIVAL_LINES)
    rivals = {"bleu": (Bleu(), BLEU(force=True)), "ter": (Ter(), TER())}
    for name, (ours, theirs) in rivals.items():
        batch = new_batch(few)
        mine = seconds(lambda metric=ours, batch=batch: metric.score(metric.statistics(batch).sum(axis=0)))
        rival = seconds(lambda metric=theirs: metric.corpus_score(outputs[:few], [references[:few]]))
        per_line = 1e6 / few
        print(
            f"{name:24}{mine * per_line:8.1f} µs a line, sacrebleu {rival * per_line:8.1f}: {rival / mine:6.1f} times"
        )

    total = seconds(lambda: [[split_words(text) for text in column] for column in (sources, outputs, references)])
    print(f"{'tokenising':24}{total / count * 1e6:8.1f} µs a line")
    batch = new_batch(count)
    for metric in standard_metrics():
        if not metric.needs_parse:
            taken = seconds(lambda metric=metric: metric.score(metric.statistics(batch).sum(axis=0)))
            total += taken
            print(f"{metric.name:24}{taken / count * 1e6:8.1f} µs a line")
    print(f"{'everything':24}{total:8.1f} s for {count:,} lines")


if __name__ == "__main__":
    main()
