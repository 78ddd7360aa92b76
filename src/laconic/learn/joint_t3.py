"""Training of joint decoding: a tree transducer, a model of kept words, and how much each counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from laconic.errors import UsageError
from laconic.files import make_folder
from laconic.learn.deletion.mira import MiraSettings
from laconic.learn.deletion.training import train_linear
from laconic.learn.t3.examples import pairs_with_trees
from laconic.learn.t3.training import T3Training, train_t3
from laconic.learn.training_run import TrainingRun
from laconic.learn.tuning.held_out import choose_weight, relation_f1, with_best_bonus
from laconic.methods.joint_t3 import JointT3, JointT3Settings
from laconic.methods.t3 import NO_LM, T3
from laconic.parse.cache import CachedParser
from laconic.pipeline.linear import LinearDeletion
from laconic.pipeline.stored import load_method
from laconic.progress import track
from laconic.settings import Count, Natural, Positive, PositiveNumbers, make_settings

MODEL = "model"
PARSES = "parses.sqlite"
Part = TypeVar("Part", T3, LinearDeletion)


@dataclass(frozen=True)
class JointT3Training:
    """How to train, beside the settings of the two parts.

    Attributes:
        partner: the model of kept words: bigram, lm (the transducer's language model), or both.
        weights: how much the bigram model may count; of several, the one with the best relation F1 on held-out pairs is
            chosen. The default was best by cross-validation on two corpora, whose differences are smaller than the
            error of a hundred held-out pairs.
        iterations, step, branches, dependences: how both are searched, as `JointT3Settings` has them.
        match_rate: whether words get a bonus with which held-out texts of free length are as long as their
            references on average.
        tuning_pairs: how many held-out pairs are used to choose the weight and the bonus.
    """

    partner: Literal["bigram", "lm", "both"] = "bigram"
    weights: PositiveNumbers = (0.2,)
    iterations: Count = JointT3Settings.iterations
    step: Positive = JointT3Settings.step
    branches: Natural = JointT3Settings.branches
    dependences: bool = JointT3Settings.dependences
    match_rate: bool = True
    tuning_pairs: Count = 150


def train_joint_t3(run: TrainingRun) -> JointT3:
    """Train both parts, each by itself as in the paper, and choose on held-out pairs how much each counts.

    The settings are those of `JointT3Training`. Those of the parts begin with ``t3.`` (`T3Training`) or ``bigram.``
    (`MiraSettings`), where ``t3.model`` and ``bigram.model`` name the folder of a model to take instead of training
    one.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: a setting is unknown or has a wrong value.
    """
    own, of_t3, of_bigram = _by_part(run.settings)
    chosen = make_settings(JointT3Training, own)
    if chosen.partner == "bigram":
        of_t3 = {"lm": NO_LM, **of_t3}
    # Both parts' settings are read before either is trained: a training can take hours.
    t3 = _taken("t3", of_t3, T3, T3Training)
    bigram = _taken("bigram", of_bigram, LinearDeletion, MiraSettings)
    material = _parsed_once(run)
    if t3 is None:
        t3 = train_t3(_part(material, "t3", of_t3))
    if chosen.partner == "lm":
        bigram = None
        if t3.lm is None:
            print("the language model does not help on the held-out pairs, so only the rules are used", flush=True)
    elif bigram is None:
        bigram = train_linear(_part(material, "bigram", of_bigram))
    return _tuned(t3, bigram, material, chosen)


def _by_part(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Tell settings of joint decoding from those of its parts, whose names begin with ``t3.`` and ``bigram.``."""
    parts: dict[str, dict[str, str]] = {"": {}, "t3": {"deletion_only": "yes"}, "bigram": {}}
    for key, value in settings.items():
        part, dot, inner = key.partition(".")
        if dot and (part not in parts or not part):
            raise UsageError(f"there is no setting {key!r}: settings of its models start with t3. or bigram.")
        parts[part if dot else ""][inner if dot else key] = value
    return parts[""], parts["t3"], parts["bigram"]


def _taken(
    part: str, settings: Mapping[str, str], kind: type[Part], training: type[T3Training] | type[MiraSettings]
) -> Part | None:
    """Return the method of a model trained before, if a part's settings name its folder.

    Raises:
        UsageError: a setting is wrong, or the model is of another kind.
    """
    make_settings(training, {key: value for key, value in settings.items() if key != MODEL}, prefix=f"{part}.")
    if MODEL not in settings:
        return None
    folder = Path(settings[MODEL])
    method, _ = load_method(folder)
    if not isinstance(method, kind) or (isinstance(method, LinearDeletion) and not method.linear.with_pairs):
        raise UsageError(f"{folder} holds a model of {method.name}, which joint-t3 cannot use here.")
    return method


def _parsed_once(run: TrainingRun) -> TrainingRun:
    """Return the run with a parser that remembers: each part needs the parses that the others need."""
    if isinstance(run.parser, CachedParser):
        return run
    make_folder(run.work)
    return replace(run, parser=CachedParser(run.parser, run.work / PARSES))


def _part(run: TrainingRun, name: str, settings: dict[str, str]) -> TrainingRun:
    return replace(run, method=name, work=run.work / name, settings=settings)


def _tuned(t3: T3, bigram: LinearDeletion | None, run: TrainingRun, chosen: JointT3Training) -> JointT3:
    """Return the method with the bigram model's best weight and a bonus for words."""
    pairs = run.held_out(pairs_with_trees, chosen.tuning_pairs)

    def method(weight: float, bonus: float = t3.settings.word_bonus) -> JointT3:
        used = JointT3Settings(weight, chosen.iterations, chosen.step, chosen.branches, chosen.dependences)
        return JointT3(t3.with_settings(replace(t3.settings, word_bonus=bonus)), bigram, used, name=run.method)

    weight = 1.0
    if bigram is not None:
        weight, quality = choose_weight(
            method,
            track(chosen.weights, "Weighing the two models"),
            lambda weighed: relation_f1(weighed, pairs, run.parser),
        )
        print(f"bigram model: weight {weight:g}, held-out relation F1 {quality:.4f}", flush=True)
    return with_best_bonus(lambda bonus: method(weight, bonus), pairs) if chosen.match_rate else method(weight)
