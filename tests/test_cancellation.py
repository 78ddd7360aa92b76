"""Work ends a moment after it was told to, in the core and between sentences."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import laconic
from laconic import _core
from laconic.cancellation import Cancellation, Cancelled, check_cancelled, interruptible, watched_here, watching
from laconic.errors import LaconicError
from laconic.search.division import Options, best_division


@pytest.fixture
def soon() -> Iterator[Cancellation]:
    """A cancellation that is called for in a moment."""
    cancellation = Cancellation()
    timer = threading.Timer(0.3, cancellation.cancel)
    timer.start()
    yield cancellation
    timer.cancel()


def _joint_chart(size: int = 200) -> None:
    random = np.random.default_rng(0)
    nothing = np.zeros(size, np.bool_)
    words = _core.Words(nothing, nothing, np.ones(size, np.int32), np.zeros(size, np.int32))
    shapes = [(size,), (size + 2, size + 2), (size + 1, size + 1)]
    token, bigram, arc = (random.normal(size=shape) for shape in shapes)
    _core.JointChart(token, bigram, arc, words, size)


def _division() -> None:
    random = np.random.default_rng(0)
    sizes = [sorted(random.choice(40_000, 200, replace=False).tolist()) for _ in range(200)]
    options = [Options(each, random.normal(scale=1e6, size=200).tolist()) for each in sizes]
    while True:
        best_division(options, 4_000_001)


def _edit_script() -> None:
    random = np.random.default_rng(0)
    while True:
        _core.edit_script(*(random.integers(0, 9, 8_000, np.int32) for _ in range(2)))


def _documents() -> None:
    text = "The old man who lived in the house slowly opened the door and went out into the cold street. " * 300
    laconic.load().compress_document(text, rate=0.5)


@pytest.mark.parametrize("work", [_joint_chart, _division, _edit_script, _documents])
def test_long_work_ends_soon_after_it_is_cancelled(soon: Cancellation, work: Callable[[], None]) -> None:
    laconic.load().compress("A model is loaded before.")
    began = time.monotonic()
    with watching(soon), pytest.raises(Cancelled):
        work()
    assert time.monotonic() - began < 3


def test_work_that_nobody_cancels_goes_on() -> None:
    with watching(Cancellation()):
        check_cancelled()
        assert str(laconic.load().compress("The old man opened the door.", words=4))


def test_an_inner_cancellation_does_not_outlive_its_block() -> None:
    outer, inner = Cancellation(), Cancellation()
    inner.cancel()
    with watching(outer):
        with watching(inner), pytest.raises(Cancelled):
            check_cancelled()
        check_cancelled()
        outer.cancel()
        with pytest.raises(Cancelled):
            check_cancelled()
    check_cancelled()


def test_other_threads_watch_only_what_they_are_given() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    seen: list[str] = []

    def look() -> None:
        try:
            check_cancelled()
            seen.append("free")
        except Cancelled:
            seen.append("cancelled")

    def look_watched(function: Callable[[], None]) -> None:
        with pytest.raises(Cancelled):
            function()

    with watching(cancellation):
        threads = [threading.Thread(target=look), threading.Thread(target=look_watched, args=[watched_here(look)])]
    for thread in threads:
        thread.start()
        thread.join()
    assert seen == ["free"]


def test_cancelled_is_not_taken_for_bad_input() -> None:
    assert not issubclass(Cancelled, LaconicError)


def test_control_c_ends_a_call_of_the_core() -> None:
    def work() -> None:
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        _joint_chart(size=500)  # half a minute

    began = time.process_time()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # Spark leaves a handler of its own behind
    try:
        with pytest.raises((KeyboardInterrupt, Cancelled)), interruptible():
            work()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.process_time() - began < 3
    check_cancelled()


def test_control_c_is_left_to_whoever_handles_it() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with interruptible():
            signal.raise_signal(signal.SIGINT)
            _joint_chart(size=60)
            check_cancelled()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_what_listens_for_control_c_is_gone_afterwards() -> None:
    threads, files = threading.active_count(), len(os.listdir("/dev/fd"))
    with interruptible():
        pass
    assert (threading.active_count(), len(os.listdir("/dev/fd"))) == (threads, files)


def test_control_c_is_heard_in_the_main_thread_only() -> None:
    done: list[bool] = []

    def elsewhere() -> None:
        with interruptible():
            done.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert done
