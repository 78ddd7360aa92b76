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

These are the bundled model's answers to the first fifty sentences of the [sample corpus](corpora.md), good or bad, with
none left out. The model was not trained on these sentences. They were written for laconic, because the corpora that it
was trained and measured on may not be redistributed.

For each sentence, the page shows the source, the answer whose length the model chose (**free**), the best answer with
at most 60% of the tokens, and a person's compression by deletion. `python docs/outputs.py` writes this page, and a test
checks that it shows what the model answers.
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
            f"- 60%: {short.text}\n"
            f"- a person: {pair.reference}\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("outputs.md").write_text(page(), encoding="utf-8")
