"""The network as it runs: one sentence at a time, without padding and masks.

In 8 bits the activations share one scale per matrix, chosen from their range. Were several sentences run
together, a sentence's parse would depend on its company; one at a time it never does, and costs little more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from model import Parser, WordLayer
from torch import Tensor, nn
from transformers.models.bert.modeling_bert import BertLayer


class Product(nn.Module):
    """Rows times a matrix plus a bias, as the plain product that quantises and runs best."""

    def __init__(self, *parts: nn.Linear, scale: float = 1.0) -> None:
        """Stand several layers side by side; the first one's results are multiplied by ``scale``."""
        super().__init__()
        scales = [scale, *[1.0] * (len(parts) - 1)]
        weights = [part.weight.detach() * factor for part, factor in zip(parts, scales, strict=True)]
        biases = [
            (part.bias.detach() if part.bias is not None else torch.zeros(len(part.weight))) * factor
            for part, factor in zip(parts, scales, strict=True)
        ]
        self.weight = nn.Parameter(torch.cat(weights).T.contiguous())
        self.bias = nn.Parameter(torch.cat(biases))

    def forward(self, rows: Tensor) -> Tensor:
        """Return one row of results a row."""
        return rows @ self.weight + self.bias


def attend(products: Tensor, heads: int, width: int) -> Tensor:
    """Return the mixed values of queries, keys and values that stand side by side, each so wide and already scaled.

    The width is given, for one that is read from the products would be computed again each time.
    """
    query, key, value = (part.reshape(-1, heads, width // heads).transpose(0, 1) for part in products.split(width, -1))
    weights = torch.softmax(query @ key.transpose(1, 2), -1)
    return (weights @ value).transpose(0, 1).reshape(-1, width)


class EncoderLayer(nn.Module):
    """A layer of the encoder: attention, then two products, a norm after each."""

    def __init__(self, layer: BertLayer) -> None:
        super().__init__()
        inner = layer.attention.self
        self.heads, self.width = inner.num_attention_heads, inner.all_head_size
        self.attention_in = Product(inner.query, inner.key, inner.value, scale=inner.attention_head_size**-0.5)
        self.attention_out = Product(layer.attention.output.dense)
        self.attention_norm = layer.attention.output.LayerNorm
        self.feedforward_in = Product(layer.intermediate.dense)
        self.feedforward_out = Product(layer.output.dense)
        self.feedforward_norm = layer.output.LayerNorm

    def forward(self, pieces: Tensor) -> Tensor:
        """Return new vectors of the pieces."""
        mixed = self.attention_out(attend(self.attention_in(pieces), self.heads, self.width))
        pieces = self.attention_norm(mixed + pieces)
        hidden = self.feedforward_out(nn.functional.gelu(self.feedforward_in(pieces)))
        return self.feedforward_norm(hidden + pieces)


class WordRuntimeLayer(nn.Module):
    """A layer over words: norms first."""

    def __init__(self, layer: WordLayer) -> None:
        super().__init__()
        self.heads, self.width = layer.heads, layer.attention_out.in_features
        query, *others = _thirds(layer.attention_in)
        self.attention_in = Product(query, *others, scale=1.0 / math.sqrt(self.width // self.heads))
        self.attention_out = Product(layer.attention_out)
        self.attention_norm = layer.attention_norm
        self.feedforward_in = Product(layer.feedforward_in)
        self.feedforward_out = Product(layer.feedforward_out)
        self.feedforward_norm = layer.feedforward_norm

    def forward(self, words: Tensor) -> Tensor:
        """Return new vectors of the words."""
        products = self.attention_in(self.attention_norm(words))
        words = words + self.attention_out(attend(products, self.heads, self.width))
        hidden = nn.functional.gelu(self.feedforward_in(self.feedforward_norm(words)))
        return words + self.feedforward_out(hidden)


def _thirds(layer: nn.Linear) -> list[nn.Linear]:
    """Return the three layers that stand side by side in one."""
    parts = []
    for weight, bias in zip(layer.weight.chunk(3), layer.bias.chunk(3), strict=True):
        part = nn.Linear(weight.shape[1], weight.shape[0])
        part.weight, part.bias = nn.Parameter(weight), nn.Parameter(bias)
        parts.append(part)
    return parts


class Hidden(NamedTuple):
    """The first layers of the heads, before their rectifiers."""

    tag: Tensor
    arc_dependent: Tensor
    arc_head: Tensor
    relation_dependent: Tensor
    relation_head: Tensor
    span_posts: Tensor


class Runtime(nn.Module):
    """The trained parser for one sentence, its outputs reduced to what decoding needs."""

    def __init__(self, parser: Parser) -> None:
        super().__init__()
        embeddings = parser.encoder.embeddings
        self.pieces = embeddings.word_embeddings
        places = embeddings.position_embeddings.weight + embeddings.token_type_embeddings.weight[0]
        self.places = nn.Parameter(places.detach())
        self.piece_norm = embeddings.LayerNorm
        self.encoder_layers = nn.ModuleList(EncoderLayer(layer) for layer in parser.encoder.encoder.layer)
        self.mix = torch.softmax(parser.mix.detach(), 0).tolist()
        self.shapes = parser.shape
        self.word_norm = parser.word_norm
        self.word_layers = nn.ModuleList(WordRuntimeLayer(layer) for layer in parser.word_layers)
        self.final_norm = parser.final_norm
        first_layers = (
            parser.tag_hidden,
            parser.arc_dependent,
            parser.arc_head,
            parser.relation_dependent,
            parser.relation_head,
            parser.span_posts,
        )
        self.hidden = Product(*first_layers)
        self.widths = [layer.out_features for layer in first_layers]
        self.tag_out, self.span_out = Product(parser.tag_out), Product(parser.span_out)
        self.arc_pair, self.arc_bias = Product(parser.arc_pair), parser.arc_bias
        self.relation_out = Product(parser.relation_out)

    def forward(self, pieces: Tensor, first: Tensor, last: Tensor, shape: Tensor) -> tuple[Tensor, ...]:
        """Return tags, span scores and labels, arcs and relations as `laconic.parse.encoder.Outputs` has them."""
        return self.parse_outputs(self.word_vectors(pieces, first, last, shape))

    def parse_outputs(self, words: Tensor) -> tuple[Tensor, ...]:
        """Return what decoding needs of a sentence, from its word vectors."""
        hidden = self.hidden_parts(words)
        tags = self.tag_out(torch.relu(hidden.tag[1:-1])).argmax(-1)
        span_scores, span_labels = self.spans(hidden.span_posts)
        pairs = torch.relu(hidden.relation_dependent[None, 1:-1] + hidden.relation_head[:-1, None])
        relations = self.relation_out(pairs).argmax(-1)
        beside_root = (1, 0)  # the root is nobody's dependent, but has its column
        return (
            tags,
            span_scores,
            span_labels,
            nn.functional.pad(self.arcs(hidden), beside_root),
            nn.functional.pad(relations, beside_root),
        )

    def hidden_parts(self, words: Tensor) -> Hidden:
        """Return the first layers of the heads."""
        return Hidden(*self.hidden(words).split(self.widths, -1))

    def arcs(self, hidden: Hidden) -> Tensor:
        """Return W + 1, W: scores from head to word."""
        head = torch.relu(hidden.arc_head[:-1])
        scores: Tensor = head @ self.arc_pair(torch.relu(hidden.arc_dependent[1:-1])).T + self.arc_bias(head)
        return scores

    def word_vectors(self, pieces: Tensor, first: Tensor, last: Tensor, shape: Tensor) -> Tensor:
        """Return a vector for each word and for the two ends of the sentence."""
        vectors = self.piece_norm(self.pieces(pieces) + self.places[: pieces.shape[0]])
        mixed = self.mix[0] * vectors
        for weight, layer in zip(self.mix[1:], self.encoder_layers, strict=True):
            vectors = layer(vectors)
            mixed = mixed + weight * vectors
        words = self.word_norm(0.5 * (mixed[first] + mixed[last])) + self.shapes(shape)
        for layer in self.word_layers:
            words = layer(words)
        result: Tensor = self.final_norm(words)
        return result

    def spans(self, posts: Tensor) -> tuple[Tensor, Tensor]:
        """Return how far the best label of every span leads over "no bracket", and that label."""
        scores = self.span_label_scores(posts)
        best, label = (scores[..., 1:] - scores[..., :1]).max(-1)
        return best, label + 1

    def span_label_scores(self, posts: Tensor) -> Tensor:
        """Return the scores of all labels for all pairs of fence posts."""
        parts = posts.chunk(4, dim=-1)
        left = parts[0][:-1] + parts[1][1:]
        right = parts[2][:-1] + parts[3][1:]
        scores: Tensor = self.span_out(torch.relu(left[:, None] + right[None]))
        return scores
