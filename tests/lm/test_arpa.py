"""ARPA files in and out."""

import gzip
from pathlib import Path

import pytest
from kneser_ney import KneserNey, NaiveBackoff, random_sentences

from laconic.errors import DataError
from laconic.lm import LanguageModel

SMALL = """\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-99\t<s>\t-0.30103
-1.2\t</s>
-0.9\tso\t-0.2
-0.8\tit\t-0.1
-1.1\tgoes

\\2-grams:
-0.4\t<s> so
-0.3\tso it
-0.2\tit goes

\\end\\
"""


def load(tmp_path: Path, text: str) -> LanguageModel:
    path = tmp_path / "model.arpa"
    path.write_text(text, encoding="utf-8")
    return LanguageModel.load(path)


@pytest.mark.parametrize("suffix", ["arpa", "arpa.gz"])
@pytest.mark.parametrize("order", [1, 3, 4])
def test_writing_and_reading_changes_nothing(tmp_path: Path, order: int, suffix: str) -> None:
    model = load(tmp_path, KneserNey(random_sentences(seed=7, count=50), order).arpa())
    again = tmp_path / f"again.{suffix}"
    model.save(again)
    text = gzip.decompress(again.read_bytes()).decode() if suffix.endswith("gz") else again.read_text()
    naive = NaiveBackoff(text)
    assert [sum(len(ngram) == n for ngram in naive.log10) for n in range(1, order + 1)] == list(model.counts)
    for words in random_sentences(seed=8, count=30):
        assert naive.sentence(words) == pytest.approx(model.sentence(words), abs=1e-5)
    second = tmp_path / f"second.{suffix}"
    LanguageModel.load(again).save(second)
    assert second.read_bytes() == again.read_bytes()


def test_an_unknown_word_without_entry_is_all_but_impossible(tmp_path: Path) -> None:
    model = load(tmp_path, SMALL)
    assert model.words("so what", end=False)[1].log10 == pytest.approx(-100 - 0.2)


@pytest.mark.parametrize(
    "change",
    [
        ("<s>\t-0.30103", "<s> -0.30103"),
        ("\n", "\r\n"),
        ("\\data\\", "made by hand\n\n\\data\\"),
        ("-0.2\tit goes", "-2e-1\tit goes\t0"),
        ("ngram 1=5", "ngram  1 = 5"),
        ("\\end\\\n", "\\end\\"),
    ],
)
def test_other_tools_spellings_are_understood(tmp_path: Path, change: tuple[str, str]) -> None:
    expected = load(tmp_path, SMALL).words("so it goes")
    path = tmp_path / "other.arpa"
    path.write_bytes(SMALL.replace(*change).encode())
    assert LanguageModel.load(path).words("so it goes") == expected


def test_missing_suffixes_and_contexts_are_filled_in(tmp_path: Path) -> None:
    """Models pruned by entropy may lack them; every score must be what plain backing off gives."""
    text = """\\data\\
ngram 1=6
ngram 2=1
ngram 3=1
ngram 4=2

\\1-grams:
-2\t<unk>
-99\t<s>\t-0.3
-1.2\t</s>
-0.9\tso\t-0.2
-0.8\tit\t-0.1
-1.1\tgoes\t-0.7

\\2-grams:
-0.5\tso so\t-0.15

\\3-grams:
-0.25\tit goes so\t-0.35

\\4-grams:
-0.125\tso it goes so
-0.0625\tit goes so it

\\end\\
"""
    model, naive = load(tmp_path, text), NaiveBackoff(text)
    words = ["so", "it", "goes", "so", "it", "so", "so", "it", "goes", "goes", "so", "it"]
    for cut in range(len(words) + 1):
        for begin in range(cut):
            assert model.sentence(words[begin:cut]) == pytest.approx(naive.sentence(words[begin:cut]), abs=1e-5)


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("\\data\\\n", ""), None, "is this an ARPA file"),
        (("ngram 2=3", "ngram 3=3"), 3, "'ngram 2=COUNT' was expected"),
        (("ngram 2=3", "ngram 2=many"), 3, "was expected"),
        (("ngram 2=3", "ngram 2=4"), 17, "promises 4 n-grams of length 2, but there are 3"),
        (("ngram 1=5", "ngram 1=6"), 12, "promises 6 n-grams of length 1, but there are 5"),
        (("-0.9\tso", "zero\tso"), 8, "'zero' is not a number"),
        (("-0.9\tso", "nan\tso"), 8, "'nan' is not a number"),
        (("-0.9\tso", "0.9\tso"), 8, "probability '0.9' is over 0"),
        (("so\t-0.2", "so\t-inf"), 8, "infinite"),
        (("-1.1\tgoes", "-1.1\tit"), 10, "'it' stands twice"),
        (("-0.3\tso it", "-0.3\tso what"), 14, "'what' is not among the 1-grams"),
        (("-0.3\tso it", "-0.3\tso"), 14, "fewer than 2 words"),
        (("-0.3\tso it", "-0.3\tso it it goes"), 14, "is not a number where the backoff"),
        (("-0.3\tso it", "-0.3\tso it 0 0"), 14, "more than 2 words and a backoff"),
        (("-0.3\tso it", "-0.3\tit goes"), 15, "'it goes' stands twice"),
        (("-0.3\tso it", "\n-0.3\tso it"), 15, "after the blank line"),
        (("\\2-grams:", "\\3-grams:"), 12, "where \\2-grams: was expected"),
        (("\\end\\", ""), None, "cut short"),
        (("-1.2\t</s>", "-1.2\tend"), 12, "no <s> or no </s>"),
        (("\\2-grams:\n-0.4\t<s> so\n-0.3\tso it\n-0.2\tit goes\n\n", ""), 12, "the model ends after its 1-grams"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, change: tuple[str, str], line: int | None, message: str) -> None:
    assert change[0] in SMALL
    with pytest.raises(DataError) as caught:
        load(tmp_path, SMALL.replace(*change))
    assert message in str(caught.value)
    assert caught.value.path == tmp_path / "model.arpa"
    if line is not None:
        assert caught.value.line == line


def test_wrong_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.arpa"
    path.write_bytes(SMALL.encode().replace(b"goes", b"g\xf6es"))
    with pytest.raises(DataError, match="not UTF-8") as caught:
        LanguageModel.load(path)
    assert caught.value.line == 10


def test_a_broken_package_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.arpa.gz"
    path.write_bytes(gzip.compress(SMALL.encode())[:-20])
    with pytest.raises(DataError, match="cannot be decompressed"):
        LanguageModel.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.arpa: cannot be read"):
        LanguageModel.load(tmp_path / "nowhere.arpa")
