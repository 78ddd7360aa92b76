"""The messages between the pages of a study and its server."""

from __future__ import annotations

from typing import Annotated

import msgspec

from laconic.study.annotation import AnnotationStudy, Compressing, Mode
from laconic.study.documents import Asked
from laconic.study.progress import Progress
from laconic.study.questions import CHOICES, LOWEST, Question
from laconic.study.rating import Rated, RatingStudy
from laconic.study.store import Person
from laconic.text import Token, locate

Place = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class RatingBody(Rated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rating of the pair at a place in one's own order, counted from 0."""

    place: Place


class CompressionBody(Compressing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A compression of the sentence at a place, counted from 0."""

    place: Place


class Saved(msgspec.Struct):
    """Says that an answer is safely stored, and as which text."""

    place: int
    text: str = ""


class TrialView(msgspec.Struct):
    """A pair to rate, and how it has been rated so far."""

    source: str
    texts: list[str]
    practice: bool
    comment: str
    answer: Rated | None


class QuestionView(msgspec.Struct):
    """A question, and what may be answered: from 1 on, what stands on each button."""

    name: str
    title: str
    ask: str
    low: str
    high: str
    points: list[str]


class ConsentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether somebody agrees to take part."""

    agreed: bool


class Consent(msgspec.Struct):
    """Says that it is stored that somebody agrees."""

    agreed: bool = True


class Completion(msgspec.Struct):
    """The code that says that somebody has rated everything; empty where the study has none."""

    code: str


class RatingSession(msgspec.Struct, tag="rate", tag_field="kind"):
    """All that a rater's page needs; who has yet to agree to something sees that and nothing else."""

    title: str
    instructions: list[str]
    consent: list[str]
    questions: list[QuestionView]
    comments: bool
    trials: list[TrialView]


class SentenceView(msgspec.Struct):
    """A sentence to compress, with its words and whether a space stands before each, and the answer so far."""

    place: int
    id: str
    source: str
    words: list[str]
    spaced: list[bool]
    answer: Compressing | None


class DocumentView(msgspec.Struct):
    """A document to compress."""

    name: str
    sentences: list[SentenceView]


class AnnotationSession(msgspec.Struct, tag="annotate", tag_field="kind"):
    """All that an annotator's page needs; who has yet to agree to something sees that and nothing else."""

    title: str
    instructions: list[str]
    consent: list[str]
    mode: Mode
    documents: list[DocumentView]


Session = RatingSession | AnnotationSession


class Overview(msgspec.Struct):
    """The progress of all participants."""

    kind: str
    title: str
    people: list[Progress]


def session(study: RatingStudy | AnnotationStudy, person: Person) -> Session:
    """Return what somebody is asked, and what they have answered so far."""
    if isinstance(study, RatingStudy):
        return _rating_session(study, person)
    return _annotation_session(study, person)


def _rating_session(study: RatingStudy, person: Person) -> RatingSession:
    if study.awaits_consent(person):
        return RatingSession(study.settings.title, [], study.consent, [], False, [])
    answers = study.answers(person)
    trials = [
        TrialView(trial.source, trial.texts, trial.is_practice, trial.comment, answers.get(place))
        for place, trial in enumerate(study.trials(person))
    ]
    settings = study.settings
    questions = [_question(question) for question in settings.questions]
    return RatingSession(settings.title, settings.instructions, [], questions, settings.comments, trials)


def _question(question: Question) -> QuestionView:
    about = (question.name, question.title, question.ask)
    if question.kind == "preference":
        return QuestionView(*about, "", "", list(CHOICES.values()))
    points = [str(point) for point in range(LOWEST, question.highest + 1)]
    return QuestionView(*about, question.low, question.high, points)


def _annotation_session(study: AnnotationStudy, person: Person) -> AnnotationSession:
    if study.awaits_consent(person):
        return AnnotationSession(study.settings.title, [], study.consent, study.settings.mode, [])
    answers = study.answers(person)
    documents: dict[str, DocumentView] = {}
    for place, asked in enumerate(study.asked(person)):
        view = SentenceView(place, asked.id, asked.source, asked.words, _spaced(asked), answers.get(place))
        documents.setdefault(asked.document, DocumentView(asked.document, [])).sentences.append(view)
    settings = study.settings
    return AnnotationSession(settings.title, settings.instructions, [], settings.mode, list(documents.values()))


def _spaced(asked: Asked) -> list[bool]:
    """Tell for each word whether a space stands before it; where that is not known, one does."""
    tokens = locate([Token(word) for word in asked.words], asked.source)
    ends = [0, *(token.end for token in tokens)]
    return [token.start < 0 or token.start > end for token, end in zip(tokens, ends, strict=False)]
