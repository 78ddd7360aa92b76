"""Subtitles (SubRip ``.srt`` and WebVTT ``.vtt``): what each cue shows, and for how long.

Numbers, times, settings, notes, styles and tags stay as they are, byte for byte. So does what tells who speaks (a dash,
``>>``, a name in capitals), and the signs of songs and sounds: a verse keeps its notes, and ``[music plays]`` its
brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import combinations, pairwise, zip_longest

from laconic.errors import DataError
from laconic.formats.draft import MarkedDraft
from laconic.formats.passage import RunningText

_TIME = r"(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}(?=\s|$)[^\r\n]*")
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_TAG = r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}"
_ENTITY = r"&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#\d+|#x[0-9a-fA-F]+);|\\h"
_MARKUP = re.compile(f"{_TAG}|{_ENTITY}")
_DASH = r"[ \t]*[-–—‐]+[ \t]*(?=[^\s>-])"
_CHEVRONS = r"[ \t]*(?:>{2,}|(?:&gt;){2,})[ \t]*"
_CAPITALS = "".join(filter(str.isupper, map(chr, range(0x590))))  # Latin, Greek, Cyrillic and Armenian
_LABEL = (
    rf"(?=[^:\r\n]{{0,40}}[{_CAPITALS}]{{2}})[{_CAPITALS}0-9][{_CAPITALS}0-9 .,'’&#/-]{{0,40}}:(?:{_TAG})*"
    r"(?:[ \t]+|(?=[\r\n]))"
)
_SPEAKER = rf"(?:{_TAG}|[ \t])*+(?:(?:{_DASH}|{_CHEVRONS})(?:(?:{_TAG})*+{_LABEL})?|{_LABEL})"
_SPEAKS = re.compile(_SPEAKER)
_SOUND = re.compile(rf"((?:{_TAG}|\s)*+[\[(])[^\[\]()]*(?=[\])](?:{_TAG}|\s)*+\Z)")
_ASIDE = r"\[[^\[\]<>\r\n]*\]|\([A-Z][^()<>a-z\r\n]*\)"
_PARTS = re.compile(
    rf"(?P<newline>\r\n|\n|\r)(?P<speaker>{_SPEAKER})?|(?P<notes>[ \t]*[♪♫]+[ \t]*)|(?P<aside>{_ASIDE})"
    rf"|{_TAG}|{_ENTITY}"
)
_SPACE_BEFORE_CLOSING = re.compile(r"(\r\n|\n|\r|[ \t])((?:</[^<>\r\n]*>)+)")
_UNBROKEN = re.compile(rf"(?:{_TAG}|\S)+")
_SENTENCE_END = re.compile(r"[.!?…♪][\"'”’»)\]]*\s*\Z|[\])♪]\s*\Z")


@dataclass(frozen=True, slots=True)
class Cue:
    """What is shown at one time.

    Attributes:
        number: its number in the file, from 1.
        line: the number of the line that its time stands in, from 1.
        seconds: how long it is shown.
        start: where its text begins in the file.
        end: where its text ends there, without the last line end.
    """

    number: int
    line: int
    seconds: float
    start: int
    end: int


def read_cues(text: str, path: str | None) -> list[Cue]:
    """Return the cues of a file.

    Args:
        text: the file's text.
        path: its name, for messages.

    Raises:
        DataError: there is no cue in it, or one ends before it begins.
    """
    cues = list(_cues(text, path))
    if not cues and text.strip().removeprefix("\ufeff") not in ("", "WEBVTT"):
        raise DataError("has no cues: a cue has a line like 00:00:01,000 --> 00:00:03,500.", path=path)
    return cues


def _cues(text: str, path: str | None) -> Iterator[Cue]:
    lines = [match.span() for match in _LINE.finditer(text) if match.group()]
    at = 0
    number = 0
    while at < len(lines):
        timing = _TIMING.match(text, *lines[at])
        at += 1
        if timing is None:
            continue
        number += 1
        seconds = _seconds(timing.groups()[4:]) - _seconds(timing.groups()[:4])
        if seconds < 0:
            raise DataError("the cue ends before it starts.", path=path, line=at)
        line, first = at, at
        while at < len(lines) and text[slice(*lines[at])].strip() and not _TIMING.match(text, *lines[at]):
            at += 1
        after = at
        if at < len(lines) and text[slice(*lines[at])].strip() and text[slice(*lines[at - 1])].strip().isdigit():
            after -= 1  # the number of the next cue, which comes without a blank line
        if first < after:
            start = lines[first][0]
            yield Cue(number, line, seconds, start, start + len(text[start : lines[after - 1][1]].rstrip("\r\n")))


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds) + float(f"0.{fraction}")


def read_cue(text: str) -> RunningText:
    """Return the running text of one cue; a line that continues in the next is one sentence with it.

    >>> read_cue("<i>It works,</i>\\nand it lasts.").passages[0].text
    'It works, and it lasts.'
    """
    draft = MarkedDraft(0, _spelled)
    _add_cue(draft, text, 0, len(text))
    return RunningText((draft.passage(len(text)),))


def read_subtitles(text: str, path: str | None = None) -> RunningText:
    """Return the running text of a whole file: a sentence may continue from cue to cue, over its number and time.

    Raises:
        DataError: there is no cue in it, or one ends before it begins.
    """
    cues = read_cues(text, path)
    if not cues:
        return RunningText(())
    draft = MarkedDraft(cues[0].start, _spelled)
    for cue, following in zip_longest(cues, cues[1:]):
        _add_cue(draft, text, cue.start, cue.end)
        if following is not None:
            shown, next_shown = text[cue.start : cue.end], text[following.start : following.end]
            draft.part(" " if goes_on(visible(shown), next_shown) else "\n\n", cue.end)
    return RunningText((draft.passage(cues[-1].end),))


def goes_on(text: str, following: str) -> bool:
    """Return whether an unfinished sentence continues in the next cue."""
    return not _SENTENCE_END.search(text) and not _SPEAKS.match(visible(following))


def visible(text: str) -> str:
    """Return what of a cue's text is seen.

    >>> visible("{\\\\an8}<i>Wait &amp; see.</i>")
    'Wait & see.'
    """
    return _MARKUP.sub(lambda match: _shown(match.group()), text)


def line_end(text: str) -> str:
    """Return how the lines of a file end.

    >>> line_end("WEBVTT\\r\\n"), line_end("WEBVTT")
    ('\\r\\n', '\\n')
    """
    found = _LINE_END.search(text)
    return found.group() if found else "\n"


def with_tags_closed_early(text: str) -> str:
    """Return a text in which tags close before a space or a line end, where the words in between were deleted.

    >>> with_tags_closed_early("<i>The harbour\\n</i>will close.")
    '<i>The harbour</i>\\nwill close.'
    """
    return _SPACE_BEFORE_CLOSING.sub(r"\2\1", text)


def wrapped(text: str, width: int, lines: int, newline: str = "\n") -> str | None:
    """Return a cue's text in lines of at most this width, as even as they can be; None if they do not suffice.

    Lines stay as they are where they fit; those of several speakers stay apart.

    >>> wrapped("It <i>was a</i> cold day in April.", 16, 2)
    'It <i>was a</i> cold\\nday in April.'
    >>> wrapped("It was a cold day in April.", 10, 2) is None
    True
    """
    own = text.splitlines()
    if len(own) <= lines and all(len(visible(line)) <= width for line in own):
        return text
    broken: list[str] = []
    for speech in _speeches(text):
        found = _even_lines(speech, width, lines - len(broken))
        if found is None:
            return None
        broken += found
    return newline.join(broken)


def _even_lines(speech: str, width: int, lines: int) -> list[str] | None:
    """Return the fewest lines that hold what one speaker says, as even as they can be; None if there are too few."""
    words = _UNBROKEN.findall(speech)
    for count in range(1, lines + 1):
        found = [_joined(words, places) for places in combinations(range(1, len(words)), count - 1)]
        fitting = [each for each in found if _widest(each) <= width]
        if fitting:
            return min(fitting, key=_widest)
    return None


def _joined(words: list[str], places: tuple[int, ...]) -> list[str]:
    return [" ".join(words[first:last]) for first, last in pairwise((0, *places, len(words)))]


def _widest(lines: Iterable[str]) -> int:
    return max(len(visible(line)) for line in lines)


def _speeches(text: str) -> list[str]:
    """Return what each speaker of a cue says."""
    speeches: list[list[str]] = []
    for line in text.splitlines():
        if not speeches or _SPEAKS.match(visible(line)):
            speeches.append([])
        speeches[-1].append(line)
    return ["\n".join(speech) for speech in speeches]


def _add_cue(draft: MarkedDraft, text: str, start: int, end: int) -> None:
    """Add the text of a cue; tags and what tells who speaks are marks, and line ends are spaces between words."""
    opening = _SOUND.match(text, start, end) or _SPEAKS.match(text, start, end)
    if opening is not None and opening.re is _SOUND:
        start, end = opening.end(1), opening.end()
    reached = start if opening is None or opening.re is _SOUND else opening.end()
    for match in _PARTS.finditer(text, reached, end):
        draft.add(text[reached : match.start()], reached, match.start())
        found = match.group()
        if match["speaker"]:
            draft.part("\n\n", match.start())
        elif match["newline"]:
            draft.add(" ", *match.span())
        elif match["aside"]:
            begun = draft.size
            draft.add(found, *match.span())
            draft.unite(begun)
        elif shown := "" if match["notes"] else _shown(found):
            draft.add(shown, *match.span())
        reached = match.end()
    draft.add(text[reached:end], reached, end)


def _shown(markup: str) -> str:
    """Return what an entity stands for; a tag stands for nothing."""
    return "\N{NO-BREAK SPACE}" if markup == r"\h" else unescape(markup) if markup.startswith("&") else ""


def _spelled(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
