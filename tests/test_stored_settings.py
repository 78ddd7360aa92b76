"""Models whose files say too little or nonsense are refused by name, before anything else is read."""

import math
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from laconic.errors import DataError
from laconic.pipeline.info import method_info


def bundled(name: str) -> dict[str, Any]:
    return tomllib.loads((files("laconic") / "data" / "models" / name / "model.toml").read_text("utf-8"))["method"]


LINEAR = bundled("joint")
TABLES: dict[str, dict[str, Any]] = {
    "joint": LINEAR,
    "crf": {**LINEAR, "name": "crf", "transition": [0.0, 0.1, 0.2, 0.3]},
    "t3": bundled("t3"),
    "joint-t3": bundled("joint-t3"),
    "paraphrase": bundled("paraphrase"),
    "two-stage": {"name": "two-stage", "word_bonus": 0.0, "candidates": 100},
}
SETTINGS = [(method, key) for method, table in TABLES.items() for key in table if key not in ("name", "bigram")]
WRONG: list[Any] = [[], None, math.nan, b""]


def refusal(method: str, table: dict[str, Any], folder: Path) -> str:
    with pytest.raises(DataError) as refused:
        method_info(method).load(folder, table)
    return str(refused.value)


def test_a_table_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    told = refusal("joint", {**LINEAR, "buckets": 2**30}, tmp_path)
    assert "buckets = 1073741824, which needs a power of two of at most 2^27" in told


@pytest.mark.parametrize(("method", "key"), SETTINGS)
def test_a_missing_setting_is_named(method: str, key: str, tmp_path: Path) -> None:
    table = {name: value for name, value in TABLES[method].items() if name != key}
    told = refusal(method, table, tmp_path)
    assert told.startswith(f"{tmp_path}: ")
    assert ("tree transducer" if key == "t3" else key) in told


@pytest.mark.parametrize(("method", "key"), SETTINGS)
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_wrong_setting_is_named(method: str, key: str, wrong: Any, tmp_path: Path) -> None:
    assert key in refusal(method, {**TABLES[method], key: wrong}, tmp_path)


@pytest.mark.parametrize(
    ("method", "key", "value", "told"),
    [
        ("joint", "buckets", 1000, "has the setting buckets = 1000, which needs a power of two of at most 2^27."),
        ("joint", "with_pairs", 1, "has the setting with_pairs = 1, which needs yes or no."),
        ("crf", "transition", [1, 2, 3], "has the setting transition = [1, 2, 3], which needs four numbers."),
        ("t3", "beam", 0, "has the setting beam = 0, which needs a whole number of at least 1."),
        ("paraphrase", "longer", 0.0, "has the setting longer = 0.0, which needs a number above 0."),
        ("paraphrase", "deletions", "all", "which needs none, words, constituents or anything."),
    ],
)
def test_what_a_setting_needs_is_told(method: str, key: str, value: Any, told: str, tmp_path: Path) -> None:
    assert refusal(method, {**TABLES[method], key: value}, tmp_path).endswith(told)
