"""Write what the trained readers think of all judged and proposed versions, on average.

    python believe.py --data carry runs/reader-0 runs/reader-1

The folder ``--data`` gets ``judged.beliefs.npy`` and ``proposed.beliefs.npy``, with three probabilities for each
version in the order in which the versions are stored, and ``beliefs.json``: how well each reader, and all of them
together, tell verdicts apart on held-out sentences. Folders are named by the numbers of their variants.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from judged import load_judged
from judging import Probabilities, probabilities, verdict_figures
from read import reader_settings
from reader import load_reader
from train import prepare_device, read_settings

STORED = ("judged", "proposed")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    parser.add_argument("--device")
    options = parser.parse_args()
    settings = read_settings(options.settings)
    device = prepare_device(options.device, 0)
    versions = {name: load_judged(options.data, device, name) for name in STORED}
    thought: dict[str, list[Probabilities]] = {name: [] for name in STORED}
    figures = {}
    for run in options.runs:
        kind = reader_settings(settings, int(run.name.rpartition("-")[2]))["kind"]
        reader = load_reader(options.data, run, kind, device)
        for name, judged in versions.items():
            thought[name].append(probabilities(reader.judge_of(judged), judged, np.arange(len(judged.versions))))
        figures[run.name] = verdict_figures(thought["judged"][-1], versions["judged"])
        print(run.name, json.dumps(figures[run.name]), flush=True)
    figures["all readers"] = verdict_figures(np.mean(thought["judged"], axis=0), versions["judged"])
    print("all readers", json.dumps(figures["all readers"]), flush=True)
    for name, each in thought.items():
        np.save(options.data / f"{name}.beliefs.npy", np.mean(each, axis=0).astype(np.float16))
    (options.data / "beliefs.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
