"""What the API accepts and returns. The answers have the fields of the command line's JSON."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from laconic.features.network import AUTO, STYLES, present_style
from laconic.pipeline.request import Length, one_confidence
from laconic.web.limits import Limits

Position = Annotated[int, Meta(ge=0, le=1_000_000, description="The position of a word, counted from 0.")]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Words = Annotated[Count, Meta(description="At most N words as people count them; punctuation is free.")]
Characters = Annotated[Count, Meta(description="At most N characters.")]
Rate = Annotated[float, Meta(gt=0, le=1, description="At most this share of the source's tokens.")]
Confidence = Annotated[
    float,
    Meta(ge=0, le=1, description="The shortest answer that an editor would accept with at least this probability."),
]
Exact = Annotated[bool, Meta(description="Whether words and rate are met exactly, counted in tokens.")]
Score = Annotated[float, Meta(ge=-1e9, le=1e9)]
Style = Annotated[
    str,
    Meta(
        description="For models that have styles; their usual one if not given.",
        extra_json_schema={"enum": [AUTO, *STYLES]},
    ),
]


def _given(*names: str) -> dict[str, Any]:
    """Return the schema of an object that has numbers of these names."""
    return {"required": list(names), "properties": {name: {"type": "number"} for name in names}}


_TWO_LENGTHS = [_given(*two) for two in combinations(("rate", "words", "chars", "confidence", "sure"), 2)]
_EXACT_ALONE = {
    "required": ["exact"],
    "properties": {"exact": {"const": True}},
    "not": {"anyOf": [_given("words"), _given("rate")]},
}
_ONE_LENGTH = Meta(extra_json_schema={"not": {"anyOf": [*_TWO_LENGTHS, _EXACT_ALONE]}})
"""Says in the schema of a request what its class checks: that at most one length is given, and exactness with it."""


class PinnedWords(Struct, forbid_unknown_fields=True):
    """Words of one sentence that must stay or go."""

    sentence: Annotated[int, Meta(ge=0, le=1_000_000, description="The sentence, counted from 0.")] = 0
    keep: list[Position] = []
    drop: list[Position] = []


Text = Annotated[str | list[str], Meta(description="A text, which is split into sentences, or a list of sentences.")]
Tokenized = Annotated[
    bool, Meta(description="Words are separated by spaces already, and in a text sentences by line ends.")
]
ListOfPinnedWords = Annotated[list[PinnedWords], Meta(description="Words that must stay or go, one by one.")]


class Texts(Struct, kw_only=True, forbid_unknown_fields=True):
    """What to work on."""

    text: Text
    tokenized: Tokenized = False


class RequestBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which model is asked, and what must stay."""

    model: Annotated[str | None, Meta(description="A name from the list of models; the default if not given.")] = None
    style: Style | None = None
    keep: Annotated[
        list[str], Meta(max_length=1000, description="Words or phrases that must stay, wherever they stand.")
    ] = []
    keep_negation: bool = True
    keep_numbers: bool = False
    keep_names: bool = False
    keep_quotes: bool = False

    def __post_init__(self) -> None:
        """Refuse what no model could do."""
        if self.style is not None:
            present_style(self.style)


class RequestWithLength(RequestBody, kw_only=True):
    """The same, and how long the answer is to be."""

    rate: Rate | None = None
    words: Words | None = None
    chars: Characters | None = None
    exact: Exact = False
    fast: Annotated[bool, Meta(description="Whether answers are chosen without a second reading.")] = False


class LengthsRequest(RequestBody, kw_only=True):
    """Asks for the best compression of every length."""

    text: Text
    tokenized: Tokenized = False
    settled: ListOfPinnedWords = []


class CompressRequest(RequestWithLength, kw_only=True):
    """Asks for compressions; give at most one of rate, words, chars and confidence."""

    text: Text
    tokenized: Tokenized = False
    settled: ListOfPinnedWords = []
    confidence: Confidence | None = None
    sure: Annotated[Confidence | None, Meta(description="The former name of confidence.")] = None
    nbest: Annotated[int, Meta(ge=1, le=50, description="How many different answers to find.")] = 1

    def __post_init__(self) -> None:
        """Refuse two lengths at once."""
        super().__post_init__()
        self.length()

    def length(self) -> Length:
        """Return the requested length."""
        return Length(self.words, self.rate, self.chars, one_confidence(self.confidence, self.sure), self.exact)


class DocumentRequest(RequestWithLength, kw_only=True):
    """Asks for a whole text made shorter under one budget; give at most one of rate, words and chars."""

    text: str
    drop_sentences: Annotated[
        bool, Meta(description="Whether a sentence may be dropped whole; then none is cut to a stump.")
    ] = False
    markup: Literal["text", "markdown", "html"] = "text"

    def __post_init__(self) -> None:
        """Refuse two lengths at once."""
        super().__post_init__()
        self.length()

    def length(self) -> Length:
        """Return the requested length."""
        return Length(self.words, self.rate, self.chars, exact=self.exact)


CompressBody = Annotated[CompressRequest, _ONE_LENGTH]
DocumentBody = Annotated[DocumentRequest, _ONE_LENGTH]


class ExplainRequest(LengthsRequest, kw_only=True):
    """Asks why one sentence became what it is at a length; for methods that rewrite by rules."""

    words: Annotated[Count, Meta(description="Exactly N tokens, punctuation included.")]


class Shorter(Struct, kw_only=True, omit_defaults=True):
    """What every answer contains, as the command line writes it."""

    text: str
    tokens: list[str]
    kept: Annotated[
        list[Position] | None,
        Meta(description="Positions of the source's words that stayed; null if words were rewritten."),
    ]
    rate: float
    score: float
    method: str


Language = Annotated[
    str, Meta(description="Another language than English that it seems to be in: then do not rely on the answer.")
]


class LengthBody(Shorter, kw_only=True):
    """The best compression of one length: a compression without its source."""

    articles: Annotated[
        dict[str, str],
        Meta(description="Articles that the text writes otherwise than the tokens, by their places among these."),
    ] = {}
    confidence: Annotated[
        float,
        Meta(
            description="The probability that an editor would print the answer; where the length is exact, how sure "
            "the model is of its words on average."
        ),
    ] = 1.0
    word_confidence: Annotated[list[float], Meta(description="How sure it is of each word of the source.")] = []
    warning: Annotated[str, Meta(description="Says that an editor is unlikely to accept the answer.")] = ""
    details: dict[str, Any] = {}
    rules: Annotated[list[dict[str, Any]], Meta(description="The rules that rewrote it, where there are rules.")] = []


class CompressionBody(LengthBody, kw_only=True):
    """A compression."""

    source: str
    problem: Annotated[
        str, Meta(description="Why it is not as short as requested, in a text of several sentences.")
    ] = ""
    language: Language = ""
    alternatives: list[CompressionBody] = []


class CompressAnswer(Struct):
    """Compressions in the order of the sentences."""

    compressions: list[CompressionBody]


class DocumentAnswer(Shorter, kw_only=True):
    """A text made shorter; positions are counted over all sentences."""

    source: str
    sentences: list[CompressionBody]
    language: Language = ""


class ParsedBody(Struct):
    """A parsed sentence, as ``laconic parse --format json`` writes it."""

    text: str
    tokens: list[str]
    offsets: list[tuple[int, int]]
    tags: list[str]
    lemmas: list[str]
    tree: str | None
    heads: list[int] | None
    relations: list[str] | None
    start: int
    pretokenized: bool


class ParseAnswer(Struct):
    """Parsed sentences in order."""

    sentences: list[ParsedBody]


class SentenceLengths(Struct):
    """A sentence with the best compression of every possible length, the shortest first."""

    source: str
    start: Annotated[int, Meta(description="Where the sentence begins in the text.")]
    tokens: list[str]
    offsets: Annotated[list[tuple[int, int]], Meta(description="Where each word begins and ends in the source.")]
    protected: Annotated[list[Position], Meta(description="Words that stay because of their kind, such as negations.")]
    lengths: list[LengthBody]
    language: Language = ""


class LengthsAnswer(Struct):
    """Every length of every sentence."""

    model: str
    sentences: list[SentenceLengths]


class SentenceOptions(Struct, forbid_unknown_fields=True):
    """What one sentence can become: the lengths and scores that were answered for it."""

    size: Annotated[int, Meta(ge=1, le=Limits.sentence_words, description="The words of the sentence itself.")]
    words: Annotated[list[Count], Meta(min_length=1, description="The possible lengths, rising.")]
    scores: Annotated[list[Score], Meta(min_length=1, description="The score of each.")]


class DivideRequest(Struct, forbid_unknown_fields=True):
    """Asks how to divide the words of a text among its sentences."""

    words: Annotated[Count, Meta(description="How many words the whole text has, or fewer where that cannot be.")]
    sentences: list[SentenceOptions]


class DivideAnswer(Struct):
    """The best division."""

    chosen: Annotated[list[int], Meta(description="For each sentence which of its lengths to take, counted from 0.")]
    words: Annotated[int, Meta(description="How many words the text then has.")]


class RulePlace(Struct):
    """Where one side of a rule stands in a drawn tree, by the ``data-node`` of the drawing."""

    inside: list[int]
    frontier: list[int]


class RuleBody(Struct):
    """One rule of a derivation."""

    rule: str
    score: float
    made_up: Annotated[bool, Meta(description="Made up for the sentence: it copies or deletes what no rule covers.")]
    deletes: bool
    words: Annotated[tuple[int, int], Meta(description="The first word of the source that it is about, and the end.")]
    source: RulePlace
    target: RulePlace


class ExplainAnswer(Struct):
    """The rules that rewrote a sentence, and its trees before and after as SVG where a method has trees."""

    text: str
    score: float
    other_score: Annotated[float, Meta(description="What the score holds besides the rules' own.")]
    other: Annotated[str, Meta(description="Where that comes from.")]
    note: str
    rules: list[RuleBody]
    source_tree: str | None
    target_tree: str | None


class ModelBody(Struct):
    """A model that can be asked for by its name."""

    name: str
    description: str
    styles: Annotated[list[str], Meta(description="The styles it can be asked for, the usual one first.")]
    explains: Annotated[bool, Meta(description="Whether it can show the rules and trees behind an answer.")]
    chooses: Annotated[bool, Meta(description="Whether it reads its answers again and chooses the best that fits.")]


class LimitsBody(Struct):
    """What the server refuses."""

    body_bytes: int
    sentences: int
    sentence_words: int
    rewritten_words: int
    seconds: float


class ModelsAnswer(Struct):
    """What can be asked for."""

    version: str
    default: str
    models: list[ModelBody]
    limits: LimitsBody
