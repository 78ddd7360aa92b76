"""The clock of all benchmarks: processor time, which other programs on the machine disturb least."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """Return the processor time of some work, the least of several runs: what else the machine does only adds."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)
