"""Printing answers: as text, as JSON, or marked for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TextIO

from laconic.compression import Compression
from laconic.errors import UsageError

if TYPE_CHECKING:
    from laconic.document.document import DocumentCompression


class AnswerWriter:
    """Writes answers as they come.

    Args:
        stream: where they are written.
        as_json: one JSON object each.
        show: text alone, or the source marked with what went; ``auto`` marks sentences on a terminal.
        with_score: whether scores stand beside marked answers.
        explains: whether each answer is followed by what it is based on.
    """

    def __init__(
        self,
        stream: TextIO,
        as_json: bool,
        show: Literal["auto", "text", "marked"],
        *,
        with_score: bool = False,
        explains: bool = False,
    ) -> None:
        self._stream = stream
        self._as_json = as_json
        self._show = show
        self._with_score = with_score
        self._explains = explains
        self._is_first = True

    def begin_sentence(self) -> None:
        """Separate the answers to a sentence from those to the one before it, if each has several."""
        is_plain = not self._as_json and not self._is_marked()
        if is_plain and self._with_score and not self._is_first:
            print(file=self._stream)
        self._is_first = False

    def write(self, answer: Compression, line: int | None = None) -> None:
        """Write the answer to a sentence, and its alternatives.

        Args:
            answer: the answer.
            line: the line in which the sentence starts, if it is known.
        """
        if self._as_json:
            place = {} if line is None else {"line": line}
            told = {"explanation": _explanation(answer)} if self._explains and answer.tokens else {}
            self._write_json(place | answer.to_dict() | told)
            return
        if self._is_marked():
            self._write_marked(answer)
        else:
            print(*(each.text for each in (answer, *answer.alternatives)), sep="\n", file=self._stream)
        if self._explains and answer.tokens:
            print(_explanation(answer), end="\n\n", file=self._stream)

    def write_document(self, document: DocumentCompression, *, in_one: bool) -> None:
        """Write a document: its text as it is, with no line end added, or its sentences marked, or JSON.

        Args:
            document: the document.
            in_one: whether its JSON is one object, or one for each sentence.
        """
        if self._as_json and in_one:
            self._write_json(document.to_dict())
        elif self._as_json or self._show == "marked":
            for answer in document.sentences:
                self.write(answer)
        else:
            self._stream.write(document.text)

    def _is_marked(self) -> bool:
        return self._show == "marked" or (self._show == "auto" and self._stream.isatty())

    def _write_marked(self, answer: Compression) -> None:
        from rich.console import Console  # which only people need

        from laconic.cli._marked import show_marked

        show_marked(answer, with_score=self._with_score, console=Console(file=self._stream))

    def _write_json(self, record: dict[str, Any]) -> None:
        print(json.dumps(record, ensure_ascii=False), file=self._stream)


def _explanation(answer: Compression) -> str:
    from laconic.cli._explained import explain_words, told_articles

    if answer.explanation is not None:
        return "\n".join([answer.explanation.explain(), *told_articles(answer)])
    if answer.word_confidence is not None:
        return explain_words(answer)
    raise UsageError(
        f"--explain lists rules or how sure a method is of each word, and {answer.method} has neither; use --method"
        " encoder, t3 or paraphrase."
    )
