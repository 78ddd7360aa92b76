"""Train a small network that tells which words a headline keeps, taught by two large ones.

    export PYTHONPATH=experiments/parser:experiments/compressor
    python teach.py --data CARRY --out OUT [--teachers 3 --epochs 12]

``CARRY`` holds what `prepare.py` wrote, the weights of MPNet and MiniLM (`packing.py` of the compressor), and
``pieces.npz``, the bundled network's vectors of word pieces (`export_headlines.py pieces`), which the small network
shares and does not change. The teachers learn Google's large set and then the small one; the small network learns what
they think of both. Needs a GPU: nine minutes. The weights go to ``OUT/headlines.part.*``.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from encoders import narrow_encoder
from model import attention_mask
from mpnet import new_mpnet
from packing import write_parts
from safetensors.torch import save
from torch import Tensor, nn

START, END = 101, 102
HELD_OUT = 3_000
"""The last pairs of the large set, which nothing learns from."""


class Batch(NamedTuple):
    """Sentences as pieces between two marks."""

    pieces: Tensor  # B, T
    real: Tensor  # B, T
    first: Tensor  # B, W: where each word begins among the pieces
    last: Tensor  # B, W: and where it ends
    word: Tensor  # B, W: whether there is such a word
    place: Tensor  # B, W: its number among the words of all sentences


class Pairs:
    """Sentences with the words that stay, in flat arrays on a device."""

    def __init__(self, path: Path, device: torch.device) -> None:
        with np.load(path) as stored:
            counts, words = stored["pieces"].astype(np.int64), stored["words"].astype(np.int64)
            piece = stored["piece"].astype(np.int64)
            stays = np.unpackbits(stored["stays"])[: len(counts)]
        ends = np.cumsum(counts)
        self.word_start = _tensor(np.concatenate([[0], np.cumsum(words)]), device)
        self.piece_start = _tensor(np.concatenate([[0], ends]), device)  # of each word
        self.piece = _tensor(piece, device)
        self.stays = _tensor(stays.astype(np.float32), device)
        first = np.concatenate([[0], np.cumsum(words)])
        starts = np.concatenate([[0], ends])
        self.sizes = starts[first[1:]] - starts[first[:-1]]

    def __len__(self) -> int:
        return len(self.sizes)

    def batch(self, chosen: Tensor) -> Batch:
        """Return some of the sentences."""
        begin, end = self.word_start[chosen], self.word_start[chosen + 1]
        words = int((end - begin).max())
        offset = torch.arange(words, device=chosen.device)
        is_word = offset < (end - begin)[:, None]
        place = torch.where(is_word, begin[:, None] + offset, begin[:, None])
        base = self.piece_start[begin][:, None]
        first, last = self.piece_start[place] - base + 1, self.piece_start[place + 1] - base
        count = self.piece_start[end] - base[:, 0]
        width = -(-int(count.max() + 2) // 8) * 8
        column = torch.arange(width, device=chosen.device)
        source = (base + column - 1).clamp(0, len(self.piece) - 1)
        inside = (column >= 1) & (column <= count[:, None])
        pieces = torch.where(inside, self.piece[source], 0)
        pieces[:, 0] = START
        pieces = torch.where(column == count[:, None] + 1, END, pieces)
        return Batch(pieces, column <= count[:, None] + 1, first, last, is_word, place)


def _tensor(values: np.ndarray, device: torch.device) -> Tensor:
    return torch.from_numpy(values).to(device)


class Classifier(nn.Module):
    """An encoder with log odds that each word stays; a word is the mean of its first and its last piece."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.stays = nn.Linear(encoder.config.hidden_size, 1)
        self.dropout = nn.Dropout(0.1)

    def forward(self, batch: Batch) -> Tensor:
        """Return B, W: the log odds."""
        mask = attention_mask(batch.real, torch.float32)
        states = self.encoder(batch.pieces, mask).last_hidden_state
        row = torch.arange(len(states), device=states.device)[:, None]
        words = (states[row, batch.first] + states[row, batch.last]) / 2
        return self.stays(self.dropout(words))[..., 0].float()


def train(
    model: Classifier, pairs: Pairs, goals: Tensor, numbers: np.ndarray, epochs: float, rate: float, name: str
) -> None:
    """Teach a classifier the probabilities that words stay.

    Args:
        model: the classifier.
        pairs: the sentences.
        goals: the probability of each word of all of them.
        numbers: which sentences are read.
        epochs: how often.
        rate: the highest learning rate.
        name: for the log.
    """
    model.train()
    size, device = 256, goals.device
    random = np.random.default_rng(len(numbers))
    values = [value for value in model.parameters() if value.requires_grad]
    adam = torch.optim.AdamW(values, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    steps, began = math.ceil(epochs * len(numbers) / size), time.time()
    waiting: list[np.ndarray] = []
    for step in range(steps):
        if not waiting:  # sentences of like sizes together, in a random order
            order = random.permutation(numbers)
            for k in range(0, len(order), 64 * size):
                near = order[k : k + 64 * size]
                near = near[np.argsort(pairs.sizes[near], kind="stable")]
                waiting += [near[j : j + size] for j in range(0, len(near), size)]
            random.shuffle(waiting)
        for group in adam.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / (0.06 * steps)) * (1 - 0.98 * step / steps)
        batch = pairs.batch(torch.from_numpy(waiting.pop()).to(device))
        with torch.autocast(device.type, torch.bfloat16):
            odds = model(batch)
        loss = nn.functional.binary_cross_entropy_with_logits(odds[batch.word], goals[batch.place[batch.word]])
        adam.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(values, 1.0)
        adam.step()
        if step % 400 == 0 or step + 1 == steps:
            print(f"{name}: step {step} of {steps}, loss {loss.item():.4f}, {time.time() - began:.0f} s", flush=True)


@torch.no_grad()
def believed(model: Classifier, pairs: Pairs) -> Tensor:
    """Return the probability that each word of all sentences stays."""
    model.eval()
    found = torch.zeros_like(pairs.stays)
    order = np.argsort(pairs.sizes, kind="stable")
    for k in range(0, len(order), 1024):
        batch = pairs.batch(torch.from_numpy(order[k : k + 1024]).to(found.device))
        with torch.autocast(found.device.type, torch.bfloat16):
            odds = model(batch)
        found[batch.place[batch.word]] = odds[batch.word].sigmoid()
    return found


def report(name: str, likely: Tensor, pairs: Pairs, numbers: np.ndarray) -> None:
    """Print F1 and exact match for several thresholds."""
    likely, stays, start = likely.cpu(), pairs.stays.cpu(), pairs.word_start.cpu()
    for threshold in (0.35, 0.4, 0.45, 0.5):
        f1, same = [], 0
        for number in numbers:
            inside = slice(int(start[number]), int(start[number + 1]))
            kept, goal = likely[inside] >= threshold, stays[inside] > 0.5
            both = float((kept & goal).sum())
            f1.append(2 * both / max(1.0, float(kept.sum() + goal.sum())))
            same += bool((kept == goal).all())
        print(f"{name} at {threshold}: F1 {np.mean(f1):.4f}, same {same / len(numbers):.3f}", flush=True)


def student(folder: Path) -> Classifier:
    """Return MiniLM over the bundled network's vectors of pieces, which stay as they are."""
    encoder = narrow_encoder(folder, pretrained=True)
    with np.load(folder / "pieces.npz") as stored:
        table = torch.from_numpy(stored["value"].astype(np.float32) * stored["scale"])
    vectors = encoder.embeddings.word_embeddings
    with torch.no_grad():
        vectors.weight.copy_(table)
    vectors.weight.requires_grad_(False)
    return Classifier(encoder)


def main() -> None:
    """Train teachers and student."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--teachers", type=int, default=2)
    arguments.add_argument("--epochs", type=float, default=8.0, help="how often the student reads the large set")
    arguments.add_argument("--most", type=int, help="sentences of each set, for a trial")
    options = arguments.parse_args()
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    large, small, development = (
        Pairs(options.data / f"{name}.npz", device) for name in ("large", "small", "development")
    )
    read = np.arange(len(large) - HELD_OUT)[: options.most]
    every = np.arange(len(small))[: options.most]
    tested = np.arange(len(development))[: options.most]
    held = np.arange(len(large) - HELD_OUT, len(large))[: options.most]
    beliefs = [torch.zeros_like(each.stays) for each in (large, small, development)]
    for seed in range(options.teachers):
        torch.manual_seed(seed)
        teacher = Classifier(new_mpnet(options.data)).to(device)
        train(teacher, large, large.stays, read, 2.0, 6e-5, f"teacher {seed}, large")
        train(teacher, small, small.stays, every, 2.0, 2e-5, f"teacher {seed}, small")
        for belief, pairs in zip(beliefs, (large, small, development), strict=True):
            belief += believed(teacher, pairs) / options.teachers
        del teacher
        torch.cuda.empty_cache()
    report("teachers, development", beliefs[2], development, tested)
    torch.manual_seed(9)
    model = student(options.data).to(device)
    train(model, large, beliefs[0], read, options.epochs, 4e-4, "student, large")
    report("student of the large set, development", believed(model, development), development, tested)
    train(model, small, 0.5 * (beliefs[1] + small.stays), every, 3.0, 5e-5, "student, small")
    report("student, development", believed(model, development), development, tested)
    report("student, held out", believed(model, large), large, held)
    state = {
        name: value.detach().to("cpu", torch.float16).contiguous()
        for name, value in model.state_dict().items()
        if "word_embeddings" not in name and value.is_floating_point()
    }
    write_parts(save(state), options.out, "headlines")


if __name__ == "__main__":
    main()
