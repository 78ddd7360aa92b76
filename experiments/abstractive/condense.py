"""Turn shorter ways to put things into rules of trees: single words by their tags, phrases as they stand in parses.

    python experiments/abstractive/condense.py sources.jsonl parses.sqlite out.txt [TEXT ...]

``words.txt`` has words with their tags, ``rules.txt`` rules, ``kinds.py`` rules by kinds, ``condensations.txt``
phrases; so has the table of `rewrite` (``edited.py``). A phrase can stand in many trees: for each place where a
sentence of the corpus has it, the smallest node around it is the root of a rule, what is beside the phrase below that
node is a variable, and the phrase's words are replaced by the new ones. TEXT are files of one sentence per line: of the
places found there, those count that were met twice, or where the table has checked what stands beside the phrase.

What is beside a phrase may go while the phrase is replaced, so each rule comes with others that also delete a run of
its variables before the phrase, or after it, or both: rules that delete children of the same node cannot be used
beside it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path

from edited import Found, edited_rules, rewrite_table
from kinds import kinds

from laconic.corpus import Corpus
from laconic.english.function_words import FORMS_OF_BE
from laconic.english.inflection import plural, verb_form
from laconic.english.rewriting import PhraseTable
from laconic.files import read_lines
from laconic.grammar import DELETED, Fragment, Grammar, Rule
from laconic.learn.training import make_parser
from laconic.text import Sentence
from laconic.tree import Leaf, Tree

HERE = Path(__file__).parent
HAND = "hand"
MOST_VARIABLES = 5
LEAST_SEEN_ELSEWHERE = 2
MODALS = frozenset("can could may must should will would cannot".split())
CONTRACTED = frozenset(["'s", "'re", "'m", "'ll", "'d", "'ve", "n't"])
TAGS_OF_VERBS = (("VB", "VBP"), ("VBZ",), ("VBD",), ("VBN",), ("VBG",))

HABITS = frozenset("playing running working reading making attending coming calling arriving following".split())
"""Participles that speak of one occasion, where a relative clause speaks of a habit: *who plays the piano*."""

RELATIVES = frozenset("who which that".split())
BELONGING = "member", "resident", "student", "employee", "supporter", "fan", "player"
"""Those who belong to what a name stands for."""

REGIONS = "province", "county", "prefecture", "district"

COMPLEMENTS = "", "NP", "NP PP", "PP", "PP PP", "S", "SBAR", "ADVP", "ADJP", "NP S"
"""What may follow a verb in its phrase."""

CONTRACTIONS = {
    "'m": ("I", "am"),
    "'re": ("you we they", "are"),
    "'s": ("he she it that there", "is has"),
    "'ll": ("I you he she it we they", "will"),
    "'d": ("I you he she we they", "would had"),
    "'ve": ("I you we they", "have"),
}
"""Which pronouns and which verbs are contracted."""

TAGS = {
    **dict.fromkeys(("is", "has", "does"), "VBZ"),
    **dict.fromkeys(("am", "are", "have", "do"), "VBP"),
    **dict.fromkeys(("was", "were", "had", "did"), "VBD"),
    **dict.fromkeys(("will", "would", "could", "should", "can"), "MD"),
}
"""The tags of auxiliary verbs."""

COMPLEMENTS_OF_BE = (
    "VP", "NP", "ADJP", "PP", "ADVP VP", "RB VP", "RB NP", "RB ADJP", "ADVP NP", "ADVP ADJP", "ADJP SBAR", "ADJP S",
    "ADVP PP", "NP SBAR", "ADJP PP", "NP PP", "RB PP", "PP SBAR", "NP , SBAR", "ADJP , SBAR", "NP ADVP", "ADVP ADJP S",
    "PP PP", "ADJP ADVP", "RB ADJP SBAR", "RB ADJP S", "RB ADVP VP", "NP S", "ADVP NP SBAR", "NP , S", "NP NP",
    "ADVP PP PP", "NP PP PP", "ADJP PP PP", "VP PP", "VP ADVP", "VP SBAR", "RB ADJP PP", "RB NP PP", "ADVP ADJP PP",
)  # fmt: skip
BEFORE_CLAUSES = (
    "", "PP ,", "SBAR ,", "ADVP ,", "NP ,", "ADVP", "PP", "CC", "S ,", "SBAR", "NP", "INTJ ,", "RB", "CC ADVP",
    "CC ADVP ,", "ADVP , PP ,", "S CC", "CC PP ,", "CC INTJ", "INTJ", "CC ,", "CC PP", "CC SBAR ,",
)  # fmt: skip
AFTER_CLAUSES = "", ".", ". ''", ":", ", SBAR ."
"""What is met beside a form of *be* and its subject, in this order of frequency."""

COMMON = tuple(
    """find see know want like love need get take make give go come think feel say tell ask try use work help show
    start stop leave keep meet spend buy pay enjoy learn hear happen look seem appear change play run move live write
    read send bring eat speak talk call turn follow understand remember notice manage agree mention occur receive
    provide win lose break build grow draw choose do have fall rise begin become stay visit attend join hire return
    discuss""".split()
)
"""Verbs that *did* may stress, and that may go on in the future."""

NEWS = tuple(
    """host sue launch offer face release introduce urge demand hold warn seek plan hope support threaten expect suffer
    lead claim""".split()
)
"""Verbs that say in the present tense what is going on."""

MONTHS = {
    "January": "Jan.",
    "February": "Feb.",
    "August": "Aug.",
    "September": "Sept.",
    "October": "Oct.",
    "November": "Nov.",
    "December": "Dec.",
}

Phrase = tuple[str, ...]
Wanted = dict[tuple[Phrase, str], Phrase]
"""What to write for phrases whose first word has a tag; "" if any tag will do."""


def word_rules() -> Iterator[Rule]:
    """Yield the rules of single words."""
    for line in _lines("words.txt"):
        tag, *words = line.split()
        pairs = list(zip(words[::2], words[1::2], strict=True))
        tags = TAGS_OF_VERBS if tag == "VB" else ((tag,),)
        for (old, new), several in zip(pairs, tags, strict=False):
            for each in several:
                yield Rule.parse(f"({each} {old}) ||| ({each} {new})")


def written_rules() -> Iterator[Rule]:
    """Yield the rules that are written out, and those that also delete what their last variable stands for."""
    for rule in map(Rule.parse, _lines("rules.txt")):
        yield from with_deletions(rule) if _is_flat(rule) else (rule,)


def compound_rules() -> Iterator[Rule]:
    """Yield the rules that put a name before a noun: *residents of Essex*, *Essex residents*."""
    for noun, labels in product(BELONGING, (["NNP"], ["NNP", "NNP"])):
        for tag, form in (("NN", noun), ("NNS", plural(noun))):
            for article, of_name in product(("", " DT@1"), ("", "(DT the) ")):
                first = 2 if article else 1
                name = " ".join(f"{label}@{place}" for place, label in enumerate(labels, first))
                source = f"(NP (NP{article} ({tag} {form})) (PP (IN of) (NP {of_name}{name})))"
                yield Rule.parse(f"{source} ||| (NP{article} {name} ({tag} {form}))")
    for noun, labels in product(REGIONS, ("NNP@1", "NNP@1 NNP@2")):
        yield Rule.parse(f"(NP (NP (DT the) (NN {noun})) (PP (IN of) (NP {labels}))) ||| (NP {labels} (NN {noun}))")


def contraction_rules() -> Iterator[Rule]:
    """Yield the rules that contract a pronoun with its verb, and a verb with *not*.

    A pronoun and a verb that may be contracted get categories of their own, such as ``VP'm``, and only rules for
    clauses join the two: so what is beside the pronoun and what is beside the verb need not be foreseen together.
    """
    for mark, (subjects, verbs) in CONTRACTIONS.items():
        for subject in subjects.split():
            tag = {"there": "EX", "that": "DT"}.get(subject, "PRP")
            for form in {subject, subject.capitalize()}:
                yield Rule.parse(f"(NP ({tag} {form})) ||| (NP{mark} ({tag} {form}))")
        for verb in verbs.split():
            for complement in COMPLEMENTS_OF_BE if verb in FORMS_OF_BE else ("VP", "ADVP VP", "RB VP"):
                yield from _contracted(f"({TAGS[verb]} {verb})", f"({TAGS[verb]} {mark})", complement, f"VP{mark}")
        for others in ("CC@2 VP@3", "CC@ε VP@ε", ",@2 CC@3 VP@4", ",@ε CC@ε VP@ε"):
            stays = "" if "ε" in others else f" {others}"
            yield Rule.parse(f"(VP VP@1 {others}) ||| (VP{mark} VP{mark}@1{stays})")
        for before, after in product(BEFORE_CLAUSES, AFTER_CLAUSES):
            left, count = [f"{label}@{{}}" for label in before.split()], len(before.split())
            right = "".join(f" {label}@{count + 3 + place}" for place, label in enumerate(after.split()))
            for numbers in {(*range(1, count + 1),), ("ε",) * count}:
                found = "".join(f" {each.format(number)}" for each, number in zip(left, numbers, strict=True))
                stays = found if "ε" not in numbers else ""
                clause = f"NP@{count + 1} VP@{count + 2}{right}"
                contracted = f"NP{mark}@{count + 1} VP{mark}@{count + 2}{right}"
                yield Rule.parse(f"(S{found} {clause}) ||| (S{stays} {contracted})")
    for verb, tag in TAGS.items():
        short = {"can": "ca", "will": "wo"}.get(verb, verb)
        if verb not in ("am", "may"):
            for complement in COMPLEMENTS_OF_BE if verb in FORMS_OF_BE else ("VP", "ADVP VP"):
                if "RB" not in complement:
                    yield from _contracted(f"({tag} {verb}) (RB not)", f"({tag} {short}) (RB n't)", complement, "VP")


def _contracted(old: str, new: str, complement: str, label: str) -> Iterator[Rule]:
    """Yield the rule that contracts the start of a verb's phrase, and those that also delete some of what follows."""
    rest = " ".join(f"{part}@{place}" for place, part in enumerate(complement.split(), 1))
    rule = Rule.parse(f"(VP {old} {rest}) ||| ({label} {new} {rest})")
    assert rule.target is not None
    own = len(rule.target.children) - len(rule.links)
    for run in _runs(own, len(rule.target.children)):
        left = [part for place, part in enumerate(complement.split(), own) if not run[0] <= place < run[1]]
        if left and left != [","] and (left.count("RB") == complement.split().count("RB")):
            yield _without(rule, set(range(*run)))


def tense_rules() -> Iterator[Rule]:
    """Yield the rules that use a simple tense: *found* for *did find*, *hosts* for *is hosting*."""
    for verb, complement in product(COMMON + NEWS, COMPLEMENTS):
        rest = "".join(f" {label}@{place}" for place, label in enumerate(complement.split(), 1))
        verbs = {tag: f"({tag} {verb_form(verb, tag)})" for tag in ("VB", "VBP", "VBZ", "VBD", "VBG")}
        sides = [
            (f"(VP (VBD did) (VP {verbs['VB']}{rest}))", f"(VP {verbs['VBD']}{rest})"),
            (f"(VP (MD will) (VP (VB be) (VP {verbs['VBG']}{rest})))", f"(VP (MD will) {verbs['VB']}{rest})"),
        ]
        for be, tag in (("is", "VBZ"), ("are", "VBP"), ("am", "VBP")) if verb in NEWS else ():
            sides.append((f"(VP ({tag} {be}) (VP {verbs['VBG']}{rest}))", f"(VP {verbs[tag]}{rest})"))
        for old, new in sides:
            yield from with_deletions(Rule.parse(f"{old} ||| {new}"))


def date_rules() -> Iterator[Rule]:
    """Yield the rules that shorten the names of months in dates."""
    years = "", " ,@2 CD@3", " ,@ε CD@ε", " ,@2 CD@3 ,@4", " ,@ε CD@ε ,@ε"
    for (month, short), year in product(MONTHS.items(), years):
        stays = "" if "ε" in year else year
        yield Rule.parse(f"(NP (NNP {month}) CD@1{year}) ||| (NP (NNP {short}) CD@1{stays})")


def participles() -> dict[str, str]:
    """Return the participles that can stand for a relative clause's verb."""
    text = (HERE.parent / "paraphrases" / "concise.txt").read_text("utf-8")
    lines = [line.removeprefix("relative ").split(" = ") for line in text.splitlines() if line.startswith("relative ")]
    return {form: new for old, new in lines if new not in HABITS for form in old.split()}


def relative_rules(tree: Tree, known: Mapping[str, str]) -> Iterator[Rule]:
    """Yield the rules of relative clauses in a sentence that a participle can stand for: *who lives*, *living*."""
    for node in tree.nodes():
        for clause in node.children[1:] if node.label == "NP" else ():
            if isinstance(clause, Tree) and (verb := _relative_verb(clause)) and verb.words[0] in known:
                rule = _rule(tree, clause.span[0], verb.span[1], (known[verb.words[0]],), "VBG")
                if rule is not None:
                    yield rule


def _relative_verb(clause: Tree) -> Tree | None:
    """Return the finite verb with which a relative clause begins after its pronoun."""
    if clause.label != "SBAR" or len(clause.children) != 2 or clause.words[0] not in RELATIVES:
        return None
    node: Tree | Leaf = clause.children[1]
    for label in ("S", "VP"):
        if not isinstance(node, Tree) or node.label != label:
            return None
        node = node.children[0]
    if not isinstance(node, Tree) or node.label not in ("VBZ", "VBP", "VBD"):
        return None
    is_auxiliary = any(phrase.label == "VP" and phrase.span[0] >= node.span[1] for phrase in clause.nodes())
    return None if node.words[0] in ("have", "has") and is_auxiliary else node  # *who have had*


def phrases() -> Wanted:
    """Return the phrases with what is to be written for them, as small letters and with a capital."""
    found: Wanted = {}
    for old, new in (map(_words, line.split("\t")) for line in _lines("condensations.txt")):
        for tag in ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG") if old[0].endswith("*") else ("",):
            before, after = (tuple(_inflected(word, tag) for word in side) for side in (old, new))
            found[before, tag] = after
            found[(before[0].capitalize(), *before[1:]), tag] = (after[0][:1].upper() + after[0][1:], *after[1:])
    return found


def _inflected(word: str, tag: str) -> str:
    return verb_form(word[:-1], tag) if word.endswith("*") else word


def _lines(name: str) -> Iterator[str]:
    """Return the lines of a file here that say something."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return (line for line in lines if line and not line.startswith("#"))


def _words(side: str) -> Phrase:
    return tuple(side.split())


def phrase_rules(tree: Tree, wanted: Wanted, longest: int) -> Iterator[Rule]:
    """Yield the rules of the phrases that a sentence has."""
    words = tree.words
    tags = [leaf.label for leaf in tree.preterminals()]
    for start in range(len(words)):
        for end in range(start + 2, min(len(words), start + longest) + 1):
            new = wanted.get((words[start:end], tags[start])) or wanted.get((words[start:end], ""))
            if new is not None and (rule := _rule(tree, start, end, new)) is not None:
                yield rule


def _rule(tree: Tree, start: int, end: int, new: Phrase, tag: str = "") -> Rule | None:
    """Return the rule at the smallest node around a phrase; None if it would have too many variables.

    Args:
        tree: the tree.
        start: where the phrase starts.
        end: where it ends.
        new: what to write.
        tag: the tag of what is written; "" takes those of the phrase.
    """
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
    following = next((leaf.label for leaf in tree.preterminals() if leaf.span[0] == end), "")
    if is_contraction and tree.words[end - 1] in ("have", "has") and following != "VBN":
        return None  # "I have a car" stays
    before = [each for each in variables if each.span[0] < start]
    after = [each for each in variables if each.span[0] >= end]
    if is_contraction and (not after or not after[0].words[0].isalnum() or after[0].label == "S"):
        return None  # "how rich they are" stays, and "how lucky they are to be here"
    tags = [leaf.label for leaf in tree.preterminals() if start <= leaf.span[0] < end]
    if tags[0] in ("NN", "NNS") and tags[1] in ("IN", "RP") and len(new) == 1:  # "arms deals with" stays
        return None
    if tags[0] == "VB" and new[0] in MODALS:  # "will have to" must not become "will must"
        return None
    inside = [Fragment(tag or tags[min(place, len(tags) - 1)], (word,)) for place, word in enumerate(new)]
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


def with_deletions(rule: Rule, needed: frozenset[int] = frozenset()) -> Iterator[Rule]:
    """Yield a rule, and those that also delete a run of its variables before its own words, after them, or both.

    Args:
        rule: the rule.
        needed: the places of variables among the target's children that must stay, as the rule's own words do.

    >>> rule = Rule.parse("(PP ADVP@1 (IN in) (NN spite) (IN of) NP@2) ||| (PP ADVP@1 (IN despite) NP@2)")
    >>> [str(each).partition(" ||| ")[2] for each in with_deletions(rule)]
    ['(PP ADVP@1 (IN despite) NP@2)', '(PP ADVP@1 (IN despite))', '(PP (IN despite) NP@1)', '(PP (IN despite))']
    """
    assert rule.target is not None
    own = [place for place, child in enumerate(rule.target.children) if place in needed or not _is_variable(child)]
    last = own[-1] + 1
    needs_more = rule.target.words[-1] in CONTRACTED - {"n't"}  # "it 's" must not end a sentence
    before = _runs(0, own[0])
    after = [run for run in _runs(last, len(rule.target.children)) if not (needs_more and run[0] == last < run[1])]
    for left, right in product(before, after):
        yield _without(rule, {*range(*left), *range(*right)})


def _runs(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield no run, and every run of neighbouring places from ``first`` up to ``last``."""
    yield first, first
    for start in range(first, last):
        for end in range(start + 1, last + 1):
            yield start, end


def _without(rule: Rule, gone: set[int]) -> Rule:
    """Return a rule that also deletes the variables at some places among its target's children."""
    assert rule.target is not None
    kept = [child for place, child in enumerate(rule.target.children) if place not in gone]
    variables = iter(rule.target_links)
    linked = [next(variables) if _is_variable(child) else None for child in rule.target.children]
    stay = [variable for place, variable in enumerate(linked) if variable is not None and place not in gone]
    links = tuple(stay.index(each) if each in stay else DELETED for each in range(len(rule.links)))
    return Rule(rule.source, Fragment(rule.target.label, tuple(kept)), links)


def _is_flat(rule: Rule) -> bool:
    """Return whether all variables of a rule's target are children of its root."""
    return rule.target is not None and sum(map(_is_variable, rule.target.children)) == len(rule.target.variables)


def _is_variable(child: Fragment | str) -> bool:
    return isinstance(child, Fragment) and child.is_variable


def found_rules(sentence: Sentence, wanted: Wanted, known: Mapping[str, str], table: PhraseTable) -> Iterator[Found]:
    """Yield the rules of the phrases and relative clauses that a sentence has."""
    if sentence.tree is not None:
        longest = max(len(phrase) for phrase, _ in wanted)
        yield from map(Found, phrase_rules(sentence.tree, wanted, longest))
        yield from map(Found, relative_rules(sentence.tree, known))
        yield from edited_rules(sentence, table)


def main() -> None:
    """Write the rules, each counted as often as it was found; those that are written out count ten times."""
    corpus, cache, out, *texts = sys.argv[1:]
    written = [*word_rules(), *written_rules(), *tense_rules(), *date_rules()]
    written += [*contraction_rules(), *compound_rules(), *kinds()]
    wanted, known, table = phrases(), participles(), rewrite_table()
    parser = make_parser("english", Path(cache))

    def rules_in(sentences: Iterable[str]) -> Counter[Found]:
        return Counter(rule for each in parser.parse(sentences) for rule in found_rules(each, wanted, known, table))

    met = rules_in(pair.source for pair in Corpus.open(corpus))
    elsewhere = rules_in(line for path in texts for _, line in read_lines(path) if line.strip())
    met.update({each: n for each, n in elsewhere.items() if each.is_checked or n >= LEAST_SEEN_ELSEWHERE})
    counts: Counter[Rule] = Counter(dict.fromkeys(written, 10))
    for found, count in met.items():
        counts.update(dict.fromkeys(with_deletions(found.rule, found.needed), count))
    Grammar.from_counts(counts, HAND).write(out)
    print(f"{len(written):,} rules written out, {len(met):,} found, {len(counts):,} with their deletions")


if __name__ == "__main__":
    main()
