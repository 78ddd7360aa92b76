"""Pivoting: two English patterns with one translation are paraphrases of each other.

``p(e'|e) = Σ_f p(e'|f) p(f|e)`` (Bannard & Callison-Burch 2005; Ganitkevitch et al. 2011, equation 3; Cohn & Lapata
2013, equation 4), the mean over the pivot languages that know e. It is a join of the translation rules with themselves,
written once as a query that every engine runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from laconic.errors import UsageError
from laconic.extract.engines import Engine, quoted
from laconic.grammar.parquet import arrow, write_table


@dataclass(frozen=True)
class Cutoffs:
    """Which translations are used, and which paraphrases are kept.

    Attributes:
        least_count: the least number of times a translation was seen.
        least_translation: it is more probable than this, in both directions.
        best_translations: how many of an English pattern's translations are used, the best; 0 for all.
        best_back_translations: how many English patterns a translation leads back to, the best; 0 for all.
        least_paraphrase: the least probability of a paraphrase.
        least_share: its least probability for each unit of the most probable paraphrase of its pattern.
        best_paraphrases: how many are kept of a pattern, ranked by the phrasal and the lexical probability,
            equally weighted; 0 for all.
    """

    least_count: int = 2
    least_translation: float = 0.0
    best_translations: int = 0
    best_back_translations: int = 0
    least_paraphrase: float = 0.0
    least_share: float = 0.0
    best_paraphrases: int = 0

    def __post_init__(self) -> None:
        counts = (self.best_translations, self.best_back_translations, self.best_paraphrases)
        shares = (self.least_translation, self.least_paraphrase, self.least_share)
        if self.least_count < 1 or min(counts) < 0 or not all(0 <= share < 1 for share in shares):
            raise UsageError("counts to keep must be at least 0, the least count at least 1, and shares below 1.")


PRESETS: Mapping[str, Cutoffs] = {
    "ganitkevitch-2011": Cutoffs(least_count=4, least_translation=1e-4, best_paraphrases=25),
    "cohn-lapata-2013": Cutoffs(
        least_count=20, best_translations=5, best_back_translations=5, least_paraphrase=1e-3, least_share=0.01
    ),
}
"""The cut-offs of the papers: Ganitkevitch et al. (2011, §6.5) and Cohn & Lapata (2013, §6.1).

The latter use "only the five best translations for each source fragment when pivoting". A fragment is translated on
both ways; if only the first were limited, there would be far fewer clones among the rules than Table IV has.
"""

# Probabilities are summed as whole numbers of 10^-15, so that the sums do not depend on the order in which an engine
# adds them, and every engine gives the same grammar to the last digit.
_UNITS = "1e15"

SUM_PARTS = """
SELECT english, foreign_side, slot_order, CAST(SUM(seen) AS BIGINT) AS seen,
       MAX(english_weight) AS english_weight, MAX(foreign_weight) AS foreign_weight
FROM parts
WHERE LENGTH(english) % {slices} = {number}
GROUP BY english, foreign_side, slot_order
"""
"""Adds up the rules that the parts of a corpus gave, those of one slice: equal rules are always in one."""

SUM_LINKS = """
SELECT english, foreign_side, CAST(SUM(seen) AS BIGINT) AS seen
FROM parts
GROUP BY english, foreign_side
ORDER BY english, foreign_side
"""
"""Adds up the links of words that the parts of a corpus gave."""

_PROBABILITIES = """
WITH frequent AS (
    SELECT * FROM translations WHERE seen >= {least_count}
),
english_totals AS (
    SELECT english, CAST(SUM(seen) AS DOUBLE) AS total FROM translations
    WHERE english IN (SELECT english FROM frequent) GROUP BY english
),
foreign_totals AS (
    SELECT foreign_side, CAST(SUM(seen) AS DOUBLE) AS total FROM translations
    WHERE foreign_side IN (SELECT foreign_side FROM frequent) GROUP BY foreign_side
)
SELECT frequent.english, frequent.foreign_side, slot_order, english_weight, foreign_weight,
       english_totals.total AS english_seen,
       CAST(seen AS DOUBLE) / english_totals.total AS foreign_given_english,
       CAST(seen AS DOUBLE) / foreign_totals.total AS english_given_foreign,
       ROW_NUMBER() OVER (PARTITION BY frequent.english ORDER BY seen DESC, frequent.foreign_side, slot_order) AS place,
       ROW_NUMBER() OVER (PARTITION BY frequent.foreign_side
                          ORDER BY seen DESC, frequent.english, slot_order) AS back_place
FROM frequent
JOIN english_totals ON frequent.english = english_totals.english
JOIN foreign_totals ON frequent.foreign_side = foreign_totals.foreign_side
WHERE CAST(seen AS DOUBLE) / english_totals.total > {least_translation}
  AND CAST(seen AS DOUBLE) / foreign_totals.total > {least_translation}
"""

_PARAPHRASES = """
WITH probable AS ({probable}),
languages AS (
    SELECT english, CAST(COUNT(DISTINCT language) AS DOUBLE) AS known, MAX(english_seen) AS seen
    FROM probable GROUP BY english
),
joined AS (
    SELECT here.english AS source, there.english AS target, orders.slots AS slots,
           SUM(CAST(FLOOR(here.foreign_given_english * there.english_given_foreign
                           * {units} + 5e-1) AS BIGINT)) AS forward,
           SUM(CAST(FLOOR(there.foreign_given_english * here.english_given_foreign
                           * {units} + 5e-1) AS BIGINT)) AS backward,
           SUM(CAST(FLOOR(here.foreign_weight * there.english_weight
                           * {units} + 5e-1) AS BIGINT)) AS lexical_forward,
           SUM(CAST(FLOOR(there.foreign_weight * here.english_weight
                           * {units} + 5e-1) AS BIGINT)) AS lexical_backward
    FROM probable AS here
    JOIN probable AS there ON here.language = there.language AND here.foreign_side = there.foreign_side
    JOIN orders ON orders.source_order = here.slot_order AND orders.target_order = there.slot_order
    WHERE here.place <= {best_translations} AND there.back_place <= {best_back_translations}
    GROUP BY here.english, there.english, orders.slots
),
averaged AS (
    SELECT source, target, slots, source_languages.seen AS source_seen,
           CAST(forward AS DOUBLE) / {units} / source_languages.known AS probability,
           CAST(backward AS DOUBLE) / {units} / target_languages.known AS inverse,
           CAST(lexical_forward AS DOUBLE) / {units} / source_languages.known AS lexical,
           CAST(lexical_backward AS DOUBLE) / {units} / target_languages.known AS lexical_inverse
    FROM joined
    JOIN languages AS source_languages ON joined.source = source_languages.english
    JOIN languages AS target_languages ON joined.target = target_languages.english
),
ranked AS (
    SELECT *, MAX(probability) OVER (PARTITION BY source) AS highest,
           ROW_NUMBER() OVER (PARTITION BY source
                              ORDER BY probability * lexical DESC, probability DESC, target, slots) AS place
    FROM averaged
)
SELECT source, target, slots, source_seen, probability, inverse, lexical, lexical_inverse
FROM ranked
WHERE place <= {best_paraphrases} AND probability >= {least_paraphrase} AND probability >= {least_share} * highest
ORDER BY source, target, slots
"""


def pivot(engine: Engine, translations: Mapping[str, Sequence[Path]], cutoffs: Cutoffs, out: Path) -> None:
    """Join the translation rules of several languages and write the paraphrases as Parquet.

    A row has the ``source`` and the ``target`` pattern; ``slots``, which tells for each slot of the target the number
    of its slot in the source; ``source_seen``, how often the source was seen in the language that has it most often;
    and four probabilities: ``probability``, p(target|source), ``inverse``, and both from words alone, ``lexical`` and
    ``lexical_inverse``.

    Args:
        engine: runs the queries: one for each language, which leaves the translations used, and one over all.
        translations: the rules of each language, in one or more Parquet files.
        cutoffs: what is used and kept.
        out: where the paraphrases go.
    """
    used = [out.with_name(f"{out.name}.probable{number}") for number in range(len(translations))]
    orders = out.with_name(f"{out.name}.orders")
    limits = _limits(cutoffs)
    try:
        for paths, probable in zip(translations.values(), used, strict=True):
            engine.query(_PROBABILITIES.format(**limits), {"translations": paths}, probable)
        _write_orders(engine, used, orders)
        union = " UNION ALL ".join(
            f"SELECT {quoted(language)} AS language, * FROM probable_{number}"
            for number, language in enumerate(translations)
        )
        query = _PARAPHRASES.format(probable=union, **limits)
        tables = {f"probable_{number}": [path] for number, path in enumerate(used)}
        engine.query(query, {**tables, "orders": [orders]}, out)
    finally:
        for path in (*used, orders):
            engine.remove(path)


def _limits(cutoffs: Cutoffs) -> dict[str, object]:
    """Return what the queries' gaps are filled with; numbers with exponents are floating-point in every dialect."""
    everything = 2**62
    return {
        "units": _UNITS,
        "least_count": cutoffs.least_count,
        "least_translation": f"{cutoffs.least_translation:e}",
        "best_translations": cutoffs.best_translations or everything,
        "best_back_translations": cutoffs.best_back_translations or everything,
        "least_paraphrase": f"{cutoffs.least_paraphrase:e}",
        "least_share": f"{cutoffs.least_share:e}",
        "best_paraphrases": cutoffs.best_paraphrases or everything,
    }


def slots_of_target(source_order: str, target_order: str) -> str:
    """Return for each slot of the target the number of its slot in the source.

    Both orders give for each foreign slot the number of an English one (2011, §4: the composition of the inverse of
    one with the other).

    >>> slots_of_target("12", "21")
    '21'
    >>> slots_of_target("231", "312")
    '312'
    """
    return "".join(source for _, source in sorted(zip(target_order, source_order, strict=True)))


def _write_orders(engine: Engine, translations: Sequence[Path], path: Path) -> None:
    """Write the table that composes the orders of two translations."""
    engine.query("SELECT DISTINCT slot_order FROM translations", {"translations": translations}, path)
    seen = engine.read(path).column("slot_order").to_pylist()
    engine.remove(path)
    rows: list[tuple[str, str, str]] = []
    for source_order in sorted(seen):
        for order in permutations(sorted(source_order)):
            target_order = "".join(order)
            rows.append((source_order, target_order, slots_of_target(source_order, target_order)))
    columns: tuple[Any, ...] = tuple(zip(*rows, strict=True)) or ((), (), ())
    names = ["source_order", "target_order", "slots"]
    texts = [arrow().array(column, arrow().string()) for column in columns]
    write_table(arrow().table(texts, names=names), path)
