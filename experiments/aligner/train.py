"""Train the monolingual aligner that comes with laconic: its lexicon and its classifiers.

    python experiments/aligner/train.py mtref.train.jsonl edinburgh.train.jsonl \\
        --bitext europarl.en.xz europarl.fr.xz --bitext europarl.en.xz europarl.de.xz \\
        --pivoted runs/pivoted.txt.xz --out src/laconic/align/data

The gold files hold one JSON object per line with ``source``, ``target`` (tokens separated by spaces) and
``alignment``. The lexicon is the mean of what the statistical aligner learns from the gold files' sentences
and of the paraphrases found by pivoting through each bitext. Pivoting takes about two minutes per bitext.
"""

from __future__ import annotations

import argparse
import re
from itertools import islice
from pathlib import Path

import numpy as np

from laconic.align.alignment import Alignment, WordPair
from laconic.align.classifier import pack
from laconic.align.lexicon import Lexicon, mixture
from laconic.align.reading import read_pairs
from laconic.align.statistical import StatisticalAligner
from laconic.align.training import train_rounds
from laconic.files import read_lines, write_whole_binary
from laconic.parse.tokenize import split_words

FOLDS = 4
LEAST = 0.003  # less probable entries of the lexicon are dropped
LEAST_BACK = 0.002  # and those of pivoting that are less probable in the other direction
LONGEST = 60

_FOREIGN_WORD = re.compile(r"\w+(?:-\w+)*'?|[^\w\s]")


def main() -> None:
    """Train and write both files."""
    arguments = _arguments()
    gold = [item for path in arguments.gold for item in read_pairs([path])]
    pairs: list[WordPair] = [(item.source, item.target) for item in gold]
    pivoted = _pivoted(arguments)
    # Pairs get their features from a lexicon that has not seen them.
    folds = [[pair for place, pair in enumerate(pairs) if place % FOLDS != fold] for fold in range(FOLDS)]
    lexicons = [mixture([pivoted, paraphrase_lexicon(fold)]) for fold in folds]
    final = mixture([pivoted, paraphrase_lexicon(pairs)])
    links = [item.gold if item.gold is not None else Alignment() for item in gold]
    rounds = train_rounds(pairs, links, lexicons)
    final.write(arguments.out / "lexicon.en.txt.xz")
    with write_whole_binary(arguments.out / "links.en.npz") as file:
        np.savez_compressed(file, **pack(rounds))
    print(f"wrote {len(final):,} entries and {len(rounds)} classifiers to {arguments.out}")


def paraphrase_lexicon(pairs: list[WordPair]) -> Lexicon:
    """Learn from pairs of one language, each used in both directions."""
    both = [*pairs, *((target, source) for source, target in pairs)]
    return StatisticalAligner().train(both).lexicons(LEAST)[0]


def pivot_lexicon(english: str, foreign: str, lines: int) -> Lexicon:
    """Learn how English words translate to another language and back, and put the two together."""
    texts = zip(read_lines(english), read_lines(foreign), strict=False)
    pairs = [(split_words(here), _FOREIGN_WORD.findall(there)) for (_, here), (_, there) in islice(texts, lines)]
    short = [pair for pair in pairs if max(map(len, pair)) <= LONGEST]
    aligner = StatisticalAligner(identities=False, samplers=1, iterations=(2, 2, 6))  # a large corpus needs no more
    there, back = aligner.train(short).lexicons(least=0.01)
    print(f"learnt {foreign} from {len(short):,} pairs", flush=True)
    return there.compose(back)


def _pivoted(arguments: argparse.Namespace) -> Lexicon:
    """Return the paraphrases found by pivoting, from the file that keeps them or made now and kept."""
    if arguments.pivoted.exists():
        return Lexicon.read(arguments.pivoted)
    lexicons = [pivot_lexicon(*files, arguments.lines) for files in arguments.bitext]
    pivoted = mixture(lexicons).pruned(LEAST, LEAST_BACK)
    pivoted.write(arguments.pivoted)
    print(f"pivoting gives {len(pivoted):,} entries", flush=True)
    return pivoted


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("gold", nargs="+", type=Path, help="pairs with gold alignments")
    parser.add_argument("--bitext", nargs=2, action="append", default=[], metavar=("ENGLISH", "FOREIGN"))
    parser.add_argument("--pivoted", type=Path, required=True, help="keeps the paraphrases between runs")
    parser.add_argument("--lines", type=int, default=100_000, help="lines of each bitext to use")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
