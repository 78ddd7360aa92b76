"""Estimated models against the definition, whatever the memory and however the text comes."""

import gzip
import itertools
import math
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kneser_ney import FALLBACK, KneserNey, NaiveBackoff, random_sentences

from laconic.errors import DataError, UsageError
from laconic.lm import LanguageModel, Settings, estimate, estimate_to_file


def entries(model: LanguageModel, tmp_path: Path) -> NaiveBackoff:
    model.save(tmp_path / "estimated.arpa")
    return NaiveBackoff((tmp_path / "estimated.arpa").read_text())


def assert_same_entries(found: NaiveBackoff, truth: KneserNey) -> None:
    expected = NaiveBackoff(truth.arpa())
    assert found.log10.keys() == expected.log10.keys()
    assert found.log10 == pytest.approx(expected.log10, abs=1e-5)
    assert found.backoff == pytest.approx(expected.backoff, abs=1e-5)


@pytest.mark.parametrize("count", [1, 4, 40, 400])
@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_every_entry_follows_the_definition(tmp_path: Path, order: int, count: int) -> None:
    sentences = random_sentences(seed=count, count=count, vocabulary=20)
    assert_same_entries(entries(estimate(sentences, order), tmp_path), KneserNey(sentences, order))


@settings(deadline=None, max_examples=60)
@given(
    sentences=st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), min_size=1, max_size=12),
    order=st.integers(1, 4),
)
def test_probabilities_sum_to_one_after_any_history(sentences: list[list[str]], order: int) -> None:
    model = estimate(sentences, order)
    words = [word for word in model.vocabulary if word != "<s>"]
    for history in itertools.product(["a", "b", "unheard"], repeat=min(order, 3)):
        for state in (model.begin_state, model.null_state):
            for word in history:
                _, state = model.score(state, word)
            assert math.fsum(10 ** model.score(state, word)[0] for word in words) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("cutoffs", [(0, 1), (0, 0, 1), (0, 1, 2), (0, 5)])
def test_pruning_gives_what_is_cut_to_shorter_ngrams(tmp_path: Path, cutoffs: tuple[int, ...]) -> None:
    sentences = random_sentences(seed=11, count=150, vocabulary=20)
    full = [*cutoffs, *cutoffs[-1:] * 3][:3]
    model = estimate(sentences, order=3, prune=cutoffs)
    assert_same_entries(entries(model, tmp_path), KneserNey(sentences, 3, full))
    assert sum(model.counts) < sum(estimate(sentences, order=3).counts)
    words = [word for word in model.vocabulary if word != "<s>"]
    for first in words:
        _, state = model.score(model.begin_state, first)
        assert math.fsum(10 ** model.score(state, word)[0] for word in words) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("limits", [{"vocabulary": 5}, {"prune": (30, 30)}])
def test_words_left_out_are_one_unknown_word(tmp_path: Path, limits: dict[str, object]) -> None:
    sentences = random_sentences(seed=12, count=150, vocabulary=20)
    counts = {word: sum(words.count(word) for words in sentences) for word in itertools.chain(*sentences)}
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    kept = ranked[:5] if "vocabulary" in limits else [word for word in ranked if counts[word] > 30]
    assert 0 < len(kept) < len(ranked)
    model = estimate(sentences, order=3, **limits)
    assert model.vocabulary[3:] == kept
    spelled = [[word if word in kept else "<unk>" for word in words] for words in sentences]
    truth = KneserNey(spelled, 3, [0, 30, 30] if "prune" in limits else [], whole=False)
    assert_same_entries(entries(model, tmp_path), truth)


def test_the_text_may_come_in_any_form(tmp_path: Path) -> None:
    sentences = random_sentences(seed=13, count=50)
    lines = "\n".join(map(" ".join, sentences))
    (tmp_path / "plain.txt").write_text(lines)  # without a line end at the end
    (tmp_path / "windows.txt").write_bytes(("\r\n\r\n".join(map(" ".join, sentences)) + "\r\n").encode())
    (tmp_path / "packed.txt.gz").write_bytes(gzip.compress(lines.encode()))
    truth = KneserNey(sentences, 3)
    forms = [sentences, iter(map(tuple, sentences)), list(map(" ".join, sentences))]
    forms += [tmp_path / "plain.txt", str(tmp_path / "windows.txt"), tmp_path / "packed.txt.gz"]
    for form in forms:
        assert_same_entries(entries(estimate(form, tokenized=True), tmp_path), truth)


def test_raw_text_is_split_and_spelled_like_the_pipeline(tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("It can't be. “So it goes,” he said.\n")
    model = estimate(tmp_path / "raw.txt", order=2, lowercase=True)
    assert sorted(model.vocabulary[3:]) == sorted(["it", "ca", "n't", "be", ".", '"', "so", "goes", ",", "he", "said"])
    assert model.lowercase
    assert model.sentence("“ IT CA N’T") == model.sentence(["``", "it", "ca", "n't"])
    assert model.words("So It")[0].known
    assert "SAID" in model
    assert model.score(model.begin_state, "It") == model.score(model.begin_state, "it")
    assert model.compose(["IT", "ca"])[0] == model.compose(["it", "ca"])[0]


@pytest.mark.parametrize(("order", "sentences"), [(4, 16_000), (16, 3_000)])
def test_little_memory_gives_the_very_same_model(tmp_path: Path, order: int, sentences: int) -> None:
    """Long enough that counts, contexts and suffixes go to disk; the long n-grams even merge in several passes."""
    text = tmp_path / "text.txt"
    np.savetxt(text, np.random.default_rng(14).zipf(1.3, size=(sentences, 25)) % 4001, fmt="%d")
    for memory in ("1G", "16M"):
        estimate_to_file(text, tmp_path / f"{memory}.arpa", Settings(order=order, tokenized=True, memory=memory))
    assert (tmp_path / "1G.arpa").stat().st_size > 16 << 20
    assert (tmp_path / "16M.arpa").read_bytes() == (tmp_path / "1G.arpa").read_bytes()


def test_a_file_has_what_the_model_has(tmp_path: Path) -> None:
    sentences = random_sentences(seed=15, count=200, vocabulary=30)
    summary = estimate_to_file(sentences, tmp_path / "model.arpa.gz", Settings(order=3))
    model = estimate(sentences, order=3)
    assert summary.sentences == 200
    assert summary.tokens == sum(map(len, sentences))
    assert summary.ngrams == model.counts
    truth = KneserNey(sentences, 3)
    assert np.allclose(summary.discounts, truth.discounts)
    assert summary.fallbacks == tuple(n for n, amounts in enumerate(truth.discounts, 1) if amounts == FALLBACK)
    loaded = LanguageModel.load(tmp_path / "model.arpa.gz")
    assert loaded.sentences(sentences) == pytest.approx(model.sentences(sentences), abs=1e-4)


def test_tiny_texts_use_the_stated_discounts() -> None:
    model = estimate([["it", "works"]], order=2)
    # Three equal unigrams: (1 - 0.5) / 3 each, and 0.5 shared by them and the unknown word.
    assert 10 ** model.score(model.null_state, "it")[0] == pytest.approx(0.5 / 3 + 0.5 / 4)
    assert 10 ** model.score(model.null_state, "unheard")[0] == pytest.approx(0.5 / 4)
    assert 10 ** model.score(model.begin_state, "it")[0] == pytest.approx(0.5 + 0.5 * (0.5 / 3 + 0.5 / 4))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"order": 0}, "between 1 and"),
        ({"order": 99}, "between 1 and"),
        ({"prune": (0, 0, 0, 1)}, "4 cutoffs"),
        ({"prune": (0, 2, 1)}, "nor decrease"),
        ({"prune": (-1,)}, "must not be negative"),
        ({"vocabulary": 0}, "at least one word"),
        ({"memory": "much"}, "write, for example, 500M"),
        ({"memory": "1M"}, "at least 16M"),
    ],
)
def test_wrong_settings_are_explained(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        estimate([["so", "it", "goes"]], **arguments)


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"so it goes\nso </s> it\n", 2, "contains </s>"),
        (b"<s> so it goes", 1, "contains <s>"),
        (b"so it goes\n\nso it g\xf6es\n", 3, "not UTF-8"),
        (b"\n \n", 2, "no sentence"),
        (b"", None, "no sentence"),
    ],
)
def test_bad_text_is_named(tmp_path: Path, content: bytes, line: int | None, message: str) -> None:
    (tmp_path / "bad.txt").write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        estimate(tmp_path / "bad.txt", tokenized=True)
    assert caught.value.path == tmp_path / "bad.txt"
    if message != "no sentence":
        assert caught.value.line == line


@pytest.mark.parametrize("tokens", [["so", "it goes"], ["so", ""], ["so", "it\n"]])
def test_tokens_with_blanks_are_refused(tokens: list[str]) -> None:
    with pytest.raises(DataError, match="empty or contains a space"):
        estimate([tokens])


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot hold temporary files"):
        estimate([["so"]], folder=tmp_path / "nowhere")


def test_memory_stays_within_its_bound(tmp_path: Path) -> None:
    """The longest n-grams alone would take 30 MB, and the file takes more."""
    text, out = tmp_path / "text.txt", tmp_path / "model.arpa"
    np.savetxt(text, np.random.default_rng(14).zipf(1.3, size=(50_000, 25)) % 4001, fmt="%d")
    program = f"""
        import resource, sys
        from laconic.lm import Settings, estimate, estimate_to_file

        def peak():
            bytes_a_unit = 1 if sys.platform == "darwin" else 1024
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * bytes_a_unit / 2**20

        estimate([["so", "it", "goes"]])
        before = peak()
        estimate_to_file({str(text)!r}, {str(out)!r}, Settings(order=4, tokenized=True, memory="16M"))
        print(peak() - before)
        ballast = b"x" * 2**25
        print(peak() - before)
    """
    # Linux counts as a process's peak what its parent took when it started it, so a small parent is put between.
    small = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)"
    done = subprocess.run(
        [sys.executable, "-c", small, textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    grown, with_ballast = map(float, done.stdout.split())
    assert out.stat().st_size > 40_000_000
    assert grown < 20
    assert with_ballast > 30  # what was asked for beyond the peak is noticed


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_interruption_leaves_no_temporary_data(tmp_path: Path, end: signal.Signals) -> None:
    """The process ends itself in mid-estimation, when temporary files are as large as they get."""
    program = f"""
        import os, signal
        from laconic.lm import estimation

        # Shells start background jobs with this signal ignored, and the tests may be such a job.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        class Deadly:
            def __enter__(self):
                return lambda fraction: os.kill(os.getpid(), {int(end)})
            def __exit__(self, *error):
                return False

        estimation.gauge = lambda title: Deadly()
        words = [str(i % 5003) for i in range(400_000)]
        estimation.estimate_to_file(
            [words[i : i + 40] for i in range(0, len(words), 37)],
            {str(tmp_path / "model.arpa")!r},
            estimation.Settings(order=3, memory="16M", folder={str(tmp_path)!r}),
        )
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, check=False)
    assert done.returncode != 0
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == []
    if end == signal.SIGINT:
        assert b"KeyboardInterrupt" in done.stderr
        assert list(tmp_path.iterdir()) == []
    else:
        assert done.returncode == -end


def test_limits_beyond_all_texts_limit_nothing() -> None:
    sentences = random_sentences(seed=16, count=50, vocabulary=20)
    free, limited = estimate(sentences), estimate(sentences, vocabulary=10**30, memory="9999999T")
    assert limited.counts == free.counts == free.pruned(10**30).counts
    assert estimate(sentences, prune=[0, 10**30]).counts[1:] == (0, 0)


def test_a_file_that_cannot_be_written_is_told_before_anything_is_read(tmp_path: Path) -> None:
    def never() -> Iterator[str]:
        raise AssertionError("the text was read")
        yield ""

    with pytest.raises(DataError, match="cannot be written"):
        estimate_to_file(never(), tmp_path / "nowhere" / "model.lm", Settings())
