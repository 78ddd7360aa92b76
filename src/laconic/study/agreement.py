"""How far annotators agree: in how much they leave out, and in what they write (Cohn & Lapata 2013, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from laconic.corpus.statistics import Statistics, describe
from laconic.corpus.words import word_splitter
from laconic.metrics import Batch, Version
from laconic.metrics.bleu import Bleu
from laconic.metrics.ter import Ter
from laconic.study.annotation import AnnotationStudy


@dataclass(frozen=True)
class Likeness:
    """How like two sets of texts are, one taken as output and the other as reference.

    Attributes:
        bleu: BLEU of the corpus, 0 to 100.
        precisions: BLEU's precisions for 1 to 4 words.
        ter: edits per 100 reference words.
    """

    bleu: float
    precisions: tuple[float, ...]
    ter: float


@dataclass(frozen=True)
class PairAgreement:
    """How far two annotators agree on the sentences that both have finished.

    Attributes:
        first: one annotator.
        second: the other.
        sentences: how many sentences both have finished.
        identical: the share of these for which both wrote the same.
        rates: the compression rate of each, mean over these sentences.
        between: likeness of the two, mean of both directions.
        with_source: likeness of the source to each, mean of both annotators; what agreement is held against.
    """

    first: str
    second: str
    sentences: int
    identical: float
    rates: tuple[float, float]
    between: Likeness
    with_source: Likeness


@dataclass(frozen=True)
class AgreementReport:
    """What annotators did, and how far they agree.

    Attributes:
        annotators: for each who has finished anything, the figures of their compressions.
        pairs: for each two with sentences in common, their agreement.
    """

    annotators: dict[str, Statistics]
    pairs: list[PairAgreement]

    def to_json(self) -> dict[str, Any]:
        """Return all figures as plain JSON values."""
        return {
            "annotators": {name: figures.to_json() for name, figures in self.annotators.items()},
            "pairs": [asdict(pair) for pair in self.pairs],
        }


def measure_agreement(study: AnnotationStudy) -> AgreementReport:
    """Measure what each annotator did, and how far each two agree."""
    texts: dict[str, dict[int, str]] = {person.name: {} for person in study.store.people()}
    for number, works in study.work().items():
        for work in works:
            texts[work.annotator][number] = work.compression.text
    tokenized = any(asked.tokenized for asked in study.sentences.values())
    split = word_splitter(tokenized)
    bleu = Bleu("none" if tokenized else "13a")

    def version(text: str) -> Version:
        return Version(text, split(text))

    pairs = []
    for first, second in combinations(texts, 2):
        shared = [number for number in texts[first] if number in texts[second]]
        if shared:
            sources = [version(study.sentences[number].source) for number in shared]
            columns = [[version(texts[name][number]) for number in shared] for name in (first, second)]
            pairs.append(_agreement((first, second), sources, columns, bleu))
    figures = {name: describe(study.pairs([name]), split) for name, written in texts.items() if written}
    return AgreementReport(figures, pairs)


def _agreement(
    names: tuple[str, str], sources: list[Version], columns: list[list[Version]], bleu: Bleu
) -> PairAgreement:
    ours, theirs = columns
    same = [one.words == other.words for one, other in zip(ours, theirs, strict=True)]
    rates = [
        fmean(len(text.words) / len(source.words) for text, source in zip(column, sources, strict=True))
        for column in columns
    ]
    return PairAgreement(
        *names,
        len(sources),
        fmean(same),
        (rates[0], rates[1]),
        _mean(_likeness(ours, theirs, bleu), _likeness(theirs, ours, bleu)),
        _mean(_likeness(sources, ours, bleu), _likeness(sources, theirs, bleu)),
    )


def _likeness(outputs: Sequence[Version], references: Sequence[Version], bleu: Bleu) -> Likeness:
    batch = Batch(outputs, outputs, [[reference] for reference in references])
    ter = Ter()
    counts = bleu.statistics(batch).sum(axis=0)
    details = bleu.details(counts)
    precisions = tuple(details[f"precision_{order}"] for order in (1, 2, 3, 4))
    return Likeness(bleu.score(counts), precisions, ter.score(ter.statistics(batch).sum(axis=0)))


def _mean(one: Likeness, other: Likeness) -> Likeness:
    precisions = tuple(fmean(two) for two in zip(one.precisions, other.precisions, strict=True))
    return Likeness(fmean((one.bleu, other.bleu)), precisions, fmean((one.ter, other.ter)))
