"""`laconic compress` on files that people have."""

import io
import json
import os
import re
import zipfile
from pathlib import Path

import docx
import pandas
import pytest

from laconic.cli import main
from laconic.document.document import READERS
from laconic.formats.html import read_html
from laconic.formats.kinds import kind_of_text

LONG = "The old harbour of the town, which was built long ago, will close for good next spring."
SHORT = "The old harbour will close for good next spring."
OPTIONS = ["--method", "random", "--rate", "0.5"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*command: str) -> None:
    assert main(["compress", *command]) == 0


def test_a_table_from_pandas_comes_back_with_another_column() -> None:
    table = pandas.DataFrame({"id": [7, 8], "body": [LONG, None], "n": [0.1, 2.0]})
    table.to_csv("t.csv", index=False)
    table.to_parquet("t.parquet")
    table.to_json("t.jsonl", orient="records", lines=True)
    for name, read in (
        ("t.csv", pandas.read_csv),
        ("t.parquet", pandas.read_parquet),
        ("t.jsonl", lambda path: pandas.read_json(path, lines=True)),
    ):
        run(name, "--field", "body", "--out-field", "short", "--words", "9", "-o", f"out-{name}")
        found = read(f"out-{name}")
        assert found.drop(columns="short").equals(read(name))
        assert found["short"][0] == SHORT


def test_a_web_page_keeps_its_tags(capfdbinary) -> None:
    page = f"<!doctype html>\r\n<title>It is.</title><p>{LONG}</p>\r\n<script>1 < 2</script>\n"
    Path("page.html").write_bytes(page.encode())
    run("page.html", "--words", "9")
    assert capfdbinary.readouterr().out.decode() == page.replace(LONG, SHORT)


def test_a_word_document_is_written_as_one(capsys) -> None:
    document = docx.Document()
    document.add_paragraph(LONG)
    document.save("letter.docx")
    run("letter.docx", "--words", "9", "--output", "short.docx")
    assert docx.Document("short.docx").paragraphs[0].text == SHORT
    run("letter.docx", "--words", "9", "--json")
    assert json.loads(capsys.readouterr().out)["text"] == SHORT


def test_subtitles_are_made_readable_in_their_time(capsys) -> None:
    Path("film.srt").write_text(f"1\n00:00:01,000 --> 00:00:04,000\n{LONG}\n\n2\n00:00:05,000 --> 00:00:06,000\nYes.\n")
    run("film.srt")
    captured = capsys.readouterr()
    assert re.fullmatch(
        r"1\n00:00:01,000 --> 00:00:04,000\n(.+\n)+\n2\n00:00:05,000 --> 00:00:06,000\nYes.\n", captured.out
    )
    cue = captured.out.split("\n\n")[0].split("\n")[2:]
    assert len(" ".join(cue)) <= 51
    assert len(cue) == 2
    assert all(len(line) <= 42 for line in cue)
    Path("film.srt").write_bytes(Path("film.srt").read_bytes().replace(b"\n", b"\r\n"))
    run("film.srt", "-o", "short.srt")
    assert Path("short.srt").read_bytes() == captured.out.replace("\n", "\r\n").encode()
    assert main(["compress", "film.srt", "--chars-per-second", "1"]) == 1
    assert "film.srt:6: " in capsys.readouterr().err


def test_lines_stay_lines_and_say_which(capsys) -> None:
    Path("lines.txt").write_text(f"{LONG}\n\n  \n{LONG}\n\n")
    run("lines.txt", "--as", "lines", *OPTIONS)
    shown = capsys.readouterr().out
    assert [bool(line.strip()) for line in shown.split("\n")] == [True, False, False, True, False, False]
    run("lines.txt", "--as", "lines", "--json", *OPTIONS)
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["line"] for record in records] == [1, 2, 3, 4, 5]
    assert records[1]["text"] == ""
    run("lines.txt", "--as", "sentences", "--json", *OPTIONS)
    assert [json.loads(line)["line"] for line in capsys.readouterr().out.splitlines()] == [1, 4]


def test_several_processes_answer_alike(capsys) -> None:
    Path("lines.txt").write_text("".join(f"{number} {LONG}\n\n" for number in range(40)))
    outputs = []
    for threads in ("1", "2"):
        run("lines.txt", "--as", "lines", "--threads", threads, "--method", "encoder", "--words", "9", "--json")
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_the_beginning_shows_what_the_name_does_not(capsys, monkeypatch) -> None:
    Path("page").write_text(f"<html><body><h1>Title.</h1><p>{LONG}</p></body></html>")
    run("page", *OPTIONS)
    assert capsys.readouterr().out.startswith("<html><body><h1>Title.</h1><p>")
    cue = f"1\n00:00:01,000 --> 00:00:09,000\n{LONG}\n"
    Path("film.txt").write_text(cue)
    run("film.txt", *OPTIONS)
    assert capsys.readouterr().out.startswith("1\n00:00:01,000 --> 00:00:09,000\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(cue.encode())))
    run(*OPTIONS)
    assert capsys.readouterr().out.startswith("1\n00:00:01,000 --> 00:00:09,000\n")


def test_a_table_comes_through_standard_input_too(capsysbinary, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f'id,body\n1,"{LONG}"\n'.encode())))
    run("--format", "csv", "--field", "body", "--words", "9")
    assert capsysbinary.readouterr().out.decode() == f'id,body\n1,"{SHORT}"\n'


@pytest.mark.parametrize(
    ("name", "content", "options", "problem"),
    [
        ("a.pdf", b"%PDF-1.7", [], "a.pdf: is a PDF file, not running text: take its text out first"),
        ("a", b"%PDF-1.7", [], "a: is a PDF file"),
        ("a.odt", b"PK\x03\x04", [], "save it as .docx"),
        ("a.json", b"{}", [], "one object per line"),
        ("a.py", b"print()", [], "a.py: is a program, not running text."),
        ("a.ipynb", b"{}", [], "a.ipynb: is a notebook, not running text: convert it first"),
        ("a.txt", b'[{"a": 1}]', [], "is JSON"),
        ("a.txt", b"<?xml version='1.0'?><x/>", [], "is XML"),
        ("a.po", b"msgid", [], "a.po: is a catalogue of translations, not running text: save its texts as .csv"),
        ("a.txt", b'# x\nmsgid ""\nmsgstr ""\n', [], "is a catalogue of translations"),
        ("a.txt", b"--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", [], "is a patch"),
        ("a", b"From ann@example.org Mon Nov 16 10:00:00 2026\nSubject: So\n\nSo.\n", [], "is a mailbox"),
        ("a", b"Received: from here\nSubject: So\n\nSo.\n", [], "is a mail with its headers"),
        ("a.txt", b"BEGIN:VCALENDAR\r\n", [], "is a calendar"),
        ("a.1", b'.\\" So.\n.TH LS 1\n', [], "is a manual page"),
        ("a", b"0:00:01.000,0:00:03.500\nSo.\n", [], "is a file of subtitles of YouTube"),
        ("a", b"[ti:So]\n[00:12.00]So it is\n", [], "is a song with times"),
        ("a", b"@article{so,\n  title = {So}\n}\n", [], "is a bibliography"),
        ("a", b"\\documentclass{article}\n", [], "is LaTeX"),
        ("a", b"#!/bin/sh\n", [], "a: is a program, not running text."),
        ("a.txt", b"id,text\n1,x\n", [], "name the field to compress with --field (it has id, text)"),
        ("a.txt", b'id|"text"\n1|"x, y"\n', [], "name the field to compress with --field (it has id, text)"),
        ("a.txt", b"1\tIt works.\n2\tIt does not.\n", [], "a.txt is a table: name the field to compress"),
        ("a.txt", b"So.\t\t3\nOr so.\tyes\t4\n", [], "a.txt is a table: name the field to compress"),
        ("a.rss", b'<rss version="2.0"><title>It works.</title></rss>', [], "is XML"),
        ("a", b"<svg>\n<text>It works.</text>\n</svg>\n", [], "is XML"),
        ("a.txt", b'["It works.", "It does not."]\n', [], "is JSON"),
        ("a.txt", b'{\n  "text": "It works."\n}\n', [], "is JSON"),
        ("a.txt", b"{0}{25}It works.\n{30}{60}It does.\n", [], "is a file of subtitles for MicroDVD"),
        ("a.txt", b"[main]\nkey = value\n", [], "is a file of settings"),
        ("a.txt", b"# x\n\n[main]\n; y\nName[de] = value\n", [], "is a file of settings"),
        ("a", b'# x\nNAME="So"\nexport ID=so\n', [], "is a file of settings"),
        ("a", b"name: so\nlist:\n  - a\n", [], "is data in YAML"),
        ("a", b"---\nname: so\nlist:\n  - a\n", [], "is data in YAML"),
        ("a", b"---\nname: so\nlist:\n  - a\n---\nname: or\n", [], "is data in YAML"),
        ("a", b"commit " + b"0" * 40 + b"\nAuthor: A <a@example.org>\n", [], "is a log"),
        ("a", b'{"a": 1,\n "text": "So it is."}\n', [], "is JSON"),
        ("a", b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/epub+zip", [], "is an e-book"),
        (
            "a",
            b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.text",
            [],
            "is an OpenDocument",
        ),
        ("a", b"\x1f\x8b\x08\0", [], "a: is packed: unpack it first, or give it a name that ends in .gz.\n"),
        ("a", b"\xfd7zXZ\0", [], "a: is packed: unpack it first, or give it a name that ends in .xz.\n"),
        ("a", b"BZh9", [], "a: is packed: unpack it first.\n"),
        ("a.txt", b"\x28\xb5\x2f\xfd", [], "a.txt: is packed: unpack it first.\n"),
        ("a", b"from so import it\n", [], "a: is a program, not running text."),
        ("a", b"import so\n\nso.it()\n", [], "a: is a program, not running text."),
        ("a", b"from so import (\n    it,\n)\n\nX = 1\n", [], "a: is a program, not running text."),
        ("a", b"class So:\n    x = 1\n", [], "a: is a program, not running text."),
        ("a.txt", b"2026-11-16 10:00:00,123 INFO So.\n2026-11-16 10:00:01,000 INFO So.\n", [], "is a log"),
        ("a", b"Nov 16 10:00:00 host so[1]: So.\nNov 16 10:00:01 host so[1]: So.\n", [], "is a log"),
        ("a.txt", b"#include <stdio.h>\n", [], "a.txt: is a program, not running text."),
        ("a.wiki", b"== So ==\n", [], "is a page of a wiki"),
        ("a.png", b"\x89PNG\r\n", [], "is a picture"),
        ("a.csv", b"id,text\n1,x\n", [], "name the field to compress with --field (it has id, text)"),
        ("a.jsonl", b'{"t": "x"}\n', [], "with --field (it has t)"),
        ("a.csv", b"id,text\n1,x\n", ["--as", "lines"], "--as lines does not work with a table"),
        ("a.html", b"<p>So.", ["--nbest", "3"], "do not work with HTML"),
        ("a.html", b"<p>So.", ["--field", "x"], "are for tables"),
        ("a.csv", b"id,text\n1,x\n", ["--field", "text", "--json"], "--json cannot be combined with a table"),
        ("a.csv", b"id,text\n1,x\n", ["--field", "text", "--threads", "0"], "--threads must be at least 1"),
        ("a.srt", b"No cues here.\n", [], "a.srt: has no cues"),
        ("a.docx", b"PK\x03\x04", [], "is not a .docx document"),
        ("a.txt", b"It works.", ["--output", "a.txt"], "a.txt is an input, so it cannot be the output"),
    ],
)
def test_what_cannot_be_compressed_is_refused_in_a_sentence(capsys, name, content, options, problem) -> None:
    Path(name).write_bytes(content)
    assert main(["compress", name, *OPTIONS, *options]) in (1, 2)
    captured = capsys.readouterr()
    assert problem in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert Path(name).read_bytes() == content


@pytest.mark.parametrize(
    "text",
    [
        "From Anna at noon, 2024\nwas a long year.",
        "Received wisdom: it rains.\nIt does.",
        "--- a rule\n+++ and more",
        "[1] See below.\n[2:3] Or above.",
        "1.\tOne is enough.\n2.\tTwo are more.",
        "Yes,no\nor perhaps.",
        '"so,it\nis,"',
        "msgid is a word.",
        "shopping:\n- milk, of course\n- eggs",
        "from here on, it was so.\nimport was banned.",
        "from abroad import duties rose.",
        "from abroad import duties.\n",
        "from abroad import duties\nrose again.",
        "import duties\nrose again.",
        "class struggle:\nit goes on.",
        "ingredients: see below\nmethod:\n- stir it",
        "x = y, as they say.\nBut is it?",
        "name: Ann\nIt was so: it is.",
        "# A heading\n@article is a handle.",
        "<name> is asked for.\nSo is <street>.",
        "Ann:\tIs it so?\nBen:\tIt is.",
        "2026-11-16 10:00:00 was when it began.\nIt ended soon.",
        "[Music]\nSo it begins.",
        '["So," he said.]',
        "{{greeting}}, it works.",
    ],
)
def test_text_that_begins_like_something_else_is_text(text) -> None:
    assert kind_of_text(text, "-") == "text"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("key", ["title", "Title"])
def test_front_matter_makes_a_text_markdown(capsysbinary, monkeypatch, key, end) -> None:
    page = f"---\n{key}: So it is\ntags:\n  - a\n  - b\n---\n\n{LONG}\n".replace("\n", end)
    Path("page.txt").write_bytes(page.encode())
    run("page.txt", "--words", "9")
    assert capsysbinary.readouterr().out.decode() == page.replace(LONG, SHORT)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(page.encode())))
    run("-", "--words", "9")
    assert capsysbinary.readouterr().out.decode() == page.replace(LONG, SHORT)


def test_a_document_is_read_once(capsysbinary, monkeypatch) -> None:
    pages = []
    monkeypatch.setitem(READERS, "html", lambda page: pages.append(page) or read_html(page))
    page = f"\ufeff<p>{LONG}</p>\n"
    Path("page.html").write_text(page, encoding="utf-8")
    run("page.html", "--words", "9")
    assert capsysbinary.readouterr().out.decode() == page.replace(LONG, SHORT)
    assert pages == [page.removeprefix("\ufeff")]


def test_a_part_of_a_web_page_is_html(capsysbinary) -> None:
    page = f'<div class="a">\n<h2>So it is</h2>\n<p>{LONG}</p></div>\n'
    Path("part.txt").write_text(page, encoding="utf-8")
    run("part.txt", "--words", "9")
    assert capsysbinary.readouterr().out.decode() == page.replace(LONG, SHORT)


def test_a_table_on_standard_input_must_be_named(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"id,text\n1,It works.\n")))
    assert main(["compress", "-", *OPTIONS]) == 2
    assert "standard input is a table: add --format csv, and --field to name its text." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "status", "told"),
    [
        (b"PK\x03\x04\0\0", 2, "standard input is a document of a word processor: add --format docx.\n"),
        (b"PAR1\0\0", 2, "standard input is a table: name a file.\n"),
        (b"\x1f\x8b\x08\0", 1, "standard input: is packed: unpack it first.\n"),
        (b"\x89PNG\0\0", 1, "standard input: is a picture, a sound or a program, not text.\n"),
    ],
)
def test_bytes_on_standard_input_are_recognised(capsys, monkeypatch, content, status, told) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert main(["compress", *OPTIONS]) == status
    assert capsys.readouterr().err == f"laconic: {told}"


def test_nothing_is_written_when_a_row_is_broken(capsys) -> None:
    Path("a.csv").write_text(f"id,text\n1,{LONG.replace(',', '')}\n2,x,y\n")
    assert main(["compress", "a.csv", "--field", "text", *OPTIONS, "-o", "out.csv"]) == 1
    assert "a.csv:3:" in capsys.readouterr().err
    assert os.listdir() == ["a.csv"]


def test_archives_keep_what_they_hold() -> None:
    document = docx.Document()
    document.add_paragraph(LONG)
    document.save("a.docx")
    run("a.docx", "--rate", "1", "-o", "b.docx")
    with zipfile.ZipFile("a.docx") as old, zipfile.ZipFile("b.docx") as new:
        assert [old.read(name) for name in old.namelist()] == [new.read(name) for name in new.namelist()]


@pytest.mark.parametrize(
    ("options", "out", "content", "ending"),
    [
        ([], "x.docx", "Markdown", ".md"),
        ([], "x.PDF", "Markdown", ".md"),
        ([], "x.txt.gz", "Markdown", ".md"),
        (["--json"], "x.csv", "JSON lines", ".jsonl"),
        (["--format", "text"], "x.html", "plain text", ".txt"),
    ],
)
def test_nothing_is_written_under_a_name_of_another_format(
    options: list[str], out: str, content: str, ending: str, capsys
) -> None:
    Path("notes.md").write_text(LONG)
    assert main(["compress", "notes.md", *OPTIONS, *options, "-o", out]) == 2
    assert capsys.readouterr().err == (
        f"laconic: {out} would hold {content}, but its name says otherwise: use a name that ends in {ending}, because "
        "laconic does not convert files.\n"
    )
    assert not Path(out).exists()


@pytest.mark.parametrize(
    ("source", "options", "out"),
    [
        ("notes.md", [], "short.markdown"),
        ("notes.md", [], "short.new"),
        ("notes.md", [], "short"),
        ("notes.md", ["--json"], "short.json"),
        ("notes.txt", [], "short.md"),
        ("page.txt", ["--format", "html"], "short.txt"),
    ],
)
def test_a_fitting_name_or_an_unknown_one_is_written(source: str, options: list[str], out: str) -> None:
    Path(source).write_text(LONG)
    run(source, *OPTIONS, *options, "-o", out)
    assert Path(out).read_text()


def test_too_small_a_budget_points_to_limits_for_each_line(capsys) -> None:
    Path("ten.txt").write_text("The train left the station late.\n" * 10)
    Path("ten.html").write_text("<p>The train left the station late.</p>\n" * 10)
    remedy = "; to give each sentence or line its own limit, add --as sentences or --as lines.\n"
    for limit in (["--words", "6"], ["--chars", "20"]):
        assert main(["compress", "ten.txt", "--method", "random", *limit]) == 2
        assert capsys.readouterr().err.endswith(f", or allow sentences to be dropped (--drop-sentences){remedy}")
        assert main(["compress", "ten.html", "--method", "random", *limit]) == 2
        assert remedy not in capsys.readouterr().err  # a page cannot be taken as sentences
    run("ten.txt", "--method", "random", "--words", "3", "--as", "lines")


def test_subtitles_without_a_cue_are_reported(capsys) -> None:
    Path("empty.srt").touch()
    run("empty.srt")
    assert capsys.readouterr() == ("", "laconic: there is no subtitle in empty.srt.\n")


def test_a_broken_table_is_reported_in_one_sentence(capsys) -> None:
    Path("broken.parquet").write_text("not a table, but long enough to have a footer")
    assert main(["compress", "broken.parquet", "--field", "a", *OPTIONS]) == 1
    told = capsys.readouterr().err
    assert told.endswith(".\n")
    assert ".." not in told


def test_standard_input_is_called_by_its_name(monkeypatch, capsys) -> None:
    def err_of(text: str, *options: str) -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["compress", "--method", "random", *options]) != 0
        return capsys.readouterr().err

    assert err_of("It rains.\nThey did not come.\n", "--as", "lines", "--words", "1", "--exact").startswith(
        "laconic: standard input, line 2: 4 words of 'They did not come.' must stay"
    )
    broken = err_of("a,b\n1,2,3\n", "--format", "csv", "--field", "a")
    assert broken.startswith("laconic: standard input, line 2: has 3 cells")
    assert err_of("a,b\n1,2\n", "--format", "csv").startswith("laconic: standard input is a table")
    assert err_of("\x00", "--as", "lines").startswith("laconic: standard input, line 1: ")
