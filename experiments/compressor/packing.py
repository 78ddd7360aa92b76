"""Weights in 8 bits per value and one scale per row, cut into parts that are small enough to travel.

    python packing.py MODEL.safetensors --name mpnet --out carry
    python packing.py MODEL.gguf --name smollm2 --out carry

A GGUF file tells sizes as well as weights; they are written as ``NAME.json``. Pretrained weights lose nothing that
fine-tuning would not restore.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load, load_file, save
from torch import Tensor

PART = 15 * 2**20

SIZES = (
    "vocab_size hidden_size intermediate_size num_hidden_layers num_attention_heads num_key_value_heads head_dim"
    " hidden_act max_position_embeddings rms_norm_eps rope_parameters attention_bias mlp_bias"
).split()
"""What a causal model's configuration has to tell."""


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


def read_gguf(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return the weights of a causal model, in full precision and without the layer that predicts words, and sizes."""
    from transformers import AutoModel  # only needed for such files

    model = AutoModel.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    config = model.config.to_dict()
    return dict(model.state_dict()), {name: config[name] for name in SIZES}


def main() -> None:
    """Pack the weights of a pretrained model."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("weights", type=Path)
    arguments.add_argument("--name", required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.weights.suffix == ".gguf":
        found, sizes = read_gguf(options.weights)
        (options.out / f"{options.name}.json").write_text(json.dumps(sizes, indent=1) + "\n", encoding="utf-8")
    else:
        found = load_file(options.weights)
    weights = {
        name: value.contiguous()
        for name, value in found.items()
        if not name.startswith("pooler") and "position_ids" not in name and value.is_floating_point()
    }
    write_parts(save(pack(weights)), options.out, options.name)


if __name__ == "__main__":
    main()
