"""Recover trained weights from the bundled network, so that training can go on from it.

    python restore_weights.py --data carry --network NETWORK.onnx --out compressor.safetensors

The exported file has the weights under the names of the modules in `runtime` and `heads`, in 8 bits. What 8 bits lost,
a short training restores. Parts of the compressor that the network does not have yet start fresh.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import store
import torch
from encoders import build_compressor
from network import Compressor
from numpy.typing import NDArray
from onnx import numpy_helper
from safetensors.torch import save_file
from torch import Tensor
from train import read_settings

Arrays = dict[str, NDArray[np.float32]]

PRODUCTS = {
    "prepare": "from_head from_children from_relation pair_span".split(),
    "compress": "wish token_hidden token_out pair_left pair_right pair_between pair_out kept_dependent kept_head"
    " kept_pair".split(),
    "parse": "tag_out span_out arc_pair relation_out".split(),
    "verify": "word tree summary verdict".split(),
}
"""The plain products of each branch."""

FIRST_LAYERS = "tag_hidden arc_dependent arc_head relation_dependent relation_head span_posts".split()
"""The layers that stand side by side in the parser's ``hidden``."""


class Branch:
    """The weights of one of the networks in the file, by the names of their modules."""

    def __init__(self, name: str, graph: onnx.GraphProto) -> None:
        values = {each.name.removeprefix(f"{name}."): numpy_helper.to_array(each) for each in graph.initializer}
        self.scales = _scales(graph, {f"{name}.{key}": value for key, value in values.items()})
        self.values: Arrays = {}
        for key, value in values.items():
            base = key.removesuffix("_quantized")
            if base != key:
                zero = values[f"{base}_zero_point"].astype(np.float32)
                self.values[base] = (value.astype(np.float32) - zero) * values[f"{base}_scale"]
            elif value.dtype == np.float32:
                self.values[key] = value

    def product(self, name: str) -> tuple[Tensor, Tensor]:
        """Return the weight, rows for outputs, and the bias of a product."""
        weight = torch.from_numpy(self.values[f"{name}.weight"].T.copy())
        return weight, torch.from_numpy(self.values.get(f"{name}.bias", np.zeros(len(weight), np.float32)).copy())

    def count(self, name: str) -> int:
        """Return how many layers of this name there are."""
        return len({key.split(".")[1] for key in self.values if key.startswith(f"{name}.")})

    def tensor(self, name: str) -> Tensor:
        """Return any other weight."""
        return torch.from_numpy(self.values[name].copy())


def branches(path: Path) -> dict[str, Branch]:
    """Return the networks of a file by the inputs that choose them."""
    found = {}
    for node in onnx.load(str(path)).graph.node:
        if node.op_type == "If":
            body = next(each.g for each in node.attribute if each.name == "then_branch")
            found[node.input[0]] = Branch(node.input[0], body)
    return found


def _scales(graph: onnx.GraphProto, values: Mapping[str, NDArray[np.float32]]) -> dict[str, float]:
    """Return the numbers that results are multiplied by, by the names of the results."""
    found = {}
    for node in graph.node:
        if node.op_type == "Mul":
            for result, factor in (tuple(node.input), tuple(node.input)[::-1]):
                if factor in values and values[factor].size == 1:
                    found[result] = float(values[factor].ravel()[0])
    return found


def recovered(networks: Mapping[str, Branch], model: Compressor) -> dict[str, Tensor]:
    """Return the state of a compressor of this shape."""
    state = {name: value.clone() for name, value in model.state_dict().items()}
    parse, verify = networks["parse"], networks["verify"]
    for branch, names in PRODUCTS.items():
        inside = "verifier." if branch == "verify" else ""
        for name in names:
            _fill(state, f"{inside}{name}", *networks[branch].product(name))
    _recover_encoder(state, parse)
    for branch, name, target in (
        ("parse", "word_layers", "word_layers"),
        ("compress", "deletion_layers", "deletion_layers"),
        ("verify", "layers", "verifier.layers"),
    ):
        for number in range(networks[branch].count(name)):
            _recover_layer(state, networks[branch], f"{name}.{number}", f"{target}.{number}", model)
    for branch, name, target in (
        ("parse", "word_norm", "word_norm"),
        ("parse", "final_norm", "final_norm"),
        ("compress", "deletion_norm", "deletion_norm"),
        ("verify", "norm", "verifier.norm"),
    ):
        _recover_norm(state, networks[branch], name, target)
    weight, bias = parse.product("hidden")
    sizes = [state[f"{name}.weight"].shape[0] for name in FIRST_LAYERS]
    for name, part, shift in zip(FIRST_LAYERS, weight.split(sizes), bias.split(sizes), strict=True):
        _fill(state, name, part, shift)
    unnamed = next(value for name, value in parse.values.items() if name.startswith("onnx::MatMul") and value.ndim == 2)
    state["arc_bias.weight"] = torch.from_numpy(unnamed.T.copy())
    state["shape.weight"] = parse.tensor("shapes.weight")
    state["style.weight"] = networks["compress"].tensor("style.weight")
    state["pair_gap.weight"] = networks["prepare"].tensor("pair_gap")
    state["verifier.fate.weight"] = verify.tensor("fate.weight")
    ancestors = [scale for name, scale in networks["prepare"].scales.items() if "/Log" in name]
    state["ancestor_scale"] = torch.tensor(ancestors)
    return state


def _fill(state: dict[str, Tensor], name: str, weight: Tensor, bias: Tensor) -> None:
    """Fill a product; results that it did not have are 0 at first."""
    for part, values in (("weight", weight), ("bias", bias)):
        if f"{name}.{part}" in state:
            state[f"{name}.{part}"].zero_()
            state[f"{name}.{part}"][: len(values)] = values


def _recover_norm(state: dict[str, Tensor], branch: Branch, name: str, target: str) -> None:
    for part in ("weight", "bias"):
        state[f"{target}.{part}"] = branch.tensor(f"{name}.{part}")


def _recover_layer(state: dict[str, Tensor], branch: Branch, name: str, target: str, model: Compressor) -> None:
    """Fill a layer over words; its queries were scaled for use."""
    heads = int(model.get_submodule(target).heads)
    weight, bias = branch.product(f"{name}.attention_in")
    third = len(weight) // 3
    scale = torch.ones(len(weight), 1)
    scale[:third] = math.sqrt(third // heads)
    _fill(state, f"{target}.attention_in", weight * scale, bias * scale[:, 0])
    for part in ("attention_out", "feedforward_in", "feedforward_out"):
        _fill(state, f"{target}.{part}", *branch.product(f"{name}.{part}"))
    for part in ("attention_norm", "feedforward_norm"):
        _recover_norm(state, branch, f"{name}.{part}", f"{target}.{part}")


def _recover_encoder(state: dict[str, Tensor], parse: Branch) -> None:
    """Fill the encoder; vectors of places have that of the only type of pieces in them."""
    embeddings = "encoder.embeddings"
    state[f"{embeddings}.word_embeddings.weight"] = parse.tensor("pieces.weight")
    state[f"{embeddings}.position_embeddings.weight"] = parse.tensor("places")
    state[f"{embeddings}.token_type_embeddings.weight"].zero_()
    _recover_norm(state, parse, "piece_norm", f"{embeddings}.LayerNorm")
    layers = len({name.split(".")[3] for name in state if name.startswith("encoder.encoder.layer.")})
    for number in range(layers):
        name, target = f"encoder_layers.{number}", f"encoder.encoder.layer.{number}"
        weight, bias = parse.product(f"{name}.attention_in")
        third = len(weight) // 3
        scale = math.sqrt(32)  # the width of one of MiniLM's twelve heads
        parts = zip(("query", "key", "value"), weight.split(third), bias.split(third), (scale, 1.0, 1.0), strict=True)
        for part, values, shift, factor in parts:
            _fill(state, f"{target}.attention.self.{part}", values * factor, shift * factor)
        _fill(state, f"{target}.attention.output.dense", *parse.product(f"{name}.attention_out"))
        _recover_norm(state, parse, f"{name}.attention_norm", f"{target}.attention.output.LayerNorm")
        _fill(state, f"{target}.intermediate.dense", *parse.product(f"{name}.feedforward_in"))
        _fill(state, f"{target}.output.dense", *parse.product(f"{name}.feedforward_out"))
        _recover_norm(state, parse, f"{name}.feedforward_norm", f"{target}.output.LayerNorm")
    results = ["piece_norm", *(f"encoder_layers.{number}/feedforward_norm" for number in range(layers))]
    mixed = [
        next(scale for name, scale in parse.scales.items() if f"/{result}/LayerNormalization" in name)
        for result in results
    ]
    state["mix"] = torch.tensor(mixed).log()


def main() -> None:
    """Recover the weights."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder that training read")
    arguments.add_argument("--network", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    options = arguments.parse_args()
    model = build_compressor(
        options.data, store.Labels.load(options.data / "labels.json"), read_settings(options.settings)
    )
    state = recovered(branches(options.network), model)
    model.load_state_dict(state)
    save_file({name: value.to(torch.float16).contiguous() for name, value in state.items()}, str(options.out))


if __name__ == "__main__":
    main()
