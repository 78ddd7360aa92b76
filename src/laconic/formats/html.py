"""HTML: where the running text is. Every tag, comment and entity outside it is unchanged.

Paragraphs, items of lists, quotations and definitions are running text, and so is what stands in another block if it
ends like a sentence. Headings, navigation, code, forms, scripts and what is hidden from readers are never touched.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape, unescape
from html.parser import HTMLParser
from itertools import accumulate

from laconic.errors import DataError
from laconic.formats.draft import MarkedDraft
from laconic.formats.passage import Passage, RunningText

_INLINE = frozenset(
    "a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em font i iframe img input ins kbd "
    "label map mark math meter nobr noscript object output picture progress q rp rt ruby s samp script select "
    "small source span strike strong style sub sup svg template textarea time tt u var video wbr".split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_PROSE = frozenset("p li blockquote dd figcaption summary".split())
_UNTOUCHED = frozenset(
    "address audio button canvas caption datalist footer h1 h2 h3 h4 h5 h6 head iframe label legend map math menu nav "
    "noscript object option pre script select style svg template textarea th title video".split()
)
_ENDED_BY = {
    "dd": frozenset(["dd", "dt"]),
    "dt": frozenset(["dd", "dt"]),
    "li": frozenset(["li"]),
    "option": frozenset(["option"]),
    "td": frozenset(["td", "th", "tr"]),
    "th": frozenset(["td", "th", "tr"]),
    "tr": frozenset(["tr"]),
}
"""Of elements whose end need not be written, those with whose beginning they end.

A ``p`` ends with any block, which matters only if it is hidden: text after such a block still belongs to a paragraph.
"""
_SCOPES = frozenset("button dl math menu object ol select svg table template ul".split())
"""Elements in which nothing ends an element outside them."""
_WITHIN_PARAGRAPHS = (_INLINE | _VOID) - {"hr"}
_CODE = frozenset("code kbd samp var tt".split())
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s*\Z")
_HIDDEN = re.compile(r"(?:\A|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_REFERENCE = re.compile(r"\s*(?:\[[^\s\[\]]{1,8}\]|[*†‡§¶]{1,3})\s*")
"""What the link to a note shows, wherever it stands."""
_NUMBER = re.compile(r"\s*\d{1,3}\s*")
"""What a link shows that leads to a note if it is raised."""
_TOUCHING_NUMBER = re.compile(r"(?:[^\W\d_]|[.,;:!?…\"'”’»)\]])\d{1,3}\s*")
"""A link to a note that is not raised, with what it touches; in *Section 2* and the like there is a space."""
_SPACE = re.compile(r"[\t\n\r\f]")
_NO_CHARACTER = re.compile(r"&(?=#(?![0-9]|[xX][0-9a-fA-F]))")
"""What looks like the number of a character and is none: the library would take all that follows it for text."""


def read_html(text: str) -> RunningText:
    """Return the passages of a web page or of a part of one.

    Raises:
        DataError: it has a declaration that no reader understands.

    >>> [passage.text for passage in read_html("<h1>News</h1><p>It <b>works</b> &amp; lasts.</p>").passages]
    ['It works & lasts.']
    """
    reader = _Reader(text)
    try:
        reader.walk()
    except AssertionError as error:  # how the library refuses a declaration that is none
        raise DataError(f"the page cannot be read: {error}.") from None
    return RunningText(tuple(reader.passages()))


class _Reader(HTMLParser):
    """Walks over the tags, with the open elements and the passage that is being read."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._source = text
        self._lines = [0, *accumulate(len(line) for line in text.split("\n"))]
        self._open: list[str] = []
        self._blocks: list[str] = []  # those of them that are not inline
        self._names: Counter[str] = Counter()  # how many of each name are open
        self._untouched = 0  # how many of the open elements are
        self._untouched_at: set[int] = set()  # and which, counted from 1
        self._endable_at: list[int] = []  # which of them may end with the beginning of another, and the scopes
        self._code = 0
        self._code_begun = 0
        self._link: int | None = None
        self._is_local_link = False
        self._is_raised_link = False
        self._draft: MarkedDraft | None = None
        # Where a text begins whose end shows only where the next thing begins, and whether it is an entity.
        self._last: tuple[int, bool] | None = None
        self._found: list[Passage] = []

    def walk(self) -> None:
        """Read the text to its end, or to a tag or comment that does not end: nobody is shown what follows that."""
        self.feed(_NO_CHARACTER.sub("+", self._source))  # places are looked up in the source, so any sign will do
        if not self.rawdata.startswith("<"):
            self.close()

    def passages(self) -> list[Passage]:
        """Return what was found."""
        end = self._place()
        self._end_text(end)
        self._finish(end)
        return self._found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element's beginning."""
        place = self._place()
        self._end_text(place)
        while (ended := self._ended_by(tag)) is not None:
            self.handle_endtag(ended)
        if tag == "br":
            if self._draft is not None:
                self._draft.part("\n\n", place)
        elif tag not in _INLINE and not self._untouched:
            self._finish(place)
        if tag in _VOID:
            return
        self._open.append(tag)
        self._names[tag] += 1
        if tag not in _INLINE:
            self._blocks.append(tag)
        if tag in _UNTOUCHED or _is_hidden(attrs):
            self._untouched += 1
            self._untouched_at.add(len(self._open))
        if tag in _ENDED_BY or tag in _SCOPES or (tag == "p" and len(self._open) in self._untouched_at):
            self._endable_at.append(len(self._open))
        if tag in _CODE:
            self._code += 1
            self._code_begun = self._size() if self._code == 1 else self._code_begun
        elif tag == "a" and (addresses := [value or "" for name, value in attrs if name == "href"]):
            self._link = self._size()
            self._is_local_link = addresses[0].startswith("#")
            self._is_raised_link = self._names["sup"] > 0
        elif tag == "sup" and self._link == self._size():
            self._is_raised_link = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element that ends at once; but a slash means nothing in HTML."""
        self.handle_starttag(tag, attrs)
        if tag in self._open[-1:] and self._untouched:
            self.handle_endtag(tag)  # as in the drawings that are XML

    def handle_endtag(self, tag: str) -> None:
        """Take in an element's end, and those of elements in it that were left open."""
        place = self._place()
        self._end_text(place)
        if tag not in _INLINE and not self._untouched:
            self._finish(place)
        if self._names[tag]:
            while True:
                closed = self._open.pop()
                self._names[closed] -= 1
                if closed not in _INLINE:
                    self._blocks.pop()
                if len(self._open) + 1 in self._untouched_at:
                    self._untouched_at.remove(len(self._open) + 1)
                    self._untouched -= 1
                if self._endable_at[-1:] == [len(self._open) + 1]:
                    self._endable_at.pop()
                if closed in _CODE:
                    self._code -= 1
                    if not self._code and self._draft is not None:
                        self._draft.count_as_word(self._code_begun)
                elif closed == "a" and self._link is not None:
                    if self._draft is not None:
                        self._end_link(self._draft, self._link)
                    self._link = None
                if closed == tag:
                    break

    def handle_data(self, data: str) -> None:
        """Take in text."""
        self._end_text(self._place())
        self._last = self._place(), False

    def handle_entityref(self, name: str) -> None:
        """Take in an entity."""
        self._entity()

    def handle_charref(self, name: str) -> None:
        """Take in the number of a character."""
        self._entity()

    def handle_comment(self, data: str) -> None:
        """Take in what is not text."""
        self._end_text(self._place())

    def handle_decl(self, decl: str) -> None:
        """Take in a declaration."""
        self._end_text(self._place())

    def handle_pi(self, data: str) -> None:
        """Take in a processing instruction."""
        self._end_text(self._place())

    def unknown_decl(self, data: str) -> None:
        """Take in a declaration of another language."""
        self._end_text(self._place())

    def _ended_by(self, tag: str) -> str | None:
        """Return the nearest open element that ends where this one begins, though its own end is not written."""
        for place in reversed(self._endable_at):
            name = self._open[place - 1]
            if name in _SCOPES:
                return None
            if tag in _ENDED_BY.get(name, ()) or (name == "p" and tag not in _WITHIN_PARAGRAPHS):
                return name
        return None

    def _entity(self) -> None:
        self._end_text(self._place())
        self._last = self._place(), True

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + line - 1 + column

    def _size(self) -> int:
        return 0 if self._draft is None else self._draft.size

    def _end_link(self, draft: MarkedDraft, begun: int) -> None:
        """Let the text of a link stay, and that of a link to a note on the page be no part of the sentence at all."""
        if self._is_local_link and begun and self._shows_note(draft, begun):
            draft.leave_out(begun)
        else:
            draft.hold(begun)

    def _shows_note(self, draft: MarkedDraft, begun: int) -> bool:
        """Return whether the text of a link, which begins here, looks like the mark of a note."""
        shown = draft.text_from(begun)
        is_number = (
            _NUMBER.fullmatch(shown) if self._is_raised_link else _TOUCHING_NUMBER.fullmatch(draft.text_from(begun - 1))
        )
        return bool(is_number or _REFERENCE.fullmatch(shown))

    def _end_text(self, place: int) -> None:
        """Add the last text to the passage, now that its end is known; for HTML its line ends and tabs are spaces."""
        if self._last is None:
            return
        start, is_entity = self._last
        self._last = None
        written = self._source[start:place]
        text = unescape(written) if is_entity else _SPACE.sub(" ", written)
        if self._untouched or (self._draft is None and text.isspace()):
            return
        if self._draft is None:
            self._draft = MarkedDraft(start, _spelled)
        self._draft.add(text, start, place)

    def _finish(self, place: int) -> None:
        """End the passage, if it is running text."""
        draft, self._draft = self._draft, None
        self._code_begun = 0
        self._link = None if self._link is None else 0
        if draft is None:
            return
        block = self._blocks[-1] if self._blocks else ""
        if block in _PROSE or _SENTENCE_END.search(draft.text):
            self._found.append(draft.passage(place))


def _is_hidden(attributes: list[tuple[str, str | None]]) -> bool:
    """Return whether an element says of itself that nobody sees it."""
    return any(name == "hidden" or (name == "style" and _HIDDEN.search(value or "")) for name, value in attributes)


def _spelled(text: str) -> str:
    return escape(text, quote=False)
