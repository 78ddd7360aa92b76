"""Train one compressor on the pairs, with the parser's training going on beside.

    python teacher.py --data carry --out runs/teacher-0 --variant 0 [--seconds 190]

Settings come from settings.toml beside this file (or ``--settings``). The folder ``--out`` gets ``model.pt`` (the
averaged weights) and ``figures.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import data
import numpy as np
import store
import torch
from encoders import build_compressor
from measure import measure
from network import Compressor, score_both
from objective import DeletionWeights, gold_deletion_loss
from pairs import LargeGoogle, Pairs, PairSampler, load_large_google, load_pairs
from scoring import evaluate
from torch import Tensor
from train import (
    DEV,
    Average,
    Clock,
    GoldLoss,
    Settings,
    fit,
    logger,
    pick,
    prepare_device,
    read_settings,
    save,
    training_arguments,
)

SHOWN = [("google", "free path"), ("editor", "light path"), ("editor", "medium path"), ("editor", "short path")]
SHOWN += [("written", "gold path"), ("spoken", "gold path")]
"""The figures that are logged while training goes on."""

MASK = 103
"""The piece that stands for hidden ones."""


def hide_pieces(batch: data.Batch, share: float) -> None:
    """Replace some of the pieces of a batch by the mask, so that no word is relied upon alone."""
    hidden = (torch.rand(batch.pieces.shape, device=batch.pieces.device) < share) & (batch.pieces > data.SEP)
    batch.pieces = batch.pieces.masked_fill(hidden, MASK)


def pair_sampler(pairs: Pairs, settings: Settings) -> PairSampler:
    """Return the sampler of training pairs."""
    return PairSampler(
        pairs,
        settings["rates"],
        settings["max_words"],
        settings["budget"],
        settings["free"],
        settings["any_share"],
    )


class TeacherLoss:
    """The loss of the next batch: of pairs mostly, of a treebank sometimes."""

    def __init__(
        self,
        model: Compressor,
        pairs: Pairs,
        large: LargeGoogle,
        gold: data.Sentences,
        labels: store.Labels,
        settings: Settings,
    ) -> None:
        self.model = model
        self.parsing = GoldLoss(model, gold, labels, {**settings["treebank"], "seed": settings["seed"]})
        self.share = settings["teacher"]["treebank_share"]
        self.large_share, self.large_until = settings["pairs"]["large_share"], settings["pairs"]["large_until"]
        self.random = np.random.default_rng(settings["seed"])
        self.sampler = pair_sampler(pairs, settings["pairs"])
        self.stream = self.sampler.stream(self.random)
        free_share = settings["pairs"]["free"]["google"]
        self.large_stream = large.stream(settings["pairs"]["budget"], free_share, self.random)
        self.masked = settings["pairs"]["masked"]
        self.weights: DeletionWeights = pick(DeletionWeights, settings["deletion"])

    def steps_an_epoch(self) -> int:
        """Return about how many steps go through the pairs once."""
        return int(len(self.sampler.epoch(np.random.default_rng(0))) / (1.0 - self.share))

    def __call__(self, progress: float) -> Tensor:
        """Return the loss; only which batch it is of depends on the progress."""
        if self.random.random() < self.share:
            return self.parsing(progress)
        from_large = progress < self.large_until and self.random.random() < self.large_share
        batch, target, wish = next(self.large_stream if from_large else self.stream)
        hide_pieces(batch, self.masked)
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            scores = score_both(self.model, batch, wish, data.noisy_shapes(batch.shape))[1]
        return gold_deletion_loss(scores, target, wish, batch, self.weights)[0]


def variant_settings(settings: Settings, index: int) -> Settings:
    """Return the settings with a variant's sizes, loss weights and rates laid over them."""
    variant = settings["teacher"]["variants"][index]
    tables = {name: {**settings[name], **variant.get(name, {})} for name in ("sizes", "deletion", "optimiser")}
    return {**settings, **tables, "encoder": variant.get("encoder", "minilm"), "seed": index + 1}


def watcher(model: Compressor, pairs: Pairs, log: Callable[[str], None]) -> Callable[[Average], None]:
    """Return a function that logs the development figures of the averaged weights."""

    def watch(average: Average) -> None:
        average.swap(model)
        figures = measure([model], pairs, corpora=list(dict(SHOWN)), thorough=False)
        average.swap(model)
        short = {f"{corpus} {name}": figures[corpus][name] for corpus, name in SHOWN}
        log(f"dev {json.dumps(short)}")

    return watch


def train(options: argparse.Namespace, settings: Settings, device: torch.device) -> None:
    """Train, evaluate and save one teacher."""
    out: Path = options.out
    log = logger(out)

    labels = store.Labels.load(options.data / "labels.json")
    gold = data.load(options.data, "gold", device, options.limit)
    pairs = load_pairs(options.data, device, options.limit)
    large = load_large_google(options.data, device, options.limit)
    model = build_compressor(options.data, labels, settings, pretrained=True).to(device)
    loss = TeacherLoss(model, pairs, large, gold, labels, settings)
    steps = options.steps or settings["teacher"]["epochs"] * loss.steps_an_epoch()
    log(f"{len(pairs)} pairs, {steps} steps, {sum(p.numel() for p in model.parameters()):,} weights")
    clock = Clock(steps, options.seconds)
    average = fit(
        model,
        {**settings["optimiser"], "final": settings["teacher"]["final"]},
        clock,
        loss,
        log,
        watch=watcher(model, pairs, log),
    )
    average.swap(model)
    figures = {"compression": measure([model], pairs, thorough=False), "parse": evaluate(model, gold, labels, DEV)}
    log(json.dumps(figures))
    save(out, model, figures)


def main() -> int:
    """Run from the command line."""
    options = training_arguments(__doc__, __file__, with_variants=True)
    settings = variant_settings(read_settings(options.settings), options.variant)
    device = prepare_device(options.device, settings["seed"])
    train(options, settings, device)
    return 0


if __name__ == "__main__":
    sys.exit(main())
