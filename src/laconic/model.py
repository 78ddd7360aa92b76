"""A model: a method with its parser and settings, stored as a folder with a TOML file and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from laconic.catalog import METHODS, PARSERS, make
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.parse.base import Parser
from laconic.pipeline.info import method_info, untrained
from laconic.pipeline.method import Method, Styled
from laconic.pipeline.parsing import parsed
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request, one_confidence
from laconic.pipeline.stored import MODEL_FILE, load_method, save_method
from laconic.text import Sentence
from laconic.trust import names_from

if TYPE_CHECKING:
    from laconic.document.document import DocumentCompression, Markup

Source = tuple[str, str | None, bool, str | None]
"""What a model was loaded from: see `Model`."""

DEFAULT_MODEL = "encoder"

_BATCH = 16
"""Sentences that a process is sent at a time: enough to be parsed one after the other, while the parser's weights are
in the processor's caches, and few enough for the last ones to be shared."""

_BUNDLED = Path(str(files("laconic") / "data" / "models"))


class Model:
    """Compresses texts.

    Examples:
        >>> import laconic
        >>> model = laconic.load()
        >>> str(model.compress("The old man slowly opened the door of the house.", words=6))
        'The old man opened the door.'

    Args:
        method: finds the compression of a parsed sentence.
        parser: parses the sentences.
        settings: other information about the model, such as figures and data, which is saved with it.

    Attributes:
        source: the name or folder and the style that the model was loaded from, whether its code was allowed, and the
            name of the requested parser. Only these are pickled, and worker processes load the model again; a model
            that was not loaded cannot be pickled.
    """

    def __init__(self, method: Method, parser: Parser, settings: dict[str, Any] | None = None) -> None:
        self.method = method
        self.parser = parser
        self.settings = settings or {}
        self.source: Source | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        if self.source is None:
            raise UsageError("only a model that was loaded can be sent to another process: save it and load it first.")
        return load_source, self.source

    @property
    def pipeline(self) -> Pipeline:
        """The stages that sentences go through; it answers a `laconic.pipeline.request.Request`."""
        return Pipeline(self.method, self.parser)

    def compress(
        self,
        text: str | Sentence,
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        confidence: float | None = None,
        exact: bool = False,
        protect: Protection | None = None,
        nbest: int = 1,
        fast: bool = False,
        sure: float | None = None,
    ) -> Compression:
        """Return the best compression of one sentence.

        Args:
            text: the sentence; a `Sentence` keeps its tokens, and its parse if it has one.
            words: at most this number of words, separated by spaces.
            rate: at most this share of the source's tokens, or more if more must stay.
            chars: at most this number of characters.
            confidence: instead of a length, ask for the shortest answer that an editor would accept with at least this
                probability.
            exact: whether to meet ``words`` or ``rate`` exactly, counted in tokens, including punctuation.
            fast: whether to choose the answer without a second reading.
            protect: what must stay; by default negations.
            nbest: the number of different answers to find; all but the first are `Compression.alternatives`.
            sure: the former name of ``confidence``.

        Raises:
            UsageError: the request contradicts itself or cannot be met.
        """
        length = Length(words, rate, chars, one_confidence(confidence, sure), exact)
        return self.pipeline.compress(text, Request(length, protect or Protection(), nbest, fast=fast))

    def pipe(
        self,
        texts: Iterable[str | Sentence],
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        confidence: float | None = None,
        exact: bool = False,
        protect: Protection | None = None,
        nbest: int = 1,
        if_impossible: Literal["raise", "nearest"] = "raise",
        fast: bool = False,
        sure: float | None = None,
        processes: int = 1,
    ) -> Iterator[Compression]:
        """Compress a stream of sentences, parsed in batches; the arguments are those of `compress`.

        With several ``processes``, the answers and their order stay the same; the model must have been loaded.

        A sentence that is already short enough is returned unchanged. One that cannot have the requested length ends
        the stream with an error, unless ``if_impossible`` is ``nearest``: then it gets the nearest possible
        answer, with the ``problem`` in its details.
        """
        length = Length(words, rate, chars, one_confidence(confidence, sure), exact)
        request = Request(length, protect or Protection(), nbest, if_impossible, fast)
        return self.answers(texts, request, processes=processes)

    def answers(
        self, texts: Iterable[str | Sentence], request: Request, *, processes: int = 1
    ) -> Iterator[Compression]:
        """Return the answers to one request about many sentences, from one process or several.

        Raises:
            UsageError: the texts are one text, or the request contradicts itself.
        """
        if isinstance(texts, (str, Sentence)):
            raise UsageError("give a list of sentences; for one sentence, use compress.")
        if processes <= 1:
            return self.pipeline.pipe(texts, request)
        self.pipeline.check(request)
        from laconic.workers import work  # brings what starts processes, which few need

        stream = iter(texts)
        batches = iter(lambda: list(islice(stream, _BATCH)), [])
        return chain.from_iterable(work(partial(_answers, request), self, batches, processes, chunk=1))

    def compress_document(
        self,
        text: str,
        *,
        words: int | None = None,
        rate: float | None = None,
        chars: int | None = None,
        exact: bool = False,
        protect: Protection | None = None,
        drop_sentences: bool = False,
        markup: Markup = "text",
        evenness: float = 1.0,
        fast: bool = False,
    ) -> DocumentCompression:
        """Return a shorter text whose sentences share one budget, divided among them optimally.

        Line ends, indentation and, in markup, everything but running text stay as they are. With a rate of 1 the
        text is unchanged.

        Args:
            text: the document.
            words: at most this number of words in all sentences together; headings, code and tables do not count.
            rate: at most this share of the tokens.
            chars: at most this number of characters in the whole document.
            exact: whether to meet ``words`` or ``rate`` exactly, counted in tokens, including punctuation.
            protect: what must stay; by default negations.
            drop_sentences: whether whole sentences may be dropped, instead of cutting any of them too short. A sentence
                with a protected word stays, unless the word is a negation that may go with what it negates.
            markup: ``text``, ``markdown``, ``html``, or ``subtitles`` (SubRip or WebVTT).
            evenness: how strongly to prefer an even division among the sentences; 0 means not at all.
            fast: whether to divide by scores alone, without a second reading.

        Raises:
            UsageError: the request contradicts itself or cannot be met; the message says what is possible.
        """
        from laconic.document.document import compress_document  # not needed for sentences, and slow to load

        request = Request(Length(words, rate, chars, exact=exact), protect or Protection(), fast=fast)
        return compress_document(
            self.pipeline, text, request, markup=markup, drop_sentences=drop_sentences, evenness=evenness
        )

    def all_lengths(self, text: str | Sentence, *, protect: Protection | None = None) -> list[Compression]:
        """Return the best compression of every possible length, the shortest first."""
        return self.pipeline.all_lengths(text, protect or Protection())

    def parse(self, texts: Iterable[str | Sentence]) -> Iterator[Sentence]:
        """Yield parsed sentences, in batches; sentences that have a parse are yielded as they are."""
        return parsed(self.parser, texts)

    def in_style(self, style: str) -> Model:
        """Return the model in another style (`laconic.features.network.STYLES`).

        Raises:
            UsageError: there is no such style, or the method has no styles.
        """
        if not isinstance(self.method, Styled):
            raise UsageError(f"the method {self.method.name} has no styles; {DEFAULT_MODEL} does.")
        model = Model(self.method.in_style(style), self.parser, self.settings)
        model.source = None if self.source is None else (self.source[0], style, *self.source[2:])
        return model

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the model to a new or empty folder, which appears only when it is complete.

        Args:
            folder: the folder to write.
            overwrite: whether to replace an existing model.

        Raises:
            DataError: the folder cannot be written.
            UsageError: the method was not trained, so there is nothing to write; or the folder is in use.
        """
        save_method(self.method, Path(folder), self.settings, overwrite=overwrite)


def load(
    path: str | Path = DEFAULT_MODEL,
    *,
    style: str | None = None,
    parser: str | Parser | None = None,
    allow_code: bool = False,
) -> Model:
    """Return the bundled English model, another bundled model by its name, or a model from a folder.

    Methods that need no training, such as ``random``, can also be loaded by name.

    Args:
        path: a name or a folder.
        style: how to compress, for models that have styles (`laconic.features.network.STYLES`).
        parser: a parser other than the model's own: an object, ``spacy``, ``stanza``, ``benepar``, or
            ``my_module:MyParser``. With an object, the model cannot be sent to other processes.
        allow_code: whether you trust the folder, so that it may name code that is not part of laconic, such as your own
            method or parser, and files outside it.

    Raises:
        DataError: the folder is not a model or was written by a newer version, its files do not belong together, or it
            names code that is not allowed.
        UsageError: there is no such model, style or parser, or the model has no styles.
    """
    model = _load(path, allow_code)
    is_folder = Path(path).exists() and str(path) not in METHODS
    model.source = str(Path(path).resolve() if is_folder else path), None, allow_code, None
    if isinstance(parser, str):
        model.parser = _parser(parser)
        model.source = (*model.source[:3], parser)
    elif parser is not None:
        if not hasattr(parser, "parse"):
            raise UsageError(f"a parser is a name or an object with a method parse, not {type(parser).__name__}.")
        model.parser, model.source = parser, None
    return model if style is None else model.in_style(style)


def _answers(request: Request, model: Model, texts: list[str | Sentence]) -> list[Compression]:
    return list(model.pipeline.pipe(texts, request))


def load_source(path: str, style: str | None, allow_code: bool, parser: str | None) -> Model:
    """Return the model that has this `Model.source`."""
    return load(path, style=style, parser=parser, allow_code=allow_code)


def _load(path: str | Path, allow_code: bool) -> Model:
    folder = bundled_folder(str(path))
    if not (folder / MODEL_FILE).is_file():
        info = method_info(str(path)) if str(path) in METHODS else None
        if info is not None and info.make is not None:
            return Model(info.make(), _parser("english"))
        folder = Path(path)
        if info is not None and not folder.exists():
            raise UsageError(
                f"the method {str(path)!r} must be trained first, because laconic has no model for it: laconic train "
                f"{path} train.jsonl --dev dev.jsonl --out models/{path}, and then --model models/{path}."
            )
        if not folder.exists():
            raise UsageError(
                f"the model {str(path)!r} does not exist: name a folder written by laconic train, or one of "
                f"{', '.join([*bundled_models(), *untrained()])}."
            )
    method, settings = load_method(folder, allow_code=allow_code)
    with names_from(folder / MODEL_FILE, allow_code=allow_code):
        return Model(method, _parser(str(settings.get("parser", "english"))), settings)


def bundled_models() -> list[str]:
    """Return the names of the models that come with laconic, the default first."""
    names = sorted(file.parent.name for file in _BUNDLED.glob(f"*/{MODEL_FILE}"))
    return sorted(names, key=lambda name: name != DEFAULT_MODEL)


def bundled_folder(name: str) -> Path:
    """Return the folder of a model that comes with laconic."""
    return _BUNDLED / name


def _parser(name: str) -> Parser:
    parser: Parser = make(name, PARSERS, "parser", "parse")
    return parser
