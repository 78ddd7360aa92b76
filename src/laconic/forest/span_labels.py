"""Labels of a sentence's spans: what a synchronous grammar may apply to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from laconic.tree import Tree

ANY = "X"
"""The only label of Hiero's grammars (Chiang 2005), which every span has."""

TAGGED = ":"
"""Stands between this label and the tag that the first word of a span must have."""

LONGEST_ANY = 10
"""Spans of more words do not get the label of every span, as is usual for such grammars."""


class LabelledSpan(NamedTuple):
    """A label of the words from ``begin`` up to ``end``, which is not included."""

    begin: int
    end: int
    label: str


def parse_labels(tree: Tree) -> Iterator[LabelledSpan]:
    r"""Yield the labels that a parse gives to spans, as in syntax-augmented translation (Zollmann & Venugopal 2006).

    A constituent has its own label, and all of them where several cover the same words. Words that are no
    constituent may be ``X/Y`` (an X that lacks a Y at its right), ``Y\X`` (at its left) or ``X+Y`` (side by side);
    they get every such label. Those that have none may be ``X+Y+Z``.

    >>> tree = Tree.parse("(PP (IN with) (NP (DT a) (NN blast)))")
    >>> sorted(str(label) for begin, end, label in parse_labels(tree) if (begin, end) == (0, 2))
    ['IN+DT', 'PP/NN']
    """
    lowest: dict[tuple[int, int], str] = {}
    for node in tree.nodes():  # parents first, so the lowest of a chain comes last
        span = node.span
        yield LabelledSpan(*span, node.label)
        lowest[span] = node.label
    from_begin: dict[int, list[tuple[int, str]]] = defaultdict(list)
    to_end: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (begin, end), label in lowest.items():
        from_begin[begin].append((end, label))
        to_end[end].append((begin, label))
    named: set[tuple[int, int]] = set()
    pairs = []
    for (begin, end), label in lowest.items():
        beside = [LabelledSpan(begin, other, f"{label}+{name}") for other, name in from_begin[end]]
        pairs += beside
        found = [
            *(LabelledSpan(begin, other, f"{label}/{lacking}") for other, lacking in to_end[end] if other > begin),
            *(LabelledSpan(other, end, f"{lacking}\\{label}") for other, lacking in from_begin[begin] if other < end),
            *beside,
        ]
        unnamed = [each for each in found if each[:2] not in lowest]
        named.update(each[:2] for each in unnamed)
        yield from unnamed
    for begin, end, label in pairs:
        triples = [LabelledSpan(begin, other, f"{label}+{third}") for other, third in from_begin[end]]
        yield from (each for each in triples if each[:2] not in lowest and each[:2] not in named)


def any_labels(words: int, longest: int = LONGEST_ANY) -> Iterator[LabelledSpan]:
    """Yield the one label of Hiero's grammars for every span that is not too long."""
    for begin in range(words):
        yield from (LabelledSpan(begin, end, ANY) for end in range(begin + 1, min(words, begin + longest) + 1))


def tagged_labels(tags: Sequence[str], wanted: Collection[str], longest: int = LONGEST_ANY) -> Iterator[LabelledSpan]:
    """Yield the label of every span together with the tag of its first word: ``X:VBZ`` is *calls for*, the verb.

    Args:
        tags: the tags of the words.
        wanted: the labels that some rule has; no other is made.
        longest: spans of more words get none.

    >>> [*tagged_labels(["DT", "VBZ", "IN"], ["X:VBZ"])]
    [LabelledSpan(begin=1, end=2, label='X:VBZ'), LabelledSpan(begin=1, end=3, label='X:VBZ')]
    """
    for begin, tag in enumerate(tags):
        label = f"{ANY}{TAGGED}{tag}"
        if label in wanted:
            yield from (
                LabelledSpan(begin, end, label) for end in range(begin + 1, min(len(tags), begin + longest) + 1)
            )
