"""Odd texts: no failure, exact lengths, and on the command line never a traceback."""

import io
import json
import random
import time

import pytest
from document_tools import random_model

from laconic.cli import main
from laconic.errors import LaconicError, UsageError
from laconic.model import load
from laconic.pipeline.long import MOST_WORDS
from laconic.pipeline.protection import Protection
from laconic.search.constraints import words_at_rate
from laconic.text import has_word

ALPHABETS = {
    "letters": "abcdefgh  ABC",
    "marks": ".,;:!?…-–—'\"“”‘’()[]{}<>«» ",
    "markup": "*_`~#>|\\-+=[]()!<>&;: \n\tab1.",
    "spaces": " \t\n\r\x0b\x0c\x85\u00a0\u2003\u2028\u2029\u3000",
    "control": "".join(map(chr, range(32))) + "\x7f\x9f ab",
    "emoji": "😀👩‍👩‍👧‍👦🇫🇷👍🏽1️⃣❤️ ok",
    "right to left": "שלום עולם مرحبا بالعالم \u200f\u202e abc",
    "combining": "e\u0301a\u0300\u0327o\u0308\u200d\u200b\ufe0f ",
    "Chinese": "我们今天去学校。他说：“好”！ ",
    "surrogates": "\ud800\udfff ab. ",
    "unassigned": "\ufffe\uffff\U0010ffff\ue000 a ",
    "digits": "0123456789.,%$€ -/:½²Ⅷ",
    "negations": "not no never n't can't without nor , . ".split(" "),
}
WRITTEN = [
    "",
    " ",
    "\x00",
    "\ufeff",
    ".",
    "a",
    "\n\n\n",
    "\r\n\r\n",
    "'" * 50,
    '"' * 51,
    "(" * 60 + ")" * 60,
    "not " * 30,
    "No. No! No? never",
    "1 2 3 4 5 6 7 8 9 10",
    "A" * 5000,
    "-" * 3000,
    "[a](b " * 40,
    "**" * 100 + "x",
    "> " * 50 + "deep",
    "```\nnever closed",
    "<div>\n\n<p>never closed",
    "|a|b\n|-|-\n|c. d.|e",
    "---\nfront: matter\n",
    "\\" * 30,
    "&amp;" * 20 + "&nosuch;&#0;&#x110000;",
    "$" * 9 + "x^2$",
    "http://" + "a" * 2000,
]


def odd_texts() -> list[str]:
    generator = random.Random(8)
    texts = list(WRITTEN)
    names = list(ALPHABETS)
    while len(texts) < 1000:
        chosen = generator.sample(names, generator.choice([1, 1, 2, 3]))
        alphabet = [sign for name in chosen for sign in ALPHABETS[name]]
        texts.append("".join(generator.choices(alphabet, k=generator.choice([3, 12, 40, 120]))))
    return texts


ODD = odd_texts()
MODEL = random_model()
FREE = Protection(negation=False)
ALL = Protection(numbers=True, names=True, quotes=True)
SOME_OR_ALL = pytest.mark.parametrize(
    "texts", [ODD[:300], pytest.param(ODD[300:], marks=pytest.mark.slow)], ids=["some", "others"]
)


@SOME_OR_ALL
def test_odd_texts_get_answers_of_the_length_asked_for(texts: list[str]) -> None:
    for number, text in enumerate(texts):
        words = 1 + number % 7
        answer = MODEL.compress(text, words=words, exact=True, protect=FREE)
        assert len(answer.tokens) == min(words, len(answer.source))
        assert len(MODEL.compress(text, words=words, protect=FREE).text.split()) <= words
        assert len(answer.text) <= len(text) + 1  # a sharp s may become two letters
        limit = 1 + number % 40
        try:
            assert len(MODEL.compress(text, chars=limit, protect=FREE).text) <= limit
        except UsageError:
            words = [word for word in answer.source.words if has_word([word])]  # signs alone are no answer
            assert limit <= 2 or all(
                len(word) > limit for word in words or answer.source.words
            )  # capitals can be wider
        try:
            held = MODEL.compress(text, rate=0.5, protect=ALL)
        except UsageError:
            continue
        if len(held.source) <= MOST_WORDS:  # a longer one is parsed in parts
            assert ALL.positions(held.source) <= set(held.kept)


@SOME_OR_ALL
@pytest.mark.parametrize("markup", ["text", "markdown"])
def test_odd_texts_are_documents_too(markup: str, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        assert MODEL.compress_document(text, rate=1.0, markup=markup).text == text
        rate = (1 + number % 9) / 10
        try:
            answer = MODEL.compress_document(
                text, rate=rate, markup=markup, exact=True, protect=FREE, drop_sentences=True
            )
        except UsageError:
            assert markup == "markdown"  # links and tags that must stay can be too many
            continue
        size = sum(len(each.source) for each in answer.sentences)
        assert len(answer.tokens) == (words_at_rate(size, rate) if size else 0)
        assert len(answer.text) <= 2 * len(text) + 1


@pytest.mark.parametrize("count", [25, pytest.param(100, marks=pytest.mark.slow)])
def test_the_parser_and_the_default_method_bear_them(count: int) -> None:
    model = load()
    for number, text in enumerate(ODD[:: len(ODD) // count]):
        words = 1 + number % 7
        answer = model.compress(text, words=words, exact=True, protect=FREE)
        assert len(answer.tokens) == min(words, len(answer.source))
        for fast in (False, True):
            assert len(model.compress(text, words=words, protect=FREE, fast=fast).text.split()) <= words


EMPTY = [f"laconic: there is no sentence in {where}.\n" for where in ("standard input", "the text")]


def run(capsys, monkeypatch, arguments: list[str], given: bytes = b"") -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    code = main(["compress", *arguments, "--method", "random"])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    problems = [line for line in captured.err.splitlines(keepends=True) if "not to be English" not in line]
    assert (code == 0) == ("".join(problems) in ("", *EMPTY)), captured.err
    assert captured.err.count("\n") <= 12
    return code, captured.out


def test_the_command_line_bears_them_as_lines(capsys, monkeypatch) -> None:
    lines = [line for text in ODD[::3] if text.isprintable() for line in [text.strip()] if line]
    given = "\n".join(lines).encode("utf-8")
    code, out = run(capsys, monkeypatch, ["-", "--as", "lines", "--words", "3", "--drop-negation", "--json"], given)
    assert code == 0
    records = [json.loads(line) for line in out.splitlines()]
    assert len(records) == len(lines) > 100
    for record in records:
        assert len(record["tokens"]) == len(record["kept"])
        assert len(record["text"].split()) <= 3
        assert record["rate"] > 0


@pytest.mark.parametrize("text", [text for text in ODD[: len(WRITTEN)] if not text.startswith(("-", "\x00"))])
def test_the_command_line_bears_them_as_texts(text: str, capsys, monkeypatch) -> None:
    for options in (["--words", "2", "--drop-negation"], ["--rate", "0.5", "--as", "document", "--markup", "markdown"]):
        code, _ = run(capsys, monkeypatch, [text, *options])
        assert code in (0, 2)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"", 0),
        (b"\xef\xbb\xbfIt works well.", 0),
        (b"It works\x00 well.\r\nSo it does.", 1),
        (b"\xff\xfeI\x00t\x00", 1),
        (b"It works.\nNot \xed\xa0\x80 here.", 1),
        (b"caf\xe9 noir", 1),
    ],
)
def test_bytes_that_are_no_text_are_told(given: bytes, code: int, capsys, monkeypatch) -> None:
    for kind in ("document", "sentences", "lines"):
        assert run(capsys, monkeypatch, ["-", "--as", kind, "--words", "3"], given)[0] == code


def test_texts_that_cannot_be_encoded_are_written_all_the_same(capsys, monkeypatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr("sys.stdout", stream)
    for options in (["--json"], [], ["--as", "document"]):
        assert main(["compress", "Half a \ud83d pair here.", "--method", "random", "--words", "6", *options]) == 0


def test_long_sentences_take_a_reasonable_time() -> None:
    sentence = ", ".join(f"the old harbour number {number} of the town will not close" for number in range(420))
    started = time.process_time()
    answer = MODEL.compress(sentence, words=900, exact=True, protect=FREE)
    assert len(answer.source) == 5039
    assert len(answer.tokens) == 900
    assert len(MODEL.compress(sentence, chars=3000, protect=FREE).text) <= 3000
    assert len(MODEL.compress(sentence, words=3, exact=True, protect=FREE).tokens) == 3
    assert len(MODEL.compress(sentence, words=900, protect=FREE).text.split()) <= 900
    assert MODEL.compress(sentence, protect=FREE).tokens
    assert len(MODEL.compress_document(sentence, rate=0.3, exact=True, protect=FREE).tokens) == round(
        0.3 * len(answer.source)
    )
    assert time.process_time() - started < 20
    with pytest.raises(LaconicError, match="too many lengths"):
        MODEL.all_lengths(sentence)


@pytest.mark.parametrize("size", [50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_an_endless_line_is_compressed(size: int) -> None:
    text = "word and more " * (size // 14)
    assert len(MODEL.compress(text, words=1000, exact=True, protect=FREE).tokens) == 1000
