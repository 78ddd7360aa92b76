"""Learns the weights by which an edit fits its context, from an editor's verdicts on applications of the rules.

    python context.py verdicts.tsv.xz --data DATA

Each line of the verdicts names a sentence by a digest, so that no text is stored, the words that an edit replaced, the
rule, the probability that its author gave it, and whether the edit did no harm (1) or some (0). The sentences are found
in the corpora of ``DATA``. The editor was a large language model who read each edit with six words on either side.

A rule's probability is that of its author, moved by the verdicts on other applications of the same rule. Prints, for
sentences held out in five parts, the area under the curve of the author's probability, of the rule's, and of the
weights; then the weights, learnt from all, and for each phrase whose probability the verdicts move, the new one.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from laconic.english.rewriting import edits_of
from laconic.features.edit_context import NAMES, EditContext
from laconic.forest.revision import revise
from laconic.lm import bundled
from laconic.methods.rewrite import Rewrite
from laconic.model import load

PARTS, STEPS, STEP, DECAY = 5, 3000, 0.3, 0.003
AUTHOR = 6.0
"""How many verdicts the author's probability counts for."""

_SENTENCES = re.compile(r'(?<=[.?!])\s+(?=[A-Z"])')


@dataclass(frozen=True)
class Verdict:
    """A verdict on one application of a rule."""

    digest: str
    begin: int
    end: int
    rule: str
    prior: float
    is_good: bool


def digest(text: str) -> str:
    """Return what names a sentence without its text."""
    return sha256(text.encode()).hexdigest()[:16]


def read_verdicts(path: Path) -> list[Verdict]:
    """Return the verdicts of a file."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, delimiter="\t")
        return [Verdict(row[0], int(row[1]), int(row[2]), row[3], float(row[4]), row[5] == "1") for row in rows]


def every_sentence(data: Path) -> Iterator[str]:
    """Yield the sentences of the corpora that the applications were drawn from."""
    for line in (data / "text/slate.txt").open(encoding="utf-8"):
        yield from _SENTENCES.split(line.strip())
    with lzma.open(data / "bitext/europarl.en.xz", "rt", encoding="utf-8") as lines:
        yield from (line.strip() for line in lines)
    for line in (data / "compression/google/train.jsonl").open(encoding="utf-8"):
        yield json.loads(line)["source"]
    for name in ("ewt", "gum"):
        for line in (data / f"treebank/{name}.train.conllu").open(encoding="utf-8"):
            if line.startswith("# text ="):
                yield line.partition("=")[2].strip()


def rows_of(verdicts: list[Verdict], texts: dict[str, str]) -> tuple[np.ndarray, list[Verdict]]:
    """Return the features of the applications that the rules still make, and their verdicts."""
    method = load("rewrite").method
    assert isinstance(method, Rewrite)
    context = EditContext(method.parser.reader, bundled(), [0.0] * len(NAMES))
    rows, found = [], []
    for verdict in verdicts:
        (sentence,) = method.parser.parse([texts[verdict.digest]])
        for edit in edits_of(sentence, method.phrases):
            if (edit.begin, edit.end, edit.rule) == (verdict.begin, verdict.end, verdict.rule):
                revised = revise(sentence, [replace(edit, sure=verdict.prior)], method.parser)
                rows.append(context.features(revised)[0])
                found.append(verdict)
                break
    return np.array(rows), found


def rule_odds(verdicts: list[Verdict], known: list[Verdict], *, is_own: bool) -> np.ndarray:
    """Return the log odds of each rule after other verdicts; with ``is_own``, these hold its own, to be left out."""
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for verdict in known:
        counts[verdict.rule][0] += verdict.is_good
        counts[verdict.rule][1] += 1
    odds = []
    for verdict in verdicts:
        good, number = counts[verdict.rule]
        if is_own:
            good, number = good - verdict.is_good, number - 1
        moved = (AUTHOR * verdict.prior + good) / (AUTHOR + number)
        sure = min(max(moved, 0.01), 0.99)
        odds.append(np.log(sure / (1 - sure)))
    return np.array(odds)


def learnt(rows: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, by gradient descent with a little regularisation."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    mean[0], spread[0] = 0.0, 1.0
    scaled = (rows - mean) / spread
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        error = 1 / (1 + np.exp(-scaled @ weights)) - labels
        weights -= STEP * (scaled.T @ error / len(rows) + DECAY * np.r_[0.0, weights[1:]])
    plain = weights / spread
    plain[0] -= float((weights * mean / spread)[1:].sum())
    return plain


def area(scores: np.ndarray, labels: np.ndarray) -> float:
    """Return how often a good application scores above a bad one."""
    good, bad = scores[labels > 0], scores[labels == 0]
    difference = good[:, None] - bad[None]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def main() -> None:
    """Learn the weights, and print figures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("verdicts", type=Path)
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    verdicts = read_verdicts(options.verdicts)
    wanted = {verdict.digest for verdict in verdicts}
    texts = {digest(text): text for text in every_sentence(options.data) if digest(text) in wanted}
    rows, verdicts = rows_of([verdict for verdict in verdicts if verdict.digest in texts], texts)
    labels = np.array([float(verdict.is_good) for verdict in verdicts])
    rule = NAMES.index("rule")
    author = rows[:, rule].copy()
    part = np.array([int(verdict.digest, 16) % PARTS for verdict in verdicts])
    moved, fits = np.zeros(len(rows)), np.zeros(len(rows))
    for number in range(PARTS):
        inside, outside = np.flatnonzero(part != number), np.flatnonzero(part == number)
        known = [verdicts[place] for place in inside]
        rows[inside, rule] = rule_odds(known, known, is_own=True)
        rows[outside, rule] = rule_odds([verdicts[place] for place in outside], known, is_own=False)
        weights = learnt(rows[inside], labels[inside])
        moved[outside], fits[outside] = rows[outside, rule], rows[outside] @ weights
    print(f"{len(rows)} applications of {len({v.rule for v in verdicts})} rules, {labels.mean():.1%} do no harm")
    print(f"held out, area under the curve: author {area(author, labels):.3f}, rule after verdicts "
          f"{area(moved, labels):.3f}, context {area(fits, labels):.3f}")  # fmt: skip
    single = rows[:, NAMES.index("single word")] > 0
    print(f"of single words: author {area(author[single], labels[single]):.3f}, context "
          f"{area(fits[single], labels[single]):.3f}")  # fmt: skip
    for least in (0.7, 0.75, 0.8, 0.85, 0.9):
        kept = fits >= np.log(least / (1 - least))
        print(f"at least {least}: {kept.mean():.1%} of the applications, of which {labels[kept].mean():.1%} do no harm")
    rows[:, rule] = rule_odds(verdicts, verdicts, is_own=True)
    print("context =", [round(float(weight), 3) for weight in learnt(rows, labels)])
    for text in sorted({verdict.rule for verdict in verdicts if " = " in verdict.rule}):
        of_rule = [verdict for verdict in verdicts if verdict.rule == text]
        good = sum(verdict.is_good for verdict in of_rule)
        sure = (AUTHOR * of_rule[0].prior + good) / (AUTHOR + len(of_rule))
        print(f"{text} ; sure {sure:.2f}")


if __name__ == "__main__":
    main()
