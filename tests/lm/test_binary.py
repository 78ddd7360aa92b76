"""The binary format: small, faithful, and safe against any damage."""

import random
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kneser_ney import random_sentences

from laconic import _core
from laconic.errors import DataError
from laconic.lm import LanguageModel, estimate

SENTENCES = random_sentences(seed=21, count=3000, vocabulary=400, longest=20)


@pytest.fixture(scope="module", params=[1, 2, 3, 5])
def model(request: pytest.FixtureRequest) -> LanguageModel:
    return estimate(SENTENCES, order=request.param)


def test_words_and_structure_survive(model: LanguageModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model.lm")
    again = LanguageModel.load(tmp_path / "model.lm")
    assert again.order == model.order
    assert again.counts == model.counts
    assert again.vocabulary[:] == model.vocabulary[:]
    for words in random_sentences(seed=22, count=100, vocabulary=450):
        theirs, ours = again.words(words), model.words(words)
        assert [score.length for score in theirs] == [score.length for score in ours]
        state, other = model.begin_state, again.begin_state
        for word in words:
            _, state = model.score(state, word)
            _, other = again.score(other, word)
            assert state.words == other.words
    again.save(tmp_path / "again.lm")
    assert (tmp_path / "again.lm").read_bytes() == (tmp_path / "model.lm").read_bytes()


def test_rounding_hardly_changes_scores(model: LanguageModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model.lm")
    again = LanguageModel.load(tmp_path / "model.lm")
    text = random_sentences(seed=23, count=300, vocabulary=450)
    exact = np.array([score.log10 for words in model.words_of_all(text) for score in words])
    rounded = np.array([score.log10 for words in again.words_of_all(text) for score in words])
    assert np.abs(exact - rounded).max() < 0.02 * model.order
    assert again.perplexity(text) == pytest.approx(model.perplexity(text), rel=0.002)


def test_few_values_are_kept_exactly(tmp_path: Path) -> None:
    model = estimate([["so", "it", "goes"], ["so", "it", "is"]], order=3)
    model.save(tmp_path / "model.lm")
    again = LanguageModel.load(tmp_path / "model.lm")
    assert again.sentence("it is so") == model.sentence("it is so")


def test_an_outlier_does_not_spoil_the_rest(tmp_path: Path) -> None:
    """A probability of zero, written as -99, must not widen the steps between the others."""
    lines = "".join(f"{-1 - i / 1000:.4f}\tw{i}\n" for i in range(2000))
    arpa = f"\\data\\\nngram 1=2003\n\n\\1-grams:\n-99\t<s>\n-99\t<unk>\n-2\t</s>\n{lines}\n\\end\\\n"
    (tmp_path / "model.arpa").write_text(arpa)
    model = LanguageModel.load(tmp_path / "model.arpa")
    model.save(tmp_path / "model.lm")
    again = LanguageModel.load(tmp_path / "model.lm")
    words = [f"w{i}" for i in range(2000)]
    differences = np.subtract(model.sentences(words, end=False), again.sentences(words, end=False))
    assert np.abs(differences).max() < 0.01


def test_lower_case_is_remembered(tmp_path: Path) -> None:
    model = estimate(["So it goes."], order=2, lowercase=True)
    model.save(tmp_path / "model.lm")
    again = LanguageModel.load(tmp_path / "model.lm")
    assert again.lowercase
    assert again.sentence("SO IT GOES .") == pytest.approx(model.sentence("so it goes ."), abs=0.01)


def saved(tmp_path: Path) -> tuple[Path, bytes]:
    path = tmp_path / "model.lm"
    estimate(SENTENCES[:200], order=3).save(path)
    return path, path.read_bytes()


def test_every_shorter_file_is_refused(tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    for size in [*range(60), *range(60, len(data), 997), len(data) - 1]:
        path.write_bytes(data[:size])
        with pytest.raises(DataError, match=r"cut short|copy it again|not a laconic language model"):
            LanguageModel.load(path)
    path.write_bytes(data + b"\0")
    with pytest.raises(DataError, match="copy it again"):
        LanguageModel.load(path)


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    generator = random.Random(0)
    for position in [*range(40), *generator.sample(range(40, len(data)), 100)]:
        changed = bytearray(data)
        changed[position] ^= 1 << generator.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(DataError):
            LanguageModel.load(path)


def test_another_version_is_named(tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    path.write_bytes(data[:8] + struct.pack("<H", 7) + data[10:])
    with pytest.raises(DataError, match="version 7"):
        LanguageModel.load(path)


def test_a_body_that_is_damaged_inside_never_crashes() -> None:
    """Even with right checksums, as a program gone wrong or a malicious one could write them."""
    body = _core.encode_ngram_model(estimate(SENTENCES[:200], order=3).core)
    assert _core.decode_ngram_model(body).order == 3
    generator = random.Random(1)
    refused = 0
    for _ in range(1500):
        changed = bytearray(body)
        for _ in range(generator.choice((1, 1, 3, 20))):
            position = generator.choice((generator.randrange(len(body)), generator.randrange(40)))
            changed[position] = generator.randrange(256)
        if generator.random() < 0.2:
            del changed[generator.randrange(len(changed)) :]
        try:
            model = LanguageModel(_core.decode_ngram_model(bytes(changed)))
        except ValueError:
            refused += 1
            continue
        assert np.isfinite(model.sentences(SENTENCES[:5])).all()
    assert refused > 500


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        _core.decode_ngram_model(body)
