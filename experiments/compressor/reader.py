"""The verifier's teacher: a wide encoder that reads a sentence and its shorter version together."""

from __future__ import annotations

from pathlib import Path

import torch
from data import SEP, Batch
from model import attention_mask
from mpnet import new_mpnet
from torch import Tensor, nn
from verifier import VERDICTS


class Reader(nn.Module):
    """Judges a shorter version from the pieces of both; each source piece is marked as staying or gone."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.encoder = new_mpnet(folder)
        width = self.encoder.config.hidden_size
        self.role = nn.Embedding(4, width)  # a mark, a piece that is gone, one that stays, one of the version
        nn.init.normal_(self.role.weight, std=0.01)
        self.summary = nn.Linear(3 * width, width)
        self.verdict = nn.Linear(width, len(VERDICTS))
        self.dropout = nn.Dropout(0.1)

    def forward(self, batch: Batch, kept: Tensor) -> Tensor:
        """Return B, K, 3: log odds of the verdicts on each of the versions (B, K, W) of each sentence."""
        pieces, role, real = joined_pieces(batch, kept)
        mask = attention_mask(real, torch.float32)
        states = self.encoder(pieces, mask, extra=self.role(role)).last_hidden_state
        version = (role == 3)[:, :, None]
        shown = states.masked_fill(~version, 0.0)
        mean = shown.sum(1) / version.sum(1).clamp_min(1)
        worst = states.masked_fill(~version, -1e4).amax(1)
        pooled = torch.cat([states[:, 0], mean, worst], -1)
        verdicts = self.verdict(self.dropout(torch.tanh(self.summary(self.dropout(pooled)))))
        return verdicts.reshape(*kept.shape[:2], -1)


def joined_pieces(batch: Batch, kept: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return B * K, T: the pieces of each sentence and of each version, their roles, and which are real."""
    versions = kept.shape[1]
    source = batch.pieces.repeat_interleave(versions, 0)
    rows, width = source.shape
    word = piece_words(batch).repeat_interleave(versions, 0)
    inside = word >= 0
    stays = kept.reshape(rows, -1).gather(1, word.clamp_min(0)) & inside
    count = batch.piece_mask.sum(1).repeat_interleave(versions)  # with both marks
    place = stays.long().cumsum(1) - 1 + count[:, None]
    total = count + stays.sum(1) + 1
    most = -(-int(total.max()) // 8) * 8
    pieces = torch.zeros(rows, most + 1, dtype=torch.long, device=source.device)
    role = torch.zeros_like(pieces)
    pieces[:, :width] = source
    role[:, :width] = torch.where(inside, 1 + stays.long(), 0)
    target = torch.where(stays, place, most)
    pieces.scatter_(1, target, source)
    role.scatter_(1, target, torch.full_like(target, 3))
    pieces.scatter_(1, (total - 1)[:, None], SEP)
    real = torch.arange(most, device=source.device) < total[:, None]
    return pieces[:, :most], role[:, :most], real


def piece_words(batch: Batch) -> Tensor:
    """Return B, T: the word that each piece belongs to, counted from 0, or -1 for marks and padding."""
    rows, width = batch.pieces.shape
    starts = torch.zeros(rows, width + 1, dtype=torch.long, device=batch.pieces.device)
    real = batch.word_mask
    starts.scatter_add_(1, torch.where(real, batch.first[:, 1:-1], width), real.long())
    word = starts[:, :width].cumsum(1) - 1
    last_piece = batch.piece_mask.sum(1) - 1
    return torch.where(torch.arange(width, device=word.device) < last_piece[:, None], word, -1)
