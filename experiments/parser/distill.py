"""Teach one student by the mean of several teachers, on annotated and on plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import data
import numpy as np
import store
import torch
from losses import Beliefs, LossWeights, distillation_loss, ensemble, gold_loss
from model import Parser, Scores, score
from torch import Tensor
from train import Settings, build, pick, variant_settings


def load_teachers(
    folder: Path, runs: list[Path], settings: Settings, labels: store.Labels, device: torch.device
) -> list[Parser]:
    """Return the trained teachers of the given run folders, named by the number of their variant."""
    teachers = []
    for run in runs:
        variant = variant_settings(settings, int(run.name.rpartition("-")[2]))
        teacher = build(folder, labels, variant["sizes"])
        teacher.load_state_dict(torch.load(run / "model.pt", map_location="cpu", weights_only=True))
        teachers.append(teacher.to(device).eval().requires_grad_(False))
    return teachers


@torch.no_grad()
def believe(teachers: list[Parser], batch: data.Batch) -> Beliefs:
    """Return the teachers' mean distributions for a batch."""
    return ensemble(teachers, [score(teacher, batch) for teacher in teachers])


def ensemble_scores(teachers: list[Parser], batch: data.Batch) -> Scores:
    """Return the ensemble's log probabilities as scores; relations are the first teacher's."""
    beliefs = believe(teachers, batch)
    lead = score(teachers[0], batch)
    tags, spans, arcs = (part.clamp_min(1e-12).log() for part in (beliefs.tags, beliefs.spans, beliefs.arcs))
    return Scores(tags, spans, arcs, lead.relation_dependents, lead.relation_heads, lead.words)


class DistillationLoss:
    """The loss of the next batch: annotated or plain by the share that fits the progress."""

    def __init__(
        self,
        student: Parser,
        teachers: list[Parser],
        gold: data.Sentences,
        plain: data.Sentences,
        labels: store.Labels,
        settings: Settings,
    ) -> None:
        self.student = student
        self.teachers = teachers
        self.gold = gold
        self.plain = plain
        self.settings = settings["student"]
        self.drop_stop = settings["data"]["drop_stop"]
        self.weights: LossWeights = pick(LossWeights, settings["loss"])
        self.random = np.random.default_rng(self.settings["seed"])
        sampler = data.Sampler(gold, settings["data"]["rates"], labels, settings["data"]["max_words"])
        self.gold_stream = sampler.stream(self.settings["budget"], self.random)
        self.plain_stream = self._plain_batches()

    def _plain_batches(self) -> Iterator[data.Indices]:
        while True:
            yield from self.plain.batches(np.arange(len(self.plain)), self.settings["budget"], self.random)

    def __call__(self, progress: float) -> Tensor:
        """Return the loss at this progress."""
        first, final = self.settings["gold_share"], self.settings["final_gold_share"]
        annotated = self.random.random() < first + (final - first) * progress
        source, stream = (self.gold, self.gold_stream) if annotated else (self.plain, self.plain_stream)
        batch = source.batch(next(stream), drop_stop=self.random.random() < self.drop_stop)
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            beliefs = believe(self.teachers, batch)
            scores = score(self.student, batch, data.noisy_shapes(batch.shape))
            soft = distillation_loss(self.student, scores, beliefs, batch, self.weights)
            if not annotated:
                return soft
            hard, _ = gold_loss(self.student, scores, batch, self.weights)
        share = self.settings["gold_weight"]
        return share * hard + (1.0 - share) * soft
