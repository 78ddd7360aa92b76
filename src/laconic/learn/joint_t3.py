"""Training of joint decoding: a tree transducer, a model of kept words, and how much each counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from laconic.corpus import Pair
from laconic.errors import UsageError
from laconic.learn.deletion import train_deletion
from laconic.learn.settings import make_settings, positive_numbers
from laconic.learn.t3 import train_t3
from laconic.learn.t3_examples import ParsedPair, parse_pairs
from laconic.learn.t3_tuning import choose_lm_weight, choose_word_bonus
from laconic.methods.deletion import LinearDeletion
from laconic.methods.joint_t3 import JointT3
from laconic.methods.stored import load_method
from laconic.methods.t3 import NO_LM, T3
from laconic.parse.base import Parser
from laconic.progress import track

MODEL = "model"
_PARTNERS = ("bigram", "lm", "both")
Part = TypeVar("Part", T3, LinearDeletion)


@dataclass(frozen=True)
class JointT3Training:
    """How to train, beside the settings of the two parts.

    Attributes:
        partner: the model of kept words: bigram, lm (the transducer's language model), or both.
        weights: how much the bigram model may count; the best on held-out pairs is chosen.
        match_rate: whether words get a bonus with which held-out texts of free length are as long as their
            references on average.
        tuning_pairs: so many held-out pairs are used to choose the weight and the bonus.
    """

    partner: str = "bigram"
    weights: str = "0.25,0.5,1,2,4"
    match_rate: bool = True
    tuning_pairs: int = 150


def train_joint_t3(
    name: str,
    train: Iterable[Pair],
    dev: Iterable[Pair],
    parser: Parser,
    out: Path,
    settings: dict[str, str],
    *,
    tokenized: bool = False,
) -> JointT3:
    """Train both parts, each by itself as in the paper, and choose on held-out pairs how much each counts.

    Args:
        name: what the method is called.
        train: what to learn from.
        dev: held-out pairs.
        parser: parses sources and references.
        out: where learning leaves its checkpoints, and takes them up again.
        settings: overrides of `JointT3Training`, as texts; those of the parts begin with ``t3.`` or ``bigram.``,
            where ``t3.model`` and ``bigram.model`` name the folder of a model to take instead of training one.
        tokenized: whether the texts' tokens are separated by spaces.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: a setting is unknown or has a wrong value.
    """
    own, of_t3, of_bigram = _by_part(settings)
    chosen = make_settings(JointT3Training, own)
    if chosen.partner not in _PARTNERS:
        raise UsageError(f"partner must be {', '.join(_PARTNERS[:-1])} or {_PARTNERS[-1]}, not {chosen.partner!r}.")
    weights = positive_numbers(chosen.weights, "weights")
    learning, held_out = list(train), list(dev)
    of_t3 = {"deletion_only": "yes", **({"lm": NO_LM} if chosen.partner == "bigram" else {}), **of_t3}
    t3 = _taken(of_t3, T3) or train_t3("t3", learning, held_out, parser, out / "t3", of_t3, tokenized=tokenized)
    bigram = None
    if chosen.partner != "lm":
        bigram = _taken(of_bigram, LinearDeletion)
        if bigram is None:
            learnt = train_deletion(
                "bigram", learning, held_out, parser, out / "bigram", of_bigram, tokenized=tokenized
            )
            assert isinstance(learnt, LinearDeletion)
            bigram = learnt
    elif t3.lm is None:
        print("the language model helps nowhere on the held-out pairs: the rules decide alone", flush=True)
    tuning = list(parse_pairs(held_out[: chosen.tuning_pairs], parser, tokenized=tokenized))
    return _tuned(name, t3, bigram, weights, tuning, chosen)


def _taken(settings: dict[str, str], kind: type[Part]) -> Part | None:
    """Return the method of a model trained before, if the settings name its folder."""
    if MODEL not in settings:
        return None
    folder = Path(settings[MODEL])
    method, _ = load_method(folder)
    if not isinstance(method, kind):
        raise UsageError(f"{folder} holds a model of {method.name}, which cannot be this part of joint-t3.")
    return method


def _by_part(settings: dict[str, str]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Tell settings of joint decoding from those of its parts, whose names begin with ``t3.`` and ``bigram.``."""
    parts: dict[str, dict[str, str]] = {"": {}, "t3": {}, "bigram": {}}
    for key, value in settings.items():
        part, dot, inner = key.partition(".")
        if dot and part not in parts:
            raise UsageError(f"There is no setting {key!r}: those of a part begin with t3. or bigram.")
        parts[part if dot else ""][inner if dot else key] = value
    return parts[""], parts["t3"], parts["bigram"]


def _tuned(
    name: str,
    t3: T3,
    bigram: LinearDeletion | None,
    weights: Sequence[float],
    pairs: Sequence[ParsedPair],
    chosen: JointT3Training,
) -> JointT3:
    """Return the method with the bigram model's best weight and a bonus for words."""

    def method(weight: float, bonus: float = t3.settings.word_bonus) -> JointT3:
        return JointT3(t3.with_settings(replace(t3.settings, word_bonus=bonus)), bigram, weight, name=name)

    weight = 1.0
    if bigram is not None:
        weight, quality = choose_lm_weight(method, track(weights, "Weighing the two models"), pairs)
        print(f"bigram model: weight {weight:g}, held-out overlap {quality:.4f}", flush=True)
    if not chosen.match_rate:
        return method(weight)
    bonus = choose_word_bonus(lambda value: method(weight, value), pairs)
    print(f"bonus a word: {bonus:.4f}", flush=True)
    return method(weight, bonus)
