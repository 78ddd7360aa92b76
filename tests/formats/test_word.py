"""Documents of word processors: the text becomes shorter, and nothing else changes."""

import io
import re
import zipfile

import docx
import pytest
from document_tools import random_model
from docx.oxml import parse_xml

from laconic.document.document import compress_running
from laconic.errors import DataError
from laconic.formats.word import BODY, WordDocument, read_word
from laconic.pipeline.request import Length, Request

MODEL = random_model()
TAG = re.compile(r"<[^<>]*>")
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def saved(document: "docx.document.Document") -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


@pytest.fixture(scope="module")
def archive() -> bytes:
    document = docx.Document()
    document.add_heading("A heading of several words.", 1)
    paragraph = document.add_paragraph("The old har")
    paragraph.add_run("bour").bold = True
    for text in (" of the small town,", " which was", " built by a famous engineer,", " will close & never open. "):
        paragraph.add_run(text).italic = len(text) % 2 == 0
    paragraph.add_run().add_break()
    paragraph.add_run("After the break\tthere are more words than before it.")
    document.add_paragraph("A caption stays as it is.", style="Caption")
    document.add_paragraph("Each item of a list is running text, too.", style="List Bullet")
    table = document.add_table(1, 2)
    table.cell(0, 0).text = "Only a name"
    table.cell(0, 1).text = "This cell has a whole sentence in it."
    return saved(document)


def shorter(document: WordDocument, rate: float) -> bytes:
    answer = compress_running(MODEL.pipeline, document.text, document.running, Request(Length(rate=rate)))
    return document.with_text(answer.text)


def body(archive: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(archive)).read(BODY).decode()


def tags(xml: str) -> list[str]:
    """Return all tags, without the attribute that says that the spaces of a run count."""
    return [tag.replace(' xml:space="preserve"', "") for tag in TAG.findall(xml)]


def test_running_text_is_found(archive) -> None:
    found = [passage.text for passage in read_word(archive, "x.docx").running.passages]
    assert found == [
        "The old harbour of the small town, which was built by a famous engineer, will close & never open. "
        "\n\nAfter the break\tthere are more words than before it.",
        "Each item of a list is running text, too.",
        "This cell has a whole sentence in it.",
    ]


@pytest.mark.parametrize("rate", [0.2, 0.4, 0.6, 0.8])
def test_all_but_text_stays(archive, rate) -> None:
    short = shorter(read_word(archive, "x.docx"), rate)
    assert tags(body(short)) == tags(body(archive))
    assert len(body(short)) < len(body(archive))
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(io.BytesIO(short)) as new:
        assert [(each.filename, each.date_time, each.compress_type) for each in old.infolist()] == [
            (each.filename, each.date_time, each.compress_type) for each in new.infolist()
        ]
        assert all(old.read(name) == new.read(name) for name in old.namelist() if name != BODY)
    paragraphs = [paragraph.text for paragraph in docx.Document(io.BytesIO(short)).paragraphs]
    assert paragraphs[0] == "A heading of several words."
    assert paragraphs[2] == "A caption stays as it is."
    assert "  " not in paragraphs[1]
    assert paragraphs[1].count("\n") == paragraphs[1].count("\t") == 1


def test_the_body_may_have_another_name(archive) -> None:
    stream = io.BytesIO()
    numbered = {"document.xml": "document2.xml", "styles.xml": "styles2.xml", "document.xml.rels": "document2.xml.rels"}
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(stream, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            if member.endswith((".rels", "[Content_Types].xml")):
                content = content.replace(b"document.xml", b"document2.xml").replace(b"styles.xml", b"styles2.xml")
            folder, slash, name = member.rpartition("/")
            new.writestr(folder + slash + numbered.get(name, name), content)
    renamed = stream.getvalue()
    assert len(docx.Document(io.BytesIO(renamed)).paragraphs) == 4
    document = read_word(renamed, "x.docx")
    assert document.running == read_word(archive, "x.docx").running
    paragraphs = docx.Document(io.BytesIO(shorter(document, 0.5))).paragraphs
    assert paragraphs[0].text == "A heading of several words."
    assert len(paragraphs[1].text) < len(docx.Document(io.BytesIO(archive)).paragraphs[1].text)


def test_members_keep_their_attributes(archive) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(stream, "w") as new:
        for place, member in enumerate(old.infolist()):
            new.writestr(member, old.read(member))
            member.external_attr = 0 if place % 2 else 0o644 << 16
    document = read_word(stream.getvalue(), "x.docx")
    written = document.with_text(document.text)
    found = [zipfile.ZipFile(io.BytesIO(each)).infolist() for each in (stream.getvalue(), written)]
    assert [each.external_attr for each in found[1]] == [each.external_attr for each in found[0]]


def test_no_space_is_lost_between_runs(archive) -> None:
    # Word ignores a space at the edge of a text unless the text says that it counts.
    for rate in (0.3, 0.5, 0.7, 0.9):
        for text in re.findall(r"<w:t>([^<]*)</w:t>", body(shorter(read_word(archive, "x.docx"), rate))):
            assert text == text.strip()


def test_a_whole_document_comes_back_byte_for_byte(archive) -> None:
    assert body(shorter(read_word(archive, "x.docx"), 1.0)) == body(archive)


def test_links_go_whole_and_fields_and_formulas_stay() -> None:
    document = docx.Document()
    runs = "".join(f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>" for text in ("two ", "words"))
    field = "".join(f"<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>" for kind in ("begin", "separate"))
    xml = (
        f"<w:p xmlns:w='{WORD}'><w:r><w:t xml:space='preserve'>Go on to see </w:t></w:r>"
        f"<w:hyperlink>{runs}</w:hyperlink>"
        f"<w:r><w:t xml:space='preserve'> of figure </w:t></w:r>{field}<w:r><w:t>Seven</w:t></w:r>"
        "<w:r><w:fldChar w:fldCharType='end'/></w:r><w:r><w:t xml:space='preserve'> in all these old books.</w:t></w:r>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    )
    document.element.body.insert(0, parse_xml(xml))
    read = read_word(saved(document), "x.docx")
    assert read.running.passages[0].text == "Go on to see two words of figure Seven in all these old books."
    for rate in (0.3, 0.5, 0.7):
        short = shorter(read, rate)
        assert "Seven" in body(short)
        assert "gone" in body(short)
        text = "".join(re.findall(r"<w:t[^>]*>([^<]*)", body(short))).lower()
        assert ("two words" in text) == ("two" in text) == ("words" in text)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"no archive", "not a .docx"),
        (b"PK\x03\x04broken", "not a .docx"),
        ({"a.txt": b"x"}, "not a .docx document"),
        ({BODY: b"<w:document"}, "cannot be read"),
        ({BODY: b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"}, "document type"),
        ({BODY: "<x>é</x>".encode("latin-1")}, "cannot be read"),
    ],
)
def test_what_is_no_document_is_refused(content, problem) -> None:
    if isinstance(content, dict):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as members:
            for name, data in content.items():
                members.writestr(name, data)
        content = stream.getvalue()
    with pytest.raises(DataError, match=problem):
        read_word(content, "x.docx")


def test_what_was_deleted_or_moved_away_is_no_text() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The harbour ")
    for change, name in (("ins", "t"), ("del", "delText"), ("moveFrom", "t"), ("moveTo", "t")):
        run = f'<w:r><w:{name} xml:space="preserve">{change} </w:{name}></w:r>'
        paragraph._p.append(parse_xml(f'<w:{change} xmlns:w="{WORD}" w:id="1" w:author="A">{run}</w:{change}>'))
    paragraph.add_run("will close.")
    (passage,) = read_word(saved(document), "x.docx").running.passages
    assert passage.text == "The harbour ins moveTo will close."


def test_spaces_that_come_to_the_edge_of_a_run_count() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The harbour")
    paragraph.add_run(", as all know, will").bold = True
    paragraph.add_run(", so they say,")
    paragraph.add_run(" close.")
    read = read_word(saved(document), "x.docx")
    text = read.text.replace(", as all know, will", " will").replace(", so they say,", ",")
    answer = docx.Document(io.BytesIO(read.with_text(text)))
    assert answer.paragraphs[0].text == "The harbour will, close."
    assert re.findall("<w:t[ >].*?</w:t>", body(read.with_text(text))) == [
        "<w:t>The harbour</w:t>",
        '<w:t xml:space="preserve"> will</w:t>',
        "<w:t>,</w:t>",
        '<w:t xml:space="preserve"> close.</w:t>',
    ]
    assert body(read.with_text(read.text)) == read.text
