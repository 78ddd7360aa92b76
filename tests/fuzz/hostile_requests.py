"""Sends a server four hostile requests at once and asks ordinary things meanwhile, which must be answered soon.

    python tests/fuzz/hostile_requests.py --hostile 4 --ordinary 30

Hostile requests are those that cause as much work as a server lets them: long documents, all lengths of long sentences,
slow models, large tables. Some may be refused while others are at work, or end at their deadline; if all of a kind are
refused, nothing is shown. Each ordinary request is a short sentence that was never asked for; it must be answered with
200 within a second. Told to stop while hostile requests are at work, the server must end within five seconds.
"""

from __future__ import annotations

import argparse
import http.client
import sys
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field

from running_server import RunningServer, post, running_server

_CLAUSES = (
    "the old miller who lived near the river slowly closed the heavy wooden door of the house",
    "the rain that had fallen on the roofs of the quiet town all night did not stop before noon",
    "a letter from the office in the city asked whether the bridge would be open again in March",
    "nobody had told the children that the boat, which was painted green, leaked like a basket",
)
_PAGES = [f"In {1500 + year} {_CLAUSES[year % 4]}." for year in range(450)]
_TABLE = [
    {"size": 400, "words": list(range(1, 401)), "scores": [float(number * 7 % 11) for number in range(400)]}
    for _ in range(55)
]


def _joined(clauses: int) -> str:
    return " and ".join((_CLAUSES * 8)[:clauses]).capitalize() + "."


HOSTILE: dict[str, tuple[str, dict[str, object]]] = {
    "a document of 450 sentences": ("document", {"text": " ".join(_PAGES), "words": 3000}),
    "a document, by t3": ("document", {"text": " ".join(_PAGES[:60]), "words": 500, "model": "t3"}),
    "a document, by joint-t3": ("document", {"text": " ".join(_PAGES[:60]), "words": 500, "model": "joint-t3"}),
    "all lengths of a very long sentence": ("lengths", {"text": [_joined(26)]}),
    "all lengths of long sentences, by t3": ("lengths", {"text": [_joined(10)] * 8, "model": "t3"}),
    "a parse of very long sentences": ("parse", {"text": [_joined(each) for each in range(15, 26)]}),
    "all lengths of fifty sentences to divide": ("divide", {"words": 3600, "sentences": _TABLE}),
}
"""Requests by what they are: their kind and their body, close to what is allowed."""


@dataclass
class Meanwhile:
    """What happened while hostile requests were at work.

    Attributes:
        seconds: how long each ordinary request took.
        problems: what was wrong with ordinary ones.
        ends: how each hostile one ended: a status, or why there was none, and after how many seconds.
    """

    seconds: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    ends: list[tuple[object, float]] = field(default_factory=list)

    @property
    def were_taken(self) -> bool:
        """Whether a hostile request was worked on until it had its answer, or its time was over."""
        return any(status in (200, 504) for status, _ in self.ends)


def _hostile(server: RunningServer, name: str, seen: Meanwhile) -> None:
    kind, body = HOSTILE[name]
    began = time.monotonic()
    try:
        with closing(server.connect()) as connection:
            status: object = post(connection, kind, body)[0]
    except (OSError, http.client.HTTPException, ValueError) as error:
        status = type(error).__name__
    seen.ends.append((status, round(time.monotonic() - began, 1)))


def attack(server: RunningServer, name: str, hostile: int, ordinary: int) -> Meanwhile:
    """Send hostile requests at once, and ordinary ones one after another until the hostile ones have ended.

    At least one ordinary request is sent, so that the time of none is not taken for a short one.
    """
    seen = Meanwhile()
    threads = [threading.Thread(target=_hostile, args=[server, name, seen]) for _ in range(hostile)]
    for thread in threads:
        thread.start()
    connection = server.connect()
    for number in range(ordinary):
        if number and not any(thread.is_alive() for thread in threads):
            break
        text = f"The old miller closed the heavy door at {number} o'clock and asked for {name}."
        began = time.monotonic()
        status, answer = post(connection, "compress", {"text": text, "words": 6})
        seen.seconds.append(time.monotonic() - began)
        if status != 200:
            seen.problems.append(f"{status} {answer.get('detail')}")
        time.sleep(0.1)
    connection.close()
    for thread in threads:
        thread.join()
    return seen


def stop_under_attack(server: RunningServer, hostile: int) -> float:
    """Tell a server to stop while hostile requests are at work; return the seconds that it takes."""
    names = list(HOSTILE)[:hostile]
    threads = [threading.Thread(target=_hostile, args=[server, name, Meanwhile()]) for name in names]
    for thread in threads:
        thread.start()
    time.sleep(1.5)
    began = time.monotonic()
    server.process.terminate()
    status = server.process.wait(60)
    for thread in threads:
        thread.join()
    return time.monotonic() - began if status == 0 else float("inf")


def main() -> int:
    """Attack a server in every way, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hostile", type=int, default=4, help="how many at once")
    parser.add_argument("--ordinary", type=int, default=30, help="the most ordinary requests meanwhile")
    parser.add_argument("--most", type=float, default=1.0, help="the most seconds that one may take")
    options = parser.parse_args()
    is_wrong = False
    with running_server("--requests-per-minute", "0", "--seconds", "10") as server:
        with closing(server.connect()) as connection:
            post(connection, "compress", {"text": "The model is loaded before it is timed.", "words": 4})
        for name in HOSTILE:
            seen = attack(server, name, options.hostile, options.ordinary)
            slowest = max(seen.seconds)
            is_wrong |= bool(seen.problems) or slowest > options.most or not seen.were_taken
            print(
                f"{name}: the slowest of {len(seen.seconds)} ordinary requests took {slowest:.2f} s, "
                f"{len(seen.problems)} failed {sorted(set(seen.problems))}; hostile ones: {seen.ends}",
                flush=True,
            )
        ended = stop_under_attack(server, options.hostile)
        print(f"Told to stop under attack, the server ended after {ended:.1f} s.")
    return 1 if is_wrong or ended > 5 else 0


if __name__ == "__main__":
    sys.exit(main())
