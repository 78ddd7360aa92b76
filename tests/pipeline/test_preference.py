"""What readers prefer, a rewriting or the best deletion: its features, and the answers that it decides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.features.opinions import OpinionNetwork
from laconic.methods.rewrite import Rewrite
from laconic.model import Model, load
from laconic.pipeline.edited import RewriteCandidate, liked
from laconic.pipeline.editing import EditSettings
from laconic.pipeline.limit import Limit
from laconic.pipeline.method import Candidate, prefers
from laconic.pipeline.preference import NAMES, Preference, features
from laconic.pipeline.request import Length, Request
from laconic.search.constraints import Masks

TEXT = (
    "In spite of the fact that it was raining, a large number of visitors came to the opening of the museum on Sunday."
)
BETTER, WORSE = 0, 2


def always(opinion: int, inputs: int = len(NAMES)) -> OpinionNetwork:
    """Return a network that has one opinion of everything."""
    bias = np.full(4, -9.0, np.float32)
    bias[opinion] = 9.0
    return OpinionNetwork(
        np.zeros((1, inputs), np.float32), np.zeros(1, np.float32), np.zeros((4, 1), np.float32), bias
    )


def deciding(network: OpinionNetwork | None) -> Model:
    """Return the bundled model with another preference."""
    bundled = load("rewrite")
    method = bundled.method
    assert isinstance(method, Rewrite)
    assert method.editing.context is not None
    preference = None if network is None else Preference(network)
    return Model(Rewrite(method.phrases, method.settings, method.editing.context.network, preference), bundled.parser)


def competing(model: Model, text: str, rate: float | None) -> tuple[list[RewriteCandidate], Limit]:
    """Return the candidates of a sentence in the order in which they would be returned, and the limit."""
    request = Request(length=Length(rate=rate))
    (sentence,) = model.parse([text])
    limit = request.limit(sentence, 0)
    found = model.pipeline.verify(sentence, request.protection.mask_choices(sentence), limit, request)
    return [each for each in found if isinstance(each, RewriteCandidate)], limit


@pytest.mark.parametrize("rate", [0.4, 0.65, 0.8, None])
def test_features_say_what_differs(rate: float | None) -> None:
    found, limit = competing(deciding(always(WORSE)), TEXT, rate)
    deletion = next(each for each in found if each.kept is not None)
    rewritings = [each for each in found if each.kept is None]
    assert rewritings
    for each in rewritings:
        row = dict(zip(NAMES, features(each, deletion, limit), strict=True))
        assert np.isfinite(list(row.values())).all()
        more, less = set(each.meant) - set(deletion.meant), set(deletion.meant) - set(each.meant)
        assert (row["more"], row["less"]) == (min(12, len(more)), min(12, len(less)))
        for name, places in (("more", more), ("less", less)):
            tags = [each.source.tokens[place].tag[:2] for place in places]
            assert row[f"{name} content"] == sum(tag in ("NN", "VB", "JJ", "CD", "RB") for tag in tags)
            assert 0 <= row[f"{name} wanted"] <= len(places)
        assert row["edits"] == len(each.edits)
        assert row["saved"] == sum(edit.saved for edit in each.edits)
        assert row["least liked"] == pytest.approx(min(map(liked, each.edits)))
        assert row["worth"] == pytest.approx(limit.worth(each) - limit.worth(deletion))
        assert row["free"] == (rate is None)


def test_it_decides_between_the_best_deletion_and_rewritings() -> None:
    for_rewriting, limit = competing(deciding(always(BETTER)), TEXT, 0.8)
    assert for_rewriting[0].kept is None
    for_deletion, _ = competing(deciding(always(WORSE)), TEXT, 0.8)
    assert for_deletion[0].kept is not None
    deletions = [each for each in for_deletion if each.kept is not None]
    assert limit.worth(for_deletion[0]) == max(map(limit.worth, deletions))
    assert {each.tokens for each in for_rewriting} == {each.tokens for each in for_deletion}


def test_the_best_deletion_is_varied_and_not_a_rewriting(monkeypatch: pytest.MonkeyPatch) -> None:
    model = deciding(always(BETTER))
    varied: list[Candidate] = []

    def vary(candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        varied.append(candidate)
        return []

    monkeypatch.setattr(model.method, "vary", vary)
    for rate in (0.5, 0.65, 0.8):
        (best, *_), _ = competing(model, TEXT, rate)
        assert best.kept is None
    assert len(varied) == 3
    assert all(each.kept is not None for each in varied)


def test_at_a_free_length_edits_are_safe_and_compete_by_their_worth() -> None:
    text = (
        "A large number of visitors came to the opening of the museum, which was built in order to show the history of "
        "the town, in spite of the fact that it was raining."
    )
    model = deciding(always(BETTER))
    found, limit = competing(model, text, None)
    method = model.method
    assert isinstance(method, Rewrite)
    assert any(each.edits for each in found)
    assert all(method.editing.allows(each.edits, each.source) for each in found)
    assert [limit.worth(each) for each in found] == sorted(map(limit.worth, found), reverse=True)


def test_without_a_preference_the_most_valuable_answer_is_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    model = deciding(None)
    varied: list[Candidate] = []

    def vary(candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        varied.append(candidate)
        return []

    monkeypatch.setattr(model.method, "vary", vary)
    assert not prefers(model.method)
    (best, *_), _ = competing(model, TEXT, 0.65)
    assert [each.tokens for each in varied] == [best.tokens]
    assert best.kept is None


def test_fast_answers_and_exact_lengths_are_not_compared() -> None:
    for length in ({"rate": 0.6, "fast": True}, {"words": 9, "exact": True}):
        answers = {deciding(network).compress(TEXT, **length).text for network in (always(BETTER), None)}
        assert len(answers) == 1


def test_what_fits_as_it_is_gets_only_safe_edits() -> None:
    model = deciding(always(BETTER))
    method = model.method
    assert isinstance(method, Rewrite)
    found, _ = competing(model, TEXT, 1.0)
    assert found[0].tokens == found[0].source.words
    assert all(method.editing.allows(each.edits, each.source) for each in found)


@pytest.mark.parametrize("confidence", [0.5, 0.7, 0.8])
def test_what_readers_prefer_does_not_matter_for_the_shortest_safe_answer(
    confidence: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Preference, "ranked", None)  # whoever asks fails
    answers = {deciding(always(opinion)).compress(TEXT, confidence=confidence).text for opinion in (BETTER, WORSE)}
    assert len(answers) == 1


def test_the_edits_of_the_shortest_safe_answers_are_safe() -> None:
    model = deciding(always(BETTER))
    method = model.method
    assert isinstance(method, Rewrite)
    request = Request(Length(confidence=0.3))
    (sentence,) = model.parse(["The government would provide further assistance in the course of the year."])
    limit, choices = request.limit(sentence, 0), request.protection.mask_choices(sentence)
    found = model.pipeline.verify(sentence, choices, limit, request)
    assert any(isinstance(each, RewriteCandidate) and each.edits for each in found)
    assert all(isinstance(each, RewriteCandidate) and method.editing.allows(each.edits, sentence) for each in found)
    assert [len(each.tokens) for each in found] == sorted(len(each.tokens) for each in found)


def test_a_network_for_other_features_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="reads 3 features"):
        Preference(always(BETTER, inputs=3))
    (tmp_path / "phrases.txt").write_text("in order to = to\n", "utf-8")
    always(BETTER, inputs=3).save(tmp_path / "preference.npz")
    with pytest.raises(DataError, match=r"preference\.npz.*does not fit this version"):
        Rewrite.load(tmp_path, {"name": "rewrite"})


def test_it_is_stored_with_the_model(tmp_path: Path) -> None:
    model = deciding(always(WORSE))
    model.save(tmp_path / "copy")
    again = load(tmp_path / "copy")
    assert again.compress(TEXT, rate=0.8).kept is not None
    deciding(None).save(tmp_path / "without")
    assert not (tmp_path / "without" / "preference.npz").exists()


@given(
    st.builds(
        EditSettings, **{name: st.floats(-2, 1) for name in ("least_liked", "least_liked_beside", "least_better")},
        least_sure=st.floats(0, 1),
    )
)  # fmt: skip
def test_bolder_settings_allow_all_that_these_allow(settings: EditSettings) -> None:
    for name in ("least_liked", "least_liked_beside", "least_better", "least_sure"):
        assert getattr(settings.bolder, name) <= getattr(settings, name)


def test_bolder_edits_include_the_safe_ones() -> None:
    method = deciding(None).method
    assert isinstance(method, Rewrite)
    (sentence,) = load("rewrite").parse(["The government would provide further assistance in the course of the year."])
    safe, bold = (editing.of_sentence(sentence, None) for editing in (method.editing, method.editing.bolder()))
    assert set(safe) <= set(bold)
    assert len(safe) < len(bold)
    assert not all(method.editing.allows([edit], sentence) for edit in bold)


@pytest.mark.parametrize(("better", "is_chosen"), [(0.35, True), (0.2, False)])
def test_a_rewriting_must_be_liked_enough(better: float, *, is_chosen: bool) -> None:
    doubtful = OpinionNetwork(
        np.zeros((1, len(NAMES)), np.float32),
        np.zeros(1, np.float32),
        np.zeros((4, 1), np.float32),
        np.log(np.array([better, 0.001, 0.998 - better, 0.001], np.float32)),
    )
    found, _ = competing(deciding(doubtful), TEXT, 0.65)
    assert (found[0].kept is None) == is_chosen
