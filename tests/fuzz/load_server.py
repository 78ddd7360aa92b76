"""Asks a server from many clients at once, and looks at its memory: the curve must be flat.

    python tests/fuzz/load_server.py --requests 20000 --clients 50

Requests differ, so that little is answered from memory; every answer must be 200 and keep to the length that was asked
for. The server is started here, as a user starts it, and must end within five seconds.
"""

from __future__ import annotations

import argparse
import http.client
import random
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median

from running_server import RunningServer, post, running_server

_WORDS = (
    "the old miller closed heavy door rain fell on quiet town all night letter came Monday and was soon read".split()
)
_MOST_GROWTH = 0.15
"""How much more memory the last quarter of requests may take than the second; in the first, models are loaded."""

_TOLD_EVERY = 1000


def text(rng: random.Random) -> str:
    """Return a sentence of its own."""
    return " ".join(rng.choices(_WORDS, k=rng.randint(5, 30))).capitalize() + f" {rng.randrange(10**6)}."


def ask(connection: http.client.HTTPConnection, rng: random.Random) -> str:
    """Ask one thing; return what is wrong with the answer, or nothing."""
    kind = rng.choices(["compress", "lengths", "parse", "document"], [6, 2, 1, 1])[0]
    body: dict[str, object] = {"text": text(rng)}
    if kind != "parse":
        body["model"] = rng.choices(["encoder", "joint", "t3"], [8, 1, 1])[0]
    if kind in ("compress", "document"):
        body["words"] = 6
    if kind == "document":
        body["text"] = " ".join(text(rng) for _ in range(3))
        body["words"] = 30
    status, answer = post(connection, kind, body)
    if status != 200:
        return f"{status} {answer.get('detail')}"
    if kind == "compress" and len(answer["compressions"][0]["text"].split()) > 6:
        return "too long"
    return ""


def resident(process: int) -> float:
    """Return the memory of a process, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) / 1024


def run(server: RunningServer, requests: int, clients: int) -> tuple[Counter[str], list[float], list[list[float]]]:
    """Ask; return what went wrong, the seconds that answers took, and the memory in each quarter of the requests."""
    wrong: Counter[str] = Counter()
    seconds: list[float] = []
    memory: list[list[float]] = [[], [], [], []]

    def client(number: int) -> None:
        rng = random.Random(number)
        connection = server.connect()
        for _ in range(requests // clients):
            began = time.monotonic()
            try:
                problem = ask(connection, rng)
            except (OSError, http.client.HTTPException, ValueError) as error:
                problem = repr(error)
                connection.close()
            seconds.append(time.monotonic() - began)
            if problem:
                wrong[problem[:100]] += 1
        connection.close()

    threads = [threading.Thread(target=client, args=[number]) for number in range(clients)]
    for thread in threads:
        thread.start()
    told = 0
    while any(thread.is_alive() for thread in threads):
        now, done = resident(server.process.pid), len(seconds)
        memory[min(3, 4 * done // requests)].append(now)
        if done - told >= _TOLD_EVERY:
            told = done
            print(f"{done} requests: {now:.0f} MB, {wrong.total()} wrong", flush=True)
        time.sleep(0.5)
    return wrong, sorted(seconds), memory


def main() -> int:
    """Start a server, ask it, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=50)
    options = parser.parse_args()
    limits = ["--requests-per-minute", "0", "--waiting", str(options.clients), "--seconds", "100"]
    with running_server(*limits) as server:
        began = time.monotonic()
        wrong, seconds, memory = run(server, options.requests, options.clients)
        elapsed = time.monotonic() - began
        server.process.terminate()
        told = time.monotonic()
        status = server.process.wait(20)
        ended = time.monotonic() - told
    quarters = [median(readings) for readings in memory if readings]
    shown = ", ".join(f"{each:.0f}" for each in quarters)
    print(f"{len(seconds)} requests in {elapsed:.0f} s; median {median(seconds):.2f} s, slowest {seconds[-1]:.2f} s.")
    most = max(map(max, filter(None, memory)))
    print(f"Memory in MB, median of each quarter: {shown}; most {most:.0f}; ended in {ended:.1f} s.")
    print(f"Wrong: {dict(wrong)}")
    return 1 if wrong or status or ended > 5 or quarters[-1] > quarters[len(quarters) // 4] * (1 + _MOST_GROWTH) else 0


if __name__ == "__main__":
    sys.exit(main())
