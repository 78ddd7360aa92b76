"""Train one of the verifier's teachers on readers' verdicts.

    python read.py --data carry --out runs/reader-0 --variant 0 [--seconds 190]

Settings come from settings.toml beside this file (or ``--settings``). The folder ``--out`` gets ``model.pt`` and
``figures.json``: how well the reader tells verdicts apart on held-out sentences.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
from judged import MOST_VERSIONS, Judged, load_judged, verdict_loss
from judging import measure_judge
from reader import KINDS, VersionReader
from torch import Tensor
from train import Average, Clock, Settings, fit, logger, prepare_device, read_settings, save, training_arguments


class ReaderLoss:
    """The loss of the next batch of judged versions."""

    def __init__(self, model: VersionReader, judged: Judged, settings: Settings) -> None:
        self.judge = model.judge_of(judged)
        self.ranked = settings["ranked"]
        random = np.random.default_rng(settings["seed"])
        self.batches = judged.stream(settings["budget"] // MOST_VERSIONS, random)

    def __call__(self, progress: float) -> Tensor:
        """Return the loss, whatever the progress."""
        batch, verdicts = next(self.batches)
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            scores = self.judge(batch, verdicts.kept)
        return verdict_loss(scores, verdicts, self.ranked)


def reader_settings(settings: Settings, index: int) -> Settings:
    """Return the settings of a variant laid over those of all readers, and these over the optimiser's."""
    common = {name: value for name, value in settings["reader"].items() if name != "variants"}
    return {**settings["optimiser"], **common, **settings["reader"]["variants"][index]}


def train(options: argparse.Namespace, settings: Settings, device: torch.device) -> None:
    """Train, measure and save a reader."""
    out: Path = options.out
    log = logger(out)

    judged = load_judged(options.data, device)
    model = KINDS[settings["kind"]](options.data).to(device)
    judge = model.judge_of(judged)

    def watch(average: Average) -> None:
        average.swap(model)
        model.eval()
        log(f"dev {json.dumps(measure_judge(judge, judged))}")
        model.train()
        average.swap(model)

    clock = Clock(options.steps or settings["steps"], options.seconds)
    average = fit(model, settings, clock, ReaderLoss(model, judged, settings), log, watch=watch)
    average.swap(model)
    model.eval()
    figures = measure_judge(judge, judged)
    log(json.dumps(figures))
    save(out, model, figures)


def main() -> int:
    """Run from the command line."""
    options = training_arguments(__doc__, __file__, with_variants=True)
    settings = reader_settings(read_settings(options.settings), options.variant)
    device = prepare_device(options.device, settings["seed"])
    train(options, settings, device)
    return 0


if __name__ == "__main__":
    sys.exit(main())
