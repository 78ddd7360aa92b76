"""Printing answers: as text, as JSON, or marked for people."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Literal

from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, write_whole

if TYPE_CHECKING:
    from laconic.document.document import DocumentCompression


class AnswerWriter:
    """Writes answers to standard output as they come.

    Args:
        as_json: one JSON object each.
        show: text alone, or the source marked with what went; ``auto`` marks sentences on a terminal.
        with_score: whether scores stand beside marked answers.
        explains: whether each answer is followed by what it is based on.
    """

    def __init__(
        self,
        as_json: bool,
        show: Literal["auto", "text", "marked"],
        *,
        with_score: bool = False,
        explains: bool = False,
    ) -> None:
        self._as_json = as_json
        self._show = show
        self._with_score = with_score
        self._explains = explains
        self._is_first = True

    def begin_sentence(self) -> None:
        """Separate the answers to a sentence from those to the one before it, if each has several."""
        is_plain = not self._as_json and not self._is_marked()
        if is_plain and self._with_score and not self._is_first:
            print()
        self._is_first = False

    def write(self, answer: Compression) -> None:
        """Write the answer to a sentence, and its alternatives."""
        if self._as_json:
            told = {"explanation": _explanation(answer)} if self._explains else {}
            _write_json(answer.to_dict() | told)
            return
        if self._is_marked():
            self._write_marked(answer)
        else:
            print(*(each.text for each in (answer, *answer.alternatives)), sep="\n")
        if self._explains:
            print(_explanation(answer), end="\n\n")

    def write_document(self, document: DocumentCompression, *, in_one: bool) -> None:
        """Write a document: its text as it is, with no line end added, or its sentences marked, or JSON.

        Args:
            document: the document.
            in_one: whether its JSON is one object, or one for each sentence.
        """
        if self._as_json and in_one:
            _write_json(document.to_dict())
        elif self._as_json or self._show == "marked":
            for answer in document.sentences:
                self.write(answer)
        else:
            with write_whole(STANDARD_STREAM) as stream:
                stream.write(document.text)

    def _is_marked(self) -> bool:
        return self._show == "marked" or (self._show == "auto" and sys.stdout.isatty())

    def _write_marked(self, answer: Compression) -> None:
        from laconic.cli._marked import show_marked  # imports rich, which only people need

        show_marked(answer, with_score=self._with_score)


def _write_json(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False))


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
