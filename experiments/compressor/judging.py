"""What a judge thinks of judged or proposed versions, and how well it tells readers' verdicts apart."""

from __future__ import annotations

import numpy as np
import torch
from data import Indices
from judged import MOST_VERSIONS, Judged, area_under_curve
from numpy.typing import NDArray
from reader import Judge
from verifier import VERDICTS

Probabilities = NDArray[np.float32]
"""V, 3: probabilities of the verdicts on all versions, in the order in which they are stored."""

BUDGET = 8192
"""Pieces of sentences in a batch, each counted once for every version: it has to fit beside other trainings."""


@torch.no_grad()
def probabilities(judge: Judge, judged: Judged, sentences: Indices, most: int | None = None) -> Probabilities:
    """Return what a judge thinks of the versions of some sentences, or of the first ``most`` of each.

    Rows of other versions are zero.
    """
    found = np.zeros((len(judged.verdict), len(VERDICTS)), dtype=np.float32)
    counts = np.minimum(judged.versions, most or judged.versions)
    for first in range(0, int(counts[sentences].max(initial=0)), MOST_VERSIONS):
        left = sentences[counts[sentences] > first]
        for indices in judged.sentences.batches(left, BUDGET // MOST_VERSIONS, None):
            batch = judged.sentences.batch(indices)
            kept = judged.verdicts(batch, None, first=first).kept
            with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
                scores = judge(batch, kept)
            likely = torch.softmax(scores.float(), -1).cpu().numpy()
            for row, index in enumerate(indices):
                begin, size = judged.first_version[index] + first, min(MOST_VERSIONS, counts[index] - first)
                found[begin : begin + size] = likely[row, :size]
    return found


def measure_judge(judge: Judge, judged: Judged) -> dict[str, float]:
    """Return how well a judge tells held-out verdicts apart: see `verdict_figures`."""
    return verdict_figures(probabilities(judge, judged, np.flatnonzero(judged.dev), MOST_VERSIONS), judged)


def verdict_figures(likely: Probabilities, judged: Judged) -> dict[str, float]:
    """Return how well probabilities tell the verdicts on the first versions of each held-out sentence apart.

    ``reject`` and ``accept`` are areas under the curve of rejected against other versions and of accepted ones against
    others; ``best accepted`` and ``best rejected`` the shares of verdicts on the best version of each sentence.
    """
    verdict = judged.verdict.cpu().numpy()
    rows, best = [], []
    for index in np.flatnonzero(judged.dev):
        begin = judged.first_version[index]
        mine = np.arange(begin, begin + min(MOST_VERSIONS, judged.versions[index]))
        rows.append(mine)
        best.append(verdict[mine[np.argmax(likely[mine, 0] - likely[mine, 2])]])
    scored, said, chosen = likely[np.concatenate(rows)], verdict[np.concatenate(rows)], np.array(best)
    return {
        "versions": len(said),
        "reject": round(area_under_curve(torch.from_numpy(scored[:, 2]), torch.from_numpy(said == 2)), 4),
        "accept": round(area_under_curve(torch.from_numpy(scored[:, 0]), torch.from_numpy(said == 0)), 4),
        "accepted": round(float(np.mean(said == 0)), 4),
        "rejected": round(float(np.mean(said == 2)), 4),
        "best accepted": round(float(np.mean(chosen == 0)), 4),
        "best rejected": round(float(np.mean(chosen == 2)), 4),
        "log loss": round(float(-np.log(scored[np.arange(len(said)), said].clip(1e-6)).mean()), 4),
    }
