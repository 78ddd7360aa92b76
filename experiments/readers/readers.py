"""Have readers judge shortened sentences blindly, and say what they found.

    python readers.py sheet --sources SENTENCES.jsonl --system NAME=OUTPUTS.jsonl ... --out FOLDER [--items 100]
    python readers.py collect FOLDER ANSWERS.txt ... --out JUDGEMENTS.jsonl
    python readers.py report JUDGEMENTS.jsonl ...
    python readers.py strip JUDGEMENTS.jsonl ... --out VERDICTS.tsv.xz
    python readers.py restore VERDICTS.tsv.xz --data DATA --out JUDGEMENTS.jsonl

A system's file has one JSON object per line with ``id``, ``request`` (such as 0.8 or free) and ``output``; the
sources' file ``id`` and ``source``. ``sheet`` draws sentences, mixes the outputs of all systems without their names,
and writes sheets of some sentences (``sheet-1.txt``, …), ``key.jsonl`` that says what is what, and ``GUIDE.md``,
all that a reader needs. A reader answers with one line per sentence: ``#17 a=A b=M:punct c=R:false``.

``collect`` joins the answers with the key; ``report`` prints the shares of verdicts by system and request with 95 %
intervals of a bootstrap over sentences, the flaws, and, where several readers judged the same sentences, their
agreement (Cohen's kappa). Outputs that are the same text are shown once and count for each system.

``strip`` keeps verdicts without any text, so that they can be stored where the sentences cannot: ids, and the numbers
of the words that versions by deletion keep. ``restore`` joins them with the sentences again, which it finds in the
corpora, or in files of sources (``--sources``).
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import string
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

VERDICTS = {"A": "accept", "M": "minor", "R": "reject"}
FLAWS = "grammar dangling coord false point ref punct case other".split()

HEADER = "id system request verdict flaw kept".split()
_JUDGED = re.compile(r"([a-z])=([AMR])(?::([a-z]+))?")

Record = dict[str, Any]


def read(path: Path) -> list[Record]:
    """Return the JSON objects of a file, one per line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def write(path: Path, records: Iterable[Record]) -> None:
    """Write JSON objects, one per line."""
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")


def sheet(options: argparse.Namespace) -> None:
    """Write sheets of sentences with the outputs of all systems in random order, and the key."""
    random = Random(options.seed)
    sources = {each["id"]: each["source"] for each in read(options.sources)}
    outputs: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for system in options.system:
        name, _, path = system.partition("=")
        for each in read(Path(path)):
            outputs[each["id"]][each["output"]].append((name, str(each["request"])))
    chosen = [name for name in sources if name in outputs]
    random.shuffle(chosen)
    options.out.mkdir(parents=True, exist_ok=True)
    key, texts = [], []
    for number, name in enumerate(chosen[: options.items], 1):
        versions = list(outputs[name].items())
        random.shuffle(versions)
        lines = [f"#{number} {sources[name]}"]
        for letter, (text, made_by) in zip(string.ascii_lowercase, versions, strict=False):
            lines.append(f"  {letter}) {text}")
            systems = [{"system": system, "request": request} for system, request in made_by]
            key.append(
                {"item": number, "letter": letter, "id": name, "source": sources[name], "output": text, "by": systems}
            )
        texts.append("\n".join(lines))
    for start in range(0, len(texts), options.per_sheet):
        path = options.out / f"sheet-{start // options.per_sheet + 1}.txt"
        path.write_text("\n\n".join(texts[start : start + options.per_sheet]) + "\n", encoding="utf-8")
    write(options.out / "key.jsonl", key)
    guide = Path(__file__).with_name("GUIDE.md").read_text(encoding="utf-8")
    (options.out / "GUIDE.md").write_text(guide, encoding="utf-8")
    print(f"{len(texts)} sentences with {len(key)} outputs, in {options.out}")


def collect(options: argparse.Namespace) -> None:
    """Join readers' answers with the key; each file of answers is one reader's."""
    key = {(each["item"], each["letter"]): each for each in read(options.folder / "key.jsonl")}
    found, unknown = [], 0
    for path in options.answers:
        for line in path.read_text(encoding="utf-8").splitlines():
            number = re.match(r"\s*#(\d+)\s", line)
            for letter, verdict, flaw in _JUDGED.findall(line) if number else []:
                each = key.get((int(number.group(1)), letter)) if number else None
                if each is None:
                    unknown += 1
                    continue
                about = {"id": each["id"], "source": each["source"], "output": each["output"], "reader": path.stem}
                said = {"verdict": VERDICTS[verdict], "flaw": flaw or None}
                found += [{**about, **by, **said} for by in each["by"]]
    write(options.out, found)
    judged = len({(each["id"], each["output"], each["reader"]) for each in found})
    print(f"{judged} of {len(key)} outputs judged, {unknown} answers about no output")


def report(options: argparse.Namespace) -> None:
    """Print shares of verdicts, flaws and agreement."""
    records = [each for path in options.judgements for each in read(path)]
    groups: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for each in records:
        groups[each["system"], str(each["request"])].append(each)
    heading = f"{'system':16} {'request':8} {'n':>5}  {'accept':>16} {'minor':>7} {'reject':>16}"
    print(f"{heading}  words kept  flaws of rejected")
    for (system, request), found in sorted(groups.items()):
        share = {verdict: _interval(found, verdict, options.seed) for verdict in ("accept", "reject")}
        minor = np.mean([each["verdict"] == "minor" for each in found])
        rate = np.mean([len(each["output"].split()) / len(each["source"].split()) for each in found])
        flaws = Counter(each["flaw"] for each in found if each["verdict"] == "reject").most_common(4)
        shown = " ".join(f"{name} {count}" for name, count in flaws)
        accept, reject = (f"{m:4.0%} [{low:3.0%}, {high:3.0%}]" for m, low, high in share.values())
        shares = f"{len(found):5}  {accept:>16} {minor:7.0%} {reject:>16}"
        print(f"{system:16} {request:8} {shares}  {rate:10.2f}  {shown}")
    _report_agreement(records)


def _interval(records: list[Record], verdict: str, seed: int) -> tuple[float, float, float]:
    """Return a share and its 95 % interval, by a bootstrap over sentences."""
    by_sentence: dict[str, list[bool]] = defaultdict(list)
    for each in records:
        by_sentence[each["id"]].append(each["verdict"] == verdict)
    hits = np.array([sum(said) for said in by_sentence.values()])
    counts = np.array([len(said) for said in by_sentence.values()])
    drawn = np.random.default_rng(seed).integers(len(hits), size=(2000, len(hits)))
    shares = hits[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.quantile(shares, [0.025, 0.975])
    return float(hits.sum() / counts.sum()), float(low), float(high)


def _report_agreement(records: list[Record]) -> None:
    """Print Cohen's kappa over all pairs of readers who judged the same outputs."""
    said: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for each in records:
        said[each["id"], each["output"]][each["reader"]] = each["verdict"]
    pairs = [
        (first, second)
        for verdicts in said.values()
        for place, first in enumerate(verdicts.values())
        for second in list(verdicts.values())[place + 1 :]
    ]
    if not pairs:
        return
    observed = np.mean([first == second for first, second in pairs])
    left, right = Counter(first for first, _ in pairs), Counter(second for _, second in pairs)
    expected = sum(left[verdict] * right[verdict] for verdict in VERDICTS.values()) / len(pairs) ** 2
    kappa = (observed - expected) / (1.0 - expected) if expected < 1.0 else 1.0
    print(f"agreement on {len(pairs)} outputs judged twice: {observed:.0%}, kappa {kappa:.2f}")


def strip(options: argparse.Namespace) -> None:
    """Write verdicts on versions by deletion, without text: id, request, system, verdict, flaw, words kept."""
    rows = []
    for each in (each for path in options.judgements for each in read(path)):
        kept = _kept(_words(each["source"]), _words(each["output"]))
        if kept is not None:
            numbers = " ".join(map(str, kept))
            rows.append([each["id"], each["system"], each["request"], each["verdict"], each["flaw"] or "-", numbers])
    lines = ("\t".join(map(str, row)) + "\n" for row in [HEADER, *rows])
    with lzma.open(options.out, "wt", encoding="utf-8") as stream:
        stream.writelines(lines)
    print(f"{len(rows)} verdicts")


def restore(options: argparse.Namespace) -> None:
    """Join stripped verdicts with their sentences; those whose sentence is not there are left out."""
    with lzma.open(options.verdicts, "rt", encoding="utf-8") as stream:
        rows = [line.split("\t") for line in stream.read().splitlines()[1:]]
    last: dict[str, int] = defaultdict(int)
    for name, *_, numbers in rows:
        last[name] = max(last[name], *map(int, numbers.split()))
    texts: dict[str, list[str]] = defaultdict(list)
    for each in (each for path in options.sources for each in read(path)):
        texts[each["id"]].append(each["source"])
    if options.data is not None:
        from sources import sentences_of

        for name, found in sentences_of(options.data, last).items():
            texts[name] += found
    sources = {name: source for name, place in last.items() if (source := _fitting(texts[name], place)) is not None}
    restored = []
    for name, system, request, verdict, flaw, numbers in rows:
        if name in sources:
            words = _words(sources[name])
            output = " ".join(words[int(number)] for number in numbers.split())
            about = {"id": name, "source": sources[name], "output": output, "system": system, "request": request}
            restored.append({**about, "verdict": verdict, "flaw": None if flaw == "-" else flaw, "reader": "stored"})
    write(options.out, restored)
    print(f"{len(restored)} verdicts, {len(rows) - len(restored)} without a sentence")


def _fitting(texts: Iterable[str], last: int) -> str | None:
    """Return the sentence that has a word of this number, the shortest if several have: final marks hardly ever go."""
    long_enough = [text for text in texts if len(_words(text)) > last]
    return min(long_enough, key=lambda text: len(_words(text)), default=None)


def _words(text: str) -> list[str]:
    """Return the words and marks of a text, so that versions keep whole tokens."""
    return re.findall(r"\w+(?:['’.-]\w+)*|[^\w\s]", text)


def _kept(source: list[str], version: list[str]) -> list[int] | None:
    """Return which words of a source a version keeps, the last ones where there is a choice; None if it has others."""
    kept: list[int] = []
    place = len(source)
    for word in reversed(version):
        place -= 1
        while place >= 0 and source[place].casefold() != word.casefold() and {source[place], word} != {"a", "an"}:
            place -= 1
        if place < 0:
            return None
        kept.append(place)
    return kept[::-1]


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("sheet")
    make.add_argument("--sources", type=Path, required=True)
    make.add_argument("--system", action="append", required=True, help="NAME=OUTPUTS.jsonl; several times")
    make.add_argument("--out", type=Path, required=True)
    make.add_argument("--items", type=int, default=100)
    make.add_argument("--per-sheet", type=int, default=50)
    make.set_defaults(run=sheet)
    join = commands.add_parser("collect")
    join.add_argument("folder", type=Path)
    join.add_argument("answers", type=Path, nargs="+")
    join.add_argument("--out", type=Path, required=True)
    join.set_defaults(run=collect)
    show = commands.add_parser("report")
    show.add_argument("judgements", type=Path, nargs="+")
    show.set_defaults(run=report)
    bare = commands.add_parser("strip")
    bare.add_argument("judgements", type=Path, nargs="+")
    bare.add_argument("--out", type=Path, required=True)
    bare.set_defaults(run=strip)
    whole = commands.add_parser("restore")
    whole.add_argument("verdicts", type=Path)
    whole.add_argument("--data", type=Path, help="the folder of the corpora")
    whole.add_argument("--sources", type=Path, nargs="*", default=[], help="files with id and source on each line")
    whole.add_argument("--out", type=Path, required=True)
    whole.set_defaults(run=restore)
    options = parser.parse_args()
    options.run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
