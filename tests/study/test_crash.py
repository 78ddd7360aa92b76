"""A server that is killed in the middle of everything loses no answer that it acknowledged."""

import http.client
import json
import random
import sqlite3
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

import pytest
from serving import start
from studies import rating_study

from laconic.study.opening import open_study

RATERS = 6


class Raters:
    """Raters who answer as fast as they can until the server is gone, and remember what was acknowledged."""

    def __init__(self, secrets: list[str], trials: int) -> None:
        self.secrets = secrets
        self.trials = trials
        self.sent: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.acknowledged: dict[tuple[int, int], int] = {}
        self.count = 0
        self._lock = Lock()

    def answer(self, address: str, kill_after: int, enough: Event) -> list[Thread]:
        threads = [
            Thread(target=self._rate, args=(number, urlsplit(address).netloc, kill_after, enough))
            for number in range(len(self.secrets))
        ]
        for thread in threads:
            thread.start()
        return threads

    def _rate(self, number: int, host: str, kill_after: int, enough: Event) -> None:
        chance = random.Random()
        connection = http.client.HTTPConnection(host, timeout=30)
        headers = {"Authorization": f"Bearer {self.secrets[number]}", "Content-Type": "application/json"}
        try:
            while True:
                place, rated = chance.randrange(self.trials), (chance.randint(1, 5), chance.randint(1, 5))
                body = {"place": place, "grammaticality": rated[0], "importance": rated[1]}
                history = self.sent.setdefault((number, place), [])
                history.append(rated)
                connection.request("POST", "/api/v1/ratings", json.dumps(body), headers)
                assert connection.getresponse().read() == b'{"place":%d,"text":""}' % place
                self.acknowledged[number, place] = len(history)
                with self._lock:
                    self.count += 1
                    if self.count >= kill_after:
                        enough.set()
        except (OSError, http.client.HTTPException):
            enough.set()  # the server is gone
        finally:
            connection.close()


def kill_again_and_again(path, times: int) -> None:
    study, _ = rating_study(path, sentences=8)
    raters = Raters([study.invite(f"rater {number}") for number in range(RATERS)], trials=8)
    study.store.close()
    chance = random.Random(1)
    for _ in range(times):
        process, address, _ = start("serve", path)
        enough = Event()
        threads = raters.answer(address, raters.count + chance.randint(1, 150), enough)
        assert enough.wait(60)
        process.kill()
        process.communicate()
        for thread in threads:
            thread.join()
        check(path, raters)
    assert raters.count > times


def check(path, raters: Raters) -> None:
    """The last stored answer is the last acknowledged one, or one that was under way when the server died."""
    study = open_study(path)
    with study.store:
        stored = {
            (number, place): (rated.grammaticality, rated.importance)
            for number, person in enumerate(study.store.people())
            for place, rated in study.answers(person).items()
        }
    with sqlite3.connect(path) as raw:
        (rows,) = raw.execute("SELECT count(*) FROM answer").fetchone()
    raw.close()
    assert rows >= raters.count
    for key, count in raters.acknowledged.items():
        assert stored[key] in raters.sent[key][count - 1 :], "an acknowledged answer was lost"


def test_killed_three_times(tmp_path) -> None:
    kill_again_and_again(tmp_path / "study.db", 3)


@pytest.mark.slow
def test_killed_twenty_times(tmp_path) -> None:
    kill_again_and_again(tmp_path / "study.db", 20)
