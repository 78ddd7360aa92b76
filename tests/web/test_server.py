"""A server in a process of its own: it starts, says where it is, and stops without losing an answer."""

import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator

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
        with pytest.raises(UsageError, match=f"Port {port} of 127.0.0.1 is taken"):
            serve(make_app([]), "127.0.0.1", port, pytest.fail)


def test_of_two_servers_on_one_port_one_listens() -> None:
    with _listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(UsageError, match=f"Port {port} of 127.0.0.1 is taken"):
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
