"""Collects applications of the rules of `rewrite`, for an editor and for readers to judge.

    python applications.py SENTENCES.jsonl --out APPLICATIONS.jsonl [--of-rule 10] [--of-sentence 3] [--seed 1]
    python applications.py --sheet APPLICATIONS.jsonl > sheet.txt

A file of sentences has one JSON object per line with ``source``. Each sentence is shortened, and rules are applied to
what is left, one at a time; some of those that apply only to the whole sentence are taken along. No rule and no
sentence gives more than a few. A line of the output has the texts ``before`` and ``after`` an edit, and what
`context.py` needs to find it again. ``--sheet`` shows each with the edit in brackets. Needs laconic.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import laconic
from laconic.english.rewriting import Edit, edits_in_cut, edits_of
from laconic.forest.fitting import applies, is_lexical
from laconic.forest.revision import revise
from laconic.language import LANGUAGE
from laconic.methods.rewrite import Rewrite
from laconic.text import Sentence

RATES = (0.65, 0.65, 0.65, 0.8, 0.5)
LEAST_SURE = 0.3
LEAST_WORDS, MOST_WORDS = 8, 55
WHOLE_SHARE = 0.35
"""How many of the edits are taken that a cut does not allow."""

Record = dict[str, Any]


def proposed(sentence: Sentence, kept: tuple[int, ...], method: Rewrite, random: Random) -> Iterator[tuple[Edit, str]]:
    """Yield edits, each with where it applies: in the cut and in the sentence, in the sentence, or in the cut alone."""
    seen = set()
    for edit in edits_of(sentence, method.phrases):
        in_cut = applies(edit, frozenset(kept), sentence)
        if edit.sure >= LEAST_SURE and not edit.gone and (in_cut or random.random() < WHOLE_SHARE):
            seen.add((edit.rule, edit.begin, edit.end))
            yield edit, "cut" if in_cut else "sentence"
    for edit in edits_in_cut(sentence, kept, method.phrases):
        known = (edit.rule, edit.begin, edit.end) in seen
        if edit.sure >= LEAST_SURE and not known and not is_lexical(edit, sentence):
            yield edit, "cut alone"


def texts(sentence: Sentence, edit: Edit, kept: tuple[int, ...] | None) -> tuple[str, str]:
    """Return what a sentence, or a cut of it, says before and after an edit."""
    revised = revise(sentence, [edit])
    if kept is None:
        return sentence.text, revised.sentence.text
    places = [place for place, word in enumerate(revised.words) if word.origin is None or word.origin in kept]
    return LANGUAGE.cut(sentence, kept), LANGUAGE.cut(revised.sentence, tuple(places))


def applications(sources: list[str], options: argparse.Namespace) -> Iterator[Record]:
    """Yield applications of rules to sentences and their cuts."""
    random = Random(options.seed)
    model, method = laconic.load(), laconic.load("rewrite").method
    assert isinstance(method, Rewrite)
    of_rule: Counter[str] = Counter()
    for sentence in model.parse(sources):
        if sentence.heads is None or not LEAST_WORDS <= len(sentence) <= MOST_WORDS:
            continue
        kept = tuple(model.compress(sentence, rate=random.choice(RATES)).kept or ())
        taken = 0
        found = list(proposed(sentence, kept, method, random))
        for edit, where in random.sample(found, len(found)):
            before, after = texts(sentence, edit, None if where == "sentence" else kept)
            if before == after or taken == options.of_sentence or of_rule[edit.rule] == options.of_rule:
                continue
            taken += 1
            of_rule[edit.rule] += 1
            alone = list(kept) if where == "cut alone" else []
            about = {"rule": edit.rule, "begin": edit.begin, "end": edit.end, "kept": alone}
            yield {"source": sentence.text, "before": before, "after": after, **about}


def shown(record: Record) -> str:
    """Return a sentence with its edit in brackets."""
    before, after = record["before"].split(), record["after"].split()
    pieces = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, new = " ".join(before[i:j]), " ".join(after[k:m])
        pieces.append(old if kind == "equal" else f"[{old or '∅'} → {new or '∅'}]")
    return " ".join(pieces)


def main() -> int:
    """Collect applications, or show them."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--out", type=Path)
    arguments.add_argument("--sheet", action="store_true")
    arguments.add_argument("--of-rule", type=int, default=10)
    arguments.add_argument("--of-sentence", type=int, default=3)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    if options.sheet == (options.out is not None):
        arguments.error("name a file with --out, or ask for a --sheet.")
    records = [json.loads(line) for line in options.file.open(encoding="utf-8")]
    if options.sheet:
        for number, record in enumerate(records):
            print(f"#{number} {shown(record)}")
        return 0
    with options.out.open("w", encoding="utf-8") as stream:
        for record in applications([each["source"] for each in records], options):
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
