"""Settings of trainings: what makes sense is taken, anything else refused before any work is done."""

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from laconic.errors import MissingDependency, UsageError
from laconic.learn.deletion.mira import MiraSettings
from laconic.learn.paraphrase.training import ParaphraseTraining
from laconic.learn.t3.training import T3Training
from laconic.learn.training_run import TrainingRun
from laconic.learn.two_stage import TwoStageTraining
from laconic.pipeline.info import trainer_of
from laconic.settings import make_settings
from laconic.text import Sentence
from learn.patterns import corpus


class NeverAsked:
    """Fails where anything is parsed: wrong settings must not cost that time."""

    fingerprint = "never"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        raise AssertionError("something was parsed before the settings were read")


@pytest.mark.parametrize(
    ("method", "setting", "value", "message"),
    [
        ("bigram", "epochs", "0", "epochs needs a whole number of at least 1, not '0'."),
        ("joint", "epochs", "-3", "epochs needs a whole number of at least 1, not '-3'."),
        ("subtree", "epochs", "1e3", "epochs needs a whole number of at least 1, not '1e3'."),
        ("bigram", "epochs", "9" * 20, f"epochs cannot be as large as {'9' * 20}."),
        ("bigram", "step", "nan", "step needs a number above 0, not 'nan'."),
        ("bigram", "step", "inf", "step needs a number above 0, not 'inf'."),
        ("bigram", "cost", "-1", "cost needs a number of at least 0, not '-1'."),
        ("bigram", "buckets", "1000", "buckets needs a power of two of at most 2^27, not '1000'."),
        ("bigram", "seed", "-1", "seed needs a whole number of at least 0, not '-1'."),
        ("bigram", "at_length", "perhaps", "at_length needs yes or no, not 'perhaps'."),
        ("bigram", "epoch", "1", "there is no setting 'epoch'; choose from arc_cost, at_length,"),
        ("crf", "epochs", "1", "there is no setting 'epochs'; choose from buckets, iterations, regularisation."),
        ("crf", "regularisation", "nan", "regularisation needs a number of at least 0, not 'nan'."),
        ("t3", "C", "zero", "C needs positive numbers separated by commas, not 'zero'."),
        ("t3", "C", "1,0", "C needs positive numbers separated by commas, not '1,0'."),
        ("t3", "C", "nan", "C needs positive numbers separated by commas, not 'nan'."),
        ("t3", "C", "", "C needs positive numbers separated by commas, not ''."),
        ("t3", "gap", "-0.1", "gap needs a number of at least 0, not '-0.1'."),
        ("t3", "beam", "0", "beam needs a whole number of at least 1, not '0'."),
        ("t3", "loss", "bleu", "there is no loss called 'bleu'"),
        ("t3", "rescaling", "both", "rescaling needs margin or slack, not 'both'."),
        ("t3", "slacks", "two", "slacks needs n or one, not 'two'."),
        ("t3", "templates", "magic", "there is no feature template 'magic'"),
        ("t3", "aligner", "magic", "there is no aligner called 'magic'"),
        ("joint-t3", "partner", "friend", "partner needs bigram, lm or both, not 'friend'."),
        ("joint-t3", "weights", "0", "weights needs positive numbers separated by commas, not '0'."),
        ("joint-t3", "joint.C", "1", "there is no setting 'joint.C': settings of its models start with t3. or bigram."),
        ("joint-t3", ".C", "1", "there is no setting '.C': settings of its models start with t3. or bigram."),
        ("joint-t3", "epochs", "1", "there is no setting 'epochs'; choose from branches, dependences,"),
        ("joint-t3", "t3.epochs", "1", "there is no setting 't3.epochs'; choose from t3.C, t3.aligner,"),
        ("joint-t3", "bigram.epochs", "0", "bigram.epochs needs a whole number of at least 1, not '0'."),
        ("two-stage", "gamma", "0", "gamma needs a number above 0, not '0'."),
        ("two-stage", "candidates", "0", "candidates needs a whole number of at least 1, not '0'."),
        ("paraphrase", "rate", "1.2", "rate needs a number above 0 and at most 1, not '1.2'."),
        ("paraphrase", "boldness", "inf", "boldness needs a number, not 'inf'."),
        ("paraphrase", "optimizer", "luck", "optimizer needs mert or pro, not 'luck'."),
        ("paraphrase", "objective", "praise", "objective needs precis, bleu, sari or plain_bleu, not 'praise'."),
        ("paraphrase", "task", "sing", "task needs compress or simplify, not 'sing'."),
        ("simplify", "features", "few", "features needs all, plain, paper or paper-plain, not 'few'."),
        ("simplify", "deletions", "most", "deletions needs none, words, constituents or anything, not 'most'."),
        ("simplify", "importance", "magic", "there is no bundled model 'magic'"),
    ],
)
def test_wrong_settings_are_named(method: str, setting: str, value: str, message: str, tmp_path: Path) -> None:
    run = TrainingRun(method, corpus(0, 3), corpus(3, 5), NeverAsked(), tmp_path, {setting: value})
    with pytest.raises(UsageError) as refused:
        trainer_of(method)(run)
    assert str(refused.value).startswith(message)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("method", "settings", "package"),
    [
        ("crf", {}, "scipy"),
        ("t3", {}, "piqp"),
        ("two-stage", {}, "sklearn"),
        ("paraphrase", {"optimizer": "pro", "importance": "none"}, "scipy"),
    ],
)
def test_packages_that_are_missing_are_told_before_the_work(
    method: str, settings: dict[str, str], package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    run = TrainingRun(method, corpus(0, 3), corpus(3, 5), NeverAsked(), tmp_path, settings)
    with pytest.raises(MissingDependency, match=r"run pip install '\.\[train\]'"):
        trainer_of(method)(run)


def test_right_settings_are_read_as_their_types() -> None:
    assert make_settings(MiraSettings, {"epochs": "3", "step": "1e-2", "at_length": "No"}) == MiraSettings(
        epochs=3, step=0.01, at_length=False
    )
    assert make_settings(T3Training, {"C": "0.1, 1", "slacks": "one", "gap": "0"}) == T3Training(
        C=(0.1, 1.0), slacks="one", gap=0.0
    )


@pytest.mark.parametrize("kind", [MiraSettings, ParaphraseTraining, T3Training, TwoStageTraining])
def test_defaults_are_among_the_values_that_are_taken(kind: type) -> None:
    defaults = kind()
    texts = {
        name: ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in vars(defaults).items()
    }
    assert make_settings(kind, texts) == defaults
