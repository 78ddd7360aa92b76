"""A server in a process of its own: it starts, says where it is, and stops without losing an answer."""

import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from laconic.errors import UsageError
from laconic.web.app import make_app
from laconic.web.server import _listen, serve

PROGRAM = """
import asyncio
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from laconic.web.app import make_app
from laconic.web.server import serve

async def slow(request):
    print("asked", flush=True)
    await asyncio.sleep(0.5)
    return PlainTextResponse("whole")

app = make_app([Route("/slow", slow)], on_close=[lambda: print("closed", flush=True)])
serve(app, "127.0.0.1", 0, lambda address: print(address, flush=True))
print("ended", flush=True)
"""


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_answers_under_way_are_finished_before_it_stops(server: subprocess.Popen[str], stop: signal.Signals) -> None:
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
    answers: list[bytes] = []
    asking = threading.Thread(target=lambda: answers.append(urllib.request.urlopen(f"{address}slow").read()))
    asking.start()
    assert server.stdout.readline() == "asked\n"
    server.send_signal(stop)
    asking.join()
    assert answers == [b"whole"]
    assert server.stdout.read() == "closed\nended\n"
    assert server.wait() == 0


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} of 127.0.0.1 is taken"):
            serve(make_app([]), "127.0.0.1", port, pytest.fail)


def test_of_two_servers_on_one_port_one_listens() -> None:
    with _listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} of 127.0.0.1 is taken"):
            _listen("127.0.0.1", port)


@pytest.mark.parametrize(("host", "port"), [("no such host", 8000), ("127.0.0.1", 99_999), ("192.0.2.1", 8000)])
def test_addresses_that_cannot_be_listened_on_are_told(host: str, port: int) -> None:
    with pytest.raises(UsageError, match="listen"):
        serve(make_app([]), host, port, pytest.fail)


WHO = """
import sys
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from laconic.web.app import make_app
from laconic.web.server import serve

async def who(request):
    return PlainTextResponse(request.client.host)

serve(make_app([Route("/", who)]), "127.0.0.1", 0, lambda address: print(address, flush=True), proxies=sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("proxies", "seen"), [([], b"127.0.0.1"), (["192.0.2.7"], b"127.0.0.1"), (["127.0.0.1"], b"203.0.113.9")]
)
def test_only_a_named_proxy_is_believed(proxies: list[str], seen: bytes) -> None:
    process = subprocess.Popen([sys.executable, "-c", WHO, *proxies], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        request = urllib.request.Request(address, headers={"X-Forwarded-For": "203.0.113.9"})
        assert urllib.request.urlopen(request).read() == seen
    finally:
        process.terminate()
        process.communicate()


LONG_WORK = """
import os
import time
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from laconic.cancellation import check_cancelled
from laconic.web.app import make_app
from laconic.web.limits import Limits
from laconic.web.server import serve
from laconic.web.work import Workers, while_connected

workers = Workers(Limits(seconds=60))

def work(deadline):
    os.write(1, b"asked\\n")
    try:
        while True:
            check_cancelled()
            time.sleep(0.001)
    finally:
        os.write(1, b"given up\\n")

async def slow(request):
    return PlainTextResponse(await while_connected(request, workers.run(work)))

app = make_app([Route("/slow", slow)], on_close=[workers.close])
serve(app, "127.0.0.1", 0, lambda address: print(address, flush=True), end_work=workers.stop)
print("ended", flush=True)
"""


@contextmanager
def _running(program: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program, and end it whatever becomes of the test."""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_server_stops_within_five_seconds_whatever_it_works_on() -> None:
    with _running(LONG_WORK) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        refused: list[int] = []

        def ask() -> None:
            with pytest.raises(urllib.error.HTTPError) as raised:
                urllib.request.urlopen(f"{address}slow")
            refused.append(raised.value.code)
            raised.value.close()

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        assert [process.stdout.readline() for _ in asking] == ["asked\n"] * 3
        told = time.monotonic()
        process.terminate()
        assert process.wait(20) == 0
        assert time.monotonic() - told < 5
        assert process.stdout.read() == "given up\n" * 3 + "ended\n"
        for thread in asking:
            thread.join(10)
        assert refused == [503] * 3


STUCK_WORK = """
import os
import time
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from laconic.web.app import make_app
from laconic.web.limits import Limits
from laconic.web.server import serve
from laconic.web.work import Workers

workers = Workers(Limits(seconds=60))

def work(deadline):
    os.write(1, b"asked\\n")
    time.sleep(60)

async def stuck(request):
    return PlainTextResponse(await workers.run(work))

app = make_app([Route("/stuck", stuck)], on_close=[lambda: workers.close(0.1)])
serve(app, "127.0.0.1", 0, lambda address: print(address, flush=True), end_work=workers.stop)
workers.exit_if_stuck()
"""


def test_work_that_cannot_be_ended_does_not_keep_a_server_from_stopping() -> None:
    with _running(STUCK_WORK) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        with socket.create_connection((address.hostname, address.port)) as client:
            client.sendall(b"GET /stuck HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert process.stdout.readline() == "asked\n"
            told = time.monotonic()
            process.terminate()
            assert process.wait(20) == 0
            assert time.monotonic() - told < 5


def test_work_ends_when_its_client_goes_away() -> None:
    with _running(LONG_WORK) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        with socket.create_connection((address.hostname, address.port)) as client:
            client.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert process.stdout.readline() == "asked\n"
        assert process.stdout.readline() == "given up\n"  # long before its deadline, which is 60 s
        process.terminate()
        assert process.stdout.read() == "ended\n"
        assert process.wait(20) == 0


HURRIED = """
from laconic.web import connection
connection.HEADER_SECONDS = 0.5
from laconic.web.app import make_app
from laconic.web.server import serve
serve(make_app([]), "127.0.0.1", 0, lambda address: print(address, flush=True))
"""


@pytest.fixture
def hurried() -> Iterator[tuple[str, int]]:
    """A server that waits half a second for headers."""
    with _running(HURRIED) as process:
        assert process.stdout is not None
        found = re.fullmatch(r"http://(.*):(\d+)/\n", process.stdout.readline())
        assert found is not None
        yield found[1], int(found[2])


@pytest.mark.parametrize("begun", [b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\n", b"GET /hea"])
def test_headers_that_do_not_come_are_not_waited_for(hurried: tuple[str, int], begun: bytes) -> None:
    with socket.create_connection(hurried, timeout=10) as client:
        client.sendall(begun)
        assert client.recv(1000).startswith(b"HTTP/1.1 408 ")
        assert client.recv(1000) == b""


def _send_until_closed(client: socket.socket, pieces: Iterable[bytes], pause: float) -> None:
    for piece in pieces:
        client.sendall(piece)
        time.sleep(pause)


def test_one_byte_at_a_time_does_not_keep_a_connection_open(hurried: tuple[str, int]) -> None:
    with socket.create_connection(hurried, timeout=10) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")  # a proper request first
        assert client.recv(4000).startswith(b"HTTP/1.1 200 ")
        letters = (bytes([byte]) for byte in b"GET /health HTTP/1.1\r\nX-Slow: " + b"x" * 300)
        with pytest.raises(ConnectionError):
            _send_until_closed(client, letters, 0.02)


def test_huge_headers_are_refused(hurried: tuple[str, int]) -> None:
    with socket.create_connection(hurried, timeout=10) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nX-Large: ")
        with pytest.raises(ConnectionError):
            _send_until_closed(client, [b"x" * 65_536] * 200, 0)


def test_a_slow_body_is_not_mistaken_for_slow_headers(hurried: tuple[str, int]) -> None:
    with socket.create_connection(hurried, timeout=10) as client:
        client.sendall(b"POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n")
        time.sleep(1)
        client.sendall(b"{}")
        assert client.recv(4000).startswith(b"HTTP/1.1 405 ")
