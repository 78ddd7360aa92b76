"""The beginning of training: the bundled parser's weights, read back from its network file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from model import Sizes
from network import Compressor, HeadSizes
from onnx import numpy_helper
from store import Labels
from torch import Tensor
from train import Settings, pick
from transformers import BertConfig, BertModel

_PREFIX = "parser."


def parser_weights(path: Path) -> dict[str, Tensor]:
    """Return the parser's weights from its network file, quantised ones at their quantised values.

    The exporter keeps names of biases, norms and embeddings; matrices are found by the names of the nodes that
    multiply by them, and the mixture of the layers is a constant for each layer.
    """
    graph = onnx.load(str(path)).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights = {name.removeprefix(_PREFIX): array for name, array in arrays.items() if _is_plain(name)}
    for name in [name for name in arrays if name.endswith(".weight_quantized")]:
        weights[name.removeprefix(_PREFIX).removesuffix("_quantized")] = _dequantised(arrays, name)
    for node in graph.node:
        matrix = next((name for name in node.input if name.startswith("onnx::MatMul") and name in arrays), None)
        if matrix is not None and matrix.endswith("_quantized"):
            module = node.name.strip("/").rpartition("/")[0].replace("/", ".")
            weights[module.removeprefix(_PREFIX) + ".weight"] = _dequantised(arrays, matrix).T
    mixture = [arrays[f"/parser/Squeeze{f'_{layer}' if layer else ''}_output_0"] for layer in range(7)]
    weights["mix"] = np.log(np.array(mixture, dtype=np.float32))
    return {name: torch.from_numpy(array.astype(np.float32)) for name, array in weights.items()}


def _is_plain(name: str) -> bool:
    return name.startswith(_PREFIX) and name.endswith((".weight", ".bias"))


def _dequantised(arrays: dict[str, np.ndarray], name: str) -> np.ndarray:
    base = name.removesuffix("_quantized")
    zero = arrays[f"{base}_zero_point"].astype(np.float32)
    return (arrays[name].astype(np.float32) - zero) * arrays[f"{base}_scale"]


def build_compressor(folder: Path, labels: Labels, sizes: Settings) -> Compressor:
    """Return a compressor of the given sizes with fresh weights; the folder holds the encoder's settings."""
    config = BertConfig.from_json_file(str(folder / "config.json"))
    config._attn_implementation = "sdpa"
    encoder = BertModel(config, add_pooling_layer=False)
    counts = len(labels.tags), len(labels.spans), len(labels.relations)
    return Compressor(encoder, pick(Sizes, sizes), pick(HeadSizes, sizes), *counts)


def new_compressor(folder: Path, network: Path, labels: Labels, sizes: Settings) -> Compressor:
    """Return a compressor that parses as the network file does and whose compression heads are fresh."""
    model = build_compressor(folder, labels, sizes)
    weights = parser_weights(network)
    missing, unexpected = model.load_state_dict(weights, strict=False)
    inherited = [name for name in missing if not _is_compression_head(name) and "position_ids" not in name]
    if inherited or unexpected:
        raise ValueError(f"{network} does not fit: missing {inherited}, unexpected {unexpected}.")
    return model


def _is_compression_head(name: str) -> bool:
    return name.startswith(("style", "wish", "from_", "deletion_", "token_", "pair_", "kept_", "ancestor_"))
