"""The examples of the manual and of the code give what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import laconic

PACKAGE = Path(laconic.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"
PROMPT = ">>> "


def with_examples(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.rglob(pattern) if PROMPT in path.read_text("utf-8"))


def module_name(path: Path) -> str:
    return ".".join(("laconic", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", with_examples(DOCS, "*.md"), ids=lambda path: path.stem)
def test_the_examples_of_the_manual_give_what_they_show(path: Path) -> None:
    found = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert found == doctest.TestResults(failed=0, attempted=path.read_text("utf-8").count(PROMPT))


@pytest.mark.parametrize("path", with_examples(PACKAGE, "*.py"), ids=module_name)
def test_the_examples_in_the_code_give_what_they_show(path: Path) -> None:
    found = doctest.testmod(import_module(module_name(path)))
    assert found == doctest.TestResults(failed=0, attempted=path.read_text("utf-8").count(PROMPT))


def test_the_pages_that_teach_by_examples_have_them() -> None:
    taught = {path.stem for path in with_examples(DOCS, "*.md")}
    assert taught >= {"alignment", "forests", "grammars", "joint-decoding", "paraphrasing"}
