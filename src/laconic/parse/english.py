"""The bundled English parser: tags, lemmas, constituency trees and dependencies from one small network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.parse.encoder import LONGEST, Encoder, Labels, Outputs, Pieces, batches
from laconic.parse.lemmas import english_lemmatizer
from laconic.parse.long import join_parts, split_long
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree

CHAIN = "+"
"""Joins the labels of a chain of single children: ``S+VP`` is a VP that is all there is of an S."""


class EnglishParser:
    """Parses English offline, on a CPU, with weights that ship with the package.

    >>> sentence, = EnglishParser().parse(["It works."])
    >>> str(sentence.tree)
    '(S (NP (PRP It)) (VP (VBZ works)) (. .))'
    >>> sentence.heads, sentence.relations
    ((2, 0, 2), ('nsubj', 'root', 'punct'))

    Args:
        folder: another network of the same kind; the bundled one if not given.
        threads: how many threads may be used.
    """

    def __init__(self, folder: str | Path | None = None, threads: int = 1) -> None:
        self.encoder = Encoder(folder, threads)

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the weights."""
        return f"english {self.encoder.fingerprint}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order; see `laconic.parse.base.Parser`.

        A sentence too long for the network is parsed in parts, cut where that does the least harm.
        """
        sentences = [Sentence(text, tokenize(text)) if isinstance(text, str) else text for text in texts]
        parts: list[tuple[int, Sequence[Token], Pieces]] = []
        for place, sentence in enumerate(sentences):
            if sentence.tokens:
                pieces = self.encoder.pieces(sentence.words)
                for tokens, some in split_long(sentence.tokens, pieces, LONGEST):
                    parts.append((place, tokens, some))
        parsed: list[_Parse | None] = [None] * len(parts)
        for batch in batches([pieces for _, _, pieces in parts]):
            outputs = self.encoder.run([parts[index][2] for index in batch])
            decoded = _decode(outputs, [parts[index][1] for index in batch], self.encoder.labels)
            for index, parse in zip(batch, decoded, strict=True):
                parsed[index] = parse
        found: list[list[_Parse]] = [[] for _ in sentences]
        for (place, _, _), part in zip(parts, parsed, strict=True):
            if part is not None:
                found[place].append(part)
        return [_finished(sentence, join_parts(some)) for sentence, some in zip(sentences, found, strict=True)]


_Parse = tuple[list[str], Tree, list[int], list[str]]


def _decode(outputs: Outputs, batch: Sequence[Sequence[Token]], labels: Labels) -> list[_Parse]:
    """Turn a batch of scores into tags, trees, heads and relations."""
    lengths = np.array([len(tokens) for tokens in batch], np.int32)
    starts, ends, offsets = _core.cky(outputs.span_scores, lengths)
    heads = _core.eisner(outputs.arcs, lengths)
    parses = []
    for row, tokens in enumerate(batch):
        count = len(tokens)
        tags = [labels.tags[tag] for tag in outputs.tags[row, :count].tolist()]
        here = slice(offsets[row], offsets[row + 1])
        chains = outputs.span_labels[row, starts[here], ends[here]].tolist()
        spans = zip(starts[here].tolist(), ends[here].tolist(), [labels.spans[chain] for chain in chains], strict=True)
        tree = build_tree([token.text for token in tokens], tags, list(spans))
        chosen = heads[row, :count]
        relations = outputs.relations[row, chosen, np.arange(1, count + 1)]
        parses.append((tags, tree, chosen.tolist(), _rooted(chosen, relations, labels)))
    return parses


def _rooted(heads: NDArray[np.int32], relations: NDArray[np.int64], labels: Labels) -> list[str]:
    """Return the names of the relations; the root's is ``root``, and no other's is."""
    names = [labels.relations[relation] for relation in relations.tolist()]
    return [
        "root" if head == 0 else "dep" if name == "root" else name
        for head, name in zip(heads.tolist(), names, strict=True)
    ]


def build_tree(words: Sequence[str], tags: Sequence[str], spans: Sequence[tuple[int, int, str]]) -> Tree:
    """Return the tree of labelled spans, which come parents first and cover the whole sentence first.

    >>> str(build_tree(["It", "works"], ["PRP", "VBZ"], [(0, 2, "S"), (0, 1, "NP"), (1, 2, "VP")]))
    '(S (NP (PRP It)) (VP (VBZ works)))'
    """
    position = 0
    # Each open node: where it ends, its chain of labels, its children so far.
    open_nodes: list[tuple[int, str, list[Tree | Leaf]]] = []
    waiting = list(reversed(spans))
    root: Tree | None = None
    for position, (word, tag) in enumerate(zip(words, tags, strict=True)):
        while waiting and waiting[-1][0] == position:
            _, end, chain = waiting.pop()
            open_nodes.append((end, chain, []))
        open_nodes[-1][2].append(Tree(tag, (Leaf(word, position),)))
        while open_nodes and open_nodes[-1][0] == position + 1:
            _, chain, children = open_nodes.pop()
            node = _chain(chain, children)
            if open_nodes:
                open_nodes[-1][2].append(node)
            else:
                root = node
    if root is None:
        raise ValueError("the spans do not cover the sentence")
    return root


def _chain(chain: str, children: list[Tree | Leaf]) -> Tree:
    labels = chain.split(CHAIN)
    node = Tree(labels[-1], tuple(children))
    for label in reversed(labels[:-1]):
        node = Tree(label, (node,))
    return node


def _finished(sentence: Sentence, parse: _Parse | None) -> Sentence:
    if parse is None:
        return replace(sentence, tree=None, heads=(), relations=())
    tags, tree, heads, relations = parse
    lemmatize = english_lemmatizer()
    tokens = tuple(
        replace(token, tag=tag, lemma=lemmatize(token.text, tag))
        for token, tag in zip(sentence.tokens, tags, strict=True)
    )
    return replace(sentence, tokens=tokens, tree=tree, heads=tuple(heads), relations=tuple(relations))
