"""Writes docs/transductions.md: what the bundled model `t3` makes of twenty sentences of the sample corpus, uncut.

python docs/transductions.py
"""

from __future__ import annotations

from pathlib import Path

import laconic
from laconic.corpus import sample

SENTENCES = 20
EVERY = 7
RATE = 0.65
INTRODUCTION = """# Twenty transductions

These are the answers of the bundled model [`t3`](t3.md) to every seventh sentence of the [sample corpus](corpora.md) at
a rate of 0.65, good or bad, with none left out. The model was not trained on these sentences.

`python docs/transductions.py` writes this page, and a test checks that it shows what the model answers.
"""


def page() -> str:
    """Return the page."""
    sources = [pair.source for pair in list(sample("deletion"))[::EVERY][:SENTENCES]]
    answers = laconic.load("t3").pipe(sources, rate=RATE)
    parts = (f"**{number}.** {answer.source.text}\n\n- {answer.text}\n" for number, answer in enumerate(answers, 1))
    return "\n".join((INTRODUCTION, *parts))


if __name__ == "__main__":
    Path(__file__).with_name("transductions.md").write_text(page(), encoding="utf-8")
