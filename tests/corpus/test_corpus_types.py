"""Pairs and corpora: what they tell, that they stream, and the sample that comes along."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from laconic import Corpus, DataError, Pair, UsageError
from laconic.align.reading import read_pairs
from laconic.corpus import BadRecord, sample
from laconic.corpus.bundled import SampleKind
from laconic.corpus.words import kept_positions, word_splitter
from laconic.study.documents import read_documents

LINE = '{"id": "%s", "source": "a b", "references": ["a"]}\n'


def test_a_corpus_can_be_read_again_and_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(LINE % 1 + LINE % 2)
    corpus = Corpus.open(path)
    assert [pair.id for pair in corpus] == [pair.id for pair in corpus] == ["1", "2"]
    path.write_text(LINE % 3)
    assert [pair.id for pair in corpus] == ["3"]
    assert corpus.count() == 1


def test_nothing_is_read_before_it_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(LINE % 1 + "broken\n")
    assert [pair.id for pair in islice(Corpus.open(path), 1)] == ["1"]


def test_several_files_follow_one_another_each_in_its_format(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(LINE % 1)
    (tmp_path / "b.tsv").write_text("source\treference\na b\tb\n")
    assert [pair.reference for pair in Corpus.open(tmp_path / "a.jsonl", tmp_path / "b.tsv")] == ["a", "b"]
    with pytest.raises(UsageError, match="at least one file"):
        Corpus.open()


@pytest.mark.parametrize(
    "extra",
    [
        {"tokens": "a b"},
        {"tokens": ["a", 1]},
        {"tokens": ["a", "b"], "tags": ["X"]},
        {"tokens": ["a", "b"], "heads": [0]},
        {"tokens": ["a", "b"], "heads": [0, 3]},
        {"tokens": ["a", "b"], "heads": [True, 0]},
    ],
)
def test_a_parse_that_does_not_fit_is_named(extra: dict[str, Any]) -> None:
    with pytest.raises(DataError):
        _ = Pair("1", "a b", ("a",), extra=extra).sentence


def test_pairs_without_a_parse_have_no_sentence_nor_labels() -> None:
    pair = Pair("1", "a b", ("a",))
    assert pair.sentence is None
    assert pair.kept is None
    assert pair.extra == {}
    with pytest.raises(AttributeError):
        pair.source = "c"


def test_errors_keep_their_kind_and_place() -> None:
    error = BadRecord("is bad.", kind="bad", line=3).at("a.txt", 9)
    assert (str(error), error.kind) == ("a.txt:3: is bad.", "bad")


def test_the_sample_is_what_it_says() -> None:
    deletions, rewrites = list(sample("deletion")), list(sample("rewrite"))
    assert [pair.source for pair in deletions] == [pair.source for pair in rewrites]
    assert len({pair.id for pair in deletions}) == len(deletions) == 156
    assert len({pair.document for pair in deletions}) == 13
    split = word_splitter(tokenized=False)
    for pair, other in zip(deletions, rewrites, strict=True):
        assert kept_positions(split(pair.source), split(pair.reference)) is not None
        assert kept_positions(split(other.source), split(other.reference)) is None
        assert len(split(other.reference)) < len(split(other.source))


@pytest.mark.parametrize("kind", ["deletion", "rewrite"])
def test_the_sample_has_a_short_name_wherever_a_corpus_is_read(kind: SampleKind) -> None:
    references = [pair.reference for pair in Corpus.open(f"sample:{kind}")]
    assert references == [pair.reference for pair in sample(kind)]
    assert len(list(read_pairs([f"sample:{kind}"]))) == len(read_documents([f"sample:{kind}"])) == len(references)


def test_a_file_called_like_a_sample_is_what_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sample:deletion").write_text(LINE % 7)
    assert [pair.id for pair in Corpus.open("sample:deletion", format="jsonl")] == ["7"]


def test_a_sample_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(UsageError, match="'sample:letters'; choose sample:deletion or sample:rewrite"):
        Corpus.open("sample:letters")
