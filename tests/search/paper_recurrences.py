"""The O(n⁶) recurrences of Qian & Liu 2014, section 3.2, written out plainly.

Spans count their virtual arcs k (deleted words) and remember their rightmost kept word p. Node 0 is the root
and the begin of the sentence. Two slips of the paper are mended: case 3 builds a complete span, and case 4'
adds no bigram, since the two spans it joins share the word r and case 2' has scored its bigram already.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from laconic.search.base import Scores

Span = dict[tuple[int, int], float]  # (virtual arcs, rightmost kept word) -> best score


def best_of_lengths(scores: Scores) -> np.ndarray:
    """Return the best score of each number of kept words."""
    n = len(scores)
    arc = scores.arc + np.concatenate(([0.0], scores.token))  # tokens move onto the arcs, as in the paper
    bigram = scores.bigram
    complete: dict[tuple[int, int], Span] = defaultdict(dict)  # from its head to its other end, in either direction
    incomplete: dict[tuple[int, int], Span] = defaultdict(dict)

    def improve(span: Span, key: tuple[int, int], score: float) -> None:
        if score > span.get(key, -np.inf):
            span[key] = score

    for i in range(n + 1):
        complete[i, i][0, i] = 0.0
    for width in range(1, n + 1):
        for i in range(n + 1 - width):
            j = i + width
            # Cases 1 and 3: all words after i are deleted, each hanging from the one before it.
            improve(complete[i, j], (width, i), 0.0)
            # Case 2': an arc between i and j over two complete spans that meet between r and r + 1.
            for r in range(i, j):
                for (k1, p), left in complete[i, r].items():
                    if i == 0 and k1 != r:
                        continue  # the root has one modifier besides a deleted first word
                    for (k2, _), right in complete[j, r + 1].items():
                        inner = left + right + bigram[p, r + 1]
                        improve(incomplete[i, j], (k1 + k2, j), inner + arc[i, j])
                        if i > 0:
                            improve(incomplete[j, i], (k1 + k2, j), inner + arc[j, i])
            # Case 4': an arc and the complete span of its modifier r.
            for r in range(i + 1, j + 1):
                for (k1, _), left in incomplete[i, r].items():
                    for (k2, q), right in complete[r, j].items():
                        improve(complete[i, j], (k1 + k2, q), left + right)
            for r in range(i, j):
                for (k1, _), right in incomplete[j, r].items():
                    for (k2, _), left in complete[r, i].items():
                        improve(complete[j, i], (k1 + k2, j), left + right)
    best = np.full(n + 1, -np.inf)
    for (k, q), score in complete[0, n].items():
        best[n - k] = max(best[n - k], score + bigram[q, n + 1])
    return best
