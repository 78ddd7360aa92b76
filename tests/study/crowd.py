"""Raters who answer as fast as they can, and remember what the server has acknowledged."""

import http.client
import json
import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import urlsplit

from laconic.study.opening import open_study


class Crowd:
    """Raters of one study, each in a thread of their own.

    Args:
        secrets: their secrets, in the order in which they were invited.
        trials: how many pairs each of them has.
    """

    def __init__(self, secrets: Sequence[str], trials: int) -> None:
        self.secrets = secrets
        self.trials = trials
        self.acknowledged = 0
        self._sent: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._certain: dict[tuple[int, int], int] = {}
        self._lock = Lock()

    def rate(self, address: str, is_enough: Callable[[int], bool]) -> list[Thread]:
        """Begin to send ratings of random pairs; end when there is enough, or when the server is gone."""
        host = urlsplit(address).netloc
        threads = [Thread(target=self._rate, args=(number, host, is_enough)) for number in range(len(self.secrets))]
        for thread in threads:
            thread.start()
        return threads

    def _rate(self, number: int, host: str, is_enough: Callable[[int], bool]) -> None:
        chance = random.Random(number)
        connection = http.client.HTTPConnection(host, timeout=60)
        headers = {"Authorization": f"Bearer {self.secrets[number]}", "Content-Type": "application/json"}
        try:
            while not is_enough(self.acknowledged):
                place, rated = chance.randrange(self.trials), (chance.randint(1, 5), chance.randint(1, 5))
                ratings = {"grammaticality": rated[0], "importance": rated[1]}
                body = {"place": place, "ratings": ratings}
                history = self._sent.setdefault((number, place), [])
                history.append(rated)
                connection.request("POST", "/api/v1/ratings", json.dumps(body), headers)
                assert connection.getresponse().read() == b'{"place":%d,"text":""}' % place
                self._certain[number, place] = len(history)
                with self._lock:
                    self.acknowledged += 1
        except (OSError, http.client.HTTPException):
            return  # the server is gone
        finally:
            connection.close()

    def check_nothing_is_lost(self, path: Path) -> None:
        """Compare with what is stored: the last acknowledged answer, or one that was under way at the end."""
        study = open_study(path)
        with study.store:
            stored = {
                (number, place): tuple(rated.ratings.values())
                for number, person in enumerate(study.store.people())
                for place, rated in study.answers(person).items()
            }
        with sqlite3.connect(path) as raw:
            (rows,) = raw.execute("SELECT count(*) FROM answer").fetchone()
        raw.close()
        assert rows >= self.acknowledged
        for key, count in self._certain.items():
            assert stored[key] in self._sent[key][count - 1 :], "an acknowledged answer was lost"
