"""A model: a method with its parser and settings, as a folder of one TOML file and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import tomli_w

from laconic.catalog import PARSERS, UNTRAINED, resolve
from laconic.compression import Compression
from laconic.errors import DataError, UsageError
from laconic.files import write_whole
from laconic.methods.base import Method, Storable
from laconic.methods.protect import Protection
from laconic.methods.stored import FORMAT, MODEL_FILE, load_method
from laconic.parse.base import Parser
from laconic.search.base import Wish
from laconic.text import Sentence

DEFAULT_MODEL = "joint"
_BUNDLED = Path(str(files("laconic") / "data" / "models"))
_BATCH = 64


@dataclass(frozen=True)
class Length:
    """How long answers are to be: so many words, at most so many characters, a rate, or as the model sees fit."""

    words: int | None = None
    rate: float | None = None
    chars: int | None = None

    def __post_init__(self) -> None:
        if sum(limit is not None for limit in (self.words, self.rate, self.chars)) > 1:
            raise UsageError("give only one of words, rate and chars.")
        if self.words is not None and self.words < 1:
            raise UsageError(f"a compression has at least one word, so {self.words} cannot be asked for.")


class Model:
    """Compresses texts.

    >>> import laconic
    >>> model = laconic.load()
    >>> str(model.compress("The old man slowly opened the door of the house.", words=6))
    'The man opened the door.'

    Args:
        method: finds the compression of a parsed sentence.
        parser: parses what the method is given.
        settings: what else is known of the model, such as figures and data, kept when it is saved.
    """

    def __init__(self, method: Method, parser: Parser, settings: dict[str, Any] | None = None) -> None:
        self.method = method
        self.parser = parser
        self.settings = settings or {}

    def compress(
        self,
        text: str | Sentence,
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        protect: Protection | None = None,
        nbest: int = 1,
    ) -> Compression:
        """Return the best compression of one sentence.

        Args:
            text: the sentence; a `Sentence` keeps its tokens, and its parse if it has one.
            words: exactly so many tokens, punctuation included.
            rate: so many tokens for each token of the source.
            chars: at most so many characters.
            protect: what must stay; negations if nothing is said.
            nbest: how many different answers to find; the others are `Compression.alternatives`.

        Raises:
            UsageError: the wish contradicts itself or cannot be met.
        """
        return next(self.pipe([text], words=words, rate=rate, chars=chars, protect=protect, nbest=nbest))

    def pipe(
        self,
        texts: Iterable[str | Sentence],
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        protect: Protection | None = None,
        nbest: int = 1,
    ) -> Iterator[Compression]:
        """Compress a stream of sentences, parsed in batches; the arguments are those of `compress`.

        A sentence that is short enough already comes back as it is.
        """
        length = Length(words, rate, chars)
        for sentence in self.parse(texts):
            yield self._compress(sentence, length, protect or Protection(), nbest)

    def all_lengths(self, text: str | Sentence, *, protect: Protection | None = None) -> list[Compression]:
        """Return the best compression of every possible length, the shortest first."""
        sentence = next(self.parse([text]))
        return list(self.method.all_lengths(sentence, (protect or Protection()).masks(sentence)))

    def parse(self, texts: Iterable[str | Sentence]) -> Iterator[Sentence]:
        """Yield parsed sentences, in batches; those that have a parse are passed on."""
        stream = iter(texts)
        while batch := list(islice(stream, _BATCH)):
            yield from self._parsed(batch)

    def save(self, folder: str | Path) -> None:
        """Write the model into a new or empty folder.

        Raises:
            DataError: the folder cannot be written.
            UsageError: the method was not learnt, so that there is nothing to write.
        """
        if not isinstance(self.method, Storable):
            raise UsageError(f"the method {self.method.name} is not learnt, so there is nothing to save.")
        path = Path(folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"cannot be made a folder: {error.strerror}.", path=path) from None
        settings = {**self.method.save(path), "name": self.method.name}
        parser = self.settings.get("parser", "english")
        # The TOML file comes last: without it the folder is no model, so a half-written one is never loaded.
        with write_whole(path / MODEL_FILE) as stream:
            about = self.settings.get("about", {})
            stream.write(tomli_w.dumps({"format": FORMAT, "parser": parser, "method": settings, "about": about}))

    def _parsed(self, batch: Sequence[str | Sentence]) -> list[Sentence]:
        waiting = [text for text in batch if not isinstance(text, Sentence) or text.heads is None]
        parsed = iter(self.parser.parse(waiting)) if waiting else iter(())
        return [text if isinstance(text, Sentence) and text.heads is not None else next(parsed) for text in batch]

    def _compress(self, sentence: Sentence, length: Length, protect: Protection, nbest: int) -> Compression:
        if not sentence.tokens:
            return Compression(sentence, "", (), (), 0.0, self.method.name)
        if length.chars is not None and len(sentence.text) <= length.chars:
            length = Length(words=len(sentence))
        if length.words is not None:
            length = Length(words=min(length.words, len(sentence)))
        wish = Wish(
            words=length.words,
            rate=length.rate,
            characters=length.chars,
            masks=protect.masks(sentence),
            best=nbest,
        )
        return self.method.compress(sentence, wish)


def load(path: str | Path = DEFAULT_MODEL) -> Model:
    """Return the bundled English model, another bundled one by its name, or a model from a folder.

    Methods that need no training, such as ``random``, are there by their names too.

    Raises:
        DataError: the folder is not a model, or one of a newer version.
    """
    if str(path) in UNTRAINED:
        return Model(resolve(str(path), UNTRAINED, "method")(), _parser("english"))
    folder = _BUNDLED / str(path)
    if not (folder / MODEL_FILE).is_file():
        folder = Path(path)
    method, settings = load_method(folder)
    return Model(method, _parser(str(settings.get("parser", "english"))), settings)


def bundled_models() -> list[str]:
    """Return the names of the models that ship with the package, the default first."""
    names = sorted(file.parent.name for file in _BUNDLED.glob(f"*/{MODEL_FILE}"))
    return sorted(names, key=lambda name: name != DEFAULT_MODEL)


def _parser(name: str) -> Parser:
    parser: Parser = resolve(name, PARSERS, "parser")()
    return parser
