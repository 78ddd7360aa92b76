"""Compressing the sources of a corpus to the length that a comparison asks for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from laconic.compression import Compression
from laconic.corpus import Pair
from laconic.corpus.parsing import unparsed
from laconic.corpus.words import word_splitter
from laconic.errors import UsageError
from laconic.language import LANGUAGE
from laconic.model import Model
from laconic.pipeline.protection import Protection
from laconic.progress import track

# Methods are compared as they are: what must stay would not leave them the reference's length.
_PROTECT = Protection(negation=False)


def compress_pairs(
    model: Model, pairs: Sequence[Pair], rate: str, *, tokenized: bool
) -> Iterator[tuple[Compression, float]]:
    """Yield for each pair the compression of its source, and the seconds of CPU time that it took after parsing.

    Args:
        model: what compresses.
        pairs: sources and references.
        rate: ``gold`` (as long as the first reference), ``free`` (length chosen by the model), or a number such as 0.7.
        tokenized: whether tokens are separated by spaces.
    """
    wanted = None if rate in ("gold", "free") else _number(rate)
    split = word_splitter(tokenized)
    sentences = list(model.parse(unparsed(pair.source, tokenized=tokenized) for pair in pairs))
    for pair, sentence in track(list(zip(pairs, sentences, strict=True)), "Compressing"):
        begun = time.process_time()
        if rate == "gold":
            # Trees or rules bind some methods, so that they have not every length.
            length = min(len(split(pair.reference)), len(sentence))
            answers = model.pipe([sentence], words=length, exact=True, protect=_PROTECT, if_impossible="nearest")
        else:
            answers = model.pipe(
                [sentence], rate=wanted, exact=wanted is not None, protect=_PROTECT, if_impossible="nearest"
            )
        answer = next(answers)
        yield answer, time.process_time() - begun


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
        raise UsageError(f"--rate must be gold, free or a number such as 0.7, not {rate!r}.") from None
