"""How far one warm `compress` travels: files visited, deepest stack, and steps from one part of the package to another.

A reader who follows a call has to open every file on its way and to remember every frame above; so both are measured,
by tracing, in a process for each method: what one has remembered must not shorten the way of the next. Run
``python benchmarks/crossings.py [METHOD]``; ``--path`` lists the steps.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import laconic

PACKAGE = Path(laconic.__file__).parent
SENTENCE = "The scheme was intended for people of poor or moderate means who could not pay for their own houses."
VALUES = frozenset({"text", "tree"})
"""Parts that hold what is passed on; asking a sentence for its words leads a reader nowhere."""

OTHER = "The company, which was founded in 1999, said on Monday that it would cut 300 jobs."


@dataclass
class Travel:
    """What a trace of calls within the package has met.

    Attributes:
        files: the files whose functions were called.
        deepest: the functions of the deepest stack, outermost first.
        steps: calls from one file to another, by the two files.
    """

    files: set[str] = field(default_factory=set)
    deepest: list[str] = field(default_factory=list)
    steps: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def crossings(self) -> int:
        """How many different steps lead from a file of one part to a file of another, reading of values aside."""
        return sum(_part(caller) != _part(called) and _part(called) not in VALUES for caller, called in self.steps)


def travel(model: laconic.Model, **length: Any) -> Travel:
    """Trace the second of two calls: the first, about another sentence, has imported and loaded what there is to."""
    model.compress(OTHER, **length)
    found = Travel()
    stack: list[str] = []
    names: list[str] = []

    def trace(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if not name.startswith(str(PACKAGE)):
            return
        if event == "call":
            inner = name.removeprefix(f"{PACKAGE}/")
            found.files.add(inner)
            if stack and stack[-1] != inner:
                found.steps[stack[-1], inner] += 1
            stack.append(inner)
            names.append(f"{inner}:{frame.f_code.co_name}")
            if len(stack) > len(found.deepest):
                found.deepest = names.copy()
        elif event == "return" and stack:
            stack.pop()
            names.pop()

    sys.setprofile(trace)
    try:
        model.compress(SENTENCE, **length)
    finally:
        sys.setprofile(None)
    return found


def _part(file: str) -> str:
    return file.partition("/")[0].removesuffix(".py")


def main() -> None:
    """Print the figures for one model, or for the bundled one and two others."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("method", nargs="?", help="the model to trace")
    arguments.add_argument("--path", action="store_true", help="list the steps")
    options = arguments.parse_args()
    if options.method is None:
        for name in ("encoder", "joint", "t3"):
            subprocess.run([sys.executable, __file__, name, *sys.argv[1:]], check=True)
        return
    found = travel(laconic.load(options.method), rate=0.6)
    figures = f"{len(found.files):3} files, depth {len(found.deepest):2}, {found.crossings:3} crossings"
    print(f"{options.method:8} {figures}")
    if options.path:
        print("  deepest stack:", *found.deepest, "  steps:", sep="\n    ")
        print(*(f"    {one} -> {two} ({count})" for (one, two), count in found.steps.items()), sep="\n")


if __name__ == "__main__":
    main()
