"""``laconic parse`` as a user sees it."""

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import conllu
import pytest

from laconic.cli import main
from laconic.corpus import sample
from laconic.dependency import read_conllu
from laconic.parse.english import EnglishParser
from laconic.parse.serial import sentence_from_json
from laconic.tree import Tree

TEXT = 'Dr. Lee came (late). "It works," she said.\n\nTime flies like\nan arrow\n'
SENTENCES = ["Dr. Lee came (late).", '"It works," she said.', "Time flies like", "an arrow"]


@pytest.fixture
def text(tmp_path: Path) -> str:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["parse", *arguments]) == 0
    return capsys.readouterr().out


def test_json_has_everything(text: str, capsys) -> None:
    records = [json.loads(line) for line in run(capsys, text, "--format", "json").splitlines()]
    assert [record["text"] for record in records] == SENTENCES
    assert [TEXT[record["start"] :][: len(record["text"])] for record in records] == SENTENCES
    parsed = EnglishParser().parse(SENTENCES)
    for record, expected in zip(records, parsed, strict=True):
        found = sentence_from_json(record)
        assert (found.tokens, found.tree) == (expected.tokens, expected.tree)
        assert (found.heads, found.relations) == (expected.heads, expected.relations)
        for word, (start, end) in zip(record["tokens"], record["offsets"], strict=True):
            assert record["text"][start:end] == word


def test_conllu_is_read_by_others(text: str, capsys) -> None:
    written = run(capsys, text)
    ours = [block.sentence() for _, block in read_conllu(written.split("\n"))]
    theirs = conllu.parse(written)
    parsed = EnglishParser().parse(SENTENCES)
    assert [sentence.metadata["text"] for sentence in theirs] == SENTENCES
    assert [sentence.metadata["sent_id"] for sentence in theirs] == ["1", "2", "3", "4"]
    for mine, other, expected in zip(ours, theirs, parsed, strict=True):
        assert mine.words == tuple(token["form"] for token in other) == expected.words
        assert mine.heads == tuple(token["head"] for token in other) == expected.heads
        assert mine.relations == tuple(token["deprel"] for token in other) == expected.relations
        assert [token["xpos"] for token in other] == [token.tag for token in expected.tokens]
        assert [token["lemma"] for token in other] == [token.lemma for token in expected.tokens]
        spelled = "".join(
            token["form"] + ("" if (token["misc"] or {}).get("SpaceAfter") == "No" else " ") for token in other
        )
        assert spelled.strip() == expected.text
    assert [token["upos"] for token in theirs[1]] == "PUNCT PRON VERB PUNCT PUNCT PRON VERB PUNCT".split()


def test_brackets_are_one_tree_a_line(text: str, capsys) -> None:
    trees = [Tree.parse(line) for line in run(capsys, text, "--format", "ptb").splitlines()]
    assert trees == [sentence.tree for sentence in EnglishParser().parse(SENTENCES)]


def test_drawn_trees(text: str, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    drawings = run(capsys, text, "--format", "tree").split("\n\n")
    assert drawings[0].splitlines()[-1].split() == "Dr. Lee came ( late ) .".split()
    assert "┌" in drawings[0]
    monkeypatch.setenv("COLUMNS", "10")
    assert "├── " in run(capsys, text, "--format", "tree")


def test_svg_is_one_document(text: str, capsys) -> None:
    root = ElementTree.fromstring(run(capsys, text, "--format", "svg"))
    words = [element.text for element in root.iter() if element.get("class") == "word"]
    assert words == [word for sentence in EnglishParser().parse(SENTENCES) for word in sentence.words]


def test_tokenized_lines_stay_lines(tmp_path: Path, capsys) -> None:
    path = tmp_path / "tokens.txt"
    path.write_text("can not ca n't\n\nU.S. -LRB- x\tWell-known.\n", "utf-8")
    records = [json.loads(line) for line in run(capsys, str(path), "--tokenized", "--format", "json").splitlines()]
    assert [record["tokens"] for record in records] == [
        ["can", "not", "ca", "n't"],
        [],
        ["U.S.", "-LRB-", "x", "Well-known."],
    ]
    assert [record["tree"] is None for record in records] == [False, True, False]
    lines = run(capsys, str(path), "--tokenized", "--format", "ptb").split("\n")
    assert [bool(line) for line in lines] == [True, False, True, False]
    assert len(conllu.parse(run(capsys, str(path), "--tokenized"))) == 2


def test_standard_input(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeffIt works.".encode())))
    assert run(capsys, "--format", "ptb") == "(S (NP (PRP It)) (VP (VBZ works)) (. .))\n"


def test_threads_and_a_file_for_the_output(text: str, tmp_path: Path, capsys) -> None:
    alone = run(capsys, text, "--format", "json")
    assert run(capsys, text, "--format", "json", "--threads", "2", "--out", str(tmp_path / "parses.jsonl")) == ""
    assert (tmp_path / "parses.jsonl").read_text("utf-8") == alone


def test_an_empty_file(tmp_path: Path, capsys) -> None:
    (tmp_path / "empty").write_text(" \n\n", "utf-8")
    for format_ in ("conllu", "ptb", "json", "tree"):
        assert run(capsys, str(tmp_path / "empty"), "--format", format_) == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere.txt"], 1, "nowhere.txt: cannot be read"),
        (["latin.txt"], 1, "latin.txt:2: byte 4 (0xe9) is not UTF-8"),
        (["good.txt", "--format", "xml"], 2, "invalid value"),
        (["good.txt", "--parser", "englisch"], 2, "did you mean english?"),
        (["good.txt", "--parser", "nowhere:Parser"], 2, "cannot be imported"),
        (["good.txt", "--threads", "0"], 2, "at least one thread"),
        (["good.txt", "--out", "nowhere/parses"], 1, "cannot be written"),
    ],
)
def test_bad_wishes(tmp_path: Path, monkeypatch, capsys, arguments: list[str], code: int, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin.txt").write_bytes("good\ncafé".encode("latin-1"))
    Path("good.txt").write_text("It works.", "utf-8")
    assert main(["parse", *arguments]) == code
    printed = capsys.readouterr()
    assert message in printed.out + printed.err
    assert "Traceback" not in printed.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.txt", "latin.txt"]


def test_help_has_an_example(capsys) -> None:
    assert main(["parse", "--help"]) == 0
    assert "laconic parse" in capsys.readouterr().out


def test_score_parses_raw_text(tmp_path: Path, capsys) -> None:
    pairs = list(sample("deletion"))[:12]
    (tmp_path / "source.txt").write_text("".join(f"{pair.source}\n" for pair in pairs), "utf-8")
    (tmp_path / "reference.txt").write_text("".join(f"{pair.reference}\n" for pair in pairs), "utf-8")
    files = [f"--{part}={tmp_path / part}.txt" for part in ("source", "reference")]
    records = []
    for output in ("reference", "source"):
        assert main(["score", *files, f"--output={tmp_path / output}.txt", "--json"]) == 0
        records.append(json.loads(capsys.readouterr().out))
    assert records[0]["relation_f1"] == 1.0
    assert 0 < records[1]["relation_f1"] < 1.0
    assert EnglishParser().fingerprint in records[0]["signatures"]["relation_f1"]


def test_evaluate_parses_raw_text(tmp_path: Path, capsys) -> None:
    lines = [json.dumps({"source": pair.source, "references": [pair.reference]}) for pair in sample("deletion")]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines[:12]) + "\n", "utf-8")
    evaluate = ["evaluate", str(tmp_path / "pairs.jsonl"), "--method", "random", "--rate", "gold", "--json"]
    assert main([*evaluate, "--output", str(tmp_path / "out.jsonl")]) == 0
    assert 0 < json.loads(capsys.readouterr().out)["relation_f1"] < 1
    answers = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [answer["source"] for answer in answers] == [json.loads(line)["source"] for line in lines[:12]]
    assert all(len(answer["tokens"]) == len(answer["kept"]) for answer in answers)


def test_an_input_without_sentences_is_told(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n\n")))
    assert main(["parse"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "laconic: there is no sentence in standard input.\n"


def test_a_text_in_the_place_of_a_file_is_told_how_to_be_piped_in(capsys) -> None:
    assert main(["parse", "I saw the man."]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith("pipe it in: echo 'I saw the man.' | laconic parse\n")
