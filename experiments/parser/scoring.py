"""Development figures of a network in training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import store
import torch
from data import Batch, Sentences
from decode import Bracket, decode_arcs, decode_brackets
from figures import PUNCTUATION, Figures, evalb_brackets
from model import Parser, Scores, score
from torch import Tensor


@dataclass
class Parsed:
    """A decoded batch."""

    tags: list[list[int]]
    brackets: list[list[Bracket]]
    heads: list[list[int]]
    relations: list[list[int]]


def decode(model: Parser, scores: Scores, length: Tensor) -> Parsed:
    """Return the best tags, trees and arcs."""
    heads = decode_arcs(torch.log_softmax(scores.arcs.float(), -1), length)
    padded = torch.zeros(scores.arcs.shape[:2], dtype=torch.long)
    for row, found in enumerate(heads):
        padded[row, : len(found)] = torch.tensor(found)
    relations = model.relation_scores(scores, padded.to(scores.arcs.device)).argmax(-1).tolist()
    tags = scores.tags.argmax(-1).tolist()
    counts = length.tolist()
    return Parsed(
        [row[:count] for row, count in zip(tags, counts, strict=True)],
        decode_brackets(scores.spans, length),
        heads,
        [row[:count] for row, count in zip(relations, counts, strict=True)],
    )


def compare(figures: Figures, parsed: Parsed, batch: Batch, labels: store.Labels, fold: bool) -> None:
    """Add the counts of a decoded batch against its annotation."""
    gold_tags, gold_heads, gold_relations = (t.tolist() for t in (batch.tag, batch.head, batch.relation))
    spans = (batch.span > 0).nonzero()
    values = batch.span[spans[:, 0], spans[:, 1], spans[:, 2]].tolist()
    gold_spans: list[list[tuple[int, int, str]]] = [[] for _ in gold_tags]
    for (row, start, end), value in zip(spans.tolist(), values, strict=True):
        gold_spans[row].append((start, end, labels.spans[value]))
    counts = figures.counts
    for row, count in enumerate(batch.length.tolist()):
        tags = gold_tags[row][:count]
        names = [labels.tags[tag] if tag >= 0 else "" for tag in tags]
        counts["tags"] += sum(tag >= 0 for tag in tags)
        counts["tag_right"] += sum(a == b for a, b in zip(tags, parsed.tags[row], strict=True))
        if batch.has_tree[row]:
            keep = [name not in PUNCTUATION for name in names]
            found = [(s, e, labels.spans[value]) for s, e, value in parsed.brackets[row]]
            left, right = evalb_brackets(gold_spans[row], keep, fold), evalb_brackets(found, keep, fold)
            counts["gold"] += left.total()
            counts["predicted"] += right.total()
            counts["matched"] += (left & right).total()
        for word in range(count):
            if gold_heads[row][word] < 0:
                continue
            head = gold_heads[row][word] == parsed.heads[row][word]
            wanted = _universal(gold_relations[row][word], labels)
            both = head and wanted == _universal(parsed.relations[row][word], labels)
            counts.update(arcs=1, head_right=head, arc_right=both)
            if wanted != "punct":
                counts.update(arcs_word=1, head_right_word=head, arc_right_word=both)


def _universal(relation: int, labels: store.Labels) -> str:
    """Return a relation without its subtype; a relation that training never saw has no name."""
    return labels.relations[relation].split(":")[0] if relation >= 0 else ""


@torch.no_grad()
def evaluate(
    model: Parser,
    sentences: Sentences,
    labels: store.Labels,
    sources: list[str],
    scorer: Callable[[Batch], Scores] | None = None,
    budget: int = 16384,
) -> dict[str, dict[str, float]]:
    """Return the figures of each held-out source, by the model or by another scorer of batches."""
    training = model.training
    model.eval()
    report = {}
    for source in sources:
        indices = np.flatnonzero(sentences.source == labels.sources.index(source))
        if not len(indices):
            continue
        figures = Figures()
        for group in sentences.batches(indices, budget, None):
            batch = sentences.batch(group)
            with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
                scores = scorer(batch) if scorer is not None else score(model, batch)
                parsed = decode(model, scores, batch.length)
            compare(figures, parsed, batch, labels, fold=source.startswith("gum"))
        report[source] = figures.summary()
    model.train(training)
    return report
