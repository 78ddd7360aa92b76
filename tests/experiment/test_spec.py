"""Experiments' files: the project's own are sound, and mistakes are named."""

from pathlib import Path

import pytest

from laconic.errors import DataError
from laconic.experiment.spec import read_plan

EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.toml"))
SOUND = """
title = "Two systems"
baseline = "random"
[corpora.news]
train = "train.jsonl"
test = "test.jsonl"
[systems.random]
model = "random"
[systems.bigram]
method = "bigram"
settings = { epochs = 1 }
[systems.again]
model = "@bigram"
search = "bigram"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "experiment.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_the_projects_experiments_are_sound(path: Path) -> None:
    plan = read_plan(path)
    assert plan.baseline in plan.systems


def test_every_experiment_of_a_paper_has_its_figures() -> None:
    """Those of Cohn & Lapata's tables that people rated, too."""
    papers = [path for path in EXPERIMENTS if path.stem.endswith(("2007", "2011", "2013", "2014"))]
    by_paper = {path.stem: read_plan(path) for path in papers}
    for name, plan in by_paper.items():
        assert any(system.paper for system in plan.systems.values()), name
    table = {name: system.paper for name, system in by_paper["cohn_lapata_2013"].systems.items() if system.paper}
    assert {name: figures["rewrites"]["rating"] for name, figures in table.items()} == {
        "extract": 2.84,
        "abstract": 2.63,
        "both": 2.68,
        "pivot": 2.79,
    }


def test_there_is_one_for_each_paper_that_has_a_table() -> None:
    assert {path.stem for path in EXPERIMENTS} >= {"cohn_lapata_2007", "qian_liu_2014", "yao_2014"}


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, SOUND))
    assert plan.systems["bigram"].settings == {"epochs": 1}
    assert plan.systems["again"].others == ["bigram"]
    assert plan.rate == "gold"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Two systems"', "", "missing required field `title`"),
        ("epochs = 1", "epochs = [1]", r"settings\[...\]"),
        ('model = "random"', 'modle = "random"', "unknown field `modle`, at systems"),
        ('baseline = "random"', 'baseline = "best"', "the baseline 'best' is not one of"),
        ('model = "random"', 'model = "random"\nmethod = "bigram"', "either method"),
        ('method = "bigram"', 'method = "bigramm"', "'bigramm' cannot be trained; choose from advised-t3, bigram"),
        ('search = "bigram"', 'search = "luck"', "no search 'luck'"),
        ('model = "@bigram"', 'model = "@later"', "@later must name a step, or a system that comes before"),
        ("[systems.again]", '[systems."a/b"]', "must do for a file"),
        ('baseline = "random"', 'baseline = "random"\nrate = "golden"', "rate must be"),
        ('model = "random"', 'model = "random"\nlongest = 9', "longest says .*: give search"),
        ('search = "bigram"', 'search = "bigram"\nlongest = 0', "longest must be a number of words from 1"),
        ('search = "bigram"', 'search = "bigram"\nlongest = 9\nrate = "average"', "longest is not for rate"),
        ('baseline = "random"', 'baseline = "random"\nheld_out = 1.5', "held_out must be"),
        ('baseline = "random"', 'baseline = "random"\nmetrics = ["bleu", "beauty"]', "not 'beauty'"),
        ('model = "random"', 'model = "random"\npaper.new = { rating = 3 }', "'new' is not one of the corpora news"),
        ('model = "random"', 'model = "random"\npaper.news = { beauty = 3 }', r"paper\.news: 'beauty' is not one of"),
        ('title = "Two systems"', "title = ", "is not TOML"),
        ('title = "Two systems"', "title = " + "[" * 3000, "is not TOML"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SOUND
    path = written(tmp_path, SOUND.replace(old, new))
    with pytest.raises(DataError, match=message) as raised:
        read_plan(path)
    assert str(raised.value).startswith(str(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml"):
        read_plan(tmp_path / "none.toml")
