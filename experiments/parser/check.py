"""Check the training program's own algorithms against enumeration, and the run-time network against the trained one.

    python check.py [--data carry --weights parser.safetensors]

The inside algorithm, crossing brackets, CKY, Eisner's algorithm and the tree CRF are compared with plain programs that
try everything on small random inputs. With weights, the network that is exported must score as the trained one does.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import data
import numpy as np
import store
import torch
from decode import decode_arcs, decode_brackets
from export import load_parser
from losses import chart_loss, crossing, inside
from model import score
from runtime import Runtime
from torch import Tensor

from laconic.dependency import is_projective, is_tree

Spans = list[tuple[int, int]]


def binary_trees(start: int, end: int) -> Iterator[Spans]:
    """Yield the spans of every binary tree over the words from start to end."""
    if end - start == 1:
        yield [(start, end)]
    for middle in range(start + 1, end):
        for left in binary_trees(start, middle):
            for right in binary_trees(middle, end):
                yield [(start, end), *left, *right]


def check_inside() -> None:
    """The sum over all trees is the sum over all trees."""
    spans, lengths = torch.randn(4, 8, 8, dtype=torch.double), torch.tensor([7, 1, 2, 5])
    for row, count in enumerate(lengths.tolist()):
        totals = [sum(float(spans[row, i, j]) for i, j in tree) for tree in binary_trees(0, count)]
        assert np.isclose(float(inside(spans, lengths)[row]), np.logaddexp.reduce(totals))


def check_crossing() -> None:
    """A span crosses a bracket if they share words and neither holds the other."""
    gold = torch.triu(torch.rand(20, 9, 9) < 0.1, 1)
    found = crossing(gold)
    for row, start, end in itertools.product(range(20), range(9), range(9)):
        brackets = gold[row].nonzero().tolist()
        wanted = start < end and any(a < start < b < end or start < a < end < b for a, b in brackets)
        assert bool(found[row, start, end]) == wanted


def check_brackets() -> None:
    """CKY finds the best tree of all, whose spans may be left without a label."""
    scores, lengths = torch.randn(4, 8, 8, 4), torch.tensor([7, 1, 2, 5])
    gain = (scores - scores[..., :1]).max(-1).values
    for row, brackets in enumerate(decode_brackets(scores, lengths)):
        best = max(sum(float(gain[row, i, j]) for i, j in tree) for tree in binary_trees(0, int(lengths[row])))
        found = sum(float(scores[row, i, j, label] - scores[row, i, j, 0]) for i, j, label in brackets)
        assert np.isclose(found, best, atol=1e-4)


def check_arcs() -> None:
    """Eisner's algorithm finds the best projective tree of all."""
    for count in range(1, 6):
        scores = torch.randn(3, 6, 7)
        for row, heads in enumerate(decode_arcs(scores, torch.tensor([count] * 3))):
            candidates = itertools.product(range(count + 1), repeat=count)
            trees = [tree for tree in candidates if is_tree(tree) and is_projective(tree)]
            best = max(trees, key=lambda tree: sum(float(scores[row, word, head]) for word, head in enumerate(tree)))
            assert tuple(heads) == best


def check_chart_loss() -> None:
    """The tree CRF's likelihood sums over all ways to make the gold tree binary."""
    count, labels = 4, 3
    scores = torch.randn(1, count + 1, count + 1, labels)
    gold = {(0, 4): 1, (1, 3): 2, (2, 3): 1}
    span = torch.zeros(1, count + 1, count + 1, dtype=torch.long)
    for (start, end), label in gold.items():
        span[0, start, end] = label
    every, right = [], []
    for tree in binary_trees(0, count):
        for chosen in itertools.product(range(labels), repeat=len(tree)):
            total = sum(float(scores[0, i, j, label]) for (i, j), label in zip(tree, chosen, strict=True))
            every.append(total)
            if {place: label for place, label in zip(tree, chosen, strict=True) if label} == gold:
                right.append(total)
    wanted = (np.logaddexp.reduce(every) - np.logaddexp.reduce(right)) / count
    assert np.isclose(float(chart_loss(scores, span, torch.tensor([count]))), wanted, atol=1e-5)


@torch.no_grad()
def check_runtime(folder: Path, weights: Path) -> None:
    """The network that runs one sentence at a time scores like the trained one."""
    parser = load_parser(folder, weights, store.Labels.load(folder / "labels.json"))
    runtime = Runtime(parser).eval()
    sentences = data.load(folder, "gold", torch.device("cpu"), 40)
    for index in range(40):
        batch = sentences.batch(np.array([index]))
        trained = score(parser, batch)
        pieces = batch.pieces[0, : int(batch.piece_mask.sum())]
        tags, spans, labels, arcs, _ = runtime(pieces, batch.first[0], batch.last[0], batch.shape[0])
        best, label = (trained.spans[0] - trained.spans[0, ..., :1])[..., 1:].max(-1)
        assert torch.equal(tags, trained.tags[0].argmax(-1))
        assert torch.equal(labels, label + 1)
        _assert_close(spans, best)
        _assert_close(arcs[:, 1:].T, trained.arcs[0])


def _assert_close(found: Tensor, wanted: Tensor) -> None:
    torch.testing.assert_close(found, wanted, atol=1e-3, rtol=1e-4)


def main() -> None:
    """Run every check."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path)
    arguments.add_argument("--weights", type=Path)
    options = arguments.parse_args()
    torch.manual_seed(0)
    for check in (check_inside, check_crossing, check_brackets, check_arcs, check_chart_loss):
        check()
        print(f"{check.__name__}: passed")
    if options.data and options.weights:
        check_runtime(options.data, options.weights)
        print("check_runtime: passed")


if __name__ == "__main__":
    main()
