"""Compressors over a narrow encoder (MiniLM: the student's) or a wide one (MPNet: the teachers')."""

from __future__ import annotations

from pathlib import Path

from model import Sizes
from mpnet import MPNet, new_mpnet
from network import Compressor, HeadSizes
from packing import unpack
from store import Labels
from train import Settings, pick
from transformers import BertConfig, BertModel


def narrow_encoder(folder: Path, pretrained: bool) -> BertModel:
    """Return MiniLM; a prepared folder holds its settings and weights."""
    config = BertConfig.from_json_file(str(folder / "config.json"))
    config._attn_implementation = "sdpa"
    encoder = BertModel(config, add_pooling_layer=False)
    if pretrained:
        missing, unexpected = encoder.load_state_dict(unpack(folder, "minilm"), strict=False)
        if any("position_ids" not in name for name in missing) or unexpected:
            raise ValueError(f"{folder}: MiniLM's weights do not fit: missing {missing}, unexpected {unexpected}.")
    return encoder


def build_compressor(folder: Path, labels: Labels, settings: Settings, pretrained: bool = False) -> Compressor:
    """Return a compressor with fresh heads.

    Args:
        folder: what `prepare_pairs.py` wrote.
        labels: the parser's labels.
        settings: `encoder` says which one, `sizes` the widths of the parts above it.
        pretrained: whether the narrow encoder starts from its pretrained weights, as the wide one always does.
    """
    wide = settings.get("encoder", "minilm") == "mpnet"
    encoder: BertModel | MPNet = new_mpnet(folder) if wide else narrow_encoder(folder, pretrained)
    counts = len(labels.tags), len(labels.spans), len(labels.relations)
    return Compressor(encoder, pick(Sizes, settings["sizes"]), pick(HeadSizes, settings["sizes"]), *counts)
