"""Writes docs/rewrites.md: what the bundled models `rewrite` and `paraphrase` make of sentences of the sample corpus.

python docs/rewrites.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import laconic
from laconic.compression import Compression
from laconic.corpus import sample
from laconic.pipeline.explanation.phrases import DELETION, Step

REWRITES = 50
REWRITE_RATE = 0.65
PARAPHRASES = 30
PARAPHRASE_RATE = 0.75
INTRODUCTION = """# Fifty rewrites and thirty paraphrases

These are the answers of two bundled models to sentences of the [sample corpus](corpora.md), good or bad, with none left
out. The models were not trained on these sentences. `python docs/rewrites.py` writes this page, and a test checks that
it shows what the models answer.

## Rewrites

[`rewrite`](paraphrasing.md#rewrite-as-an-editor-would) shortens every third sentence at a rate of {rate}. For each
sentence, the page shows the source, the answer, the edits, and what two readers (a large language model) said of it
under the guide in `experiments/readers`. Of the {all} answers, {rewritten} contain more than deletions. The readers
accepted {accepted:.0f}% of the answers that they read and rejected {rejected:.0f}%.
"""
BETWEEN = """## Paraphrases

[`paraphrase`](paraphrasing.md#paraphrase) shortens every fifth sentence at a rate of {rate}. For each
sentence, the page shows the source, the answer, and the rules of the grammar that were used. Deletions without a rule
are not listed. Of {changes} changes, {rewrites} replace, move or insert words ({share:.0f}%).
"""


VERDICTS = {"A": "accepted", "M": "a small flaw", "R": "rejected"}


def read_verdicts() -> dict[str, list[str]]:
    """Return the verdicts of two readers on each answer that they have read, such as ``M:punct``."""
    path = Path(__file__).with_name("rewrites.tsv")
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {answer: verdicts for answer, *verdicts in rows}


def page() -> str:
    """Return the page."""
    sources = [pair.source for pair in sample("rewrite")]
    answers = list(laconic.load("rewrite").pipe(sources[::3][:REWRITES], rate=REWRITE_RATE))
    rewritten = sum(answer.kept is None for answer in answers)
    verdicts = read_verdicts()
    said = [verdict[0] for answer in answers for verdict in verdicts.get(answer.text, ())]
    shares = {name: 100 * said.count(letter) / len(said) for letter, name in VERDICTS.items()}
    parts = [INTRODUCTION.format(rate=REWRITE_RATE, rewritten=rewritten, all=len(answers), **shares)]
    parts += _listed(answers, lambda answer: [*_edits(answer), *_said(verdicts.get(answer.text, []))])
    answers = list(laconic.load("paraphrase").pipe(sources[2::5][:PARAPHRASES], rate=PARAPHRASE_RATE))
    kinds = [step.kind for answer in answers for step in answer.explanation.steps]
    rewrites = sum(kind != DELETION for kind in kinds)
    parts.append(
        BETWEEN.format(rate=PARAPHRASE_RATE, changes=len(kinds), rewrites=rewrites, share=100 * rewrites / len(kinds))
    )
    parts += _listed(answers, _rules)
    return "\n".join(parts)


def _listed(answers: list[Compression], explained: Callable[[Compression], list[str]]) -> list[str]:
    return [
        "\n- ".join([f"**{number}.** {answer.source.text}\n", answer.text, *explained(answer)]) + "\n"
        for number, answer in enumerate(answers, 1)
    ]


def _edits(answer: Compression) -> list[str]:
    edits = [_shown(step) for step in answer.explanation.steps if step.kind != DELETION]
    return ["; ".join(edits) or "deletions only"]


def _rules(answer: Compression) -> list[str]:
    rules = [_shown(step) for step in answer.explanation.steps if not step.is_made_up]
    return ["; ".join(rules) or "deletions only"]


def _said(verdicts: list[str]) -> list[str]:
    """Return what the readers said of an answer, as one line; none if they have not read it."""
    told = []
    for verdict in verdicts:
        letter, _, flaw = verdict.partition(":")
        told.append(f"{VERDICTS[letter]} ({flaw})" if flaw else VERDICTS[letter])
    return [f"readers: {', '.join(dict.fromkeys(told))}"] if told else []


def _shown(step: Step) -> str:
    """Return a rule as code, its label left out."""
    _, source, target = step.rule.split(" ||| ")
    return f"`{source} → {target}`"


if __name__ == "__main__":
    Path(__file__).with_name("rewrites.md").write_text(page(), encoding="utf-8")
