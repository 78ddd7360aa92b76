"""Export trained weights as one ONNX file: parser, compression heads and verifier, most weights in 8 bits.

    python export_network.py --data carry --weights compressor.safetensors --out network.onnx

The file holds four networks, each the branch of an ``If``, since ONNX Runtime runs all of a graph but only one of
its branches. ``parse`` chooses the first: the parser's, with one output more, the ``words``' vectors. ``prepare``
chooses the second: it takes them back as ``vectors`` and gives the sentence's context (``prepared_tree``,
``prepared_heads``, ``prepared_gaps`` and ``prepared_ancestry``), which the other two take without ``prepared``.
``compress`` chooses the third: from the vectors, the context, the ``rate`` that is asked for (kept words by words, or
-1 for a free length) and ``style`` (a place in ``styles.CORPORA``) it gives ``token``, ``bigram`` and ``arc`` scores as
`laconic.search` takes them. ``verify`` chooses the fourth: from the vectors, the ``heads``, the words that versions
keep (``kept``) and the staying places ``before`` and ``after`` each place it gives the probabilities of the
``verdicts``. What is not chosen may be fed anything, and its outputs are empty.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import onnx
import onnxruntime
import store
import torch
from encoders import build_compressor
from export import INPUTS, OUTPUTS, quantise
from heads import ContextHead, Heads, ParserWithVectors, VerifierHead
from network import Compressor
from onnx import TensorProto, helper
from safetensors.torch import load_file
from torch import Tensor, nn
from train import read_settings
from verifier import neighbours

PARSER_OUTPUTS = [*OUTPUTS, "words"]
CONTEXT_OUTPUTS = ["prepared_tree", "prepared_heads", "prepared_gaps", "prepared_ancestry"]
REQUEST = ["rate", "style"]
HEAD_INPUTS = ["vectors", "tree", "gaps", "ancestry", *REQUEST]
HEAD_OUTPUTS = ["token", "bigram", "arc"]
VERSION_INPUTS = ["vectors", "heads", "kept", "before", "after"]
IN_FULL = ["token_out", "pair_out", "/wish/", "/tree/", "/verdict/"]
"""Parts of the heads too small to be worth 8 bits."""


def load_compressor(data: Path, weights: Path, settings: Path) -> Compressor:
    """Return the compressor with trained weights, ready to be exported."""
    model = build_compressor(data, store.Labels.load(data / "labels.json"), read_settings(settings))
    model.load_state_dict({name: value.float() for name, value in load_file(weights).items()})
    return model.eval()


def export(module: nn.Module, example: tuple[Tensor, ...], inputs: list[str], outputs: list[str], path: Path) -> None:
    """Write a network in full precision, for sentences of any length."""
    axes = {name: {0: "pieces" if name == "pieces" else f"{name} words"} for name in inputs if name not in REQUEST}
    axes |= {
        name: {0: f"{name} words", 1: f"{name} others"} for name in ("heads", "gaps", "ancestry") if name in inputs
    }
    axes |= {name: {0: "versions", 1: f"{name} words"} for name in ("kept", "before", "after") if name in inputs}
    torch.onnx.export(
        module,
        example,
        str(path),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def export_all(model: Compressor, folder: Path) -> dict[str, Path]:
    """Write the parser, the context, the heads and the verifier in full precision; return their files."""
    pieces, words = 7, 6
    sentence = (torch.arange(1000, 1000 + pieces), *(torch.arange(words) for _ in range(3)))
    vectors = torch.randn(words, model.encoder.config.hidden_size)
    files = {name: folder / f"{name}.onnx" for name in ("parse", "prepare", "compress", "verify")}
    export(ParserWithVectors(model), sentence, INPUTS, PARSER_OUTPUTS, files["parse"])
    context = ContextHead(model)
    export(context, (vectors,), ["vectors"], CONTEXT_OUTPUTS, files["prepare"])
    tree, heads, gaps, ancestry = (each.detach() for each in context(vectors))
    request = (torch.tensor([0.5]), torch.tensor([1]))
    export(Heads(model), (vectors, tree, gaps, ancestry, *request), HEAD_INPUTS, HEAD_OUTPUTS, files["compress"])
    kept = (torch.rand(3, words - 2) > 0.5).float()
    before, after = neighbours(nn.functional.pad(kept, (1, 1), value=1.0) > 0.5)
    versions = (vectors, heads, kept, before, after)
    export(VerifierHead(model), versions, VERSION_INPUTS, ["verdicts"], files["verify"])
    return files


def choices(networks: dict[str, onnx.ModelProto]) -> onnx.ModelProto:
    """Return one network with an input for each of several that chooses it."""
    nodes, inputs, outputs, opsets = [], [], [], {}
    for name, network in networks.items():
        results = [_unsized(output) for output in network.graph.output]
        inside = _renamed(network.graph, name)
        body = helper.make_graph(inside.node, name, [], list(map(_unsized, inside.output)), inside.initializer)
        nodes.append(
            helper.make_node("If", [name], [r.name for r in results], then_branch=body, else_branch=_nothing(results))
        )
        inputs.append(helper.make_tensor_value_info(name, TensorProto.BOOL, []))
        inputs += [value for value in network.graph.input if value.name not in {known.name for known in inputs}]
        outputs += results
        opsets |= {opset.domain: opset for opset in network.opset_import}
    graph = helper.make_graph(nodes, "laconic", inputs, outputs)
    both = helper.make_model(graph, opset_imports=list(opsets.values()), ir_version=8)
    onnx.checker.check_model(both)
    return both


def _renamed(graph: onnx.GraphProto, prefix: str) -> onnx.GraphProto:
    """Return a copy of a graph with a prefix before all of its names but those of its inputs."""
    copy = onnx.GraphProto()
    copy.CopyFrom(graph)
    given = {"", *(value.name for value in graph.input)}

    def rename(names: Any) -> None:
        names[:] = [name if name in given else f"{prefix}.{name}" for name in names]

    for node in copy.node:
        rename(node.input)
        rename(node.output)
        node.name = f"{prefix}.{node.name}"
    for named in (*copy.initializer, *copy.output):
        named.name = f"{prefix}.{named.name}"
    return copy


def _unsized(value: onnx.ValueInfoProto) -> onnx.ValueInfoProto:
    """Return a value's name, type and rank."""
    kind = value.type.tensor_type
    return helper.make_tensor_value_info(value.name, kind.elem_type, [None] * len(kind.shape.dim))


def _nothing(results: list[onnx.ValueInfoProto]) -> onnx.GraphProto:
    """Return a branch whose results are empty."""
    constants, outputs = [], []
    for result in results:
        kind = result.type.tensor_type
        empty = helper.make_tensor("", kind.elem_type, [0] * len(kind.shape.dim), [])
        constants.append(helper.make_node("Constant", [], [f"no.{result.name}"], value=empty))
        outputs.append(helper.make_tensor_value_info(f"no.{result.name}", kind.elem_type, empty.dims))
    return helper.make_graph(constants, "nothing", [], outputs)


def optimise(path: Path) -> None:
    """Fuse now what ONNX Runtime would fuse each time it loads the network, which then takes two thirds of the time.

    What depends on the processor is left to the loading; the fused operators are ONNX Runtime's own.
    """
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    part = path.with_suffix(".part.onnx")
    options.optimized_model_filepath = str(part)
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    part.replace(path)


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder that training read")
    arguments.add_argument("--weights", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    arguments.add_argument("--keep", nargs="*", default=[], help="nodes to leave in full precision")
    arguments.add_argument("--full", action="store_true", help="do not quantise")
    options = arguments.parse_args()
    model = load_compressor(options.data, options.weights, options.settings)
    with tempfile.TemporaryDirectory() as folder:
        networks = {}
        for name, file in export_all(model, Path(folder)).items():
            if not options.full:
                quantise(file, file, [*IN_FULL, *options.keep])
            networks[name] = onnx.load(str(file))
        onnx.save(choices(networks), str(options.out))
    optimise(options.out)
    print(f"{options.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
