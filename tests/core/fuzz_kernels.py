"""Calls kernels of the core with right and wrong arguments, as many times as asked, from a seed.

    python tests/core/fuzz_kernels.py --calls 100000 --seed 0

A wrong argument must be refused with a `ValueError` or a `TypeError`, or the result be a right one: without NaN. A
crash ends the program; under sanitizers (`make sanitize`) so does a read of foreign memory. ``--start`` goes straight
to a call of the same series, to see it alone.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from typing import Any

import given_core  # noqa: F401  (before the core itself)
import numpy as np
from kernel_cases import CASES, UNTOUCHED, Arguments, callee
from kernel_mutations import mutate

Random = np.random.Generator


def is_right(result: Any) -> bool:
    """Return whether a result can be one: wherever it holds numbers, none is NaN."""
    if isinstance(result, float):
        return result == result
    if isinstance(result, np.ndarray):
        return result.dtype.kind != "f" or not np.isnan(result).any()
    return all(map(is_right, result)) if isinstance(result, tuple | list) else True


def wrong_arguments(random: Random, kernel: str) -> Arguments:
    """Return a kernel's arguments of which none, one or two are wrong, or fit other arguments."""
    arguments = CASES[kernel](random)
    if arguments and random.random() < 0.2:  # each is right, but they do not belong together
        other = CASES[kernel](random)
        arguments = [pair[random.integers(2)] for pair in zip(arguments, other, strict=True)]
    for place in random.permutation(len(arguments))[: random.integers(3)]:
        if (kernel, int(place)) not in UNTOUCHED:
            arguments[place] = mutate(random, arguments[place])
    return arguments


def try_call(kernel: str, arguments: Arguments) -> bool:
    """Call a kernel; return whether it took the arguments, and raise if neither its answer nor its error is right."""
    try:
        result = callee(kernel)(*arguments)
    except (TypeError, ValueError):
        return False
    if not is_right(result):
        raise AssertionError(f"{kernel} returned NaN")
    return True


def main() -> None:
    """Make the calls, and print how many there were of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--kernel", choices=sorted(CASES), help="only this one")
    parser.add_argument("--trace", action="store_true", help="name each call on standard error before it is made")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # objects that were never made are warned of
    names = [options.kernel] if options.kernel else list(CASES)
    found: Counter[bool] = Counter()
    for call in range(options.start, options.start + options.calls):
        random = np.random.default_rng((options.seed, call))
        kernel = names[random.integers(len(names))]
        if options.trace:
            print(call, kernel, file=sys.stderr, flush=True)
        try:
            found[try_call(kernel, wrong_arguments(random, kernel))] += 1
        except Exception:
            print(f"call {call} of seed {options.seed}, {kernel}:", file=sys.stderr)
            raise
    print(f"{options.calls} calls of {len(names)} kernels: {found[True]} answered, {found[False]} refused.")


if __name__ == "__main__":
    main()
