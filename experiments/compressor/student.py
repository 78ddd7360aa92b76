"""Teach one compressor by the mean of several, on pairs, plain sentences and treebanks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import data
import numpy as np
import store
import torch
from losses import Beliefs, LossWeights, distillation_loss, ensemble, gold_loss
from model import score
from network import Compressor, DeletionScores, score_both
from objective import (
    DeletionWeights,
    believe_deletions,
    deletion_distillation_loss,
    gold_deletion_loss,
)
from pairs import Pairs, Wish
from start import build_compressor
from styles import CORPORA
from teacher import hide_pieces, pair_sampler, variant_settings
from torch import Tensor
from train import Settings, pick


def load_teachers(
    folder: Path, runs: list[Path], settings: Settings, labels: store.Labels, device: torch.device
) -> list[Compressor]:
    """Return the trained teachers of the given run folders, named by the number of their variant."""
    teachers = []
    for run in runs:
        variant = variant_settings(settings, int(run.name.rpartition("-")[2]))
        teacher = build_compressor(folder, labels, variant["sizes"])
        teacher.load_state_dict(torch.load(run / "model.pt", map_location="cpu", weights_only=True))
        teachers.append(frozen(teacher.to(device)))
    return teachers


def frozen(model: Compressor) -> Compressor:
    """Return the model, no longer to be trained."""
    return model.eval().requires_grad_(False)


@dataclass
class Material:
    """What a student reads."""

    pairs: Pairs
    plain: data.Sentences
    gold: data.Sentences
    labels: store.Labels


class StudentLoss:
    """The loss of the next batch.

    On treebanks the student learns to parse by the annotation and by the parser it began as; on plain sentences
    to compress by some of its teachers, in all styles and lengths; on pairs by the references as well. On plain
    sentences and pairs it also goes on parsing as it did.
    """

    def __init__(
        self,
        student: Compressor,
        parser: Compressor,
        teachers: list[Compressor],
        material: Material,
        settings: Settings,
    ) -> None:
        self.student = student
        self.parser = parser
        self.teachers = teachers
        self.material = material
        self.settings = settings["student"]
        self.masked = settings["pairs"]["masked"]
        self.parse_weights: LossWeights = pick(LossWeights, settings["treebank"]["loss"])
        self.deletion_weights: DeletionWeights = pick(DeletionWeights, settings["deletion"])
        self.random = np.random.default_rng(self.settings["seed"])
        treebank = settings["treebank"]["data"]
        self.drop_stop = treebank["drop_stop"]
        sampler = data.Sampler(material.gold, treebank["rates"], material.labels, treebank["max_words"])
        self.treebank_stream = sampler.stream(treebank["budget"], self.random)
        self.pair_stream = pair_sampler(material.pairs, settings["pairs"]).stream(self.random)
        self.plain_stream = self._plain_batches()
        styles = np.array([self.settings["plain_styles"][name] for name in CORPORA])
        self.styles = styles / styles.sum()

    def _plain_batches(self) -> Iterator[data.Indices]:
        plain = self.material.plain
        while True:
            yield from plain.batches(np.arange(len(plain)), self.settings["plain_budget"], self.random)

    def __call__(self, progress: float) -> Tensor:
        """Return the loss; only which batch it is of depends on the time."""
        draw = self.random.random()
        if draw < self.settings["treebank_share"]:
            return self._treebank_loss()
        if draw < self.settings["treebank_share"] + self.settings["plain_share"]:
            return self._plain_loss()
        return self._pair_loss()

    def _treebank_loss(self) -> Tensor:
        stop = self.random.random() < self.drop_stop
        batch = self.material.gold.batch(next(self.treebank_stream), drop_stop=stop)
        before = self._parse_before(batch)
        with _mixed_precision(batch):
            scores = score(self.student, batch, data.noisy_shapes(batch.shape))
            hard, _ = gold_loss(self.student, scores, batch, self.parse_weights)
            soft = distillation_loss(self.student, scores, before, batch, self.parse_weights)
        return 0.5 * (hard + soft)

    def _plain_loss(self) -> Tensor:
        batch = self.material.plain.batch(next(self.plain_stream))
        _, soft, parse = self._learn_from_models(batch, self.plain_wish(batch))
        return soft + self.settings["parse_weight"] * parse

    def _pair_loss(self) -> Tensor:
        batch, target, wish = next(self.pair_stream)
        scores, soft, parse = self._learn_from_models(batch, wish)
        hard, _ = gold_deletion_loss(scores, target, wish, batch, self.deletion_weights)
        share = self.settings["gold_weight"]
        return share * hard + (1.0 - share) * soft + self.settings["parse_weight"] * parse

    def _learn_from_models(self, batch: data.Batch, wish: Wish) -> tuple[DeletionScores, Tensor, Tensor]:
        """Return the student's scores, and how far it is from the teachers and from the parser it began as.

        Some pieces are hidden from the student alone.
        """
        size = min(self.settings["teachers_at_once"], len(self.teachers))
        chosen = self.random.choice(len(self.teachers), size, replace=False)
        with torch.no_grad(), _mixed_precision(batch):
            scored = [score_both(self.teachers[index], batch, wish)[1] for index in chosen]
        beliefs = believe_deletions(scored, batch, wish)
        before = self._parse_before(batch)
        hide_pieces(batch, self.masked)
        with _mixed_precision(batch):
            parsed, scores = score_both(self.student, batch, wish, data.noisy_shapes(batch.shape))
            parse = distillation_loss(self.student, parsed, before, batch, self.parse_weights)
        return scores, deletion_distillation_loss(scores, beliefs, wish, batch, self.deletion_weights), parse

    @torch.no_grad()
    def _parse_before(self, batch: data.Batch) -> Beliefs:
        """Return what the parser that the student began as says of a batch."""
        with _mixed_precision(batch):
            return ensemble([self.parser], [score(self.parser, batch)])

    def plain_wish(self, batch: data.Batch) -> Wish:
        """Return a random wish for each sentence: half of them for a length between the ends of a range."""
        size, device = len(batch.length), batch.length.device
        low, high = self.settings["rate_range"]
        rate = torch.from_numpy(self.random.uniform(low, high, size) * (self.random.random(size) < 0.5)).to(device)
        count = torch.where(rate > 0, (rate * batch.length).round().clamp_min(1.0), 0.0).long()
        corpus = torch.from_numpy(self.random.choice(len(CORPORA), size, p=self.styles)).to(device)
        return Wish.of(corpus, count, batch.length)


def _mixed_precision(batch: data.Batch) -> torch.autocast:
    return torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda)
