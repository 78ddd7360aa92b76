"""The bundled parser: speed, start-up and memory, beside spaCy's small English architecture.

The rival is spaCy's tagger and dependency parser in their usual size, with weights that are not trained: they cost
the same and need no download. It finds neither constituents nor lemmas. Times are processor time on one core.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

os.environ.setdefault("OMP_NUM_THREADS", "1")

from _clock import seconds
from laconic.corpus import sample
from laconic.parse.adapters import SpacyParser
from laconic.parse.base import Parser
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import split_words
from laconic.text import Sentence

WORDS = 25
REPEATS = 3
START = "from laconic.parse.english import EnglishParser; EnglishParser().parse(['It works.'])"
LONG_RUN = (
    "from laconic.corpus import sample; from laconic.parse.english import EnglishParser; "
    "EnglishParser().parse([pair.source for pair in sample()] * 2)"
)


def sentences_of(words: int) -> list[Sentence]:
    """Return the beginnings of the sample's longer sentences, all of one length."""
    split = (split_words(pair.source) for pair in sample())
    return [Sentence.from_words(found[:words]) for found in split if len(found) >= words]


def untrained_spacy(parsed: Sequence[Sentence]) -> SpacyParser:
    """Return spaCy's tagger and parser with the labels of these sentences and random weights."""
    import spacy
    from spacy.training import Example

    pipeline = spacy.blank("en")
    pipeline.add_pipe("tagger")
    pipeline.add_pipe("parser")
    examples = []
    for sentence in parsed:
        heads = [place if head == 0 else head - 1 for place, head in enumerate(sentence.heads or ())]
        document = spacy.tokens.Doc(pipeline.vocab, words=list(sentence.words))
        tags = [token.tag for token in sentence.tokens]
        relations = ["ROOT" if name == "root" else name for name in sentence.relations or ()]
        examples.append(Example.from_dict(document, {"heads": heads, "deps": relations, "tags": tags}))
    pipeline.initialize(lambda: examples)
    return SpacyParser(pipeline)


def speeds(parser: Parser, sentences: list[Sentence]) -> tuple[float, float]:
    """Return sentences a second when all are given at once, and milliseconds for one given alone."""
    parser.parse(sentences[:5])
    together = seconds(lambda: parser.parse(sentences), REPEATS)
    alone = seconds(lambda: [parser.parse([sentence]) for sentence in sentences[:50]], REPEATS)
    return len(sentences) / together, 1000 * alone / len(sentences[:50])


def child(program: str) -> tuple[float, float]:
    """Return processor seconds and the largest memory in MB of a fresh Python that runs the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, after.ru_maxrss / 1024


def main() -> None:
    """Measure and print."""
    start, memory = child(START)
    _, more_memory = child(LONG_RUN)
    sentences = sentences_of(WORDS)
    ours = EnglishParser()
    here, alone = speeds(ours, sentences)
    print(f"{len(sentences)} sentences of {WORDS} words")
    print(f"together: {here:.0f} sentences a second; alone: {alone:.1f} ms a sentence")
    if find_spec("spacy") is None:
        print("spaCy is not installed, so there is nothing to compare with")
    else:
        there, there_alone = speeds(untrained_spacy(ours.parse(sentences)), sentences)
        print(f"spaCy (tags and arcs only), together: {there:.0f} sentences a second, ratio {here / there:.2f}")
        print(f"spaCy, alone: {there_alone:.1f} ms a sentence, ratio {alone / there_alone:.2f}")
    print(f"start-up to the first parse: {start:.2f} s of processor time, {memory:.0f} MB")
    print(f"after {2 * len(list(sample()))} sentences: {more_memory:.0f} MB")


if __name__ == "__main__":
    main()
