"""Sentences of one pattern, whose parses are known, for trainings that take a second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from laconic.corpus import Pair
from laconic.learn.training_run import TrainingRun
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree

TAGS = {
    **dict.fromkeys(["the", "a", "his", "her"], "DT"),
    **dict.fromkeys(["old", "red", "young", "tired", "small"], "JJ"),
    **dict.fromkeys(["slowly", "quickly", "really", "often"], "RB"),
    **dict.fromkeys(["opened", "sold", "saw", "liked", "found", "dropped"], "VBD"),
    ".": ".",
}
SUBJECTS = ["the old man", "a young woman", "the red fox", "a tired dog", "the small child"]
VERBS = ["slowly opened", "quickly sold", "really liked", "often saw", "quickly found"]
OBJECTS = ["the red door", "a small car", "his old house", "her small bag", "the tired horse"]
DROPPED = {word for word, tag in TAGS.items() if tag in ("JJ", "RB")}


class PatternParser:
    """Parses ``subject verb object .`` by the words' tags."""

    fingerprint = "pattern"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text."""
        return [self._parsed(text if isinstance(text, str) else " ".join(text.words)) for text in texts]

    def _parsed(self, text: str) -> Sentence:
        words = text.split()
        nodes = [Tree(TAGS.get(word, "NN"), (Leaf(word, place),)) for place, word in enumerate(words)]
        verb = next(place for place, node in enumerate(nodes) if node.label == "VBD")
        adverb = verb - 1 if nodes[verb - 1].label == "RB" else verb
        predicate = Tree("VP", (*nodes[adverb : verb + 1], Tree("NP", tuple(nodes[verb + 1 : -1]))))
        tree = Tree("S", (Tree("NP", tuple(nodes[:adverb])), predicate, nodes[-1]))
        heads = tuple([verb + 1] * verb + [0] + [verb + 1] * (len(words) - verb - 1))
        return Sentence.from_tokens(
            [Token(word) for word in words], text=text, tree=tree, heads=heads, relations=("dep",) * len(words)
        )


def corpus(first: int, last: int) -> list[Pair]:
    """Return the pairs of these numbers, whose references are the sentences without adjectives and adverbs."""
    pairs = []
    for number in range(first, last):
        parts = SUBJECTS[number % 5], VERBS[number * 2 % 5], OBJECTS[(number // 5 + number) % 5], "."
        source = " ".join(parts)
        pairs.append(Pair(str(number), source, (" ".join(w for w in source.split() if w not in DROPPED),)))
    return pairs


def training_run(
    method: str, train: Sequence[Pair], dev: Sequence[Pair], work: Path, settings: dict[str, str]
) -> TrainingRun:
    """Return a run on sentences of the pattern."""
    return TrainingRun(method, train, dev, PatternParser(), work, settings, tokenized=True)
