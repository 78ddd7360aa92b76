"""Export trained weights as one ONNX file: parse and compression from one pass, most weights in 8 bits.

    python export_network.py --data carry --weights compressor.safetensors --out network.onnx

Besides the parser's inputs the network takes the wished ``rate`` (kept words by words, or -1 for a free length) and
the ``style`` (a place in ``styles.CORPORA``) of each sentence. Besides the parser's outputs it gives ``token``,
``bigram`` and ``arc`` scores as `laconic.search` takes them.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import store
import torch
from export import OUTPUTS, quantise
from model import Parser, Scores
from network import Compressor
from pairs import Wish
from safetensors.torch import load_file
from start import build_compressor
from torch import Tensor, nn
from train import read_settings

INPUTS = ["pieces", "piece_mask", "first", "last", "shape", "word_mask"]
ALL_INPUTS = [*INPUTS, "rate", "style"]
ALL_OUTPUTS = [*OUTPUTS, "token", "bigram", "arc"]


class Runtime(nn.Module):
    """The compressor with the outputs that search needs."""

    def __init__(self, model: Compressor) -> None:
        super().__init__()
        self.parser = model

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        """Return the parser's outputs, then scores of words, neighbours and arcs (from head to word)."""
        *plain, rate, style = inputs
        scores = self.parser(*plain)
        wish = Wish(style, rate, torch.zeros_like(style))
        deletion = self.parser.deletion_scores(scores, plain[-1], wish)
        arc = nn.functional.pad(deletion.arc.transpose(1, 2), (1, 0))
        return *parse_outputs(self.parser, scores), deletion.token, deletion.bigram, arc


def parse_outputs(parser: Parser, scores: Scores) -> tuple[Tensor, ...]:
    """Return what decoding needs of the parser's scores."""
    spans = scores.spans - scores.spans[..., :1]
    span_scores, span_labels = spans[..., 1:].max(-1)
    arcs = nn.functional.pad(scores.arcs.transpose(1, 2), (1, 0))
    hidden = torch.relu(scores.relation_dependents[:, None] + scores.relation_heads[:, :, None])
    relations = nn.functional.pad(parser.relation_out(hidden).argmax(-1), (1, 0))
    return scores.tags.argmax(-1), span_scores, span_labels + 1, arcs, relations


def load_compressor(data: Path, weights: Path, settings: Path) -> Compressor:
    """Return the compressor with trained weights, ready to be exported."""
    model = build_compressor(data, store.Labels.load(data / "labels.json"), read_settings(settings)["sizes"])
    model.load_state_dict({name: value.float() for name, value in load_file(weights).items()})
    model.encoder.config._attn_implementation = "eager"  # plain products, which quantise and export well
    return model.eval()


def export(model: Compressor, path: Path) -> None:
    """Write the network in full precision, with free batch and sentence sizes."""
    pieces, words = 7, 6
    example = (
        torch.randint(1000, 2000, (2, pieces)),
        torch.ones(2, pieces, dtype=torch.bool),
        torch.arange(words).repeat(2, 1),
        torch.arange(words).repeat(2, 1),
        torch.ones(2, words, dtype=torch.long),
        torch.ones(2, words, dtype=torch.bool),
        torch.tensor([0.5, -1.0]),
        torch.tensor([1, 2]),
    )
    axes = {name: {0: "batch", 1: "pieces" if "piece" in name else "words"} for name in INPUTS}
    axes |= {name: {0: "batch"} for name in ("rate", "style")}
    torch.onnx.export(
        Runtime(model),
        example,
        str(path),
        input_names=ALL_INPUTS,
        output_names=ALL_OUTPUTS,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


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
        full = Path(folder) / "full.onnx"
        export(model, full)
        if options.full:
            shutil.copy(full, options.out)
        else:
            quantise(full, options.out, options.keep)
    print(f"{options.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
