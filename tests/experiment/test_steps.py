"""Steps of experiments: commands that make what systems and corpora need."""

from __future__ import annotations

from pathlib import Path

import pytest

from laconic.errors import DataError, UsageError
from laconic.experiment.spec import read_plan
from laconic.experiment.steps import Steps

HEAD = """
title = "Steps"
baseline = "random"
[corpora.made]
train = "{train}"
test = "test.jsonl"
[systems.random]
model = "random"
"""
STEPS = """
[steps.lm]
run = "lm estimate {data}/text.txt --order 2 --out {out}"
out = "two.lm"
[steps.asked]
run = "lm query @lm {data}/text.txt"
report = "How probable the text is"
"""


def plan_of(tmp_path: Path, text: str, train: str = "train.jsonl"):
    path = tmp_path / "experiment.toml"
    path.write_text(HEAD.replace("{train}", train) + text, "utf-8")
    return read_plan(path)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "text.txt").write_text("the dog barks\nthe cat sleeps\n", "utf-8")
    return folder


def test_a_step_is_run_once(tmp_path: Path, data: Path) -> None:
    plan = plan_of(tmp_path, STEPS)
    told: list[str] = []
    steps = Steps(plan, data, tmp_path / "out", told.append)
    ((heading, text),) = steps.reports()
    assert heading == "How probable the text is"
    assert text
    assert steps.path("@lm").name == "two.lm"
    assert len(told) == 2
    again = Steps(plan, data, tmp_path / "out", told.append)
    assert again.reports() == [(heading, text)]
    assert len(told) == 2
    (data / "text.txt").write_text("another dog barks\n", "utf-8")
    changed = Steps(plan, data, tmp_path / "out", told.append)
    assert changed.path("@lm") != steps.path("@lm")
    changed.reports()
    assert len(told) == 4


def test_a_command_that_fails_is_told(tmp_path: Path, data: Path) -> None:
    (data / "text.txt").unlink()
    steps = Steps(plan_of(tmp_path, STEPS), data, tmp_path / "out", lambda _: None)
    with pytest.raises(DataError, match=r"the step lm failed.*text\.txt"):
        steps.path("@lm")
    with pytest.raises(UsageError, match=r"\[steps.lm\] reads data files; name their folder with --data"):
        Steps(plan_of(tmp_path, STEPS), None, tmp_path / "out", lambda _: None).path("@lm")


@pytest.mark.parametrize(
    ("text", "train", "message"),
    [
        ('[steps.a]\nrun = "lm query @b"\nreport = "r"', "t", "@b must name a step that comes before"),
        ('[steps.a]\nrun = "info"', "t", "give out, what it makes, or report"),
        ('[steps.a]\nrun = "info"\nout = "b"', "t", "give both, or neither"),
        ('[steps.a]\nrun = "lm estimate {out}"\nout = "../b"', "t", "must be the name of a file"),
        ('[steps.a]\nrun = "lm \'"\nreport = "r"', "t", "is not a command: No closing quotation"),
        ('[steps.random]\nrun = "info"\nreport = "r"', "t", "is also the name of a system"),
        ("", "@parts/train.jsonl", "@parts/train.jsonl must name a step"),
        ('[tied]\npairs = [["random", "other"]]', "t", "'other' is not one of the systems"),
        ("[tied]\ntolerance = 0", "t", "tolerance must be above 0"),
    ],
)
def test_plans_that_make_no_sense_are_refused(tmp_path: Path, text: str, train: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        plan_of(tmp_path, text, train)


def test_a_command_without_end_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="2,000,000 characters, and 10,000 are allowed"):
        plan_of(tmp_path, f'[steps.a]\nrun = "{"a" * 2_000_000}"\nreport = "r"', "t")
