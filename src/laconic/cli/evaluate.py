"""``laconic evaluate``: compress a corpus and score the result."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from laconic.compression import Compression
from laconic.errors import DataError, UsageError
from laconic.files import write_whole
from laconic.methods.protect import Protection
from laconic.progress import track
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.corpus import Pair
    from laconic.model import Model


def evaluate(
    corpus: Path,
    *,
    model: str | None = None,
    method: str | None = None,
    rate: str = "gold",
    output: Path | None = None,
    parse_cache: Path | None = None,
    tokenized: bool = False,
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> None:
    """Compress every sentence of a corpus and score the answers against its references.

    Examples:
        laconic evaluate dev.jsonl --model models/joint --rate gold

        laconic evaluate dev.jsonl --method bigram --rate 0.7 --output answers.txt --json

    Args:
        corpus: pairs with references.
        model: a folder made by laconic train.
        method: a method with a bundled model.
        rate: gold (as long as the first reference), free (as the model sees fit), or a number such as 0.7.
        output: where to write the answers, one a line.
        parse_cache: a file that remembers parses.
        tokenized: tokens in the corpus are separated by spaces.
        json_: print JSON instead of a table.
    """
    from laconic.cli.scores import default_parser, naming, print_scores, with_parses
    from laconic.corpus import Corpus
    from laconic.metrics import Version, standard_metrics
    from laconic.metrics import evaluate as score
    from laconic.model import DEFAULT_MODEL, load
    from laconic.parse.cache import CachedParser

    if model is not None and method is not None:
        raise UsageError("Give either --model or --method: a model knows its method.")
    loaded = load(model or method or DEFAULT_MODEL)
    parser = default_parser()
    if parse_cache is not None:
        loaded.parser = CachedParser(loaded.parser, parse_cache)
        parser = CachedParser(parser, parse_cache)
    pairs = list(Corpus.open(corpus))
    if not pairs:
        raise DataError("has no pairs.", path=corpus)
    begun = time.perf_counter()
    answers = compress_pairs(loaded, pairs, rate, tokenized=tokenized)
    seconds = (time.perf_counter() - begun) / len(pairs)
    if output is not None:
        with write_whole(output) as stream:
            stream.writelines(f"{_one_line(answer, tokenized)}\n" for answer in answers)
    outputs = [Version(_one_line(answer, tokenized), answer.tokens) for answer in answers]
    references = [Version(text, _tokens(text, tokenized)) for pair in pairs for text in pair.references]
    parsed = iter(with_parses(references, parser))
    evaluation = score(
        [answer.source for answer in answers],
        with_parses(outputs, parser),
        [[next(parsed) for _ in pair.references] for pair in pairs],
        naming(parser, standard_metrics("none" if tokenized else "13a")),
    )
    record = evaluation.to_json(seconds_per_sentence=seconds)
    if json_:
        print(json.dumps(record))
    else:
        print_scores(record)


def compress_pairs(model: Model, pairs: Sequence[Pair], rate: str, *, tokenized: bool) -> list[Compression]:
    """Compress the sources of the pairs to the length that ``rate`` asks for."""
    wanted = None if rate in ("gold", "free") else _number(rate)
    sentences = list(
        model.parse(Sentence.from_words(pair.source.split()) if tokenized else pair.source for pair in pairs)
    )
    # Methods are compared as they are: what must stay would not leave them the reference's length.
    protect = Protection(negation=False)
    if rate != "gold":
        return list(track(model.pipe(sentences, rate=wanted, protect=protect), "Compressing", total=len(pairs)))
    lengths = [len(_tokens(pair.reference, tokenized)) for pair in pairs]
    return [
        _at_length(model, sentence, min(length, len(sentence)), protect)
        for sentence, length in track(list(zip(sentences, lengths, strict=True)), "Compressing")
    ]


def _at_length(model: Model, sentence: Sentence, words: int, protect: Protection) -> Compression:
    """Compress to so many words, or as near as the method can: some are bound by trees or rules."""
    try:
        return model.compress(sentence, words=words, protect=protect)
    except UsageError:
        possible = model.all_lengths(sentence, protect=protect)
        return min(possible, key=lambda answer: (abs(len(answer.tokens) - words), len(answer.tokens)))


def _number(rate: str) -> float:
    try:
        return float(rate)
    except ValueError:
        raise UsageError(f"--rate must be gold, free or a number such as 0.7, not {rate!r}.") from None


def _tokens(text: str, tokenized: bool) -> Sequence[str]:
    from laconic.parse.tokenize import split_words

    return text.split() if tokenized else split_words(text)


def _one_line(answer: Compression, tokenized: bool) -> str:
    return " ".join(answer.tokens) if tokenized else " ".join(answer.text.split())
