"""A model: a method with its parser and settings, as a folder of one TOML file and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from itertools import islice
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Literal

import tomli_w

from laconic.catalog import PARSERS, TRAINERS, UNTRAINED, resolve
from laconic.compression import Compression, unchanged
from laconic.document.document import Budget, DocumentCompression, Markup, compress_document
from laconic.errors import UsageError
from laconic.files import make_folder, write_whole
from laconic.parse.base import Parser
from laconic.parse.tokenize import tokenize
from laconic.pipeline.long import MOST_WORDS, compress_parts, lengths_of_parts, long_parts
from laconic.pipeline.method import Doubting, Method, Storable, Styled
from laconic.pipeline.nonempty import compress_to_words, lengths_with_words
from laconic.pipeline.protection import Protection
from laconic.pipeline.room import with_room
from laconic.pipeline.stored import FORMAT, MODEL_FILE, load_method
from laconic.search.base import Masks, Wish
from laconic.search.plan import words_at_rate
from laconic.text import Sentence

DEFAULT_MODEL = "encoder"
_BUNDLED = Path(str(files("laconic") / "data" / "models"))
_BATCH = 64


@dataclass(frozen=True)
class Length:
    """How long answers are to be: so many words, at most so many characters, a rate, or as the model sees fit.

    With ``sure``, the model deletes only words that it is at least so sure of.
    """

    words: int | None = None
    rate: float | None = None
    chars: int | None = None
    sure: float | None = None

    def __post_init__(self) -> None:
        for name in ("words", "chars"):
            _check_number(name, getattr(self, name), Integral)
        for name in ("rate", "sure"):
            _check_number(name, getattr(self, name), Real)
        if sum(limit is not None for limit in (self.words, self.rate, self.chars, self.sure)) > 1:
            raise UsageError("give only one of words, rate, chars and sure.")
        if self.sure is not None and not 0.0 <= self.sure <= 1.0:
            raise UsageError(f"how sure to be is a probability between 0 and 1, not {self.sure}.")
        if self.words is not None and self.words < 1:
            raise UsageError(f"a compression has at least one word, so {self.words} cannot be asked for.")
        if self.chars is not None and self.chars < 1:
            raise UsageError(f"a compression has at least one character, so {self.chars} cannot be asked for.")
        if self.rate is not None:
            words_at_rate(1, self.rate)  # refuses what is no rate


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
        sure: float | None = None,
        protect: Protection | None = None,
        nbest: int = 1,
    ) -> Compression:
        """Return the best compression of one sentence.

        Args:
            text: the sentence; a `Sentence` keeps its tokens, and its parse if it has one.
            words: exactly so many tokens, punctuation included.
            rate: so many tokens for each token of the source; more where more must stay.
            chars: at most so many characters.
            sure: in place of a length, delete only words that are rightly deleted with this probability at least.
            protect: what must stay; negations if nothing is said.
            nbest: how many different answers to find; the others are `Compression.alternatives`.

        Raises:
            UsageError: the wish contradicts itself or cannot be met.
        """
        return next(self.pipe([text], words=words, rate=rate, chars=chars, sure=sure, protect=protect, nbest=nbest))

    def pipe(
        self,
        texts: Iterable[str | Sentence],
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        sure: float | None = None,
        protect: Protection | None = None,
        nbest: int = 1,
        if_impossible: Literal["raise", "nearest"] = "raise",
    ) -> Iterator[Compression]:
        """Compress a stream of sentences, parsed in batches; the arguments are those of `compress`.

        A sentence that is short enough already comes back as it is. One that cannot be as short as asked for ends the
        stream with an error; unless ``if_impossible`` is ``nearest``: then its answer is the nearest possible, and has
        the ``problem`` among its details.
        """
        length = Length(words, rate, chars, sure)
        protect = protect or Protection()
        _check_number("nbest", nbest, Integral)
        if nbest < 1:
            raise UsageError(f"at least one answer must be asked for, not {nbest}.")
        if sure is not None and not isinstance(self.method, Doubting):
            raise UsageError(f"the method {self.method.name} does not tell how sure it is; {DEFAULT_MODEL} does.")
        stream = iter(texts)
        while batch := list(islice(stream, _BATCH)):
            for sentence in self._parsed(batch, cut_long=True):
                try:
                    answer = self._compress(sentence, length, protect, nbest)
                except UsageError as error:
                    if if_impossible == "raise":
                        raise
                    answer = self._nearest(sentence, length, protect, str(error))
                yield answer

    def compress_document(
        self,
        text: str,
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        protect: Protection | None = None,
        drop_sentences: bool = False,
        markup: Markup = "text",
        evenness: float = 1.0,
    ) -> DocumentCompression:
        """Return a text of many sentences, made shorter under one budget that is divided among them optimally.

        Line ends, indentation and, in Markdown, everything but running text stay as they are. With a rate of 1 the
        text comes back as it was.

        Args:
            text: the document.
            words: exactly so many words in all sentences together; headings, code and tables do not count.
            rate: so many words for each word.
            chars: at most so many characters in the whole document.
            protect: what must stay; negations if nothing is said.
            drop_sentences: whether a sentence may be dropped whole; one with a protected word never is.
            markup: ``text``, or ``markdown``.
            evenness: how strongly an even division among the sentences is preferred, from 0.

        Raises:
            UsageError: the wish contradicts itself or cannot be met; the message tells the least possible.
        """
        Length(words, rate, chars)  # checks that only one is given
        if not isinstance(text, str):
            raise UsageError(f"a document is a str, not {type(text).__name__}.")
        budget = Budget(words, rate, chars, drop_sentences, evenness)
        return compress_document(self.method, self.parse, text, budget, protect or Protection(), markup)

    def all_lengths(self, text: str | Sentence, *, protect: Protection | None = None) -> list[Compression]:
        """Return the best compression of every possible length, the shortest first."""
        (sentence,) = self._parsed([text], cut_long=True)
        protect = protect or Protection()
        if len(sentence) > MOST_WORDS:
            parts = self._parts(sentence)
            return list(lengths_of_parts(self.method, sentence, parts, protect.part_masks(sentence, parts)))
        return list(lengths_with_words(partial(self.method.all_lengths, sentence), sentence, protect.masks(sentence)))

    def parse(self, texts: Iterable[str | Sentence]) -> Iterator[Sentence]:
        """Yield parsed sentences, in batches; those that have a parse are passed on."""
        stream = iter(texts)
        while batch := list(islice(stream, _BATCH)):
            yield from self._parsed(batch)

    def in_style(self, style: str) -> Model:
        """Return the model in another style (`laconic.features.encoder.STYLES`).

        Raises:
            UsageError: there is no such style, or the method has no styles.
        """
        if not isinstance(self.method, Styled):
            raise UsageError(f"the method {self.method.name} has no styles; {DEFAULT_MODEL} has.")
        return Model(self.method.in_style(style), self.parser, self.settings)

    def save(self, folder: str | Path) -> None:
        """Write the model into a new or empty folder.

        Raises:
            DataError: the folder cannot be written.
            UsageError: the method was not learnt, so that there is nothing to write.
        """
        if not isinstance(self.method, Storable):
            raise UsageError(f"the method {self.method.name} is not learnt, so there is nothing to save.")
        path = Path(folder)
        make_folder(path)
        settings = {**self.method.save(path), "name": self.method.name}
        parser = self.settings.get("parser", "english")
        # The TOML file comes last: without it the folder is no model, so a half-written one is never loaded.
        with write_whole(path / MODEL_FILE) as stream:
            about = self.settings.get("about", {})
            stream.write(tomli_w.dumps({"format": FORMAT, "parser": parser, "method": settings, "about": about}))

    def _parsed(self, batch: Sequence[str | Sentence], *, cut_long: bool = False) -> list[Sentence]:
        """Return the sentences of a batch with parses; a long one only with tokens, if it is to be cut."""
        for text in batch:
            if not isinstance(text, str | Sentence):
                raise UsageError(f"a sentence is a str or a laconic.Sentence, not {type(text).__name__}.")
        ready = [_tokenised(text) if cut_long and _is_long(text) else text for text in batch]
        waiting = [text for text in ready if not _is_ready(text, cut_long)]
        parsed = iter(self.parser.parse(waiting)) if waiting else iter(())
        return [text if isinstance(text, Sentence) and _is_ready(text, cut_long) else next(parsed) for text in ready]

    def _compress(self, sentence: Sentence, length: Length, protect: Protection, nbest: int) -> Compression:
        if not sentence.tokens:
            return Compression(sentence, "", (), (), 0.0, self.method.name)
        if length.chars is not None and len(sentence.text) <= length.chars:
            answer = self._compress(sentence, Length(words=len(sentence)), protect, nbest)
            # A method that rewrites may find as many words, but longer ones.
            return answer if answer.kept is not None else unchanged(sentence, self.method.name)
        if length.words is not None:
            length = Length(words=min(length.words, len(sentence)))
        wish = Wish(words=length.words, rate=length.rate, characters=length.chars, best=nbest)
        if len(sentence) > MOST_WORDS:
            parts = self._parts(sentence)
            masks = protect.part_masks(sentence, parts)
            masks = [self._with_doubtful(part, mask, length.sure) for part, mask in zip(parts, masks, strict=True)]
            wish = with_room(sentence, wish, sum(int(mask.keep.sum()) for mask in masks))
            return compress_parts(self.method, sentence, parts, masks, wish)
        protected = self._with_doubtful(sentence, protect.masks(sentence), length.sure)
        wish = with_room(sentence, wish, int(protected.keep.sum()))
        return compress_to_words(self.method, sentence, replace(wish, masks=protected))

    def _nearest(self, sentence: Sentence, length: Length, protect: Protection, problem: str) -> Compression:
        """Return the answer nearest to a length that is impossible, the shorter of two; in characters the narrowest."""
        try:
            answers = self.all_lengths(sentence, protect=protect)
        except UsageError:
            answers = []
        answers = answers or [unchanged(sentence, self.method.name)]
        words = length.words if length.rate is None else words_at_rate(len(sentence), length.rate)
        if words is None:
            found = min(answers, key=lambda answer: len(answer.text))
        else:
            found = min(answers, key=lambda answer: (abs(len(answer.tokens) - words), len(answer.tokens)))
        return replace(found, details={**found.details, "problem": problem})

    def _with_doubtful(self, sentence: Sentence, masks: Masks, sure: float | None) -> Masks:
        """Return the masks with those words kept, too, that the method is not sure enough to delete."""
        if sure is None or not isinstance(self.method, Doubting):
            return masks
        return masks.also(keep=(place for place in self.method.doubtful(sentence, sure) if not masks.drop[place]))

    def _parts(self, sentence: Sentence) -> list[Sentence]:
        return list(self.parse(long_parts(sentence)))


def load(path: str | Path = DEFAULT_MODEL, *, style: str | None = None) -> Model:
    """Return the bundled English model, another bundled one by its name, or a model from a folder.

    Methods that need no training, such as ``random``, are there by their names too.

    Args:
        path: a name or a folder.
        style: how to compress, for models that have styles (`laconic.features.encoder.STYLES`).

    Raises:
        DataError: the folder is not a model, or one of a newer version.
        UsageError: there is no such model or style, or the model has no styles.
    """
    model = _load(path)
    return model if style is None else model.in_style(style)


def _load(path: str | Path) -> Model:
    if str(path) in UNTRAINED:
        return Model(resolve(str(path), UNTRAINED, "method")(), _parser("english"))
    folder = _BUNDLED / str(path)
    if not (folder / MODEL_FILE).is_file():
        folder = Path(path)
        if not folder.exists() and str(path) in TRAINERS:
            raise UsageError(
                f"The method {str(path)!r} must be trained first, for no model of it is bundled: laconic train {path} "
                f"train.jsonl --dev dev.jsonl --out models/{path}, and then --model models/{path}."
            )
        if not folder.exists():
            raise UsageError(
                f"There is no model called {str(path)!r}: name a folder that laconic train made, or one of "
                f"{', '.join([*bundled_models(), *UNTRAINED])}."
            )
    method, settings = load_method(folder)
    return Model(method, _parser(str(settings.get("parser", "english"))), settings)


def bundled_models() -> list[str]:
    """Return the names of the models that ship with the package, the default first."""
    names = sorted(file.parent.name for file in _BUNDLED.glob(f"*/{MODEL_FILE}"))
    return sorted(names, key=lambda name: name != DEFAULT_MODEL)


def _parser(name: str) -> Parser:
    parser: Parser = resolve(name, PARSERS, "parser")()
    return parser


def _check_number(name: str, value: object, kind: type[Integral] | type[Real]) -> None:
    """Raise `UsageError` unless a wish is a number of its kind, or not given; True and False are none."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
        wanted = "a whole number" if kind is Integral else "a number"
        raise UsageError(f"{name} must be {wanted}, not {value!r}.")


def _is_long(text: str | Sentence) -> bool:
    """Tell whether a text has more words than are searched at once; words between spaces are the least it has."""
    return len(text.split() if isinstance(text, str) else text) > MOST_WORDS


def _tokenised(text: str | Sentence) -> Sentence:
    return text if isinstance(text, Sentence) else Sentence(text, tokenize(text))


def _is_ready(text: str | Sentence, cut_long: bool) -> bool:
    return isinstance(text, Sentence) and (text.heads is not None or (cut_long and len(text) > MOST_WORDS))
