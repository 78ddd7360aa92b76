"""The benchmarks that take a second for small inputs still run: no type checker reads them, and few people run them."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="benchmarks are not part of a source distribution")


def test_the_benchmark_of_searches_compares_them_with_a_solver() -> None:
    command = [sys.executable, str(FOLDER / "search.py"), "--instances", "1", "--sizes", "4", "6"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    assert "joint-exact, n/2 words" in printed
    assert "HiGHS" in printed
