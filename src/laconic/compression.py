"""The answer to a wish for something shorter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, overload

from laconic.english.articles import agreeing_articles
from laconic.text import Sentence


@dataclass(frozen=True, slots=True)
class Compression:
    """A shorter version of a sentence, with all that is known about how it came to be.

    Attributes:
        source: the sentence that was compressed.
        text: the compressed text, with natural spacing and capitals.
        tokens: its tokens.
        kept: for a compression by deletion, the positions of the source tokens that stayed, in order;
            None where words were rewritten.
        score: the model's score; comparable only between compressions of one sentence by one model.
        method: the name of the method.
        details: what else the method tells: feature scores, certificates, gaps, confidences, and the problem where the
            answer is only the nearest possible.
        derivation: the rules that rewrote the sentence, for grammar methods.
        alternatives: the next best compressions, best first.
    """

    source: Sentence
    text: str
    tokens: tuple[str, ...]
    kept: tuple[int, ...] | None
    score: float
    method: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    derivation: Any = None
    alternatives: tuple[Compression, ...] = ()

    @property
    def rate(self) -> float:
        """Output tokens per source token; punctuation counts."""
        return len(self.tokens) / len(self.source.tokens) if self.source.tokens else 1.0

    @property
    def articles(self) -> dict[int, str]:
        """The articles that the text writes otherwise than the tokens, by their places among these.

        They agree with the word that follows them now: *an old car* becomes *a car*.
        """
        origins = self.details.get("origins") if self.kept is None else self.kept
        if origins is None or self.source.pretokenized:
            return {}
        return agreeing_articles(self.source, self.tokens, origins)

    def to_json(self) -> dict[str, Any]:
        """Return the fields of the command line's JSON lines."""
        record = answer_fields(self.source.text, self)
        details = dict(self.details)
        record |= {name: details.pop(name) for name in ("problem", "confidence", "word_confidence") if name in details}
        if articles := self.articles:
            record["articles"] = {str(place): article for place, article in articles.items()}
        if details:
            record["details"] = details
        if hasattr(self.derivation, "to_json"):
            record["rules"] = self.derivation.to_json()
        if self.alternatives:
            record["alternatives"] = [alternative.to_json() for alternative in self.alternatives]
        return record

    def __str__(self) -> str:
        return self.text


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
    """Return the fields that every answer of the command line has in JSON."""
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


class EveryLength(Sequence[Compression]):
    """The best compression of every possible length, the shortest first, each written out when it is asked for.

    Args:
        lengths: how many words each has, rising.
        scores: the score of each.
        write: returns the one of a length.
        nothing: the score of keeping no word at all, if that is known.
    """

    def __init__(
        self,
        lengths: Sequence[int],
        scores: Sequence[float],
        write: Callable[[int], Compression],
        nothing: float | None = None,
    ) -> None:
        self.lengths = lengths
        self.scores = scores
        self.nothing = nothing
        self._write = write

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, index: int) -> Compression: ...

    @overload
    def __getitem__(self, index: slice) -> list[Compression]: ...

    def __getitem__(self, index: int | slice) -> Compression | list[Compression]:
        if isinstance(index, slice):
            return [self._write(length) for length in self.lengths[index]]
        return self._write(self.lengths[index])
