"""Subtitles: times, numbers and tags stay, and each cue fits."""

import re

import pytest
from document_tools import random_model
from hypothesis import given
from hypothesis import strategies as st

from laconic.document.cells import CueLimits, TimedText
from laconic.errors import DataError
from laconic.formats.subtitles import read_cue, read_cues, visible, wrapped
from laconic.pipeline.request import Request

MODEL = random_model()
SRT = """1
00:00:01,000 --> 00:00:02,500
<i>The old harbour of the town, which was</i>
built in 1890 by a very famous engineer,

2
00:00:02,600 --> 00:01:05,000  X1:10
will close for good next spring.

3
01:00:06,000 --> 01:00:08,000
- What do you really think about all that?
- I do not know at all.
"""
VTT = "WEBVTT - x\r\n\r\nNOTE a --> b\r\nstays\r\n\r\n00:01.000 --> 00:03.000 align:start\r\n<v Ann>One &amp; two.\r\n"


def test_cues_have_their_places_and_times() -> None:
    cues = read_cues(SRT, "x.srt")
    assert [(cue.number, cue.line, cue.seconds) for cue in cues] == [
        (1, 2, 1.5),
        (2, 7, pytest.approx(62.4)),
        (3, 11, 2.0),
    ]
    assert SRT[cues[1].start : cues[1].end] == "will close for good next spring."
    (cue,) = read_cues(VTT, "x.vtt")
    assert VTT[cue.start : cue.end] == "<v Ann>One &amp; two."
    assert read_cues("WEBVTT\n", "x.vtt") == read_cues("", "x.srt") == []


def test_the_number_of_a_cue_is_not_part_of_the_one_before() -> None:
    text = SRT.replace("engineer,\n\n", "engineer,\n").replace("spring.\n\n", "1984\n")
    shown = [text[cue.start : cue.end].splitlines()[-1] for cue in read_cues(text, "x.srt")]
    assert shown == [
        "built in 1890 by a very famous engineer,",
        "will close for good next 1984",
        "- I do not know at all.",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("Just text.\n", "x.srt: has no cues"), ("00:00:02,000 --> 00:00:01,000\nNo.\n", "x.srt:1: the cue ends before")],
)
def test_what_has_no_cues_is_refused(text, problem) -> None:
    with pytest.raises(DataError, match=problem):
        read_cues(text, "x.srt")


@pytest.mark.parametrize("rate", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("source", [SRT, VTT, "\ufeff" + SRT.replace("\n", "\r\n")])
def test_under_one_budget_all_but_words_stays(source, rate) -> None:
    short = MODEL.compress_document(source, rate=rate, markup="subtitles").text
    kept = re.compile(r"(?m)^(?:\d+|.*-->.*|WEBVTT.*|NOTE.*|stays)(?=\r?$)|<[^>]*>|^- ")
    assert kept.findall(short) == kept.findall(source)
    assert MODEL.compress_document(source, rate=1.0, markup="subtitles").text == source


@given(
    st.lists(
        st.sampled_from(["old", "<i>harbour</i>", "closes,", "soon", "&amp;", "\n", "{\\an8}", "now."]), min_size=1
    ),
    st.floats(0.1, 6.0),
)
def test_a_cue_fits_or_says_why_not(words: list[str], seconds: float) -> None:
    text = re.sub(r" *\n *", "\n", " ".join(["Well", *words])).strip()
    limits = CueLimits(width=20, lines=2, speed=12)
    answer = TimedText(text, seconds, limits, Request()).shorten(MODEL.pipeline)
    markup = re.compile(r"<[^>]*>|\{[^}]*\}")
    assert markup.findall(answer.text) == markup.findall(text)
    if answer.problem is None:
        assert len(visible(answer.text)) <= limits.room(seconds)
        lines = visible(answer.text).splitlines()
        assert len(lines) <= 2
        assert all(len(line) <= 20 for line in lines)


def test_deleted_words_leave_no_line_that_starts_by_closing_a_tag() -> None:
    text = "<i>The old harbour of the town, which was</i>\nbuilt in 1890 by a very famous engineer,"
    for speed in range(10, 30):
        answer = TimedText(text, 1.5, CueLimits(speed=speed), Request()).shorten(MODEL.pipeline)
        assert answer.text != text
        assert not re.search(r"\s</i>", answer.text)


def test_what_fits_is_not_touched() -> None:
    text = "Well,  <b>now</b>\nthen."
    assert TimedText(text, 10, CueLimits(), Request()).shorten(MODEL.pipeline).text == text


def test_lines_are_broken_evenly_outside_tags() -> None:
    assert wrapped("<font color=red>It was a cold day</font> in April.", 20, 2) == (
        "<font color=red>It was a cold\nday</font> in April."
    )
    assert wrapped("It was a cold day.", 10, 2, "\r\n") == "It was a\r\ncold day."
    assert wrapped("- Who was it, do you think?\n- Nobody.", 12, 2) is None
    assert wrapped("- Who?\n- Nobody.", 12, 2) == "- Who?\n- Nobody."


@pytest.mark.parametrize(
    "text",
    [
        "♪ When I was young I listened to the radio ♪",
        "[door slams loudly in the old house]",
        "<i>(music plays in the old house)</i>",
        "JOHN: We will not go to the old house again.",
        '<font color="red">JOHN: We will not go to\nthe old house again.</font>',
        "{\\an8}<i>MARY:</i> Why on earth not, may I ask?\nJOHN #2: Because the old house is haunted.",
        "ÉLODIE: We will not go to the old house again.\nЖАН-ЛЮК: Why on earth not, may I ask?",
        ">> And now the news of the day.\n>> Here it is again.",
        "&gt;&gt; JOHN: And now the news of the day.",
        "- MARY: Where is the old harbour of the town?\n- It was closed last spring.",
    ],
)
@pytest.mark.parametrize("speed", [4, 8, 12])
def test_who_speaks_and_what_is_sung_or_heard_stay_marked(text, speed) -> None:
    kept = re.compile(r"[♪\[\]()]|(?m:^- )|(?:>|&gt;)+|[A-Z]{4}[ #\d]*:|ÉLODIE:|ЖАН-ЛЮК:|<[^>]*>|\{[^}]*\}")
    answer = TimedText(text, 2, CueLimits(speed=speed), Request()).shorten(MODEL.pipeline)
    assert len(answer.text) < len(text)
    assert kept.findall(answer.text) == kept.findall(text)
    cue = f"1\n00:00:01,000 --> 00:00:03,000\n{text}\n\n2\n00:00:03,000 --> 00:00:05,000\nSo it was, in the end.\n"
    short = MODEL.compress_document(cue, rate=0.5, markup="subtitles").text
    assert kept.findall(short) == kept.findall(cue)
    assert MODEL.compress_document(cue, rate=1.0, markup="subtitles").text == cue


@pytest.mark.parametrize(
    "text", ["At 10: It was late.", "Note: It was late.", "(It was late.) Yes.", "A: yes", "Été: It was late."]
)
def test_what_only_looks_like_a_mark_is_text(text) -> None:
    assert read_cue(text).passages[0].text == text


def test_an_aside_stays_or_goes_as_a_whole() -> None:
    text = "[SIGHS HEAVILY] We might as well go (LAUGHS LOUDLY) to the old house then."
    for speed in range(5, 30):
        answer = TimedText(text, 2, CueLimits(speed=speed), Request()).shorten(MODEL.pipeline).text
        for aside in ("[SIGHS HEAVILY]", "(LAUGHS LOUDLY)"):
            assert aside in answer or not set(re.findall(r"\W|\w+", aside)) - {" "} & set(re.findall(r"\W|\w+", answer))


def test_the_hard_spaces_that_some_programs_write_are_spaces() -> None:
    assert visible(r"is\hvery funny") == "is\N{NO-BREAK SPACE}very funny"
    assert read_cue(r"is\hvery funny").passages[0].text == "is\N{NO-BREAK SPACE}very funny"


def test_each_speaker_has_lines_of_their_own() -> None:
    assert wrapped("MARY: Why\nnot?\nJOHN: No.", 16, 2) == "MARY: Why not?\nJOHN: No."
    asked = "MARY: Why not go to the old house?\nJOHN: No."
    assert wrapped(asked, 20, 3) == "MARY: Why not go\nto the old house?\nJOHN: No."
    assert wrapped(asked, 20, 2) is None
    assert wrapped("\n".join(reversed(asked.split("\n"))), 20, 2) is None


def test_what_does_not_fit_is_told_from_what_cannot_be_read() -> None:
    limits = CueLimits(width=8, lines=1)
    answer = TimedText("- Yes it is so.\n- No it is not so.", 10, limits, Request()).shorten(MODEL.pipeline)
    assert answer.problem == f"{answer.text!r} does not fit into 1 line of 8 characters."
    answer = TimedText("- Yes it is so.\n- No it is not so.", 0.1, limits, Request()).shorten(MODEL.pipeline)
    assert answer.problem is not None
    assert "characters in 0.1 seconds are more than can be read" in answer.problem
    answer = TimedText("I", 0.0, limits, Request()).shorten(MODEL.pipeline)
    assert (
        answer.problem == "1 character in 0.0 seconds is more than can be read, but no shorter text was found than 'I'."
    )
