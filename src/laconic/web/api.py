"""The JSON API: compressing, all lengths, parsing, explaining, and the list of models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from laconic import __version__
from laconic.compression import Compression
from laconic.document.document import compress_document
from laconic.english.foreign import foreign_language
from laconic.errors import UsageError, counted
from laconic.parse.serial import sentence_to_json
from laconic.parse.tokenize import sentences, tokenize
from laconic.pipeline.protection import PinnedWords
from laconic.pipeline.request import Request
from laconic.text import Sentence
from laconic.web import schemas
from laconic.web.dividing import division
from laconic.web.endpoints import Endpoint, json_response
from laconic.web.explaining import explanation
from laconic.web.models import Models
from laconic.web.openapi import openapi
from laconic.web.problems import Problem
from laconic.web.work import Deadline, Workers, while_connected

PREFIX = "/api/v1"

_EXAMPLE = "The scheme was intended for people of poor or moderate means."
_PROBLEMS = (404, 409, 503, 504)
_SHOWN = 40
"""The number of characters that identify a sentence in a message."""

_SHORT = 1000
"""The most characters of a text, or lengths to divide, that count as a short request."""

_SHORT_REWRITTEN = 40
"""The most words that do so for a model that rewrites."""

_Pinning = schemas.LengthsRequest | schemas.CompressRequest
_Texts = schemas.Texts | _Pinning


class Api:
    """Answers requests about a server's models.

    Args:
        models: what can be asked.
        workers: where the work is done, and within which limits.
    """

    def __init__(self, models: Models, workers: Workers) -> None:
        self.models = models
        self.limits = workers.limits
        self.workers = workers

    def endpoints(self) -> list[Endpoint[Any]]:
        """Return all endpoints with their types, from which the routes and the OpenAPI document are made."""
        text = {"text": _EXAMPLE}
        two = [{"size": 6, "words": [3, 5], "scores": [0.5, 2.5]}] * 2
        asked = (  # each with what it is asked, what it answers, and an example
            (self.compress, schemas.CompressBody, schemas.CompressAnswer, {**text, "words": 7}),
            (self.lengths, schemas.LengthsRequest, schemas.LengthsAnswer, text),
            (self.divide, schemas.DivideRequest, schemas.DivideAnswer, {"words": 9, "sentences": two}),
            (self.document, schemas.DocumentBody, schemas.DocumentAnswer, {**text, "words": 7}),
            (self.explain, schemas.ExplainRequest, schemas.ExplainAnswer, {**text, "model": "t3", "words": 8}),
            (self.parse, schemas.Texts, schemas.ParseAnswer, text),
            (self.list_models, None, schemas.ModelsAnswer, None),
        )
        return [_endpoint(*each) for each in asked]

    def routes(self) -> list[Route]:
        """Return the routes of all endpoints, and of the document that describes them."""
        endpoints = self.endpoints()
        about = "Shortens sentences, within the length asked for. The answers are those of the command line."
        document = openapi("laconic", about, endpoints)

        async def describe(_: HttpRequest) -> Response:
            return json_response(document)

        return [*(each.route() for each in endpoints), Route(f"{PREFIX}/openapi.json", describe)]

    async def compress(self, _: HttpRequest, body: schemas.CompressRequest) -> dict[str, Any]:
        """Return one compression per sentence, each as asked for.

        Of several sentences, one that cannot be as short as requested does not spoil the others' answers: its own
        is the nearest possible, and says so.
        """

        def work(deadline: Deadline) -> list[dict[str, Any]]:
            chosen = list(self._pinned(body, deadline))
            model = self.models.get(body.model, body.style)
            answers = []
            for sentence, protect in chosen:
                deadline.check()
                request = Request(
                    body.length(), protect, body.nbest, "nearest" if len(chosen) > 1 else "raise", body.fast
                )
                answer = model.pipeline.compress(self.models.ready(body.model, sentence), request)
                answers.append(answer.to_dict() | _language(sentence.text))
            return answers

        return {"compressions": await self.workers.run(work, is_long=self._is_long(body.text, body.model))}

    async def lengths(self, _: HttpRequest, body: schemas.LengthsRequest) -> dict[str, Any]:
        """Return the best compression of every length of every sentence."""

        def work(deadline: Deadline) -> list[dict[str, Any]]:
            return [
                {
                    "source": sentence.text,
                    "start": sentence.start,
                    "tokens": list(sentence.words),
                    "offsets": [[token.start, token.end] for token in sentence.tokens],
                    "protected": self.models.protected(body.model, sentence, protect),
                    "lengths": [
                        _without_source(each)
                        for each in self.models.all_lengths(body.model, body.style, sentence, protect)
                    ],
                    **_language(sentence.text),
                }
                for sentence, protect in self._pinned(body, deadline)
            ]

        found = await self.workers.run(work, is_long=self._is_long(body.text, body.model))
        return {"model": body.model or self.models.default, "sentences": found}

    async def divide(self, _: HttpRequest, body: schemas.DivideRequest) -> dict[str, Any]:
        """Return the division of a budget of words with the greatest value in all."""
        options = sum(len(each.words) for each in body.sentences)
        return await self.workers.run(lambda _: division(body, self.limits), is_long=options > _SHORT)

    async def document(self, _: HttpRequest, body: schemas.DocumentRequest) -> dict[str, Any]:
        """Return a text made shorter under one budget."""

        def work(_: Deadline) -> dict[str, Any]:
            self._check_size(sentences(body.text), body.model)
            model = self.models.get(body.model, body.style)
            document = compress_document(
                model.pipeline,
                body.text,
                Request(body.length(), _protection(body), fast=body.fast),
                markup=body.markup,
                drop_sentences=body.drop_sentences,
            )
            return document.to_dict() | _language(" ".join(each.source.text for each in document.sentences))

        return await self.workers.run(work, is_long=self._is_long(body.text, body.model))

    async def explain(self, _: HttpRequest, body: schemas.ExplainRequest) -> dict[str, Any]:
        """Return the rules behind the best compression of one sentence at one length."""

        def work(deadline: Deadline) -> dict[str, Any]:
            chosen = list(self._pinned(body, deadline))
            if len(chosen) != 1:
                raise UsageError(f"one sentence can be explained at a time, not {len(chosen)}.")
            answers = self.models.all_lengths(body.model, body.style, *chosen[0])
            for answer in answers:
                if len(answer.tokens) == body.words:
                    return explanation(answer)
            possible = [len(answer.tokens) for answer in answers]
            raise UsageError(
                f"no compression of {counted(body.words, 'word')} is possible; the possible lengths are {possible}."
            )

        return await self.workers.run(work, is_long=self._is_long(body.text, body.model))

    async def parse(self, _: HttpRequest, texts: schemas.Texts) -> dict[str, Any]:
        """Return parsed sentences."""

        def work(deadline: Deadline) -> list[dict[str, Any]]:
            return [
                sentence_to_json(self.models.parse(None, sentence)) for sentence in self._sentences(texts, deadline)
            ]

        return {"sentences": await self.workers.run(work, is_long=self._is_long(texts.text))}

    async def list_models(self, _: HttpRequest, __: None) -> dict[str, Any]:
        """Return the models, and how much may be asked of them."""

        def work(_: Deadline) -> list[dict[str, Any]]:
            return [
                {
                    "name": name,
                    "description": self.models.description(name),
                    "styles": self.models.styles(name),
                    "explains": self.models.explains(name),
                    "chooses": self.models.chooses(name),
                }
                for name in self.models.names
            ]

        limits = self.limits
        return {
            "version": __version__,
            "default": self.models.default,
            "models": await self.workers.run(work),
            "limits": {
                "body_bytes": limits.body_bytes,
                "sentences": limits.sentences,
                "sentence_words": limits.sentence_words,
                "rewritten_words": limits.rewritten_words,
                "seconds": limits.seconds,
            },
        }

    def _pinned(self, body: _Pinning, deadline: Deadline) -> Iterator[tuple[Sentence, PinnedWords]]:
        """Yield each sentence with what must stay and go in it."""
        self.models.get(body.model, body.style)  # a wrong name is refused even where there is nothing to do
        chosen = list(self._sentences(body, deadline))
        keep, drop = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        for words in body.settled:
            if words.sentence >= len(chosen):
                only = f"there {'is' if len(chosen) == 1 else 'are'} only {counted(len(chosen), 'sentence')}"
                raise UsageError(f"words of sentence {words.sentence} are pinned, and {only}.")
            keep[words.sentence].update(words.keep)
            drop[words.sentence].update(words.drop)
        protection = _protection(body)
        for number, sentence in enumerate(chosen):
            deadline.check()
            pinned = PinnedWords(negation=False, keep=frozenset(keep[number]), drop=frozenset(drop[number]))
            pinned.masks(sentence)  # positions that do not exist are refused, whatever becomes of the sentence
            yield sentence, replace(protection, keep=pinned.keep, drop=pinned.drop)

    def _sentences(self, texts: _Texts, deadline: Deadline) -> Iterator[Sentence]:
        """Yield the sentences of a request.

        Raises:
            Problem: there are too many sentences or too long ones (422).
        """
        chosen = _split(texts.text, texts.tokenized)
        self._check_size(chosen, None if isinstance(texts, schemas.Texts) else texts.model)
        for sentence in chosen:
            deadline.check()
            yield sentence

    def _check_size(self, chosen: Sequence[Sentence], model: str | None) -> None:
        limits = self.limits
        if len(chosen) > limits.sentences:
            raise Problem(422, f"The request has {len(chosen)} sentences, and {limits.sentences} are allowed.")
        rewrites = self.models.rewrites(model)
        allowed = min(limits.sentence_words, limits.rewritten_words) if rewrites else limits.sentence_words
        for sentence in chosen:
            if len(sentence) > allowed:
                begins = shorten(sentence.text, _SHOWN, placeholder=" …")
                raise Problem(
                    422,
                    f"The sentence “{begins}” has {len(sentence)} words, and {allowed} are allowed"
                    f"{' for a model that rewrites' if rewrites else ''}: split it, or send the sentences as a list.",
                )

    def _is_long(self, text: str | list[str], model: str | None = None) -> bool:
        """Return whether work on a text may take more than a moment, without looking at long texts closely."""
        texts = [text] if isinstance(text, str) else text
        if sum(map(len, texts)) + len(texts) > _SHORT:
            return True
        return self.models.rewrites(model) and any(len(tokenize(each)) > _SHORT_REWRITTEN for each in texts)


def _endpoint(
    handle: Callable[[HttpRequest, Any], Awaitable[Any]], body: type[Any] | None, answer: type[Any], example: Any
) -> Endpoint[Any]:
    """Return an endpoint that is called as its handler is, and does what that one's docstring says.

    It only computes, so it stops when nobody waits for its answer.
    """

    async def answer_client(request: HttpRequest, given: Any) -> Any:
        return await while_connected(request, handle(request, given))

    method, name = ("GET", handle.__name__.removeprefix("list_")) if body is None else ("POST", handle.__name__)
    summary = (handle.__doc__ or "").partition("\n")[0]
    return Endpoint(method, f"{PREFIX}/{name}", summary, answer, answer_client, body, _PROBLEMS, example)


def _protection(body: schemas.RequestBody) -> PinnedWords:
    return PinnedWords(
        tuple(body.keep),
        negation=body.keep_negation,
        numbers=body.keep_numbers,
        names=body.keep_names,
        quotes=body.keep_quotes,
    )


def _split(given: str | list[str], tokenized: bool) -> list[Sentence]:
    if tokenized:
        lines = [line for line in given.split("\n") if line.strip()] if isinstance(given, str) else given
        return [Sentence.from_words(line.split()) for line in lines]
    return sentences(given) if isinstance(given, str) else [Sentence(each, tokenize(each)) for each in given]


def _language(text: str) -> dict[str, str]:
    """Return the language of a text as a field of an answer, if it is not English."""
    language = foreign_language(text)
    return {} if language is None else {"language": language}


def _without_source(answer: Compression) -> dict[str, Any]:
    record = answer.to_dict()
    del record["source"]
    return record
