"""Word documents (.docx): their paragraphs are running text, and everything else is unchanged.

Such a file is a ZIP archive, and its text one XML file in it. Headings, titles, captions and tables of contents are
never touched, nor are text boxes, formulas, comments, notes, headers and footers; links go as a whole, and what a field
computes stays. Of tracked changes, what was deleted or moved away is no part of the text.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat
from xml.sax.saxutils import escape

import numpy as np

from laconic.errors import DataError
from laconic.formats.draft import MarkedDraft
from laconic.formats.passage import Passage, RunningText

BODY = "word/document.xml"
"""Where the text usually is; some programs number their files, as in word/document2.xml."""
_STYLES = "word/styles.xml"

_MOST_BYTES = 256 << 20
"""No sensible document has more text; a small file that unpacks to more is made to fill the memory."""

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_STRICT_WORD = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_MATHS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_SIGNS = {"noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_GAPS = {"tab": "\t", "ptab": "\t", "br": "\n\n", "cr": "\n\n"}
"""Elements that part words or sentences, and stay."""

_UNTOUCHED_STYLE = re.compile(
    r"(?:heading|title|subtitle|toc|caption|table of|index|macro|html (?:code|preformatted)|plain text|code|source)\b",
    re.IGNORECASE,
)
_RUN_TEXT = re.compile(r"(?P<tag><(?:[\w.-]+:)?t(?:\s[^<>]*)?+(?<!/))>(?P<content>[^<]*)")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s*\Z")


@dataclass(frozen=True)
class WordDocument:
    """A document as it was read.

    Attributes:
        path: the file.
        archive: its bytes.
        text: the XML of its body.
        running: the running text in that.
        body: the name of the body in the archive.
    """

    path: str | Path
    archive: bytes
    text: str
    running: RunningText
    body: str = BODY

    def with_text(self, text: str) -> bytes:
        """Return the document with another body; whatever else is in the archive stays as it is."""
        text = _with_spaces_kept(self.text, text)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self.archive)) as old, zipfile.ZipFile(out, "w") as new:
            new.comment = old.comment
            for member in old.infolist():
                content = text.encode("utf-8") if member.filename == self.body else old.read(member)
                attributes = member.external_attr
                new.writestr(member, content, compress_type=member.compress_type)
                member.external_attr = attributes  # none at all is a value, too, but not for the line above
        return out.getvalue()


def read_word(archive: bytes, path: str | Path) -> WordDocument:
    """Read a document.

    Args:
        archive: its bytes.
        path: its file, for messages.

    Raises:
        DataError: it is not a document of this kind, or is damaged or locked by a password.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as members:
            name = _related(members, "", "/officeDocument", path) or BODY
            body = _member(members, name, path)
            style_sheet = _related(members, name, "/styles", path) or _STYLES
            styles = _member(members, style_sheet, path) if style_sheet in members.namelist() else b""
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        expat.ExpatError,
    ) as error:
        raise DataError(
            f"is not a .docx document, or is damaged or has a password ({error}); save it again as .docx.", path=path
        ) from None
    try:
        text = body.decode("utf-8")
        reader = _Reader(text, body, _untouched_styles(styles))
        passages = reader.read()
    except (expat.ExpatError, UnicodeDecodeError, LookupError) as error:
        raise DataError(f"its text cannot be read ({error}); save it again as .docx.", path=path) from None
    return WordDocument(path, archive, text, RunningText(tuple(passages)), name)


def _with_spaces_kept(source: str, text: str) -> str:
    """Return a body in which no space at the edge of a run gets lost where words beside it were deleted.

    Word processors skip such spaces unless an attribute says that they count, and write it only where it is needed.

    Args:
        source: the body as it was.
        text: the body with fewer words and the same elements.
    """
    before = _RUN_TEXT.finditer(source)
    pieces: list[str] = []
    reached = 0
    for run in _RUN_TEXT.finditer(text):
        former = next(before, None)
        if former is None or former["tag"] != run["tag"]:
            return text
        content = run["content"]
        if content != former["content"] and content != content.strip() and "xml:space" not in run["tag"]:
            pieces += text[reached : run.end("tag")], ' xml:space="preserve"'
            reached = run.end("tag")
    return "".join((*pieces, text[reached:]))


def _member(members: zipfile.ZipFile, name: str, path: str | Path) -> bytes:
    if name not in members.namelist():
        raise DataError("is a ZIP archive, but not a .docx document: it has no text in it.", path=path)
    if members.getinfo(name).file_size > _MOST_BYTES:
        raise DataError(f"unpacks to more than {_MOST_BYTES >> 20} MB; split it into parts.", path=path)
    return members.read(name)


def _related(members: zipfile.ZipFile, source: str, kind: str, path: str | Path) -> str | None:
    """Return the name of the member that another one refers to, if there is such a reference and such a member.

    Args:
        members: the archive.
        source: the member that refers to it; the archive as a whole if empty.
        kind: how the type of the reference ends.
        path: the file, for messages.
    """
    folder, name = posixpath.split(source)
    references = posixpath.join(folder, "_rels", f"{name}.rels")
    if references not in members.namelist():
        return None
    targets: list[str] = []

    def start(_: str, attributes: dict[str, str]) -> None:
        if attributes.get("Type", "").endswith(kind):
            targets.append(attributes.get("Target", ""))

    parser = _parser()
    parser.StartElementHandler = start
    parser.Parse(_member(members, references, path), True)
    found = (posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/") for target in targets)
    return next((each for each in found if each in members.namelist()), None)


def _parser() -> expat.XMLParserType:
    """Return a parser that takes no definitions of entities: word processors write none, and they can explode."""
    parser = expat.ParserCreate(namespace_separator=" ")

    def refuse(*_: object) -> None:
        raise expat.ExpatError("it has a document type")

    parser.StartDoctypeDeclHandler = refuse
    return parser


def _untouched_styles(xml: bytes) -> frozenset[str]:
    """Return the names of the styles of headings and the like; their titles are English in all languages."""
    found: set[str] = set()
    if not xml:
        return frozenset()
    current: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if local == "style":
            current[:] = [attributes.get(f"{space} styleId", "")]
        elif current and (
            (local == "name" and _UNTOUCHED_STYLE.match(attributes.get(f"{space} val", "")))
            or (local == "outlineLvl" and attributes.get(f"{space} val") != "9")
            or (local == "basedOn" and attributes.get(f"{space} val") in found)
        ):
            found.add(current[0])

    parser = _parser()
    parser.StartElementHandler = start
    parser.Parse(xml, True)
    return frozenset(found)


class _Reader:
    """Walks over the XML of a body and notes the text of each paragraph with its place."""

    def __init__(self, text: str, body: bytes, untouched_styles: frozenset[str]) -> None:
        self._body = body
        self._untouched_styles = untouched_styles
        encoded = np.frombuffer(body, np.uint8)
        self._characters = (
            None if text.isascii() else np.concatenate(([0], np.cumsum((encoded & 0xC0) != 0x80)))
        )  # before each byte
        self._draft: MarkedDraft | None = None
        self._last: tuple[str, int] | None = None  # text whose end shows only where the next thing begins
        self._depth = 0
        self._skipped_at = 0  # the depth of an element that is not looked into; 0 if there is none
        self._in_run = self._in_text = False
        self._is_untouched = False
        self._cells = 0
        self._link: int | None = None
        self._fields: list[int] = []
        self._found: list[Passage] = []
        parser = _parser()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.CommentHandler = lambda _: self._end_text()
        parser.ProcessingInstructionHandler = lambda *_: self._end_text()
        self._parser = parser

    def read(self) -> list[Passage]:
        """Return the passages."""
        self._parser.Parse(self._body, True)
        return self._found

    def _place(self) -> int:
        place = self._parser.CurrentByteIndex
        return place if self._characters is None else int(self._characters[place])

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._end_text()
        self._depth += 1
        if self._skipped_at:
            return
        space, _, local = name.rpartition(" ")
        if (space == _COMPATIBILITY and local == "AlternateContent") or space == _MATHS:
            self._skipped_at = self._depth
        elif space not in (_WORD, _STRICT_WORD):
            return
        elif local in ("txbxContent", "object", "pict", "drawing", "rubyBase", "ruby", "del", "moveFrom"):
            self._skipped_at = self._depth
        elif local == "tc":
            self._cells += 1
        elif local == "p":
            self._is_untouched = False
            self._link, self._fields = None, []
            self._draft = None
        elif local == "pStyle":
            self._is_untouched |= attributes.get(f"{space} val", "") in self._untouched_styles
        elif local == "outlineLvl":
            self._is_untouched |= attributes.get(f"{space} val") != "9"
        elif local == "t":
            self._in_text = True
        elif local == "hyperlink":
            self._link = self._size()
        elif local == "fldChar":
            self._field(attributes.get(f"{space} fldCharType", ""))
        elif local == "fldSimple":
            self._fields.append(self._size())
        elif local == "r":
            self._in_run = True
        elif local in _SIGNS and self._in_run:
            self._last = _SIGNS[local], self._place()
        elif local in _GAPS and self._in_run and self._draft is not None:
            self._draft.part(_GAPS[local], self._place())

    def _end(self, name: str) -> None:
        self._end_text()
        self._depth -= 1
        if self._skipped_at:
            if self._depth < self._skipped_at:
                self._skipped_at = 0
            return
        local = name.rpartition(" ")[2]
        if local == "t":
            self._in_text = False
        elif local == "r":
            self._in_run = False
        elif local == "tc":
            self._cells -= 1
        elif local == "hyperlink" and self._link is not None and self._draft is not None:
            self._draft.unite(self._link)
            self._link = None
        elif local == "fldSimple":
            self._field("end")
        elif local == "p":
            self._finish()

    def _data(self, data: str) -> None:
        self._end_text()
        if self._in_text and not self._skipped_at:
            self._last = data, self._place()

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(self._size())
        elif kind == "end" and self._fields:
            begun = self._fields.pop()
            if self._draft is not None and not self._fields:
                self._draft.hold(begun)

    def _size(self) -> int:
        return 0 if self._draft is None else self._draft.size

    def _end_text(self) -> None:
        if self._last is None:
            return
        text, start = self._last
        self._last = None
        if self._draft is None:
            self._draft = MarkedDraft(start, escape)
        self._draft.add(text, start, self._place())

    def _finish(self) -> None:
        draft, self._draft = self._draft, None
        if draft is None or self._is_untouched or (self._cells and not _SENTENCE_END.search(draft.text)):
            return
        self._found.append(draft.passage(self._place()))
