"""Systems that learn from pairs of their own, and what they do to the sources by type of edit."""

import json
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import sample
from laconic.errors import DataError
from laconic.experiment.results import edits_by_type
from laconic.experiment.spec import read_plan
from laconic.grammar import Grammar
from laconic.metrics import Version

SETTINGS = (
    'settings = { grammar = "@rules,@more", lm = "none", C = 1, gap = 0.2, match_rate = "no", templates = "roots" }'
)
EXPERIMENT = f"""
title = "Own pairs"
baseline = "few"
metrics = ["compression_rate", "sari"]
examples = 1
edits = true
[steps.pairs]
run = "corpus select {{data}}/pairs.jsonl {{out}} --most 4"
out = "few.jsonl"
[steps.rules]
run = "grammar extract @pairs --origin few --out {{out}}"
out = "rules.txt"
[steps.more]
run = "grammar extract @pairs --origin more --compose --out {{out}}"
out = "more.txt"
[corpora.news]
train = "pairs.jsonl"
test = "test.jsonl"
dev = "dev.jsonl"
[systems.few]
method = "t3"
train = ["@pairs"]
{SETTINGS}
[systems.all]
method = "t3"
{SETTINGS}
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    pairs = list(sample("deletion"))
    # The first pair is tuned on, so it must not be learnt from, although it is in the training file.
    for name, part in (("pairs", pairs[:8]), ("test", pairs[8:11]), ("dev", pairs[:1])):
        records = [{"id": pair.id, "source": pair.source, "references": [pair.reference]} for pair in part]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    (folder / "experiment.toml").write_text(EXPERIMENT, "utf-8")
    return folder


def test_each_system_learns_from_its_own_pairs_with_several_grammars(data: Path) -> None:
    out = data / "out"
    assert main(["run", str(data / "experiment.toml"), "--data", str(data), "--out", str(out)]) == 0
    logs = {path.name.split("-")[0]: path.read_text("utf-8") for path in (out / "logs").rglob("*.log")}
    assert "of 3 references" in logs["few"]
    assert "of 8 references" in logs["all"]
    model = next(path for path in out.rglob("grammar.txt.xz") if path.parent.name.startswith("few-"))
    assert set(Grammar.read(model).counts) == {"few", "more"}
    report = (out / "report.md").read_text("utf-8")
    assert "| edits | insertions | deletions | substitutions | shifts |" in report
    assert "| references | 0.0 |" in report


def test_a_loaded_model_has_no_training_data(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(EXPERIMENT.replace('method = "t3"\ntrain', 'model = "t3"\ntrain', 1), "utf-8")
    with pytest.raises(DataError, match="train is for systems that are trained"):
        read_plan(path)


def test_edits_are_of_words_and_rewriting_is_more_than_deletion() -> None:
    source = Version("", "The old dog , a poodle , barked loudly .".split())
    deleted, put, turned = (
        Version("", text.split())
        for text in ("The dog barked .", "The old hound barked .", "A poodle the dog barked .")
    )
    edits, share = edits_by_type([source] * 3, [deleted, put, turned])
    assert share == pytest.approx(2 / 3)
    assert edits["words"] == pytest.approx((4 + 5 + 6) / 3)
    only, none = edits_by_type([source], [deleted])
    assert none == 0.0
    assert (only["insertions"], only["deletions"], only["substitutions"]) == (0.0, 4.0, 0.0)
