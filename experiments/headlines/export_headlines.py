r"""Write the network for headlines as an ONNX file beside the bundled network, whose vectors of pieces it uses.

    export PYTHONPATH=src:experiments/parser:experiments/compressor:experiments/headlines
    python export_headlines.py pieces --network NETWORK.onnx --out CARRY/pieces.npz
    cat OUT/headlines.part.* > headlines.safetensors
    python export_headlines.py network --network NETWORK.onnx --data CARRY --weights headlines.safetensors \
        --out headlines.onnx

The first command takes the vectors out of the bundled network, for `teach.py`. The second writes six layers with most
weights in 8 bits. The vectors are not stored again: the file says where in the bundled network they stand, and how many
bytes that has, so that another one is noticed.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from encoders import narrow_encoder
from export import quantise
from export_network import optimise
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from runtime import EncoderLayer, Product
from safetensors.torch import load_file
from teach import Classifier
from torch import Tensor, nn

from laconic.parse.headlines import NETWORK_BYTES

PIECES = "parse.pieces.weight"


class PieceVectors(NamedTuple):
    """The bundled network's vectors of pieces, in 8 bits."""

    value: NDArray[np.uint8]
    scale: float
    zero: int


class Headlines(nn.Module):
    """The trained classifier for one sentence, from the vectors of its pieces."""

    def __init__(self, model: Classifier) -> None:
        super().__init__()
        embeddings = model.encoder.embeddings
        places = embeddings.position_embeddings.weight + embeddings.token_type_embeddings.weight[0]
        self.places = nn.Parameter(places.detach())
        self.piece_norm = embeddings.LayerNorm
        self.layers = nn.ModuleList(EncoderLayer(layer) for layer in model.encoder.encoder.layer)
        self.stays = Product(model.stays)

    def forward(self, vectors: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """Return W: the log odds that each word stays."""
        vectors = self.piece_norm(vectors + self.places[: vectors.shape[0]])
        for layer in self.layers:
            vectors = layer(vectors)
        return self.stays(0.5 * (vectors[first] + vectors[last]))[:, 0]


def piece_vectors(path: Path) -> PieceVectors:
    """Return the vectors of pieces that a network holds."""
    parse = next(node for node in onnx.load(str(path)).graph.node if node.op_type == "If" and node.input[0] == "parse")
    body = next(each.g for each in parse.attribute if each.name == "then_branch")
    found = {each.name: numpy_helper.to_array(each) for each in body.initializer if each.name.startswith(PIECES)}
    value, scale, zero = (found[f"{PIECES}_{part}"] for part in ("quantized", "scale", "zero_point"))
    return PieceVectors(value, float(scale), int(zero))


def write_pieces(options: argparse.Namespace) -> None:
    """Write the vectors of pieces for the training."""
    value, scale, zero = piece_vectors(options.network)
    np.savez_compressed(options.out, value=value.astype(np.int16) - zero, scale=np.float32(scale))


def write_network(options: argparse.Namespace) -> None:
    """Write the network."""
    model = Classifier(narrow_encoder(options.data, pretrained=False)).eval()
    weights = {name: value.float() for name, value in load_file(options.weights).items()}
    unknown = model.load_state_dict(weights, strict=False).unexpected_keys
    if unknown:
        raise ValueError(f"{options.weights}: there are weights of another network: {unknown}.")
    words = torch.arange(5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "headlines.onnx"
        torch.onnx.export(
            Headlines(model),
            (torch.randn(7, model.encoder.config.hidden_size), words, words),
            str(path),
            input_names=["vectors", "first", "last"],
            output_names=["stays"],
            dynamic_axes={"vectors": {0: "pieces"}, "first": {0: "words"}, "last": {0: "words"}},
            opset_version=17,
            dynamo=False,
        )
        quantise(path, path, ["/stays/"])
        optimise(path)
        network = onnx.load(str(path))
    refer_to_pieces(network, options.network)
    onnx.save(network, str(options.out))
    print(f"{options.out.stat().st_size / 2**20:.1f} MiB")


def refer_to_pieces(network: onnx.ModelProto, bundled: Path) -> None:
    """Let a network take pieces instead of their vectors, which stand in another network's file."""
    value, scale, zero = piece_vectors(bundled)
    content = bundled.read_bytes()
    place = content.find(value.tobytes())
    if place < 0:
        raise ValueError(f"{bundled}: the vectors of pieces do not stand in one place.")
    table = TensorProto(name="piece_vectors", data_type=TensorProto.UINT8, dims=value.shape)
    table.data_location = TensorProto.EXTERNAL
    for key, told in (("location", bundled.name), ("offset", str(place)), ("length", str(value.nbytes))):
        table.external_data.add(key=key, value=told)
    graph = network.graph
    graph.initializer.extend(
        [
            table,
            numpy_helper.from_array(np.array(scale, np.float32), "piece_scale"),
            numpy_helper.from_array(np.array(zero, np.uint8), "piece_zero"),
        ]
    )
    graph.input.remove(next(each for each in graph.input if each.name == "vectors"))
    graph.input.insert(0, helper.make_tensor_value_info("pieces", TensorProto.INT64, ["pieces"]))
    graph.node.insert(0, helper.make_node("Gather", ["piece_vectors", "pieces"], ["coded"]))
    graph.node.insert(1, helper.make_node("DequantizeLinear", ["coded", "piece_scale", "piece_zero"], ["vectors"]))
    network.metadata_props.add(key=NETWORK_BYTES, value=str(len(content)))


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(required=True)
    pieces = commands.add_parser("pieces")
    pieces.set_defaults(run=write_pieces)
    network = commands.add_parser("network")
    network.add_argument("--data", type=Path, required=True, help="the folder that training read")
    network.add_argument("--weights", type=Path, required=True)
    network.set_defaults(run=write_network)
    for command in (pieces, network):
        command.add_argument("--network", type=Path, required=True)
        command.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
