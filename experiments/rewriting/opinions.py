"""Learns the small networks of opinions: one hidden layer, averaged over several that start otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from laconic.features.opinions import Opinion, OpinionNetwork


@dataclass(frozen=True)
class Training:
    """How a network is learnt.

    Attributes:
        hidden: the width of its hidden layer.
        epochs, batch, rate, decay: those of AdamW.
        dropped: the shares of the inputs and of the hidden layer that are dropped at random.
        networks: how many are learnt and averaged: they are one, with as many hidden layers side by side.
    """

    hidden: int = 256
    epochs: int = 14
    batch: int = 128
    rate: float = 2e-3
    decay: float = 1e-2
    dropped: tuple[float, float] = (0.15, 0.3)
    networks: int = 2

    def learn(
        self, rows: np.ndarray, mean: np.ndarray, spread: np.ndarray, wanted: Tensor, weights: Tensor
    ) -> OpinionNetwork:
        """Return the network learnt from rows of features.

        Args:
            rows: the features.
            mean: what is subtracted from them.
            spread: what they are then divided by.
            wanted: the probability of each opinion for each row.
            weights: the weight of each row.
        """
        found = [self._one(rows, mean, spread, wanted, weights, seed) for seed in range(self.networks)]
        return OpinionNetwork(
            np.concatenate([each.hidden for each in found]),
            np.concatenate([each.hidden_bias for each in found]),
            np.concatenate([each.output for each in found], axis=1) / self.networks,
            np.mean([each.output_bias for each in found], axis=0, dtype=np.float32),
        )

    def _one(
        self, rows: np.ndarray, mean: np.ndarray, spread: np.ndarray, wanted: Tensor, weights: Tensor, seed: int
    ) -> OpinionNetwork:
        torch.manual_seed(seed)
        random = np.random.default_rng(seed)
        inputs = torch.from_numpy(((rows - mean) / spread).astype(np.float32))
        before, inside = self.dropped
        first, second = nn.Linear(inputs.shape[1], self.hidden), nn.Linear(self.hidden, len(Opinion._fields))
        layers = nn.Sequential(nn.Dropout(before), first, nn.ReLU(), nn.Dropout(inside), second)
        adam = torch.optim.AdamW(layers.parameters(), self.rate, weight_decay=self.decay)
        each_epoch = len(rows) // self.batch
        steps = self.epochs * each_epoch
        batches = (
            batch for _ in range(self.epochs) for batch in np.array_split(random.permutation(len(rows)), each_epoch)
        )
        for step, batch in enumerate(batches):
            for group in adam.param_groups:
                group["lr"] = self.rate * min(1.0, 10 * step / steps) * (1 - step / steps)
            likely = torch.log_softmax(layers(inputs[batch]), -1)
            loss = -((wanted[batch] * likely).sum(-1) * weights[batch]).sum() / weights[batch].sum()
            adam.zero_grad()
            loss.backward()
            adam.step()
        hidden = first.weight.detach().numpy() / spread
        bias = first.bias.detach().numpy() - hidden @ mean
        arrays = (hidden, bias, second.weight.detach().numpy(), second.bias.detach().numpy())
        return OpinionNetwork(*(array.astype(np.float32) for array in arrays))


def area(scores: np.ndarray, labels: np.ndarray) -> float:
    """Return how often one of those labelled scores above one of the others; ties count half."""
    yes, no = scores[labels], np.sort(scores[~labels])
    below = np.searchsorted(no, yes, "left") + np.searchsorted(no, yes, "right")
    return float(below.mean() / 2 / len(no))
