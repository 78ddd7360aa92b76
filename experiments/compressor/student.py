"""Teach one compressor by the mean of several and by a reader, on pairs, plain sentences and treebanks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import data
import numpy as np
import store
import torch
from chain import best_path, transitions
from encoders import build_compressor
from judged import Judged, Verdicts, spoil, verdict_loss
from losses import LossWeights, distillation_loss, ensemble, gold_loss
from model import score
from network import Compressor, DeletionScores, score_both, words_and_ends
from objective import (
    DeletionWeights,
    believe_deletions,
    deletion_distillation_loss,
    gold_deletion_loss,
)
from pairs import Pairs, Target, Wish
from reader import Reader
from styles import CORPORA
from teacher import hide_pieces, pair_sampler, variant_settings
from torch import Tensor
from train import Settings, pick

ModelT = TypeVar("ModelT", bound=torch.nn.Module)


def load_teachers(
    folder: Path, runs: list[Path], settings: Settings, labels: store.Labels, device: torch.device
) -> list[Compressor]:
    """Return the trained teachers of the given run folders, named by the number of their variant."""
    teachers = []
    for run in runs:
        variant = variant_settings(settings, int(run.name.rpartition("-")[2]))
        teacher = build_compressor(folder, labels, variant)
        teacher.load_state_dict(torch.load(run / "model.pt", map_location="cpu", weights_only=True))
        teachers.append(frozen(teacher.to(device)))
    return teachers


def load_reader(folder: Path, run: Path, device: torch.device) -> Reader:
    """Return the verifier's trained teacher."""
    reader = Reader(folder)
    reader.load_state_dict(torch.load(run / "model.pt", map_location="cpu", weights_only=True))
    return frozen(reader.to(device))


def frozen(model: ModelT) -> ModelT:
    """Return the model, no longer to be trained."""
    return model.eval().requires_grad_(False)


@dataclass
class Material:
    """What a student reads."""

    pairs: Pairs
    judged: Judged
    plain: data.Sentences
    gold: data.Sentences
    labels: store.Labels


class StudentLoss:
    """The loss of the next batch.

    On treebanks the student learns to parse by the annotation and by its teachers; on plain sentences to compress by
    the teachers, in all styles and lengths, and to judge what they propose, and worse, by the reader; on pairs by the
    references as well; on judged versions by the verdicts and by the reader.
    """

    def __init__(
        self,
        student: Compressor,
        teachers: list[Compressor],
        reader: Reader,
        material: Material,
        settings: Settings,
    ) -> None:
        self.student = student
        self.teachers = teachers
        self.reader = reader
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
        self.judged_stream = material.judged.stream(self.settings["judged_budget"], self.random)
        styles = np.array([self.settings["plain_styles"].get(name, 0.0) for name in CORPORA])
        self.styles = styles / styles.sum()
        names = ("treebank", "judged", "plain")
        self.thresholds = np.cumsum([self.settings[f"{name}_share"] for name in names])

    def _plain_batches(self) -> Iterator[data.Indices]:
        plain = self.material.plain
        while True:
            yield from plain.batches(np.arange(len(plain)), self.settings["plain_budget"], self.random)

    def __call__(self, progress: float) -> Tensor:
        """Return the loss; only which batch it is of depends on the draw."""
        losses = (self._treebank_loss, self._judged_loss, self._plain_loss, self._pair_loss)
        return losses[int(np.searchsorted(self.thresholds, self.random.random(), side="right"))]()

    def _treebank_loss(self) -> Tensor:
        stop = self.random.random() < self.drop_stop
        batch = self.material.gold.batch(next(self.treebank_stream), drop_stop=stop)
        with torch.no_grad(), _mixed_precision(batch):
            taught = ensemble(self.teachers, [score(teacher, batch) for teacher in self.teachers])
        with _mixed_precision(batch):
            scores = score(self.student, batch, data.noisy_shapes(batch.shape))
            hard, _ = gold_loss(self.student, scores, batch, self.parse_weights)
            soft = distillation_loss(self.student, scores, taught, batch, self.parse_weights)
        return 0.5 * (hard + soft)

    def _judged_loss(self) -> Tensor:
        batch, verdicts = next(self.judged_stream)
        with torch.no_grad(), _mixed_precision(batch):
            read = torch.softmax(self.reader(batch, verdicts.kept).float(), -1)
        share = self.settings["verdict_weight"]
        believed = Verdicts(verdicts.kept, share * verdicts.belief + (1.0 - share) * read, verdicts.weight)
        hide_pieces(batch, self.masked)
        with _mixed_precision(batch):
            scores = score(self.student, batch, data.noisy_shapes(batch.shape))
            judged = self.student.verdict_scores(scores, words_and_ends(batch), verdicts.kept)
        return self.settings["judge_weight"] * verdict_loss(judged, believed)

    def _plain_loss(self) -> Tensor:
        batch = self.material.plain.batch(next(self.plain_stream))
        return self._learn_from_models(batch, self.plain_wish(batch), None)

    def _pair_loss(self) -> Tensor:
        batch, target, wish = next(self.pair_stream)
        return self._learn_from_models(batch, wish, target)

    def _learn_from_models(self, batch: data.Batch, wish: Wish, target: Target | None) -> Tensor:
        """Return how far the student is from its teachers, its reader, and a reference if there is one.

        Some pieces are hidden from the student alone.
        """
        with torch.no_grad(), _mixed_precision(batch):
            scored = [score_both(teacher, batch, wish) for teacher in self.teachers]
            parses = ensemble(self.teachers, [parsed for parsed, _ in scored])
        taught = believe_deletions([scores for _, scores in scored], batch, wish)
        verdicts = self._read_versions(batch, wish, [scores for _, scores in scored], target)
        hide_pieces(batch, self.masked)
        with _mixed_precision(batch):
            parsed, scores = score_both(self.student, batch, wish, data.noisy_shapes(batch.shape))
            parse = distillation_loss(self.student, parsed, parses, batch, self.parse_weights)
            loss = deletion_distillation_loss(scores, taught, wish, batch, self.deletion_weights)
            if verdicts is not None:
                judged = self.student.verdict_scores(parsed, words_and_ends(batch), verdicts.kept)
                parse = parse + self.settings["judge_weight"] * verdict_loss(judged, verdicts)
        if target is not None:
            hard, _ = gold_deletion_loss(scores, target, wish, batch, self.deletion_weights)
            share = self.settings["gold_weight"]
            loss = share * hard + (1.0 - share) * loss
        return loss + self.settings["parse_weight"] * parse

    @torch.no_grad()
    def _read_versions(
        self, batch: data.Batch, wish: Wish, scored: list[DeletionScores], target: Target | None
    ) -> Verdicts | None:
        """Return versions that a search might find, some of them spoilt, with what the reader says of them."""
        if self.random.random() > self.settings["read_share"]:
            return None
        first = scored[int(self.random.integers(len(scored)))]
        chain = transitions(first.token, first.bigram, batch.length)
        count = wish.count
        proposed = [best_path(chain, batch.length, count) if target is None else target.kept]
        noise = torch.from_numpy(self.random.choice([0.5, 1.0, 2.0], len(count))).to(chain)
        uniform = torch.rand(chain.shape[0], 1, chain.shape[2], device=chain.device).clamp_min(1e-9)
        gumbel = -torch.log(-torch.log(uniform) + 1e-9)
        shaken = transitions(first.token, first.bigram + noise[:, None, None] * gumbel, batch.length)
        proposed.append(best_path(shaken, batch.length, count))
        proposed.append(spoil(proposed[0], batch.word_mask))
        kept = torch.stack(proposed, 1)
        with _mixed_precision(batch):
            read = torch.softmax(self.reader(batch, kept).float(), -1)
        return Verdicts(kept, read, kept.any(-1).float())

    def plain_wish(self, batch: data.Batch) -> Wish:
        """Return a random wish for each sentence: most of them for a length between the ends of a range."""
        size, device = len(batch.length), batch.length.device
        low, high = self.settings["rate_range"]
        asked = self.random.random(size) < self.settings["asked_share"]
        rate = torch.from_numpy(self.random.uniform(low, high, size) * asked).to(device)
        count = torch.where(rate > 0, (rate * batch.length).round().clamp_min(1.0), 0.0).long()
        corpus = torch.from_numpy(self.random.choice(len(CORPORA), size, p=self.styles)).to(device)
        return Wish.of(corpus, count, batch.length)


def _mixed_precision(batch: data.Batch) -> torch.autocast:
    return torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda)
