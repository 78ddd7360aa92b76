"""Writes docs/rewrites.md: what the bundled model `paraphrase` makes of thirty sentences of the sample corpus, uncut.

python docs/rewrites.py
"""

from __future__ import annotations

from pathlib import Path

import laconic
from laconic.corpus import sample
from laconic.pipeline.explanation.phrases import DELETION, Step

SENTENCES = 30
RATE = 0.75
INTRODUCTION = """# Thirty rewrites

These are the answers of the bundled model [`paraphrase`](paraphrasing.md) to every fifth sentence of the [sample
corpus](corpora.md) at a rate of 0.75, good or bad, with none left out. For each sentence, the page shows the source,
the answer, and the rules of the grammar that were used. Deletions without a rule are not listed. The model was not
trained on these sentences.

Of {changes} changes, {rewrites} replace, move or insert words ({share:.0f}%).
`python docs/rewrites.py` writes this page, and a test checks that it shows what the model answers.
"""


def page() -> str:
    """Return the page."""
    sources = [pair.source for pair in list(sample("rewrite"))[2::5][:SENTENCES]]
    answers = list(laconic.load("paraphrase").pipe(sources, rate=RATE))
    kinds = [step.kind for answer in answers for step in answer.explanation.steps]
    rewrites = sum(kind != DELETION for kind in kinds)
    parts = [INTRODUCTION.format(changes=len(kinds), rewrites=rewrites, share=100 * rewrites / len(kinds))]
    for number, answer in enumerate(answers, 1):
        rules = [_shown(step) for step in answer.explanation.steps if not step.is_made_up]
        parts.append(
            f"**{number}.** {answer.source.text}\n\n- {answer.text}\n- {'; '.join(rules) or 'deletions only'}\n"
        )
    return "\n".join(parts)


def _shown(step: Step) -> str:
    """Return a rule as code, its label left out."""
    _, source, target = step.rule.split(" ||| ")
    return f"`{source} → {target}`"


if __name__ == "__main__":
    Path(__file__).with_name("rewrites.md").write_text(page(), encoding="utf-8")
