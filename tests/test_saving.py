"""A model's folder is there whole or not at all, and its files belong together."""

import os
import shutil
from pathlib import Path

import pytest

import laconic
from laconic.cli import main
from laconic.corpus import sample
from laconic.corpus.jsonl import Jsonl
from laconic.errors import DataError, UsageError
from laconic.files import replace_folder
from laconic.learn.training import work_folder
from laconic.model import bundled_models
from laconic.pipeline.stored import seal


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a small corpus."""
    monkeypatch.chdir(tmp_path)
    pairs = list(sample("deletion"))
    for name, part in (("train", pairs[:30]), ("dev", pairs[30:36])):
        with Jsonl().write(f"{name}.jsonl", tokenized=False) as put:
            for pair in part:
                put(pair)
    return tmp_path


def _train(*options: str, corpus: str = "train.jsonl") -> int:
    return main(["train", "bigram", corpus, "--dev", "dev.jsonl", "--out", "mine", "--set", "epochs=1", *options])


def _hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_another_model_is_not_overwritten_without_a_word(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _train() == 0
    before = (corpus / "mine" / "weights.npz").read_bytes()
    capsys.readouterr()
    assert _train() == 2
    assert (
        "mine already holds a model: choose another folder, or replace it with --overwrite." in capsys.readouterr().err
    )
    assert (corpus / "mine" / "weights.npz").read_bytes() == before
    (corpus / "mine" / "NOTES.txt").write_text("mine")
    assert _train("--overwrite", "--set", "buckets=1024") == 0
    assert (corpus / "mine" / "weights.npz").read_bytes() != before
    assert (corpus / "mine" / "NOTES.txt").read_text() == "mine"
    assert laconic.load("mine").method.name == "bigram"
    assert _hidden(corpus) == []


def test_a_failed_training_leaves_nothing(corpus: Path) -> None:
    (corpus / "empty.jsonl").write_text("")
    assert _train(corpus="empty.jsonl") == 1
    assert _train("--set", "epochs=none") == 2
    assert not (corpus / "mine").exists()
    assert not work_folder(corpus / "mine").exists()
    assert _hidden(corpus) == []


def test_a_failed_retraining_leaves_the_old_model(corpus: Path) -> None:
    assert _train() == 0
    (corpus / "empty.jsonl").write_text("")
    assert _train("--overwrite", corpus="empty.jsonl") == 1
    assert laconic.load("mine").compress("The old man slowly opened the door.", words=4).text


def test_a_folder_with_something_else_is_not_touched(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (corpus / "mine").mkdir()
    (corpus / "mine" / "letters.txt").write_text("Dear …")
    assert _train("--overwrite") == 2
    assert "is not empty and is not a model" in capsys.readouterr().err
    assert [path.name for path in (corpus / "mine").iterdir()] == ["letters.txt"]


def test_old_settings_with_new_weights_are_refused(tmp_path: Path) -> None:
    laconic.load("joint").save(tmp_path / "one")
    other = laconic.load("joint")
    other.method.linear.weights = -other.method.linear.weights
    other.save(tmp_path / "two")
    shutil.copy(tmp_path / "two" / "weights.npz", tmp_path / "one" / "weights.npz")
    with pytest.raises(DataError, match=r"weights\.npz: does not belong .* laconic seal"):
        laconic.load(tmp_path / "one")
    assert main(["seal", str(tmp_path / "one")]) == 0
    laconic.load(tmp_path / "one")


def test_a_missing_part_is_told(tmp_path: Path) -> None:
    laconic.load("t3").save(tmp_path / "one")
    (tmp_path / "one" / "weights.tsv.xz").unlink()
    with pytest.raises(DataError, match=r"weights\.tsv\.xz: is missing"):
        laconic.load(tmp_path / "one")


def test_sealing_keeps_what_else_the_file_says(tmp_path: Path) -> None:
    laconic.load("joint").save(tmp_path / "one")
    file = tmp_path / "one" / "model.toml"
    text = file.read_text().replace("[files]", "# A remark.\n[files]") + "\n[more]\nkey = 1\n"
    file.write_text(text)
    seal(tmp_path / "one")
    seal(tmp_path / "one")
    assert file.read_text().count("[files]") == file.read_text().count("[more]") == 1
    assert "# A remark." in file.read_text()
    assert laconic.load(tmp_path / "one").settings["more"] == {"key": 1}


@pytest.mark.parametrize("wrong", ["files = 3", '[files]\n"../../etc/passwd" = "0"', '[files]\n"model.toml" = 3'])
def test_wrong_checksums_are_told(tmp_path: Path, wrong: str) -> None:
    laconic.load("joint").save(tmp_path / "one")
    file = tmp_path / "one" / "model.toml"
    plain = file.read_text().partition("[files]")[0]
    file.write_text(f"{wrong}\n{plain}" if wrong.startswith("files") else f"{plain}\n{wrong}\n")
    with pytest.raises(DataError):
        laconic.load(tmp_path / "one")


@pytest.mark.parametrize("name", bundled_models())
def test_bundled_models_are_sealed(name: str) -> None:
    model = laconic.load(name)
    assert name == "encoder" or model.settings["files"]


def test_a_folder_is_replaced_at_once_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    with replace_folder(target) as beside:
        (beside / "a").write_text("old")
        assert not target.exists()
    with pytest.raises(ZeroDivisionError), replace_folder(target) as beside:
        (beside / "a").write_text(str(1 / 0))
    assert (target / "a").read_text() == "old"
    with replace_folder(target, keep=["a"]) as beside:
        (beside / "b").write_text("new")
    assert sorted(path.name for path in target.iterdir()) == ["a", "b"]
    assert _hidden(tmp_path) == []


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".folder.abc.laconic-temporary"
    left.mkdir()
    (left / "half").write_text("half")
    os.utime(left, (0, 0))
    with replace_folder(tmp_path / "folder") as beside:
        (beside / "a").write_text("new")
    assert not left.exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((DataError, UsageError), match="file"):
        laconic.load("joint").save(tmp_path / "file" / "model")


def test_a_folder_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    before: list[set[int]] = []
    flush, rename = os.fsync, os.rename
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.add(os.fstat(handle).st_ino), flush(handle))[1])
    monkeypatch.setattr(os, "rename", lambda old, new: (before.append(set(synced)), rename(old, new))[1])
    with replace_folder(tmp_path / "folder") as beside:
        (beside / "part").mkdir()
        for name in ("a", "part/b"):
            (beside / name).write_text("written without care")
    files = [tmp_path / "folder" / name for name in ("a", "part/b")]
    assert before == [{file.stat().st_ino for file in files}]
