"""Train the verifier's teacher on readers' verdicts, on an editor's versions and on versions made worse.

    python read.py --data carry --out runs/reader [--seconds 190]

The folder ``--out`` gets ``model.pt`` and ``figures.json``: how well it tells verdicts apart on held-out sentences.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from data import Batch
from judged import (
    EDITORS,
    MOST_VERSIONS,
    SPOILT,
    Judged,
    Verdicts,
    area_under_curve,
    beliefs,
    load_judged,
    spoil,
    verdict_loss,
)
from pairs import Pairs, load_pairs
from reader import Reader
from styles import CORPORA
from torch import Tensor
from train import Average, Clock, Settings, fit, logger, prepare_device, read_settings, save, training_arguments

Judge = Callable[[Batch, Tensor], Tensor]


class ReaderLoss:
    """The loss of the next batch: judged versions more and more often, an editor's and spoilt ones otherwise."""

    def __init__(self, model: Reader, judged: Judged, pairs: Pairs, settings: Settings) -> None:
        self.model = model
        self.settings = settings["reader"]
        self.random = np.random.default_rng(self.settings["seed"])
        self.judged = judged.stream(self.settings["budget"] // MOST_VERSIONS, self.random)
        self.edited = edited_versions(pairs, self.settings["budget"] // 4, self.random)

    def __call__(self, progress: float) -> Tensor:
        """Return the loss at this progress."""
        first, final = self.settings["judged_share"], self.settings["final_judged_share"]
        judged = self.random.random() < first + (final - first) * progress
        batch, verdicts = next(self.judged if judged else self.edited)
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            scores = self.model(batch, verdicts.kept)
        return verdict_loss(scores, verdicts)


def edited_versions(pairs: Pairs, budget: int, random: np.random.Generator) -> Iterator[tuple[Batch, Verdicts]]:
    """Yield batches of an editor's versions: one as it is and three that are spoilt, or the whole sentence."""
    pool = np.flatnonzero((pairs.corpus == CORPORA.index("editor")) & ~pairs.dev)
    while True:
        for indices in pairs.sentences.batches(pool, budget, random):
            batch = pairs.sentences.batch(indices)
            choices = [(random.random(len(indices)) * pairs.references[indices]).astype(np.int64) for _ in range(2)]
            versions = [pairs.target(batch, choice).kept for choice in choices]
            yield batch, edited_verdicts(batch, versions[0], versions[1])


def edited_verdicts(batch: Batch, first: Tensor, second: Tensor) -> Verdicts:
    """Return two of an editor's versions, as they are and spoilt; now and then a whole sentence for the second."""
    whole = torch.rand(len(first), 1, device=first.device) < 0.1
    second = torch.where(whole, batch.word_mask, second)
    good = torch.stack([first, second], 1)
    bad = spoil(good, batch.word_mask[:, None])
    kept = torch.cat([good, bad], 1)
    belief = torch.cat([beliefs(EDITORS, good), beliefs(SPOILT, bad)], 1)
    weight = torch.cat([torch.ones_like(good[..., 0]), (bad != good).any(-1) & bad.any(-1)], 1).float()
    return Verdicts(kept, belief, weight)


@torch.no_grad()
def measure_judge(judge: Judge, judged: Judged, budget: int = 8192) -> dict[str, float]:
    """Return how well a judge tells held-out verdicts apart.

    ``reject`` and ``accept`` are areas under the curve of rejected against other versions and of accepted ones against
    others; ``best accepted`` and ``best rejected`` the shares of verdicts on the best version of each sentence.
    """
    scores, verdicts, best = [], [], []
    for indices in judged.groups(True, budget, None):
        batch = judged.sentences.batch(indices)
        found = judged.verdicts(batch, None)
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            probability = torch.softmax(judge(batch, found.kept).float(), -1)
        there = found.weight > 0
        scores.append(probability[there])
        verdicts.append(found.belief[there].argmax(-1))
        worth = (probability[..., 0] - probability[..., 2]).masked_fill(~there, -9.0)
        best.append(found.belief[torch.arange(len(worth), device=worth.device), worth.argmax(1)].argmax(-1))
    scored, said, chosen = torch.cat(scores), torch.cat(verdicts), torch.cat(best)
    return {
        "versions": len(said),
        "reject": round(area_under_curve(scored[:, 2], said == 2), 4),
        "accept": round(area_under_curve(scored[:, 0], said == 0), 4),
        "accepted": round(float((said == 0).float().mean()), 4),
        "rejected": round(float((said == 2).float().mean()), 4),
        "best accepted": round(float((chosen == 0).float().mean()), 4),
        "best rejected": round(float((chosen == 2).float().mean()), 4),
        "log loss": round(float(-scored[torch.arange(len(said)), said].clamp_min(1e-6).log().mean()), 4),
    }


def train(options: argparse.Namespace, settings: Settings, device: torch.device) -> None:
    """Train, measure and save the reader."""
    out: Path = options.out
    log = logger(out)

    judged = load_judged(options.data, device)
    pairs = load_pairs(options.data, device, options.limit)
    model = Reader(options.data).to(device)
    loss = ReaderLoss(model, judged, pairs, settings)

    def watch(average: Average) -> None:
        average.swap(model)
        model.eval()
        log(f"dev {json.dumps(measure_judge(model, judged))}")
        model.train()
        average.swap(model)

    clock = Clock(options.steps or settings["reader"]["steps"], options.seconds)
    average = fit(model, {**settings["optimiser"], **settings["reader"]}, clock, loss, log, watch=watch)
    average.swap(model)
    figures = measure_judge(model.eval(), judged)
    log(json.dumps(figures))
    save(out, model, figures)


def main() -> int:
    """Run from the command line."""
    options = training_arguments(__doc__, __file__)
    settings = read_settings(options.settings)
    device = prepare_device(options.device, settings["reader"]["seed"])
    train(options, settings, device)
    return 0


if __name__ == "__main__":
    sys.exit(main())
