"""Check the chain's recurrences against enumeration of all subsequences of short random sentences.

python check_chain.py
"""

from __future__ import annotations

import itertools
import math

import torch
from chain import at_count, best_path, by_count, kept_words, marginals, path_of, transitions
from objective import chain_loss

TOLERANCE = 1e-3


def every_path(scores: torch.Tensor, length: int, count: int) -> dict[tuple[int, ...], float]:
    """Return the scores of all subsequences of the wished count (0 for any), by their words from 1."""
    counts = [count] if count else range(1, length + 1)
    found = {}
    for kept in itertools.chain.from_iterable(itertools.combinations(range(1, length + 1), k) for k in counts):
        stops = (0, *kept, length + 1)
        found[kept] = sum(float(scores[a, b]) for a, b in itertools.pairwise(stops))
    return found


def log_total(values: list[float]) -> float:
    """Return the log of the sum of exponentials."""
    return math.log(math.fsum(map(math.exp, values)))


def check_sentence(scores: torch.Tensor, length: int, count: int, margin: float) -> None:
    """Compare sums, best path, probabilities and losses of one sentence, padded to `scores`' size."""
    paths = every_path(scores, length, count)
    total = log_total(list(paths.values()))
    batch, lengths, counts = scores[None], torch.tensor([length]), torch.tensor([count])
    assert abs(float(at_count(by_count(batch, lengths), counts)) - total) < TOLERANCE
    best = best_path(batch, lengths, counts)[0].nonzero()[:, 0] + 1
    assert tuple(best.tolist()) == max(paths, key=lambda kept: paths[kept])
    probable = kept_words(marginals(batch, lengths, counts), lengths)[0]
    for word, found in enumerate(probable.tolist(), 1):
        assert abs(found - sum(math.exp(s - total) for kept, s in paths.items() if word in kept)) < TOLERANCE
    gold = sorted(paths)[len(paths) // 2]
    mask = torch.tensor([word in gold for word in range(1, scores.shape[0] - 1)])
    path = path_of(mask[None], lengths)
    cost = margin if count == 0 else 0.0
    costly = [score + cost * len(set(kept) ^ set(gold)) for kept, score in paths.items()]
    loss = float(chain_loss(batch, path, lengths, counts, margin))
    assert abs(loss - (log_total(costly) - paths[gold])) < TOLERANCE


def main() -> None:
    """Check random sentences of one to seven words in wider batches."""
    torch.manual_seed(1)
    checked = 0
    for length in range(1, 8):
        for count in range(length + 1):
            width = length + checked % 3
            scores = transitions(
                2.0 * torch.randn(1, width), 2.0 * torch.randn(1, width + 2, width + 2), torch.tensor([length])
            )
            check_sentence(scores[0], length, count, margin=0.5 * (checked % 4))
            checked += 1
    print(f"{checked} sentences agree with enumeration.")


if __name__ == "__main__":
    main()
