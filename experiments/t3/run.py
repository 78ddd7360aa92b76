"""Train and score tree transduction under several settings, and print a table of rates and scores.

python experiments/t3/run.py train.jsonl dev.jsonl --out runs [--tokenized] [--parse-cache FILE] [--only NAME]...
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

COLUMNS = ("compression_rate", "unigram_f1", "relation_f1", "exact_match", "seconds_per_sentence")


def laconic(*arguments: str) -> str:
    """Run the command line and return what it prints."""
    return subprocess.run(["laconic", *arguments], check=True, capture_output=True, text=True).stdout


def measure(arguments: argparse.Namespace, name: str, settings: dict[str, str], rates: list[str]) -> list[list[str]]:
    """Train one model, unless it is there, and return a row of the table for each rate."""
    folder = arguments.out / name
    common = ["--tokenized"] * arguments.tokenized
    if arguments.parse_cache is not None:
        common += ["--parse-cache", str(arguments.parse_cache)]
    if not (folder / "model.toml").is_file():
        chosen = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
        log = laconic(
            "train", "t3", str(arguments.train), "--dev", str(arguments.dev), "--out", str(folder), *common, *chosen
        )
        (folder / "training.log").write_text(log, "utf-8")
    rows = []
    for rate in rates:
        record: dict[str, Any] = json.loads(
            laconic("evaluate", str(arguments.dev), "--model", str(folder), "--rate", rate, "--json", *common)
        )
        rows.append([name, rate, *(f"{record[column]:.4f}" for column in COLUMNS)])
    return rows


def main() -> None:
    """Read the settings, run what is asked for, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=Path)
    parser.add_argument("dev", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokenized", action="store_true")
    parser.add_argument("--parse-cache", type=Path)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    settings = tomllib.loads((Path(__file__).parent / "settings.toml").read_text("utf-8"))
    print(" | ".join(["run", "rate", *COLUMNS]))
    for name, chosen in settings["runs"].items():
        if arguments.only is None or name in arguments.only:
            for row in measure(arguments, name, chosen, settings["shared"]["rates"]):
                print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main()
