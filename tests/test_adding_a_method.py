"""The page "Add a method" is followed to the letter, with its toy method and its commands."""

import json
import re
import shlex
from pathlib import Path

import pytest

from laconic import catalog
from laconic.cli import main
from laconic.corpus import sample
from laconic.corpus.jsonl import Jsonl
from laconic.model import load
from laconic.web.models import Models

PAGE = (Path(__file__).parents[1] / "docs" / "adding-a-method.md").read_text("utf-8")
THE_FILE, THE_CHECK = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(COMMANDS,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the method's file and two corpora, from which modules can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("rare.py").write_text(THE_FILE, "utf-8")
    pairs = list(sample("deletion"))
    for name, part in (("train", pairs[::3]), ("dev", pairs[1:8])):
        with Jsonl().write(f"{name}.jsonl", tokenized=False) as put:
            for pair in part:
                put(pair)
    return tmp_path


def test_the_check_passes(folder: Path) -> None:
    exec(compile(THE_CHECK, "adding-a-method.md", "exec"), {})


def test_the_commands_work(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train, compress, evaluate = (shlex.split(line)[1:] for line in COMMANDS.strip().splitlines())
    assert main(train) == 0
    capsys.readouterr()
    assert main([*compress, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["text"].split()) == 5
    assert answer["method"] == "rare:INFO"
    assert main([*evaluate, "--json"]) == 0
    assert 0 < json.loads(capsys.readouterr().out)["unigram_f1"] <= 1


def test_one_line_of_the_catalog_is_enough(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setitem(catalog.METHODS, "rare", "rare:INFO")
    assert main(["train", "rare", "train.jsonl", "--dev", "dev.jsonl", "--out", "models/rare"]) == 0
    assert load("models/rare").method.name == "rare"
    models = Models(["models/rare"])
    assert models.description("rare") == "Deletes words that are common in the training corpus."
    assert not models.explains("rare")
    capsys.readouterr()
    assert main(["train", "random", "train.jsonl", "--dev", "dev.jsonl", "--out", "models/other"]) == 2
    assert "the method random cannot be trained; choose from" in (told := capsys.readouterr().err)
    assert "rare" in told


def test_a_search_that_does_not_fit_is_refused(folder: Path) -> None:
    from rare import RareWords

    from laconic.errors import UsageError
    from laconic.search.bigram import BigramSearch

    method = RareWords("rare", {})
    with pytest.raises(UsageError, match="reads bigram scores, and the method rare gives only token and heads"):
        method.search = BigramSearch()
