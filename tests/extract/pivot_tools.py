"""Translation rules to pivot, and their paraphrases by an engine."""

import random

import pyarrow as pa
import pyarrow.parquet as pq

from laconic.extract.pivot import pivot

COLUMNS = ("english", "foreign_side", "slot_order", "seen", "english_weight", "foreign_weight")
FRENCH = [
    ("[VP] ||| take up [NP,1]", "[VP] ||| reprendre [NP,1]", "1", 30, 0.5, 0.25),
    ("[VP] ||| adopt [NP,1]", "[VP] ||| reprendre [NP,1]", "1", 10, 0.25, 0.5),
    ("[VP] ||| adopt [NP,1]", "[VP] ||| adopter [NP,1]", "1", 30, 0.5, 0.5),
    ("[VP] ||| repeat [NP,1]", "[VP] ||| reprendre [NP,1]", "1", 2, 0.5, 0.5),
    ("[NP] ||| the [NN,1] of [NP,2]", "[NP] ||| [NN,1] de [NP,2]", "12", 40, 0.5, 0.5),
    ("[NP] ||| [NP,1] 's [NN,2]", "[NP] ||| [NN,1] de [NP,2]", "21", 20, 0.5, 0.5),
]
GERMAN = [
    ("[VP] ||| take up [NP,1]", "[VP] ||| [NP,1] aufgreifen", "1", 8, 0.5, 0.5),
    ("[VP] ||| address [NP,1]", "[VP] ||| [NP,1] aufgreifen", "1", 24, 0.5, 0.5),
]


def write_translations(path, rows):
    pq.write_table(pa.table(dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))), path)


def paraphrases(engine, folder, languages, cutoffs):
    paths = {}
    for language, rows in languages.items():
        paths[language] = [folder / f"{language}.parquet"]
        write_translations(paths[language][0], rows)
    out = folder / "out.parquet"
    pivot(engine, paths, cutoffs, out)
    table = engine.read(out)
    engine.remove(out)
    return table


def many(seed):
    """Make up rules whose sums have many digits, so that the order of additions would show."""
    drawn = random.Random(seed)
    rows = {}
    for _ in range(150):
        order = drawn.choice(["", "1", "12", "21"])
        slots = " ".join(f"[N,{number}]" for number in range(1, len(order) + 1))
        key = f"[N] ||| e{drawn.randrange(8)} {slots}", f"[N] ||| f{drawn.randrange(6)} {slots}", order
        rows[key] = drawn.randrange(1, 50), drawn.random(), drawn.random()
    return [(*key, *values) for key, values in rows.items()]
