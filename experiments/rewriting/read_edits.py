"""Trains readers that see a text before and after an edit, and writes what they believe of all edits.

    export PYTHONPATH=src:experiments/parser:experiments/compressor
    python read_edits.py APPLICATIONS.jsonl --weights CARRY --tokenizer TOKENIZER --out beliefs.npy

Applications come from `applications.py`; those with a verdict have ``label``: b (better), s (the same), w (worse) or x
(wrong). ``CARRY`` holds MPNet's weights as ``experiments/compressor/packing.py`` writes them, and ``TOKENIZER`` is the
file ``tokenizer.json`` of MiniLM. One reader is trained for each of five parts of the sentences, without its verdicts,
so that what is believed of an edit never rests on its own verdict. Edits without verdicts get the mean of all readers.
Needs a GPU: seven minutes for 23,600 verdicts.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from model import attention_mask
from mpnet import new_mpnet
from tokenizers import Tokenizer
from torch import Tensor, nn

VERDICTS = "bswx"
PARTS, EPOCHS, BATCH, PREDICTED = 5, 4, 64, 512
ENCODER_RATE, HEAD_RATE, SMOOTH = 6e-5, 5e-4, 0.05
START, END, MOST_PIECES = 101, 102, 250
MARK, BEFORE, REPLACED, AFTER, NEW = range(5)
"""The roles of pieces: marks, and those of the text before and after an edit that it leaves alone or changes."""


class Example(NamedTuple):
    """An edit as the reader sees it."""

    pieces: list[int]
    roles: list[int]


class EditReader(nn.Module):
    """MPNet over both texts, with a verdict from the whole, what was replaced and what is new."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.encoder = new_mpnet(weights)
        width = self.encoder.config.hidden_size
        self.role = nn.Embedding(5, width)
        nn.init.normal_(self.role.weight, std=0.02)
        self.summary = nn.Linear(3 * width, width)
        self.verdict = nn.Linear(width, len(VERDICTS))
        self.dropout = nn.Dropout(0.1)

    def forward(self, pieces: Tensor, roles: Tensor, real: Tensor) -> Tensor:
        """Return B, 4: log odds of the verdicts."""
        mask = attention_mask(real, torch.float32)
        states = self.encoder(pieces, mask, extra=self.role(roles)).last_hidden_state
        pooled = [states[:, 0], *(mean(states, roles == role) for role in (REPLACED, NEW))]
        return self.verdict(self.dropout(torch.tanh(self.summary(self.dropout(torch.cat(pooled, -1))))))


def mean(states: Tensor, chosen: Tensor) -> Tensor:
    """Return the mean of the chosen states, and zeros where there are none."""
    weight = chosen[..., None].float()
    return (states * weight).sum(1) / weight.sum(1).clamp_min(1.0)


def examples(records: list[dict[str, str]], path: Path) -> list[Example]:
    """Return the edits as pieces, with what each changes marked."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    pieces = cache(lambda word: tokenizer.encode(word, add_special_tokens=False).ids)
    found = []
    for record in records:
        texts = [record["before"].split(), record["after"].split()]
        changed = [[True] * len(words) for words in texts]
        for block in difflib.SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
            for flags, begin in zip(changed, (block.a, block.b), strict=True):
                flags[begin : begin + block.size] = [False] * block.size
        ids, roles = [START], [MARK]
        for words, flags, role in zip(texts, changed, (BEFORE, AFTER), strict=True):
            for word, is_changed in zip(words, flags, strict=True):
                ids += pieces(word)
                roles += [role + is_changed] * len(pieces(word))
            ids.append(END)
            roles.append(MARK)
        found.append(Example(ids[:MOST_PIECES], roles[:MOST_PIECES]))
    return found


def batch(chosen: list[Example], device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Return edits as arrays of one width."""
    width = -(-max(len(each.pieces) for each in chosen) // 8) * 8
    pieces, roles = (torch.zeros(len(chosen), width, dtype=torch.long) for _ in range(2))
    for row, each in enumerate(chosen):
        pieces[row, : len(each.pieces)] = torch.tensor(each.pieces)
        roles[row, : len(each.roles)] = torch.tensor(each.roles)
    return pieces.to(device), roles.to(device), (pieces > 0).to(device)


def train(found: list[Example], verdicts: np.ndarray, weights: Path, seed: int, device: torch.device) -> EditReader:
    """Return a reader that was trained on edits with verdicts."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    reader = EditReader(weights).to(device).train()
    heads = [value for name, value in reader.named_parameters() if not name.startswith("encoder.")]
    rates = [(list(reader.encoder.parameters()), ENCODER_RATE), (heads, HEAD_RATE)]
    adam = torch.optim.AdamW([{"params": values, "lr": rate, "base": rate} for values, rate in rates])
    steps = EPOCHS * (len(found) // BATCH)
    for step in range(steps):
        if step % (len(found) // BATCH) == 0:
            order = random.permutation(len(found))
        progress = step / steps
        for group in adam.param_groups:
            group["lr"] = group["base"] * min(1.0, progress / 0.08) * (1 - 0.98 * progress)
        begin = step % (len(found) // BATCH) * BATCH
        chosen = order[begin : begin + BATCH]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            scores = reader(*batch([found[place] for place in chosen], device))
        goal = torch.from_numpy(verdicts[chosen]).to(device)
        adam.zero_grad()
        nn.functional.cross_entropy(scores.float(), goal, label_smoothing=SMOOTH).backward()
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        adam.step()
    return reader.eval()


@torch.no_grad()
def believed(reader: EditReader, found: list[Example], device: torch.device) -> np.ndarray:
    """Return the probabilities of the verdicts on edits."""
    order = sorted(range(len(found)), key=lambda place: len(found[place].pieces))
    likely = np.zeros((len(found), len(VERDICTS)), np.float32)
    for begin in range(0, len(order), PREDICTED):
        chosen = order[begin : begin + PREDICTED]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            scores = reader(*batch([found[place] for place in chosen], device))
        likely[chosen] = torch.softmax(scores.float(), -1).cpu().numpy()
    return likely


def main() -> int:
    """Train the readers and store what they believe."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("applications", type=Path)
    arguments.add_argument("--weights", type=Path, required=True)
    arguments.add_argument("--tokenizer", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    records = [json.loads(line) for line in options.applications.open(encoding="utf-8")]
    found = examples(records, options.tokenizer)
    verdicts = np.array([VERDICTS.index(each["label"]) if each.get("label") else -1 for each in records])
    part = np.array([int(sha256(each["source"].encode()).hexdigest()[:16], 16) % PARTS for each in records])
    likely = np.zeros((len(records), len(VERDICTS)), np.float32)
    unknown = np.flatnonzero(verdicts < 0)
    for number in range(PARTS):
        inside = np.flatnonzero((verdicts >= 0) & (part != number))
        reader = train([found[place] for place in inside], verdicts[inside], options.weights, number, device)
        outside = np.flatnonzero((verdicts >= 0) & (part == number))
        thought = believed(reader, [found[place] for place in [*outside, *unknown]], device)
        likely[outside] = thought[: len(outside)]
        likely[unknown] += thought[len(outside) :] / PARTS
        agree = (thought[: len(outside)].argmax(1) == verdicts[outside]).mean()
        print(f"part {number + 1}: {agree:.1%} agree", flush=True)
    np.save(options.out, likely.astype(np.float16))
    return 0


if __name__ == "__main__":
    sys.exit(main())
