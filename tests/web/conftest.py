"""A server in a process of its own, as a user starts it, and a real browser."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

# Machines that run tests are shared and slow now and then.
_PATIENCE = 30_000
expect.set_options(timeout=_PATIENCE)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a running ``laconic serve``."""
    program = "import sys; from laconic.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--requests-per-minute", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + process.stderr.read()
        yield found[0]
        process.terminate()
        assert process.wait() == 0


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A page on which nothing may go wrong, and which may not ask anyone else."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield from _watched(context.new_page(), server)
    context.close()


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Page]:
    """The same on a telephone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    yield from _watched(context.new_page(), server)
    context.close()


def _watched(page: Page, server: str) -> Iterator[Page]:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if _is_mistake(message) else None)
    page.on("request", lambda request: wrong.append(request.url) if not _is_own(request.url, server) else None)
    page.set_default_timeout(_PATIENCE)
    yield page
    assert wrong == []


def _is_mistake(message: ConsoleMessage) -> bool:
    """Return whether a message reports a mistake; a request that the server refused is not one."""
    return message.type == "error" and "Failed to load resource" not in message.text


def _is_own(url: str, server: str) -> bool:
    return url.startswith((server, "blob:", "data:"))
