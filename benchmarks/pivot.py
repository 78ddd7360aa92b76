"""Pivoting: the join of laconic against plain SQL written by hand for DuckDB; the speed of the extractors.

Two million translation rules are made up, as skewed as real ones: few patterns with many translations, many with few.
``python benchmarks/pivot.py 100000`` makes fewer. Both queries use the cut-offs of Ganitkevitch et al. (2011), run in
DuckDB on the same files with one thread, and keep the same paraphrases; laconic's also sums exactly, in whole
numbers, keeps track of slots, and gives the inverse probabilities. Times are processor time.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from _clock import seconds
from laconic.corpus import sample
from laconic.extract.engines import DuckDbEngine
from laconic.extract.ghkm import TreeExtractor
from laconic.extract.hiero import HieroExtractor
from laconic.extract.pivot import PRESETS, pivot
from laconic.extract.samt import SyntaxExtractor
from laconic.extract.translation import BitextPart
from laconic.parse.english import EnglishParser

DEFAULT_RULES = 2_000_000
LANGUAGES = ("fr", "de")
MEMORY = "4GB"

BY_HAND = """
WITH totals AS (
    SELECT *, SUM(seen) OVER (PARTITION BY language, english) AS english_seen,
              SUM(seen) OVER (PARTITION BY language, foreign_side) AS foreign_seen
    FROM translations
),
kept AS (
    SELECT * FROM totals WHERE seen > 3 AND seen / english_seen > 1e-4 AND seen / foreign_seen > 1e-4
),
known AS (SELECT english, COUNT(DISTINCT language) AS languages FROM kept GROUP BY english),
summed AS (
    SELECT a.english AS source, b.english AS target,
           SUM(a.seen / a.english_seen * b.seen / b.foreign_seen) / ANY_VALUE(known.languages) AS probability,
           SUM(a.foreign_weight * b.english_weight) / ANY_VALUE(known.languages) AS lexical
    FROM kept AS a JOIN kept AS b USING (language, foreign_side) JOIN known ON a.english = known.english
    GROUP BY a.english, b.english
)
SELECT * FROM summed
QUALIFY ROW_NUMBER() OVER (PARTITION BY source ORDER BY probability * lexical DESC) <= 25
ORDER BY source, target
"""


def make_up(rules: int, seed: int) -> pa.Table:
    """Return translation rules whose patterns and counts are distributed as words are."""
    random = np.random.default_rng(seed)
    patterns = max(10, rules // 3)
    english = np.minimum(random.zipf(1.3, 4 * rules), patterns)
    # What is a pattern's translation lies near it, so that patterns share translations.
    foreign = np.abs(english + random.integers(-4, 5, 4 * rules))
    pairs, seen = np.unique(np.stack([english, foreign], axis=1), axis=0, return_counts=True)
    more = np.stack([random.integers(0, patterns, 2 * rules), np.zeros(2 * rules, np.int64)], axis=1)
    more[:, 1] = np.abs(more[:, 0] + random.integers(-4, 5, 2 * rules))
    pairs, first = np.unique(np.concatenate([pairs, more]), axis=0, return_index=True)
    counts = np.concatenate([seen, random.geometric(0.25, 2 * rules)])[first]
    chosen = np.sort(random.permutation(len(pairs))[:rules])
    pairs, counts = pairs[chosen], counts[chosen]
    return pa.table(
        {
            "english": [f"[NP] ||| the pattern e{number}" for number in pairs[:, 0].tolist()],
            "foreign_side": [f"[NP] ||| le motif f{number}" for number in pairs[:, 1].tolist()],
            "slot_order": [""] * len(pairs),
            "seen": counts.astype(np.int64),
            "english_weight": random.random(len(pairs)),
            "foreign_weight": random.random(len(pairs)),
        }
    )


def measure_join(rules: int) -> None:
    """Print how long both joins take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = {language: folder / f"{language}.parquet" for language in LANGUAGES}
        made = 0
        for seed, path in enumerate(paths.values()):
            table = make_up(rules // len(paths), seed)
            made += table.num_rows
            pyarrow.parquet.write_table(table, path)
        engine = DuckDbEngine(1, MEMORY, folder / "scratch")
        union = " UNION ALL ".join(f"SELECT '{name}' AS language, * FROM {name}" for name in LANGUAGES)
        query = BY_HAND.replace("WITH totals", f"WITH translations AS ({union}), totals", 1)
        tables = {language: [path] for language, path in paths.items()}
        by_hand = seconds(lambda: engine.query(query, tables, folder / "plain.parquet"))
        ours = seconds(lambda: pivot(engine, tables, PRESETS["ganitkevitch-2011"], folder / "ours.parquet"))
        plain, found = (engine.read(folder / f"{kind}.parquet").num_rows for kind in ("plain", "ours"))
        engine.close()
    print(f"{made:,} translation rules → {found:,} paraphrases (by hand {plain:,})")
    print(f"plain SQL by hand {by_hand:6.2f} s")
    print(f"laconic           {ours:6.2f} s, {ours / by_hand:.2f} times as long")


def measure_extraction() -> None:
    """Print how many sentence pairs a second each extractor does: the sample corpus and itself, some words moved."""
    sentences = [one for one in EnglishParser().parse([pair.source for pair in sample("deletion")]) if one.tree]
    moved = [_moved(len(one.words)) for one in sentences]
    part = BitextPart(
        "\n".join(str(one.tree) for one in sentences),
        "\n".join(" ".join(one.words) for one in sentences),
        "\n".join(" ".join(one.words[k] for k in order) for one, order in zip(sentences, moved, strict=True)),
        "\n".join(" ".join(f"{here}-{there}" for there, here in enumerate(order)) for order in moved),
    )
    for extractor in (
        TreeExtractor(),
        SyntaxExtractor(complex_label=False, complex_slots=False),
        SyntaxExtractor(),
        HieroExtractor(),
    ):
        taken = seconds(partial(extractor.extract, part))
        print(f"{len(sentences) / taken:10,.0f} sentence pairs a second: {extractor}")


def _moved(count: int) -> list[int]:
    """Exchange every third pair of neighbours."""
    order = list(range(count))
    for place in range(0, count - 1, 3):
        order[place], order[place + 1] = order[place + 1], order[place]
    return order


if __name__ == "__main__":
    measure_join(int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_RULES)
    measure_extraction()
