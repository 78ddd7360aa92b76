"""Train one parser on the treebanks.

    python train.py --data carry --out runs/teacher --variant 0 [--seconds 235]

Settings come from settings.toml beside this file (or ``--settings``). The folder ``--out`` gets ``model.pt``
(the averaged weights), ``figures.json`` and a checkpoint that a later call resumes from.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import data
import numpy as np
import store
import torch
from losses import LossWeights, gold_loss
from model import Parser, Sizes, new_parser, score
from scoring import evaluate
from torch import Tensor, nn

DEV = ["wsj-dev", "masc-dev", "gum-dev", "ewt-dev", "craft-dev"]
Settings = dict[str, Any]


@dataclass
class Clock:
    """Progress from 0 to 1 by steps or by time, whichever is further."""

    steps: int
    seconds: float | None
    spent: float = 0.0

    def __post_init__(self) -> None:
        self._start = time.monotonic() - self.spent

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning, earlier runs included."""
        return time.monotonic() - self._start

    def progress(self, step: int) -> float:
        """Return how much of the run is done."""
        by_time = self.elapsed / self.seconds if self.seconds else 0.0
        return min(1.0, max(step / self.steps, by_time))


def read_settings(path: Path | None) -> Settings:
    """Read the settings file."""
    with (path or Path(__file__).with_name("settings.toml")).open("rb") as file:
        return tomllib.load(file)


def pick(kind: type, *tables: Settings) -> Any:
    """Return a dataclass filled from tables, later ones first in rank, foreign keys left out."""
    names = {field.name for field in fields(kind)}
    return kind(**{k: v for table in tables for k, v in table.items() if k in names})


def optimiser(model: Parser, settings: Settings) -> torch.optim.AdamW:
    """Return AdamW with lower rates for lower layers of the encoder."""
    layers = model.encoder.config.num_hidden_layers
    groups: dict[tuple[float, bool], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        rate = settings["head_rate"]
        if name.startswith("encoder."):
            rate = settings["encoder_rate"] * settings["layer_decay"] ** (layers - _depth(name, layers))
        groups.setdefault((rate, parameter.dim() > 1), []).append(parameter)
    tables = [
        {"params": found, "lr": rate, "base": rate, "weight_decay": settings["weight_decay"] if decays else 0.0}
        for (rate, decays), found in groups.items()
    ]
    on_gpu = next(model.parameters()).is_cuda
    return torch.optim.AdamW(tables, betas=(0.9, 0.98), eps=1e-7, fused=on_gpu)


def _depth(name: str, layers: int) -> int:
    """Return how many layers of the encoder end at or below a weight: none for embeddings, all for a last norm."""
    layer = re.search(r"\.layers?\.(\d+)\.", name)
    if layer:
        return int(layer[1]) + 1
    return layers if name.startswith("encoder.norm.") else 0


class Average:
    """A moving average of the weights."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self.weights = [parameter.detach().clone() for parameter in model.parameters()]
        self.updates = 0

    def update(self, model: nn.Module) -> None:
        """Move towards the model's weights; faster at the beginning."""
        self.updates += 1
        decay = min(self.decay, self.updates / (self.updates + 10))
        torch._foreach_lerp_(self.weights, [p.detach() for p in model.parameters()], 1.0 - decay)

    def swap(self, model: nn.Module) -> None:
        """Exchange the averaged weights with the model's; call again to undo."""
        for mine, parameter in zip(self.weights, model.parameters(), strict=True):
            kept = parameter.detach().clone()
            parameter.data.copy_(mine)
            mine.copy_(kept)


def rate_at(progress: float, warmup: float, final: float = 0.01) -> float:
    """Return the factor of the learning rate: linear warm-up, then linear decay to the final factor."""
    if progress < warmup:
        return max(progress / warmup, 0.01)
    return 1.0 - (1.0 - final) * (progress - warmup) / (1.0 - warmup)


def fit(
    model: Parser,
    settings: Settings,
    clock: Clock,
    loss: Callable[[float], Tensor],
    log: Callable[[str], None],
    checkpoint: Path | None = None,
    every: int = 200,
    watch: Callable[[Average], None] | None = None,
) -> Average:
    """Take steps on `loss` (called with the progress) until the clock is at its end.

    `watch` is called with the averaged weights every fifth of the way.
    """
    adam = optimiser(model, settings)
    average = Average(model, settings["average"])
    model.train()
    step, running = 0, torch.zeros((), device=next(model.parameters()).device)
    watched = 0.2
    if checkpoint is not None and checkpoint.exists():
        step = _resume(checkpoint, model, adam, average, clock)
        log(f"resumed at step {step}")
    while (progress := clock.progress(step)) < 1.0:
        for group in adam.param_groups:
            group["lr"] = group["base"] * rate_at(progress, settings["warmup"], settings.get("final", 0.01))
        value = loss(progress)
        adam.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), settings["clip"])
        adam.step()
        average.update(model)
        running += value.detach()
        step += 1
        if watch is not None and progress >= watched:
            watch(average)
            watched += 0.2
        if step % every == 0:
            mean = running.item() / every
            log(f"step {step} progress {progress:.2f} loss {mean:.4f} seconds {clock.elapsed:.0f}")
            running.zero_()
            if not np.isfinite(mean):
                raise FloatingPointError(f"the loss is {mean} at step {step}: lower the learning rate.")
            if checkpoint is not None and step % (5 * every) == 0:
                _keep(checkpoint, model, adam, average, clock, step)
    log(f"{step} steps in {clock.elapsed:.0f} s")
    return average


def _keep(path: Path, model: Parser, adam: torch.optim.AdamW, average: Average, clock: Clock, step: int) -> None:
    state = {
        "model": model.state_dict(), "adam": adam.state_dict(), "average": average.weights,
        "updates": average.updates, "step": step, "spent": clock.elapsed,
    }  # fmt: skip
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def _resume(path: Path, model: Parser, adam: torch.optim.AdamW, average: Average, clock: Clock) -> int:
    state = torch.load(path, map_location=next(model.parameters()).device, weights_only=True)
    model.load_state_dict(state["model"])
    adam.load_state_dict(state["adam"])
    average.weights, average.updates = state["average"], state["updates"]
    clock.spent = state["spent"]
    clock.__post_init__()
    return int(state["step"])


class GoldLoss:
    """The loss of the next batch of annotated sentences."""

    def __init__(self, model: Parser, sentences: data.Sentences, labels: store.Labels, settings: Settings) -> None:
        self.model = model
        self.sentences = sentences
        self.sampler = data.Sampler(sentences, settings["data"]["rates"], labels, settings["data"]["max_words"])
        self.random = np.random.default_rng(settings["seed"])
        self.budget = settings["data"]["budget"]
        self.stream = self.sampler.stream(self.budget, self.random)
        self.drop_stop = settings["data"]["drop_stop"]
        self.weights: LossWeights = pick(LossWeights, settings["loss"])

    def batch(self) -> data.Batch:
        """Return the next batch."""
        return self.sentences.batch(next(self.stream), drop_stop=self.random.random() < self.drop_stop)

    def steps_an_epoch(self) -> int:
        """Return about how many batches an epoch has."""
        epoch = self.sampler.epoch(np.random.default_rng(0))
        return len(self.sentences.batches(epoch, self.budget, None))

    def __call__(self, progress: float) -> Tensor:
        """Return the loss; it does not depend on the progress."""
        batch = self.batch()
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
            scores = score(self.model, batch, data.noisy_shapes(batch.shape))
            return gold_loss(self.model, scores, batch, self.weights)[0]


def build(folder: Path, labels: store.Labels, sizes: Settings) -> Parser:
    """Return a fresh parser of the given sizes."""
    return new_parser(folder, pick(Sizes, sizes), len(labels.tags), len(labels.spans), len(labels.relations))


def prepare_device(name: str | None, seed: int) -> torch.device:
    """Set the seed and the arithmetic, and return the device."""
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def variant_settings(settings: Settings, index: int) -> Settings:
    """Return the settings with a variant's seed, sizes and loss weights laid over them."""
    variant = settings["teacher"]["variants"][index]
    return {
        **settings,
        "seed": variant["seed"],
        "sizes": {**settings["sizes"], **variant.get("sizes", {})},
        "loss": {**settings["loss"], **variant.get("loss", {})},
    }


def train(folder: Path, out: Path, settings: Settings, device: torch.device, options: argparse.Namespace) -> None:
    """Train, evaluate and save one teacher."""
    log = logger(out)

    labels = store.Labels.load(folder / "labels.json")
    sentences = data.load(folder, "gold", device, options.limit)
    model = build(folder, labels, settings["sizes"]).to(device)
    loss = GoldLoss(model, sentences, labels, settings)
    steps = options.steps or settings["teacher"]["epochs"] * loss.steps_an_epoch()
    log(f"{len(sentences)} sentences, {steps} steps, {sum(p.numel() for p in model.parameters()):,} weights")
    clock = Clock(steps, options.seconds)
    average = fit(model, settings["optimiser"], clock, loss, log, out / "checkpoint.pt")
    average.swap(model)
    figures = evaluate(model, sentences, labels, DEV)
    log(json.dumps(figures))
    save(out, model, figures)


def training_arguments(description: str | None, script: str, *, with_variants: bool = False) -> argparse.Namespace:
    """Return what the command line asks of a training script; its settings are in settings.toml beside it."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--settings", type=Path, default=Path(script).with_name("settings.toml"))
    if with_variants:
        parser.add_argument("--variant", type=int, default=0)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--limit", type=int, help="use the first sentences only, for a trial")
    parser.add_argument("--device")
    return parser.parse_args()


def logger(out: Path) -> Callable[[str], None]:
    """Make the folder of a run and return what prints messages under its name."""
    out.mkdir(parents=True, exist_ok=True)

    def log(message: str) -> None:
        print(f"[{out.name}] {message}", flush=True)

    return log


def save(out: Path, model: nn.Module, figures: Any) -> None:
    """Write a run's figures and weights; the weights appear under their name when they are complete."""
    (out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    torch.save(model.state_dict(), out / "model.part")
    (out / "model.part").replace(out / "model.pt")


def main() -> int:
    """Run from the command line."""
    options = training_arguments(__doc__, __file__, with_variants=True)
    settings = variant_settings(read_settings(options.settings), options.variant)
    device = prepare_device(options.device, settings["seed"])
    train(options.data, options.out, settings, device, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
