"""Lessons: batches of sentences with what the teachers and the reader say of them.

The teachers are wide and the student is narrow, so that a student who waited for them would do little else. Lessons are
therefore made by processes of their own, and carried to the student's as small arrays.
"""

from __future__ import annotations

import multiprocessing
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

import data
import numpy as np
import store
import torch
from chain import best_path, transitions
from encoders import build_compressor
from judged import Judged, Verdicts, load_judged, spoil
from losses import Beliefs, ensemble
from model import score
from network import Compressor, DeletionScores, score_both
from objective import DeletionBeliefs, believe_deletions
from pairs import Pairs, Target, Wish, load_pairs
from read import reader_settings
from reader import Reader, load_reader
from safetensors.torch import load_file
from styles import CORPORA
from teacher import pair_sampler, variant_settings
from torch import Tensor
from train import Settings, prepare_device

ModelT = TypeVar("ModelT", bound=torch.nn.Module)
KINDS = ("treebank", "judged", "proposed", "plain", "pair")
_LIKELY_LABELS = 2
"""Labels of a span that are carried: the others are improbable."""


@dataclass
class Lesson:
    """A batch with what is to be learnt from it; None for what is not.

    ``target`` holds references, ``parses`` and ``deletions`` what the teachers say, ``verdicts`` what readers or the
    reader say of versions; ``annotated`` tells whether the batch itself has trees and arcs.
    """

    batch: data.Batch
    annotated: bool = False
    wish: Wish | None = None
    target: Target | None = None
    parses: Beliefs | None = None
    deletions: DeletionBeliefs | None = None
    verdicts: Verdicts | None = None


@dataclass
class Material:
    """What there is to learn from."""

    pairs: Pairs
    judged: Judged
    proposed: Judged
    plain: data.Sentences
    gold: data.Sentences
    labels: store.Labels

    @classmethod
    def load(cls, folder: Path, device: torch.device, limit: int | None) -> Material:
        """Read everything that was prepared; `limit` keeps the first sentences only, for trials."""
        return cls(
            load_pairs(folder, device, limit),
            load_judged(folder, device, with_beliefs=True),
            load_judged(folder, device, "proposed", with_beliefs=True),
            data.load(folder, "plain", device, limit),
            data.load(folder, "gold", device, limit),
            store.Labels.load(folder / "labels.json"),
        )


def load_teachers(
    folder: Path, runs: list[Path], settings: Settings, labels: store.Labels, device: torch.device
) -> list[Compressor]:
    """Return the trained teachers of the given run folders, named by the number of their variant.

    A file of weights is a network like the student.
    """
    teachers = []
    for run in runs:
        variant = variant_settings(settings, 0 if run.is_file() else int(run.name.rpartition("-")[2]))
        teacher = build_compressor(folder, labels, variant)
        teacher.load_state_dict(
            stored_weights(run)
            if run.is_file()
            else torch.load(run / "model.pt", map_location="cpu", weights_only=True)
        )
        teachers.append(frozen(teacher.to(device)))
    return teachers


def stored_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights of a network that `teach.py` wrote, in full precision."""
    return {name: value.float() for name, value in load_file(path).items()}


def load_live_reader(folder: Path, run: Path, settings: Settings, device: torch.device) -> Reader | None:
    """Return the reader that judges versions made for lessons, or None if the settings ask for no such lessons.

    Raises:
        ValueError: the reader needs tokens of its own, which lessons do not have.
    """
    if not settings["student"]["read_share"]:
        return None
    reader = load_reader(folder, run, reader_settings(settings, 0)["kind"], device)
    if not isinstance(reader, Reader):
        raise ValueError("read_share: the first variant of the readers reads lessons and must be of the kind mpnet.")
    return reader


def frozen(model: ModelT) -> ModelT:
    """Return the model, no longer to be trained."""
    return model.eval().requires_grad_(False)


class Lessons:
    """Makes lessons of all kinds, each as often as the settings say."""

    def __init__(
        self, teachers: list[Compressor], reader: Reader | None, material: Material, settings: Settings, seed: int
    ) -> None:
        self.teachers = teachers
        self.reader = reader
        self.material = material
        self.settings = settings["student"]
        self.random = np.random.default_rng(seed)
        treebank = settings["treebank"]["data"]
        self.drop_stop = treebank["drop_stop"]
        sampler = data.Sampler(material.gold, treebank["rates"], material.labels, treebank["max_words"])
        self.treebank_stream = sampler.stream(treebank["budget"], self.random)
        pairs = {**settings["pairs"], "budget": self.settings["pair_budget"]}
        self.pair_stream = pair_sampler(material.pairs, pairs).stream(self.random)
        self.plain_stream = self._plain_batches()
        budget = self.settings["judged_budget"]
        self.judged_stream = material.judged.stream(budget, self.random)
        self.proposed_stream = material.proposed.stream(budget, self.random)
        styles = np.array([self.settings["plain_styles"].get(name, 0.0) for name in CORPORA])
        self.styles = styles / styles.sum()
        shares = [self.settings[f"{kind}_share"] for kind in KINDS[:-1]]
        self.shares = [*shares, 1.0 - sum(shares)]

    @torch.no_grad()
    def make(self) -> Lesson:
        """Return the next lesson."""
        kind = str(self.random.choice(KINDS, p=self.shares))
        if kind == "treebank":
            return self._treebank_lesson()
        if kind in ("judged", "proposed"):
            return self._verdict_lesson(kind)
        if kind == "plain":
            batch = self.material.plain.batch(next(self.plain_stream))
            return self._compression_lesson(batch, self.plain_wish(batch), None)
        batch, target, wish = next(self.pair_stream)
        return self._compression_lesson(batch, wish, target)

    def _plain_batches(self) -> Iterator[data.Indices]:
        plain = self.material.plain
        while True:
            yield from plain.batches(np.arange(len(plain)), self.settings["plain_budget"], self.random)

    def _treebank_lesson(self) -> Lesson:
        stop = self.random.random() < self.drop_stop
        batch = self.material.gold.batch(next(self.treebank_stream), drop_stop=stop)
        with mixed_precision(batch):
            parses = ensemble(self.teachers, [score(teacher, batch) for teacher in self.teachers])
        return Lesson(batch, annotated=True, parses=parses)

    def _verdict_lesson(self, kind: str) -> Lesson:
        """Return judged versions with the verdicts of readers and of those trained on them, or proposed ones."""
        batch, verdicts = next(self.judged_stream if kind == "judged" else self.proposed_stream)
        share = self.settings["verdict_weight"] if kind == "judged" else 0.0
        assert verdicts.thought is not None
        belief = share * verdicts.belief + (1.0 - share) * verdicts.thought
        return Lesson(batch, verdicts=Verdicts(verdicts.kept, belief, verdicts.weight))

    def _compression_lesson(self, batch: data.Batch, wish: Wish, target: Target | None) -> Lesson:
        with mixed_precision(batch):
            scored = [score_both(teacher, batch, wish) for teacher in self.teachers]
            parses = ensemble(self.teachers, [parsed for parsed, _ in scored])
        deletions = [scores for _, scores in scored]
        taught = believe_deletions(deletions, batch, wish)
        verdicts = None
        if self.reader is not None and self.random.random() < self.settings["read_share"]:
            verdicts = self._read_versions(self.reader, batch, wish, deletions, target)
        return Lesson(batch, wish=wish, target=target, parses=parses, deletions=taught, verdicts=verdicts)

    def _read_versions(
        self, reader: Reader, batch: data.Batch, wish: Wish, scored: list[DeletionScores], target: Target | None
    ) -> Verdicts:
        """Return versions that a search might find, one of them spoilt, with what the reader says of them."""
        first = scored[int(self.random.integers(len(scored)))]
        size = len(batch.length)
        noise = torch.from_numpy(self.random.choice([0.5, 1.0, 2.0], (2, size))).to(first.bigram.device)
        uniform = torch.rand(2, size, 1, first.bigram.shape[2], device=first.bigram.device).clamp_min(1e-9)
        gumbel = -torch.log(-torch.log(uniform) + 1e-9)
        shaken = first.bigram.float() + noise.float()[:, :, None, None] * gumbel
        bigram = torch.cat([first.bigram.float()[None], shaken]).flatten(0, 1)
        length, count = batch.length.repeat(3), wish.count.repeat(3)
        paths = best_path(transitions(first.token.repeat(3, 1), bigram, length), length, count)
        proposed = list(paths.reshape(3, size, -1))
        if target is not None:
            proposed[0] = target.kept
        kept = torch.stack([*proposed, spoil(proposed[0], batch.word_mask)], 1)
        with mixed_precision(batch):
            belief = torch.softmax(reader(batch, kept).float(), -1)
        return Verdicts(kept, belief, kept.any(-1).float())

    def plain_wish(self, batch: data.Batch) -> Wish:
        """Return a random wish for each sentence: most of them for a length between the ends of a range."""
        size, device = len(batch.length), batch.length.device
        low, high = self.settings["rate_range"]
        asked = self.random.random(size) < self.settings["asked_share"]
        rate = torch.from_numpy(self.random.uniform(low, high, size) * asked).to(device)
        count = torch.where(rate > 0, (rate * batch.length).round().clamp_min(1.0), 0.0).long()
        corpus = torch.from_numpy(self.random.choice(len(CORPORA), size, p=self.styles)).to(device)
        return Wish.of(corpus, count, batch.length)


def mixed_precision(batch: data.Batch) -> torch.autocast:
    """Return the arithmetic that models run in."""
    return torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda)


def changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a dataclass, and those inside it, with each value changed."""
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(**{each.name: changed(getattr(value, each.name), change) for each in fields(value)})
    return change(value)


def packed(lesson: Lesson) -> Lesson:
    """Return a lesson whose tensors are small arrays: half precision, and the likely labels of spans alone."""
    if lesson.parses is not None:
        likely = lesson.parses.spans.topk(_LIKELY_LABELS, -1)
        share = likely.values / likely.values.sum(-1, keepdim=True)
        lesson.parses.spans = torch.stack([share, likely.indices.to(share.dtype)])
    return changed(lesson, _to_array)


def _to_array(value: Any) -> Any:
    if not isinstance(value, Tensor):
        return value
    kind = torch.float16 if value.is_floating_point() else torch.int32 if value.dtype == torch.int64 else value.dtype
    return value.to("cpu", kind).numpy()


def unpacked(lesson: Lesson, device: torch.device, labels: int) -> Lesson:
    """Return a lesson whose arrays (or pinned tensors) are tensors on a device again."""
    lesson = changed(lesson, lambda value: _to_tensor(value, device))
    if lesson.parses is not None:
        share, label = lesson.parses.spans
        empty = torch.zeros(*share.shape[:-1], labels, device=device)
        lesson.parses.spans = empty.scatter_(-1, label.long(), share)
    return lesson


def _to_tensor(value: Any, device: torch.device) -> Any:
    if not isinstance(value, Tensor):
        return value
    value = value.to(device, non_blocking=True)
    return value.float() if value.is_floating_point() else value.long() if value.dtype == torch.int32 else value


def _tensor(value: Any) -> Any:
    # Not pinned: taking pinned memory waits for the device, and the student with it.
    is_array = isinstance(value, np.ndarray) and value.dtype != np.int64  # the sentences' numbers stay where they are
    return torch.from_numpy(value) if is_array else value


def _work(options: dict[str, Any], settings: Settings, number: int, lessons: Any) -> None:
    """Make lessons for ever, in a process of its own."""
    torch.set_num_threads(1)
    device = prepare_device(options["device"], settings["student"]["seed"] + number)
    material = Material.load(options["data"], device, options["limit"])
    teachers = load_teachers(options["data"], options["teachers"], settings, material.labels, device)
    reader = load_live_reader(options["data"], options["reader"], settings, device)
    maker = Lessons(teachers, reader, material, settings, settings["student"]["seed"] + number)
    while True:
        lessons.put(packed(maker.make()))


class School:
    """Processes that make lessons, and a thread that has the next ones ready.

    Args:
        options: ``data``, ``teachers`` and ``reader`` (folders), ``device`` and ``limit``, as a process needs them.
        settings: of the whole training.
        processes: how many make lessons at a time.
        labels: how many labels spans have.
    """

    def __init__(self, options: dict[str, Any], settings: Settings, processes: int, labels: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._labels = labels
        self._made: Any = context.Queue(maxsize=2 * processes)
        self._ready: queue.Queue[Lesson] = queue.Queue(maxsize=4)
        self._processes = [
            context.Process(target=_work, args=(options, settings, number, self._made), daemon=True)
            for number in range(processes)
        ]
        for process in self._processes:
            process.start()
        threading.Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        while True:
            self._ready.put(changed(self._made.get(), _tensor))

    def next(self, device: torch.device) -> Lesson:
        """Return the next lesson on a device.

        Raises:
            RuntimeError: the processes have stopped.
        """
        while True:
            try:
                return unpacked(self._ready.get(timeout=20), device, self._labels)
            except queue.Empty:
                if not any(process.is_alive() for process in self._processes):
                    raise RuntimeError("no process makes lessons any more: see what they wrote.") from None

    def close(self) -> None:
        """Stop the processes."""
        for process in self._processes:
            process.kill()
