"""Many answer at once, and the server is killed in the middle of it: no acknowledged answer is lost."""

import random
from threading import Event

import pytest
from crowd import Crowd
from serving import served, start
from studies import rating_study

SENTENCES = 8


def invited(path, count: int) -> Crowd:
    study, _ = rating_study(path, sentences=SENTENCES, practice=0, checks=0)
    with study.store:
        return Crowd([study.invite(f"rater {number}") for number in range(count)], SENTENCES)


def kill_again_and_again(path, times: int) -> None:
    crowd = invited(path, 6)
    chance = random.Random(1)
    for _ in range(times):
        process, address, _ = start("serve", path)
        last = crowd.acknowledged + chance.randint(1, 150)
        killed = Event()

        def is_enough(count: int, last: int = last, kill=process.kill, killed: Event = killed) -> bool:
            if count >= last and not killed.is_set():
                killed.set()
                kill()  # while the others' answers are under way
            return False

        for thread in crowd.rate(address, is_enough):
            thread.join()
        process.communicate()
        assert process.returncode == -9
        crowd.check_nothing_is_lost(path)
    assert crowd.acknowledged > times


def test_killed_three_times(tmp_path) -> None:
    kill_again_and_again(tmp_path / "study.db", 3)


@pytest.mark.slow
def test_killed_twenty_times(tmp_path) -> None:
    kill_again_and_again(tmp_path / "study.db", 20)


def test_fifty_raters_at_once(tmp_path) -> None:
    path = tmp_path / "study.db"
    crowd = invited(path, 50)
    with served("serve", path) as (address, _):
        for thread in crowd.rate(address, lambda count: count >= 1000):
            thread.join()
    assert crowd.acknowledged >= 1000
    crowd.check_nothing_is_lost(path)
