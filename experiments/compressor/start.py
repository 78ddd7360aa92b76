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

_HIDDEN = ("tag_hidden", "arc_dependent", "arc_head", "relation_dependent", "relation_head", "span_posts")
"""The layers that stand side by side in the network file."""

_ENCODER_NAMES = {
    "attention_out": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "feedforward_in": "intermediate.dense",
    "feedforward_out": "output.dense",
    "feedforward_norm": "output.LayerNorm",
}


def parser_weights(path: Path, model: Compressor) -> dict[str, Tensor]:
    """Return the parser's weights from its network file, quantised ones at their quantised values.

    Args:
        path: a file that the parser's or the compressor's export wrote.
        model: a model of the same sizes.
    """
    stored = _stored_arrays(path)
    config = model.encoder.config
    weights: dict[str, Tensor] = {}
    for layer in range(config.num_hidden_layers):
        weights |= _encoder_layer(stored, layer, (config.hidden_size // config.num_attention_heads) ** -0.5)
    for layer, module in enumerate(model.word_layers):
        weights |= _word_layer(stored, layer, (config.hidden_size // module.heads) ** -0.5)
    weights |= _side_by_side(stored, model)
    for name in ("word_norm", "final_norm", "tag_out", "span_out", "relation_out"):
        weights |= _layer(stored, name, name)
    for name in ("arc_pair", "arc_bias"):
        weights[f"{name}.weight"] = stored[f"{name}.weight"].T
    embeddings = "encoder.embeddings"
    weights[f"{embeddings}.word_embeddings.weight"] = stored["pieces.weight"]
    weights[f"{embeddings}.position_embeddings.weight"] = stored["places"]
    weights[f"{embeddings}.token_type_embeddings.weight"] = torch.zeros(config.type_vocab_size, config.hidden_size)
    weights |= _layer(stored, "piece_norm", f"{embeddings}.LayerNorm")
    weights["shape.weight"] = stored["shapes.weight"]
    weights["mix"] = stored["mix"].log()
    return weights


def _stored_arrays(path: Path) -> dict[str, Tensor]:
    """Return the file's arrays under the names of the modules that were exported."""
    graph = _parser_graph(onnx.load(str(path)).graph)
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for name in [name for name in arrays if name.endswith("_quantized")]:
        arrays[name.removesuffix("_quantized")] = _dequantised(arrays, name)
    stored = {name: array for name, array in arrays.items() if array.dtype == np.float32}
    (bias,) = {_weight(node) for node in graph.node if "/arc_bias/" in node.name and node.op_type.startswith("MatMul")}
    (outer,) = {name.removesuffix("word_norm.weight") for name in stored if name.endswith("word_norm.weight")}
    stored[f"{outer}arc_bias.weight"] = arrays[bias]
    # The mixture of the layers is a product with a constant for each layer, in their order.
    makers = {output: node for node in graph.node for output in node.output}
    mixture = [stored[name] for name in _mixture(graph, makers, stored)]
    stored[f"{outer}mix"] = np.array(mixture, dtype=np.float32)
    return {name.removeprefix(outer): torch.from_numpy(np.array(array)) for name, array in stored.items()}


def _parser_graph(graph: onnx.GraphProto) -> onnx.GraphProto:
    """Return the parser's graph: all of its own file, one branch of the compressor's."""
    for node in graph.node:
        if node.op_type == "If" and node.input[0] == "parse":
            return next(attribute.g for attribute in node.attribute if attribute.name == "then_branch")
    return graph


def _weight(node: onnx.NodeProto) -> str:
    return node.input[1].removesuffix("_quantized")


def _mixture(graph: onnx.GraphProto, makers: dict[str, onnx.NodeProto], stored: dict[str, np.ndarray]) -> list[str]:
    """Return the names of the mixture's constants: follow the sum that words are gathered from back to its terms."""
    name = next(node.input[0] for node in graph.node if node.op_type == "Gather" and node.input[1] == "first")
    found: list[str] = []
    while makers[name].op_type == "Add":
        sum_before, term = makers[name].input
        found.append(next(part for part in makers[term].input if part in stored))
        name = sum_before
    found.append(next(part for part in makers[name].input if part in stored))
    return found[::-1]


def _dequantised(arrays: dict[str, np.ndarray], name: str) -> np.ndarray:
    base = name.removesuffix("_quantized")
    zero = arrays[f"{base}_zero_point"].astype(np.float32)
    return (arrays[name].astype(np.float32) - zero) * arrays[f"{base}_scale"]


def _layer(stored: dict[str, Tensor], name: str, target: str) -> dict[str, Tensor]:
    """Return a layer's weight, turned as PyTorch has it, and its bias."""
    weight = stored[f"{name}.weight"]
    return {f"{target}.weight": weight.T if weight.dim() == 2 else weight, f"{target}.bias": stored[f"{name}.bias"]}


def _attention_in(stored: dict[str, Tensor], name: str, scale: float) -> tuple[Tensor, Tensor]:
    """Return the weights and biases of queries, keys and values; the file has the queries already scaled."""
    weight, bias = stored[f"{name}.weight"].T.clone(), stored[f"{name}.bias"].clone()
    third = len(bias) // 3
    weight[:third] /= scale
    bias[:third] /= scale
    return weight, bias


def _encoder_layer(stored: dict[str, Tensor], layer: int, scale: float) -> dict[str, Tensor]:
    name, target = f"encoder_layers.{layer}", f"encoder.encoder.layer.{layer}"
    weight, bias = _attention_in(stored, f"{name}.attention_in", scale)
    weights = {}
    for part, rows, column in zip(("query", "key", "value"), weight.chunk(3), bias.chunk(3), strict=True):
        weights[f"{target}.attention.self.{part}.weight"] = rows
        weights[f"{target}.attention.self.{part}.bias"] = column
    for mine, theirs in _ENCODER_NAMES.items():
        weights |= _layer(stored, f"{name}.{mine}", f"{target}.{theirs}")
    return weights


def _word_layer(stored: dict[str, Tensor], layer: int, scale: float) -> dict[str, Tensor]:
    name = f"word_layers.{layer}"
    weight, bias = _attention_in(stored, f"{name}.attention_in", scale)
    weights = {f"{name}.attention_in.weight": weight, f"{name}.attention_in.bias": bias}
    for part in _ENCODER_NAMES:
        weights |= _layer(stored, f"{name}.{part}", f"{name}.{part}")
    return weights


def _side_by_side(stored: dict[str, Tensor], model: Compressor) -> dict[str, Tensor]:
    """Return the first layers of the parser's heads."""
    layers = {name: getattr(model, name) for name in _HIDDEN}
    widths = [layer.out_features for layer in layers.values()]
    parts = zip(stored["hidden.weight"].T.split(widths), stored["hidden.bias"].split(widths), strict=True)
    weights = {}
    for (name, layer), (weight, bias) in zip(layers.items(), parts, strict=True):
        weights[f"{name}.weight"] = weight
        if layer.bias is not None:
            weights[f"{name}.bias"] = bias
    return weights


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
    weights = parser_weights(network, model)
    missing, unexpected = model.load_state_dict(weights, strict=False)
    inherited = [name for name in missing if not _is_compression_head(name) and "position_ids" not in name]
    if inherited or unexpected:
        raise ValueError(f"{network} does not fit: missing {inherited}, unexpected {unexpected}.")
    return model


def _is_compression_head(name: str) -> bool:
    return name.startswith(("style", "wish", "from_", "deletion_", "token_", "pair_", "kept_", "ancestor_"))
