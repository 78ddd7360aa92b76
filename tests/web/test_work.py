"""Work behind the server: in lanes, ended in time, refused where there is no room."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from laconic.cancellation import check_cancelled
from laconic.pipeline.protection import Protection
from laconic.text import Sentence
from laconic.web import memory
from laconic.web.limits import Limits
from laconic.web.models import Models
from laconic.web.problems import Problem
from laconic.web.remembered import Remembered
from laconic.web.work import Deadline, Workers


def _until_cancelled(ended: list[float]) -> Callable[[Deadline], None]:
    """Return work that goes on until its flag is up, and says when it ended."""

    def work(_: Deadline) -> None:
        try:
            while True:
                check_cancelled()
                time.sleep(0.01)
        finally:
            ended.append(time.monotonic())

    return work


def test_long_work_does_not_hold_up_short_work() -> None:
    workers = Workers(Limits(seconds=5, threads=2))
    release = threading.Event()

    async def ask() -> float:
        long = [asyncio.create_task(workers.run(lambda _: release.wait(5), is_long=True)) for _ in range(10)]
        await asyncio.sleep(0.05)
        began = time.monotonic()
        assert [await workers.run(lambda _: "short") for _ in range(20)] == ["short"] * 20
        seconds = time.monotonic() - began
        release.set()
        await asyncio.gather(*long)
        return seconds

    assert asyncio.run(ask()) < 1
    workers.close()


def test_short_work_that_takes_long_makes_room_for_others() -> None:
    workers = Workers(Limits(seconds=20, threads=1))
    release = threading.Event()

    async def ask() -> float:
        slow = asyncio.create_task(workers.run(lambda _: release.wait(20)))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await workers.run(lambda _: None)
        release.set()
        assert await slow
        return time.monotonic() - began

    assert asyncio.run(ask()) < 3
    workers.close()


def test_work_is_ended_at_its_deadline() -> None:
    workers = Workers(Limits(seconds=0.3))
    ended: list[float] = []
    began = time.monotonic()

    async def ask() -> None:
        with pytest.raises(Problem, match=r"longer than 0\.3 s"):
            await workers.run(_until_cancelled(ended))

    asyncio.run(ask())
    workers.close()
    assert ended[0] - began < 2


def test_one_too_many_is_told_when_to_come_back() -> None:
    workers = Workers(Limits(seconds=5, threads=1, waiting=2))
    release = threading.Event()

    async def ask() -> list[object]:
        asked = [workers.run(lambda _: release.wait(5), is_long=True) for _ in range(4)]
        tasks = [asyncio.create_task(each) for each in asked]
        await asyncio.sleep(0.05)
        release.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    *answered, refused = asyncio.run(ask())
    assert answered == [True] * 3
    assert isinstance(refused, Problem)
    assert (refused.status, refused.headers) == (503, {"Retry-After": "1"})
    workers.close()


def test_a_wait_for_a_place_ends_at_the_deadline() -> None:
    workers = Workers(Limits(seconds=0.2, threads=1))
    release = threading.Event()

    async def ask() -> list[object]:
        tasks = [workers.run(lambda _: release.wait(5)) for _ in range(3)]
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = asyncio.run(ask())
    release.set()
    workers.close()
    assert [each.status for each in found if isinstance(each, Problem)] == [504] * 3


def test_stopping_ends_work_with_an_answer() -> None:
    workers = Workers(Limits(seconds=60, threads=1))
    ended: list[float] = []

    async def ask() -> list[object]:
        tasks = [asyncio.create_task(workers.run(_until_cancelled(ended))) for _ in range(2)]
        await asyncio.sleep(0.1)
        workers.stop()
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = asyncio.run(ask())
    assert [each.status for each in found if isinstance(each, Problem)] == [503, 503]
    assert len(ended) == 1  # the second never started
    workers.close()


def test_what_costs_too_much_is_not_remembered() -> None:
    remembered = Remembered[int](10)
    computed: list[str] = []

    def get(key: str, cost: int) -> int:
        return remembered.get(key, cost, lambda: computed.append(key) or len(computed))

    assert [get("large", 11), get("large", 11)] == [1, 2]
    assert [get("a", 4), get("b", 4), get("a", 4)] == [3, 4, 3]
    get("c", 4)  # no room for all: b was asked longest ago
    assert get("a", 4) == 3
    assert get("b", 4) == 6
    assert computed == ["large", "large", "a", "b", "c", "b"]


def test_remembered_answers_cost_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("laconic.web.models._REMEMBERED_PARSES", 30)
    monkeypatch.setattr("laconic.web.models._REMEMBERED_SEARCHES", 200)
    models, protect = Models(["joint"]), Protection()
    first, *others = (Sentence.from_words(f"Mill {number} closed its door at noon .".split()) for number in range(9))
    parsed, found = models.parse(None, first).heads, models.all_lengths(None, None, first, protect)
    assert models.parse(None, first).heads is parsed
    assert models.all_lengths(None, None, first, protect) is found
    for other in others:
        models.all_lengths(None, None, other, protect)
    assert models.parse(None, first).heads is not parsed  # there is room for three
    assert models.all_lengths(None, None, first, protect) is not found


def test_memory_is_released_now_and_then(monkeypatch) -> None:
    monkeypatch.setattr(memory, "_last_released", time.monotonic() - 60)
    long_ago = memory._last_released
    memory.release_memory_now_and_then()
    lately = memory._last_released
    memory.release_memory_now_and_then()
    assert long_ago < lately == memory._last_released
