"""Scores and states of a model that was read from ARPA text."""

import itertools
import math
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from kneser_ney import KneserNey, NaiveBackoff, random_sentences

from laconic.errors import UsageError
from laconic.lm import LanguageModel, State


@pytest.fixture(scope="module", params=[1, 2, 3, 5])
def arpa(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lm") / "model.arpa"
    path.write_text(KneserNey(random_sentences(seed=1, count=60), request.param).arpa())
    return path


def unseen_sentences() -> list[list[str]]:
    return [*random_sentences(seed=2, count=40, vocabulary=15), [], ["unheard"], ["w0", "unheard", "w1", "w0"]]


def test_scores_follow_the_textbook(arpa: Path) -> None:
    model, naive = LanguageModel.load(arpa), NaiveBackoff(arpa.read_text())
    for words in unseen_sentences():
        assert model.sentence(words) == pytest.approx(naive.sentence(words), abs=1e-5)
        state, history = model.begin_state, ("<s>",)
        for word in [*words, "</s>"]:
            log10, state = model.score(state, word)
            assert log10 == pytest.approx(naive.score(history, word), abs=1e-5)
            history += (word,)


@pytest.mark.skipif(
    sys.version_info >= (3, 13),
    reason="kenlm has no wheel, and its source calls functions of Python that 3.13 has changed, so it does not compile",
)
@pytest.mark.parametrize("arpa", [2, 3, 5], indirect=True)  # kenlm reads no models of order 1
def test_scores_are_those_of_kenlm(arpa: Path) -> None:
    import kenlm

    model, peer = LanguageModel.load(arpa), kenlm.Model(str(arpa))
    for words in unseen_sentences():
        for begin, end in itertools.product((True, False), repeat=2):
            expected = peer.score(" ".join(words), bos=begin, eos=end)
            assert model.sentence(words, begin=begin, end=end) == pytest.approx(expected, abs=1e-4)
        details = list(peer.full_scores(" ".join(words)))
        ours = model.words(words)
        assert [(score.length, not score.known) for score in ours] == [(length, oov) for _, length, oov in details]
        assert [score.log10 for score in ours] == pytest.approx([log10 for log10, _, _ in details], abs=1e-4)


def test_states_are_equal_where_their_futures_are(arpa: Path) -> None:
    """No state forgets a word that matters, and none keeps a word that does not."""
    model = LanguageModel.load(arpa)
    words = [*model.vocabulary[3:], "</s>"]

    def future(state: State, steps: int) -> tuple[float, ...]:
        scored = [model.score(state, word) for word in words]
        later = (log10 for _, after in scored for log10 in (future(after, steps - 1) if steps > 1 else ()))
        return (*(log10 for log10, _ in scored), *later)

    by_state: dict[State, set[tuple[float, ...]]] = {}
    for length in range(model.order):
        for history in itertools.product(words[:-1:2], repeat=min(length, 3)):
            state = model.begin_state if length % 2 else model.null_state
            for word in history:
                _, state = model.score(state, word)
            by_state.setdefault(state, set()).add(future(state, 1))
    assert all(len(futures) == 1 for futures in by_state.values())
    by_future: dict[tuple[float, ...], list[State]] = {}
    for state, (one_step,) in by_state.items():
        by_future.setdefault(one_step, []).append(state)
    for alike in by_future.values():
        assert len(alike) == 1 or len({future(state, 2) for state in alike}) == len(alike)


def test_states_forget_contexts_that_begin_no_longer_ngram(tmp_path: Path) -> None:
    path = tmp_path / "model.arpa"
    path.write_text(
        "\\data\\\nngram 1=5\nngram 2=2\nngram 3=1\n\n\\1-grams:\n-9\t<unk>\n-9\t<s>\t-0.5\n-1\t</s>\n"
        "-1\ta\t-0.25\n-1\tb\t0\n\n\\2-grams:\n-0.5\t<s> a\t-0.125\n-0.5\ta b\n\n\\3-grams:\n-0.1\t<s> a b\n\n\\end\\\n"
    )
    model = LanguageModel.load(path)
    _, after_a = model.score(model.null_state, "a")
    _, after_begin_a = model.score(model.begin_state, "a")
    assert [model.vocabulary[word] for word in after_a.words] == ["a"]
    assert [model.vocabulary[word] for word in after_begin_a.words] == ["a", "<s>"]
    log10, after_b = model.score(after_begin_a, "b")
    assert log10 == pytest.approx(-0.1)
    assert after_b == model.null_state
    assert len({after_b, model.null_state, after_a, after_begin_a}) == 3
    assert model.score(after_begin_a, "a")[0] == pytest.approx(-1 - 0.25 - 0.125)


def test_batches_give_every_word_its_place(arpa: Path) -> None:
    model = LanguageModel.load(arpa)
    sentences = [" ".join(words) for words in unseen_sentences()]
    together = model.sentences(sentences)
    assert together.tolist() == pytest.approx([model.sentence(text) for text in sentences])
    assert together.tolist() == pytest.approx([sum(w.log10 for w in model.words(text)) for text in sentences], abs=1e-4)
    words = sum(len(text.split()) + 1 for text in sentences)
    assert model.perplexity(sentences) == pytest.approx(10 ** (-together.sum() / words))


def test_threads_share_a_model(arpa: Path) -> None:
    model = LanguageModel.load(arpa)
    sentences = unseen_sentences() * 20
    expected = model.sentences(sentences)
    results: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: results.append(model.sentences(sentences))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(np.array_equal(result, expected) for result in results)


def test_vocabulary(arpa: Path) -> None:
    model = LanguageModel.load(arpa)
    assert model.vocabulary[:3] == ["<unk>", "<s>", "</s>"]
    assert len(model.vocabulary) == model.counts[0]
    assert "w0" in model
    assert "w0" in model.vocabulary
    assert "unheard" not in model
    assert model.vocabulary[model.vocabulary.number("w3")] == "w3"
    assert model.vocabulary.number("unheard") == 0
    assert repr(model).startswith(f"LanguageModel('model.arpa', order={model.order}, ngrams=")


def test_no_text_has_no_perplexity(arpa: Path) -> None:
    with pytest.raises(UsageError, match="at least one sentence"):
        LanguageModel.load(arpa).perplexity([])


def test_probabilities_sum_to_one_after_every_state(arpa: Path) -> None:
    model = LanguageModel.load(arpa)
    words = [word for word in model.vocabulary if word != "<s>"]
    for history in itertools.product(words[1::3], repeat=2):
        state = model.begin_state
        for word in history:
            _, state = model.score(state, word)
        total = math.fsum(10 ** model.score(state, word)[0] for word in words)
        assert total == pytest.approx(1, abs=1e-5)
