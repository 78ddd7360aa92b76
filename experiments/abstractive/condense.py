"""Turn shorter ways to put things into rules of trees: single words by their tags, phrases as they stand in parses.

    python experiments/abstractive/condense.py sources.jsonl parses.sqlite out.txt [TREES ...]

``words.txt`` has words with their tags, ``condensations.txt`` phrases; so has ``../paraphrases/concise.txt``, of which
those without slots or labels are taken, too. A phrase can stand in many trees: for each place
where a sentence of the corpus has it, the smallest node around it is the root of a rule, what is beside the phrase
below that node is a variable, and the phrase's words are replaced by the new ones. TREES are files of one tree per
line, a treebank or what ``laconic grammar pivot`` parsed: of the places found there, those count that were met twice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from laconic.corpus import Corpus
from laconic.files import read_lines
from laconic.grammar import Fragment, Grammar, Rule
from laconic.learn.training import make_parser
from laconic.tree import Leaf, Tree

HERE = Path(__file__).parent
HAND = "hand"
MOST_VARIABLES = 5
LEAST_SEEN_ELSEWHERE = 2
MODALS = frozenset("can could may must should will would cannot".split())
MARKS = frozenset(["relative", "verb"])
ALIKE = frozenset("come become put".split())
"""Verbs whose participle looks like their base form, as what replaces them does not."""

CONTRACTED = frozenset(["'s", "'re", "'m", "'ll", "'d", "'ve", "n't"])
TAGS_OF_VERBS = (("VB", "VBP"), ("VBZ",), ("VBD",), ("VBN",), ("VBG",))

Phrase = tuple[str, ...]


def word_rules() -> Iterator[Rule]:
    """Yield the rules of single words."""
    for line in (HERE / "words.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        tag, *words = line.split()
        pairs = list(zip(words[::2], words[1::2], strict=True))
        tags = TAGS_OF_VERBS if tag == "VB" else ((tag,),)
        for (old, new), several in zip(pairs, tags, strict=False):
            for each in several:
                yield Rule.parse(f"({each} {old}) ||| ({each} {new})")


def phrases() -> dict[Phrase, Phrase]:
    """Return the phrases with what is to be written for them, as small letters and with a capital."""
    found: dict[Phrase, Phrase] = {}
    own = _sides((HERE / "condensations.txt").read_text("utf-8"), "\t")
    others = _sides((HERE.parent / "paraphrases" / "concise.txt").read_text("utf-8"), " = ")
    for old, new in [*((old, new) for old, new in others if _is_plain(old)), *own]:
        found[old] = new
        found[(old[0].capitalize(), *old[1:])] = (new[0][:1].upper() + new[0][1:], *new[1:])
    return found


def _sides(text: str, between: str) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield what is written and what to write, for each line that has both."""
    for line in text.splitlines():
        if between in line and not line.startswith("#"):
            old, new = (tuple(side.split()) for side in line.split(between))
            yield old, new


def _is_plain(phrase: Phrase) -> bool:
    """Return whether a phrase is several words alone, without a slot, a label or another mark."""
    return len(phrase) > 1 and phrase[0] not in MARKS and all(word.isalpha() for word in phrase)


def phrase_rules(tree: Tree, wanted: dict[Phrase, Phrase], longest: int) -> Iterator[Rule]:
    """Yield the rules of the phrases that a sentence has."""
    words = tree.words
    for start in range(len(words)):
        for end in range(start + 2, min(len(words), start + longest) + 1):
            new = wanted.get(words[start:end])
            if new is not None and (rule := _rule(tree, start, end, new)) is not None:
                yield rule


def _rule(tree: Tree, start: int, end: int, new: Phrase) -> Rule | None:
    """Return the rule at the smallest node around a phrase; None if it would have too many variables."""
    node = tree
    while True:
        inner = [child for child in node.children if isinstance(child, Tree) and _covers(child, start, end)]
        if not inner:
            break
        node = inner[0]
    variables: list[Tree] = []
    source = _fragment(node, start, end, variables)
    is_contraction = new[-1] in CONTRACTED and new[-1] != "n't"
    if len(variables) > MOST_VARIABLES:
        return None
    if new[-1] == "'ve" and [leaf.label for leaf in tree.preterminals()][end : end + 1] != ["VBN"]:
        return None  # "I have a car" stays
    before = [each for each in variables if each.span[0] < start]
    after = [each for each in variables if each.span[0] >= end]
    if is_contraction and (not after or not after[0].words[0].isalnum() or after[0].label == "S"):
        return None  # "how rich they are" stays, and "how lucky they are to be here"
    tags = [leaf.label for leaf in tree.preterminals() if start <= leaf.span[0] < end]
    if tags[0] == "VB" and new[0] in MODALS:  # "will have to" must not become "will must"
        return None
    if tags[0] == "VBN" and tree.words[start] in ALIKE:  # "has come up with" must not become "has devise"
        return None
    inside = [Fragment(tags[min(place, len(tags) - 1)], (word,)) for place, word in enumerate(new)]
    children = [*(Fragment(each.label) for each in before), *inside, *(Fragment(each.label) for each in after)]
    return Rule(source, Fragment(node.label, tuple(children)), tuple(range(len(variables))))


def _covers(node: Tree, start: int, end: int) -> bool:
    return node.span[0] <= start and end <= node.span[1]


def _fragment(node: Tree, start: int, end: int, variables: list[Tree]) -> Fragment:
    children: list[Fragment | str] = []
    for child in node.children:
        if isinstance(child, Leaf):
            children.append(child.word)
        elif child.span[1] <= start or child.span[0] >= end:
            variables.append(child)
            children.append(Fragment(child.label))
        else:
            children.append(_fragment(child, start, end, variables))
    return Fragment(node.label, tuple(children))


def trees(path: str) -> Iterator[Tree]:
    """Return the trees of a file of one per line, compressed or not; a blank line is a sentence that was not parsed."""
    return (Tree.parse(line) for _, line in read_lines(path) if line.strip())


def main() -> None:
    """Write the rules, each counted as often as it was found; rules of words count ten times."""
    corpus, cache, out, *treebanks = sys.argv[1:]
    counts: Counter[Rule] = Counter(dict.fromkeys(word_rules(), 10))
    words = len(counts)
    wanted = phrases()
    longest = max(map(len, wanted))
    parser = make_parser("english", Path(cache))
    for sentence in parser.parse([pair.source for pair in Corpus.open(corpus)]):
        if sentence.tree is not None:
            counts.update(phrase_rules(sentence.tree, wanted, longest))
    elsewhere = Counter(
        rule for path in treebanks for tree in trees(path) for rule in phrase_rules(tree, wanted, longest)
    )
    counts.update({rule: count for rule, count in elsewhere.items() if count >= LEAST_SEEN_ELSEWHERE})
    Grammar.from_counts(counts, HAND).write(out)
    print(f"{words:,} rules of words, {len(counts) - words:,} of phrases")


if __name__ == "__main__":
    main()
