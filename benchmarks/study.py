"""Two hundred raters at once on loopback: how long an answer takes, and whether any is lost.

Every rater opens their session and rates all pairs over a connection of their own. First they think a
while over each pair, as people do (though ten times as fast); then all of them send without a pause, which
is as bad as it gets. The rival for writing is plain sqlite3 with a transaction an answer, on the same disk
with the same safety.

    python benchmarks/study.py [--raters 200] [--sentences 20]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from laconic.corpus import sample
from laconic.study.opening import invite, new_names, open_study
from laconic.study.rating import Compressed, RatingStudy, Settings
from laconic.study.store import Store
from laconic.study.writer import Writer

Given = dict[tuple[int, int], tuple[int, int]]
"""Grammaticality and importance, by the numbers of the rater and the pair."""

SYSTEMS = ["a", "b", "c", "d"]
PROGRAM = """
import sys, time
from laconic.web.server import serve
from laconic.web.study.app import study_app
serve(study_app(sys.argv[1]), "127.0.0.1", 0, lambda address: print(address, time.process_time(), flush=True))
print(time.process_time(), flush=True)
"""


def main() -> None:
    """Run both loads and print what they show."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--raters", type=int, default=200)
    parser.add_argument("--sentences", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, thinking in (("thinking 0.5 s on average", 0.5), ("without a pause", 0.0)):
            path = Path(folder) / f"{thinking}.db"
            secrets = prepare(path, options.raters, options.sentences)
            print(f"{options.raters} raters, {options.sentences} pairs each, {name}:")
            measure(path, secrets, thinking)
        compare_writing(Path(folder) / "writing.db")


def prepare(path: Path, raters: int, sentences: int) -> list[str]:
    """Make a study and return its raters' secrets."""
    pairs = [pair for pair, _ in zip(sample("rewrite"), range(sentences), strict=False)]
    compressed = [Compressed(pair.id, pair.source, dict.fromkeys(SYSTEMS, pair.reference)) for pair in pairs]
    study, _ = RatingStudy.create(path, Settings("Benchmark", ["Rate."], SYSTEMS, 1), compressed)
    with study.store:
        return list(invite(study, new_names(study, raters)).values())


def measure(path: Path, secrets: list[str], thinking: float) -> None:
    """Let all raters rate, and print the times of their answers and what arrived."""
    server = subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address, before = server.stdout.readline().split()
        begun = time.perf_counter()
        given, times = asyncio.run(everybody(urlsplit(address).port or 0, secrets, thinking))
        passed = time.perf_counter() - begun
    finally:
        server.terminate()
        used = float(server.stdout.read()) - float(before)
        server.wait()
    study = open_study(path)
    assert isinstance(study, RatingStudy)
    with study.store:
        stored = {
            (number, place): tuple(rated.ratings.values())
            for number, person in enumerate(study.store.people())
            for place, rated in study.answers(person).items()
        }
    assert all(stored.get(key) == value for key, value in given.items()), "answers were lost"
    cuts = statistics.quantiles(times, n=100)
    print(
        f"  {len(given):,} acknowledged, {len(stored):,} stored, none lost; {len(times) / passed:,.0f} answers/s; "
        f"median {1e3 * cuts[49]:.1f} ms, 95% under {1e3 * cuts[94]:.1f} ms, 99% under {1e3 * cuts[98]:.1f} ms; "
        f"{1e3 * used / len(times):.2f} ms of the server's CPU an answer"
    )


async def everybody(port: int, secrets: list[str], thinking: float) -> tuple[Given, list[float]]:
    """Return what was acknowledged, by rater and place, and the seconds each answer took."""
    given: Given = {}
    times: list[float] = []
    await asyncio.gather(
        *(rater(number, port, secret, thinking, given, times) for number, secret in enumerate(secrets))
    )
    return given, times


async def rater(number: int, port: int, secret: str, thinking: float, given: Given, times: list[float]) -> None:
    """Rate all pairs of one rater."""
    chance = random.Random(number)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    session = await exchange(reader, writer, "GET", "/api/v1/session", secret)
    for place in range(len(session["trials"])):
        if thinking:
            await asyncio.sleep(chance.expovariate(1 / thinking))
        rated = chance.randint(1, 5), chance.randint(1, 5)
        ratings = {"grammaticality": rated[0], "importance": rated[1]}
        body = {"place": place, "ratings": ratings, "seconds": 1.0}
        begun = time.perf_counter()
        await exchange(reader, writer, "POST", "/api/v1/ratings", secret, body)
        times.append(time.perf_counter() - begun)
        given[number, place] = rated
    writer.close()


async def exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    method: str,
    path: str,
    secret: str,
    body: Mapping[str, object] | None = None,
) -> Any:
    """Send a request and return the JSON of its answer."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {secret}\r\n"
    kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
    writer.write(f"{head}{kind}\r\n".encode() + content)
    status = (await reader.readuntil(b"\r\n")).split()[1]
    length = 0
    while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    answer = await reader.readexactly(length)
    assert status == b"200", answer
    return json.loads(answer)


def compare_writing(path: Path, answers: int = 2000) -> None:
    """Print how much quicker answers that come together are written than by a transaction each."""
    prepare(path, 1, 20)
    value = '{"ratings":{"grammaticality":4,"importance":5},"seconds":2.0}'
    writer = Writer(path)
    begun = time.perf_counter()
    for future in [writer.write(1, number % 20, value) for number in range(answers)]:
        future.result()
    together = time.perf_counter() - begun
    writer.close()
    Store(path).close()
    plain = sqlite3.connect(path, isolation_level=None)
    plain.execute("PRAGMA synchronous = FULL")
    begun = time.perf_counter()
    for number in range(answers):
        plain.execute("INSERT INTO answer (person, place, value, at) VALUES (1, ?, ?, '')", (number % 20, value))
    apart = time.perf_counter() - begun
    plain.close()
    print(f"writing {answers:,} answers: {apart / together:.1f} times as quick as sqlite3 with a transaction each")


if __name__ == "__main__":
    main()
