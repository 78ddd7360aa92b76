"""Synchronous context-free grammars on disk: text, Parquet for other programs, and compact arrays."""

from __future__ import annotations

import io
import lzma
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from laconic.arrays import most_unpacked, too_large, unpack_arrays
from laconic.errors import DataError
from laconic.files import open_binary, write_whole_binary
from laconic.grammar.parquet import EXTENSION, FEATURE, arrow, numbers, read_table, write_table
from laconic.grammar.scfg.grammar import Scfg, ScfgBuilder
from laconic.grammar.scfg.joshua import parse_rule, read_joshua, write_joshua
from laconic.grammar.scfg.labels import is_whole_first, turned
from laconic.grammar.scfg.rule import write_phrase

COMPACT = ".scfg"
"""How the names of compact grammars end; they need no other package to be read, and load in a moment."""

_LONGEST_NAME = 1000


def read_scfg(path: str | Path) -> Scfg:
    r"""Read a grammar by its name: compact (.scfg), Parquet (.parquet), or else Joshua's lines, packed or not.

    Labels such as ``NP\DT`` become ``DT\NP``, as laconic writes them (see `laconic.grammar.scfg.labels`).

    Raises:
        DataError: the file is not such a grammar.
        MissingDependency: Parquet needs pyarrow, which is not installed.
    """
    name = str(path)
    if name.endswith(COMPACT):
        grammar = _read_compact(path)
    else:
        grammar = _read_parquet(path) if name.endswith(EXTENSION) else read_joshua(path)
    return grammar.relabelled(turned) if is_whole_first(grammar.labels) else grammar


def write_scfg(grammar: Scfg, path: str | Path) -> None:
    """Write a grammar in the form that its name asks for, as `read_scfg` reads it."""
    name = str(path)
    if name.endswith(COMPACT):
        _write_compact(grammar, path)
    elif name.endswith(EXTENSION):
        _write_parquet(grammar, path)
    else:
        write_joshua(grammar, path)


def _write_compact(grammar: Scfg, path: str | Path) -> None:
    """Write the arrays, each as narrow as its numbers allow, packed together.

    Features keep three significant digits.
    """
    columns = {
        "labels": _letters(grammar.labels),
        "words": _letters(grammar.words),
        "lhs": _narrow(grammar.lhs),
        "source": _narrow(grammar.source),
        "source_length": _narrow(np.diff(grammar.source_start)),
        "target": _narrow(grammar.target),
        "target_length": _narrow(np.diff(grammar.target_start)),
        "links": _narrow(grammar.links),
        "link_length": _narrow(np.diff(grammar.link_start)),
    }
    for name, column in grammar.features.items():
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise DataError(f"a compact grammar cannot hold the feature {name[:40]!r}: its name is not a short text.")
        columns[FEATURE + name] = _rounded(column)
    with write_whole_binary(path) as raw, lzma.open(raw, "wb", preset=6) as packed:
        np.savez(cast(Any, packed), allow_pickle=False, **columns)


def _read_compact(path: str | Path) -> Scfg:
    try:
        with open_binary(path) as stream:
            columns = _columns(_unpacked(stream.read()))
        features = {name: column for name, column in columns.items() if name.startswith(FEATURE)}
        return Scfg(
            _strings(columns["labels"]),
            _strings(columns["words"]),
            columns["lhs"],
            (columns["source"], _starts(columns["source_length"])),
            (columns["target"], _starts(columns["target_length"])),
            {name.removeprefix(FEATURE): column for name, column in features.items()},
            (columns["links"], _starts(columns["link_length"])),
        )
    except KeyError as error:
        raise DataError(f"is not a compact grammar: it has no column {error}.", path=path) from None
    except (OSError, EOFError, ValueError, RuntimeError, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise DataError(f"is not a compact grammar: {str(error).rstrip('.')}.", path=path) from None
    except DataError as error:
        raise error.at(path) from None


def _unpacked(packed: bytes) -> bytes:
    """Return what was packed, unless it is far more than such a file holds.

    Raises:
        ValueError: it is.
        EOFError: the end is missing.
    """
    most = most_unpacked(len(packed))
    decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    content = decoder.decompress(packed, most + 1)
    if len(content) > most:
        raise too_large(most)
    if not decoder.eof:
        raise EOFError("its end is missing")
    return content


def _columns(content: bytes) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
    """Return the arrays of an archive by their names.

    Raises:
        ValueError: it holds something else.
    """
    columns = unpack_arrays(io.BytesIO(content), len(content))  # they are packed together, so none is by itself
    for name, column in columns.items():
        if column.ndim != (2 if name == "links" else 1) or column.dtype.kind not in "iuf":
            raise ValueError(f"the column {name!r} is damaged")
    return columns


def _write_parquet(grammar: Scfg, path: str | Path) -> None:
    """Write one row per rule: ``label``, ``source``, ``target``, ``alignment`` and a column per feature."""
    rules = list(grammar)
    columns: dict[str, Any] = {
        "label": [rule.label for rule in rules],
        "source": [write_phrase(rule.source) for rule in rules],
        "target": [write_phrase(rule.target) for rule in rules],
        "alignment": [" ".join(f"{here}-{there}" for here, there in rule.links) for rule in rules],
    }
    columns |= {FEATURE + name: column for name, column in grammar.features.items()}
    write_table(arrow().table(columns), path)


def _read_parquet(path: str | Path) -> Scfg:
    table, texts = read_table(path, ("label", "source", "target", "alignment"))
    builder = ScfgBuilder()
    for row, (label, source, target, alignment) in enumerate(zip(*texts, strict=True), start=1):
        try:
            builder.add(parse_rule(f"[{label}] ||| {source} ||| {target} ||| ||| {alignment}"))
        except DataError as error:
            raise error.at(path, row) from None
    grammar = builder.build()
    grammar.features = {name: column.astype(np.float32) for name, column in numbers(table, FEATURE, path).items()}
    return grammar


def _rounded(values: np.ndarray[Any, np.dtype[np.float32]]) -> np.ndarray[Any, np.dtype[Any]]:
    """Return numbers in 16 bits if that keeps three digits of each, as it does unless some are huge or tiny."""
    with np.errstate(over="ignore"):
        rounded = values.astype(np.float16)
    return rounded if np.allclose(rounded, values, rtol=1e-3, atol=0, equal_nan=True) else values


def _letters(texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return texts as bytes, one per line.

    Raises:
        DataError: one of them has a line end, or half of a surrogate pair.
    """
    if any("\n" in text for text in texts):
        raise DataError("a compact grammar cannot hold a word with a line end.")
    try:
        return np.frombuffer("\n".join(texts).encode(), np.uint8)
    except UnicodeEncodeError as error:
        raise DataError(f"a compact grammar cannot hold the character {error.object[error.start]!r}.") from None


def _narrow(numbers: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
    """Return whole numbers in the narrowest signed type that holds them."""
    low, high = (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return numbers.astype(kind)
    return numbers


def _starts(lengths: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def _strings(letters: np.ndarray[Any, np.dtype[Any]]) -> list[str]:
    text = letters.tobytes().decode()
    return text.split("\n") if text else []
