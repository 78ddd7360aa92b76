"""Thousands of lines such as the web has them: every one is parsed, into a well-formed tree over exactly its words."""

import json
import random
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import sample
from laconic.dependency import is_projective, is_tree
from laconic.parse.serial import sentence_from_json

CODE = [
    "for (int i = 0; i < n; ++i) { a[i] += 2 * b[i]; }",
    "SELECT * FROM t WHERE a = 'b' AND c >= 3;",
    '{"key": [1, 2.5e-3, null], "s": "a\\"b"}',
    "$ pip install --upgrade 'thing[extra]>=1.2,<2' && echo $?",
]
DECORATIONS = ["", "😂😂", "👍🏽", " #tag", " @user", "🇬🇧", "?!"]
MARKS = ".,;:!?()[]{}\"'`-–—…/\\|<>@#$%^&*_+=~ "


def web_lines(count: int) -> list[str]:
    """Return lines of prose, shouting, mark-up, code, emoji, noise, and some that do not end."""
    chance = random.Random(count)
    prose = [pair.source for pair in sample()]
    letters = [(32, 0x24F), (0x370, 0x6FF), (0x2000, 0x2BFF), (0x4E00, 0x9FFF), (0x1F300, 0x1FAFF), (1, 0xD7FF)]

    def noise() -> str:
        return "".join(chr(chance.randint(*chance.choice(letters))) for _ in range(chance.randint(1, 60)))

    kinds = [
        lambda: chance.choice(prose),
        lambda: chance.choice(prose).lower().rstrip("."),
        lambda: chance.choice(prose).upper() + "!!!",
        lambda: f'<div><a href="http://ex.am/{chance.random()}?q=1&amp;x">{chance.choice(prose)}</a>&nbsp;</div>',
        lambda: f"{chance.choice(CODE)} // {chance.choice(prose)}",
        lambda: " ".join(
            word + chance.choice(["", "😂😂", "👍🏽", " #tag", " @user", "🇬🇧", "?!"]) for word in prose[0].split()
        ),
        lambda: chance.choice(prose).replace(" ", ""),
        lambda: "".join(chance.choices(MARKS, k=chance.randint(1, 40))),
        noise,
        noise,
    ]
    lines = [chance.choice(kinds)() for _ in range(count)]
    lines += ["x" * 100_000, " ".join(prose[:60]), "( " * 700, "a b, " * 600, "-LRB- (S (NP x)) ``", "\u3000", ""]
    return [line.replace("\n", " ").replace("\r", " ") for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("tokenized", [False, True])
def test_web_text(tmp_path: Path, tokenized: bool) -> None:
    lines = web_lines(1_500)
    document = "\n".join(lines) + "\n"
    (tmp_path / "web.txt").write_text(document, "utf-8", newline="\n")
    options = ["--tokenized"] if tokenized else []
    arguments = ["parse", str(tmp_path / "web.txt"), "--format", "json", "--out", str(tmp_path / "parses"), *options]
    assert main(arguments) == 0
    with (tmp_path / "parses").open(encoding="utf-8", newline="\n") as stream:
        parsed = [sentence_from_json(json.loads(line)) for line in stream]
    if tokenized:
        assert [list(sentence.words) for sentence in parsed] == [line.split() for line in lines]
    else:
        covered = "".join(word for sentence in parsed for word in sentence.words)
        assert covered == "".join(document.split())
        assert all(document[sentence.start :].startswith(sentence.text) for sentence in parsed)
    for sentence in parsed:
        if sentence.tokens:
            assert sentence.tree is not None
            assert sentence.heads is not None
            assert sentence.tree.words == sentence.words
            assert is_tree(sentence.heads)
            assert is_projective(sentence.heads)
