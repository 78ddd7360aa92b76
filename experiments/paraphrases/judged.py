"""Make the grammar of the bundled model paraphrase: concise wordings, and what passed the screen.

python experiments/paraphrases/judged.py SCREENED OUT [--attested RULES] [--words]

SCREENED is a grammar that `screen.py` wrote, RULES what `rewrites.py` extracted from rewritten sentences, OUT a compact
grammar. Every rule gets a `doubt`: −ln of the probability that it keeps meaning and grammar. That of the wordings in
`concise.txt` is small, and the table of phrases of `rewrite` says how sure each of its own is. A rule of the screen is
trusted more if editors have used it. With --words, as a simplifier needs, many more words are replaced by shorter ones:
those of `../abstractive/words.txt`, and all that editors have replaced.

SCREENED may also be a grammar that this program made: rules keep the doubt that they have.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from table import table_rules

from laconic.grammar.scfg import Scfg, ScfgRule
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.scfg.storage import read_scfg, write_scfg
from laconic.methods.paraphrase import SPOKEN

CONCISE = Path(__file__).with_name("concise.txt")
WORDS = Path(__file__).parents[1] / "abstractive" / "words.txt"
TABLE = Path(__file__).parents[2] / "src" / "laconic" / "data" / "models" / "rewrite" / "phrases.txt"
RIGHT = {"concise": 0.97, "plain": 0.95, "attested": 0.85, "screened": 0.6}
"""How many in 100 applications of a rule are right, by a reading of some of each."""

PIVOTED = "phrase"
"""A feature that only rules of the screen have."""

ROUNDING = 1e-3
"""By how much a compact grammar may round a doubt."""

LEAST_SAVED = 2
"""How many letters a rule must save, so that there is a reason to use it."""

OUT_OF_PLACE = {("because", "since"), ("country", "nation"), ("countries", "nations"), ("problem", "issue")}
"""What editors write, too, but what gains nothing or means something else as often as not."""

LINKS = {("of", ""), ("for", ""), ("'s", "")}
"""What links two words, and is missed where a rule only loses it: *a period limited exposure*, *the 50 age*."""

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
            words, _, patterns = line.removeprefix("for ").partition(": ")
            for word, pattern in product(words.split(), patterns.split("; ")):
                yield f"[NP] ||| {pattern.replace('WORD', word).replace(' = ', ' ||| ')}"
        elif source.startswith("spoken "):
            pronouns, verb = source.removeprefix("spoken ").split()
            for pronoun in pronouns.split("|"):
                yield f"[{SPOKEN}] ||| {pronoun} {verb} ||| {pronoun} {target}"
        elif source.startswith("relative "):
            for pronoun, form, comma in product(PRONOUNS, source.split()[1:], ("", ", ")):
                for slot in SLOTS if target != "with" else ("NP",):
                    yield f"[NP] ||| [NP,1] {comma}{pronoun} {form} [{slot},2] ||| [NP,1] {comma}{target} [{slot},2]"
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
    parser.add_argument("--words", action="store_true")
    arguments = parser.parse_args()
    known = set() if arguments.attested is None else attested(arguments.attested)
    rules: dict[str, ScfgRule] = {}
    for text, sure in (*table_rules(TABLE), *((text, RIGHT["concise"]) for text in concise_rules(CONCISE))):
        rule = parse_rule(text)
        if _changed_words(rule) not in OUT_OF_PLACE:
            rules.setdefault(str(rule), _doubted(rule, sure))
    for text in (*plain_rules(CONCISE), *(word_rules(WORDS) if arguments.words else ())):
        rule = parse_rule(text)
        rules.setdefault(str(rule), _doubted(rule, RIGHT["plain"]))
    used = 0
    for rule in read_scfg(arguments.screened):
        if PIVOTED not in rule.features or _changed_words(rule) in OUT_OF_PLACE | LINKS:
            continue
        _, source, target = str(rule).split(" ||| ")
        is_used = (source, target) in known or rule.features.get("doubt", math.inf) <= _doubt(RIGHT["attested"])
        is_trusted = is_used and not _only_deletes(rule) and _shortens(rule, by_words=not arguments.words)
        used += is_trusted
        rules.setdefault(str(rule), _doubted(rule, RIGHT["attested" if is_trusted else "screened"]))
    grammar = Scfg.of(rules[name] for name in sorted(rules))
    write_scfg(grammar, arguments.out)
    print(f"{len(grammar):,} rules, {used:,} of the screen trusted; {arguments.out.stat().st_size / 1e6:.2f} MB")


def _changed_words(rule: ScfgRule) -> tuple[str, str]:
    """Return the words that a rule loses, and those that it brings."""
    before, after = (Counter(word for word in side if isinstance(word, str)) for side in (rule.source, rule.target))
    return " ".join(before - after), " ".join(after - before)


def _shortens(rule: ScfgRule, *, by_words: bool) -> bool:
    """Return whether a rule saves letters, or even words."""
    before, after = ([word for word in side if isinstance(word, str)] for side in (rule.source, rule.target))
    return len("".join(after)) <= len("".join(before)) - LEAST_SAVED and (len(after) < len(before) or not by_words)


def _only_deletes(rule: ScfgRule) -> bool:
    """Return whether a rule only leaves words out: that is for the network to propose and for its verifier to judge."""
    left = iter(rule.source)
    return all(symbol in left for symbol in rule.target)


def _doubt(sure: float) -> float:
    return -math.log(sure) + ROUNDING


def _doubted(rule: ScfgRule, sure: float) -> ScfgRule:
    features = {**rule.features, "doubt": -math.log(sure)}
    return ScfgRule(rule.label, rule.source, rule.target, features, rule.links)


if __name__ == "__main__":
    main()
