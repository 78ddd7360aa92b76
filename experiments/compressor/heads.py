"""The compression heads as they run: from the parser's word vectors and one wish to scores.

They read nothing else, so that the encoder runs once a sentence and the heads once a wish.
"""

from __future__ import annotations

import torch
from network import LONGEST_GAP, Compressor, wish_features
from pairs import Wish
from runtime import Product, Runtime, WordRuntimeLayer
from torch import Tensor, nn


class ParserWithVectors(Runtime):
    """The trained parser with one output more: its word vectors."""

    def forward(self, pieces: Tensor, first: Tensor, last: Tensor, shape: Tensor) -> tuple[Tensor, ...]:
        """Return the parser's outputs, and W + 2, d: the vectors of the words and of the sentence's ends."""
        words = self.word_vectors(pieces, first, last, shape)
        return *self.parse_outputs(words), words


class Heads(nn.Module):
    """The trained heads, with those of the parser's that they read."""

    def __init__(self, model: Compressor) -> None:
        super().__init__()
        self.parser = Runtime(model)
        self.style, self.wish = model.style, Product(model.wish)
        self.from_head, self.from_children = Product(model.from_head), Product(model.from_children)
        self.from_relation = Product(model.from_relation)
        self.deletion_layers = nn.ModuleList(WordRuntimeLayer(layer) for layer in model.deletion_layers)
        self.deletion_norm = model.deletion_norm
        self.token_hidden = Product(model.token_hidden)
        self.token_out = Product(model.token_out)
        self.pair_widths = [model.pair_out.in_features, model.pair_left.out_features - model.pair_out.in_features]
        self.pair_left, self.pair_right = Product(model.pair_left), Product(model.pair_right)
        self.pair_between, self.pair_span = Product(model.pair_between), Product(model.pair_span)
        self.pair_gap = nn.Parameter(model.pair_gap.weight.detach())
        self.pair_out = Product(model.pair_out)
        self.kept_dependent, self.kept_head = Product(model.kept_dependent), Product(model.kept_head)
        self.kept_pair = Product(model.kept_pair)
        self.ancestor_scale = model.ancestor_scale.detach().tolist()

    def forward(self, vectors: Tensor, rate: Tensor, style: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return W scores of words, W + 2 × W + 2 of neighbours and W + 1 × W + 1 of arcs, from head to word.

        Args:
            vectors: W + 2, d, the parser's word vectors.
            rate: 1, the wished rate, or a negative number for a free length.
            style: 1, the wished style.
        """
        hidden = self.parser.hidden_parts(vectors)
        arcs = torch.softmax(self.parser.arcs(hidden), 0).T  # rows are words, columns their heads
        tree = self.from_head(arcs @ vectors[:-1]) + self.from_children(arcs[:, 1:].T @ vectors[1:-1])
        linked = hidden.relation_dependent[1:-1] + arcs @ hidden.relation_head[:-1]
        tree = tree + self.from_relation(torch.relu(linked))
        real = torch.ones_like(vectors[None, :, 0])
        condition = self.style(style) + self.wish(wish_features(Wish(style, rate, style), real))
        words = vectors + nn.functional.pad(tree, (0, 0, 1, 1)) + condition
        for layer in self.deletion_layers:
            words = layer(words)
        words = self.deletion_norm(words)
        token = self.token_out(torch.relu(self.token_hidden(words[1:-1])))[:, 0]
        return token, self._bigram_scores(words, hidden.span_posts), self._arc_scores(words, arcs)

    def _bigram_scores(self, words: Tensor, posts: Tensor) -> Tensor:
        left, left_factor = self.pair_left(words[:-1]).split(self.pair_widths, -1)
        right, right_factor = self.pair_right(words[1:]).split(self.pair_widths, -1)
        running = self.pair_between(words[:-1]).cumsum(0)
        constituent = self.pair_span(torch.softmax(self.parser.span_label_scores(posts), -1))
        position = torch.arange(words.shape[0] - 1)
        gap = self.pair_gap[(position[None] - position[:, None]).clamp(0, LONGEST_GAP)]
        hidden = torch.relu((left - running)[:, None] + (right + running)[None] + constituent + gap)
        factors = left_factor @ right_factor.T / left_factor.shape[-1] ** 0.5
        return nn.functional.pad(self.pair_out(hidden)[..., 0] + factors, (1, 0, 0, 1))

    def _arc_scores(self, words: Tensor, arcs: Tensor) -> Tensor:
        dependent = torch.relu(self.kept_dependent(words[1:-1]))
        scored = self.kept_pair(dependent) @ torch.relu(self.kept_head(words[:-1])).T
        ancestor = arcs
        for scale in self.ancestor_scale:
            scored = scored + scale * (ancestor + 1e-4).log()
            ancestor = ancestor[:, 1:] @ arcs
        position = torch.arange(words.shape[0] - 1)
        scored = scored.masked_fill(position[1:, None] == position, -1e4)
        return nn.functional.pad(torch.log_softmax(scored, -1).T, (1, 0))
