"""The answer to a request: a shorter version of a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol

from laconic.errors import counted
from laconic.language import LANGUAGE
from laconic.text import Sentence


class Explanation(Protocol):
    """The rules that rewrote a sentence."""

    def explain(self, width: int = 120) -> str:
        """Return the rules in reading order with their scores, in lines of about this width."""

    def rules(self) -> list[dict[str, Any]] | None:
        """Return the rules as plain values, or None if they cannot be written as JSON."""


@dataclass(frozen=True, slots=True, repr=False)
class Compression:
    """A shorter version of a sentence, and how it was made.

    Attributes:
        source: the sentence that was compressed.
        text: the compressed text, with natural spacing and capitals.
        tokens: its tokens.
        kept: for a compression by deletion, the positions of the source tokens that stayed, in order;
            None if words were rewritten.
        score: the model's score; compare it only between compressions of the same sentence by the same model.
        method: the name of the method.
        details: other information from the method: feature scores, certificates, gaps, the problem if the answer is
            only the nearest possible, and a warning if an editor is unlikely to accept it.
        confidence: the probability that the answer is right, if the method estimates it: the expected share of words
            that are rightly kept or deleted, or the verifier's estimate.
        word_confidence: the probability that each word of the source is rightly kept or deleted.
        explanation: the rules that rewrote the sentence, for grammar methods.
        alternatives: the next best compressions, best first.
    """

    source: Sentence
    text: str
    tokens: tuple[str, ...]
    kept: tuple[int, ...] | None
    score: float
    method: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    confidence: float | None = None
    word_confidence: tuple[float, ...] | None = None
    explanation: Explanation | None = None
    alternatives: tuple[Compression, ...] = ()

    @property
    def rate(self) -> float:
        """Output tokens per source token; punctuation counts."""
        return len(self.tokens) / len(self.source.tokens) if self.source.tokens else 1.0

    @property
    def articles(self) -> dict[int, str]:
        """The articles that were changed in the text, by their positions among the tokens.

        They agree with the word that now follows them: *an old car* becomes *a car*.
        """
        origins = self.details.get("origins") if self.kept is None else self.kept
        if origins is None or self.source.pretokenized:
            return {}
        return LANGUAGE.agreeing_articles(self.source, self.tokens, origins)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain values, with the fields of the command line's JSON output."""
        record = answer_fields(self.source.text, self)
        details = dict(self.details)
        for name in ("problem", "warning"):
            if name in details:
                record[name] = details.pop(name)
        if self.confidence is not None:
            record["confidence"] = self.confidence
        if self.word_confidence is not None:
            record["word_confidence"] = list(self.word_confidence)
        if articles := self.articles:
            record["articles"] = {str(place): article for place, article in articles.items()}
        if details:
            record["details"] = details
        rules = None if self.explanation is None else self.explanation.rules()
        if rules is not None:
            record["rules"] = rules
        if self.alternatives:
            record["alternatives"] = [alternative.to_dict() for alternative in self.alternatives]
        return record

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Compression {self.text!r}, {len(self.tokens)} of {counted(len(self.source.tokens), 'word')}>"

    def _repr_html_(self) -> str:
        """Return the source with what went struck through, for notebooks; the new text if words were rewritten."""
        if self.kept is None or not self.source.is_located:
            return f"<p>{escape(self.text)}</p>"
        kept = set(self.kept)
        pieces, reached = [], 0
        for place, token in enumerate(self.source.tokens):
            pieces.append(escape(self.source.text[reached : token.start]))
            pieces.append(escape(token.text) if place in kept else f"<del>{escape(token.text)}</del>")
            reached = token.end
        return f"<p>{''.join(pieces)}</p>"


class _Answer(Protocol):
    """What is common to the compressions of a sentence and of a document."""

    @property
    def text(self) -> str: ...
    @property
    def tokens(self) -> Sequence[str]: ...
    @property
    def kept(self) -> Sequence[int] | None: ...
    @property
    def rate(self) -> float: ...
    @property
    def score(self) -> float: ...
    @property
    def method(self) -> str: ...


def answer_fields(source: str, answer: _Answer) -> dict[str, Any]:
    """Return the fields that every JSON answer of the command line has."""
    kept = answer.kept
    return {
        "source": source,
        "text": answer.text,
        "tokens": list(answer.tokens),
        "kept": None if kept is None else list(kept),
        "rate": answer.rate,
        "score": answer.score,
        "method": answer.method,
    }


def unchanged(sentence: Sentence, method: str) -> Compression:
    """Return a sentence that stays as it is."""
    return Compression(sentence, sentence.text, sentence.words, tuple(range(len(sentence))), 0.0, method)
