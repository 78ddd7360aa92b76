"""Learns the table of lemma rules from the lemma columns of treebanks.

python experiments/parser/lemmas.py --out src/laconic/data/english/lemmas.tsv TRAIN.conllu... --dev DEV.conllu...
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import TextIO

from laconic.dependency import read_conllu
from laconic.files import read_lines, write_whole
from laconic.parse.lemmas import WHOLE_WORD, Lemmatizer, SuffixRule

LONGEST_SUFFIX = 6
SMALLEST_SUPPORT = 7  # more than one word
NAMES = ("NNP", "NNPS")

Examples = Counter[tuple[str, str, str]]  # (tag, form, lemma) -> how often


def read_examples(paths: list[Path]) -> Examples:
    """Count the words with their tags and lemmas; typing errors corrected by the lemma are left out."""
    examples: Examples = Counter()
    for path in paths:
        for _, sentence in read_conllu(line for _, line in read_lines(path)):
            for token in sentence.sentence().tokens:
                form = token.text if token.tag in NAMES else token.text.lower()
                if token.lemma and token.lemma != "_" and form and not form.isdigit():
                    examples[token.tag, form, token.lemma] += 1
    return examples


def rule_for(form: str, lemma: str) -> SuffixRule:
    """Return the shortest change of the end that turns the form into the lemma."""
    shared = next((k for k, (a, b) in enumerate(zip(form, lemma, strict=False)) if a != b), min(len(form), len(lemma)))
    return SuffixRule(len(form) - shared, lemma[shared:])


def learn(examples: Examples) -> dict[str, dict[str, SuffixRule]]:
    """Return for each tag the suffixes whose commonest rule differs from that of the next shorter suffix.

    A word of its own is listed where the suffixes would get it wrong.
    """
    by_tag: dict[str, dict[str, Counter[SuffixRule]]] = defaultdict(lambda: defaultdict(Counter))
    for (tag, form, lemma), count in examples.items():
        rule = rule_for(form, lemma)
        folded = form.lower()
        # A type counts little more for being frequent: rules should serve words not seen yet.
        weight = 1 + min(count, 3)
        for length in range(min(LONGEST_SUFFIX, len(folded)) + 1):
            by_tag[tag][folded[len(folded) - length :]][rule] += weight
    rules: dict[str, dict[str, SuffixRule]] = {}
    for tag, suffixes in by_tag.items():
        chosen: dict[str, SuffixRule] = {}
        for suffix in sorted(suffixes, key=len):
            best, support = suffixes[suffix].most_common(1)[0]
            inherited = next((chosen[suffix[k:]] for k in range(1, len(suffix) + 1) if suffix[k:] in chosen), None)
            if best != inherited and support >= SMALLEST_SUPPORT and best.strip <= len(suffix) + 1:
                chosen[suffix] = best
        rules[tag] = chosen
    add_exceptions(rules, examples)
    return rules


def add_exceptions(rules: dict[str, dict[str, SuffixRule]], examples: Examples) -> None:
    """List whole words that the rules would get wrong, by their commonest lemma."""
    lemmas: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (tag, form, lemma), count in examples.items():
        lemmas[tag, form][lemma] += count
    by_rule = Lemmatizer(rules)
    for (tag, form), counter in lemmas.items():
        lemma = counter.most_common(1)[0][0]
        if by_rule(form, tag) != lemma and tag not in NAMES:
            rules[tag][WHOLE_WORD + form.lower()] = rule_for(form, lemma)


def accuracy(lemmatize: Lemmatizer, examples: Examples) -> float:
    """Return the share of running words whose lemma is found."""
    right = sum(count for (tag, form, lemma), count in examples.items() if lemmatize(form, tag) == lemma)
    return right / sum(examples.values())


def write_rules(rules: dict[str, dict[str, SuffixRule]], stream: TextIO) -> None:
    """Write a table of rules in order."""
    for tag in sorted(rules):
        for suffix, rule in sorted(rules[tag].items()):
            print(tag, suffix, rule.strip, rule.add, sep="\t", file=stream)


def main() -> None:
    """Learn, write, report."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("train", nargs="+", type=Path)
    arguments.add_argument("--dev", nargs="+", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    rules = learn(read_examples(options.train))
    with write_whole(options.out) as stream:
        write_rules(rules, stream)
    size = sum(map(len, rules.values()))
    print(f"{size} rules, accuracy on dev {accuracy(Lemmatizer(rules), read_examples(options.dev)):.4f}")


if __name__ == "__main__":
    main()
