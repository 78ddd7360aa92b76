"""A component of spaCy pipelines: ``nlp.add_pipe("laconic", config={"words": 12})``.

spaCy finds it by an entry point, so that nothing need be imported. Each sentence of a document then has
``sentence._.compression``, a `laconic.Compression`, and the document ``doc._.compressed``, its text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from laconic.errors import UsageError
from laconic.model import DEFAULT_MODEL, load
from laconic.parse.adapters import well_formed
from laconic.pipeline.request import Length, Request
from laconic.text import Sentence, Token

_DEFAULTS: dict[str, Any] = {
    "model": DEFAULT_MODEL,
    "style": None,
    "words": None,
    "rate": None,
    "chars": None,
    "confidence": None,
}


@Language.factory("laconic", default_config=_DEFAULTS)  # type: ignore[untyped-decorator]
def make_component(
    nlp: Language,
    name: str,
    model: str,
    style: str | None,
    words: int | None,
    rate: float | None,
    chars: int | None,
    confidence: float | None,
) -> SpacyCompressor:
    """Return the component; the settings are those of `laconic.load` and `laconic.Model.compress`."""
    return SpacyCompressor(load(model, style=style), Length(words, rate, chars, confidence))


class SpacyCompressor:
    """Compresses the sentences of documents, by their own parse where they have one.

    Args:
        model: a loaded model.
        length: how long an answer may be.
    """

    def __init__(self, model: Any, length: Length) -> None:
        self._model = model
        self._request = Request(length, if_impossible="nearest")
        for holder, names in ((Span, ("compression",)), (Doc, ("compressions",))):
            for each in names:
                if not holder.has_extension(each):
                    holder.set_extension(each, default=None)
        if not Doc.has_extension("compressed"):
            Doc.set_extension("compressed", getter=_compressed)

    def __call__(self, doc: Doc) -> Doc:
        """Compress each sentence."""
        if not doc.has_annotation("SENT_START"):
            raise UsageError(
                "the document has no sentences: add a parser, or the component sentencizer, before laconic."
            )
        spans = list(doc.sents)
        answers = self._model.answers([_sentence(span) for span in spans], self._request)
        doc._.compressions = []
        for span, answer in zip(spans, answers, strict=True):
            span._.compression = answer
            doc._.compressions.append(answer)
        return doc


def _compressed(doc: Doc) -> str | None:
    """Return the text of a document in which every sentence is compressed; the space between them stays."""
    if doc._.compressions is None:
        return None
    parts: list[str] = []
    for span, answer in zip(doc.sents, doc._.compressions, strict=True):
        text = span.text_with_ws
        inside = text.strip()
        before = text.index(inside)
        parts += (text[:before], answer.text, text[before + len(inside) :])
    return "".join(parts)


def _sentence(span: Span) -> Sentence:
    """Return a sentence of a document with spaCy's tokens, and with its parse if it has one."""
    words = [token for token in span if not token.is_space]
    start = words[0].idx if words else 0
    text = span.doc.text[start : words[-1].idx + len(words[-1])] if words else ""
    tokens = tuple(
        Token(word.text, word.tag_, word.lemma_, word.idx - start, word.idx - start + len(word)) for word in words
    )
    sentence = Sentence(text, tokens)
    if not words or not span.doc.has_annotation("DEP") or not span.doc.has_annotation("TAG"):
        return sentence
    numbers = {word.i: number for number, word in enumerate(words, 1)}
    heads = [0 if word.head.i == word.i else numbers.get(word.head.i, 0) for word in words]
    if 0 not in heads:
        return sentence
    heads_of_tree, relations = well_formed(heads, [word.dep_ for word in words])
    return replace(sentence, heads=heads_of_tree, relations=relations)
