"""An editor's versions of sentences within limits, stored without the words of the sentences.

    export PYTHONPATH=experiments/readers
    python versions.py strip VERSIONS.jsonl --out versions.tsv.xz
    python versions.py restore versions.tsv.xz --data DATA --out VERSIONS.jsonl

A line of ``versions.tsv.xz`` has, between tabs, the id of a sentence, the most words that a version may have, and the
version: the position of each word that it takes from the sentence, or ``+`` and a new word. In ``polished.tsv.xz``, the
positions of the words that a cut keeps come last, and the version is what an editor made of the cut. ``restore`` finds
the sentences in the corpora again and writes ``id``, ``source``, ``limit``, ``version`` and, if there is a cut,
``kept``. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from sources import sentences_of

from laconic.language import LANGUAGE
from laconic.parse.tokenize import split_words


def coded(source: Sequence[str], version: Sequence[str]) -> str:
    """Return a version as positions in its source and new words.

    >>> coded("We went to the harbour .".split(), "We visited the harbour .".split())
    '0 +visited 3 4 5'
    """
    before, after = ([word.casefold() for word in words] for words in (source, version))
    found: list[str] = []
    for kind, begin, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found += map(str, range(begin, end))
        else:
            found += (f"+{word}" for word in version[first:last])
    return " ".join(found)


def decoded(source: Sequence[str], code: str) -> str:
    """Return the text of a version from its positions and new words.

    Raises:
        IndexError: it is a version of a longer sentence.

    >>> decoded("We went to the harbour .".split(), "0 +visited 3 4 5")
    'We visited the harbour.'
    """
    words = [each[1:] if each.startswith("+") else source[int(each)] for each in code.split(" ")]
    text = LANGUAGE.join_words(words)
    return text[:1].upper() + text[1:]


def strip(options: argparse.Namespace) -> None:
    """Write versions without the words of their sentences."""
    with lzma.open(options.out, "wt", encoding="utf-8", preset=9) as stream:
        for line in options.versions.open(encoding="utf-8"):
            each = json.loads(line)
            code = coded(split_words(each["source"]), split_words(each["version"]))
            cut = ["\t" + " ".join(map(str, each["kept"]))] if "kept" in each else []
            stream.write("".join([f"{each['id']}\t{each['limit']}\t{code}", *cut, "\n"]))


def restore(options: argparse.Namespace) -> None:
    """Join stored versions with their sentences."""
    with lzma.open(options.versions, "rt", encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream]
    sources = sentences_of(options.data, {name for name, *_ in rows})
    missing = 0
    with options.out.open("w", encoding="utf-8") as stream:
        for name, limit, code, *cut in rows:
            if not sources.get(name):
                missing += 1
                continue
            source = sources[name][0]
            version = decoded(split_words(source), code)
            record = {"id": name, "source": source, "limit": int(limit), "version": version}
            if cut:
                record["kept"] = [int(place) for place in cut[0].split()]
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    print(f"{len(rows) - missing} versions, {missing} without a sentence")


def main() -> int:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(required=True)
    for name, run in (("strip", strip), ("restore", restore)):
        command = commands.add_parser(name)
        command.add_argument("versions", type=Path)
        command.add_argument("--out", type=Path, required=True)
        command.set_defaults(run=run)
        if name == "restore":
            command.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    options.run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
