"""Bitext: sentences and their translations, cut into parts, parsed, tokenised and aligned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from laconic.align import Aligner, WordPair
from laconic.errors import DataError, MissingDependency
from laconic.extract.steps import Step, part_file, read_part, write_part
from laconic.extract.translation import BitextPart
from laconic.files import read_lines
from laconic.parse.base import Parser
from laconic.progress import track
from laconic.tree import Tree

TREES, WORDS, LINKS = ".trees.gz", ".words.gz", ".links.gz"

_PARSE_BATCH = 256
_NAMES = ("NNP", "NNPS")


@dataclass(frozen=True)
class Cut:
    """How a bitext is cut into parts.

    Attributes:
        lines: how many lines are used; None for all.
        part_lines: how many lines a part has.
        longest: longer English sentences, in words, are left out.
    """

    lines: int | None = None
    part_lines: int = 10_000
    longest: int = 40

    def parts(self, path: str | Path) -> Iterator[list[str]]:
        """Yield the lines of each part of a file."""
        lines = (line for _, line in islice(read_lines(path), self.lines))
        while part := list(islice(lines, self.part_lines)):
            yield part


def english_spelling(tree: Tree, *, lower: bool) -> str:
    """Return the words of a parsed sentence as they are to stand in rules.

    All letters are made small, or only the first letter of a sentence that does not begin with a name.

    >>> english_spelling(Tree.parse("(S (NP (DT The) (NNP House)) (VP (VBZ rises)))"), lower=False)
    'the House rises'
    """
    words = [word.replace(" ", "\u00a0") for word in tree.words]
    if lower:
        return " ".join(words).lower()
    first = next(tree.preterminals()).label
    if first not in _NAMES and (words[0] == "A" or words[0][1:].islower()):
        words[0] = words[0].lower()
    return " ".join(words)


def parse_english(step: Step, path: str | Path, cut: Cut, parser: Parser, *, lower: bool) -> dict[str, Any]:
    """Parse the English side part by part; what is parsed already stays."""
    return _english(step, path, cut, lambda texts: _parsed(texts, parser, cut.longest), lower=lower)


def import_trees(step: Step, path: str | Path, trees: str | Path, cut: Cut, *, lower: bool) -> dict[str, Any]:
    """Take the trees of the English side from a file with one line for each line of the text; empty lines have none."""
    source = read_lines(trees)

    def read(texts: Sequence[str]) -> Iterator[Tree | None]:
        for number, line in islice(source, len(texts)):
            try:
                yield Tree.parse(line) if line.strip() else None
            except DataError as error:
                raise DataError(error.problem, path=trees, line=number) from None

    return _english(step, path, cut, read, lower=lower, skip_done=False)


def _english(
    step: Step,
    path: str | Path,
    cut: Cut,
    read: Callable[[Sequence[str]], Iterator[Tree | None]],
    *,
    lower: bool,
    skip_done: bool = True,
) -> dict[str, Any]:
    parts = sentences = 0
    for number, texts in track(enumerate(cut.parts(path)), "Parsing English"):
        parts += 1
        if not (skip_done and step.part(number, WORDS).exists()):
            parsed = list(read(texts))
            if len(parsed) < len(texts):
                raise DataError(f"its trees end before line {number * cut.part_lines + len(texts)}.", path=path)
            short = [None if tree is None or len(tree.words) > cut.longest else tree for tree in parsed]
            write_part(step.part(number, TREES), ["" if tree is None else str(tree) for tree in short])
            spelt = ["" if tree is None else english_spelling(tree, lower=lower) for tree in short]
            write_part(step.part(number, WORDS), spelt)
        sentences += sum(bool(line) for line in read_part(step.part(number, WORDS)).split("\n"))
    if not sentences:
        raise DataError("has no usable sentences.", path=path)
    return {"parts": parts, "sentences": sentences}


def _parsed(texts: Sequence[str], parser: Parser, longest: int) -> Iterator[Tree | None]:
    from laconic.parse.tokenize import split_words

    for first in range(0, len(texts), _PARSE_BATCH):
        batch = texts[first : first + _PARSE_BATCH]
        usable = [bool(text.strip()) and len(split_words(text)) <= longest for text in batch]
        parsed = iter(parser.parse([text for text, good in zip(batch, usable, strict=True) if good]))
        for good in usable:
            yield next(parsed).tree if good else None


def count_lines(english: Step, cut: Cut) -> int:
    """Return how many lines the English side has."""
    last: int = english.figures["parts"] - 1
    return last * cut.part_lines + read_part(english.part(last, WORDS)).count("\n")


def tokenize_foreign(step: Step, path: str | Path, cut: Cut, language: str, english: Step) -> dict[str, Any]:
    """Split the foreign side into lower-case words, by the rules of its language."""
    count = 0
    tokens = moses(language)
    for number, texts in track(enumerate(cut.parts(path)), f"Tokenising {language}", english.figures["parts"]):
        count += len(texts)
        if not step.part(number, WORDS).exists():
            write_part(step.part(number, WORDS), [" ".join(tokens(text)).lower() for text in texts])
    _check_lines(path, count, english, cut)
    return {"lines": count}


def _check_lines(path: str | Path, lines: int, english: Step, cut: Cut) -> None:
    """Raise `DataError` unless a file has as many lines as the English side."""
    expected = count_lines(english, cut)
    if lines != expected:
        problem = f"has {lines:,} lines where the English side has {expected:,}; line must answer to line."
        raise DataError(problem, path=path)


@lru_cache(maxsize=1)
def moses(language: str) -> Callable[[str], list[str]]:
    """Return the Moses tokeniser for a language, named by two letters.

    Raises:
        MissingDependency: sacremoses is not installed.
    """
    try:
        from sacremoses import MosesTokenizer
    except ImportError:
        raise MissingDependency("tokenising other languages", "pivot") from None
    tokenizer = MosesTokenizer(lang=language)
    return lambda text: list(tokenizer.tokenize(text, escape=False))


def align_words(
    step: Step, english: Step, foreign: Step, parts: int, aligner: Aligner, block_lines: int, title: str
) -> dict[str, Any]:
    """Align the words block by block, so that memory stays bounded; an aligner that learns does so from the first."""
    pairs = 0
    block: dict[int, list[WordPair]] = {}
    for number in track(range(parts), title):
        if not step.part(number, LINKS).exists():
            block[number] = _word_pairs(number, english, foreign)
        if block and (number == parts - 1 or sum(map(len, block.values())) >= block_lines):
            pairs += _align_block(step, block, aligner)
            block = {}
    return {"pairs": pairs}


def _word_pairs(number: int, english: Step, foreign: Step) -> list[WordPair]:
    left, right = (read_part(side.part(number, WORDS)).split("\n")[:-1] for side in (english, foreign))
    if len(left) != len(right):
        raise DataError(f"part {number} has {len(left)} English lines and {len(right)} foreign ones.")
    return [(here.split(), there.split()) for here, there in zip(left, right, strict=True)]


def _align_block(step: Step, block: Mapping[int, Sequence[WordPair]], aligner: Aligner) -> int:
    """Write the links of some parts, and return how many pairs have words on both sides."""
    pairs = [pair for part in block.values() for pair in part]
    links = iter(aligner.align(pairs))
    for number, part in block.items():
        write_part(step.part(number, LINKS), [str(next(links)) for _ in part])
    return sum(bool(here and there) for here, there in pairs)


def import_links(step: Step, path: str | Path, cut: Cut, english: Step) -> dict[str, Any]:
    """Take the links from a file in Pharaoh format with one line for each line of the text."""
    count = 0
    for number, lines in track(enumerate(cut.parts(path)), "Reading links", english.figures["parts"]):
        write_part(step.part(number, LINKS), lines)
        count += len(lines)
    _check_lines(path, count, english, cut)
    return {"lines": count}


def bitext_part(number: int, english: Path, foreign: Path, links: Path) -> BitextPart:
    """Read a part from the folders of its steps."""
    files = ((english, TREES), (english, WORDS), (foreign, WORDS), (links, LINKS))
    return BitextPart(*(read_part(part_file(folder, number, extension)) for folder, extension in files))
