"""Compression heads on the parser: scores of words, of neighbours and of arcs of the compressed sentence."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from data import Batch
from model import Parser, Scores, Sizes, WordLayer, attention_mask
from pairs import Wish
from styles import CORPORA
from torch import Tensor, nn
from transformers import BertModel
from verifier import Verifier, VerifierSizes

LONGEST_GAP = 24
"""Longer gaps between neighbours share one vector."""

_BUMPS = 17
_LENGTHS = 3


@dataclass
class HeadSizes(VerifierSizes):
    """Widths of the parts that score and judge compressions."""

    layers: int = 2
    feedforward: int = 512
    token: int = 192
    pair: int = 64
    rank: int = 96
    compressed_arc: int = 128


@dataclass
class DeletionScores:
    """The scores of Qian and Liu's objective (2014, equation 1), and a plain classifier's."""

    token: Tensor  # B, W
    bigram: Tensor  # B, W + 2, W + 2: from the row's word to the column's, 0 is the beginning
    arc: Tensor  # B, W, W + 1: log probability of each head, if the row's word is kept; 0 is the root
    keep: Tensor  # B, W: log odds of keeping the word


class Compressor(Parser):
    """The parser with further layers that know what compression is wished for.

    The parse does not depend on the wish: it only enters above the parser's word vectors. There each word also
    gets the vectors of its head and of its children, weighted by the probabilities of the parser's arcs. The
    score of two neighbours reads the words between them: as a sum of their vectors, and as what the parser
    takes them for (which constituent, if any). Both are sums of a left and a right part, as in the parser.
    """

    def __init__(
        self, encoder: BertModel, sizes: Sizes, heads: HeadSizes, tags: int, spans: int, relations: int
    ) -> None:
        super().__init__(encoder, sizes, tags, spans, relations)
        width = encoder.config.hidden_size
        self.style = nn.Embedding(len(CORPORA), width)
        self.wish = nn.Linear(_BUMPS + _LENGTHS, width)
        self.from_head = nn.Linear(width, width, bias=False)
        self.from_children = nn.Linear(width, width, bias=False)
        self.from_relation = nn.Linear(sizes.relation, width, bias=False)
        self.deletion_layers = nn.ModuleList(
            WordLayer(width, 6, heads.feedforward, sizes.dropout / 2) for _ in range(heads.layers)
        )
        self.deletion_norm = nn.LayerNorm(width)
        self.token_hidden = nn.Linear(width, heads.token)
        self.token_out = nn.Linear(heads.token, 2)
        self.pair_left = nn.Linear(width, heads.pair + heads.rank)
        self.pair_right = nn.Linear(width, heads.pair + heads.rank)
        self.pair_between = nn.Linear(width, heads.pair, bias=False)
        self.pair_span = nn.Linear(spans, heads.pair, bias=False)
        self.pair_gap = nn.Embedding(LONGEST_GAP + 1, heads.pair)
        self.pair_out = nn.Linear(heads.pair, 1, bias=False)
        self.kept_dependent = nn.Linear(width, heads.compressed_arc)
        self.kept_head = nn.Linear(width, heads.compressed_arc)
        self.kept_pair = nn.Linear(heads.compressed_arc, heads.compressed_arc, bias=False)
        self.ancestor_scale = nn.Parameter(torch.tensor([1.0, 0.5, 0.25]))
        self.verifier = Verifier(width, heads, sizes.dropout)
        for layer in (self.style, self.wish, self.from_head, self.from_children, self.from_relation):
            nn.init.normal_(layer.weight, std=0.02)
        for layer in (self.pair_between, self.pair_gap, self.kept_pair):
            nn.init.normal_(layer.weight, std=0.02)

    def deletion_scores(self, scores: Scores, word_mask: Tensor, wish: Wish) -> DeletionScores:
        """Score the compressions of a batch that the parser has read.

        Args:
            scores: what the parser says.
            word_mask: B, W + 2, real words and the two ends of the sentence.
            wish: the style and the length wished for.
        """
        arcs = torch.softmax(scores.arcs.detach().float(), -1)
        arcs = arcs * word_mask[:, 2:, None]  # the sentence's end and padding are nobody's children
        words = self._wishful_words(scores, arcs, word_mask, wish)
        inner = words[:, 1:-1]
        token = self.token_out(self.dropout(torch.relu(self.token_hidden(inner))))
        bigram = self._bigram_scores(words, scores.spans.detach())
        return DeletionScores(token[..., 0], bigram, self._arc_scores(words, arcs, word_mask), token[..., 1])

    def verdict_scores(self, scores: Scores, word_mask: Tensor, kept: Tensor) -> Tensor:
        """Return B, K, 3: log odds of the verdicts on versions (B, K, W) of sentences that the parser has read."""
        arcs = torch.softmax(scores.arcs.detach().float(), -1) * word_mask[:, 2:, None]
        return self.verifier(scores.words, arcs, kept, word_mask.sum(1) - 2)

    def _wishful_words(self, scores: Scores, arcs: Tensor, word_mask: Tensor, wish: Wish) -> Tensor:
        """Return B, W + 2, d: word vectors that know their tree and the wish."""
        words = scores.words
        probable = arcs.to(words.dtype)
        head = self.from_head(probable @ words[:, :-1])
        children = self.from_children(probable[:, :, 1:].transpose(1, 2) @ words[:, 1:-1])
        linked = scores.relation_dependents + probable.to(scores.relation_heads.dtype) @ scores.relation_heads
        tree = (head + children + self.from_relation(torch.relu(linked))) * word_mask[:, 2:, None]
        condition = self.style(wish.corpus) + self.wish(wish_features(wish, word_mask))
        words = words + nn.functional.pad(tree, (0, 0, 1, 1)) + condition[:, None]
        words = self.dropout(words)
        mask = attention_mask(word_mask, words.dtype)
        for layer in self.deletion_layers:
            words = layer(words, mask)
        return self.dropout(self.deletion_norm(words))

    def _bigram_scores(self, words: Tensor, spans: Tensor) -> Tensor:
        """Return B, W + 2, W + 2: the scores of neighbours, by them and by what is between them."""
        pair = self.pair_out.in_features
        left, left_factor = self.pair_left(words[:, :-1]).split((pair, self.pair_left.out_features - pair), -1)
        right, right_factor = self.pair_right(words[:, 1:]).split((pair, self.pair_right.out_features - pair), -1)
        # Words i + 1 to j - 1 lie between i and j: their sum is a difference of two running sums.
        running = self.pair_between(words[:, :-1]).float().cumsum(1)
        constituent = self.pair_span(torch.softmax(spans.float(), -1))  # rows i, columns j - 1
        gap = self.pair_gap(self._gaps(words.shape[1] - 1, words.device))
        hidden = (left - running)[:, :, None] + (right + running)[:, None] + constituent + gap
        scored = self.pair_out(self.dropout(torch.relu(hidden)))[..., 0]
        scored = scored + left_factor @ right_factor.transpose(1, 2) / left_factor.shape[-1] ** 0.5
        return nn.functional.pad(scored, (1, 0, 0, 1))

    @staticmethod
    def _gaps(count: int, device: torch.device) -> Tensor:
        """Return how many words lie between the word of the row and the word after the column's."""
        position = torch.arange(count, device=device)
        return (position[None] - position[:, None]).clamp(0, LONGEST_GAP)

    def _arc_scores(self, words: Tensor, arcs: Tensor, word_mask: Tensor) -> Tensor:
        """Return B, W, W + 1: log probabilities of heads; source heads and their heads come to mind first."""
        dependent = self.dropout(torch.relu(self.kept_dependent(words[:, 1:-1])))
        head = self.dropout(torch.relu(self.kept_head(words[:, :-1])))
        scored = (self.kept_pair(dependent) @ head.transpose(1, 2)).float()
        ancestor = arcs
        for step in range(self.ancestor_scale.shape[0]):
            scored = scored + self.ancestor_scale[step] * (ancestor + 1e-4).log()
            ancestor = ancestor[:, :, 1:] @ arcs
        position = torch.arange(words.shape[1] - 1, device=words.device)
        itself = position[1:, None] == position
        no_head = itself | ~word_mask[:, None, 1:]  # nor is the sentence's end
        return torch.log_softmax(scored.masked_fill(no_head, -1e4), -1)


def wish_features(wish: Wish, word_mask: Tensor) -> Tensor:
    """Return B, 20: bumps around the wished rate, and logarithms of lengths; nothing for a free length."""
    given = (wish.rate > 0).float()[:, None]
    centres = torch.linspace(0.0, 1.0, _BUMPS, device=wish.rate.device)
    bumps = torch.exp(-0.5 * ((wish.rate[:, None] - centres) * (_BUMPS - 1)) ** 2) * given
    words = word_mask.float().sum(1, keepdim=True) - 2.0
    log_words = torch.log(words) / 4.0
    log_kept = torch.log((words * wish.rate[:, None]).clamp_min(1.0)) / 4.0 * given
    return torch.cat([bumps, log_words, log_kept, given], 1)


def words_and_ends(batch: Batch) -> Tensor:
    """Return B, W + 2: which places hold words or ends of sentences."""
    return torch.arange(batch.first.shape[1], device=batch.first.device) < batch.length[:, None] + 2


def score_both(
    model: Compressor, batch: Batch, wish: Wish, shape: Tensor | None = None
) -> tuple[Scores, DeletionScores]:
    """Run the model on a batch: the parse's scores and the compression's, in one pass of the encoder."""
    word_mask = words_and_ends(batch)
    shape = batch.shape if shape is None else shape
    parsed = model(batch.pieces, batch.piece_mask, batch.first, batch.last, shape, word_mask)
    return parsed, model.deletion_scores(parsed, word_mask, wish)
