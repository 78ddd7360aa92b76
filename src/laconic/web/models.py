"""The models of a server: loaded once and used by all threads, with a memory of recent answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np

from laconic.catalog import METHODS
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.model import DEFAULT_MODEL, Model, bundled_models, load
from laconic.pipeline.info import OF_YOUR_OWN, MethodInfo, method_info
from laconic.pipeline.long import MOST_WORDS
from laconic.pipeline.method import Styled, judges
from laconic.pipeline.protection import PinnedWords, Protection
from laconic.text import Sentence
from laconic.web.problems import Problem
from laconic.web.remembered import Remembered

_REMEMBERED_PARSES = 30_000
"""The words of the parses that are remembered; each takes some three kilobytes, and all of them eighty megabytes."""

_REMEMBERED_SEARCHES = 500_000
"""The cost of the searches that are remembered, in units of some 150 bytes. One that rewrites holds its whole forest,
whose size grows with the cube of the sentence: two megabytes for 25 words, and eight hundred for 100. Others hold an
answer of every length, which grows with the square: 56 kilobytes for 19 words."""


class Models:
    """Models by their names; models and parses are shared by all threads, as nothing in them changes.

    Args:
        paths: names of bundled models and folders made by ``laconic train``; the first is the default. All
            bundled models if none is given.

        allow_code: whether the folders are trusted and may name code that is not laconic's.

    Raises:
        DataError: one of them is not a model.
    """

    def __init__(self, paths: Sequence[str] = (), *, allow_code: bool = False) -> None:
        self._allow_code = allow_code
        chosen = list(paths) or bundled_models()
        self._paths = {Path(path).name or path: path for path in chosen}
        if len(self._paths) < len(chosen):
            raise UsageError("two models have the same name: rename one of their folders.")
        self.default = next(iter(self._paths), DEFAULT_MODEL)
        self._loaded: dict[str, Model] = {}
        self._lock = Lock()
        self._parses = Remembered[Sentence](_REMEMBERED_PARSES)
        self._lengths = Remembered[list[Compression]](_REMEMBERED_SEARCHES)
        self._styled = lru_cache(None)(self._style_anew)

    @property
    def names(self) -> list[str]:
        """The models' names, the default first."""
        return list(self._paths)

    def load_all(self) -> None:
        """Load every model now rather than when it is first needed."""
        for name in self.names:
            self.get(name)

    def get(self, name: str | None, style: str | None = None) -> Model:
        """Return a model by its name, in its own style or another, loading it the first time.

        Args:
            name: the name; the default if there is none.
            style: the style, for models that have styles.

        Raises:
            Problem: there is none of this name (404).
            UsageError: it has no styles.
        """
        name = name or self.default
        if name not in self._paths:
            raise Problem(404, f"The model {name!r} is not served here: choose from {', '.join(self.names)}.")
        return self._load(name) if style is None else self._styled(name, style)

    def _load(self, name: str) -> Model:
        if name in self._loaded:  # nobody waits while another model is loaded
            return self._loaded[name]
        with self._lock:
            if name not in self._loaded:
                model = load(self._paths[name], allow_code=self._allow_code)
                self._share_parser(model)
                self._loaded[name] = model
            return self._loaded[name]

    def description(self, name: str) -> str:
        """Return what a model does, in a sentence."""
        told = self.get(name).settings.get("about", {}).get("description")
        return str(told or self._info(name).description)

    def explains(self, name: str) -> bool:
        """Return whether a model can show the rules and trees behind an answer."""
        return self._info(name).explains

    def chooses(self, name: str) -> bool:
        """Return whether a model reads its answers again and chooses the best that fits."""
        return judges(self.get(name).method)

    def rewrites(self, name: str | None) -> bool:
        """Return whether a model finds its answers in forests, which take much more time and memory."""
        return self.get(name).method.rewrites

    def _info(self, name: str) -> MethodInfo:
        method = self.get(name).method.name
        return method_info(method) if method in METHODS else MethodInfo(method, OF_YOUR_OWN)

    def styles(self, name: str) -> list[str]:
        """Return the styles of a model, the usual one first; none where it has no styles."""
        method = self.get(name).method
        return list(method.styles) if isinstance(method, Styled) else []

    def parse(self, name: str | None, sentence: Sentence) -> Sentence:
        """Return a sentence with its parse."""
        key = name or self.default, replace(sentence, start=0)
        parsed = self._parses.get(key, max(1, len(sentence)), lambda: self._parse_anew(*key))
        return replace(parsed, start=sentence.start)

    def ready(self, name: str | None, sentence: Sentence) -> Sentence:
        """Return a sentence with its parse; as it is if it is so long that it is parsed in parts."""
        return sentence if len(sentence) > MOST_WORDS else self.parse(name, sentence)

    def protected(self, name: str | None, sentence: Sentence, protect: PinnedWords) -> list[int]:
        """Return the positions of the words that must stay because of their kind, or because they are named."""
        kinds = replace(protect, keep=frozenset(), drop=frozenset())
        if len(sentence) <= MOST_WORDS:
            return sorted(kinds.positions(self.parse(name, sentence)))
        masks = kinds.part_masks(sentence, self.get(name).pipeline.split_long(sentence))
        return [int(place) for place in np.flatnonzero(np.concatenate([each.keep for each in masks]))]

    def all_lengths(
        self, name: str | None, style: str | None, sentence: Sentence, protect: Protection
    ) -> list[Compression]:
        """Return the best compression of every possible length of a sentence, the shortest first."""
        if not sentence.tokens:
            return []
        key = name or self.default, style, replace(sentence, start=0), protect
        cost = len(sentence) ** (3 if self.rewrites(name) else 2)
        return self._lengths.get(key, cost, lambda: self._all_lengths_anew(*key))

    def _share_parser(self, model: Model) -> None:
        """Give a model the parser of one that was loaded before it, if they name the same."""
        for other in self._loaded.values():
            if other.settings.get("parser") == model.settings.get("parser"):
                model.parser = other.parser

    def _parse_anew(self, name: str, sentence: Sentence) -> Sentence:
        return next(self.get(name).parse([sentence]))

    def _all_lengths_anew(
        self, name: str, style: str | None, sentence: Sentence, protect: Protection
    ) -> list[Compression]:
        return self.get(name, style).all_lengths(self.ready(name, sentence), protect=protect)

    def _style_anew(self, name: str, style: str) -> Model:
        return self._load(name).in_style(style)
