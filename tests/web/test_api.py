"""The JSON API against the command line and the library."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

import laconic
from laconic.cli import main
from laconic.cli._arguments import Styles
from laconic.parse.english import EnglishParser
from laconic.pipeline.protection import Protection
from laconic.search.division import even_value
from laconic.web.limits import Limits
from laconic.web.models import Models
from laconic.web.site import make_site
from laconic.web.work import Workers

TEXT = "The scheme was intended for people of poor or moderate means. They didn't pay 300 euros in the old house."
SENTENCES = [
    "The scheme was intended for people of poor or moderate means.",
    "They didn't pay 300 euros in the old house.",
]
LIMITS = Limits(requests_per_minute=0, sentences=20, sentence_words=40, seconds=20)


@pytest.fixture(scope="module")
def models() -> Models:
    models = Models()
    models.load_all()  # as a server does before it answers: loading takes none of an answer's time
    return models


@pytest.fixture(scope="module")
def client(models: Models) -> Iterator[TestClient]:
    with TestClient(make_site(models, Workers(LIMITS))) as client:
        yield client


def ask(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def on_the_command_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    assert main([*arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ({"words": 7}, ["--words", "7"]),
        ({"rate": 0.5, "keep_numbers": True, "keep": ["poor"]}, ["--rate", "0.5", "--keep-numbers", "--keep", "poor"]),
        ({"chars": 30, "keep_negation": False}, ["--chars", "30", "--drop-negation"]),
        ({"words": 8, "nbest": 3, "model": "t3"}, ["--words", "8", "--nbest", "3", "--method", "t3"]),
        ({"rate": 0.5, "style": "spoken"}, ["--rate", "0.5", "--style", "spoken"]),
        ({"style": "law", "nbest": 2}, ["--style", "law", "--nbest", "2"]),
        ({"rate": 0.5, "style": "editor", "exact": True}, ["--rate", "0.5", "--style", "editor", "--exact"]),
        ({"words": 9, "fast": True}, ["--words", "9", "--fast"]),
        ({"confidence": 0.3}, ["--confidence", "0.3"]),
        ({"sure": 0.6}, ["--sure", "0.6"]),
        ({}, []),
    ],
)
def test_compress_answers_as_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], body: dict[str, Any], options: list[str]
) -> None:
    expected = on_the_command_line(capsys, "compress", TEXT, "--json", *options)
    assert ask(client, "compress", text=TEXT, **body)["compressions"] == expected


@pytest.mark.parametrize("length", [{"rate": 0.7}, {"words": 10}, {"words": 12, "exact": True}, {"chars": 60}])
def test_negations_are_rewritten_as_on_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], length: dict[str, Any]
) -> None:
    text = "If the tide is high, walkers are not able to reach the lighthouse on the rock before the evening."
    options = [f"--{name}" if value is True else f"--{name}={value}" for name, value in length.items()]
    (expected,) = on_the_command_line(capsys, "compress", text, "--json", "--rewrite", *options)
    (found,) = ask(client, "compress", text=[text], model="rewrite", **length)["compressions"]
    assert found == expected
    assert "cannot" in found["text"]


def test_one_impossible_sentence_does_not_spoil_a_batch(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", TEXT, "--json", "--chars", "14", "--as", "sentences"]) == 1
    expected = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = ask(client, "compress", text=TEXT, chars=14)["compressions"]
    assert found == expected
    assert ["problem" in each for each in found] == [False, True]


@pytest.mark.parametrize(("name", "style"), [("joint", None), ("t3", None), ("encoder", "news"), ("encoder", None)])
def test_lengths_are_those_of_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], name: str, style: str | None
) -> None:
    options = ["--method", name, *(["--style", style] if style else [])]
    expected = on_the_command_line(capsys, "compress", TEXT, "--json", "--all-lengths", *options)
    found = ask(client, "lengths", text=TEXT, model=name, style=style)
    assert found["model"] == name
    told = [{"source": each["source"], **length} for each in found["sentences"] for length in each["lengths"]]
    assert told == expected
    for each in found["sentences"]:
        assert [each["source"][start:end] for start, end in each["offsets"]] == each["tokens"]
        assert TEXT[each["start"] :].startswith(each["source"])
    parsed = next(laconic.load("joint").parse([SENTENCES[1]]))
    assert found["sentences"][1]["protected"] == sorted(Protection().positions(parsed))
    assert "n't" in [found["sentences"][1]["tokens"][place] for place in found["sentences"][1]["protected"]]


def test_another_language_is_named(client: TestClient) -> None:
    german = "Der alte Hafen, der 1840 gebaut wurde, wird im Frühling nicht mehr geöffnet."
    found = ask(client, "compress", text=[SENTENCES[0], german], words=7)["compressions"]
    assert [answer.get("language") for answer in found] == [None, "German"]
    found = ask(client, "lengths", text=[SENTENCES[0], german])["sentences"]
    assert [sentence.get("language") for sentence in found] == [None, "German"]
    assert ask(client, "document", text=german, words=7)["language"] == "German"


def test_a_batch_is_answered_in_order(client: TestClient) -> None:
    found = ask(client, "compress", text=SENTENCES * 4, words=6, exact=True)["compressions"]
    assert [each["source"] for each in found] == SENTENCES * 4
    assert {len(each["tokens"]) for each in found} == {6}
    limited = ask(client, "compress", text=SENTENCES * 4, words=6)["compressions"]
    assert all(4 <= len(each["text"].split()) <= 6 for each in limited)


def test_tokenized_texts_are_kept_as_they_are(client: TestClient) -> None:
    lines = ["They did n't pay .", "It works ."]
    for text in (lines, "\n".join(lines)):
        parsed = ask(client, "parse", text=text, tokenized=True)["sentences"]
        assert [" ".join(each["tokens"]) for each in parsed] == lines


def test_parses_are_those_of_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    expected = on_the_command_line(capsys, "parse", str(tmp_path / "text.txt"), "--format", "json")
    assert ask(client, "parse", text=TEXT)["sentences"] == expected


@pytest.mark.parametrize("name", ["joint", "t3"])
def test_settled_words_stay_or_go(client: TestClient, name: str) -> None:
    settled = [{"sentence": 1, "keep": [7], "drop": [4, 2]}]
    found = ask(client, "lengths", text=TEXT, settled=settled, model=name)["sentences"]
    assert found[0] == ask(client, "lengths", text=TEXT, model=name)["sentences"][0]
    for length in found[1]["lengths"]:
        positions = length["kept"] if length["kept"] is not None else length["details"]["origins"]
        assert 7 in positions
        assert not {2, 4} & set(positions)


def test_words_of_one_sentence_may_be_settled_in_several_places(client: TestClient) -> None:
    together = ask(client, "lengths", text=TEXT, settled=[{"sentence": 1, "keep": [7], "drop": [4]}])
    apart = ask(client, "lengths", text=TEXT, settled=[{"sentence": 1, "keep": [7]}, {"sentence": 1, "drop": [4]}])
    assert apart == together


def test_a_derivation_is_explained(client: TestClient) -> None:
    for length in ask(client, "lengths", text=SENTENCES[0], model="t3")["sentences"][0]["lengths"]:
        found = ask(client, "explain", text=SENTENCES[0], model="t3", words=len(length["tokens"]))
        assert (found["text"], found["score"]) == (length["text"], length["score"])
        assert sum(rule["score"] for rule in found["rules"]) + found["other_score"] == pytest.approx(found["score"])
        assert found["source_tree"].startswith("<svg")


def test_a_document_is_compressed_under_one_budget(client: TestClient) -> None:
    text = f"{SENTENCES[0]}\n\n{SENTENCES[1]}"
    found = ask(client, "document", text=text, words=13, model="joint", keep=["300 euros"])
    protect = Protection(("300 euros",))
    assert found == laconic.load("joint").compress_document(text, words=13, protect=protect).to_dict()
    assert 11 <= len(found["text"].split()) <= 13
    exact = ask(client, "document", text=text, words=13, exact=True, model="joint", keep=["300 euros"])
    assert len(exact["tokens"]) == 13


@pytest.mark.parametrize("words", [3, 9, 13, 17, 40])
def test_a_budget_is_divided_as_well_as_can_be(client: TestClient, words: int) -> None:
    groups = [
        {"size": 6, "words": [1, 2, 4, 5, 6], "scores": [0.0, 2.0, 3.5, 3.0, 4.2]},
        {"size": 9, "words": [2, 3, 5, 7, 9], "scores": [1.0, 2.0, 6.0, 7.0, 7.1]},
        {"size": 4, "words": [1, 4], "scores": [0.0, -2.0]},
    ]
    rate = min(words / 19, 1 - 1e-9)

    def value(choice: tuple[int, ...]) -> float:
        return sum(
            even_value(each["scores"][place], each["words"][place], each["size"], rate)
            for each, place in zip(groups, choice, strict=True)
        )

    def total(choice: tuple[int, ...]) -> int:
        return sum(each["words"][place] for each, place in zip(groups, choice, strict=True))

    choices = list(product(*(range(len(each["words"])) for each in groups)))
    if (met := [each for each in choices if total(each) == words]) or (
        met := [each for each in choices if total(each) <= words]
    ):
        found = ask(client, "divide", words=words, sentences=groups)
        assert value(found["chosen"]) == pytest.approx(max(map(value, met)))
        assert found["words"] == total(found["chosen"])
    else:
        answer = client.post("/api/v1/divide", json={"words": words, "sentences": groups})
        assert answer.status_code == 409
        assert "the least possible is 4" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("group", "said"),
    [
        ({"size": 3, "words": [1, 2], "scores": [0.0]}, "one score"),
        ({"size": 3, "words": [2, 1], "scores": [0.0, 0.0]}, "ascending order"),
        ({"size": 3, "words": [1, 4], "scores": [0.0, 0.0]}, "longer than it is"),
    ],
)
def test_impossible_options_are_told(client: TestClient, group: dict[str, Any], said: str) -> None:
    answer = client.post("/api/v1/divide", json={"words": 2, "sentences": [group]})
    assert answer.status_code == 409
    assert said in answer.json()["detail"]


def _options(sentences: int, lengths: Sequence[int], size: int = 500) -> list[dict[str, Any]]:
    return [{"size": size, "words": list(lengths), "scores": [1.0 + each % 7 for each in lengths]}] * sentences


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (_options(501, [1, 2]), "501 sentences, and 500 are allowed"),
        (_options(1, [1, 900_000], 1_000_000), "Expected `int` <= 500 - at `$.sentences[0].size`"),
        (_options(500, range(1, 501, 5)), "too many lengths"),
    ],
)
def test_divisions_that_would_take_long_are_refused(models: Models, sentences: list[dict[str, Any]], said: str) -> None:
    with TestClient(make_site(models)) as client:
        answer = client.post("/api/v1/divide", json={"words": 25_001, "sentences": sentences})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_a_division_that_cannot_be_exact_is_soon_told(models: Models) -> None:
    began = time.monotonic()
    with TestClient(make_site(models)) as client:  # only even totals, and an odd budget
        body = {"words": 5_001, "sentences": _options(500, range(2, 40, 2), 60)}
        answer = client.post("/api/v1/divide", json=body)
    assert answer.json()["words"] <= 5_000
    assert time.monotonic() - began < 10


def test_models_that_rewrite_take_shorter_sentences(models: Models) -> None:
    with TestClient(make_site(models)) as client:
        for name, status in (("t3", 422), ("encoder", 200)):
            body = {"text": [" ".join(["word"] * 260)], "model": name, "words": 20}
            assert client.post("/api/v1/compress", json=body).status_code == status


def test_long_sentences_are_answered_in_parts_and_settled_words_hold(models: Models) -> None:
    text = " , ".join(["the old council had proposed a scheme for people of poor or moderate means in town"] * 10)
    with TestClient(make_site(models)) as client:
        (found,) = ask(client, "lengths", text=[text], model="t3", settled=[{"keep": [150], "drop": [3]}])["sentences"]
        assert len(found["tokens"]) > 150
        assert all(150 in each["kept"] and 3 not in each["kept"] for each in found["lengths"] if each["kept"])
        refused = client.post("/api/v1/explain", json={"text": [text], "model": "t3", "words": 80})
    assert refused.status_code == 409
    assert "in parts" in refused.json()["detail"]


def test_long_sentences_are_parsed_only_in_parts(models: Models, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " , ".join(["the old council did not propose a scheme for people of poor or moderate means in town"] * 9)
    parse, sizes = EnglishParser.parse, []

    def watched(parser: EnglishParser, texts: Iterable[Any]) -> list[Any]:
        texts = list(texts)
        sizes.extend(len(each.split() if isinstance(each, str) else each) for each in texts)
        return parse(parser, texts)

    monkeypatch.setattr(EnglishParser, "parse", watched)
    with TestClient(make_site(models)) as client:
        ask(client, "compress", text=[text], words=70)
        (found,) = ask(client, "lengths", text=[text])["sentences"]
    assert max(sizes) <= 100 < len(found["tokens"])
    kept = [set(each["kept"]) for each in found["lengths"]]
    assert set(found["protected"]) == set.intersection(*kept)
    assert {found["tokens"][place] for place in found["protected"]} == {"council", "did", "not", "propose"}


def test_a_part_of_a_long_sentence_may_have_to_go_whole(models: Models) -> None:
    text = " , ".join(["the old council had proposed a scheme for people of poor or moderate means in town"] * 10)
    body = {"text": [text], "settled": [{"drop": list(range(100))}]}
    with TestClient(make_site(models)) as client:
        (answer,) = ask(client, "compress", **body, words=20)["compressions"]
        (found,) = ask(client, "lengths", **body)["sentences"]
    assert min(answer["kept"]) >= 100
    assert all(min(each["kept"]) >= 100 for each in found["lengths"])


def test_styles_are_those_of_the_command_line(client: TestClient) -> None:
    described = client.get("/api/v1/openapi.json").json()["components"]["schemas"]["CompressRequest"]["properties"]
    listed = {each["name"]: each["styles"] for each in client.get("/api/v1/models").json()["models"]}
    assert listed["encoder"] == list(get_args(Styles)) == described["style"]["anyOf"][0]["enum"]
    assert listed["joint"] == listed["t3"] == []
    answers = {style: str(ask(client, "lengths", text=TEXT, style=style)["sentences"]) for style in listed["encoder"]}
    assert answers["auto"] == str(ask(client, "lengths", text=TEXT)["sentences"])
    assert answers["auto"] == answers["editor"] == str(ask(client, "lengths", text=TEXT, style="careful")["sentences"])
    assert len(set(answers.values())) == len(answers) - 1


def test_the_models_are_listed(client: TestClient) -> None:
    found = client.get("/api/v1/models").json()
    assert found["default"] == laconic.model.DEFAULT_MODEL
    assert {"joint", "t3"} <= {each["name"] for each in found["models"]}
    assert {each["name"]: each["explains"] for each in found["models"]}["t3"]
    chosen = {each["name"] for each in found["models"] if each["chooses"]}
    assert chosen == {"encoder", "paraphrase", "rewrite", "simplify", "t3-abstractive"}
    assert all(each["description"] for each in found["models"])


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("compress", {"text": TEXT, "model": "none"}, 404, "The model 'none' is not served"),
        ("compress", {"text": TEXT, "words": 3, "rate": 0.5}, 422, "Give only one of words, rate"),
        ("compress", {"text": TEXT, "sure": 0.9, "rate": 0.5}, 422, "Give only one of words, rate"),
        ("document", {"text": TEXT, "words": 3, "chars": 9}, 422, "Give only one of words, rate"),
        ("compress", {"text": TEXT, "style": "formal"}, 422, "no style 'formal'; choose from auto, any, news"),
        ("lengths", {"text": "", "style": "formal"}, 422, "no style 'formal'"),
        ("document", {"text": TEXT, "style": "news", "model": "t3"}, 409, "The method t3 has no styles"),
        ("lengths", {"text": "", "style": "news", "model": "t3"}, 409, "The method t3 has no styles"),
        ("lengths", {"text": "", "model": "none"}, 404, "The model 'none' is not served"),
        ("compress", {"text": TEXT, "chars": 30, "exact": True}, 422, "Exact needs words or rate"),
        ("document", {"text": TEXT, "exact": True}, 422, "Exact needs words or rate"),
        ("compress", {"text": TEXT, "words": 0}, 422, "Expected `int` >= 1"),
        (
            "compress",
            {"text": SENTENCES[1], "chars": 1},
            409,
            "more than the limit of 1: ask for at least",
        ),
        ("compress", {"text": TEXT, "settled": [{"keep": [99]}]}, 409, "no word at position 99"),
        ("compress", {"text": ["word " * 41]}, 422, "“word word word word word word word …” has 41 words, and 40"),
        ("lengths", {"text": ["word"] * 21}, 422, "21 sentences, and 20 are allowed"),
        ("lengths", {"text": TEXT, "settled": [{"keep": [99]}]}, 409, "no word at position 99"),
        ("lengths", {"text": TEXT, "settled": [{"keep": [1], "drop": [1]}]}, 409, "cannot both stay and go"),
        ("lengths", {"text": TEXT, "settled": [{"sentence": 2}]}, 409, "only 2 sentences"),
        ("explain", {"text": TEXT, "words": 5, "model": "t3"}, 409, "One sentence can be explained at a time"),
        ("explain", {"text": SENTENCES[0], "words": 5, "model": "joint"}, 409, "such as t3"),
        ("explain", {"text": SENTENCES[0], "words": 99, "model": "t3"}, 409, "No compression of 99 words"),
        ("parse", {"text": "x" * 1_000_001}, 413, "larger than 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_answered_is_told(
    client: TestClient, path: str, body: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


@pytest.mark.parametrize("deep", [900, 100_000])
def test_what_is_nested_too_deeply_is_told(client: TestClient, deep: int) -> None:
    body = b'{"text": ' + b"[" * deep + b"]" * deep + b"}"
    answer = client.post("/api/v1/compress", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "The request is nested too deeply.")


def test_empty_texts_are_no_mistake(client: TestClient) -> None:
    assert ask(client, "compress", text="")["compressions"] == []
    assert ask(client, "compress", text=[""])["compressions"][0]["text"] == ""
    assert ask(client, "lengths", text=["", " "])["sentences"][0]["lengths"] == []


def test_threads_get_the_answers_they_would_get_alone(client: TestClient) -> None:
    bodies = [
        {"text": TEXT, "model": name, "settled": [{"sentence": 0, "keep": [place]}]}
        for name in ("joint", "t3")
        for place in range(6)
    ]
    with TestClient(make_site(Models(), Workers(LIMITS))) as other:
        alone = [ask(other, "lengths", **body) for body in bodies]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda body: ask(client, "lengths", **body), bodies))
    assert together == alone


def test_own_models_are_served_by_the_names_of_their_folders(tmp_path: Path) -> None:
    laconic.load("joint").save(tmp_path / "mine")
    with TestClient(make_site(Models([str(tmp_path / "mine"), "t3"]))) as client:
        assert client.get("/api/v1/models").json()["default"] == "mine"
        found = ask(client, "compress", text=SENTENCES[0], words=7)["compressions"][0]
    assert found == laconic.load("joint").compress(SENTENCES[0], words=7).to_dict()
