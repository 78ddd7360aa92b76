"""Alignment by the program eflomal: fast on large bitext, in a process with its own memory.

The program (Östling & Tiedemann 2016) is not part of laconic: ``pip install eflomal`` puts ``eflomal-align`` on the
path. It is called as it is, on files.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from laconic.align.alignment import Alignment, WordPair
from laconic.align.symmetrize import Symmetrizer, symmetrizer
from laconic.errors import LaconicError
from laconic.files import read_lines

PROGRAM = "eflomal-align"


class EflomalAligner:
    """Learns which words correspond from the pairs it is to align, in both directions, and combines the two.

    Args:
        symmetrize: how the two directions are combined: a name from `SYMMETRIZERS` or a function.
        samplers: how many chains of samples are averaged.
        program: the program's name or path.
    """

    def __init__(
        self,
        *,
        symmetrize: str | Symmetrizer = "grow-diag-final-and",
        samplers: int = 1,
        program: str = PROGRAM,
    ) -> None:
        self.symmetrize = symmetrizer(symmetrize)
        self.samplers = samplers
        self.program = program

    def align(self, pairs: Sequence[WordPair]) -> list[Alignment]:
        """Return one alignment per pair; pairs with an empty side have no links.

        Raises:
            LaconicError: the program is not installed, or fails.
        """
        whole = [number for number, (source, target) in enumerate(pairs) if source and target]
        alignments = [Alignment() for _ in pairs]
        if whole:
            with tempfile.TemporaryDirectory() as folder:
                links = self._run(Path(folder), [pairs[number] for number in whole])
                for number, alignment in zip(whole, links, strict=True):
                    alignments[number] = alignment
        return alignments

    def _run(self, folder: Path, pairs: Sequence[WordPair]) -> Iterator[Alignment]:
        program = shutil.which(self.program)
        if program is None:
            raise LaconicError(f"the program {self.program} was not found; install it with: pip install eflomal.")
        names = {option: folder / name for option, name in zip("-s -t -f -r".split(), "stfr", strict=True)}
        for side, option in enumerate(("-s", "-t")):
            with open(names[option], "w", encoding="utf-8") as stream:
                stream.writelines(" ".join(pair[side]).lower() + "\n" for pair in pairs)
        command = [program, "--n-samplers", str(self.samplers)]
        for option, path in names.items():
            command += [option, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            *_, problem = done.stderr.strip().splitlines() or ["it said nothing"]
            raise LaconicError(f"the program {self.program} failed: {problem}")
        directions = [(Alignment.parse(line) for _, line in read_lines(names[option])) for option in ("-f", "-r")]
        for forward, backward in zip(*directions, strict=True):
            yield self.symmetrize(forward, backward)
