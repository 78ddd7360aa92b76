"""Whether readers would rather print a rewriting than the best deletion within the same limit.

Whatever an editor thinks of each edit, what counts for a reader is the whole answer: what it says that the deletion
leaves out, what it leaves out that the deletion says, and whether the new wording is worth it. A small network that was
learnt from readers' choices (`experiments/rewriting/preferences.py`) says so, from what is known of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from laconic.english.rewriting import Edit, New
from laconic.features.opinions import OpinionNetwork
from laconic.pipeline.edited import RewriteCandidate, letter_count, liked, mends
from laconic.pipeline.encoded import EncoderScored
from laconic.pipeline.limit import Limit, quality_of

NAMES = (
    "room", "free", "words", "accepted", "rejected", "worth", "quality", "accept", "reject", "broken", "size",
    "likelihood", "more", "less", "more content", "less content", "more wanted", "less wanted", "density", "same cut",
    "edits", "sure", "least sure", "better", "least better", "liked", "least liked", "read", "saved",
    "least saved", "most saved", "replaced", "new words", "letters", "same meaning", "deletions", "moves", "mended",
)  # fmt: skip
"""The features of a rewriting beside a deletion: of the limit and the deletion, of what differs, and of the edits."""

REFUSED = 2.5
"""How bad it is that readers would refuse to print a rewriting, beside that they merely like it less."""

LEAST_PREFERRED = -0.5
"""How far the probability that readers like a rewriting better may fall short of the cost of that they do not.

With -0.7, readers who compare both still prefer the rewritings, but who judges each by itself accepts fewer of them.
"""

MOST_COMPARED = 20
"""How many rewritings are compared with the deletion, those of the highest worth."""

FARTHEST = 0.6
"""How much less than the deletion a rewriting may be worth to be compared with it."""

_CONTENT = ("NN", "VB", "JJ", "CD", "RB")
_MOST_WORDS = 60
_MOST_OTHER_WORDS = 12
_LEAST_LIKELIHOOD = 25.0


class Preference:
    """Chooses between rewritings and the best deletion.

    Args:
        network: what readers would think of a rewriting beside the deletion, from their features: that it is better,
            as good, worse, or not to be printed.

    Raises:
        ValueError: the network reads other features.
    """

    def __init__(self, network: OpinionNetwork) -> None:
        if network.inputs != len(NAMES):
            raise ValueError(f"the network reads {network.inputs} features, and answers have {len(NAMES)}")
        self.network = network

    def ranked(
        self, rewritings: Sequence[RewriteCandidate], deletion: RewriteCandidate, limit: Limit
    ) -> list[RewriteCandidate]:
        """Return the rewritings that readers would rather print than a deletion, the most liked first.

        Args:
            rewritings: the rewritings, the most valuable first.
            deletion: the best deletion within the limit.
            limit: how much room there is.
        """
        return [each for liking, each in self.liked(rewritings, deletion, limit) if liking > LEAST_PREFERRED]

    def liked(
        self, rewritings: Sequence[RewriteCandidate], deletion: RewriteCandidate, limit: Limit
    ) -> list[tuple[float, RewriteCandidate]]:
        """Return how much readers would like each rewriting that may compete with a deletion, the most liked first."""
        least = limit.worth(deletion) - FARTHEST
        compared = [each for each in rewritings[:MOST_COMPARED] if limit.worth(each) > least]
        if not compared:
            return []
        rows = np.array([features(each, deletion, limit) for each in compared], np.float32)
        liking = [each.better - each.worse - REFUSED * each.wrong for each in self.network.opinions(rows)]
        order = sorted(range(len(compared)), key=lambda number: -liking[number])
        return [(liking[number], compared[number]) for number in order]


def features(rewriting: RewriteCandidate, deletion: RewriteCandidate, limit: Limit) -> list[float]:
    """Return the features of a rewriting beside a deletion, both with a verdict, in the order of `NAMES`."""
    assert rewriting.verdict is not None
    assert deletion.verdict is not None
    assert rewriting.cut is not None
    assert deletion.cut is not None
    room = max(1, limit.room or limit.source)
    return [
        1.0 if limit.rate is None else limit.rate,
        float(limit.rate is None),
        min(_MOST_WORDS, len(deletion.source)) / _MOST_WORDS,
        deletion.verdict.accept,
        deletion.verdict.reject,
        limit.worth(rewriting) - limit.worth(deletion),
        quality_of(rewriting) - quality_of(deletion),
        rewriting.verdict.accept - deletion.verdict.accept,
        rewriting.verdict.reject - deletion.verdict.reject,
        rewriting.charge - deletion.charge,
        (limit.size(rewriting) - limit.size(deletion)) / room,
        max(-_LEAST_LIKELIHOOD, min(_LEAST_LIKELIHOOD, rewriting.cut.score - deletion.cut.score)),
        *_of_meaning(rewriting, deletion),
        rewriting.greater_density,
        float(rewriting.cut.kept == deletion.cut.kept),
        *_of_edits(rewriting.edits),
    ]


def _of_meaning(rewriting: RewriteCandidate, deletion: RewriteCandidate) -> list[float]:
    """Return how many words' meaning either has and the other lacks: of all, of those with content, of those wanted."""
    source, scored = deletion.source, deletion.cut.scored if deletion.cut else deletion.scored
    ours, theirs = set(rewriting.meant), set(deletion.meant)
    both = (sorted(ours - theirs), sorted(theirs - ours))
    assert isinstance(scored, EncoderScored)
    wanted = scored.untied_marginals[len(deletion.tokens)] if scored.sentence is source else np.zeros(len(source))
    counts = [float(len(places)) for places in both]
    content = [float(sum(source.tokens[place].tag.startswith(_CONTENT) for place in places)) for places in both]
    needed = [float(wanted[places].sum()) for places in both]
    return [min(_MOST_OTHER_WORDS, value) for value in (*counts, *content, *needed)]


def _of_edits(edits: Sequence[Edit]) -> list[float]:
    """Return what is known of the edits of an answer together."""
    sure, better, liking = ([*values] for values in zip(*map(_opinion, edits), strict=True))
    saved = [float(edit.saved) for edit in edits]
    new = [piece.text for edit in edits for piece in edit.target if isinstance(piece, New)]
    return [
        float(len(edits)),
        float(np.prod(sure)),
        min(sure),
        max(better),
        min(better),
        sum(liking),
        min(liking),
        float(sum(edit.better is not None for edit in edits)),
        sum(saved),
        min(saved),
        max(saved),
        float(sum(len(edit.replaced) for edit in edits)),
        float(len(new)),
        float(letter_count(new)) / 10,
        *(_count(each) for each in _kinds(edits)),
    ]


def _opinion(edit: Edit) -> tuple[float, float, float]:
    return edit.sure, edit.better or 0.0, liked(edit)


def _kinds(edits: Sequence[Edit]) -> Iterable[Iterable[bool]]:
    yield (edit.says_same for edit in edits)
    yield (edit.is_deletion for edit in edits)
    yield (edit.moves for edit in edits)
    yield map(mends, edits)


def _count(flags: Iterable[bool]) -> float:
    return float(sum(flags))
