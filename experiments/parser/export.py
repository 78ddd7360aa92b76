"""Export trained weights as one ONNX file, with most weights in 8 bits.

    python export.py --data carry --weights parser.safetensors --vocabulary vocab.txt --out src/laconic/data/english

The network's outputs are what the run time needs and no more: best tags, the best label of every span
and its lead over "no bracket", arc scores by head, and the best relation of every arc.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import onnx
import store
import torch
from model import Parser
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from runtime import Runtime
from safetensors.torch import load_file
from train import build, read_settings

INPUTS = ["pieces", "first", "last", "shape"]
OUTPUTS = ["tags", "span_scores", "span_labels", "arcs", "relations"]


def load_parser(data: Path, weights: Path, labels: store.Labels) -> Parser:
    """Return the parser with trained weights, ready to be exported."""
    parser = build(data, labels, read_settings(None)["sizes"])
    parser.load_state_dict({name: value.float() for name, value in load_file(weights).items()})
    return parser.eval()


def export(parser: Parser, path: Path) -> None:
    """Write the network in full precision, for sentences of any length."""
    pieces, words = 7, 6
    example = (torch.arange(1000, 1000 + pieces), *(torch.arange(words) for _ in range(3)))
    axes = {name: {0: "pieces" if name == "pieces" else "words"} for name in INPUTS}
    torch.onnx.export(
        Runtime(parser),
        example,
        str(path),
        input_names=INPUTS,
        output_names=OUTPUTS,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def quantise(path: Path, out: Path, keep: list[str]) -> None:
    """Write the network with weights of matrix products and embeddings in 8 bits, a scale a channel.

    Args:
        path: the network in full precision.
        out: where the result goes.
        keep: parts of the names of weights that stay in full precision.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        nodes = onnx.load(str(prepared)).graph.node
        excluded = [node.name for node in nodes if any(part in node.name for part in keep)]
        quantize_dynamic(
            str(prepared),
            str(out),
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
            per_channel=True,
            reduce_range=True,  # seven bits: sums of products then never overflow on processors without VNNI
            weight_type=QuantType.QInt8,
            nodes_to_exclude=excluded,
        )


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder that training read")
    arguments.add_argument("--weights", type=Path, required=True)
    arguments.add_argument("--vocabulary", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--keep", nargs="*", default=[], help="nodes to leave in full precision")
    arguments.add_argument("--full", action="store_true", help="do not quantise")
    options = arguments.parse_args()
    labels = store.Labels.load(options.data / "labels.json")
    parser = load_parser(options.data, options.weights, labels)
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        export(parser, full)
        if options.full:
            shutil.copy(full, options.out / "network.onnx")
        else:
            quantise(full, options.out / "network.onnx", options.keep)
    shutil.copy(options.vocabulary, options.out / "vocabulary.txt")
    names = {"tags": labels.tags, "spans": labels.spans, "relations": labels.relations}
    (options.out / "labels.json").write_text(json.dumps(names, indent=1) + "\n", encoding="utf-8")
    print(f"{(options.out / 'network.onnx').stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
