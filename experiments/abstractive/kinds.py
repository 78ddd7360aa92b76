"""Rules of trees that are written out by kinds: genitives, compounds, verbs for nouns, and places before superlatives.

An owner and what it owns become categories of their own, ``NP-owner`` and ``NP-of``, so that the one need not be
written out for every other: one rule makes *the city's* of *the city*, another *mayor* of *the mayor*, and a third puts
the owner first. The lists of nouns are those of `rewrite`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from laconic.english.inflection import plural, verb_form
from laconic.english.rewriting.compounds import HEADS
from laconic.english.rewriting.nominals import NOMINALS
from laconic.english.rewriting.order import adverb
from laconic.english.rewriting.roles import OWNED, PEOPLE, PERSONS
from laconic.grammar import Rule

OWNER, THING = "NP-owner", "NP-of"
OBJECT, PAST, PLAIN = "NP-object", "VBD-active", "VB-active"
NAMES = (
    "NNP", "NNP NNP", "NNP NNP NNP", "DT NNP", "DT NNP NNP", "DT NNP NNP NNP", "PRP$ NN", "PRP$ JJ NN", "DT NN",
)  # fmt: skip
ARTICLES = "the", "The"

NOT_OWNED = frozenset(
    "part parts purpose purposes meaning roof case theory knowledge face view views image memory fear estate people "
    "prime town city village island province state district republic will heart sense source cause causes example "
    "evidence wish subject".split()
)
"""Nouns of fixed phrases (*on the part of*), and of what is thought about someone."""

THINGS = (OWNED - NOT_OWNED) | frozenset("appointment borders captain citizens head reply".split())

BEHIND = "", " PP@{}", " SBAR@{}", " ,@{} SBAR@{}"
"""What may follow a noun in its phrase."""

PLACES = "world country nation city town state region area continent league industry company".split()

MASSES = frozenset(
    "analysis collection consumption delivery detection disposal distribution export import management manufacture "
    "ownership prevention processing procurement production purchase recycling registration rental sale smuggling "
    "storage supply trafficking transmission treatment".split()
)
"""What is done to things, which may stand before it: *oil production*."""

COUNTED = frozenset("crisis deficit index industry level market policy price rate shortage".split())
"""The same, with an article: *the growth rate*."""

MANNERS = (
    "active appropriate balanced calm careful cautious clear coherent comprehensive concrete consistent constructive "
    "controlled convincing coordinated correct creative democratic detailed different direct discreet efficient "
    "effective fair flexible formal frank friendly full gradual honest independent informal intelligent legal logical "
    "meaningful mature objective open orderly organised organized peaceful permanent polite positive practical "
    "pragmatic precise predictable professional proper quick quiet random rational realistic reasonable regular "
    "respectful responsible rigorous routine safe secret selective sensible serious significant similar simple smooth "
    "specific strange structured subtle sustainable systematic temporary thorough transparent unusual visible voluntary"
).split()
NO_ADVERBS = frozenset("friendly orderly different simple similar organised organized full".split())

WHERE = (
    "area bar building city club community country house market place region restaurant room school society"
).split()
WHEN = "age century day decade era month night period season summer week winter year".split()

SHORT_NAMES = {
    "(NNP European) (NNP Union)": "EU",
    "(NNP United) (NNPS States)": "US",
    "(NNP United) (NNP Kingdom)": "UK",
    "(NNP United) (NNPS Nations)": "UN",
}
TITLES = {
    "Senator": "Sen.",
    "Representative": "Rep.",
    "Governor": "Gov.",
    "General": "Gen.",
    "Lieutenant": "Lt.",
    "Colonel": "Col.",
    "Captain": "Capt.",
    "Sergeant": "Sgt.",
    "Professor": "Prof.",
    "Doctor": "Dr.",
}
"""What comes before a name, and is written shorter there."""

OBJECTS = (
    "DT NN", "DT JJ NN", "DT NN NN", "DT NNS", "DT JJ NNS", "DT NNP", "DT NNP NNP", "DT NNP NN", "DT CD NNS", "NNP",
    "NNP NNP", "NNP NNP NNP", "NNS", "JJ NNS", "NN NNS", "CD NNS", "CD JJ NNS", "NN", "JJ NN", "PRP$ NN", "PRP$ NNS",
    "PRP$ JJ NN", "PRP$ JJ NNS",
)  # fmt: skip
"""Noun phrases that are the same as subjects and as objects, which pronouns are not."""

ACTIVE = (
    "accept adopt announce approve arrest attack attend award ban beat bite block break build buy cancel capture "
    "carry cause charge choose close commission compose conduct confirm cover create criticise criticize defeat "
    "deliver describe design destroy develop direct discover dismiss draft drive edit elect endorse establish finance "
    "find fine fire follow found fund give hire hit hold injure inspire interview introduce invent investigate invite "
    "kill launch lead make manage manufacture murder offer open operate oppose order organise organize own paint pass "
    "perform play praise prepare present produce propose publish purchase raise receive record reject release replace "
    "report represent rescue review run see seize select sell send shoot sign spot steal stop strike study support "
    "surround take teach test threaten trigger use visit welcome win witness write"
).split()

BEFORE_GERUNDS = "of for by through without about from on against in towards toward".split()

PLURAL_SPEAKERS = (
    "police officials authorities experts analysts researchers scientists sources reports prosecutors lawyers doctors "
    "critics economists investigators witnesses organisers organizers residents"
).split()
SPEAKERS = "report study survey statement poll spokesman spokeswoman official newspaper".split()


def kinds() -> Iterator[Rule]:
    """Yield the rules of all kinds."""
    for make in KINDS:
        yield from map(Rule.parse, make())


def owners() -> Iterator[str]:
    """Yield the rules that give a noun phrase a genitive."""
    for shape in NAMES:
        name = _numbered(shape.split())
        yield f"(NP {name}) ||| ({OWNER} {name} (POS 's))"
    for name, short in SHORT_NAMES.items():
        yield f"(NP (DT the) {name}) ||| ({OWNER} (DT the) (NNP {short}) (POS 's))"
    for noun in sorted(PEOPLE | PERSONS):
        if noun.endswith("s"):
            continue
        several = plural(noun)
        mark = "'" if several.endswith("s") else "'s"
        for article in ("DT@1", "PRP$@1"):
            yield f"(NP {article} JJ@2 (NN {noun})) ||| ({OWNER} {article} JJ@2 (NN {noun}) (POS 's))"
            yield f"(NP {article} JJ@ε (NN {noun})) ||| ({OWNER} {article} (NN {noun}) (POS 's))"
            yield f"(NP {article} (NNS {several})) ||| ({OWNER} {article} (NNS {several}) (POS {mark}))"
        if noun in PERSONS:
            yield f"(NP (NNS {several})) ||| ({OWNER} (NNS {several}) (POS {mark}))"
            yield f"(NP JJ@1 (NNS {several})) ||| ({OWNER} JJ@1 (NNS {several}) (POS {mark}))"


def owned() -> Iterator[str]:
    """Yield the rules that put an owner before what it owns: *the mayor of Leeds*, *Leeds's mayor*."""
    for noun, article in product(sorted(THINGS), ARTICLES):
        thing = f"({'NNS' if noun.endswith('s') else 'NN'} {noun})"
        yield f"(NP (DT {article}) {thing}) ||| ({THING} {thing})"
        yield f"(NP (DT {article}) JJ@1 {thing}) ||| ({THING} JJ@1 {thing})"
        yield f"(NP (DT {article}) JJ@ε {thing}) ||| ({THING} {thing})"
    for behind in BEHIND:
        for rest, stays in _with_and_without(behind, 3):
            yield f"(NP NP@1 (PP (IN of) NP@2){rest}) ||| (NP {OWNER}@2 {THING}@1{stays})"


def _with_and_without(behind: str, first: int) -> Iterator[tuple[str, str]]:
    """Yield what follows a noun on both sides: where it stays, and where it goes."""
    count = behind.count("@")
    stays = behind.format(*range(first, first + count))
    yield stays, stays
    if count:
        yield behind.format(*"ε" * count), ""


def superlatives() -> Iterator[str]:
    """Yield the rules for *the largest bank in the country*, *the country's largest bank*."""
    best = "JJS", "JJS JJ", "JJS NN", "JJS NNP", "RBS JJ", "ADJP"
    places = [f"(DT the) (NN {place})" for place in PLACES] + ["NNP@{}", "NNP@{} NNP@{}", "(DT the) NNP@{}"]
    for article, quality, tag, place, behind in product(ARTICLES, best, ("NN", "NNS"), places, BEHIND[:3]):
        shape = [*quality.split(), tag]
        inner, count = _numbered(shape), len(shape)
        names = place.count("{}")
        owner = place.format(*range(count + 1, count + names + 1))
        for rest, stays in _with_and_without(behind, count + names + 1):
            source = f"(NP (NP (DT {article}) {inner}) (PP (IN in) (NP {owner})){rest})"
            yield f"{source} ||| (NP (NP {owner} (POS 's)) {inner}{stays})"


def compounds() -> Iterator[str]:
    """Yield the rules for *the production of oil*, *oil production*, and for *a ban on alcohol*, *an alcohol ban*."""
    for noun, article, behind in product(sorted(MASSES), ("", "(DT the) ", "(DT The) "), BEHIND[:3]):
        for rest, stays in _with_and_without(behind, 2):
            yield f"(NP (NP {article}(NN {noun})) (PP (IN of) (NP NN@1)){rest}) ||| (NP NN@1 (NN {noun}){stays})"
    heads = {("of", noun) for noun in COUNTED} | {pair for pair in HEADS if pair[0] in ("on", "in", "for")}
    for (preposition, noun), behind in product(sorted(heads), BEHIND[:3]):
        for tag, before in product(("NN", "NNS"), ("DT@1 ", "DT@1 JJ@2 ", "PRP$@1 ", "JJ@1 ", "")):
            if tag == "NNS" or before[:1] in ("D", "P"):
                thing, last = f"({tag} {noun if tag == 'NN' else plural(noun)})", before.count("@") + 1
                for rest, stays in _with_and_without(behind, last + 1):
                    source = f"(NP (NP {before}{thing}) (PP (IN {preposition}) (NP NN@{last})){rest})"
                    yield f"{source} ||| (NP {before}NN@{last} {thing}{stays})"


def nominals() -> Iterator[str]:
    """Yield the rules for *by the creation of jobs*, *by creating jobs*, and for such subjects."""
    for noun, verb in NOMINALS.items():
        gerund = verb_form(verb, "VBG")
        for preposition, article in product(BEFORE_GERUNDS, ("(DT the) ", "")):
            source = f"(PP (IN {preposition}) (NP (NP {article}(NN {noun})) (PP (IN of) NP@1)))"
            yield f"{source} ||| (PP (IN {preposition}) (VBG {gerund}) NP@1)"
        for (article, first), end in product((("the", gerund), ("The", gerund.capitalize())), ("", " .@3")):
            subject = f"(NP (NP (DT {article}) (NN {noun})) (PP (IN of) NP@1))"
            for helper in ("MD", "VBZ"):
                rest = f"(VP {helper}@2 VP@3)" if not end else f"(VP {helper}@2 VP@3) .@4"
                yield f"(S {subject} {rest}) ||| (S (VBG {first}) NP@1 {rest})"


def manners() -> Iterator[str]:
    """Yield the rules for *in a careful way*, *carefully*, and *on a voluntary basis*, *voluntarily*."""
    for word in (each for each in MANNERS if each not in NO_ADVERBS):
        article = "an" if word[0] in "aeiou" else "a"
        for preposition, noun in (("in", "way"), ("in", "manner"), ("in", "fashion"), ("on", "basis")):
            source = f"(PP (IN {preposition}) (NP (DT {article}) (JJ {word}) (NN {noun})))"
            yield f"{source} ||| (PP (RB {adverb(word)}))"


def relatives() -> Iterator[str]:
    """Yield the rules for *the town in which*, *the town where*, and *people who are poor*, *poor people*."""
    for noun, word in [*((noun, "where") for noun in WHERE), *((noun, "when") for noun in WHEN)]:
        for before in ("DT@1", "DT@1 JJ@2", "PRP$@1"):
            last = before.count("@") + 1
            noun_phrase = f"(NP {before} (NN {noun}))"
            clause = f"(SBAR (WHPP (IN in) (WHNP (WDT which))) S@{last})"
            yield f"(NP {noun_phrase} {clause}) ||| (NP {before} (NN {noun}) (WRB {word}) S@{last})"
    for pronoun, verb in product(("(WP who)", "(WDT that)", "(WDT which)"), ("are", "were")):
        tag = "VBP" if verb == "are" else "VBD"
        for before in ("", "DT@1 ", "NN@1 "):
            noun = before.count("@") + 1
            clause = f"(SBAR (WHNP {pronoun}) (S (VP ({tag} {verb}) (ADJP JJ@{noun + 1}))))"
            words = f"JJ@{noun + 1} {before}NNS@{noun}" if before == "NN@1 " else f"{before}JJ@{noun + 1} NNS@{noun}"
            yield f"(NP (NP {before}NNS@{noun}) {clause}) ||| (NP {words})"


def speakers() -> Iterator[str]:
    """Yield the rules for *According to police, he fled*, *Police say he fled*."""
    plural_speakers = [f"(NNS {noun})" for noun in PLURAL_SPEAKERS] + ["(NN police)"]
    first = ("", "JJ@{} ", "DT@{} ", "NN@{} ", "NNP@{} ")
    several = [f"{before}{noun}" for noun, before in product(plural_speakers, first)]
    one = [f"{before}(NN {noun})" for noun in SPEAKERS for before in ("DT@{} ", "DT@{} JJ@{} ", "DT@{} NN@{} ")]
    names = ["NNP@{}", "NNP@{} NNP@{}", "DT@{} NNP@{}", "DT@{} NNP@{} NNP@{}"]
    said = [*((each, "(VBP say)") for each in several), *((each, "(VBZ says)") for each in one + names)]
    for noun, says in said:
        count = noun.count("{}")
        speaker = noun.format(*range(1, count + 1))
        clause = f"NP@{count + 1} VP@{count + 2} .@{count + 3}"
        for inner in (f"(PP (TO to) (NP {speaker}))", f"(TO to) (NP {speaker})", f"(PP (IN to) (NP {speaker}))"):
            yield f"(S (PP (VBG According) {inner}) (, ,) {clause}) ||| (S {speaker} {says} {clause})"


def prepositions() -> Iterator[str]:
    """Yield the rules for participles that are prepositions, and for *because* at the start."""
    for old, new in (("following", "after"), ("regarding", "about"), ("concerning", "about")):
        for long, short in ((old, new), (old.capitalize(), new.capitalize())):
            yield f"(PP (VBG {long}) NP@1) ||| (PP (IN {short}) NP@1)"
    yield "(S (SBAR (IN Because) S@1) ,@2 NP@3 VP@4 .@5) ||| (S (SBAR (IN As) S@1) ,@2 NP@3 VP@4 .@5)"
    for subject, clause in product(("(WDT which)",), ("(SBAR (IN that) S@1)", "(SBAR S@1)")):
        yield f"(SBAR (WHNP {subject}) (S (VP (VBZ means) {clause}))) ||| (SBAR (IN so) S@1)"
        yield f"(SBAR (WHNP {subject}) (S (VP (VBD meant) {clause}))) ||| (SBAR (IN so) S@1)"
    for mine, my in (("mine", "my"), ("his", "his"), ("hers", "her"), ("ours", "our"), ("theirs", "their")):
        for article in ("a", "A"):
            whose = my.capitalize() if article == "A" else my
            source = f"(NP (NP (DT {article}) NN@1) (PP (IN of) (NP (PRP {mine}))))"
            yield f"{source} ||| (NP (PRP$ {whose}) NN@1)"


def titles() -> Iterator[str]:
    """Yield the rules for *Senator Ann Lee*, *Sen. Ann Lee*."""
    for (title, short), before, names in product(TITLES.items(), ("", "NNP", "JJ"), range(1, 4)):
        left = f"{before}@1 " if before else ""
        right = " ".join(f"NNP@{place}" for place in range(1 + bool(before), names + 1 + bool(before)))
        yield f"(NP {left}(NNP {title}) {right}) ||| (NP {left}(NNP {short}) {right})"


def passives() -> Iterator[str]:
    """Yield the rules for *the man was shot by police*, *police shot the man*."""
    for shape in OBJECTS:
        thing = _numbered(shape.split())
        yield f"(NP {thing}) ||| ({OBJECT} {thing})"
        if shape.startswith("DT "):
            for article in ("The", "A", "An"):
                rest = _numbered(shape.split()[1:])
                yield f"(NP (DT {article}) {rest}) ||| ({OBJECT} (DT {article.lower()}) {rest})"
    yield f"(NP NP@1 PP@2) ||| ({OBJECT} {OBJECT}@1 PP@2)"
    yield f"(NP NP@1 PP@ε) ||| ({OBJECT} {OBJECT}@1)"
    for verb in ACTIVE:
        participle = verb_form(verb, "VBN")
        yield f"(VBN {participle}) ||| ({PAST} {verb_form(verb, 'VBD')})"
        yield f"(VBN {participle}) ||| ({PLAIN} {verb})"
    for behind, stop in product(("", " PP@{}", " NP@{}", " PP@{} PP@{}"), ("", " .@{}")):
        count = behind.count("@")
        for rest, stays in _with_and_without(behind, 4):
            end = stop.format(4 + (count if stays or not count else 0))
            for verb in ("was", "were"):
                passive = f"(VP (VBD {verb}) (VP VBN@2 (PP (IN by) NP@3){rest}))"
                yield f"(S NP@1 {passive}{end}) ||| (S NP@3 {PAST}@2 {OBJECT}@1{stays}{end})"
        for rest, stays in _with_and_without(behind, 5):
            end = stop.format(5 + (count if stays or not count else 0))
            passive = f"(VP MD@2 (VP (VB be) (VP VBN@3 (PP (IN by) NP@4){rest})))"
            yield f"(S NP@1 {passive}{end}) ||| (S NP@4 MD@2 {PLAIN}@3 {OBJECT}@1{stays}{end})"


def clauses() -> Iterator[str]:
    """Yield the rules for *he left, and she stayed*, *he left; she stayed*, and for *the way*, *how*."""
    seconds = "NP VP", "ADVP NP VP", "PP , NP VP", "SBAR , NP VP"
    for comma, stop, second in product(("(, ,) ", ""), (False, True), seconds):
        inner = " ".join(f"{label}@{place}" for place, label in enumerate(second.split(), 2))
        end = f" .@{len(second.split()) + 2}" if stop else ""
        yield f"(S S@1 {comma}(CC and) (S {inner}){end}) ||| (S S@1 (: ;) {inner}{end})"
    for that in ("", "(WHNP (WDT that)) ", "(IN that) ", "(WHADVP (WDT that)) "):
        yield f"(NP (NP (DT the) (NN way)) (SBAR {that}S@1)) ||| (NP (WRB how) S@1)"


KINDS = (
    owners, owned, superlatives, compounds, nominals, manners, relatives, speakers, prepositions, titles, passives,
    clauses,
)  # fmt: skip


def _numbered(labels: list[str]) -> str:
    return " ".join(f"{label}@{place}" for place, label in enumerate(labels, 1))
