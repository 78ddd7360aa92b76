"""How often editors break each kind of dependence, and how often outputs do that readers accepted or rejected.

    python experiments/dependences/measure.py --editor editor/train.jsonl --judgements outputs.jsonl --parses parses.db

Each line of the editor's corpus holds a ``source`` and cuts by deletion (``light``, ``medium``, ``short``); each line
of the judgements a ``source``, an ``output`` and a ``verdict`` (``accept``, ``minor``, ``reject``). Sentences are
parsed once and kept in the file of parses. Outputs that are not made by deletion are left out.

For each kind of dependence the table shows:

- *found*: dependences of the kind in a hundred sources of the editor;
- *editor*: of those whose dependent word an editor's cut keeps, the share that is broken, in per cent;
- *log odds*: the logarithm of intact to broken ones, which is what breaking one is worth to an editor;
- *accepted*, *rejected*: outputs in a hundred that break one or more;
- *rejected if broken*: the share of outputs that break one which readers rejected, in per cent;
- *worth*: seven tenths of the sum of the log odds and the logarithm of how many times as often rejected outputs break
  the kind as accepted ones, which is what the kind costs in the table unless its loss makes a sentence untrue.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from laconic.english.dependences import KINDS, broken_dependences, dependences_of
from laconic.parse.cache import CachedParser
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import split_words
from laconic.text import Sentence

CUTS = ("light", "medium", "short")
SHARE = 0.7
"""How much of the odds is charged: a model knows some of it already."""

VERDICTS = ("accept", "minor", "reject")


def positions(source: Sequence[str], target: Sequence[str]) -> list[int] | None:
    """Return which source words make up the target with the fewest gaps, or None if deleting words does not give it."""
    before, after = _plain(source), _plain(target)
    infinite = len(source) + 1
    # gaps[j]: the fewest gaps of the target so far if its last word is source word j - 1; 0 is the start.
    gaps = [0] + [infinite] * len(source)
    steps: list[list[int]] = []
    for word in after:
        fewest, best = infinite, -1
        row, step = [infinite] * len(gaps), [-1] * len(gaps)
        for place, other in enumerate(before, 1):
            if gaps[place - 1] < fewest:
                fewest, best = gaps[place - 1], place - 1
            if other == word:
                if gaps[place - 1] <= fewest:
                    row[place], step[place] = gaps[place - 1], place - 1
                elif best >= 0:
                    row[place], step[place] = fewest + 1, best
        steps.append(step)
        gaps = row
    last = min(range(len(gaps)), key=lambda place: gaps[place] + (place < len(source)))
    if gaps[last] >= infinite:
        return None
    kept = []
    for step in reversed(steps):
        kept.append(last - 1)
        last = step[last]
    return kept[::-1]


def _plain(words: Sequence[str]) -> list[str]:
    """Return words without regard to capitals, or to which article agrees with what follows."""
    return ["a" if word.casefold() == "an" else word.casefold() for word in words]


def read(path: Path) -> Iterator[dict[str, str]]:
    """Yield the records of a file of JSON lines."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


class Counts:
    """Counts of dependences by kind."""

    def __init__(self) -> None:
        self.cuts = 0
        self.intact: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.cuts_broken: Counter[str] = Counter()

    def add(self, sentence: Sentence, kept: Sequence[int]) -> None:
        """Count the dependences of a sentence whose dependent word a cut keeps: those that it breaks, and the others.

        One word of a required phrase is enough, and some dependences do not hold in every cut.
        """
        self.cuts += 1
        stays = set(kept)
        broken = set(broken_dependences(sentence, kept))
        self.cuts_broken.update({each.kind for each in broken})
        for each in dependences_of(sentence):
            if each.dependent in stays:
                (self.broken if each in broken else self.intact)[each.kind] += 1

    def rate(self, kind: str) -> float:
        """Return the share of a kind that is broken, of those whose dependent word stays."""
        return self.broken[kind] / max(1, self.broken[kind] + self.intact[kind])

    def log_odds(self, kind: str) -> float:
        """Return the logarithm of intact to broken ones."""
        return math.log((self.intact[kind] + 0.5) / (self.broken[kind] + 0.5))

    def share(self, kind: str) -> float:
        """Return the share of cuts that break the kind."""
        return self.cuts_broken[kind] / max(1, self.cuts)


def parsed(parser: CachedParser, texts: Iterable[str]) -> dict[str, Sentence]:
    """Return the parsed sentence of each text."""
    distinct = list(dict.fromkeys(texts))
    return dict(zip(distinct, parser.parse(distinct), strict=True))


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--editor", type=Path, required=True, help="sources and cuts by deletion, as JSON lines")
    options.add_argument("--judgements", type=Path, required=True, help="sources, outputs and verdicts, as JSON lines")
    options.add_argument("--parses", type=Path, required=True, help="where parses are kept")
    options.add_argument("--show", metavar="KIND", help="show broken ones of this kind instead of the table")
    chosen = options.parse_args()
    parser = CachedParser(EnglishParser(), chosen.parses)
    edited, judged = list(read(chosen.editor)), list(read(chosen.judgements))
    sentences = parsed(parser, (record["source"] for record in (*edited, *judged)))

    editor, by_verdict = Counts(), {verdict: Counts() for verdict in VERDICTS}
    found: Counter[str] = Counter()
    skipped = 0
    for record in edited:
        sentence = sentences[record["source"]]
        found.update(each.kind for each in dependences_of(sentence))
        for name in CUTS:
            kept = positions(sentence.words, split_words(record[name]))
            if kept is None:
                skipped += 1
                continue
            editor.add(sentence, kept)
            show(chosen.show, f"editor {name}", sentence, kept)
    for record in judged:
        sentence = sentences[record["source"]]
        kept = positions(sentence.words, split_words(record["output"]))
        if kept is None:
            continue
        by_verdict[record["verdict"]].add(sentence, kept)
        show(chosen.show, record["verdict"], sentence, kept)
    if chosen.show is None:
        print_table(found, len(edited), editor, by_verdict)
        print(f"\n{editor.cuts} cuts of the editor, {skipped} that are no deletion; outputs:", end=" ")
        print(", ".join(f"{counts.cuts} {verdict}" for verdict, counts in by_verdict.items()))


def show(kind: str | None, label: str, sentence: Sentence, kept: Sequence[int]) -> None:
    """Print a cut that breaks a dependence of the kind, with what goes in brackets."""
    if kind is None:
        return
    stays = set(kept)
    for each in broken_dependences(sentence, kept):
        if each.kind == kind:
            text = " ".join(word if place in stays else f"[{word}]" for place, word in enumerate(sentence.words))
            print(f"{label}: {sentence.words[each.required]} <- {sentence.words[each.dependent]}: {text}")


def print_table(found: Counter[str], sources: int, editor: Counts, by_verdict: dict[str, Counts]) -> None:
    """Print a row a kind."""
    head = ("kind", "cost", "found", "editor", "log odds", "accepted", "rejected", "rejected if broken", "worth")
    print(f"{head[0]:28}" + "".join(f"{name:>{max(9, len(name) + 2)}}" for name in head[1:]))
    total = sum(counts.cuts for counts in by_verdict.values())
    for kind in (*KINDS, None):
        if kind is None:
            share = by_verdict["reject"].cuts / max(1, total)
            print(f"{'any output':28}{100 * share:>{9 * 6 + 1 + 20}.0f}")
            break
        name = kind.name
        broken = sum(counts.cuts_broken[name] for counts in by_verdict.values())
        rejected = by_verdict["reject"].cuts_broken[name] / broken if broken else math.nan
        print(
            f"{name:28}{kind.cost:9.1f}{100 * found[name] / sources:9.1f}{100 * editor.rate(name):9.2f}"
            f"{editor.log_odds(name):10.1f}{100 * by_verdict['accept'].share(name):10.2f}"
            f"{100 * by_verdict['reject'].share(name):10.2f}{100 * rejected:20.0f}"
            f"{SHARE * (editor.log_odds(name) + harm(name, by_verdict)):9.1f}"
        )


def harm(kind: str, by_verdict: dict[str, Counts]) -> float:
    """Return the logarithm of how many times as often rejected outputs break a kind as accepted ones."""
    broken = {verdict: (counts.cuts_broken[kind] + 1) / (counts.cuts + 1) for verdict, counts in by_verdict.items()}
    return math.log(broken["reject"] / broken["accept"])


if __name__ == "__main__":
    main()
