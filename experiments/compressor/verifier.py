"""A second reading: from word vectors and which words stay to how an editor would judge the result.

The head reads each word with what it now stands beside: the nearest words that stay on either side, and with what it
has lost: its head or its dependents, as far as they are gone. Layers over the words then look for what is wrong, and
both the mean and the worst of all places count.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from model import WordLayer, attention_mask
from torch import Tensor, nn

VERDICTS = ["accept", "minor", "reject"]


@dataclass
class VerifierSizes:
    """Widths of the verifier."""

    verifier_width: int = 256
    verifier_layers: int = 4
    verifier_feedforward: int = 512


def neighbours(staying: Tensor) -> tuple[Tensor, Tensor]:
    """Return the nearest staying places before and after each place, itself left out; the ends always stay.

    Args:
        staying: ..., W + 2 flags; padding after the sentence's end does not stay.
    """
    width = staying.shape[-1]
    place = torch.arange(width, device=staying.device).expand(staying.shape)
    upto = torch.where(staying, place, 0).cummax(-1).values
    before = torch.nn.functional.pad(upto[..., :-1], (1, 0))
    last = torch.where(staying, place, 0).amax(-1, keepdim=True)
    from_here = torch.where(staying, place, width).flip(-1).cummin(-1).values.flip(-1)
    after = torch.nn.functional.pad(from_here[..., 1:], (0, 1), value=width)
    return before, torch.minimum(after, last)


class Verifier(nn.Module):
    """Judges ways to shorten a sentence."""

    def __init__(self, width: int, sizes: VerifierSizes, dropout: float) -> None:
        super().__init__()
        inner = sizes.verifier_width
        self.word = nn.Linear(width, 5 * inner)  # the word itself, as a neighbour before and after, and as what is lost
        self.fate = nn.Embedding(3, inner)  # gone, staying, an end of the sentence
        self.tree = nn.Linear(2, inner, bias=False)
        self.layers = nn.ModuleList(
            WordLayer(inner, 4, sizes.verifier_feedforward, dropout / 2) for _ in range(sizes.verifier_layers)
        )
        self.norm = nn.LayerNorm(inner)
        self.summary = nn.Linear(2 * inner + 2, inner)
        self.verdict = nn.Linear(inner, len(VERDICTS))
        self.dropout = nn.Dropout(dropout)
        nn.init.normal_(self.fate.weight, std=0.02)
        nn.init.normal_(self.tree.weight, std=0.02)

    def forward(self, words: Tensor, arcs: Tensor, kept: Tensor, length: Tensor) -> Tensor:
        """Return B, K, 3: log odds of the verdicts.

        Args:
            words: B, W + 2, d word vectors.
            arcs: B, W, W + 1 probabilities of heads.
            kept: B, K, W which words each of K versions keeps.
            length: B numbers of words.
        """
        batch, versions, count = kept.shape
        place = torch.arange(count + 2, device=words.device)
        real = place < length[:, None] + 2
        ends = (place == 0) | (place == length[:, None] + 1)
        staying = nn.functional.pad(kept, (1, 1)) | ends[:, None]
        before, after = neighbours(staying)
        own, as_before, as_after, as_dependent, as_head = self.word(self.dropout(words)).chunk(5, -1)
        fate = staying.long() + ends[:, None].long()
        hidden = own[:, None] + self.fate(fate) + _gathered(as_before, before) + _gathered(as_after, after)
        hidden = hidden + nn.functional.pad(self.tree(tree_features(arcs, kept, length)), (0, 0, 1, 1))
        gone = (~kept & (place[1:-1] <= length[:, None])[:, None]).to(arcs.dtype)
        hidden = hidden + lost_dependents(arcs, gone, as_dependent) + lost_heads(arcs, gone, as_head)
        hidden = hidden.reshape(batch * versions, count + 2, -1)
        mask = attention_mask(real, hidden.dtype).repeat_interleave(versions, 0)
        for layer in self.layers:
            hidden = layer(hidden, mask)
        hidden = self.norm(hidden).reshape(batch, versions, count + 2, -1)
        shown = real[:, None, :, None]
        mean = (hidden * shown).sum(2) / shown.sum(2)
        worst = hidden.masked_fill(~shown, -1e4).amax(2)
        share = kept.sum(2) / length[:, None]
        log_length = torch.log(length.float())[:, None].expand_as(share) / 4.0
        pooled = torch.cat([mean, worst, torch.stack([share, log_length], -1).to(mean.dtype)], -1)
        return self.verdict(self.dropout(torch.relu(self.summary(pooled))))


def tree_features(arcs: Tensor, kept: Tensor, length: Tensor) -> Tensor:
    """Return B, K, W, 2: how probably a word's head stays, and how many of its dependents are expected to be gone."""
    stays = nn.functional.pad(kept.to(arcs.dtype), (1, 0), value=1.0)  # the root always stays
    head_stays = stays @ arcs.transpose(1, 2)
    real = torch.arange(kept.shape[2], device=kept.device) < length[:, None]
    gone = (~kept & real[:, None]).to(arcs.dtype)
    lost = (gone @ arcs)[..., 1:]
    return torch.stack([head_stays, lost], -1)


def lost_dependents(arcs: Tensor, gone: Tensor, vectors: Tensor) -> Tensor:
    """Return B, K, W + 2, d: for each place, the sum of the vectors of its dependents that are gone.

    Args:
        arcs: B, W, W + 1 probabilities of heads.
        gone: B, K, W one where a version lacks a word.
        vectors: B, W + 2, d what each word is as a lost dependent.
    """
    weights = gone[:, :, None] * arcs.transpose(1, 2)[:, None]
    return nn.functional.pad(weights @ vectors[:, None, 1:-1].to(weights.dtype), (0, 0, 0, 1))


def lost_heads(arcs: Tensor, gone: Tensor, vectors: Tensor) -> Tensor:
    """Return B, K, W + 2, d: for each place, the vector of its head, if that is gone; the root never is.

    Args:
        arcs: B, W, W + 1 probabilities of heads.
        gone: B, K, W one where a version lacks a word.
        vectors: B, W + 2, d what each word is as a lost head.
    """
    weights = nn.functional.pad(gone, (1, 0))[:, :, None] * arcs[:, None]
    return nn.functional.pad(weights @ vectors[:, None, :-1].to(weights.dtype), (0, 0, 1, 1))


def _gathered(vectors: Tensor, index: Tensor) -> Tensor:
    """Return B, K, N, d: the vectors (B, N, d) at the places (B, K, N)."""
    batch, versions, count = index.shape
    flat = index.reshape(batch, versions * count, 1).expand(-1, -1, vectors.shape[-1])
    return vectors.gather(1, flat).reshape(batch, versions, count, -1)
