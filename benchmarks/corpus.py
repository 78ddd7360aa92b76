"""Converting a corpus: speed against a plain loop over the standard library's json, and peak memory.

Every conversion runs in a process of its own, so that its peak memory is its own. The corpus is the
sample, repeated with new ids until the file has the size asked for: ``python benchmarks/corpus.py 500``
takes 500 MB.
"""

import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path

from laconic.cli import main
from laconic.corpus import sample
from laconic.corpus.jsonl import format_json, to_record

DEFAULT_MEGABYTES = 50
OUTPUTS = ("jsonl", "tsv", "csv", "xml", "txt", "json")


def make_corpus(path: Path, size: int) -> None:
    """Write the sample again and again until the file has this many bytes."""
    lines = [format_json(to_record(pair)).partition(",")[2] for pair in sample()]
    written = number = 0
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            number += 1
            written += file.write(f'{{"id":"{number}",{lines[number % len(lines)]}\n')


def plain_loop(source: Path, target: Path) -> None:
    """Convert as one would without laconic: the rival."""
    with source.open(encoding="utf-8") as lines, target.open("w", encoding="utf-8") as out:
        for line in lines:
            record = json.loads(line)
            if not record["source"].strip() or not all(text.strip() for text in record["references"]):
                raise ValueError(line)
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


def convert(source: Path, target: Path) -> None:
    """Convert with laconic."""
    with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):
        if main(["corpus", "convert", str(source), str(target)]) != 0:
            raise SystemExit(f"converting to {target} failed")


def measure(work: Callable[[Path, Path], None], source: Path, target: Path) -> tuple[float, float]:
    """Return the processor seconds of the work in a process of its own, and its peak memory in MB."""
    queue: multiprocessing.Queue[tuple[float, float]] = multiprocessing.get_context("spawn").Queue()
    process = multiprocessing.get_context("spawn").Process(target=_timed, args=(work, source, target, queue))
    process.start()
    figures = queue.get()
    process.join()
    target.unlink()
    return figures


def _timed(
    work: Callable[[Path, Path], None],
    source: Path,
    target: Path,
    queue: "multiprocessing.Queue[tuple[float, float]]",
) -> None:
    start = time.process_time()
    work(source, target)
    queue.put((time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def run(megabytes: int) -> None:
    """Print the speed, memory and ratio of every conversion."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.jsonl"
        make_corpus(source, megabytes * 1_000_000)
        rival, memory = measure(plain_loop, source, Path(folder) / "plain.jsonl")
        print(f"{megabytes} MB of JSON lines; speed per processor second, ratio to a plain json loop, peak memory")
        print(f"  json loop → jsonl  {megabytes / rival:6.0f} MB/s   1.00 ×   {memory:4.0f} MB")
        for suffix in OUTPUTS:
            seconds, memory = measure(convert, source, Path(folder) / f"out.{suffix}")
            speed = megabytes / seconds
            print(f"  laconic   → {suffix:5}  {speed:6.0f} MB/s  {rival / seconds:5.2f} ×   {memory:4.0f} MB")


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_MEGABYTES)
