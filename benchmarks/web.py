"""The page and the API: how soon the slider answers, how soon the server does, and whether threads help one another.

The rival of the slider is a page that asks the server for each length, as it would without the search for all
lengths at once. Without a browser on this machine, the slider is left out.

    python benchmarks/web.py
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

SENTENCE = (
    "The old lighthouse on the northern cape, which had guided ships of every size safely past the rocks for more than "
    "a hundred years, was finally closed last week because nobody could be found who was willing to repair its lamp."
)
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MOVES = (Path(__file__).parents[1] / "tests" / "web" / "move_slider.js").read_text("utf-8")


def ask(address: str, path: str, body: dict[str, object]) -> Any:
    """Return the answer to a request."""
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{address}api/v1/{path}", json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def milliseconds(work: Callable[[], object], times: int = 30) -> list[float]:
    """Return how long some work took, each time."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(1e3 * (time.perf_counter() - begun))
    return spent


def show(name: str, spent: list[float]) -> None:
    """Print the median and the slowest but for one in twenty."""
    print(f"{name:<44} {statistics.median(spent):8.2f} ms, 95% under {statistics.quantiles(spent, n=20)[-1]:8.2f} ms")


def main() -> None:
    """Measure and print."""
    program = "import sys; from laconic.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--requests-per-minute", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            measure(server.stderr.readline().split()[3])
        finally:
            server.terminate()


def measure(address: str) -> None:
    """Measure a server, and print."""
    words = len(ask(address, "lengths", {"text": SENTENCE})["sentences"][0]["tokens"])
    print(f"one sentence of {words} words")
    for model in ("joint", "t3"):
        anew = iter(range(10_000))
        fresh = milliseconds(
            lambda model=model, anew=anew: ask(
                address, "lengths", {"text": f"{SENTENCE[:-1]} {next(anew)}.", "model": model}
            )
        )
        show(f"all lengths of a new sentence, {model}", fresh)
    rates = iter(range(30, 90))
    rival = milliseconds(lambda: ask(address, "compress", {"text": SENTENCE, "rate": next(rates) / 100}))
    show("the rival: asking for one length", rival)
    if BROWSER is None:
        print("there is no Chromium here, so the slider is left out")
    else:
        moves = in_browser(address, BROWSER)
        show("the slider, from its move to the new layout", moves)
        print(f"the slider is {statistics.median(rival) / statistics.median(moves):.0f} times as fast as the rival")
    share(address)


def in_browser(address: str, chromium: str) -> list[float]:
    """Return how long the page takes to follow the slider, in Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{address}#text={SENTENCE}")
        page.wait_for_selector(".sentence")
        return [float(each) for each in page.evaluate(MOVES)]


def share(address: str) -> None:
    """Print how much faster two clients at once are served than one after the other."""
    anew = iter(range(10_000, 20_000))

    def work(_: int) -> object:
        return ask(address, "lengths", {"text": f"{SENTENCE[:-1]} {next(anew)}.", "model": "joint"})

    seconds = {}
    for clients in (1, 2):
        begun = time.perf_counter()
        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(work, range(60)))
        seconds[clients] = time.perf_counter() - begun
    print(f"two clients at once are served {seconds[1] / seconds[2]:.2f} times as fast as one")


if __name__ == "__main__":
    main()
