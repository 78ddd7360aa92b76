"""A study in which people compress documents, sentence by sentence.

The task is that of Cohn & Lapata (2013), section 4 and appendix A; with deletion alone, that of Clarke &
Lapata (2008).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from laconic.corpus import Pair
from laconic.errors import DataError, UsageError
from laconic.language import LANGUAGE
from laconic.study.base import StoredStudy
from laconic.study.documents import Asked
from laconic.study.store import Person, Seconds, Store, Task
from laconic.text import Sentence, Token

Mode: TypeAlias = Literal["rewrite", "delete"]
"""Whether people may write whatever is shorter, or only leave words out."""

LONGEST_TEXT = 20_000
"""The most characters of a compression that are taken."""


_CONTROLS = {code: None for code in range(0xA0) if unicodedata.category(chr(code)) == "Cc" and not chr(code).isspace()}
"""Characters that nobody types, and that no page or corpus could show."""


class Compressing(msgspec.Struct, frozen=True):
    """One answer: a compression, as text or as the positions of the words that stay.

    Attributes:
        text: the compression.
        kept: where words may only be left out, those that stay.
        done: whether the person has finished with the sentence; what they type is saved before that, too.
        seconds: how long they have worked on it.
    """

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    kept: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(max_length=LONGEST_TEXT)] | None = None
    done: bool = True
    seconds: Seconds = 0.0


class Settings(msgspec.Struct, frozen=True):
    """What is settled when the study begins.

    Attributes:
        title: what annotators see above everything.
        instructions: the instructions, in paragraphs.
        mode: what is allowed.
        shared: the number of documents that everyone is given; all of them if None.
        own: how many others each annotator is given, where not all are shared.
        seed: decides which.
        consent: what they agree to before they begin, in paragraphs; nothing is asked if empty.
    """

    title: str
    instructions: list[str]
    mode: Mode
    shared: int | None = None
    own: int = 0
    seed: int = 0
    consent: list[str] = []


class Work(NamedTuple):
    """What one annotator made of one sentence."""

    annotator: str
    compression: Compressing
    at: str


class AnnotationStudy(StoredStudy[Settings, Compressing]):
    """An annotation study in its store."""

    kind = "annotate"
    settings_type = Settings
    answer_type = Compressing

    def __init__(self, store: Store) -> None:
        """Take an open store; raise `UsageError` if it holds a study of another kind."""
        super().__init__(store)
        self.sentences = {item.id: msgspec.json.decode(item.content, type=Asked) for item in store.items()}

    @property
    def consent(self) -> list[str]:
        """What annotators agree to before they begin."""
        return self.settings.consent

    @classmethod
    def create(cls, path: str | Path, settings: Settings, sentences: Sequence[Asked]) -> tuple[AnnotationStudy, str]:
        """Start a study, and return it with the secret of the person who runs it.

        Raises:
            UsageError: the file exists,
                or the settings ask for more documents than there are.
            DataError: there is no sentence, or a document has two of the same name.
        """
        if not sentences:
            raise DataError("there are no sentences to compress.")
        for (document, number), count in Counter((each.document, each.id) for each in sentences).items():
            if count > 1:
                raise DataError(f"there are {count} sentences {number} in documents called {document}: rename one.")
        documents = len({each.document for each in sentences})
        if settings.shared is not None and not 0 <= settings.shared <= settings.shared + settings.own <= documents:
            asked = f"{settings.shared} shared documents and {settings.own} of one's own"
            raise UsageError(f"there are {documents} documents: no one can be given {asked}.")
        if settings.shared == 0 == settings.own:
            raise UsageError("annotators need documents: raise --shared or --own.")
        return cls._begin(path, settings, [("sentence", each) for each in sentences])

    def invite(self, name: str) -> str:
        """Add an annotator, who is given all documents or some, and return their secret."""
        given = self._documents()
        return self.store.enrol(name, 0, [Task(key) for key, each in self.sentences.items() if each.document in given])

    def _documents(self) -> set[str]:
        """Return the documents of the next annotator: those for everyone, then those that the fewest people have."""
        names = list(dict.fromkeys(each.document for each in self.sentences.values()))
        if self.settings.shared is None:
            return set(names)
        Random(f"{self.settings.seed} documents").shuffle(names)
        taken: Counter[str] = Counter()
        for person in self.store.people():
            taken.update({self.sentences[task.item].document for task in self.store.tasks(person.id)})
        rest = sorted(names[self.settings.shared :], key=lambda name: taken[name])  # chance decides among equals
        return {*names[: self.settings.shared], *rest[: self.settings.own]}

    def asked(self, person: Person) -> list[Asked]:
        """Return what an annotator is given, in order."""
        return [self.sentences[task.item] for task in self.store.tasks(person.id)]

    def accept(self, person: Person, place: int, answer: Compressing) -> Compressing:
        """Return an answer as it is to be stored: with its text in order.

        Raises:
            DataError: there is no such sentence, or the answer is not what was asked for.
        """
        asked = self._asked_at(person, place)
        if self.settings.mode == "rewrite":
            text = " ".join(answer.text.translate(_CONTROLS).split())
            if not text and answer.done:
                raise DataError("a compression cannot be empty: keep the sentence as it is if it has no shorter form.")
            return Compressing(text, None, answer.done, answer.seconds)
        kept = sorted(set(answer.kept or ()))
        if not kept and answer.done:
            raise DataError("at least one word must stay.")
        if kept and kept[-1] >= len(asked.words):
            raise DataError(f"the sentence has only {len(asked.words)} words.")
        return Compressing(shortened(asked, kept) if kept else "", kept, answer.done, answer.seconds)

    def _asked_at(self, person: Person, place: int) -> Asked:
        tasks = self.store.tasks(person.id)
        if not 0 <= place < len(tasks):
            raise DataError(f"there is no sentence at place {place}.")
        return self.sentences[tasks[place].item]

    def work(self) -> dict[int, list[Work]]:
        """Return for each sentence what was finished of it, in the order in which annotators were invited."""
        finished: dict[int, list[Work]] = {number: [] for number in self.sentences}
        for person in self.store.people():
            for given in self.given(person):
                if given.value.done:
                    finished[given.task.item].append(Work(person.name, given.value, given.at))
        return finished

    def pairs(self, annotators: Sequence[str] | None = None, *, complete: bool = False) -> Iterator[Pair]:
        """Yield the sentences that have been compressed, with one reference per annotator, as a corpus.

        Args:
            annotators: whose compressions to use, in this order; by default everyone's.
            complete: leave out sentences that not all of them have finished.

        Raises:
            UsageError: one of the annotators takes no part.
        """
        names = [person.name for person in self.store.people()]
        for name in annotators or ():
            if name not in names:
                raise UsageError(
                    f"{name} does not take part in this study; the participants are "
                    f"{', '.join(names) or 'not named yet'}."
                )
        chosen = list(annotators or names)
        for number, works in self.work().items():
            by_name = {work.annotator: work for work in works}
            found = [by_name[name] for name in chosen if name in by_name]
            if found and not (complete and len(found) < len(chosen)):
                yield _pair(self.sentences[number], found)


def shortened(asked: Asked, kept: Sequence[int]) -> str:
    """Return the text that is left of a sentence, with its own spacing and a capital where it had one.

    Articles stay as they were, for a reference by deletion has no words but those of its source.
    """
    if asked.tokenized:
        return LANGUAGE.cut(Sentence.from_words(asked.words), kept)
    sentence = Sentence.from_tokens([Token(word) for word in asked.words], text=asked.source)
    return LANGUAGE.cut(sentence, kept, with_agreement=False)


def _pair(asked: Asked, works: Sequence[Work]) -> Pair:
    extra: dict[str, object] = {"annotators": [work.annotator for work in works]}
    if all(work.compression.kept is not None for work in works):
        extra = {"tokens": asked.words, "kept": [work.compression.kept for work in works], **extra}
    return Pair(
        f"{asked.document}.{asked.id}",
        asked.source,
        tuple(work.compression.text for work in works),
        asked.document,
        extra,
    )
