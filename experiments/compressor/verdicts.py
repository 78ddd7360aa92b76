"""Learn from readers how the verifier's log odds, a word's log-probability and the length turn into verdicts.

    python verdicts.py JUDGEMENTS.jsonl[:WEIGHT] ... [--unseen JUDGEMENTS.jsonl[:WEIGHT] ...]

Prints the two logistic regressions that ``data/models/encoder/model.toml`` holds (``verdicts`` and, for answers that
are not read a second time, ``fast_verdicts``), and the areas under the curve on each file. Of files that the verifier
was trained on, only the sentences held out by ``prepare_judgements.py`` are read, for which those with an editor's
further cuts must be among them; of unseen ones, all. Needs laconic and scikit-learn.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from prepare_judgements import Record, held_out, kept_words, read_verdicts
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from verifier import VERDICTS

import laconic
from laconic.features.network import nearest_rate
from laconic.methods.encoder import EncoderDeletion
from laconic.parse.tokenize import split_words
from laconic.pipeline.method import Candidate
from laconic.text import Sentence

Floats = NDArray[np.float64]

LIKELIHOOD, SHARE = 2, 3
"""Columns of the features: the log-probability of a word, and the share of the words that stay."""


def judged_sentences(records: Iterable[Record]) -> dict[str, dict[str, int]]:
    """Return the verdicts on the versions of each sentence."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for record in records:
        found[record["source"]].setdefault(record["output"], VERDICTS.index(record["verdict"]))
    return found


def candidate(method: EncoderDeletion, sentence: Sentence, text: str) -> Candidate | None:
    """Return a judged version as a candidate; None if it does more than delete."""
    kept = kept_words(list(sentence.words), split_words(text))
    if not kept or len(kept) == len(sentence):
        return None
    scored = method.read(sentence, nearest_rate(len(kept) / len(sentence)))
    return Candidate(scored, None, tuple(sentence.words[place] for place in kept), tuple(kept), 0.0, lambda: text)


def weights_of(features: Floats, columns: Sequence[int], yes: Floats, counts: Floats) -> list[float]:
    """Return the intercept and the weights of some columns.

    Of the network's own candidates those that readers accept are sometimes the less likely ones, since the verifier
    chose them for other virtues. What is hardly likely at all must not gain by that: the likelihood has no weight then.
    """
    line = LogisticRegression(C=10.0).fit(features[:, columns], yes, sample_weight=counts)
    found = dict(zip(columns, line.coef_[0], strict=True))
    others = [column for column in columns if column != LIKELIHOOD]
    if len(others) > 1 and found[LIKELIHOOD] * found[SHARE] < 0:
        line = LogisticRegression(C=10.0).fit(features[:, others], yes, sample_weight=counts)
        found = dict(zip(others, line.coef_[0], strict=True))
    return [round(float(value), 3) for value in (line.intercept_[0], *(found.get(column, 0.0) for column in columns))]


def main() -> None:
    """Fit the regressions."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="+", help="a file of judgements, and how much each of its verdicts counts")
    arguments.add_argument("--unseen", nargs="*", default=[], help="such files that training did not read")
    options = arguments.parse_args()
    files = [*((name, False) for name in options.files), *((name, True) for name in options.unseen)]
    records = {name: read_verdicts([Path(name.partition(":")[0])]) for name, _ in files}
    kept_out = held_out([record for name in options.files for record in records[name]])
    model = laconic.load()
    rows, verdicts, weights, origins = [], [], [], []
    for number, (name, unseen) in enumerate(files):
        weight = name.partition(":")[2]
        judged = judged_sentences(record for record in records[name] if unseen or record["id"] in kept_out)
        for sentence, versions in zip(model.parse(judged), judged.values(), strict=True):
            for text, verdict in versions.items():
                found = candidate(model.method, sentence, text)
                if found is not None:
                    rows.append(model.method.features([found])[0])
                    verdicts.append(verdict)
                    weights.append(float(weight or 1.0))
                    origins.append(number)
    features, said, counts, origin = np.array(rows), np.array(verdicts), np.array(weights), np.array(origins)
    for name, columns in (("verdicts", [0, 1, 2, 3]), ("fast_verdicts", [2, 3])):
        lines = {}
        for verdict in ("accept", "reject"):
            yes = said == VERDICTS.index(verdict)
            lines[verdict] = weights_of(features, columns, yes, counts)
            scores = lines[verdict][0] + features[:, columns] @ np.array(lines[verdict][1:])
            read = [origin == each for each in range(len(files)) if (origin == each).any()]
            areas = [f"{roc_auc_score(yes[each], scores[each]):.3f}" for each in read]
            print(f"# {name}, {verdict}: area under the curve {', '.join(areas)}")
        print(f"{name} = {{ accept = {lines['accept']}, reject = {lines['reject']} }}")


if __name__ == "__main__":
    main()
