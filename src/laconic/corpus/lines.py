"""Line-aligned text: a file of sources and a file for each reference; line k of each belongs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count, zip_longest
from pathlib import Path
from typing import TextIO

from laconic.corpus.format import PACKED, Format, OnBad, Put, check_one_line, decode, does_not_fit
from laconic.corpus.pair import BadRecord, Pair, check_texts
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, read_raw_lines, write_whole


class Lines(Format):
    """Sources in one text file, the references beside it: ``dev.txt``, ``dev.ref1.txt``, ``dev.ref2.txt``.

    Ids are line numbers. Documents and other fields are not held by this format.
    """

    def __init__(self, references: Sequence[str | Path] = ()) -> None:
        """Read the references from these files instead of those found by their names."""
        self.references = tuple(references)

    def files(self, path: str | Path) -> list[str | Path]:
        """Return the files of the sources and of the references, as far as there are any."""
        return [path, *(self.references or _existing_references(path))]

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per line."""
        paths = self.files(path)
        if len(paths) == 1:
            place = "" if str(path) == STANDARD_STREAM else f" or call it {reference_path(path, 1)}"
            raise UsageError(f"line-aligned text needs its references: name the file with --reference{place}.")
        for number, rows in enumerate(zip_longest(*map(read_raw_lines, paths)), 1):
            if None in rows:
                on_bad(_uneven(paths, rows, number))
                return
            try:
                source, *references = [_text(raw, file) for (_, raw), file in zip(rows, paths, strict=True)]
                pair = check_texts(Pair(str(number), source, tuple(references)))
            except BadRecord as problem:
                on_bad(problem.at(path, number))
                continue
            yield pair

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write sources to ``path`` and reference k to the file with ``.refk`` in its name."""
        if str(path) == STANDARD_STREAM:
            raise UsageError("line-aligned text needs a file for each reference: name an output file instead of '-'.")
        with ExitStack() as stack:
            source_file = stack.enter_context(write_whole(path))
            reference_files: list[TextIO] = []

            def put(pair: Pair) -> None:
                check_one_line(pair.id, pair.source, *pair.references)
                if not reference_files:
                    reference_files.extend(_open_references(stack, path, len(pair.references)))
                if len(pair.references) != len(reference_files):
                    raise does_not_fit(
                        pair.id, f"{len(pair.references)} references, but others have {len(reference_files)}"
                    )
                source_file.write(f"{pair.source}\n")
                for file, reference in zip(reference_files, pair.references, strict=True):
                    file.write(f"{reference}\n")

            yield put
            if not reference_files:
                _open_references(stack, path, 1)


def reference_path(path: str | Path, number: int) -> Path:
    """Return the name of a reference's file: ``dev.ref1.txt.gz`` for ``dev.txt.gz``."""
    file = Path(path)
    packing = file.suffix if file.suffix.lower() in PACKED else ""
    bare = file.with_suffix("") if packing else file
    return bare.with_name(f"{bare.stem}.ref{number}{bare.suffix}{packing}")


def _existing_references(path: str | Path) -> list[Path]:
    found: list[Path] = []
    if str(path) != STANDARD_STREAM:
        for number in count(1):
            file = reference_path(path, number)
            if not file.exists():
                break
            found.append(file)
    return found


def _open_references(stack: ExitStack, path: str | Path, number: int) -> list[TextIO]:
    stale = reference_path(path, number + 1)
    if stale.exists():
        raise UsageError(f"{stale} already exists and would be read as another reference: remove it first.")
    return [stack.enter_context(write_whole(reference_path(path, k))) for k in range(1, number + 1)]


def _uneven(paths: Sequence[str | Path], rows: Sequence[tuple[int, bytes] | None], number: int) -> BadRecord:
    short = paths[rows.index(None)]
    longer = next(file for file, row in zip(paths, rows, strict=True) if row is not None)
    problem = f"the file ends here, but {longer} continues: line-aligned files need the same number of lines."
    return BadRecord(problem, kind="uneven files", path=short, line=number)


def _text(raw: bytes, path: str | Path) -> str:
    try:
        return decode(raw.removesuffix(b"\n").removesuffix(b"\r"))
    except BadRecord as problem:
        raise problem.at(path) from None
