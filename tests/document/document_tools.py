"""A parser without a network, and documents made of all that Markdown has."""

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from laconic import Sentence
from laconic.methods.random import random_deletion
from laconic.model import Model
from laconic.parse.tokenize import tokenize


class FlatParser:
    """Hangs every word from the one before it: enough for methods that do not look at parses."""

    fingerprint = "flat"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        return [self._parse_one(text) for text in texts]

    def _parse_one(self, text: str | Sentence) -> Sentence:
        sentence = Sentence(text, tokenize(text)) if isinstance(text, str) else text
        heads = tuple(range(len(sentence)))
        relations = tuple("root" if head == 0 else "dep" for head in heads)
        return replace(sentence, heads=heads, relations=relations)


def random_model() -> Model:
    return Model(random_deletion(), FlatParser())


WORDS = "the old harbour will close next spring after 40 years of hard work and much joy".split()
INLINES = (
    "*fine day*",
    "**very *fine* day**",
    "__bold__",
    "~~gone now~~",
    "`code x`",
    "``a ` b``",
    '[a link text](http://a.example/x_(y) "t")',
    "[`code` link][ref]",
    "[ref]",
    "![a picture](x.png)",
    "[![badge](b.svg)](http://b.example)",
    "<http://auto.example>",
    "<b>loud</b>",
    "<br>",
    "&amp;",
    r"\*not emphasis\*",
    "1986.",
    "-",
    "#",
    "+",
    "**half**way",
    "x*y*z w",
    "note[^1]",
    "“quoted words”",
    "(in brackets)",
    "$x^2 + y$",
    "$5-$10",
    "naïve 😀",
    "[the ref]",
    "[ref] is such:",
    "5 *",
    "x_y _z",
    "one ` tick",
    "a <b and c>",
    "AT&T & amp;",
    r"C:\dir\ *",
    "wow! [",
    "] (see",
    "a | b",
    "~~ or ~",
)
ENDS = (".", ".", ".", "!", "?", " …")
JOINTS = (" ",) * 8 + (", ", ". The ", "\n", "  \n", "\\\n")


@st.composite
def running_texts(draw, indent: str = "") -> str:
    """Sentences of words and inlines, on one or several lines."""
    parts = draw(st.lists(st.sampled_from(WORDS) | st.sampled_from(INLINES), min_size=2, max_size=25))
    text = "Well"
    for part in parts:
        joint = draw(st.sampled_from(JOINTS))
        text += joint + (f"{indent}so " if "\n" in joint else "") + part
    return text + draw(st.sampled_from(ENDS))


@st.composite
def blocks(draw) -> str:
    """A block of any kind."""
    kind = draw(st.integers(0, 9))
    if kind <= 3:
        return draw(running_texts())
    if kind == 4:
        return "\n".join(f"- {draw(running_texts(indent='  '))}" for _ in range(draw(st.integers(1, 3))))
    if kind == 5:
        item = draw(running_texts(indent="   "))
        return f"1. {item}\n\n   {draw(running_texts(indent='   '))}\n2. [x] {item}"
    if kind == 6:
        return f"> {draw(running_texts(indent='> '))}\n>\n> - {draw(running_texts(indent='>   '))}"
    return draw(
        st.sampled_from(
            [
                "# A heading of *several* words",
                "Setext heading\n=====",
                "```python\nprint('not touched.  At all.')\n```",
                "    indented code. It stays.",
                "| a b | c |\n|---|:-:|\n| Some cell text. | `x` |",
                "<div class='x'>\nRaw text. Never touched.\n</div>",
                "<!-- a comment. -->",
                "***",
                "[^1]: A footnote of some words. It is long.",
            ]
        )
    )


@st.composite
def documents(draw) -> str:
    """A document in Markdown, with either kind of line end."""
    parts = draw(st.lists(blocks(), min_size=1, max_size=6))
    front = draw(st.sampled_from(["", "---\ntitle: Some words here.\n---\n\n"]))
    text = front + "\n\n".join([*parts, "[ref]: http://r.example", "The end of the document comes now."]) + "\n"
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text
