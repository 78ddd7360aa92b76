"""Calibrate the probabilities of the bundled model on pairs that were not trained on, and measure them on others.

    python calibrate.py --data carry

Prints the two lines through log odds that ``data/models/encoder/model.toml`` holds, and on the development sets the
expected calibration error before and after: the mean distance between how sure the model is of a word and how often
it is right, over ten bins of equal width weighted by their words. Needs laconic.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import store
from numpy.typing import NDArray
from scipy.optimize import minimize
from styles import CORPORA

from laconic.features.network import STYLES, nearest_rate
from laconic.parse.encoder import FREE, Encoder, Pieces
from laconic.parse.reader import MOST_PIECES
from laconic.pipeline.confidence import Calibration
from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals

CALIBRATION_EVERY = 40
"""As in pairs.py, which needs PyTorch."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Sentences:
    """The prepared pairs, one sentence at a time."""

    def __init__(self, arrays: dict[str, NDArray[np.int64]]) -> None:
        self.arrays = arrays
        lengths = arrays["length"]
        self.words = np.concatenate([[0], np.cumsum(lengths)])
        self.pieces = np.concatenate([[0], np.cumsum(arrays["pieces"])])
        self.heads = np.concatenate([[0], np.cumsum(lengths * arrays["references"])])

    def read(self, index: int) -> Pieces:
        """Return a sentence as the network reads it."""
        start, end = self.words[index], self.words[index + 1]
        ids = self.arrays["piece"][self.pieces[start] : self.pieces[end]]
        return Pieces(ids.tolist(), self.arrays["pieces"][start:end].tolist(), self.arrays["shape"][start:end].tolist())

    def kept(self, index: int) -> Flags:
        """Return which words the first reference keeps."""
        start = self.heads[index]
        return self.arrays["kept_head"][start : start + self.arrays["length"][index]] > 0


def probabilities(sentences: Sentences, indices: NDArray[np.int64], free: bool) -> Iterator[tuple[Floats, Flags]]:
    """Yield the probabilities that words are kept, as the default style has them, and whether they are."""
    encoder = Encoder()
    for index in indices.tolist():
        pieces, kept = sentences.read(index), sentences.kept(index)
        if len(pieces.ids) > MOST_PIECES:
            continue
        rate = FREE if free else nearest_rate(kept.sum() / len(kept))
        style = STYLES.index("editor")
        found = encoder.score(encoder.context(encoder.run(pieces).vectors), rate, style)
        scores = Scores(token=found.token, bigram=found.bigram)
        yield bigram_marginals(scores, None if free else int(kept.sum())).token, kept


def fit(probability: Floats, kept: Flags) -> Calibration:
    """Return the most likely line through the log odds."""
    clipped = np.clip(probability, 1e-6, 1.0 - 1e-6)
    odds = np.log(clipped / (1.0 - clipped))

    def loss(line: Floats) -> float:
        return float(np.logaddexp(0.0, np.where(kept, -1.0, 1.0) * (line[0] * odds + line[1])).mean())

    slope, shift = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return Calibration(round(float(slope), 3), round(float(shift), 3))


def calibration_error(sure: Floats, right: Flags, bins: int = 10) -> float:
    """Return the expected calibration error of how sure one is."""
    bin_of = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [abs(sure[bin_of == b].sum() - right[bin_of == b].sum()) for b in range(bins)]
    return float(sum(gaps) / len(sure))


def main() -> None:
    """Calibrate and measure."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder that training read")
    options = arguments.parse_args()
    arrays = store.load(options.data / "pairs.npz.xz")
    sentences = Sentences(arrays)
    held_out = (np.arange(len(arrays["length"])) % CALIBRATION_EVERY == 0) & (arrays["dev"] == 0)
    editor = arrays["corpus"] == CORPORA.index("editor")
    for name, free, among in (("free", True, editor), ("fixed", False, editor)):
        parts = list(probabilities(sentences, np.flatnonzero(held_out & among), free))
        line = fit(np.concatenate([p for p, _ in parts]), np.concatenate([k for _, k in parts]))
        print(f"{name} = {{ slope = {line.slope}, shift = {line.shift} }}  # {len(parts)} sentences")
        for corpus in ("editor",):
            chosen = np.flatnonzero((arrays["dev"] == 1) & (arrays["corpus"] == CORPORA.index(corpus)))
            measured = list(probabilities(sentences, chosen, free))
            raw, kept = (np.concatenate(column) for column in zip(*measured, strict=True))
            for when, probability in (("before", raw), ("after", line.probability(raw))):
                decided = probability > 0.5
                error = calibration_error(np.where(decided, probability, 1.0 - probability), decided == kept)
                print(f"  {corpus}: {len(kept)} words, expected calibration error {when} {error:.4f}")


if __name__ == "__main__":
    main()
