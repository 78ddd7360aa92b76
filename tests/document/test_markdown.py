"""Markdown: what is running text is found, and nothing else changes."""

from collections import Counter

import pyromark
from document_tools import documents, random_model
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from laconic.compression import Compression, unchanged
from laconic.document.blocks import rewritten
from laconic.document.document import DocumentCompression
from laconic.document.layout import write_passage
from laconic.document.manuscript import Manuscript
from laconic.document.sentences import sentences_of
from laconic.errors import UsageError
from laconic.formats.markdown import read_markdown
from laconic.language import LANGUAGE
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length
from laconic.text import Sentence
from timing import is_within, seconds_of

MODEL = random_model()
FREE = Protection(negation=False)
INLINE = {"Emphasis", "Strong", "Strikethrough", "Link", "Image"}
UNTOUCHED = {"Heading", "CodeBlock", "Table", "HtmlBlock", "MetadataBlock"}
STANDING = {"Html", "Rule", "TaskListMarker", "FootnoteReference", "InlineHtml", "HardBreak"}


def outline(text: str) -> list[str]:
    """The blocks of a document in order, with the source of those that are never touched."""
    options = pyromark.Options
    chosen = options.ENABLE_TABLES | options.ENABLE_FOOTNOTES | options.ENABLE_TASKLISTS | options.ENABLE_MATH
    chosen |= options.ENABLE_STRIKETHROUGH | options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    found = []
    encoded = text.encode()
    for event, place in pyromark.events_with_range(text, options=chosen):
        name, content = (event, None) if isinstance(event, str) else next(iter(event.items()))
        if name in ("Start", "End"):
            tag = content if isinstance(content, str) else next(iter(content))
            if tag not in INLINE:
                source = encoded[place["start"] : place["end"]].decode().strip() if tag in UNTOUCHED else ""
                found.append(f"{name} {tag} {source}")
        elif name in STANDING:
            found.append(f"{name} {content}")
    return found


def inlines(text: str) -> Counter:
    """Links, pictures and code as they are written."""
    found: Counter = Counter()
    for passage in read_markdown(text).passages:
        for mark in passage.marks:
            if mark.kind == "closes" and text[mark.start] in "]>":
                found["link", passage.text[slice(*mark.inside)].casefold(), text[mark.start : mark.end]] += 1
            if mark.kind == "stands":
                found["stands", text[mark.start : mark.end]] += 1
        for start, end in passage.words:
            found["code", passage.text[start:end]] += 1
    return found


def words_of(text: str) -> list[str]:
    return [
        word.casefold()
        for number, passage in enumerate(read_markdown(text).passages)
        for placed in sentences_of(passage, number)
        for word in placed.sentence.words
    ]


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def shortened(text: str, rate: float, **wishes) -> DocumentCompression:
    try:
        return MODEL.compress_document(text, rate=rate, markup="markdown", **wishes)
    except UsageError:  # links that are never broken can need more than there is
        assume(False)
        raise


@settings(max_examples=60)
@given(documents())
def test_nothing_changes_at_full_length(text: str) -> None:
    assert MODEL.compress_document(text, rate=1.0, markup="markdown").text == text


@settings(max_examples=60)
@given(documents())
def test_escaped_words_read_as_before(text: str) -> None:
    passages = read_markdown(text).passages
    placed = [list(sentences_of(passage, number)) for number, passage in enumerate(passages)]
    kept = [[unchanged(each.sentence, "none") for each in sentences] for sentences in placed]
    written = [write_passage(text, *each, is_escaped=True) for each in zip(passages, placed, kept, strict=True)]
    again = read_markdown(rewritten(text, passages, written, None, set()).text).passages
    assert [passage.text for passage in again] == [passage.text for passage in passages]
    assert [passage.words for passage in again] == [passage.words for passage in passages]
    for first, second in zip(passages, again, strict=True):
        assert [(mark.kind, mark.inside) for mark in first.marks] == [(mark.kind, mark.inside) for mark in second.marks]


@settings(max_examples=60)
@given(documents(), st.floats(0.2, 0.95))
@example("Well old hard joy $5-$10  \nso the years of $5-$10 and work.\n", 0.5)  # dollars may pair across the break
def test_only_running_text_changes(text: str, rate: float) -> None:
    answer = shortened(text, rate, protect=FREE)
    assert len(answer.tokens) == Length(rate=rate).words_of(len(words_of(text)))
    assert outline(answer.text) == outline(text)
    before, after = inlines(text), inlines(answer.text)
    assert after <= before
    for kind, *what in before:
        if kind == "stands":
            assert after[kind, *what] == before[kind, *what]


@settings(max_examples=60)
@given(documents(), st.floats(0.3, 0.95))
def test_the_words_kept_are_the_words_read_again(text: str, rate: float) -> None:
    answer = shortened(text, rate, protect=FREE)
    read = "".join(passage.text for passage in read_markdown(answer.text).passages)
    words = [each.articles.get(place, word) for each in answer.sentences for place, word in enumerate(each.tokens)]
    assert letters(read) == letters("".join(words))


def test_signs_are_escaped_only_where_they_would_become_markup() -> None:
    priced = "Well old hard joy $5-$10  \nso the years of $5-$10 and work."
    harmless = "It (once) cost $5 & more: see f_x or [this]!"
    text = f"{harmless}\n\n{priced}\n\n{harmless}\n"
    manuscript = Manuscript(text, read_markdown(text))
    kept = [(0, 3, 4, 5, 8, 11, 12, 13, 15), (0, 2, 4, 6), (1, 2, 3, 5, 6, 7), (0, 3, 4, 5, 8, 11, 12, 13, 15)]
    answers = [_keeping(placed.sentence, each) for placed, each in zip(manuscript.sentences, kept, strict=True)]
    first, escaped, last = manuscript.write(answers).rstrip().split("\n\n")
    assert escaped.count(r"\$") == 2
    assert "\\" not in first + last


def _keeping(sentence: Sentence, kept: tuple[int, ...]) -> Compression:
    tokens = tuple(sentence.words[place] for place in kept)
    return Compression(sentence, LANGUAGE.cut(sentence, kept), tokens, kept, 0.0)


def test_the_time_grows_with_the_length_of_a_paragraph() -> None:
    sentence = "The *old* harbour of [the town](x) will close for $5 (see `code`) in March. "

    def shorten(count: int) -> None:
        shortened(sentence * count + "\n", 0.6, protect=FREE)

    # Sixteen times as long; if each mark met each sentence, it would be 256 times.
    limit = 36 * seconds_of(lambda: shorten(30), runs=2)
    assert is_within(limit, lambda: shorten(480), runs=2)
