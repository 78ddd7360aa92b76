"""Small studies for tests, and people who answer as they are told to."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from laconic.corpus import sample
from laconic.study.annotation import AnnotationStudy
from laconic.study.annotation import Settings as AnnotationSettings
from laconic.study.documents import Asked
from laconic.study.instructions import (
    QUESTIONNAIRES,
    annotation_instructions,
    attention_checks,
    rating_instructions,
)
from laconic.study.rating import Compressed, RatingStudy, Settings
from laconic.study.store import encode

EFFECTS = {"extract": 0.0, "abstract": -0.9, "pivot": 0.05, "reference": 1.2}


def rating_study(
    path: Path,
    systems: Sequence[str] = tuple(EFFECTS),
    sentences: int = 12,
    checks: int = 2,
    practice: int = 3,
    questions: str = "two-scales",
    **others,
) -> tuple[RatingStudy, str]:
    """Return a rating study over the sample corpus, and the runner's secret."""
    pairs = [pair for pair, _ in zip(sample("rewrite"), range(sentences), strict=False)]
    compressed = [
        Compressed(pair.id, pair.source, {system: f"{pair.reference} [{system}]" for system in systems})
        for pair in pairs
    ]
    reference = "reference" if "reference" in systems else None
    asked = QUESTIONNAIRES[questions]
    told = rating_instructions(asked, with_references=reference is not None)
    shared = (list(systems), 7, reference, systems[0])
    settings = Settings("Shorter sentences", told, *shared, questions=asked.question, **others)
    pairs = asked.practice[:practice]
    return RatingStudy.create(path, settings, compressed, pairs, attention_checks(asked.question, checks, 7))


def answer_all(study: RatingStudy, effects: Mapping[str, float], seed: int = 0, keep: Callable[[], bool] | None = None):
    """Let every rater answer: an effect a system, a bias a rater, a difficulty a sentence, and noise, rounded.

    Returns the ratings that were given, by (rater, sentence, system).
    """
    random = np.random.default_rng(seed)
    difficulty = {number: random.normal(0, 0.5) for number in study.sentences}
    given = {}
    with study.store.transaction():
        for person in study.store.people():
            bias = random.normal(0, 0.4)
            for place, task in enumerate(study.store.tasks(person.id)):
                effect = effects.get(task.version, 0) + bias + difficulty.get(task.item, 0)
                ratings = [int(np.clip(round(3 + effect + random.normal(0, 0.5)), 1, 5)) for _ in range(2)]
                if keep is not None and not keep():
                    continue
                if check := study.checks.get(task.item):
                    ratings = list(check.ratings.values())
                value = {"ratings": dict(zip(("grammaticality", "importance"), ratings, strict=True)), "seconds": 2.5}
                study.store.add_answers([(person.id, place, encode(value))])
                if task.item in study.sentences:
                    given[person.name, study.sentences[task.item].id, task.version] = tuple(ratings)
    return given


DOCUMENTS = [
    Asked("harbour", "1", "The old harbour, built in 1840, will close next spring.", "The old harbour , built in 1840 "
          ", will close next spring .".split()),
    Asked("harbour", "2", "Nobody minds.", ["Nobody", "minds", "."]),
    Asked("bakery", "1", "The new bakery on the corner has already won a prize.",
          "The new bakery on the corner has already won a prize .".split()),
]  # fmt: skip


def annotation_study(path: Path, mode="rewrite", **others) -> tuple[AnnotationStudy, str]:
    """Return an annotation study of two documents, and the runner's secret."""
    settings = AnnotationSettings("Two documents", annotation_instructions(mode), mode, **others)
    return AnnotationStudy.create(path, settings, DOCUMENTS)
