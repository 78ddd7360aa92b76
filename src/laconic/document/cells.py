"""Texts that are shortened separately with the same request: the cells of a table, the cues of subtitles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from laconic.compression import Compression
from laconic.document.document import compress_running
from laconic.errors import counted
from laconic.formats.passage import read_plain
from laconic.formats.subtitles import read_cue, visible, with_tags_closed_early, wrapped
from laconic.parse.tokenize import sentences
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.request import Length, Request

_MOST_TRIES = 8
"""Lengths that are tried until lines of the right width can be made of an answer."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A shorter text, and what is wrong with it.

    Attributes:
        text: the text.
        problem: why it is longer than requested, if it is.
        warning: the warning about a sentence in it that an editor is unlikely to accept, if there is one.
    """

    text: str
    problem: str | None = None
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A text of one or more sentences, with its own length.

    Attributes:
        text: the text.
        request: the request.
    """

    text: str
    request: Request

    def shorten(self, pipeline: Pipeline) -> Shortened:
        """Return the text made shorter, with the white space around it; several sentences share the length."""
        text = self.text.strip()
        before, _, after = self.text.partition(text) if text else (self.text, "", "")
        found = sentences(text)
        if not found:
            return Shortened(self.text)
        request = replace(self.request, if_impossible="nearest")
        if len(found) == 1:
            answer = pipeline.compress(found[0], request)
            problem, warning = map(answer.details.get, ("problem", "warning"))
            return Shortened(before + answer.text + after, problem, warning)
        document = compress_running(pipeline, text, read_plain(text), request)
        problem = _excess(document.text, request.length)
        return Shortened(before + document.text + after, problem, first_warning(document.sentences))


@dataclass(frozen=True, slots=True)
class TimedText:
    """What a cue shows, with the room and the time that it has.

    Attributes:
        text: the text with its tags.
        seconds: how long it is shown.
        limits: what is asked of every cue.
        request: what must stay.
        newline: how the lines of the file end.
    """

    text: str
    seconds: float
    limits: CueLimits
    request: Request
    newline: str = "\n"

    def shorten(self, pipeline: Pipeline) -> Shortened:
        """Return the text made short enough to be read, and in lines that fit; its tags stay."""
        room = self.limits.room(self.seconds)
        text, warning = self.text, None
        for _ in range(_MOST_TRIES):
            if _width(text) > room:
                text, warning = self._within(pipeline, room)
            lines = wrapped(text, self.limits.width, self.limits.lines, self.newline)
            if lines is not None or _width(text) > room:
                break
            room = min(room, _width(text)) - 1
        lines = wrapped(text, self.limits.width, self.limits.lines, self.newline)
        return Shortened(text if lines is None else lines, self._problem(text, lines), warning)

    def _within(self, pipeline: Pipeline, room: int) -> tuple[str, str | None]:
        """Return the text within this number of characters, and the warning that comes with it, if any."""
        running = read_cue(self.text)
        if visible(self.text) == self.text and not any(passage.marks or passage.units for passage in running.passages):
            cell = Cell(" ".join(self.text.split()), replace(self.request, length=Length(chars=max(1, room))))
            shortened = cell.shorten(pipeline)
            return shortened.text, shortened.warning
        markup = len(self.text) - len(visible(self.text))
        request = replace(self.request, length=Length(chars=max(1, room) + markup), if_impossible="nearest")
        answer = compress_running(pipeline, self.text, running, request)
        return with_tags_closed_early(answer.text), first_warning(answer.sentences)

    def _problem(self, text: str, lines: str | None) -> str | None:
        width, room = _width(text), self.limits.room(self.seconds)
        if width > self.limits.readable(self.seconds):
            time = f"in {self.seconds:.1f} seconds"
            shown = counted(width, f"character {time} is", f"characters {time} are")
            return f"{shown} more than can be read, but no shorter text was found than {text!r}."
        if lines is None or width > room:
            return (
                f"{text!r} does not fit into {counted(self.limits.lines, 'line')} of "
                f"{counted(self.limits.width, 'character')}."
            )
        return None


@dataclass(frozen=True, slots=True)
class CueLimits:
    """What fits on a screen and can be read there.

    Attributes:
        width: characters of a line.
        lines: lines of a cue.
        speed: characters per second.
    """

    width: int = 42
    lines: int = 2
    speed: float = 17.0

    def room(self, seconds: float) -> int:
        """Return how many characters a cue may have."""
        return min(self.width * self.lines, self.readable(seconds))

    def readable(self, seconds: float) -> int:
        """Return how many characters can be read while a cue is shown."""
        return int(self.speed * seconds + 1e-9)


def first_warning(answers: Iterable[Compression]) -> str | None:
    """Return what the first answer that comes with a warning is warned of."""
    return next((each.details["warning"] for each in answers if "warning" in each.details), None)


def _width(text: str) -> int:
    """Return how many characters are seen; a line end counts as the space that it stands for."""
    return len(visible(text).replace("\r\n", "\n"))


def _excess(text: str, length: Length) -> str | None:
    """Return what is wrong with the length of a text, if anything is."""
    if length.words is not None and not length.exact and len(text.split()) > length.words:
        return f"the text cannot have only {counted(length.words, 'word')}; it has {len(text.split())} now."
    if length.chars is not None and len(text) > length.chars:
        return f"the text cannot have at most {counted(length.chars, 'character')}; it has {len(text)} now."
    return None
