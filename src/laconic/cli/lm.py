"""``laconic lm``: estimate and query n-gram language models."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from laconic.cli._arguments import FileName
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, check_output, read_lines
from laconic.lm import Estimation, LanguageModel, Settings, WordScore, estimate_to_file, load_lm

app = App(name="lm", default_parameter=Parameter(negative="", show_default=False))

_BATCH = 1000


@app.command
def estimate(
    text: FileName = STANDARD_STREAM,
    *,
    out: FileName,
    order: Annotated[int, Parameter(show_default=True)] = 3,
    prune: str = "0",
    vocab: int | None = None,
    memory: Annotated[str, Parameter(show_default=True)] = "1G",
    tokenized: bool = False,
    lowercase: bool = False,
    temporary: Path | None = None,
    json_: bool = False,
) -> None:
    """Estimate a language model by interpolated modified Kneser-Ney smoothing.

    The text may have any size: what does not fit into memory goes to disk. If the text is too small to estimate the
    discounts, 0.5, 1 and 1.5 are used, with a warning.

    Example: `laconic lm estimate news.txt --order 3 --prune 0,0,1 --lowercase --out news.lm`

    Args:
        text: The text; standard input by default.
        out: The model to write: ARPA if the name ends with .arpa, .arpa.gz or .arpa.xz, otherwise binary, about ten
            times smaller. Only a binary model is held in memory as a whole.
        order: The length of the longest n-grams.
        prune: Leave out n-grams that occur at most N times, with one N for each length from 1 on, as in 0,0,1; the
            last number applies to all that follow. Rare words left out count as unknown.
        vocab: Keep only the N most frequent words.
        memory: Memory for n-grams, such as 500M or 2G.
        tokenized: One sentence per line, tokens separated by spaces.
        lowercase: Ignore case and the form of quotation marks; a binary model records this.
        temporary: The folder for temporary files.
        json_: Print what was done as one JSON object.
    """
    settings = Settings(
        order=order,
        prune=_numbers(prune),
        vocabulary=vocab,
        memory=memory,
        tokenized=tokenized,
        lowercase=lowercase,
        folder=temporary,
    )
    if json_ and out == STANDARD_STREAM:
        raise UsageError("--json and a model cannot both go to standard output: give --out a file name.")
    check_output(out, text)
    estimation = estimate_to_file(text, out, settings)
    if json_:
        print(json.dumps(asdict(estimation)))
    else:
        _report(estimation)


def _numbers(prune: str) -> list[int]:
    try:
        return [int(number) for number in prune.split(",")]
    except ValueError:
        raise UsageError(f"--prune needs numbers separated by commas, such as 0,0,1, not {prune!r}.") from None


def _report(estimation: Estimation) -> None:
    """Tell on standard error what was learned; standard output may be the model."""
    print(f"{estimation.sentences:,} sentences, {estimation.tokens:,} words", file=sys.stderr)
    for length, (ngrams, amounts) in enumerate(zip(estimation.ngrams, estimation.discounts, strict=True), 1):
        shown = " ".join(f"{amount:.3f}" for amount in amounts)
        fallback = " (by default: the text is too small)" if length in estimation.fallbacks else ""
        print(f"{length}-grams: {ngrams:,}, discounts {shown}{fallback}", file=sys.stderr)


@app.command
def convert(
    input: FileName,
    output: FileName,
    *,
    ngrams: int | None = None,
    lowercase: bool = False,
) -> None:
    """Convert a model to the other format, or make it smaller.

    Example: `laconic lm convert news.arpa.gz news.lm --ngrams 500000`

    Args:
        input: A model, ARPA or binary, or bundled for the one that comes with laconic.
        output: The file to write: ARPA if the name ends with .arpa, .arpa.gz or .arpa.xz, otherwise binary.
        ngrams: Keep all words and the N longer n-grams whose loss would change the model most.
        lowercase: The model was estimated from lower-case text with straight quotes, which an ARPA file does not
            record.
    """
    check_output(output, input)
    model = load_lm(input)
    model = LanguageModel(model.core, lowercase=lowercase or model.lowercase)
    (model if ngrams is None else model.pruned(ngrams)).save(output)


@dataclass
class Totals:
    """Sums over all sentences asked for."""

    sentences: int = 0
    words: int = 0
    unknown: int = 0
    log10: float = 0.0
    log10_known: float = 0.0

    def add(self, scores: list[WordScore]) -> None:
        """Count one sentence; its end is a word scored, but not a word."""
        self.sentences += 1
        self.words += len(scores) - 1
        self.unknown += sum(not score.known for score in scores)
        self.log10 += sum(score.log10 for score in scores)
        self.log10_known += sum(score.log10 for score in scores if score.known)

    def to_json(self) -> dict[str, Any]:
        """Return the sums and the perplexities, with unknown words and without."""
        scored = self.words + self.sentences
        return {
            "sentences": self.sentences,
            "words": self.words,
            "unknown": self.unknown,
            "log10": self.log10,
            "perplexity": 10 ** (-self.log10 / scored) if scored else None,
            "perplexity_known": 10 ** (-self.log10_known / (scored - self.unknown)) if scored else None,
        }


@app.command
def query(
    model: FileName,
    file: FileName = STANDARD_STREAM,
    *,
    tokenized: bool = False,
    words: bool = False,
    total: bool = False,
    json_: bool = False,
) -> None:
    """Print the log10 probability, perplexity and number of unknown words of each sentence.

    The end of a sentence counts as a word. The perplexity of everything goes to standard error.

    Example: `echo "It goes without saying." | laconic lm query bundled --words`

    Args:
        model: A model's file, or bundled for the English model that comes with laconic.
        file: The text; standard input by default.
        tokenized: One sentence per line, tokens separated by spaces; every line gets a line of output.
        words: Print a table of words for each sentence: word, log10 probability, words in the n-gram found.
        total: Print only the figures for the whole text.
        json_: Print one JSON object per sentence, or one for the whole text with --total.
    """
    asked = load_lm(model)
    totals = Totals()
    for sentence, scores in _scored(asked, _sentences(file, tokenized)):
        totals.add(scores)
        if not total:
            _print_sentence(sentence, scores, words=words, json_=json_)
    if total and json_:
        print(json.dumps(totals.to_json()))
    elif totals.sentences:
        print(_summary(totals), file=sys.stdout if total else sys.stderr)


def _sentences(file: str, tokenized: bool) -> Iterator[list[str]]:
    from laconic.parse.tokenize import sentences

    for _, line in read_lines(file):
        if tokenized:
            yield line.split()
        else:
            yield from ([token.text for token in sentence.tokens] for sentence in sentences(line))


def _scored(model: LanguageModel, sentences: Iterable[list[str]]) -> Iterator[tuple[list[str], list[WordScore]]]:
    remaining = iter(sentences)
    while batch := list(islice(remaining, _BATCH)):
        yield from zip(batch, model.words_of_all(batch), strict=True)


def _print_sentence(sentence: list[str], scores: list[WordScore], *, words: bool, json_: bool) -> None:
    log10 = sum(score.log10 for score in scores)
    unknown = sum(not score.known for score in scores)
    perplexity = 10 ** (-log10 / len(scores))
    if json_:
        record = {"sentence": sentence, "log10": log10, "perplexity": perplexity, "unknown": unknown}
        print(json.dumps(record | ({"words": [score._asdict() for score in scores]} if words else {})))
        return
    if words:
        for score in scores:
            print(f"{score.word}\t{score.log10:.4f}\t{score.length if score.known else 'unknown'}")
    print(f"{log10:.4f}\t{perplexity:.2f}\t{unknown}\t{' '.join(sentence)}" + ("\n" if words else ""))


def _summary(totals: Totals) -> str:
    figures = totals.to_json()
    return (
        f"{totals.sentences:,} sentences, {totals.words:,} words, {totals.unknown:,} unknown: "
        f"log10 {totals.log10:.4f}, perplexity {figures['perplexity']:.2f}, "
        f"of known words {figures['perplexity_known']:.2f}"
    )
