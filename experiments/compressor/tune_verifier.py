"""Teach the verifier alone from readers' verdicts; the rest of the network stays as it is.

    python tune_verifier.py --data carry --weights compressor.safetensors --out tuned.safetensors

The folder has the verdicts as ``prepare_judgements.py`` wrote them. What a student learns from its teachers are guesses
at verdicts, and versions spoilt by chance are only taken to be bad; here nothing counts but what readers said of
versions, most of them the model's own. Word vectors are computed once, so that a processor does it in minutes. Prints
the areas under the curve on the sentences held out, before and after.
"""

from __future__ import annotations

import argparse
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from export_network import load_compressor
from judged import Judged, Verdicts, area_under_curve, load_judged, verdict_loss
from network import Compressor, words_and_ends
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn.functional import pad
from verifier import Verifier

VERSIONS = 8
"""Versions of one sentence in a batch."""

SENTENCES = 28
"""Sentences in a batch, of about one length."""

RATE, WARM_UP, AVERAGED = 3e-4, 30, 0.03


@dataclass
class Read:
    """A judged sentence as the network reads it."""

    index: int
    words: Tensor  # W + 2, d
    arcs: Tensor  # W, W + 1


@torch.no_grad()
def read_all(model: Compressor, judged: Judged, held_out: bool) -> list[Read]:
    """Return word vectors and probabilities of heads of the sentences held out, or of the others, in half precision."""
    found = []
    for indices in judged.groups(held_out, 2048, None):
        batch = judged.sentences.batch(indices)
        scores = model(batch.pieces, batch.piece_mask, batch.first, batch.last, batch.shape, words_and_ends(batch))
        arcs = torch.softmax(scores.arcs.float(), -1)
        for row, index in enumerate(indices.tolist()):
            size = int(judged.length[index])
            found.append(Read(index, scores.words[row, : size + 2].half(), arcs[row, :size, : size + 1].half()))
    return found


def judge(
    verifier: Verifier, judged: Judged, read: list[Read], random: np.random.Generator | None
) -> tuple[Tensor, Verdicts]:
    """Return the verifier's log odds of some versions of sentences, and what readers said of them."""
    size = max(len(each.arcs) for each in read)
    words = torch.stack([pad(each.words, (0, 0, 0, size + 2 - len(each.words))) for each in read]).float()
    arcs = torch.stack([pad(each.arcs, (0, size - len(each.arcs), 0, size - len(each.arcs))) for each in read]).float()
    batch = judged.sentences.batch(np.array([each.index for each in read]))
    verdicts = judged.verdicts(batch, random, VERSIONS)
    return verifier(words, arcs, verdicts.kept, batch.length), verdicts


@torch.no_grad()
def areas(verifier: Verifier, judged: Judged, read: list[Read]) -> str:
    """Return the areas under the curve for rejected and accepted versions."""
    verifier.eval()
    said, chances = [], []
    for start in range(0, len(read), SENTENCES):
        scores, verdicts = judge(verifier, judged, read[start : start + SENTENCES], None)
        there = verdicts.weight > 0
        said.append(verdicts.belief[there].argmax(-1))
        chances.append(torch.softmax(scores[there], -1))
    truth, chance = torch.cat(said), torch.cat(chances)
    rejected, accepted = (area_under_curve(chance[:, each], truth == each) for each in (2, 0))
    return f"area under the curve {rejected:.3f} (rejected), {accepted:.3f} (accepted) of {len(truth)} versions"


def near(lengths: NDArray[np.int64], length: int) -> NDArray[np.int64]:
    """Return the sentences of about one length."""
    return np.flatnonzero(np.abs(lengths - length) <= 2 + length // 10)


def main() -> None:
    """Teach the verifier."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--weights", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    arguments.add_argument("--steps", type=int, default=400)
    options = arguments.parse_args()
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    judged = load_judged(options.data, torch.device("cpu"))
    model = load_compressor(options.data, options.weights, options.settings)
    learnt, held_out = read_all(model, judged, False), read_all(model, judged, True)
    verifier = model.verifier.requires_grad_(True)
    mean = deepcopy(verifier)
    print(f"before: {areas(mean, judged, held_out)}", flush=True)
    lengths = np.array([len(each.arcs) for each in learnt])
    optimiser = torch.optim.AdamW(verifier.parameters(), lr=RATE, weight_decay=0.05)
    began = time.monotonic()
    for step in range(options.steps):
        verifier.train()
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, step / WARM_UP) * (1.0 - step / options.steps)
        around = near(lengths, int(random.choice(lengths)))
        chosen = random.permutation(around)[:SENTENCES]
        loss = verdict_loss(*judge(verifier, judged, [learnt[each] for each in chosen], random))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(verifier.parameters(), 1.0)
        optimiser.step()
        for kept, moved in zip(mean.parameters(), verifier.parameters(), strict=True):
            kept.data.lerp_(moved.data, AVERAGED if step > 2 * WARM_UP else 1.0)
        if (step + 1) % 100 == 0:
            print(f"{step + 1} steps, {time.monotonic() - began:.0f} s: {areas(mean, judged, held_out)}", flush=True)
    weights = load_file(options.weights)
    for name, value in mean.state_dict().items():
        weights[f"verifier.{name}"] = value.to(weights[f"verifier.{name}"].dtype)
    save_file(weights, options.out)


if __name__ == "__main__":
    main()
