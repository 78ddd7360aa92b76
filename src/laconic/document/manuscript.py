"""A document split into sentences, and put together again from their compressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from laconic.compression import Compression, unchanged
from laconic.document.blocks import Rewritten, changed_passages, rewritten
from laconic.document.layout import write_passage
from laconic.document.sentences import Placed, sentences_of
from laconic.formats.passage import RunningText


class Manuscript:
    """A text with its passages of running text and their sentences.

    Args:
        text: the document.
        running: its running text.

    Attributes:
        text: the document.
        sentences: its sentences in order, in their places; parses are put in as they come.
    """

    def __init__(self, text: str, running: RunningText) -> None:
        self.text = text
        self._passages, self._root = running.passages, running.root
        self.sentences: list[Placed] = []
        self._parts: list[slice] = []  # the sentences of each passage
        for number, passage in enumerate(self._passages):
            before = len(self.sentences)
            self.sentences += sentences_of(passage, number)
            self._parts.append(slice(before, len(self.sentences)))

    @property
    def size(self) -> int:
        """The words of all sentences together."""
        return sum(len(placed.sentence) for placed in self.sentences)

    def unchanged(self, method: str) -> list[Compression]:
        """Return answers that leave every sentence as it is."""
        return [unchanged(placed.sentence, method) for placed in self.sentences]

    def write(self, answers: Sequence[Compression]) -> str:
        """Return the document in which each sentence became its answer."""
        if self._root is not None:
            return self._readable(answers)
        return self._rewritten(answers, self._written(answers)).text

    def width_in_passage(self, number: int) -> Callable[[Compression], int]:
        """Return what counts the characters that a sentence's answer adds to its passage, the others unchanged."""
        passage = self.sentences[number].passage
        part = self._parts[passage]
        sentences = self.sentences[part]
        answers = [unchanged(placed.sentence, "") for placed in sentences]

        def written(answer: Compression) -> int:
            answers[number - part.start] = answer
            return len(write_passage(self.text, self._passages[passage], sentences, answers))

        nothing = written(Compression(self.sentences[number].sentence, "", (), (), 0.0))
        return lambda answer: written(answer) - nothing

    def _readable(self, answers: Sequence[Compression]) -> str:
        """Return Markdown in which the words that stay are words: escaped where their new company makes markup of them.

        A passage that changed is escaped only if it reads otherwise than it would with all its signs escaped.
        """
        written, escaped = self._written(answers), self._written(answers, is_escaped=True)
        for number, passage in enumerate(self._passages):
            if written[number] == self.text[passage.start : passage.end]:
                escaped[number] = written[number]
        document = self._rewritten(answers, written)
        if written == escaped:
            return document.text
        for number in changed_passages(document, self._rewritten(answers, escaped)):
            written[number] = escaped[number]
        return self._rewritten(answers, written).text

    def _written(self, answers: Sequence[Compression], *, is_escaped: bool = False) -> list[str]:
        return [
            write_passage(self.text, passage, self.sentences[part], answers[part], is_escaped=is_escaped)
            for passage, part in zip(self._passages, self._parts, strict=True)
        ]

    def _rewritten(self, answers: Sequence[Compression], written: Sequence[str]) -> Rewritten:
        dropped = {
            number
            for number, part in enumerate(self._parts)
            if answers[part] and not any(answer.tokens for answer in answers[part])
        }
        return rewritten(self.text, self._passages, written, self._root, dropped)
