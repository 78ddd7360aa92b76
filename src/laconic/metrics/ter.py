"""Translation edit rate (Snover et al. 2006) and counts of its edits by type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.metrics.base import Metric, Statistics, ratio, sign
from laconic.metrics.batch import BETWEEN_SPACES, GIVEN_WORDS, Batch, Numbered, Splitter


class EditCounts(NamedTuple):
    """How many edits of each type turn one sequence of words into another."""

    insertions: int
    deletions: int
    substitutions: int
    shifts: int

    @property
    def total(self) -> int:
        """The number of edits."""
        return sum(self)


def edit_counts(source: Sequence[str], target: Sequence[str], *, case_sensitive: bool = False) -> EditCounts:
    """Return the edits that turn the source into the target, as TER finds them.

    A deletion removes a word of the source; a shift moves a run of words and counts once. The total over
    the length of the target is TER, equation 1 of Cohn & Lapata (2013).

    >>> edit_counts("the man sold the red car".split(), "the man sold the car".split())
    EditCounts(insertions=0, deletions=1, substitutions=0, shifts=0)
    """
    return edit_counts_of_pairs([(source, target)], case_sensitive=case_sensitive)[0]


def edit_counts_of_pairs(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]], *, case_sensitive: bool = False
) -> list[EditCounts]:
    """Return the `edit_counts` of many pairs of source and target at once, which is quicker."""
    numbers: dict[str, int] = {}
    values: tuple[list[int], list[int]] = ([], [])
    starts: tuple[list[int], list[int]] = ([0], [0])
    for pair in pairs:
        for side, words in enumerate(pair):
            spelled = words if case_sensitive else [word.lower() for word in words]
            values[side].extend(numbers.setdefault(word, len(numbers)) for word in spelled)
            starts[side].append(len(values[side]))
    counts = _core.ter_edits(
        np.array(values[0], np.int32),
        np.array(starts[0], np.int64),
        np.array(values[1], np.int32),
        np.array(starts[1], np.int64),
        np.arange(len(starts[0]), dtype=np.int64),
    )
    return [EditCounts(*row) for row in counts.tolist()]


class Ter(Metric):
    """Edits that turn the outputs into their references, per 100 reference words.

    The settings are sacrebleu's, and so are the results: by default the words are what stands between
    spaces, in lower case. Of several references the one with the fewest edits counts, while the length is
    the references' average. Edits are found by the compiled core.
    """

    name = "ter"
    scale = 100
    unit = "words between spaces"
    higher_is_better = False

    def __init__(
        self, *, normalized: bool = False, punctuation: bool = True, asian: bool = False, case_sensitive: bool = False
    ) -> None:
        """Take sacrebleu's settings for its Tercom tokenisation.

        Args:
            normalized: split punctuation from words and unescape XML.
            punctuation: count punctuation marks.
            asian: treat Chinese and Japanese characters as words.
            case_sensitive: distinguish capitals.
        """
        self.normalized = normalized
        self.punctuation = punctuation
        self.asian = asian
        self.case_sensitive = case_sensitive

    @property
    def signature(self) -> str:
        """The settings, and the version of sacrebleu."""
        import sacrebleu

        return sign(
            self.name,
            case="mixed" if self.case_sensitive else "lc",
            tok="tercom",
            norm=self.normalized,
            punct=self.punctuation,
            asian=self.asian,
            refs="closest",
            sacrebleu=sacrebleu.__version__,
        )

    def statistics(self, batch: Batch) -> Statistics:
        """Return the four kinds of edits, the average reference length, and the count 1."""
        numbered = batch.numbered(self._splitter(), lower=not self.case_sensitive)
        edits = _edits_to_closest(numbered)
        lengths = np.diff(numbered.references.starts)
        average = np.add.reduceat(lengths, numbered.first[:-1]) / np.diff(numbered.first)
        return np.column_stack([edits, average, np.ones(len(batch))])

    def _splitter(self) -> Splitter:
        if not self.normalized and self.punctuation:
            return BETWEEN_SPACES  # as Tercom has it, only quicker
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        tokenizer = TercomTokenizer(
            normalized=self.normalized,
            no_punct=not self.punctuation,
            asian_support=self.asian,
            case_sensitive=self.case_sensitive,
        )
        name = f"tercom-{self.normalized}-{self.punctuation}-{self.asian}-{self.case_sensitive}"
        return Splitter(name, lambda version: tokenizer(version.text.rstrip()).split())

    def score(self, total: Statistics) -> float:
        """Return TER; without any reference words, 100 where there are edits and 0 if there are none."""
        edits, length = float(total[:4].sum()), float(total[4])
        return 100 * edits / length if length else 100.0 * (edits > 0)

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return how many edits of each type an output needs on average to become its reference."""
        return {name: ratio(total[index], total[5]) for index, name in enumerate(EditCounts._fields)}


class Edits(Metric):
    """How many edits turn a source into its output, on average; the details give them by type.

    This is what a system does, whatever the references say: Cohn & Lapata (2013), Table II(b) and section 6.
    """

    name = "edits"
    unit = "of tokens"
    higher_is_better = None

    @property
    def signature(self) -> str:
        """How words are compared."""
        return sign(self.name, case="lc", tok="words", direction="source-output", average="macro")

    def statistics(self, batch: Batch) -> Statistics:
        """Return the four kinds of edits, and the count 1."""
        numbered = batch.numbered(GIVEN_WORDS, lower=True)
        each = np.arange(len(batch) + 1, dtype=np.int64)
        edits = _core.ter_edits(*numbered.sources, *numbered.outputs, each)
        return np.column_stack([edits, np.ones(len(batch))])

    def score(self, total: Statistics) -> float:
        """Return the average number of edits."""
        return ratio(total[:4].sum(), total[4])

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return the average number of edits of each type."""
        return {name: ratio(total[index], total[4]) for index, name in enumerate(EditCounts._fields)}


def _edits_to_closest(numbered: Numbered) -> NDArray[np.int64]:
    """Return each output's edits by type to the reference that needs the fewest; of equals, the first."""
    edits = _core.ter_edits(*numbered.outputs, *numbered.references, numbered.first)
    owners = np.repeat(np.arange(len(numbered.first) - 1), np.diff(numbered.first))
    by_owner_and_total = np.lexsort((edits.sum(axis=1), owners))
    return edits[by_owner_and_total[numbered.first[:-1]]]
