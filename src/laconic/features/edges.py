"""Features of dependency edges, for deciding what hangs on them (Galanis & Androutsopoulos 2010)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.dependency import ROOT
from laconic.errors import DataError
from laconic.language import LANGUAGE
from laconic.text import Sentence


class DependencyView:
    """A sentence's dependency tree with what is asked of it again and again.

    Attributes:
        children: for each word, from 1, and for the root at 0 the words that hang on it.
        size: how many words each word's subtree has; the root's is the whole sentence.
        depth: how many edges lie between each word and the root.
    """

    def __init__(self, sentence: Sentence) -> None:
        if sentence.heads is None or sentence.relations is None:
            raise DataError("features need a parsed sentence: parse it first.")
        self.sentence = sentence
        self.heads: Sequence[int] = sentence.heads
        self.relations: Sequence[str] = sentence.relations
        words = len(sentence)
        self.children: list[list[int]] = [[] for _ in range(words + 1)]
        for word, head in enumerate(self.heads, 1):
            self.children[head].append(word)
        self.size = [1] * (words + 1)
        self.depth = [0] * (words + 1)
        order = self._heads_first()
        for word in order:
            self.depth[word] = self.depth[self.heads[word - 1]] + 1
        for word in reversed(order):
            self.size[self.heads[word - 1]] += self.size[word]

    def subtree(self, word: int) -> list[int]:
        """Return a word and all that hangs below it, as numbers from 1 in the order of the sentence."""
        found, waiting = [], [word]
        while waiting:
            found.append(waiting.pop())
            waiting.extend(self.children[found[-1]])
        return sorted(found)

    def _heads_first(self) -> list[int]:
        order, waiting = [], list(self.children[ROOT])
        while waiting:
            order.append(waiting.pop())
            waiting.extend(self.children[order[-1]])
        return order


def edge_features(view: DependencyView, word: int) -> Iterator[str]:
    """Yield the names of the features of the edge that leads to a word, counted from 1."""
    tokens, head = view.sentence.tokens, view.heads[word - 1]
    tag, relation = tokens[word - 1].tag, view.relations[word - 1]
    head_tag = tokens[head - 1].tag if head != ROOT else "ROOT"
    head_relation = view.relations[head - 1] if head != ROOT else "ROOT"
    text = tokens[word - 1].text.lower()
    below = sorted({view.relations[child - 1] for child in view.children[word]})
    share = 10 * view.size[word] // max(1, len(view.sentence))
    yield "bias"
    yield f"relation {relation}"
    yield f"tag {tag}"
    yield f"tags {head_tag} {tag}"
    yield f"relations {head_relation} {relation}"
    yield f"relation and tag {relation} {tag}"
    yield f"relation and head {relation} {head_tag}"
    if text in LANGUAGE.STOP_WORDS or not text.isalpha():
        yield f"word {text}"
        yield f"relation and word {relation} {text}"
    yield f"side {'left' if word < head else 'right'} {relation}"
    yield f"distance {min(abs(word - head), 8)} {relation}"
    yield f"depth {min(view.depth[word], 6)}"
    yield f"depth and relation {min(view.depth[word], 4)} {relation}"
    yield f"size {min(view.size[word], 12)}"
    yield f"share {share} {relation}"
    yield f"children {min(len(view.children[word]), 4)}"
    for other in below:
        yield f"below {other}"
        yield f"relation and below {relation} {other}"
    for marker in ("case", "mark"):
        found = next((child for child in view.children[word] if view.relations[child - 1] == marker), None)
        if found is not None:
            yield f"{marker} {tokens[found - 1].text.lower()} {relation}"
