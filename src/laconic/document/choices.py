"""What a sentence of a document can become, when links and code in it stay or go as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from laconic.compression import Compression, EveryLength, unchanged
from laconic.document.sentences import Placed
from laconic.errors import LaconicError
from laconic.pipeline.method import Method, RateAware
from laconic.pipeline.nonempty import compress_to_words, lengths_with_words
from laconic.pipeline.sharing import Answers
from laconic.search.base import Masks, Wish

_MOST_FREE = 3
"""So many units of a sentence may go; beyond them, units stay, for every one doubles the searches."""


def every_answer(
    method: Method,
    placed: Placed,
    keep: set[int],
    *,
    may_vanish: bool,
    rate: float | None = None,
    units_go: bool = False,
) -> Answers:
    """Return the best answer of every length, exact over all ways to keep and drop units whole.

    Args:
        method: compresses the sentence.
        placed: the sentence, parsed.
        keep: the positions of words that must stay.
        may_vanish: whether the sentence may be dropped whole if no word of it must stay.
        rate: the rate of the document, near which lengths will be wanted, for methods whose scores depend on it.
        units_go: whether all units go that can, for the fewest characters, in place of the best choice.

    Raises:
        UsageError: the method has no answer at all.
    """
    ladders = list(_ladders(method, placed, keep, rate))
    ladder = ladders[-1] if units_go or len(ladders) == 1 else _best_of_each_length(ladders)
    if not placed.is_bare:
        ladder = _unwritten(ladder)
    if not ladder:
        ladder = [unchanged(placed.sentence, method.name)]
    first = ladders[0]
    nothing = first.nothing if isinstance(first, EveryLength) else None
    return Answers(placed.sentence, ladder, (nothing or 0.0) if may_vanish and not keep else None)


def free_answer(method: Method, placed: Placed, keep: set[int]) -> Compression:
    """Return the best answer of any length, over all ways to keep and drop units whole."""
    answers = [compress_to_words(method, placed.sentence, Wish(masks=masks)) for masks in _masks(placed, keep)]
    fitting = [answer for answer in answers if placed.is_bare or answer.kept is not None]
    return max(fitting, key=lambda answer: answer.score) if fitting else unchanged(placed.sentence, method.name)


def _ladders(method: Method, placed: Placed, keep: set[int], rate: float | None) -> Iterator[Sequence[Compression]]:
    def find(masks: Masks | None) -> Sequence[Compression]:
        if rate is not None and isinstance(method, RateAware):
            return method.all_lengths_near(placed.sentence, rate, masks)
        return method.all_lengths(placed.sentence, masks)

    for number, masks in enumerate(_masks(placed, keep)):
        try:
            yield lengths_with_words(find, placed.sentence, masks)
        except LaconicError:
            if not number:  # with all units kept there is always an answer
                raise


def _masks(placed: Placed, keep: set[int]) -> Iterator[Masks]:
    """Yield the masks of every way to keep and drop units; the first keeps all, the last drops all it can."""
    size = len(placed.sentence)
    free = [unit for unit in placed.units if keep.isdisjoint(unit)][:_MOST_FREE]
    held = keep.union(*(unit for unit in placed.units if unit not in free))
    for stays in product((True, False), repeat=len(free)):
        kept = held.union(*(unit for unit, stay in zip(free, stays, strict=True) if stay))
        dropped = {place for unit, stay in zip(free, stays, strict=True) if not stay for place in unit} - kept
        if len(dropped) < size:
            yield Masks.of(size, keep=kept, drop=dropped)


def _best_of_each_length(ladders: Sequence[Sequence[Compression]]) -> EveryLength:
    best: dict[int, tuple[float, int, int]] = {}
    for number, ladder in enumerate(ladders):
        for place, (words, score) in enumerate(Answers(ladder[0].source, ladder).lengths() if ladder else ()):
            if words not in best or best[words][0] < score:
                best[words] = score, number, place
    lengths = sorted(best)

    def write(words: int) -> Compression:
        _, number, place = best[words]
        return ladders[number][place]

    return EveryLength(lengths, [best[words][0] for words in lengths], write)


def _unwritten(ladder: Sequence[Compression]) -> Sequence[Compression]:
    """Return the answers that only delete: where there is markup, new words have no place."""
    if isinstance(ladder, EveryLength) and (not ladder or ladder[0].kept is not None):
        return ladder
    return [answer for answer in ladder if answer.kept is not None]
