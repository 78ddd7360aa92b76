"""What every page and API of laconic stands on: errors as JSON, limits, protection, counting."""

import asyncio
import math
import threading
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message

from laconic.errors import UsageError
from laconic.web.app import make_app
from laconic.web.endpoints import Endpoint
from laconic.web.limits import Limits, RateLimit
from laconic.web.observer import SECURITY_HEADERS
from laconic.web.work import Deadline, Workers


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    words: int


class Answer(msgspec.Struct):
    words: int


async def double(_: Request, wish: Wish) -> Answer:
    if wish.words < 1:
        raise UsageError("at least one word must be asked for.")
    return Answer(2 * wish.words)


async def break_down(_: Request) -> PlainTextResponse:
    raise ZeroDivisionError


ROUTES = [
    Endpoint("POST", "/double", "Double a number.", Answer, double, Wish).route(),
    Route("/broken", break_down),
]
LIMITS = Limits(body_bytes=1000, requests_per_minute=0)


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = make_app(ROUTES, limits=LIMITS, hosts=["testserver"])
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_a_good_request_is_answered(client: TestClient) -> None:
    assert client.post("/double", json={"words": 4}).json() == {"words": 8}


@pytest.mark.parametrize(
    ("request_", "status", "said"),
    [
        ({"json": {"words": "four"}}, 422, "Expected `int`"),
        ({"json": {"word": 4}}, 422, "unknown field"),
        ({"json": {"words": 0}}, 409, "At least one word must be asked for."),
        ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "not JSON"),
        ({"content": b'{"words": 4}'}, 415, "Content-Type: application/json"),
        ({"json": {"words": 4, "more": "x" * 2000}}, 413, "larger than 1,000 bytes"),
    ],
)
def test_each_wrong_request_gets_one_sentence(client: TestClient, request_: dict, status: int, said: str) -> None:
    answer = client.post("/double", **request_)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert said in answer.json()["detail"]
    assert answer.json()["detail"].endswith(".")


def test_a_large_body_of_unknown_length_is_refused(client: TestClient) -> None:
    answer = client.post("/double", content=(b"x" * 100 for _ in range(100)))
    assert answer.status_code == 413


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/double", 405), ("/static/../app.py", 404)])
def test_wrong_addresses_are_told_in_json(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["status"]) == (status, status)


def test_program_errors_are_logged_but_not_shown(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert "ZeroDivision" in caplog.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": ""}, 421),
    ],
)
def test_pages_of_other_sites_cannot_ask(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.post("/double", json={"words": 1}, headers=headers).status_code == status


@pytest.mark.parametrize("path", ["/health", "/nowhere", "/broken", "/static/base.css"])
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "unsafe" not in headers["content-security-policy"]


def test_answers_are_counted_by_route(client: TestClient) -> None:
    client.post("/double", json={"words": 1})
    client.post("/double", json={})
    for made_up in ("A", "B"):
        client.request(made_up, "/double", headers={"Origin": "http://testserver"})
    counted = client.get("/metrics").text
    assert 'laconic_requests_total{method="POST",route="/double",status="200"} 1.0' in counted
    assert 'laconic_requests_total{method="POST",route="/double",status="422"} 1.0' in counted
    assert 'laconic_requests_total{method="other",route="/double",status="405"} 2.0' in counted
    assert 'laconic_request_seconds_count{route="/double"} 4.0' in counted


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    app = make_app(ROUTES, limits=Limits(requests_per_minute=8))
    with TestClient(app) as client:
        statuses = [client.get("/health").status_code for _ in range(3)]
        refused = client.get("/health")
    assert statuses == [200, 200, 429]
    assert 1 <= int(refused.headers["retry-after"]) <= 8


def test_a_rate_limit_gives_each_client_its_share() -> None:
    clock = [0.0]
    limit = RateLimit(60, now=lambda: clock[0])
    passed = {"steady": 0, "greedy": 0}
    for second in range(120):
        clock[0] = float(second)
        passed["steady"] += limit.wait("steady") == 0
        passed["greedy"] += sum(limit.wait("greedy") == 0 for _ in range(5))
    assert passed == {"steady": 120, "greedy": 15 + 119}


def test_a_client_that_never_ends_its_request_is_given_up() -> None:
    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError("it should have been given up")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    app = make_app(ROUTES, limits=Limits(seconds=0.05))
    scope = {"type": "http", "method": "POST", "path": "/double", "headers": [], "query_string": b"", "client": None}
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 408
    assert b"not complete after 0.05 s" in sent[1]["body"]


def test_slow_work_is_given_up_and_keeps_its_place_until_it_ends() -> None:
    release = threading.Event()
    workers = Workers(Limits(seconds=0.2, threads=1, waiting=0))
    begun = time.monotonic()

    def wait_for_release(deadline: Deadline) -> str:
        release.wait(20)
        return "late"

    async def work(_: Request) -> PlainTextResponse:
        return PlainTextResponse(await workers.run(wait_for_release))

    with TestClient(make_app([Route("/work", work)], on_close=[workers.close])) as client:
        assert client.get("/work").status_code == 504
        assert client.get("/work").status_code == 503  # the thread is still at it
        release.set()
    assert time.monotonic() - begun < 10


def test_threads_do_not_block_one_another() -> None:
    together = threading.Barrier(3)
    workers = Workers(Limits(seconds=20, threads=3))

    async def work(_: Request) -> PlainTextResponse:
        return PlainTextResponse(str(await workers.run(lambda _: together.wait(10) >= 0)))

    with TestClient(make_app([Route("/work", work)], on_close=[workers.close])) as client:
        answers: list[str] = []
        threads = [threading.Thread(target=lambda: answers.append(client.get("/work").text)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == ["True"] * 3


def test_a_deadline_stops_work_between_its_steps() -> None:
    deadline = Deadline(0.0)
    with pytest.raises(Exception, match="longer than 0 s"):
        deadline.check()


@pytest.mark.parametrize("wrong", [{"body_bytes": 0}, {"threads": 0}, {"waiting": -1}, {"seconds": math.nan}])
def test_impossible_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=next(iter(wrong))):
        Limits(**wrong)


def test_pages_of_other_sites_may_ask_only_if_they_are_named() -> None:
    friend, stranger = "https://app.example.org", "https://other.example.org"
    wish = {"json": {"words": 2}}
    with TestClient(make_app(ROUTES, limits=LIMITS, origins=[friend])) as client:
        asked = client.options(
            "/double",
            headers={
                "Origin": friend,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type",
            },
        )
        assert asked.status_code == 200
        assert asked.headers["access-control-allow-origin"] == friend
        answer = client.post("/double", headers={"Origin": friend, "Sec-Fetch-Site": "cross-site"}, **wish)
        assert answer.json() == {"words": 4}
        assert answer.headers["access-control-allow-origin"] == friend
        refused = client.post("/double", headers={"Origin": stranger}, **wish)
        assert refused.status_code == 403
        assert "access-control-allow-origin" not in refused.headers
    with TestClient(make_app(ROUTES, limits=LIMITS)) as client:
        assert client.post("/double", headers={"Origin": friend}, **wish).status_code == 403
