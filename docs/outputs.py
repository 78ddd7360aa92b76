"""Writes docs/outputs.md: the bundled model's answers to the first fifty sentences of the sample corpus, uncut.

python docs/outputs.py
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import laconic
from laconic.corpus import sample

SENTENCES = 50
INTRODUCTION = """# Fifty outputs

What the bundled model makes of the first fifty sentences of the [sample corpus](corpora.md), none left out, good or
bad. It was not trained on them. They were written for laconic: sentences of the corpora that it was trained and
measured on must not be passed on.

The first line is the source. Below are the answer where the length is the model's choice (**free**), the best answer of
at most 60 % of the tokens, and what a person made of it by deletion.
`python docs/outputs.py` writes this page, and a test holds it to what the model says.
"""


def page() -> str:
    """Return the page."""
    model = laconic.load()
    parts = [INTRODUCTION]
    for number, pair in enumerate(islice(sample("deletion"), SENTENCES), 1):
        free, short = model.compress(pair.source), model.compress(pair.source, rate=0.6)
        parts.append(
            f"**{number}.** {pair.source}\n\n"
            f"- free: {free.text} ({len(free.tokens)} of {len(free.source)} words)\n"
            f"- 60 %: {short.text}\n"
            f"- a person: {pair.reference}\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("outputs.md").write_text(page(), encoding="utf-8")
