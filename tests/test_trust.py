"""Folders and experiments from others run no code and open no files outside, unless that is allowed."""

import shutil
from pathlib import Path

import pytest

import laconic
from laconic import catalog
from laconic.cli import main
from laconic.errors import DataError
from laconic.model import _BUNDLED
from laconic.trust import file_inside, names_from

PAYLOAD = """
import pathlib
pathlib.Path("it-ran").touch()

def X(*args, **kwargs):
    pathlib.Path("it-was-called").touch()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, in which a payload waits."""
    (tmp_path / "payload.py").write_text(PAYLOAD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def _copy(name: str, folder: Path, old: str, new: str) -> Path:
    """Copy a bundled model with one change of its file."""
    copied = folder / "model"
    shutil.copytree(_BUNDLED / name, copied)
    text = (copied / "model.toml").read_text()
    assert old in text
    (copied / "model.toml").write_text(text.replace(old, new, 1))
    return copied


@pytest.mark.parametrize(
    ("model", "old", "new"),
    [
        ("joint", 'parser = "english"', 'parser = "payload:X"'),
        ("joint", 'search = "joint-exact"', 'search = "payload:X"'),
        ("joint", 'name = "joint"', 'name = "payload:X"'),
        ("joint-t3", 'search = "bigram"', 'search = "payload:X"'),
        ("joint", 'parser = "english"', 'parser = "laconic.cli:main"'),
    ],
)
def test_a_model_runs_no_code(folder: Path, model: str, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    copied = _copy(model, folder, old, new)
    with pytest.raises(DataError, match=r"model\.toml: names the .* allow_code=True"):
        laconic.load(copied)
    assert main(["compress", "A short text.", "--model", str(copied)]) == 1
    assert "--allow-code" in capsys.readouterr().err
    assert not (folder / "it-ran").exists()


def test_code_runs_where_it_is_allowed(folder: Path) -> None:
    copied = _copy("joint", folder, 'search = "joint-exact"', 'search = "payload:X"')
    with pytest.raises(Exception, match=r".*"):  # it is not a search
        laconic.load(copied, allow_code=True)
    assert (folder / "it-was-called").exists()


def test_an_allowed_model_can_be_sent_to_another_process(folder: Path) -> None:
    (folder / "mine.py").write_text("from laconic.parse.english import EnglishParser as Parser\n")
    model = laconic.load(_copy("joint", folder, '"english"', '"mine:Parser"'), allow_code=True)
    load_again, arguments = model.__reduce__()
    assert load_again(*arguments).compress("A short text.").text == "A short text."


@pytest.mark.parametrize("place", ["../secret", "/etc/passwd", "link"])
def test_a_model_opens_no_file_outside_its_folder(folder: Path, place: str) -> None:
    copied = _copy("paraphrase", folder, 'grammar = "grammar.scfg"', f'grammar = "{place}"')
    (folder / "secret").write_text("secret")
    (copied / "link").symlink_to(folder / "secret")
    with pytest.raises(DataError, match="is outside") as raised:
        laconic.load(copied)
    assert "secret" not in str(raised.value).replace("../secret", "")


def test_a_name_that_no_file_can_have_is_refused(folder: Path) -> None:
    copied = _copy("paraphrase", folder, 'lm = "bundled"', f'lm = "{"long" * 1000}"')
    with pytest.raises(DataError, match="cannot be read: File name too long"):
        laconic.load(copied)


def test_a_language_model_outside_the_folder_is_refused_or_allowed(folder: Path) -> None:
    (folder / "my.lm").symlink_to(_BUNDLED.parent / "lm" / "english.lm")
    copied = _copy("t3", folder, 'lm = "bundled"', f'lm = "{folder / "my.lm"}"')
    with pytest.raises(DataError, match="is outside"):
        laconic.load(copied)
    model = laconic.load(copied, allow_code=True)
    model.save(folder / "whole")  # takes the language model along
    (folder / "my.lm").unlink()
    assert (folder / "whole" / "language-model.lm").is_file()
    assert laconic.load(folder / "whole").compress("He went home.", words=2).text


EXPERIMENT = """
title = "A test"
baseline = "one"
[corpora.sample]
train = "train.jsonl"
test = "test.jsonl"
[systems.one]
{system}
"""


@pytest.mark.parametrize(
    "system",
    [
        'method = "payload:X"',
        'model = "joint"\nsearch = "payload:X"',
        'method = "t3"\nsettings = {{ aligner = "payload:X" }}',
    ],
)
def test_an_experiment_runs_no_code(folder: Path, system: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "e.toml").write_text(EXPERIMENT.format(system=system.replace("{{", "{").replace("}}", "}")))
    assert main(["run", "e.toml"]) == 1
    assert "--allow-code" in capsys.readouterr().err
    assert not (folder / "it-ran").exists()


def test_an_experiment_reads_corpora_below_its_data_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data").mkdir()
    text = EXPERIMENT.format(system='model = "random"').replace('"train.jsonl"', '"../payload.py"')
    (folder / "e.toml").write_text(text)
    assert main(["run", "e.toml", "--data", "data"]) == 1
    assert "is outside" in capsys.readouterr().err


def test_what_a_user_names_is_found(folder: Path) -> None:
    assert catalog.resolve("payload:X", {}, "thing").__name__ == "X"


def test_reading_one_file_does_not_concern_another(tmp_path: Path) -> None:
    with names_from("trusted", allow_code=True):
        assert file_inside(tmp_path, "../x") == tmp_path / "../x"
        with names_from("other", allow_code=False), pytest.raises(DataError, match="is outside"):
            file_inside(tmp_path, "../x")
        assert catalog.resolve("os:path", {}, "thing")
    assert file_inside(tmp_path, "x/y") == tmp_path / "x/y"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("parse {data}/x --parser payload:X", "payload:X"),
        ("parse {data}/x --parser=payload:X", "payload:X"),
        ("evaluate {data}/x --model {data}/m --allow-code", "--allow-code"),
        ("corpus convert {data}/x payload.py", "payload.py"),
        ("corpus convert {data}/x ~/mine", "mine"),
        ("corpus convert {data}/x /etc/mine", "/etc/mine"),
        ("corpus convert {data}/x {out}/../../../mine", "mine"),
        ("corpus convert {data}/x --out=../mine", "../mine"),
    ],
)
def test_steps_of_an_experiment_stay_in_its_folders(
    folder: Path, command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "x").write_text("A short text.\n")
    step = f'[steps.made]\nrun = "{command}"\n' + ('out = "o"\n' if "{out}" in command else 'report = "r"\n')
    text = EXPERIMENT.format(system='model = "random"').replace('"train.jsonl"', '"@made"')
    (folder / "e.toml").write_text(text + step)
    assert main(["run", "e.toml", "--data", "data"]) == 1
    errors = capsys.readouterr().err
    assert said in errors
    assert "allow" in errors
    assert not (folder / "it-ran").exists()
