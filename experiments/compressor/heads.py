"""The heads as they run: from the parser's word vectors and one request to scores, or and versions to verdicts.

They read nothing else, so that the encoder runs once per sentence. What no request changes is also computed once per
sentence (`ContextHead`); the rest is computed for each request by itself, for in 8 bits all activations of a run share
a scale, and the scores for one request must not depend on what else is asked for.
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


class ContextHead(nn.Module):
    """What the trained heads know of a sentence before anything is asked for, from its parse."""

    def __init__(self, model: Compressor) -> None:
        super().__init__()
        self.parser = Runtime(model)
        self.from_head, self.from_children = Product(model.from_head), Product(model.from_children)
        self.from_relation = Product(model.from_relation)
        self.pair_span = Product(model.pair_span)
        self.pair_gap = nn.Parameter(model.pair_gap.weight.detach())
        self.ancestor_scale = model.ancestor_scale.detach().tolist()

    def forward(self, vectors: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the context of W words.

        It is W, d: what each word's place in the tree adds to its vector; W, W + 1: the probabilities of its heads;
        W + 1, W + 1, p: what lies in the gap between two neighbours; and W, W + 1: how near each word is to each head
        in the tree, which the arcs of the compressed sentence follow.

        Args:
            vectors: W + 2, d, the parser's word vectors.
        """
        hidden = self.parser.hidden_parts(vectors)
        arcs = torch.softmax(self.parser.arcs(hidden), 0).T  # rows are words, columns their heads
        tree = self.from_head(arcs @ vectors[:-1]) + self.from_children(arcs[:, 1:].T @ vectors[1:-1])
        linked = hidden.relation_dependent[1:-1] + arcs @ hidden.relation_head[:-1]
        tree = tree + self.from_relation(torch.relu(linked))
        constituent = self.pair_span(torch.softmax(self.parser.span_label_scores(hidden.span_posts), -1))
        position = torch.arange(vectors.shape[0] - 1)
        gap = self.pair_gap[(position[None] - position[:, None]).clamp(0, LONGEST_GAP)]
        return tree, arcs, constituent + gap, self._ancestry(arcs)

    def _ancestry(self, arcs: Tensor) -> Tensor:
        position = torch.arange(arcs.shape[1])
        ancestry = torch.zeros_like(arcs).masked_fill(position[1:, None] == position, -1e4)
        ancestor = arcs
        for scale in self.ancestor_scale:
            ancestry = ancestry + scale * (ancestor + 1e-4).log()
            ancestor = ancestor[:, 1:] @ arcs
        return ancestry


class Heads(nn.Module):
    """The trained heads that score compressions."""

    def __init__(self, model: Compressor) -> None:
        super().__init__()
        self.style, self.wish = model.style, Product(model.wish)
        self.deletion_layers = nn.ModuleList(WordRuntimeLayer(layer) for layer in model.deletion_layers)
        self.deletion_norm = model.deletion_norm
        self.token_hidden = Product(model.token_hidden)
        self.token_out = Product(model.token_out)
        self.pair_widths = [model.pair_out.in_features, model.pair_left.out_features - model.pair_out.in_features]
        self.pair_left, self.pair_right = Product(model.pair_left), Product(model.pair_right)
        self.pair_between, self.pair_out = Product(model.pair_between), Product(model.pair_out)
        self.kept_dependent, self.kept_head = Product(model.kept_dependent), Product(model.kept_head)
        self.kept_pair = Product(model.kept_pair)

    def forward(
        self, vectors: Tensor, tree: Tensor, gaps: Tensor, ancestry: Tensor, rate: Tensor, style: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return W scores of words, W + 2 × W + 2 of neighbours and W + 1 × W + 1 of arcs, from head to word.

        Args:
            vectors: W + 2, d, the parser's word vectors.
            tree: W, d, what a word's place in the tree adds to its vector.
            gaps: W + 1, W + 1, p, what lies in the gap between two neighbours.
            ancestry: W, W + 1, how near each word is to each head in the tree.
            rate: 1, the wished rate, or a negative number for a free length.
            style: 1, the wished style.
        """
        real = torch.ones_like(vectors[None, :, 0])
        condition = self.style(style) + self.wish(wish_features(Wish(style, rate, style), real))
        words = vectors + nn.functional.pad(tree, (0, 0, 1, 1)) + condition
        for layer in self.deletion_layers:
            words = layer(words)
        words = self.deletion_norm(words)
        token = self.token_out(torch.relu(self.token_hidden(words[1:-1])))[:, 0]
        return token, self._bigram_scores(words, gaps), self._arc_scores(words, ancestry)

    def _bigram_scores(self, words: Tensor, gaps: Tensor) -> Tensor:
        left, left_factor = self.pair_left(words[:-1]).split(self.pair_widths, -1)
        right, right_factor = self.pair_right(words[1:]).split(self.pair_widths, -1)
        running = self.pair_between(words[:-1]).cumsum(0)
        hidden = torch.relu((left - running)[:, None] + (right + running)[None] + gaps)
        factors = left_factor @ right_factor.T / left_factor.shape[-1] ** 0.5
        return nn.functional.pad(self.pair_out(hidden)[..., 0] + factors, (1, 0, 0, 1))

    def _arc_scores(self, words: Tensor, ancestry: Tensor) -> Tensor:
        dependent = torch.relu(self.kept_dependent(words[1:-1]))
        scored = self.kept_pair(dependent) @ torch.relu(self.kept_head(words[:-1])).T + ancestry
        return nn.functional.pad(torch.log_softmax(scored, -1).T, (1, 0))


class VerifierHead(nn.Module):
    """The trained verifier, for all versions of one sentence."""

    def __init__(self, model: Compressor) -> None:
        super().__init__()
        verifier = model.verifier
        self.word, self.fate, self.tree = Product(verifier.word), verifier.fate, Product(verifier.tree)
        self.layers = nn.ModuleList(VersionLayer(layer) for layer in verifier.layers)
        self.norm = verifier.norm
        self.summary, self.verdict = Product(verifier.summary), Product(verifier.verdict)

    def forward(self, vectors: Tensor, heads: Tensor, kept: Tensor, before: Tensor, after: Tensor) -> Tensor:
        """Return K, 3: the probabilities of the verdicts.

        Args:
            vectors: W + 2, d, the parser's word vectors.
            heads: W, W + 1, the probabilities of each word's heads: of the sentence's context.
            kept: K, W, one where a version keeps a word.
            before: K, W + 2, the nearest staying place before each place, 0 for the first.
            after: K, W + 2, the nearest staying place after each place, W + 1 for the last.
        """
        own, as_before, as_after, as_dependent, as_head = self.word(vectors).chunk(5, -1)
        staying = nn.functional.pad(kept, (1, 1), value=2.0)
        hidden = own + self.fate.weight[staying.long()] + as_before[before] + as_after[after]
        head_stays = nn.functional.pad(kept, (1, 0), value=1.0) @ heads.T
        lost = ((1.0 - kept) @ heads)[:, 1:]
        tree = self.tree(torch.stack([head_stays, lost], -1))
        hidden = hidden + nn.functional.pad(tree, (0, 0, 1, 1))
        gone = 1.0 - kept
        lost_dependents = (gone[:, None] * heads.T) @ as_dependent[1:-1]
        lost_heads = (nn.functional.pad(gone, (1, 0))[:, None] * heads) @ as_head[:-1]
        hidden = hidden + nn.functional.pad(lost_dependents, (0, 0, 0, 1)) + nn.functional.pad(lost_heads, (0, 0, 1, 1))
        versions, count, width = hidden.shape
        rows = hidden.reshape(versions * count, width)  # products of plain rows run faster
        for layer in self.layers:
            rows = layer(rows, versions)
        hidden = self.norm(rows).reshape(versions, count, width)
        share = kept.mean(1, keepdim=True)
        log_length = torch.log(torch.ones_like(kept).sum(1, keepdim=True)) / 4.0
        pooled = torch.cat([hidden.mean(1), hidden.amax(1), share, log_length], -1)
        return torch.softmax(self.verdict(torch.relu(self.summary(pooled))), -1)


class VersionLayer(WordRuntimeLayer):
    """A layer over the words of several versions at once."""

    def forward(self, words: Tensor, versions: int) -> Tensor:
        """Return new vectors of the words, those of one version after those of another."""
        by_head = (versions, -1, self.heads, self.width // self.heads)
        products = self.attention_in(self.attention_norm(words)).split(self.width, -1)
        query, key, value = (each.reshape(by_head).transpose(1, 2) for each in products)
        mixed = torch.softmax(query @ key.transpose(2, 3), -1) @ value
        words = words + self.attention_out(mixed.transpose(1, 2).reshape(-1, self.width))
        hidden = nn.functional.gelu(self.feedforward_in(self.feedforward_norm(words)))
        return words + self.feedforward_out(hidden)
