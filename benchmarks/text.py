"""Tokens, sentences and spacing: speed and quality against sacremoses and syntok.

Speed is measured on the sources of the sample corpus. ``python benchmarks/text.py FILE.conllu ...`` measures
quality too: token boundaries against the treebank's, with words that it splits at hyphens and slashes
joined as Penn does; sentence boundaries in its documents and paragraphs; and how many sentences come back
exactly from their bare tokens. Times are processor time.
"""

import sys
from collections.abc import Callable, Iterable, Iterator

from sacremoses import MosesDetokenizer, MosesTokenizer
from syntok import segmenter

from _clock import seconds
from laconic.corpus import sample
from laconic.dependency import Conllu, read_conllu
from laconic.english.detokenize import join_words
from laconic.files import read_lines
from laconic.parse.split import split_sentences
from laconic.parse.tokenize import split_words, tokenize

REPEATS = 20
Span = tuple[int, int]


def print_speeds() -> None:
    """Print words a second, and how many times quicker than the rival that is."""
    texts = [pair.source for pair in sample()] * REPEATS
    tokens = [split_words(text) for text in texts]
    document = "\n\n".join(texts)
    words = sum(map(len, tokens))
    moses, moses_back = MosesTokenizer("en"), MosesDetokenizer("en")
    tasks: list[tuple[str, Callable[[], object], str, Callable[[], object]]] = [
        (
            "tokenising",
            lambda: [tokenize(text) for text in texts],
            "sacremoses, which gives no offsets",
            lambda: [moses.tokenize(text) for text in texts],
        ),
        (
            "splitting",
            lambda: split_sentences(document),
            "syntok, which tokenises too",
            lambda: [list(paragraph) for paragraph in segmenter.process(document)],
        ),
        (
            "joining",
            lambda: [join_words(each) for each in tokens],
            "sacremoses",
            lambda: [moses_back.detokenize(each) for each in tokens],
        ),
    ]
    for task, ours, rival, theirs in tasks:
        duration = seconds(ours)
        ratio = seconds(theirs) / duration
        print(f"{task:12}{words / duration:12,.0f} words/s, {ratio:.1f} times as quick as {rival}")


def penn_spans(sentence: Conllu) -> Iterator[Span]:
    """Yield the places of the treebank's tokens, with what it splits at hyphens and slashes joined again."""
    parsed = sentence.sentence()
    text = parsed.text
    start, end, glue = 0, 0, False
    for token in parsed.tokens:
        between_digits = text[token.start - 1 : token.start].isdecimal() and text[token.end : token.end + 1].isdecimal()
        joins = token.text == "/" or (token.text == "-" and (token.tag == "HYPH" or between_digits))
        if token.start == end and end and (joins or glue):
            end = token.end
        else:
            if end:
                yield start, end
            start, end = token.start, token.end
        glue = joins
    yield start, end


def documents(sentences: Iterable[Conllu]) -> Iterator[tuple[str, set[int]]]:
    """Yield each document's text, paragraphs apart by a blank line, and where its sentences end."""
    text, ends, spaced = "", set[int](), True
    for sentence in sentences:
        if any(comment.startswith("# newdoc") for comment in sentence.comments) and text:
            yield text, ends
            text, ends = "", set()
        if text:
            new_paragraph = any(comment.startswith("# newpar") for comment in sentence.comments)
            text += "\n\n" if new_paragraph else " " if spaced else ""
        text += sentence.sentence().text
        ends.add(len(text))
        spaced = "SpaceAfter=No" not in sentence.rows[-1][9].split("|")
    yield text, ends


def syntok_spans(text: str) -> Iterator[Span]:
    """Yield the sentences that syntok finds, paragraph by paragraph."""
    offset = 0
    for block in text.split("\n\n"):
        for paragraph in segmenter.process(block):
            for tokens in paragraph:
                yield offset + tokens[0].offset, offset + tokens[-1].offset + len(tokens[-1].value)
        offset += len(block) + 2


def print_agreement(name: str, found: set[object], gold: set[object]) -> None:
    """Print precision, recall and F1."""
    right = len(found & gold)
    precision, recall, f1 = right / len(found), right / len(gold), 2 * right / (len(found) + len(gold))
    print(f"  {name:24} P {precision:.4f}  R {recall:.4f}  F {f1:.4f}")


def print_quality(path: str) -> None:
    """Print how far laconic and its rivals agree with a treebank."""
    sentences = [sentence for _, sentence in read_conllu(line for _, line in read_lines(path))]
    texts = [sentence.sentence().text for sentence in sentences]
    gold = [list(penn_spans(sentence)) for sentence in sentences]
    print(path)
    print_agreement(
        "tokens",
        {(n, token.start, token.end) for n, text in enumerate(texts) for token in tokenize(text)},
        {(n, *span) for n, spans in enumerate(gold) for span in spans},
    )
    ends = list(documents(sentences))
    gold_ends = {(n, end) for n, (_, document_ends) in enumerate(ends) for end in document_ends}
    for name, split in (("sentences", split_sentences), ("sentences by syntok", syntok_spans)):
        print_agreement(name, {(n, end) for n, (text, _) in enumerate(ends) for _, end in split(text)}, {*gold_ends})
    words = [[text[start:end] for start, end in spans] for text, spans in zip(texts, gold, strict=True)]
    for name, join in (("joined exactly", join_words), ("by sacremoses", MosesDetokenizer("en").detokenize)):
        exact = sum(join(each) == " ".join(text.split()) for each, text in zip(words, texts, strict=True))
        print(f"  {name:24} {exact / len(texts):.4f}")


if __name__ == "__main__":
    print_speeds()
    for file in sys.argv[1:]:
        print_quality(file)
