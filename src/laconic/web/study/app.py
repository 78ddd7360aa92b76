"""The server of a study: pages for everyone, answers into the store, progress for whoever runs it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from laconic.errors import DataError, LaconicError
from laconic.study.annotation import AnnotationStudy, Compressing
from laconic.study.opening import Study, open_study
from laconic.study.progress import progress_of
from laconic.study.rating import Rated, RatingStudy
from laconic.study.report.files import report
from laconic.study.store import Person, encode
from laconic.study.writer import Writer
from laconic.web.app import make_app, page
from laconic.web.endpoints import Endpoint, json_response, sentence
from laconic.web.limits import Limits
from laconic.web.openapi import openapi
from laconic.web.problems import Problem
from laconic.web.study.callers import Callers
from laconic.web.study.messages import (
    Completion,
    CompressionBody,
    Consent,
    ConsentBody,
    Overview,
    RatingBody,
    Saved,
    Session,
    session,
)

LIMITS = Limits(requests_per_minute=30_000)
"""Enough for hundreds who share one address and open their links at once; guessing has a limit of its own."""

_NOT_ASKED = "Nothing was asked at this place."

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/jsonl; charset=utf-8",
}


def study_app(path: str | Path, *, limits: Limits = LIMITS, hosts: Collection[str] = ()) -> Starlette:
    """Return the application that serves a study.

    Args:
        path: the study.
        limits: what it refuses.
        hosts: the names it may be called by; none means any.

    Raises:
        DataError: the file is not a study.
    """
    return StudyServer(path).app(limits, hosts)


class StudyServer:
    """Answers requests about one study.

    Reading is quick and done where requests are answered; answers are written by a thread that gathers
    them; reports are made in threads of their own.

    Args:
        path: the study.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.study: Study = open_study(path)
        self.callers = Callers(self.study.store)
        self.writer = Writer(path)
        self._agreed: set[int] = set()

    def app(self, limits: Limits, hosts: Collection[str]) -> Starlette:
        """Return the application."""
        return make_app(
            [
                Route("/", page("study/index.html")),
                Route("/run", page("study/index.html")),
                *(endpoint.route() for endpoint in self.endpoints()),
                Route("/api/v1/report/{file}", self.give_report),
                Route("/api/v1/openapi.json", self.describe),
            ],
            limits=limits,
            hosts=hosts,
            client=self.callers.client,
            check_watcher=self.callers.require_runner,
            on_close=[self.close],
        )

    def endpoints(self) -> list[Endpoint[Any]]:
        """Return the addresses of the JSON API."""
        return [
            Endpoint("GET", "/api/v1/session", "What you are asked", Session, self.session, problems=(401, 403)),
            Endpoint(
                "POST",
                "/api/v1/consent",
                "Agree to take part",
                Consent,
                self.agree,
                ConsentBody,
                problems=(401, 403, 409, 503),
            ),
            Endpoint(
                "POST",
                "/api/v1/ratings",
                "Rate a pair",
                Saved,
                self.rate,
                RatingBody,
                problems=(401, 403, 404, 409),
            ),
            Endpoint(
                "GET",
                "/api/v1/completion",
                "Your completion code",
                Completion,
                self.complete,
                problems=(401, 403, 404, 409),
            ),
            Endpoint(
                "POST",
                "/api/v1/compressions",
                "Compress a sentence",
                Saved,
                self.compress,
                CompressionBody,
                problems=(401, 403, 404, 409),
            ),
            Endpoint("GET", "/api/v1/progress", "How far everybody is", Overview, self.progress, problems=(401, 403)),
        ]

    async def describe(self, request: Request) -> Response:
        """Give the document that describes the API."""
        self.callers.require_known(request)
        about = "What the pages of a study ask its server; every call needs the secret of a personal link."
        return json_response(openapi("laconic study", about, self.endpoints(), bearer=True))

    def close(self) -> None:
        """Write the last answers and close the study; its file is then complete by itself."""
        self.writer.close()
        self.study.store.checkpoint()
        self.study.store.close()

    async def session(self, request: Request, _: None) -> Session:
        """Give what the caller is asked."""
        return session(self.study, self.callers.person(request))

    async def agree(self, request: Request, body: ConsentBody) -> Consent:
        """Store that the caller agrees to take part."""
        person = self.callers.person(request)
        if not body.agreed:
            raise Problem(409, "You have not agreed to take part, so nothing is stored.")
        try:
            await self._apart(lambda study: study.store.agree(person.id))
        except sqlite3.Error as error:
            raise Problem(503, f"Your agreement could not be stored: {error}.", {"Retry-After": "5"}) from error
        return Consent()

    def _taking_part(self, request: Request) -> Person:
        """Return who takes part, and has agreed to.

        Raises:
            Problem: the secret is nobody's or not for taking part (401, 403), or they have not agreed yet (403).
        """
        person = self.callers.person(request)
        if person.id not in self._agreed:
            if self.study.awaits_consent(person):
                raise Problem(403, "Agree to take part first: open your personal link.")
            self._agreed.add(person.id)
        return person

    async def rate(self, request: Request, body: RatingBody) -> Saved:
        """Store a rating."""
        person = self._taking_part(request)
        if not isinstance(self.study, RatingStudy):
            raise Problem(404, "This study does not collect ratings.")
        try:
            accepted = self.study.accept(Rated(body.ratings, body.comment, body.seconds))
        except DataError as error:  # a proper answer, but not to what was asked
            raise Problem(409, sentence(str(error))) from error
        await _stored(self.writer.write(person.id, body.place, encode(accepted)))
        return Saved(body.place)

    async def complete(self, request: Request, _: None) -> Completion:
        """Give the completion code to who has rated everything."""
        person = self._taking_part(request)
        if not isinstance(self.study, RatingStudy):
            raise Problem(404, "This study does not collect ratings.")
        code = self.study.completion_code(person)
        if code is None:
            raise Problem(409, "Some pairs have not been rated yet.")
        return Completion(code)

    async def compress(self, request: Request, body: CompressionBody) -> Saved:
        """Store a compression."""
        person = self._taking_part(request)
        if not isinstance(self.study, AnnotationStudy):
            raise Problem(404, "This study does not collect compressions.")
        if body.place >= len(self.study.asked(person)):
            raise Problem(404, _NOT_ASKED)
        given = Compressing(body.text, body.kept, body.done, body.seconds)
        try:
            accepted = self.study.accept(person, body.place, given)
        except DataError as error:  # a proper answer, but not to what was asked
            raise Problem(409, sentence(str(error))) from error
        await _stored(self.writer.write(person.id, body.place, encode(accepted)))
        return Saved(body.place, accepted.text)

    async def progress(self, request: Request, _: None) -> Overview:
        """Return the progress of all participants."""
        self.callers.require_runner(request)
        people = await self._apart(progress_of)
        return Overview(self.study.store.kind, self.study.settings.title, people)

    async def give_report(self, request: Request) -> Response:
        """Give a file of the report as it would be now."""
        self.callers.require_runner(request)
        name = request.path_params["file"]
        known = report(self.study)
        if name not in known:
            raise Problem(404, f"A report has {', '.join(known)}.")
        try:
            text = await self._apart(lambda study: report(study)[name]())
        except DataError as error:  # without the file's place, which does not concern a browser
            raise Problem(409, sentence(error.problem)) from error
        except LaconicError as error:
            raise Problem(409, sentence(str(error))) from error
        headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, headers=headers, media_type=_MEDIA_TYPES[Path(name).suffix])

    async def _apart(self, work: Callable[[Study], Any]) -> Any:
        """Do slow work in another thread, on a study opened for it alone."""

        def opened() -> Any:
            with open_study(self.path) as study:
                return work(study)

        return await asyncio.to_thread(opened)


async def _stored(written: Future[None]) -> None:
    """Wait until an answer is safe.

    Raises:
        Problem: it belongs to nothing that was asked (404), or it cannot be stored (503).
    """
    try:
        await asyncio.wrap_future(written)
    except sqlite3.IntegrityError:
        raise Problem(404, _NOT_ASKED) from None
    except sqlite3.Error as error:
        raise Problem(503, f"The answer could not be stored: {error}.", {"Retry-After": "5"}) from error
