"""An experiment from its file to its report, on the sample corpus and on one's own."""

import importlib.metadata
import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import sample
from laconic.corpus.words import word_splitter
from laconic.errors import DataError, UsageError
from laconic.experiment.bundled import models_fingerprint
from laconic.experiment.material import read_material
from laconic.experiment.needs import check_needs
from laconic.experiment.run import Runner
from laconic.experiment.spec import read_plan
from laconic.experiment.steps import Steps

EXPERIMENT = """
title = "A short experiment"
about = "Made to be quick."
baseline = "bigram"
examples = 1
[corpora.sample]
train = "train.jsonl"
test = "test.jsonl"
[systems.random]
model = "random"
paper.sample = { relation_f1 = 0.123, ms = 77, rating = 2.5, importance = 3.25 }
[systems.bigram]
title = "Bigrams"
method = "bigram"
settings = { epochs = 1, buckets = 4096 }
[systems.free]
model = "@bigram"
rate = "free"
[systems.lagrangian]
model = "@bigram"
search = "joint-lagrangian"
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    pairs = list(sample("deletion"))
    for name, part in (("train", pairs[::6]), ("test", pairs[1::20]), ("one", pairs[:3])):
        lines = [
            json.dumps({"id": pair.id, "source": pair.source, "references": list(pair.references)}) for pair in part
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "experiment.toml").write_text(EXPERIMENT, "utf-8")
    return folder


@pytest.fixture(scope="module")
def out(data: Path) -> Path:
    folder = data / "out"
    assert main(["run", str(data / "experiment.toml"), "--data", str(data), "--out", str(folder)]) == 0
    return folder


def test_the_report_has_every_system_and_the_papers_figures(out: Path) -> None:
    text = (out / "report.md").read_text("utf-8")
    assert text.startswith("# A short experiment\n\nMade to be quick.\n")
    header, _, *rows = [line for line in text.splitlines() if line.startswith("|")]
    assert "| relation F1 | paper |" in header
    assert [row.split("|")[1].strip() for row in rows] == ["random", "Bigrams", "free", "lagrangian"]
    assert "| 0.123 |" in rows[0]
    assert "| paper: rating | paper: importance |" in header
    assert "| 2.500 | 3.250 |" in rows[0]
    assert "| ms | paper |" in header
    assert rows[0].rstrip().endswith("| 77 |")
    assert text.count("> reference:") == 1


def test_answers_are_as_long_as_references_unless_free(out: Path) -> None:
    (table,) = json.loads((out / "results.json").read_text("utf-8"))
    rates = {row["system"]: row["scores"]["compression_rate"] for row in table["rows"]}
    for system in ("random", "bigram", "lagrangian"):
        assert rates[system] == pytest.approx(table["gold_rate"], abs=0.02)
    assert rates["free"] != rates["bigram"]
    iterations = {row["system"]: row["iterations"] for row in table["rows"]}
    assert len(iterations["lagrangian"]) == table["sentences"] == 8
    assert not iterations["bigram"]


LENGTHS = """
[systems.average]
model = "@bigram"
rate = "average"
[systems.mixed]
title = "Short ones by programme"
model = "@bigram"
search = "joint-ilp"
longest = 25
"""


def test_answers_are_together_as_long_as_references_on_average(data: Path, out: Path) -> None:
    (data / "lengths.toml").write_text(EXPERIMENT + LENGTHS, "utf-8")
    plan = read_plan(data / "lengths.toml")
    (material,) = read_material(plan, data)
    answers = Runner(plan, out, lambda _: None).answers(material)
    each, together = ([len(answer.tokens) for answer in answers[name]] for name in ("bigram", "average"))
    assert sum(together) == sum(each)
    assert together != each


def test_sentences_too_long_for_a_search_are_answered_by_the_models_own(data: Path, out: Path) -> None:
    (data / "lengths.toml").write_text(EXPERIMENT + LENGTHS, "utf-8")
    assert main(["run", str(data / "lengths.toml"), "--data", str(data), "--out", str(out)]) == 0
    plan = read_plan(data / "lengths.toml")
    (material,) = read_material(plan, data)
    answers = Runner(plan, out, lambda _: None).answers(material)
    split = word_splitter(material.tokenized)
    is_long = [len(split(pair.source)) > 25 for pair in material.testing]
    assert 0 < sum(is_long) < len(is_long)
    assert [answer.seconds is None for answer in answers["mixed"]] == is_long
    # Every length is met by both searches, and long sentences have the very answers of the model's own.
    pairs = list(zip(answers["bigram"], answers["mixed"], is_long, strict=True))
    assert all(own.tokens == mixed.tokens for own, mixed, long in pairs if long)
    assert all(len(own.tokens) == len(mixed.tokens) for own, mixed, _ in pairs)
    report = (out / "report.md").read_text("utf-8")
    assert f"Short ones by programme: {sum(is_long)} sentences of more than 25 words were answered" in report


def test_a_search_that_answered_nothing_took_no_time_that_could_be_told(data: Path, out: Path) -> None:
    (data / "none.toml").write_text((EXPERIMENT + LENGTHS).replace("longest = 25", "longest = 1"), "utf-8")
    assert main(["run", str(data / "none.toml"), "--data", str(data), "--out", str(out)]) == 0
    (table,) = json.loads((out / "results.json").read_text("utf-8"))
    times = {row["system"]: row["seconds"] for row in table["rows"]}
    assert [name for name, seconds in times.items() if seconds is None] == ["mixed"]
    report = (out / "report.md").read_text("utf-8")
    (row,) = [line for line in report.splitlines() if line.startswith("| Short ones by programme ")]
    assert "| 0.00 |" not in row
    assert "sentences of more than 1 word were answered" in report


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_has_plots_and_needs_nothing_else(out: Path) -> None:
    page = _Page()
    page.feed((out / "report.html").read_text("utf-8"))
    assert page.tags.count("svg") == 3  # rates, speed, iterations of the one search that has them
    assert not page.links


def test_what_is_there_is_not_made_again(data: Path, out: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file() and path.suffix == ".jsonl"}
    models = sorted(path.name for path in (out / "models" / "sample").iterdir())
    assert len(models) == 1
    told: list[str] = []
    plan = read_plan(data / "experiment.toml")
    (material,) = read_material(plan, data)
    Runner(plan, out, told.append).answers(material)
    assert not told
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_changed_settings_train_anew(data: Path, out: Path) -> None:
    (data / "changed.toml").write_text(EXPERIMENT.replace("epochs = 1", "epochs = 2"), "utf-8")
    told: list[str] = []
    plan = read_plan(data / "changed.toml")
    (material,) = read_material(plan, data)
    Runner(plan, out, told.append).answers(material)
    assert sum("training" in each for each in told) == 1
    assert sum("compressing" in each for each in told) == 3  # all but the one that is not trained


def test_damaged_answers_are_named(data: Path, out: Path) -> None:
    plan = read_plan(data / "experiment.toml")
    (material,) = read_material(plan, data)
    path = next((out / "answers" / "sample").glob("random-*.jsonl"))
    whole = path.read_text("utf-8")
    path.write_text(whole.replace('"tokens"', '"words"', 1), "utf-8")
    with pytest.raises(DataError, match="is not an answer"):
        Runner(plan, out, lambda _: None).answers(material)
    path.write_text(whole.split("\n", 1)[1], "utf-8")
    with pytest.raises(DataError, match="7 answers, but 8 were expected"):
        Runner(plan, out, lambda _: None).answers(material)
    path.write_text(whole, "utf-8")


BUNDLED = """
title = "What comes with laconic"
baseline = "made"
[corpora.sample]
train = "train.jsonl"
test = "test.jsonl"
[steps.trees]
run = "parse {data}/train.jsonl"
report = "Trees"
[systems.made]
method = "bigram"
[systems.bundled]
model = "joint"
"""


@pytest.mark.parametrize(
    ("changed", "made_again"),
    [
        ("parser_fingerprint", {"trees", "made", "bundled"}),
        ("models_fingerprint", {"bundled"}),
    ],
)
def test_another_parser_or_bundled_model_is_noticed(data, tmp_path, monkeypatch, changed, made_again) -> None:
    path = tmp_path / "bundled.toml"
    path.write_text(BUNDLED, "utf-8")
    plan = read_plan(path)
    (material,) = read_material(plan, data)

    def keys() -> dict[str, str]:
        steps = Steps(plan, data, tmp_path / "out", lambda _: None)
        runner = Runner(plan, tmp_path / "out", lambda _: None, steps)
        found = {name: runner._key(name, material) for name in plan.systems}
        return {**found, "trees": steps._digest(plan.steps["trees"])}

    before = keys()
    assert keys() == before
    for module in ("run", "steps"):
        monkeypatch.setattr(f"laconic.experiment.{module}.{changed}", lambda: "another", raising=False)
    assert {name for name, key in keys().items() if key != before[name]} == made_again


def test_the_fingerprint_of_bundled_models_changes_with_any_of_them(tmp_path, monkeypatch) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.toml").write_text("format = 1", "utf-8")
    monkeypatch.setattr("laconic.model._BUNDLED", tmp_path)
    before = models_fingerprint()
    assert models_fingerprint() == before
    (tmp_path / "second" / "model.toml").write_text("format = 2", "utf-8")
    assert models_fingerprint() != before


def test_documents_are_not_torn_apart(data: Path) -> None:
    plan = read_plan(data / "experiment.toml")
    (material,) = read_material(plan, None)
    parts = [{pair.document for pair in part} for part in (material.learning, material.tuning, material.testing)]
    assert all(parts)
    assert sum(map(len, parts)) == len(set.union(*parts))


def test_too_few_documents_to_hold_some_out_are_told(data: Path) -> None:
    (data / "one.toml").write_text(EXPERIMENT.replace("train.jsonl", "one.jsonl"), "utf-8")
    with pytest.raises(DataError, match="as dev"):
        read_material(read_plan(data / "one.toml"), data)


def test_a_search_for_a_method_that_has_its_own_is_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "t3.toml").write_text(
        EXPERIMENT.replace('model = "random"', 'model = "t3"\nsearch = "bigram"'), "utf-8"
    )
    plan = read_plan(tmp_path / "t3.toml")
    (material,) = read_material(plan, data)
    with pytest.raises(UsageError, match="t3 has its own search"):
        Runner(plan, tmp_path, lambda _: None).answers(material)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('search = "joint-lagrangian"', 'search = "crf"', r"\[systems.lagrangian\]: .*reads transition scores"),
        ('model = "random"', 'model = "joint-t3"\nsearch = "bigram"', "and the method joint-t3 gives only forest"),
        ('model = "random"', 'model = "t3"\nsearch = "bigram"', "t3 has its own search"),
    ],
)
def test_an_unfit_search_is_refused_before_any_work(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "unfit.toml"
    path.write_text(EXPERIMENT.replace(old, new), "utf-8")
    with pytest.raises(DataError, match=problem):
        check_needs(read_plan(path), path)


def test_a_folder_that_is_not_there_is_an_error_of_usage(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(data / "experiment.toml"), "--data", str(data / "nowhere")]) == 2
    assert "--data must name the folder" in capsys.readouterr().err


NEEDY = """
title = "Wants much"
baseline = "a"
[corpora.sample]
train = "train.jsonl"
test = "test.jsonl"
[systems.a]
SYSTEM
[systems.b]
model = "random"
"""


@pytest.mark.parametrize(
    ("system", "problem"),
    [
        (
            'method = "paraphrase"\nsettings = { grammar = "none.scfg" }',
            r"\[systems.a\]: .*'none.scfg'.*grammar extract or pivot",
        ),
        ('method = "t3"\nsettings = { lm = "none.arpa" }', r"'none.arpa'.*lm estimate"),
        ('method = "joint-t3"\nsettings = { "t3.model" = "none" }', r"'none', which t3.model names, holds no model"),
        ('model = "none"', r"the model 'none' does not exist: .*encoder"),
    ],
)
def test_files_and_models_are_asked_for_before_any_work(data, tmp_path, monkeypatch, capsys, system, problem) -> None:
    monkeypatch.setattr(Runner, "answers", lambda *_: pytest.fail("work was begun"))
    path = tmp_path / "needy.toml"
    path.write_text(NEEDY.replace("SYSTEM", system), "utf-8")
    assert main(["run", str(path), "--data", str(data), "--out", str(tmp_path / "out")]) == 1
    assert re.search(problem, capsys.readouterr().err)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("system", "changed"),
    [
        ('method = "t3"\nsettings = { lm = "own.arpa" }', "own.arpa"),
        ('method = "t3"\nsettings = { grammar = "bundled, own.txt" }', "own.txt"),
        ('method = "joint-t3"\nsettings = { "t3.model" = "own" }', "own/weights.npz"),
        ('model = "own"', "own/weights.npz"),
    ],
)
def test_another_content_of_a_named_file_is_another_system(data, tmp_path, monkeypatch, system, changed) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own").mkdir()
    for name in ("own.arpa", "own.txt", "own/model.toml", "own/weights.npz", "bundled"):
        Path(name).write_text("before")
    Path("needy.toml").write_text(NEEDY.replace("SYSTEM", system), "utf-8")
    plan = read_plan(Path("needy.toml"))
    (material,) = read_material(plan, data)

    def key() -> str:
        return Runner(plan, tmp_path / "out", lambda _: None)._key("a", material)

    before = key()
    assert key() == before
    Path(changed).write_text("after")
    assert key() != before


@pytest.mark.parametrize(
    ("system", "package", "extra"),
    [
        ('method = "crf"', "scipy", "train"),
        ('method = "t3"', "piqp", "train"),
        ('method = "two-stage"', "sklearn", "train"),
        ('method = "paraphrase"\nsettings = { optimizer = "pro" }', "scipy", "train"),
        ('method = "joint"\nsearch = "joint-ilp"', "highspy", "ilp"),
        ('model = "clarke-lapata"', "highspy", "ilp"),
        ('method = "joint"', "scipy", "stats"),
    ],
)
def test_packages_are_asked_for_before_any_work(tmp_path, monkeypatch, capsys, system, package, extra) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("laconic.experiment.needs.find_spec", lambda name: None if name == package else find(name))
    monkeypatch.setattr(Runner, "answers", lambda *_: pytest.fail("work was begun"))
    path = tmp_path / "needy.toml"
    path.write_text(NEEDY.replace("SYSTEM", system), "utf-8")
    assert main(["run", str(path), "--out", str(tmp_path / "out")]) == 1
    assert f"run pip install '.[{extra}]' in a clone of laconic" in capsys.readouterr().err
    declared = {re.match(r"[\w-]+", line)[0] for line in importlib.metadata.requires("laconic") if f'"{extra}"' in line}
    assert {"sklearn": "scikit-learn"}.get(package, package) in declared
