"""Learns what readers prefer: a rewriting, or the best deletion within the same limit.

    python preferences.py draw SENTENCES.jsonl --out SHEETS [--seed 1] [--items 1000]
    python preferences.py collect SHEETS ANSWERS.txt ... --out preferences.tsv.xz
    python preferences.py learn preferences.tsv.xz --data DATA --out MODEL/preference.npz

``draw`` compresses sentences with bold edits at a rate drawn for each, and writes sheets of the best deletion and up to
three rewritings, the two that the bundled network likes most and another, in any order, for readers to rank by
``PREFERENCES.md``. ``collect`` reads their answers and stores
them without any text: a digest of the sentence, the rate, and for each version a digest of its text, its rank from 0,
and whether it was refused; the first version is the deletion. ``learn`` finds the sentences in the corpora of ``DATA``
and the versions among the answers of the bundled rules again, prints how the network does on sentences held out in five
parts, and writes it.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from string import ascii_lowercase

import numpy as np
import torch
from context import digest, every_sentence
from opinions import Training, area

from laconic.features.opinions import Opinion
from laconic.methods.rewrite import Rewrite
from laconic.model import load
from laconic.pipeline.edited import RewriteCandidate
from laconic.pipeline.limit import Limit
from laconic.pipeline.method import Candidate
from laconic.pipeline.parsing import parsed
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.preference import FARTHEST, NAMES, REFUSED, Preference, features
from laconic.pipeline.request import Length, Request

RATES = (0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.8, 0.8, 0.5, 0.4)
VERSIONS = 4
PARTS = 5
TRAINING = Training(hidden=96, epochs=20, batch=64, dropped=(0.05, 0.4), networks=4)
FARTHEST_FEATURE = 4.0
"""How many deviations from their mean features may lie in training."""

THRESHOLDS = (0.3, 0.1, 0.0, -0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.8)


class Generous(Rewrite):
    """Offers bold edits in more cuts than the method does, reads more of the candidates, and prefers none."""

    @property
    def most_read(self) -> int:
        """How many of the candidates are read again."""
        return 24

    @property
    def most_variations_read(self) -> int:
        """How many variations of the best deletion are read again."""
        return 8

    @property
    def has_preference(self) -> bool:
        """As if it preferred some: the best deletion is varied, as it is by the method."""
        return True

    @property
    def _most_edited(self) -> int:
        return 10

    def preferred(self, ranked: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return the candidates as they are."""
        return list(ranked)


@dataclass(frozen=True)
class Judged:
    """A sentence, and how readers ranked versions of it.

    Attributes:
        sentence: the digest of the sentence.
        rate: the limit; None if the length was free.
        versions: the digests of the versions, the deletion first.
        ranks: their ranks, the lowest the best.
        refused: which of them readers refused to print.
    """

    sentence: str
    rate: float | None
    versions: tuple[str, ...]
    ranks: tuple[int, ...]
    refused: tuple[bool, ...]


@cache
def pipeline() -> Pipeline:
    """Return the pipeline that offers bold edits."""
    model = load("rewrite")
    bundled = model.method
    assert isinstance(bundled, Rewrite)
    context = bundled.editing.context
    method = Generous(bundled.phrases, bundled.settings, context.network if context else None)
    method.bold = method.editing.bolder()
    return Pipeline(method, model.parser)


def versions(text: str, rate: float | None) -> tuple[RewriteCandidate, list[RewriteCandidate], Limit] | None:
    """Return the best deletion of a sentence, the rewritings that compete with it and the limit, if there are any."""
    pipe = pipeline()
    request = Request(length=Length(rate=rate))
    (sentence,) = parsed(pipe.parser, [text], split_later=True)
    choices = request.protection.mask_choices(sentence)
    limit = request.limit(sentence, min(int(masks.keep.sum()) for masks in choices))
    found = [each for each in pipe.verify(sentence, choices, limit, request) if isinstance(each, RewriteCandidate)]
    deletion = next((each for each in found if each.kept is not None), None)
    if deletion is None or deletion.tokens == sentence.words:
        return None
    least = limit.worth(deletion) - FARTHEST
    different = {each.text: each for each in reversed(found) if each.kept is None and limit.worth(each) > least}
    different.pop(deletion.text, None)
    return deletion, list(different.values())[::-1], limit


def draw(path: Path, out: Path, seed: int, items: int) -> None:
    """Write sheets for readers, and what they show without the order."""
    random = Random(seed)
    out.mkdir(parents=True, exist_ok=True)
    texts = [json.loads(line)["source"] for line in path.open(encoding="utf-8")]
    asked = [(text, random.choice(RATES)) for text in texts]
    shown = 0
    with (
        (out / "sheet.txt").open("w", encoding="utf-8") as sheet,
        (out / "key.jsonl").open("w", encoding="utf-8") as key,
    ):
        for text, rate in asked:
            found = versions(text, rate)
            if found is None or not found[1]:
                continue
            shown += 1
            chosen = [each.text for each in (found[0], *shown_beside(*found, random))]
            order = random.sample(range(len(chosen)), len(chosen))
            lines = [f"{letter}: {chosen[place]}" for letter, place in zip(ascii_lowercase, order, strict=False)]
            print(f"#{shown}\nsource: {text}", *lines, "", sep="\n", file=sheet)
            record = {"number": shown, "source": text, "rate": rate, "versions": chosen, "order": order}
            print(json.dumps(record, ensure_ascii=False), file=key)
            if shown == items:
                return


def shown_beside(
    deletion: RewriteCandidate, rewritings: Sequence[RewriteCandidate], limit: Limit, random: Random
) -> list[RewriteCandidate]:
    """Return the rewritings that readers see: those that the bundled network likes most, and another."""
    ranked = [each for _, each in bundled_preference().liked(rewritings, deletion, limit)]
    best, others = ranked[: VERSIONS - 2], ranked[VERSIONS - 2 :]
    return best + random.sample(others, min(1, len(others)))


@cache
def bundled_preference() -> Preference:
    """Return what the bundled model prefers."""
    model = load("rewrite")
    bundled = model.method
    assert isinstance(bundled, Rewrite)
    assert bundled.preference is not None
    return bundled.preference


def collect(key: Path, answers: Sequence[Path], out: Path) -> None:
    """Store what readers answered, without any text."""
    shown = {each["number"]: each for each in map(json.loads, key.open(encoding="utf-8"))}
    rows = []
    for path in answers:
        for line in path.open(encoding="utf-8"):
            match = re.match(r"#(\d+)\s+([a-z!>=\s]+)$", line.strip())
            ranked = read_ranks(match[2]) if match else {}
            item = shown.get(int(match[1])) if match else None
            if item is None or sorted(ranked) != list(ascii_lowercase[: len(item["order"])]):
                print(f"{path}: this is no answer to an item: {line.strip()}", file=sys.stderr)
                continue
            said = [ranked[ascii_lowercase[item["order"].index(place)]] for place in range(len(item["versions"]))]
            told = (f"{digest(text)}:{rank}{'!' * no}" for text, (rank, no) in zip(item["versions"], said, strict=True))
            rows.append((digest(item["source"]), item["rate"] or "free", *told))
    with lzma.open(out, "wt", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)


def read_ranks(text: str) -> dict[str, tuple[int, bool]]:
    """Return the rank of each letter, and whether it was refused.

    >>> read_ranks("b > a! = c")
    {'b': (0, False), 'a': (1, True), 'c': (1, False)}
    """
    ranks: dict[str, tuple[int, bool]] = {}
    for rank, equal in enumerate(text.replace(" ", "").split(">")):
        for each in equal.split("="):
            ranks[each[:1]] = rank, each.endswith("!")
    return ranks


def stored(path: Path) -> Iterator[Judged]:
    """Yield what is stored."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as stream:
        for name, rate, *told in csv.reader(stream, delimiter="\t"):
            pieces = [each.rstrip("!").split(":") for each in told]
            yield Judged(
                name,
                None if rate == "free" else float(rate),
                tuple(text for text, _ in pieces),
                tuple(int(rank) for _, rank in pieces),
                tuple(each.endswith("!") for each in told),
            )


def rows_of(item: tuple[Judged, str]) -> list[tuple[list[float], int]]:
    """Return the features of each rewriting of an item that is found again, and what readers think of it."""
    judged, text = item
    found = versions(text, judged.rate)
    if found is None:
        return []
    deletion, rewritings, limit = found
    at = {name: place for place, name in enumerate(judged.versions)}
    if digest(deletion.text) != judged.versions[0]:
        return []
    rows = []
    for each in rewritings:
        place = at.get(digest(each.text))
        if place is not None:
            ahead = judged.ranks[0] - judged.ranks[place]
            opinion = 0 if ahead > 0 else 1 if ahead == 0 else 3 if judged.refused[place] else 2
            rows.append((features(each, deletion, limit), opinion))
    return rows


def learn(path: Path, data: Path, out: Path) -> None:
    """Learn the network, and print figures."""
    items = list(stored(path))
    wanted = {each.sentence for each in items}
    texts = {name: text for text in every_sentence(data) if (name := digest(text)) in wanted}
    known = [(each, texts[each.sentence]) for each in items if each.sentence in texts]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(rows_of, known, chunksize=50))
    item = np.array([number for number, rows in enumerate(found) for _ in rows])
    rows = np.array([row for rows in found for row, _ in rows], np.float32)
    said = np.array([opinion for rows in found for _, opinion in rows])
    print(
        f"{len(items)} items, {len(known)} of known sentences, {len(set(item.tolist()))} found again; {len(rows)} pairs"
    )
    print("better, as good, worse, refused:", np.bincount(said, minlength=len(Opinion._fields)).tolist())
    goal = torch.eye(len(Opinion._fields))[torch.from_numpy(said)]
    weights = torch.ones(len(rows))
    part = np.array([int(known[number][0].sentence, 16) % PARTS for number in item])
    likely = np.zeros((len(rows), len(Opinion._fields)))
    for number in range(PARTS):
        inside, outside = np.flatnonzero(part != number), np.flatnonzero(part == number)
        network = TRAINING.learn(bounded(rows[inside]), *scales(rows[inside]), goal[inside], weights[inside])
        likely[outside] = network.opinions(rows[outside])
    liking = likely[:, 0] - likely[:, 2] - REFUSED * likely[:, 3]
    worth = rows[:, NAMES.index("worth")]
    for title, scores in (("worth", worth), ("network", liking)):
        print(f"{title}: better {area(scores, said == 0):.3f}, worse {area(-scores, said >= 2):.3f}")
    report(
        {rate: np.array([known[n][0].rate == rate for n in item]) for rate in dict.fromkeys(RATES)}, item, said, liking
    )
    TRAINING.learn(bounded(rows), *scales(rows), goal, weights).save(out)


def scales(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the means of features, and their deviations."""
    return rows.mean(0), rows.std(0) + 1e-6


def bounded(rows: np.ndarray) -> np.ndarray:
    """Return features without outliers."""
    mean, spread = scales(rows)
    return np.clip(rows, mean - FARTHEST_FEATURE * spread, mean + FARTHEST_FEATURE * spread)


def report(chosen: dict[float | None, np.ndarray], item: np.ndarray, said: np.ndarray, liking: np.ndarray) -> None:
    """Print for each rate and threshold how the best rewritings above it do, one for each item."""
    best = {}
    for row in np.argsort(liking):
        best[item[row]] = row
    rows = np.zeros(len(item), np.bool_)
    rows[list(best.values())] = True
    for rate, here in chosen.items():
        print(f"within {rate or 'any length'}: {int((rows & here).sum())} items")
        for least in THRESHOLDS:
            count = np.bincount(said[rows & here & (liking > least)], minlength=len(Opinion._fields)).tolist()
            print(f"  above {least}: better {count[0]}, as good {count[1]}, worse {count[2]}, refused {count[3]}")


def main() -> int:
    """Run a command."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("sentences", type=Path)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--items", type=int, default=1000)
    collecting = commands.add_parser("collect")
    collecting.add_argument("sheets", type=Path)
    collecting.add_argument("answers", type=Path, nargs="+")
    learning = commands.add_parser("learn")
    learning.add_argument("preferences", type=Path)
    learning.add_argument("--data", type=Path, required=True)
    for each in (drawing, collecting, learning):
        each.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    if options.command == "draw":
        draw(options.sentences, options.out, options.seed, options.items)
    elif options.command == "collect":
        collect(options.sheets / "key.jsonl", options.answers, options.out)
    else:
        learn(options.preferences, options.data, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
