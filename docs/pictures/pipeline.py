"""Draws docs/images/pipeline.svg: one sentence on its way through the stages of the pipeline.

python docs/pictures/pipeline.py
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from _drawing import line, save, text

import laconic
from laconic.report.markup import element

SENTENCE = "The ferry was not cancelled on Monday because of strong winds from the north."
WORDS = 9
WIDTH, ROW, LEFT, STAGE = 560.0, 66.0, 128.0, 108.0


def rows() -> list[tuple[str, str, str]]:
    """Return each stage with what it does and what it makes of the sentence."""
    model = laconic.load()
    answer = model.compress(SENTENCE, words=WORDS)
    source = answer.source
    shorter = [each.text for each in model.all_lengths(SENTENCE) if each.text != answer.text]
    doubts = sorted(zip(answer.word_confidence or (), source.words, strict=True))[:4]
    doubtful = ", ".join(f"{word} {share:.2f}" for share, word in doubts)
    tagged = " ".join(f"{token.text}/{token.tag}" for token in source.tokens[:6])
    return [
        ("request", "a text, a length, words that must stay", f"at most {WORDS} words"),
        ("parse", "tokens, tags, a tree, dependency arcs", f"{tagged} …"),
        ("protect", "what must stay becomes a constraint", "was not cancelled: all or nothing"),
        ("score", "the method rates words, neighbours and arcs", f"least sure of {doubtful}"),
        ("search", "the best answer of every length", shorter[len(shorter) // 2]),
        ("verify", "reads the candidates again", f"an editor would print it: {answer.confidence:.2f}"),
        ("write", "spaces, capitals, articles", answer.text),
    ]


def marks() -> Iterator[Element]:
    """Yield the boxes and what stands beside them."""
    for number, (stage, does, makes) in enumerate(rows()):
        top = 8 + ROW * number
        if number:
            yield line(LEFT / 2 + 4, top - ROW + 50, LEFT / 2 + 4, top + 6)
            yield element("path", d=f"M{LEFT / 2} {top} l4 6 l4 -6", class_="line")
        yield element("rect", x=14, y=top + 6, width=STAGE, height=44, rx=8, class_="box")
        yield text(14 + STAGE / 2, top + 33, stage, "strong middle")
        yield text(LEFT + 12, top + 24, does, "soft")
        yield text(LEFT + 12, top + 45, makes)


if __name__ == "__main__":
    save("pipeline", f"The stages of the pipeline for: {SENTENCE}", WIDTH, ROW * 7 + 8, marks())
