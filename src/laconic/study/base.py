"""What all kinds of studies share: a store that holds one of their kind, its settings, and what people answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from laconic.errors import UsageError
from laconic.study.store import Person, Store, Task

Settings = TypeVar("Settings", bound=msgspec.Struct)
Value = TypeVar("Value", bound=msgspec.Struct)


class Given(NamedTuple, Generic[Value]):
    """What a person has last said about a task: its place in their order, the task, their answer, and when."""

    place: int
    task: Task
    value: Value
    at: str


class StoredStudy(Generic[Settings, Value]):
    """A study in its store, which is closed where a block that holds the study ends.

    Attributes:
        kind: what such studies are called in stores.
        settings_type: what is settled when one begins.
        answer_type: what people answer.
    """

    kind: ClassVar[str]
    settings_type: type[Settings]
    answer_type: type[Value]

    def __init__(self, store: Store) -> None:
        """Take an open store.

        Raises:
            UsageError: it holds a study of another kind.
        """
        if store.kind != self.kind:
            raise UsageError(f"{store.path} holds another kind of study: {store.kind}, not {self.kind}.")
        self.store = store
        self.settings = store.settings(self.settings_type)

    @classmethod
    def _begin(
        cls, path: str | Path, settings: Settings, items: Iterable[tuple[str, msgspec.Struct]]
    ) -> tuple[Self, str]:
        """Create the store of a new study, and return the study with the secret of the person who runs it."""
        store, secret = Store.create(path, cls.kind, settings, items)
        return cls(store), secret

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    @property
    def consent(self) -> list[str]:
        """What people agree to before they begin, in paragraphs; nothing is asked if empty."""
        return []

    def awaits_consent(self, person: Person) -> bool:
        """Return whether a person must agree before anything is asked of them."""
        return bool(self.consent) and self.store.agreed(person.id) is None

    def given(self, person: Person) -> Iterator[Given[Value]]:
        """Yield what a person has answered so far: the last answer to each task, in their order."""
        tasks = self.store.tasks(person.id)
        for place, answer in self.store.answers(person.id).items():
            yield Given(place, tasks[place], self.decode_answer(answer.value), answer.at)

    def decode_answer(self, value: str) -> Value:
        """Read a stored answer."""
        return msgspec.json.decode(value, type=self.answer_type)

    def answers(self, person: Person) -> dict[int, Value]:
        """Return what a person has answered so far, by the place in their order."""
        return {given.place: given.value for given in self.given(person)}
