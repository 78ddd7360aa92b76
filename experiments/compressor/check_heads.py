"""Check that the heads as they run, one sentence at a time, score and judge as the trained ones do in batches.

python check_heads.py --data carry --weights compressor.safetensors
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from export_network import load_compressor
from heads import ContextHead, Heads, ParserWithVectors, VerifierHead
from model import score
from network import Compressor, score_both, words_and_ends
from pairs import Pairs, Wish, load_pairs
from styles import CORPORA, FREE
from verifier import neighbours

TOLERANCE = 1e-3


@torch.no_grad()
def check(model: Compressor, pairs: Pairs) -> int:
    """Compare token, bigram and arc scores of all sentences, for every style and three rates; return how many."""
    parser, context, heads = ParserWithVectors(model), ContextHead(model), Heads(model)
    checked = 0
    for group in pairs.sentences.batches(pairs.held_out("editor"), 600, None):
        batch = pairs.sentences.batch(group)
        for style in range(len(CORPORA)):
            for rate in (FREE, 0.25, 0.75):
                wish = Wish(torch.full_like(batch.length, style), torch.full(batch.length.shape, rate), batch.length)
                together = score_both(model, batch, wish)[1]
                for row, words in enumerate(batch.length.tolist()):
                    inputs = (batch.first, batch.last, batch.shape)
                    alone = (batch.pieces[row][batch.piece_mask[row]], *(each[row, : words + 2] for each in inputs))
                    vectors = parser(*alone)[-1]
                    tree, _, gaps, ancestry = context(vectors)
                    request = (torch.tensor([rate]), torch.tensor([style]))
                    token, bigram, arc = heads(vectors, tree, gaps, ancestry, *request)
                    assert (token - together.token[row, :words]).abs().max() < TOLERANCE
                    ends = (bigram - together.bigram[row, : words + 2, : words + 2])[:-1, 1:]
                    assert ends.abs().max() < TOLERANCE
                    heads_apart = arc[:, 1:].T - together.arc[row, :words, : words + 1]
                    heads_apart[:, 1:].fill_diagonal_(0.0)  # no word is its own head, whatever it scores
                    assert heads_apart.abs().max() < TOLERANCE
                    checked += 1
    return checked


@torch.no_grad()
def check_verdicts(model: Compressor, pairs: Pairs) -> int:
    """Compare the verdicts on random versions of all sentences; return how many."""
    parser, context, verifier = ParserWithVectors(model), ContextHead(model), VerifierHead(model)
    checked = 0
    for group in pairs.sentences.batches(pairs.held_out("editor"), 600, None):
        batch = pairs.sentences.batch(group)
        kept = (torch.rand(len(group), 5, batch.tag.shape[1]) < 0.6) & batch.word_mask[:, None]
        together = torch.softmax(model.verdict_scores(score(model, batch), words_and_ends(batch), kept), -1)
        for row, words in enumerate(batch.length.tolist()):
            inputs = (batch.first, batch.last, batch.shape)
            alone = (batch.pieces[row][batch.piece_mask[row]], *(each[row, : words + 2] for each in inputs))
            versions = kept[row, :, :words]
            before, after = neighbours(torch.nn.functional.pad(versions, (1, 1), value=True))
            vectors = parser(*alone)[-1]
            judged = verifier(vectors, context(vectors)[1], versions.float(), before, after)
            assert (judged - together[row]).abs().max() < TOLERANCE
            checked += len(versions)
    return checked


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder that training read")
    arguments.add_argument("--weights", type=Path, required=True)
    options = arguments.parse_args()
    model = load_compressor(options.data, options.weights, Path(__file__).with_name("settings.toml"))
    pairs = load_pairs(options.data, torch.device("cpu"), 6)
    print(f"{check(model, pairs)} scorings and {check_verdicts(model, pairs)} verdicts agree.")


if __name__ == "__main__":
    main()
