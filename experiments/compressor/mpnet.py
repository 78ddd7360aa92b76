"""MPNet, the wide encoder of the teachers, behind the interface of the narrow one.

Its vocabulary is that of BERT with four entries before it, so that both encoders read the same pieces.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import SimpleNamespace

import torch
from packing import unpack
from torch import Tensor, nn

_BEFORE = 4
_SPECIAL = {0: 1, 101: 0, 102: 2, 103: 30526, 100: 104}
"""Pieces that MPNet numbers otherwise: padding, the two ends, the mask and the unknown piece."""


class Attention(nn.Module):
    """Attention with a learnt bias for distances."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """Return what each piece gathers from the others."""
        batch, count, width = states.shape
        query, key, value = (
            part(states).reshape(batch, count, self.heads, -1).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        return self.o(mixed.transpose(1, 2).reshape(batch, count, width))


class Layer(nn.Module):
    """One layer of the encoder; the names are those of the published weights."""

    def __init__(self, width: int, heads: int, inner: int, epsilon: float, dropout: float) -> None:
        super().__init__()
        self.attention = nn.ModuleDict({"attn": Attention(width, heads), "LayerNorm": nn.LayerNorm(width, eps=epsilon)})
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(width, inner)})
        self.output = nn.ModuleDict({"dense": nn.Linear(inner, width), "LayerNorm": nn.LayerNorm(width, eps=epsilon)})
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """Return the next states."""
        attended = self.dropout(self.attention["attn"](states, bias))
        states = self.attention["LayerNorm"](attended + states)
        hidden = self.output["dense"](nn.functional.gelu(self.intermediate["dense"](states)))
        return self.output["LayerNorm"](self.dropout(hidden) + states)


class Layers(nn.Module):
    """All layers, with the bias that they share."""

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.layer = nn.ModuleList(
            Layer(
                config.hidden_size,
                config.num_attention_heads,
                config.intermediate_size,
                config.layer_norm_eps,
                config.hidden_dropout_prob,
            )
            for _ in range(config.num_hidden_layers)
        )
        self.relative_attention_bias = nn.Embedding(config.relative_attention_num_buckets, config.num_attention_heads)


class MPNet(nn.Module):
    """The encoder; `forward` takes and returns what the narrow encoder's does."""

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.config = config
        width = config.hidden_size
        self.embeddings = nn.ModuleDict(
            {
                "word_embeddings": nn.Embedding(config.vocab_size, width),
                "position_embeddings": nn.Embedding(config.max_position_embeddings, width),
                "LayerNorm": nn.LayerNorm(width, eps=config.layer_norm_eps),
            }
        )
        self.encoder = Layers(config)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        numbers = torch.arange(config.vocab_size) + _BEFORE
        for narrow, wide in _SPECIAL.items():
            numbers[narrow] = wide
        self.register_buffer("numbers", numbers, persistent=False)

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        output_hidden_states: bool = True,
        extra: Tensor | None = None,
    ) -> SimpleNamespace:
        """Return the states of all layers.

        Args:
            input_ids: B, T pieces as the narrow encoder numbers them.
            attention_mask: B, 1, T, T to add to attention scores.
            output_hidden_states: always true.
            extra: B, T, d to add to the embeddings.
        """
        count = input_ids.shape[1]
        places = torch.arange(2, count + 2, device=input_ids.device)
        states = self.embeddings["word_embeddings"](self.numbers[input_ids])
        states = states + self.embeddings["position_embeddings"](places)
        if extra is not None:
            states = states + extra
        states = self.dropout(self.embeddings["LayerNorm"](states))
        distances = self.encoder.relative_attention_bias(_buckets(count, input_ids.device)).permute(2, 0, 1)
        bias = attention_mask + distances[None]
        every = [states]
        for layer in self.encoder.layer:
            states = layer(states, bias)
            every.append(states)
        return SimpleNamespace(hidden_states=tuple(every), last_hidden_state=states)


def _buckets(count: int, device: torch.device, buckets: int = 32, farthest: int = 128) -> Tensor:
    """Return T, T: the bucket of each distance; near ones have buckets of their own, far ones share them."""
    place = torch.arange(count, device=device)
    distance = place[:, None] - place[None, :]
    half = buckets // 2
    exact = half // 2
    size = distance.abs()
    spread = torch.log(size.float().clamp_min(1.0) / exact) / math.log(farthest / exact) * (half - exact)
    large = (exact + spread.long()).clamp_max(half - 1)
    return (distance < 0).long() * half + torch.where(size < exact, size, large)


def new_mpnet(folder: Path) -> MPNet:
    """Return the encoder with the pretrained weights that a prepared folder holds."""
    config = SimpleNamespace(**json.loads((folder / "mpnet.json").read_text(encoding="utf-8")))
    encoder = MPNet(config)
    weights = unpack(folder, "mpnet")
    missing, unexpected = encoder.load_state_dict(weights, strict=False)
    if missing or unexpected:
        raise ValueError(f"{folder}: MPNet's weights do not fit: missing {missing}, unexpected {unexpected}.")
    return encoder
