"""What the student learns from a lesson: parses, compressions, verdicts."""

from __future__ import annotations

from collections.abc import Callable

import data
import torch
from chain import path_of, transitions
from judged import Verdicts, verdict_loss
from lessons import Lesson, mixed_precision
from losses import LossWeights, distillation_loss, gold_loss
from model import score
from network import Compressor, DeletionScores, score_both, words_and_ends
from objective import DeletionWeights, deletion_distillation_loss, gold_deletion_loss
from pairs import Wish
from teacher import hide_pieces
from torch import Tensor
from train import Settings, pick


class StudentLoss:
    """The loss of the next lesson.

    On treebanks the student learns to parse by the annotation and by its teachers; on plain sentences to compress by
    the teachers, in all styles and lengths, and to judge what they propose, and worse, by the reader; on pairs by the
    references as well; on judged versions by the verdicts. Of versions of one length, those that the reader prefers are
    to have the higher scores.
    """

    def __init__(self, student: Compressor, lessons: Callable[[], Lesson], settings: Settings) -> None:
        self.student = student
        self.lessons = lessons
        self.settings = settings["student"]
        self.masked = settings["pairs"]["masked"]
        self.parse_weights: LossWeights = pick(LossWeights, settings["treebank"]["loss"])
        self.deletion_weights: DeletionWeights = pick(DeletionWeights, settings["deletion"])

    def __call__(self, progress: float) -> Tensor:
        """Return the loss of the next lesson, whatever the progress."""
        lesson = self.lessons()
        if not lesson.annotated:
            hide_pieces(lesson.batch, self.masked)  # the teachers saw them
        with mixed_precision(lesson.batch):
            return self._loss(lesson)

    def _loss(self, lesson: Lesson) -> Tensor:
        batch, settings = lesson.batch, self.settings
        shape = data.noisy_shapes(batch.shape)
        if lesson.wish is None:
            parsed, scores = score(self.student, batch, shape), None
        else:
            parsed, scores = score_both(self.student, batch, lesson.wish, shape)
        loss = batch.length.new_zeros((), dtype=torch.float32)
        if lesson.parses is not None:
            parse = distillation_loss(self.student, parsed, lesson.parses, batch, self.parse_weights)
            if lesson.annotated:
                parse = parse + gold_loss(self.student, parsed, batch, self.parse_weights)[0]
            loss = loss + settings["parse_weight"] * parse
        if lesson.verdicts is not None:
            judged = self.student.verdict_scores(parsed, words_and_ends(batch), lesson.verdicts.kept)
            loss = loss + settings["judge_weight"] * verdict_loss(judged, lesson.verdicts)
        if scores is not None and lesson.wish is not None:
            loss = loss + self._deletion_loss(lesson, scores, lesson.wish)
        return loss

    def _deletion_loss(self, lesson: Lesson, scores: DeletionScores, wish: Wish) -> Tensor:
        assert lesson.deletions is not None
        batch = lesson.batch
        loss = deletion_distillation_loss(scores, lesson.deletions, wish, batch, self.deletion_weights)
        if lesson.target is not None:
            hard, _ = gold_deletion_loss(scores, lesson.target, wish, batch, self.deletion_weights)
            share = self.settings["gold_weight"]
            loss = share * hard + (1.0 - share) * loss
        if lesson.verdicts is not None:
            loss = loss + self.settings["risk_weight"] * risk(scores, lesson.verdicts, wish, batch.length)
        return loss


def risk(scores: DeletionScores, verdicts: Verdicts, wish: Wish, length: Tensor) -> Tensor:
    """Return the expected loss of quality among versions of the wished length (minimum risk: Smith and Eisner, 2006).

    The quality of a version is its expected verdict, where acceptance counts 1, a small flaw a half and rejection
    nothing.
    """
    versions = verdicts.kept.shape[1]
    chain = transitions(scores.token, scores.bigram, length)
    paths = path_of(verdicts.kept.flatten(0, 1), length.repeat_interleave(versions)).reshape(
        len(length), versions, *chain.shape[1:]
    )
    total = (paths * chain[:, None]).sum((2, 3))
    same = (verdicts.kept.sum(-1) == wish.count[:, None]) & (verdicts.weight > 0)
    probability = torch.softmax(total.masked_fill(~same, -1e9), 1)
    lost = 0.5 * (1.0 - verdicts.belief[..., 0] + verdicts.belief[..., 2])
    comparable = (same.sum(1) > 1).float()
    return ((probability * lost).sum(1) * comparable).sum() / comparable.sum().clamp_min(1.0)
