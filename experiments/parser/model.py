"""One encoder, four heads: tags, labelled spans, dependency arcs and their relations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from data import Batch
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from laconic.parse.words import SHAPES


@dataclass
class Sizes:
    """Widths of the parts above the encoder."""

    word_layers: int = 1
    word_feedforward: int = 768
    span: int = 256
    arc: int = 256
    relation: int = 192
    tag: int = 256
    dropout: float = 0.2


@dataclass
class Scores:
    """What the heads say; relations are scored for chosen heads by `Parser.relation_scores`."""

    tags: Tensor  # B, W, tags
    spans: Tensor  # B, N, N, labels: from the row's to the column's fence post
    arcs: Tensor  # B, W, W + 1: head 0 is the root
    relation_dependents: Tensor  # B, W, d
    relation_heads: Tensor  # B, W + 1, d
    words: Tensor  # B, W + 2, d: the word vectors, for further heads


class WordLayer(nn.Module):
    """One transformer layer over words, norms first.

    PyTorch's own layer fixes the batch size when it is exported, so attention is spelled out here.
    """

    def __init__(self, width: int, heads: int, feedforward: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.attention_norm = nn.LayerNorm(width)
        self.attention_in = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.feedforward_norm = nn.LayerNorm(width)
        self.feedforward_in = nn.Linear(width, feedforward)
        self.feedforward_out = nn.Linear(feedforward, width)
        self.dropout = nn.Dropout(dropout)
        for layer in (self.attention_out, self.feedforward_out):  # begin near the identity
            nn.init.normal_(layer.weight, std=0.004)
            nn.init.zeros_(layer.bias)

    def forward(self, words: Tensor, mask: Tensor) -> Tensor:
        """Return new word vectors; `mask` (B, 1, W, W) is added to the attention scores."""
        batch, count, width = words.shape
        parts = self.attention_in(self.attention_norm(words)).chunk(3, dim=-1)
        query, key, value = (
            part.reshape(batch, count, self.heads, width // self.heads).transpose(1, 2) for part in parts
        )
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        mixed = mixed.transpose(1, 2).reshape(batch, count, width)
        words = words + self.dropout(self.attention_out(mixed))
        hidden = nn.functional.gelu(self.feedforward_in(self.feedforward_norm(words)))
        return words + self.dropout(self.feedforward_out(self.dropout(hidden)))


def attention_mask(real: Tensor, dtype: torch.dtype) -> Tensor:
    """Return B, 1, T, T to add to attention scores, so that padding is not attended to."""
    mask = (1.0 - real[:, None, None, :].to(dtype)) * torch.finfo(torch.float16).min
    return mask.expand(-1, 1, real.shape[1], -1)


class Parser(nn.Module):
    """The encoder with its heads.

    A word is the mean of its first and last piece, mixed over all layers, plus a vector for its shape. Above
    come `word_layers` transformer layers over words. A span's hidden vector is a sum of one part of its left
    and one of its right fence post, so that the cost a span is one rectifier and one small product.
    """

    def __init__(self, encoder: BertModel, sizes: Sizes, tags: int, spans: int, relations: int) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.mix = nn.Parameter(torch.linspace(-1.0, 1.0, encoder.config.num_hidden_layers + 1))
        self.shape = nn.Embedding(len(SHAPES), width)
        self.word_norm = nn.LayerNorm(width)
        self.word_layers = nn.ModuleList(
            WordLayer(width, 6, sizes.word_feedforward, sizes.dropout / 2) for _ in range(sizes.word_layers)
        )
        self.final_norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(sizes.dropout)
        self.tag_hidden = nn.Linear(width, sizes.tag)
        self.tag_out = nn.Linear(sizes.tag, tags)
        self.span_posts = nn.Linear(width, 4 * sizes.span)  # left and right parts, of the words around a post
        self.span_out = nn.Linear(sizes.span, spans)
        self.arc_dependent = nn.Linear(width, sizes.arc)
        self.arc_head = nn.Linear(width, sizes.arc)
        self.arc_pair = nn.Linear(sizes.arc, sizes.arc, bias=False)
        self.arc_bias = nn.Linear(sizes.arc, 1, bias=False)
        self.relation_dependent = nn.Linear(width, sizes.relation)
        self.relation_head = nn.Linear(width, sizes.relation, bias=False)
        self.relation_out = nn.Linear(sizes.relation, relations)
        self._initialise()

    def _initialise(self) -> None:
        """Begin with small scores, so that the encoder is not disturbed."""
        nn.init.normal_(self.shape.weight, std=0.02)
        nn.init.orthogonal_(self.arc_pair.weight, gain=0.2)
        nn.init.zeros_(self.arc_bias.weight)
        with torch.no_grad():
            self.span_out.bias[0] = 5.0  # most spans are no brackets

    def forward(
        self, pieces: Tensor, piece_mask: Tensor, first: Tensor, last: Tensor, shape: Tensor, word_mask: Tensor
    ) -> Scores:
        """Score a batch; `word_mask` (B, W + 2) covers the words and the two ends of the sentence."""
        words = self.word_vectors(pieces, piece_mask, first, last, shape, word_mask)
        dropped = self.dropout(words)
        inner, heads = dropped[:, 1:-1], dropped[:, :-1]
        tags = self.tag_out(self.dropout(torch.relu(self.tag_hidden(inner))))
        dependent = self.dropout(torch.relu(self.arc_dependent(inner)))
        head = self.dropout(torch.relu(self.arc_head(heads)))
        arcs = self.arc_pair(dependent) @ head.transpose(1, 2) + self.arc_bias(head).transpose(1, 2)
        arcs = arcs.masked_fill(~word_mask[:, None, :-1], -1e4)
        return Scores(
            tags,
            self.span_scores(dropped),
            arcs,
            self.relation_dependent(inner),
            self.relation_head(heads),
            words,
        )

    def word_vectors(
        self, pieces: Tensor, piece_mask: Tensor, first: Tensor, last: Tensor, shape: Tensor, word_mask: Tensor
    ) -> Tensor:
        """Return a vector for each word and for the two ends of the sentence."""
        attention = attention_mask(piece_mask, self.mix.dtype)
        output = self.encoder(input_ids=pieces, attention_mask=attention, output_hidden_states=True)
        hidden = output.hidden_states
        weights = torch.softmax(self.mix, 0)
        mixed = sum((weight * layer for weight, layer in zip(weights, hidden, strict=True)), torch.zeros(()))
        width = mixed.shape[-1]
        ends = [mixed.gather(1, index[:, :, None].expand(-1, -1, width)) for index in (first, last)]
        words = self.word_norm(0.5 * (ends[0] + ends[1])) + self.shape(shape)
        mask = attention_mask(word_mask, words.dtype)
        for layer in self.word_layers:
            words = layer(words, mask)
        return self.final_norm(words)

    def span_scores(self, words: Tensor) -> Tensor:
        """Return the scores of all labels for all pairs of fence posts."""
        parts = self.span_posts(words).chunk(4, dim=-1)
        left = parts[0][:, :-1] + parts[1][:, 1:]
        right = parts[2][:, :-1] + parts[3][:, 1:]
        hidden = torch.relu(left[:, :, None] + right[:, None, :])
        return self.span_out(self.dropout(hidden))

    def relation_scores(self, scores: Scores, heads: Tensor) -> Tensor:
        """Return B, W, relations: the scores of the relations to the given heads (B, W)."""
        index = heads.clamp_min(0)[:, :, None].expand(-1, -1, scores.relation_heads.shape[-1])
        hidden = torch.relu(scores.relation_dependents + scores.relation_heads.gather(1, index))
        return self.relation_out(self.dropout(hidden))


def new_parser(folder: Path, sizes: Sizes, tags: int, spans: int, relations: int) -> Parser:
    """Return a parser whose encoder has the pretrained weights of the folder and whose heads are fresh."""
    config = BertConfig.from_json_file(str(folder / "config.json"))
    config._attn_implementation = "sdpa"
    encoder = BertModel(config, add_pooling_layer=False)
    weights = {name: value.float() for name, value in load_file(folder / "encoder.safetensors").items()}
    missing, unexpected = encoder.load_state_dict(weights, strict=False)
    if any("position_ids" not in name for name in missing) or unexpected:
        raise ValueError(f"{folder}/encoder.safetensors does not fit: missing {missing}, unexpected {unexpected}.")
    return Parser(encoder, sizes, tags, spans, relations)


def score(model: Parser, batch: Batch, shape: Tensor | None = None) -> Scores:
    """Run the model on a batch, with other shapes than the batch's if given."""
    posts = torch.arange(batch.first.shape[1], device=batch.first.device)
    word_mask = posts < batch.length[:, None] + 2
    return model(
        batch.pieces, batch.piece_mask, batch.first, batch.last, batch.shape if shape is None else shape, word_mask
    )
