"""Learns the network that says what an editor would think of an edit in its context.

    python context.py verdicts.tsv.xz --data DATA --out MODEL/context.npz

Each line of the verdicts names a sentence by a digest, so that no text is stored, and an application of a rule: the
words that it spans, the words that a cut had left if only a cut allows it, the rule, the verdict of an editor (a large
language model) if there is one, and what the readers of `read_edits.py` believe. Verdicts are b (better), s (the same),
w (worse) and x (wrong). The sentences are found in the corpora of ``DATA``.

Prints areas under the curve for sentences held out in five parts, by rule alone and by the network, and what shares of
the applications an editor likes if those above a threshold are made; then learns from all and writes the network.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from opinions import Training, area
from torch import Tensor

from laconic.english.rewriting import Edit, edits_in_cut, edits_of
from laconic.features.edit_context import NAMES, EditContext
from laconic.features.opinions import Opinion, OpinionNetwork
from laconic.forest.revision import revise
from laconic.lm import bundled
from laconic.methods.rewrite import Rewrite
from laconic.model import load
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import sentences
from laconic.pipeline.edited import HARMFUL
from laconic.text import Sentence

VERDICTS = "bswx"
PARTS = 5
TRAINING = Training()

SPREAD = 0.25
"""What the numbers of vectors are divided by, as other features are by their deviations: five times their own."""

MOVED = 0.03
"""The same for the vector that says how the words around an edit moved."""

VERDICT_SHARE, VERDICT_WEIGHT = 0.3, 2.0
"""How much a verdict counts beside what is believed, and an application with a verdict beside one without."""

THRESHOLDS = (0.4, 0.2, 0.0, -0.1, -0.2, -0.3)


@dataclass(frozen=True)
class Application:
    """An application of a rule, and what is said of it."""

    digest: str
    begin: int
    end: int
    kept: tuple[int, ...]
    rule: str
    verdict: str
    belief: tuple[float, ...]


def digest(text: str) -> str:
    """Return what names a sentence without its text."""
    return sha256(text.encode()).hexdigest()[:16]


def read_applications(path: Path) -> list[Application]:
    """Return the applications of a file."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as stream:
        return [
            Application(name, int(begin), int(end), tuple(map(int, kept.split())), rule, verdict, numbers(belief))
            for name, begin, end, kept, rule, verdict, belief in csv.reader(stream, delimiter="\t")
        ]


def numbers(text: str) -> tuple[float, ...]:
    """Return percentages as fractions that sum to 1."""
    found = [float(each) + 0.5 for each in text.split()]
    return tuple(each / sum(found) for each in found)


def every_sentence(data: Path) -> Iterator[str]:
    """Yield the sentences of the corpora that the applications were drawn from."""
    for line in (data / "text/slate.txt").open(encoding="utf-8"):
        yield from (sentence.text.strip() for sentence in sentences(line))
    with lzma.open(data / "bitext/europarl.en.xz", "rt", encoding="utf-8") as lines:
        yield from (line.strip() for line in lines)
    for name in ("google/train", "onestop", "wikisplit", "legislative/train"):
        for line in (data / f"compression/{name}.jsonl").open(encoding="utf-8"):
            yield json.loads(line)["source"]
    for name in ("ewt", "gum"):
        for line in (data / f"treebank/{name}.train.conllu").open(encoding="utf-8"):
            if line.startswith("# text ="):
                yield line.partition("=")[2].strip()


def edit_of(application: Application, sentence: Sentence, method: Rewrite) -> Edit | None:
    """Return the edit that an application is about, if the rules still propose it."""
    kept = application.kept
    proposed = edits_in_cut(sentence, kept, method.phrases) if kept else edits_of(sentence, method.phrases)
    wanted = (application.rule, application.begin, application.end)
    return next((edit for edit in proposed if (edit.rule, edit.begin, edit.end) == wanted), None)


def examples(applications: Sequence[Application], texts: dict[str, str]) -> tuple[np.ndarray, list[Application]]:
    """Return the features of the applications that the rules still make, and these."""
    method = load("rewrite").method
    assert isinstance(method, Rewrite)
    parser = EnglishParser()
    width = len(parser.reader.vectors(["word"])[0].vectors[0])
    context = EditContext(parser.reader, bundled(), untrained(len(NAMES) + 5 * width))
    of_sentence: dict[str, list[Application]] = defaultdict(list)
    for application in applications:
        of_sentence[application.digest].append(application)
    rows, found = [], []
    for name, here in of_sentence.items():
        (sentence,) = parser.parse([texts[name]])
        for application in here:
            edit = edit_of(application, sentence, method)
            if edit is not None:
                rows.append(context.features(revise(sentence, [edit]))[0])
                found.append(application)
    return np.array(rows), found


def untrained(inputs: int) -> OpinionNetwork:
    """Return a network of which only the number of inputs counts."""
    verdicts = len(Opinion._fields)
    return OpinionNetwork(
        np.zeros((1, inputs), np.float32), np.zeros(1, np.float32), np.zeros((verdicts, 1), np.float32),
        np.zeros(verdicts, np.float32),
    )  # fmt: skip


def targets(applications: Sequence[Application]) -> tuple[Tensor, Tensor]:
    """Return the probabilities that are to be learnt, and the weights of the applications."""
    believed = np.array([each.belief for each in applications], np.float32)
    judged = np.array([bool(each.verdict) for each in applications])
    said = np.eye(len(VERDICTS), dtype=np.float32)[[VERDICTS.index(each.verdict or "b") for each in applications]]
    mixed = np.where(judged[:, None], VERDICT_SHARE * said + (1 - VERDICT_SHARE) * believed, believed)
    weights = np.where(judged, VERDICT_WEIGHT, 1.0).astype(np.float32)
    return torch.from_numpy(mixed), torch.from_numpy(weights)


def scales(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what is subtracted from features, and what they are divided by."""
    count, width = len(NAMES), (rows.shape[1] - len(NAMES)) // 5
    mean, spread = np.zeros(rows.shape[1]), np.full(rows.shape[1], SPREAD)
    mean[:count], spread[:count] = rows[:, :count].mean(0), rows[:, :count].std(0) + 1e-6
    mean[0], spread[0] = 0.0, 1.0
    spread[count + 3 * width : count + 4 * width] = MOVED
    return mean, spread


def report(title: str, good: np.ndarray, harm: np.ndarray, said: np.ndarray) -> None:
    """Print the areas under the curve of what is liked, and of what does harm."""
    print(f"{title}: better {area(good, said == 0):.3f}, harm {area(harm, said >= 2):.3f}")


def main() -> int:
    """Learn the network, and print figures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("verdicts", type=Path)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    applications = read_applications(options.verdicts)
    wanted = {each.digest for each in applications}
    texts = {digest(text): text for text in every_sentence(options.data) if digest(text) in wanted}
    rows, found = examples([each for each in applications if each.digest in texts], texts)
    goal, weights = targets(found)
    part = np.array([int(each.digest, 16) % PARTS for each in found])
    likely = np.zeros((len(rows), len(VERDICTS)))
    for number in range(PARTS):
        inside, outside = np.flatnonzero(part != number), np.flatnonzero(part == number)
        network = TRAINING.learn(rows[inside], *scales(rows[inside]), goal[inside], weights[inside])
        likely[outside] = network.opinions(rows[outside].astype(np.float32))
    judged = np.array([bool(each.verdict) for each in found])
    said = np.array([VERDICTS.index(each.verdict) for each in found if each.verdict])
    likely, rule = likely[judged], rows[judged, NAMES.index("rule")]
    print(f"{len(found)} applications of {len({each.rule for each in found})} rules, {len(said)} with a verdict")
    print("shares of verdicts:", dict(zip(VERDICTS, (np.bincount(said) / len(said)).round(3).tolist(), strict=True)))
    report("rule", rule, -rule, said)
    report("network", likely[:, 0], likely[:, 2] + likely[:, 3], said)
    worth = likely[:, 0] - HARMFUL * (likely[:, 2] + likely[:, 3])
    for least in THRESHOLDS:
        chosen = said[worth >= least]
        shares = dict(zip(VERDICTS, (np.bincount(chosen, minlength=4) / len(chosen)).round(3).tolist(), strict=True))
        print(f"at least {least}: {len(chosen) / len(said):.1%} of the applications: {shares}")
    TRAINING.learn(rows, *scales(rows), goal, weights).save(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
