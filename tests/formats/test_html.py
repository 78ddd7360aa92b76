"""HTML: only words of running text go, and every tag, comment and entity outside them stays."""

import re
import time
from html import unescape

import pytest
from document_tools import random_model
from hypothesis import given
from hypothesis import strategies as st

from laconic.document.document import compress_document
from laconic.formats.html import read_html
from laconic.formats.kinds import kind_of_text
from laconic.pipeline.request import Length, Request

MODEL = random_model()
TAG = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)


def texts(page: str) -> list[str]:
    return [passage.text.strip() for passage in read_html(page).passages]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>One line.<p>Another one", ["One line.", "Another one"]),
        ("<h1>Title.</h1><div>Home</div><div>It is so.</div>", ["It is so."]),
        ("<ul><li>First</li><li>Second<ul><li>Third</li></ul></li></ul>", ["First", "Second", "Third"]),
        ("<nav><p>Go home.</p></nav><pre>code. x</pre><script>if (a<b) {'x. y.'}</script>", []),
        ("<title>A title.</title><textarea>Some words.</textarea><button>Go.</button>", []),
        ("<p>AT&T, R&amp;D &mdash; caf&eacute; &#233;&#xe9; &nosuch; 5 < 6", ["AT&T, R&D — café éé &nosuch; 5 < 6"]),
        ("<td>Name</td><td>A whole sentence.</td>", ["A whole sentence."]),
        ("<p>Line one<br/>line two", ["Line one\n\nline two"]),
        ("<p>A <svg><path/><text>drawn.</text></svg> thing.", ["A  thing."]),
        ("<p>Some<!-- a > b --> text.</p>", ["Some text."]),
        ("<div hidden><p>Not seen.</p></div><p>Seen.", ["Seen."]),
        ("<p style='color: red; DISPLAY : none'>Not seen.<p>Seen <i hidden>not.</i> once.", ["Seen  once."]),
        ("<p style='backface-visibility: hidden'>Seen.<p style='visibility:hidden'>Not seen.", ["Seen."]),
        ("<ul><li hidden>Not seen.<li>Seen.<li style='display: block'>Seen, too.</ul>", ["Seen.", "Seen, too."]),
        ("<ul><li hidden><p>Not seen.<li>Seen.<li>Seen too.</ul>", ["Seen.", "Seen too."]),
        ("<ul><li hidden>Not seen.<ul><li>Nor this.</ul><b>Nor this.</ul><p>Seen.", ["Seen."]),
        ("<p hidden>Not <b>seen.<p>Seen.</p>", ["Seen."]),
        ("<p hidden>Not<br>seen.<hr>Seen.", ["Seen."]),
        ("<table><tr hidden><td><p>Not <i>seen.<tr><td>Seen.</table>", ["Seen."]),
        ("<table><tr hidden><td>Not seen.<td>Nor this.<tr><td>Seen.</table>", ["Seen."]),
        ("<table><tr><th>Name.<td>It is so.<tr><th>Size.</table>", ["It is so."]),
        ("<p>Use C&# here, &#foo; or &#x;.</p><p>It works.</p>", ["Use C&# here, &#foo; or &#x;.", "It works."]),
        ("<p>It works. <b and nobody sees this.", ["It works."]),
        ("<p>It works. <!-- hidden. <p>This, too.", ["It works."]),
        ("<p>It works &am", ["It works &am"]),
        ("no tags at all, but a sentence.", ["no tags at all, but a sentence."]),
        ("", []),
    ],
)
def test_running_text_is_found(page: str, found: list[str]) -> None:
    assert texts(page) == found


def test_each_character_knows_its_place() -> None:
    page = "<p>\n  Caf&eacute; <b>wor</b>ks &amp;\tlasts\n  long.</p>"
    (passage,) = read_html(page).passages
    for place, sign in enumerate(passage.text):
        spelled = page[passage.starts[place] : passage.ends[place]]
        assert spelled == sign or spelled.startswith("&") or (sign == " " and spelled.isspace())


@pytest.mark.parametrize(
    "reference",
    [
        '<a href="#fn1" id="r1"><sup>1</sup></a>',
        '<sup><a href="#cite_note-3"><span>[</span>3<span>]</span></a></sup>',
        '<a href="#n">3</a>',
        '<a href="#n">[a]</a>',
        '<a href="#n"><code>*</code></a>',
    ],
)
def test_the_number_of_a_note_is_no_part_of_a_sentence(reference: str) -> None:
    page = f"<p>It will close.{reference} Nobody was <b>asked</b>.{reference}</p>"
    (passage,) = read_html(page).passages
    assert passage.text == "It will close. Nobody was asked."
    assert all(page[passage.starts[place]] == sign for place, sign in enumerate(passage.text))
    answer = MODEL.compress_document(page, rate=0.6, markup="html")
    assert len(answer.sentences) == 2
    assert answer.text.count(reference) == 2
    assert MODEL.compress_document(page, rate=1.0, markup="html").text == page


def test_a_raised_number_is_a_note_after_a_space_too() -> None:
    assert texts('<p>It is so <sup><a href="#n">1</a></sup> or <a href="#n"><sup>2</sup></a> not.') == [
        "It is so  or  not."
    ]


@pytest.mark.parametrize(
    "page",
    [
        '<p>See <a href="#two">the next</a>.',
        '<p>In <a href="/x">1840</a>.',
        '<p><a href="#1">1</a> is one.',
        '<p>See Section <a href="#s2">2</a> below.',
        '<p>See Section<a href="#s2"> 2</a> below.',
        '<p>Figure&nbsp;<a href="#f1">3</a> shows it.',
        '<p>It is in Table <b><a href="#t1">1</a></b>.',
        '<p>By Equation (<a href="#e4">4</a>), and by §<a href="#s5">5</a>, it is so.',
        '<p>It has <a href="#m">10<sup>2</sup></a> parts.',
    ],
)
def test_other_links_are_text(page: str) -> None:
    assert texts(page) == [unescape(re.sub("<[^>]*>", "", page))]


def test_links_stay_whole_and_code_is_one_word() -> None:
    page = '<p>See <a href="/x">the long list of all ports</a> and run <code>a b -c</code> now, or never again.</p>'
    short = MODEL.compress_document(page, rate=0.7, markup="html").text
    assert '<a href="/x">the long list of all ports</a>' in short
    assert "<code>a b -c</code>" in short or "<code></code>" in short


WORDS = "the old harbour will close next spring after forty years of work and joy".split()
PIECES = (
    *(
        "<b>fine day</b>",
        "<em>very <i>fine</i> day</em>",
        "half<b>way</b>",
        '<a href="x">a link</a>',
        "&amp;",
        "&nbsp;",
    ),
    *(
        "<!-- note -->",
        "<br>",
        "<br/>\n",
        "<img src=x alt='a > b'>",
        "x < y",
        "AT&T",
        "caf&eacute;",
        "C&#",
        "<span>",
        "</span>",
    ),
    *("</b>", "<code>a b</code>", "H<sub>2</sub>O", "1.", "<wbr>", "\n   ", "<u></u>", "naïve 😀", "“quoted words”"),
)
BLOCKS = ("<p>", "</p>", "<li>", "<div>", "</div>", "<h2>A heading.</h2>", "<pre>code. x</pre>", "<td>", "\n\n", "<hr>")


@given(
    st.lists(
        st.sampled_from(WORDS) | st.sampled_from(PIECES) | st.sampled_from(BLOCKS) | st.just(". The"), max_size=40
    ),
    st.floats(0.3, 1.0),
)
def test_tags_stay_whatever_the_page(pieces: list[str], rate: float) -> None:
    page = "<p>So " + " ".join(pieces) + ".</p>\n"
    request = Request(Length(rate=rate), if_impossible="nearest")
    short = compress_document(MODEL.pipeline, page, request, markup="html").text
    assert TAG.findall(short) == TAG.findall(page)
    assert len(short) <= len(page) + 2  # an article may grow
    assert MODEL.compress_document(page, rate=1.0, markup="html").text == page
    assert len(read_html(short).passages) <= len(read_html(page).passages)


@given(st.text(alphabet="<>&#;/!-ab \n\"'=pbr", max_size=60))
def test_broken_markup_is_no_error(page: str) -> None:
    assert MODEL.compress_document(page, rate=1.0, markup="html").text == page
    request = Request(Length(rate=0.5), if_impossible="nearest")
    compress_document(MODEL.pipeline, page, request, markup="html")


@pytest.mark.parametrize("opening", ["<a ", "<!--"])
def test_what_never_ends_is_read_once(opening: str) -> None:
    began = time.process_time()
    read_html(opening * 30_000)
    assert time.process_time() - began < 2  # a tenth of a second, unless it is looked for an end behind each opening


def test_elements_left_open_are_not_walked_over_for_each_other() -> None:
    began = time.process_time()
    read_html("<li><ul>" + "<div>" * 20_000 + "<li></li>" * 20_000)
    assert time.process_time() - began < 4  # a third of a second, unless each item walks over all that is open


def test_a_page_is_known_behind_many_comments() -> None:
    comments = "<!-- a line of a licence --> \n" * 40
    began = time.process_time()
    assert kind_of_text(comments + "<html>", "-") == "html"
    assert kind_of_text(comments + "text", "-") == "text"
    assert time.process_time() - began < 1
