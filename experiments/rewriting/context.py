"""Learns the weights by which an edit fits its context, and prints how well they tell good edits from corrupted ones.

python experiments/rewriting/context.py EDITOR.jsonl [ONESTOP.jsonl]

Good edits are those whose new words an editor's rewrite has, and whose replaced words it has not, and those of rules
that hardly ever do harm. Corrupted ones bring the new words of another edit with the same tag, in the same place.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from dataclasses import replace

import numpy as np

from laconic.english.rewriting import Edit, Kept, New, edits_of
from laconic.features.edit_context import NAMES, EditContext, replaces
from laconic.forest.revision import revise
from laconic.lm import bundled
from laconic.methods.rewrite import Rewrite
from laconic.model import load
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import tokenize

SEED, STEPS, SHARE_HELD_OUT = 1, 4000, 0.2
TRUSTED = 0.9


def main() -> None:
    """Collect edits, learn, and print."""
    parser = EnglishParser()
    method = load("rewrite").method
    assert isinstance(method, Rewrite)
    context = EditContext(parser.reader, bundled(), [0.0] * len(NAMES))
    chance = random.Random(SEED)
    good: list[tuple[str, Edit]] = []
    targets: dict[str, list[tuple[New, ...]]] = defaultdict(list)
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                record = json.loads(line)
                rewrites = [record["rewrite"]] if "rewrite" in record else record["references"]
                (sentence,) = parser.parse([record["source"]])
                said = {token.text.casefold() for text in rewrites for token in tokenize(text)}
                for edit in edits_of(sentence, method.phrases):
                    new = tuple(piece for piece in edit.target if isinstance(piece, New))
                    if not replaces(edit):
                        continue
                    targets[sentence.tokens[edit.begin].tag].append(new)
                    gone = {sentence.words[place].casefold() for place in edit.replaced}
                    is_seen = all(piece.text.casefold() in said for piece in new) and not gone & said
                    if edit.sure >= TRUSTED or is_seen:
                        good.append((record["source"], edit))
    rows, labels = [], []
    for source, edit in good:
        (sentence,) = parser.parse([source])
        tag = sentence.tokens[edit.begin].tag
        own = tuple(piece for piece in edit.target if isinstance(piece, New))
        others = [each for each in targets[tag] if each != own]
        rows.append(context.features(revise(sentence, [edit], parser))[0])
        labels.append(1.0)
        for other in chance.sample(others, min(2, len(others))):
            slots = tuple(piece for piece in edit.target if isinstance(piece, Kept))
            corrupted = replace(edit, target=(*other, *slots))
            rows.append(context.features(revise(sentence, [corrupted], parser))[0])
            labels.append(0.0)
    report(np.array(rows), np.array(labels))


def report(rows: np.ndarray, labels: np.ndarray) -> None:
    """Learn by gradient descent with a little regularisation, and print weights and figures."""
    order = np.random.default_rng(SEED).permutation(len(rows))
    held = order[: int(SHARE_HELD_OUT * len(rows))]
    kept = order[len(held) :]
    mean, spread = rows[kept].mean(0), rows[kept].std(0) + 1e-6
    mean[0], spread[0] = 0.0, 1.0
    scaled = (rows - mean) / spread
    balance = np.where(labels > 0, len(labels) / (2 * labels.sum()), len(labels) / (2 * (1 - labels).sum()))
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        odds = scaled[kept] @ weights
        error = (1 / (1 + np.exp(-odds)) - labels[kept]) * balance[kept]
        weights -= 0.3 * (scaled[kept].T @ error / len(kept) + 0.001 * np.r_[0.0, weights[1:]])
    plain = weights / spread
    plain[0] -= float((weights * mean / spread)[1:].sum())
    probability = 1 / (1 + np.exp(-rows[held] @ plain))
    good, bad = probability[labels[held] > 0], probability[labels[held] == 0]
    above = float((good[:, None] > bad[None]).mean())
    print(json.dumps({name: round(float(weight), 3) for name, weight in zip(NAMES, plain, strict=True)}))
    print("context =", [round(float(weight), 3) for weight in plain])
    print(f"{int(labels.sum())} good, {int((1 - labels).sum())} corrupted; held out: area under the curve {above:.3f}")
    print("quantiles of good:", np.quantile(good, [0.02, 0.05, 0.1, 0.25, 0.5]).round(3).tolist())
    print("quantiles of corrupted:", np.quantile(bad, [0.25, 0.5, 0.75, 0.9]).round(3).tolist())


if __name__ == "__main__":
    main()
