"""Make the grammar of the bundled methods paraphrase and simplify: concise wordings, and what passed the screen.

python experiments/paraphrases/judged.py SCREENED OUT [--attested RULES]

SCREENED is a grammar that `screen.py` wrote, RULES what `rewrites.py` extracted from rewritten sentences, OUT a compact
grammar. Every rule gets a `doubt`: −ln of the probability that it keeps meaning and grammar. That of the wordings in
`concise.txt`, and of the words in `../abstractive/words.txt`, is small; a rule of the screen is trusted more if editors
have used it.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from laconic.grammar.scfg import Scfg, ScfgRule
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.scfg.storage import read_scfg, write_scfg

CONCISE = Path(__file__).with_name("concise.txt")
WORDS = Path(__file__).parents[1] / "abstractive" / "words.txt"
RIGHT = {"concise": 0.97, "plain": 0.95, "attested": 0.85, "screened": 0.6}
"""How many in 100 applications of a rule are right, by a reading of some of each."""

LEAST_SAVED = 2

OUT_OF_PLACE = {("because", "since"), ("country", "nation"), ("countries", "nations"), ("problem", "issue")}
"""What editors write, too, but what gains nothing or means something else as often as not."""

PRONOUNS = ("who", "which", "that")
SLOTS = ("NP", "PP", "S", "SBAR", "ADVP")


VERB_TAGS = (("VB", "VBP"), ("VBZ",), ("VBD",), ("VBN",), ("VBG",))


def forms(verb: str) -> tuple[str, str, str, str, str]:
    """Return the forms of a regular verb, in the order of the tags.

    >>> forms("modify")
    ('modify', 'modifies', 'modified', 'modified', 'modifying')
    """
    if verb in ("transmit",):
        return verb, f"{verb}s", f"{verb}ted", f"{verb}ted", f"{verb}ting"
    if verb.endswith("y"):
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb[:-1]}ied", f"{verb}ing"
    stem = verb.removesuffix("e")
    third = f"{verb}es" if verb.endswith(("s", "h")) else f"{verb}s"
    return verb, third, f"{stem}ed", f"{stem}ed", f"{stem}ing"


def plain_rules(path: Path) -> Iterator[str]:
    """Yield the rules of the list that replace one word by a shorter one."""
    for line in path.read_text("utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        source, _, target = (part.strip() for part in rest.partition(" = "))
        if kind == "plain":
            tag, _, word = source.partition(": ")
            yield f"[{tag}] ||| {word} ||| {target}"
        elif kind == "verb":
            for tags, before, after in zip(VERB_TAGS, forms(source), target.split(), strict=True):
                yield from (f"[{tag}] ||| {before} ||| {after}" for tag in tags)


def word_rules(path: Path) -> Iterator[str]:
    """Yield the rules of a list of words by their tags; verbs stand in all their forms."""
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            tag, *words = line.lower().split()
            tags = VERB_TAGS if tag == "vb" else ((tag.upper(),),)
            for several, before, after in zip(tags, words[::2], words[1::2], strict=False):
                yield from (f"[{each}] ||| {before} ||| {after}" for each in several)


def concise_rules(path: Path) -> Iterator[str]:
    """Yield the other rules of the list, as Joshua writes them."""
    for line in path.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith(("#", "plain ", "verb ")):
            continue
        label = "X"
        source, _, target = (part.strip() for part in line.partition(" = "))
        if source.startswith("label "):
            label, _, source = source.removeprefix("label ").partition(": ")
            yield f"[{label}] ||| {source} ||| {target}"
        elif "WORD" in source:
            words, _, pattern = source.removeprefix("for ").partition(": ")
            for word in words.split():
                yield f"[NP] ||| {pattern.replace('WORD', word)} ||| {target.replace('WORD', word)}"
        elif source.startswith("relative "):
            for pronoun in PRONOUNS:
                for form in source.split()[1:]:
                    for slot in SLOTS:
                        yield f"[SBAR] ||| {pronoun} {form} [{slot},1] ||| {target} [{slot},1]"
                    yield f"[SBAR] ||| {pronoun} {form} [NP,1] [PP,2] ||| {target} [NP,1] [PP,2]"
        else:
            yield f"[{label}] ||| {source} ||| {target}"


def attested(path: Path) -> set[tuple[str, str]]:
    """Return the rules that editors used, without their labels."""
    rows = (line.rstrip("\n").split("\t") for line in path.open(encoding="utf-8"))
    sides = (rule.split(" ||| ") for _, _, rule in rows)
    return {(source, target) for _, source, target in sides}


def main() -> None:
    """Merge and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screened", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--attested", type=Path)
    arguments = parser.parse_args()
    known = set() if arguments.attested is None else attested(arguments.attested)
    rules: dict[str, ScfgRule] = {}
    for text in concise_rules(CONCISE):
        rule = parse_rule(text)
        rules[str(rule)] = _doubted(rule, "concise")
    for text in (*plain_rules(CONCISE), *word_rules(WORDS)):
        rule = parse_rule(text)
        rules[str(rule)] = _doubted(rule, "plain")
    used = 0
    for rule in read_scfg(arguments.screened):
        if _changed_words(rule) in OUT_OF_PLACE:
            continue
        _, source, target = str(rule).split(" ||| ")
        is_used = (source, target) in known
        used += is_used
        rules.setdefault(str(rule), _doubted(rule, "attested" if is_used and _shortens(rule) else "screened"))
    grammar = Scfg.of(rules[name] for name in sorted(rules))
    write_scfg(grammar, arguments.out)
    print(f"{len(grammar):,} rules, {used:,} of the screen attested; {arguments.out.stat().st_size / 1e6:.2f} MB")


def _changed_words(rule: ScfgRule) -> tuple[str, str]:
    """Return the words that a rule loses, and those that it brings."""
    before, after = (Counter(word for word in side if isinstance(word, str)) for side in (rule.source, rule.target))
    return " ".join(before - after), " ".join(after - before)


def _shortens(rule: ScfgRule) -> bool:
    """Return whether a rule saves letters, so that there is a reason to use it."""
    before, after = (sum(len(word) for word in side if isinstance(word, str)) for side in (rule.source, rule.target))
    return after <= before - LEAST_SAVED


def _doubted(rule: ScfgRule, kind: str) -> ScfgRule:
    features = {**rule.features, "doubt": -math.log(RIGHT[kind])}
    return ScfgRule(rule.label, rule.source, rule.target, features, rule.links)


if __name__ == "__main__":
    main()
