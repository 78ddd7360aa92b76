"""Compressing the sources of a corpus to the length that a comparison asks for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from laconic.compression import Compression, unchanged
from laconic.corpus import Pair
from laconic.corpus.parsing import unparsed
from laconic.corpus.words import word_splitter
from laconic.errors import UsageError
from laconic.language import LANGUAGE
from laconic.model import Model
from laconic.pipeline.protection import Protection
from laconic.pipeline.sharing import Choices, share_words
from laconic.progress import track
from laconic.search.base import LengthProfile
from laconic.text import Sentence

# Methods are compared as they are: what must stay would not leave them the reference's length.
_PROTECT = Protection(negation=False)


def compress_pairs(
    model: Model, pairs: Sequence[Pair], rate: str, *, tokenized: bool
) -> Iterator[tuple[Compression, float]]:
    """Yield for each pair the compression of its source, and the seconds of CPU time that it took after parsing.

    Args:
        model: what compresses.
        pairs: sources and references.
        rate: ``gold`` (as long as the first reference), ``average`` (all together as long as all first references),
            ``free`` (length chosen by the model), or a number such as 0.7.
        tokenized: whether tokens are separated by spaces.
    """
    wanted = None if rate in ("gold", "average", "free") else _number(rate)
    split = word_splitter(tokenized)
    sentences = list(model.parse(unparsed(pair.source, tokenized=tokenized) for pair in pairs))
    lengths = [min(len(split(pair.reference)), len(sentence)) for pair, sentence in zip(pairs, sentences, strict=True)]
    if rate == "average":
        yield from _sharing(model, sentences, sum(lengths))
        return
    for length, sentence in track(list(zip(lengths, sentences, strict=True)), "Compressing"):
        begun = time.process_time()
        if rate == "gold":
            # Trees or rules bind some methods, so that they have not every length.
            answers = model.pipe([sentence], words=length, exact=True, protect=_PROTECT, if_impossible="nearest")
        else:
            answers = model.pipe(
                [sentence], rate=wanted, exact=wanted is not None, protect=_PROTECT, if_impossible="nearest"
            )
        answer = next(answers)
        yield answer, time.process_time() - begun


def _sharing(model: Model, sentences: Sequence[Sentence], words: int) -> Iterator[tuple[Compression, float]]:
    """Yield the best answers to some sentences that have this number of words together, or as near as possible.

    Which sentence is cut more than another is left to the model's scores. This is what a bonus for every word, tuned to
    give the wanted average, would choose, and it meets that average.
    """
    choices, seconds = [], []
    for sentence in track(sentences, "Compressing"):
        begun = time.process_time()
        found = model.all_lengths(sentence, protect=_PROTECT) or [unchanged(sentence, model.method.name)]
        answers = {len(answer.tokens): answer for answer in found}
        choices.append(Choices(sentence, LengthProfile.of(answers, max(answers)), model.method.name))
        seconds.append(time.process_time() - begun)
    if not choices:
        return
    begun = time.process_time()
    fewest, most = (sum(each.profile.lengths[end] for each in choices) for end in (0, -1))
    possible = min(max(words, fewest), most)
    try:
        shared = share_words(choices, possible, evenness=0.0)
    except UsageError:  # lengths that some sentence does not have leave gaps
        shared = share_words(choices, possible, evenness=0.0, exact=False)
    each_time = (time.process_time() - begun) / len(choices)
    yield from ((answer, spent + each_time) for answer, spent in zip(shared, seconds, strict=True))


def one_line(answer: Compression, tokenized: bool) -> str:
    """Return an answer as one line of a file, as it is scored.

    Where words were only deleted, articles stay as they were: references by deletion have them so, and what is written
    scores as the answer did.
    """
    if tokenized:
        return " ".join(answer.tokens)
    text = answer.text if answer.kept is None else LANGUAGE.cut(answer.source, answer.kept, with_agreement=False)
    return " ".join(text.split())


def _number(rate: str) -> float:
    try:
        return float(rate)
    except ValueError:
        raise UsageError(f"--rate must be gold, average, free or a number such as 0.7, not {rate!r}.") from None
