"""The verifier's teachers: pretrained models that read a sentence and its shorter version together.

`Reader` is an encoder and reads pieces, which every batch has. `CausalReader` is a language model that reads from left
to right and has tokens of its own, so that it can only read sentences that were prepared with them.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from data import SEP, Batch
from judged import NEWLINE, Judged
from model import attention_mask
from mpnet import new_mpnet
from packing import unpack
from torch import Tensor, nn
from verifier import VERDICTS

Judge = Callable[[Batch, Tensor], Tensor]
"""From a batch and versions of its sentences (B, K, W) to log odds of the verdicts (B, K, 3)."""

MARK, GONE, STAYS, VERSION = range(4)
"""The roles of tokens: marks and padding, tokens of the source that are gone or stay, and those of the version."""


class Joined(NamedTuple):
    """Sentences and their versions, each pair in one row."""

    tokens: Tensor  # B * K, T
    role: Tensor  # B * K, T
    count: Tensor  # B * K: tokens of the row, with all marks


class VersionReader(nn.Module, ABC):
    """What all readers share: roles that are added to tokens, and verdicts from the states of a version.

    Args:
        encoder: the pretrained model; its configuration tells its width.
    """

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.role = nn.Embedding(4, width)
        nn.init.normal_(self.role.weight, std=0.01)
        self.summary = nn.Linear(3 * width, width)
        self.verdict = nn.Linear(width, len(VERDICTS))
        self.dropout = nn.Dropout(0.1)

    @abstractmethod
    def judge_of(self, judged: Judged) -> Judge:
        """Return the reader as a judge of versions of the given sentences."""

    def verdicts(self, states: Tensor, role: Tensor, whole: Tensor) -> Tensor:
        """Return B * K, 3: log odds of the verdicts.

        Args:
            states: B * K, T, d what the encoder made of the tokens.
            role: B * K, T their roles.
            whole: B * K, d the state that has seen the whole row.
        """
        version = (role == VERSION)[:, :, None]
        mean = states.masked_fill(~version, 0.0).sum(1) / version.sum(1).clamp_min(1)
        worst = states.masked_fill(~version, -1e4).amax(1)
        pooled = torch.cat([whole, mean, worst], -1)
        return self.verdict(self.dropout(torch.tanh(self.summary(self.dropout(pooled)))))


class Reader(VersionReader):
    """MPNet, which sees all pieces of the sentence and of the version at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(new_mpnet(folder))

    def judge_of(self, judged: Judged) -> Judge:
        """Return the reader itself: it reads the pieces of any batch."""
        return self

    def forward(self, batch: Batch, kept: Tensor) -> Tensor:
        """Return B, K, 3: log odds of the verdicts on each of the versions (B, K, W) of each sentence."""
        joined = join(batch.pieces, piece_words(batch), batch.piece_mask.sum(1), kept, SEP)
        real = torch.arange(joined.tokens.shape[1], device=kept.device) < joined.count[:, None]
        mask = attention_mask(real, torch.float32)
        states = self.encoder(joined.tokens, mask, extra=self.role(joined.role)).last_hidden_state
        return self.verdicts(states, joined.role, states[:, 0]).reshape(*kept.shape[:2], -1)


class CausalReader(VersionReader):
    """SmolLM2, a language model that reads the source, a newline, the version and another newline.

    Each token sees those before it alone, so that the last newline has seen everything, and padding after it does no
    harm.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(new_smollm2(folder))

    def judge_of(self, judged: Judged) -> Judge:
        """Return a judge that looks up the tokens of a batch's sentences.

        Raises:
            ValueError: the sentences were prepared without tokens.
        """
        words = judged.tokens
        if words is None:
            raise ValueError("the sentences have no tokens of the causal model: prepare them with --causal.")
        return lambda batch, kept: self(*words.batch(batch.indices), kept)

    def forward(self, source: Tensor, word: Tensor, count: Tensor, kept: Tensor) -> Tensor:
        """Return B, K, 3: log odds of the verdicts on each of the versions (B, K, W) of each sentence.

        Args:
            source: B, T tokens of the sentences, between their marks.
            word: B, T the word that each token belongs to, or -1.
            count: B numbers of tokens, with marks.
            kept: B, K, W which words each version keeps.
        """
        joined = join(source, word, count, kept, NEWLINE)
        embedded = self.encoder.embed_tokens(joined.tokens) + self.role(joined.role)
        states = self.encoder(inputs_embeds=embedded).last_hidden_state
        last = states[torch.arange(len(states), device=states.device), joined.count - 1]
        return self.verdicts(states, joined.role, last).reshape(*kept.shape[:2], -1)


def join(source: Tensor, word: Tensor, count: Tensor, kept: Tensor, end: int) -> Joined:
    """Write each version (B, K, W) behind its sentence, followed by an end mark.

    Args:
        source: B, T tokens of the sentences, with marks around them.
        word: B, T the word that each token belongs to, counted from 0, or -1 for marks and padding.
        count: B numbers of tokens, with marks.
        kept: B, K, W which words each version keeps.
        end: the mark.
    """
    versions = kept.shape[1]
    source, word, count = (each.repeat_interleave(versions, 0) for each in (source, word, count))
    rows, width = source.shape
    inside = word >= 0
    stays = kept.reshape(rows, -1).gather(1, word.clamp_min(0)) & inside
    total = count + stays.sum(1) + 1
    most = -(-int(total.max()) // 8) * 8  # widths that attention kernels like
    tokens = torch.zeros(rows, max(most, width) + 1, dtype=torch.long, device=source.device)
    role = torch.full_like(tokens, MARK)
    tokens[:, :width] = source
    role[:, :width] = torch.where(inside, torch.where(stays, STAYS, GONE), MARK)
    place = stays.long().cumsum(1) - 1 + count[:, None]
    target = torch.where(stays, place, tokens.shape[1] - 1)  # what does not stay goes to a column that is cut off
    tokens.scatter_(1, target, source)
    role.scatter_(1, target, torch.full_like(target, VERSION))
    tokens.scatter_(1, (total - 1)[:, None], end)
    return Joined(tokens[:, :most], role[:, :most], total)


def piece_words(batch: Batch) -> Tensor:
    """Return B, T: the word that each piece belongs to, counted from 0, or -1 for marks and padding."""
    rows, width = batch.pieces.shape
    starts = torch.zeros(rows, width + 1, dtype=torch.long, device=batch.pieces.device)
    real = batch.word_mask
    starts.scatter_add_(1, torch.where(real, batch.first[:, 1:-1], width), real.long())
    word = starts[:, :width].cumsum(1) - 1
    last_piece = batch.piece_mask.sum(1) - 1
    return torch.where(torch.arange(width, device=word.device) < last_piece[:, None], word, -1)


def new_smollm2(folder: Path) -> nn.Module:
    """Return the language model, without the layer that predicts words, with the weights a prepared folder holds."""
    from transformers import LlamaConfig, LlamaModel  # slow to import, and other readers do without

    sizes = json.loads((folder / "smollm2.json").read_text(encoding="utf-8"))
    model = LlamaModel(LlamaConfig(**sizes, use_cache=False, attn_implementation="sdpa"))
    model.load_state_dict(unpack(folder, "smollm2"))
    return model


KINDS: dict[str, Callable[[Path], VersionReader]] = {"mpnet": Reader, "smollm2": CausalReader}
"""The readers that the settings may name."""


def load_reader(folder: Path, run: Path, kind: str, device: torch.device) -> VersionReader:
    """Return a trained reader, no longer to be trained.

    Args:
        folder: the prepared data with the pretrained weights.
        run: the folder that `read.py` wrote.
        kind: mpnet or smollm2.
        device: where it goes.
    """
    reader = KINDS[kind](folder)
    reader.load_state_dict(torch.load(run / "model.pt", map_location="cpu", weights_only=True))
    return reader.to(device).eval().requires_grad_(False)
