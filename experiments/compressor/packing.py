"""Weights in 8 bits per value and one scale per row, cut into parts that are small enough to travel.

    python packing.py MODEL.safetensors --name mpnet --out carry

Pretrained weights lose nothing that fine-tuning would not restore.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from safetensors.torch import load, load_file, save
from torch import Tensor

PART = 15 * 2**20


def pack(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return matrices as 8-bit integers with a scale per row, and the rest in half precision."""
    packed: dict[str, Tensor] = {}
    for name, value in weights.items():
        if value.dim() == 2 and value.numel() > 10_000:
            scale = (value.float().abs().amax(1, keepdim=True) / 127.0).clamp_min(1e-12)
            packed[f"{name}.int8"] = (value.float() / scale).round().to(torch.int8)
            packed[f"{name}.scale"] = scale
        else:
            packed[name] = value.to(torch.float16)
    return packed


def unpacked(packed: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights that `pack` was given, nearly."""
    weights = {}
    for name, value in packed.items():
        if name.endswith(".int8"):
            weights[name.removesuffix(".int8")] = value.float() * packed[f"{name.removesuffix('.int8')}.scale"]
        elif not name.endswith(".scale"):
            weights[name] = value.float()
    return weights


def write_parts(content: bytes, folder: Path, name: str) -> None:
    """Write a file in parts."""
    for old in folder.glob(f"{name}.part.*"):
        old.unlink()
    for number, start in enumerate(range(0, len(content), PART)):
        (folder / f"{name}.part.{number:02d}").write_bytes(content[start : start + PART])


def unpack(folder: Path, name: str) -> dict[str, Tensor]:
    """Return the weights whose parts a folder holds."""
    content = b"".join(part.read_bytes() for part in sorted(folder.glob(f"{name}.part.*")))
    return unpacked(load(content))


def main() -> None:
    """Pack the weights of an encoder."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("weights", type=Path)
    arguments.add_argument("--name", required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    weights = {
        name: value
        for name, value in load_file(options.weights).items()
        if not name.startswith("pooler") and "position_ids" not in name and value.is_floating_point()
    }
    options.out.mkdir(parents=True, exist_ok=True)
    write_parts(save(pack(weights)), options.out, options.name)


if __name__ == "__main__":
    main()
