"""Dependences on words whose loss turns round or widens what is said."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import PERCENT
from laconic.english.negation import FEW
from laconic.english.numbers import ORDINALS

_CONDITIONS = frozenset("if lest unless whether".split())
_ALMOST = frozenset("almost nearly".split())
_ENOUGH = frozenset(["enough"])
_DEGREES = frozenset("so too".split())

_BEFORE_SOME = frozenset("a first last next past the these those".split())
"""What makes *few* and *little* mean *some*."""

_HEDGES = frozenset(
    "alleged allegedly apparently aspiring attempted estimated fake false falsely fictional former hopefully imaginary "
    "likely maybe mistakenly perceived perhaps possible possibly potentially presumably probably purported purportedly "
    "reportedly seemingly self-proclaimed supposed supposedly suspected would-be wrongfully wrongly".split()
)
_BELOW = frozenset("acting assistant associate deputy future honorary interim vice".split())
"""What makes somebody less than the title that follows."""

_TITLES = frozenset(
    "admiral ambassador attorney captain chair chairman chairwoman chancellor chief coach colonel commander "
    "commissioner conductor consul dean director editor executive general governor head inspector judge leader "
    "lieutenant manager marshal mayor minister officer premier president principal producer professor secretary "
    "sergeant sheriff speaker superintendent treasurer warden".split()
)
_SHARES = PERCENT | frozenset(
    "few fewer fraction half handful less little majority many minority most much none part percentage proportion "
    "quarter quarters several some third thirds".split()
)
_OTHERS = frozenset(
    "absence beginning child danger end fear lack loss man member people person reach risk start those threat "
    "woman".split()
)
"""Nouns that are something else than what comes after *of*."""

_DOERS = frozenset(
    "actor author boss brother chief child citizen commander critic customer daughter designer director driver editor "
    "employee enemy fan father follower founder friend governor head heir hero husband inhabitant inventor leader "
    "lover maker manager mayor minister mother neighbour neighbor opponent owner parent patient player president "
    "prisoner professor queen reader receptionist relative resident ruler secretary sister son student supporter "
    "survivor teacher user victim viewer visitor widow wife winner witness worker writer".split()
)
"""Lemmas of people who are something to what comes after *of*."""

_MEASURES = frozenset("being ceiling evening king making meaning morning offering ring sampling spring wing".split())
"""Nouns that look like deeds but are none, or say hardly anything."""

_SINGULAR = frozenset(["VBZ", "was"])
_PLURAL = frozenset(["VBP", "were"])
_AGREEING = {("NN", "NNS"): _SINGULAR, ("NNS", "NN"): _PLURAL, ("NNS", "NNP"): _PLURAL}
"""Tags and forms of verbs that agree with the first noun of two, but not with the second, by the tags of both."""

_APPROXIMATIONS = frozenset("about almost approximately around nearly over roughly some under".split())
_FREQUENCIES = frozenset("largely mainly mostly normally often partly sometimes usually".split())
_QUANTITIES = frozenset("certain each enough every half many more most much several such".split())
_SOME = frozenset("all any some those".split())
_WHOEVER = frozenset("anyone everyone one ones someone something those what whatever who whoever".split())
_LIMITS = frozenset("until without".split())

_INVERTED = frozenset("had should were".split())
_JUDGEMENTS = frozenset("crucial essential important impossible likely necessary possible unlikely vital".split())

_MODIFIERS = ("advmod", "amod", "cc", "det", "nsubj")


def _clauses_with(parse: Parsed, marker: str) -> Iterator[Link]:
    """Yield the links by which a statement needs the clause that limits it."""
    for place, head in parse.arcs("mark"):
        if parse.words[place] == marker and parse.relations[head] == "advcl" and parse.heads[head] >= 0:
            yield Link(head, parse.heads[head], first=parse.first_of(head), last=parse.last_of(head))


def unless_clause(parse: Parsed) -> Iterator[Link]:
    """A statement needs its exception, with the verb."""
    return (Link(clause.required, clause.dependent) for clause in _clauses_with(parse, "unless"))


def if_clause(parse: Parsed) -> Iterator[Link]:
    """A statement needs its condition."""
    return _clauses_with(parse, "if")


def inverted_condition(parse: Parsed) -> Iterator[Link]:
    """A statement needs its condition without *if* as well: *should it rain*, *had we known*."""
    for clause, head in parse.arcs("advcl"):
        first = parse.first_of(clause)
        if parse.words[first] in _INVERTED and first < clause:
            yield Link(clause, head, first=first, last=parse.last_of(clause))


def judgement(parse: Parsed) -> Iterator[Link]:
    """What is important, possible or likely need not be so: the clause needs the adjective."""
    for clause, head in parse.arcs("ccomp", "csubj", "advcl"):
        if head < clause and parse.lemmas[head] in _JUDGEMENTS:
            yield Link(head, clause)


def until_clause(parse: Parsed) -> Iterator[Link]:
    """A statement needs its end in time."""
    return _clauses_with(parse, "until")


def condition(parse: Parsed) -> Iterator[Link]:
    """A clause needs the word that makes it a condition or a question, and that word its verb."""
    for place, head in parse.arcs("mark"):
        if parse.words[place] in _CONDITIONS:
            yield Link(place, head)
            yield Link(head, place)


def word_of_question(parse: Parsed) -> Iterator[Link]:
    """A word of what is asked does not stand for the question: to *find out harm* is not to ask whether it is done."""
    for place, head in parse.arcs("mark"):
        if parse.words[place] == "whether":
            later = range(head + 1, parse.last_of(head) + 1)
            yield from (Link(head, word) for word in later if parse.relations[word] != "punct")


def almost(parse: Parsed) -> Iterator[Link]:
    """What is nearly so is not so; before a number it matters little."""
    for place, head in parse.among(_ALMOST):
        if place < head and parse.tags[head].startswith(("VB", "JJ", "RB", "IN", "DT")):
            yield Link(place, head)


def degree(parse: Parsed) -> Iterator[Link]:
    """Degrees that a clause completes: *too early to say*, *so quiet that nobody heard*."""
    for place, head in parse.among(_DEGREES):
        is_completed = parse.words[place] == "too" or parse.has_clause(head)
        if is_completed and head == place + 1 and parse.tags[head].startswith(("JJ", "RB")):
            yield Link(place, head)


def enough(parse: Parsed) -> Iterator[Link]:
    """What is bright enough to be seen need not be bright."""
    for place, head in parse.among(_ENOUGH):
        if head == place - 1:
            yield Link(place, head)
            yield from (Link(place, child) for child in parse.children[head] if child > place)


def few(parse: Parsed) -> Iterator[Link]:
    """*few* and *hardly* all but deny what they stand with; *a few* does not."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] in FEW and not (place and parse.words[place - 1] in _BEFORE_SOME):
            yield Link(place, head)


def only(parse: Parsed) -> Iterator[Link]:
    """What is limited needs its limit."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] == "only" and parse.tags[head] != "CD":
            yield Link(place, head)


def limited_word(parse: Parsed) -> Iterator[Link]:
    """*only* needs what it limits: *only members may vote*."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] == "only" and place < head:
            yield Link(head, place)


def only_number(parse: Parsed) -> Iterator[Link]:
    """A number is the same without *only*, but says less."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] == "only" and parse.tags[head] == "CD":
            yield Link(place, head)


def hedge(parse: Parsed) -> Iterator[Link]:
    """What is said to be so is not said to be certain, or true."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] in _HEDGES:
            yield Link(place, head)


def rank(parse: Parsed) -> Iterator[Link]:
    """A deputy mayor is not the mayor."""
    for place, _ in parse.among(_BELOW):
        near = range(place + 1, min(place + 3, len(parse)))
        title = next((each for each in near if parse.lemmas[each] in _TITLES), None)
        if title is not None and all(parse.tags[each].startswith(("JJ", "NN")) for each in range(place + 1, title)):
            yield Link(place, title)


def _parts(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the two nouns of each *one of the other*, the second first."""
    return ((part, whole) for part, whole in parse.arcs("nmod") if parse.is_of(part))


def share(parse: Parsed) -> Iterator[Link]:
    """A share is not the whole: *half of the pupils*."""
    for part, whole in _parts(parse):
        if parse.words[whole] in _SHARES:
            yield Link(whole, part)


def whole_of_share(parse: Parsed) -> Iterator[Link]:
    """A share needs what it is a share of, unless that was named before: *half of the pupils*, *half of them*.

    Of whom nine percent are asked, a newspaper does not say twice.
    """
    for part, whole in _parts(parse):
        if parse.words[whole] in _SHARES - PERCENT and parse.tags[part] != "PRP":
            yield parse.noun_for(part, whole)


def number_of_whole(parse: Parsed) -> Iterator[Link]:
    """Three of the twelve are not the twelve, nor is the youngest all of the sisters."""
    for part, whole in _parts(parse):
        is_chosen = parse.tags[whole] in ("CD", "JJS") or _is_ordinal(parse.words[whole])
        if is_chosen or any(parse.words[child] in _ALMOST for child in parse.children[whole]):
            yield Link(whole, part)


def noun_before_of(parse: Parsed) -> Iterator[Link]:
    """What has something is not that: *people of small means*."""
    for part, whole in _parts(parse):
        if parse.lemmas[whole] in _OTHERS and parse.words[whole] not in _SHARES:
            yield Link(whole, part)


def agreeing_noun(parse: Parsed) -> Iterator[Link]:
    """A verb keeps the noun that it agrees with: *the number of fish has grown*."""
    for part, whole in _parts(parse):
        is_linked = parse.words[whole] in _SHARES or parse.lemmas[whole] in _OTHERS
        if not is_linked and _would_disagree(parse, part, whole):
            yield Link(whole, part)


def subject_before_of(parse: Parsed) -> Iterator[Link]:
    """Whoever belongs to something is not that, nor is what is done to it: *the owner of the shop has died*."""
    for part, whole in _parts(parse):
        is_subject = parse.relations[whole] == "nsubj" and parse.tags[whole] in ("NN", "NNS")
        is_named = any(parse.relations[child] in ("appos", "flat") for child in parse.children[whole])
        if is_subject and not is_named and parse.heads[whole] > part and _is_doer_or_deed(parse, whole):
            yield Link(whole, part)


def _is_doer_or_deed(parse: Parsed, noun: int) -> bool:
    """Return whether a noun names a person by what they do, or an act that changes what comes after *of*."""
    lemma = parse.lemmas[noun]
    is_deed = lemma.endswith("ing") and not lemma.endswith("thing") and lemma not in _MEASURES
    return is_deed or lemma in _DOERS


def joined_subject(parse: Parsed) -> Iterator[Link]:
    """A plural verb keeps all of the nouns that it agrees with: *Ann and her son were late*."""
    for place, conjunct in parse.arcs("cc"):
        first = parse.heads[conjunct]
        if parse.words[place] != "and" or first < 0 or parse.relations[first] != "nsubj":
            continue
        verb = parse.heads[first]
        finite = [verb, *(child for child in parse.children[verb] if parse.relations[child] in ("aux", "cop"))]
        plural = [each for each in finite if parse.tags[each] == "VBP" or parse.words[each] == "were"]
        if not plural or conjunct > min(plural):
            continue
        if parse.tags[first] in ("NN", "NNP"):
            yield Link(conjunct, min(plural), since=first)
        if parse.tags[conjunct] in ("NN", "NNP"):
            yield Link(first, min(plural), last=place)


def _would_disagree(parse: Parsed, part: int, whole: int) -> bool:
    """Return whether a verb that agrees with one noun does not agree with the other."""
    agreeing = _AGREEING.get((parse.tags[whole], parse.tags[part]), frozenset[str]())
    are_two = any(parse.relations[child] == "conj" for child in parse.children[part])
    if parse.relations[whole] != "nsubj" or (are_two and agreeing is _PLURAL):
        return False
    verb = parse.heads[whole]
    finite = [verb, *(child for child in parse.children[verb] if parse.relations[child] in ("aux", "cop"))]
    return any(parse.tags[place] in agreeing or parse.words[place] in agreeing for place in finite)


def approximation(parse: Parsed) -> Iterator[Link]:
    """A number that is about right is not exact."""
    for place, head in parse.among(_APPROXIMATIONS):
        is_number = parse.tags[head] in ("CD", "DT", "PDT", "JJ", "NN")
        if place < head and is_number and parse.relations[place] != "case":
            yield Link(place, head)


def approximated(parse: Parsed) -> Iterator[Link]:
    """What says that a number is about right needs it."""
    return (
        Link(number, place, first=place + 1, last=parse.last_in_place_of(number))
        for place, number, *_ in approximation(parse)
    )


def frequency(parse: Parsed) -> Iterator[Link]:
    """What is often so is not always so."""
    return (Link(place, head) for place, head in parse.arcs("advmod") if parse.words[place] in _FREQUENCIES)


def quantity(parse: Parsed) -> Iterator[Link]:
    """Many are not all."""
    for place, head in parse.arcs("amod", "det"):
        if place < head and parse.words[place] in _QUANTITIES:
            yield Link(place, head)


def some(parse: Parsed) -> Iterator[Link]:
    """Some are not all, though editors often leave that to the reader."""
    for place, head in parse.arcs("det"):
        if place < head and parse.words[place] in _SOME:
            yield Link(place, head)


def comparative(parse: Parsed) -> Iterator[Link]:
    """More than before is not much."""
    for place, head in parse.arcs("amod", "advmod"):
        if place < head and parse.tags[place] in ("JJR", "RBR", "JJS", "RBS"):
            yield Link(place, head)


def ordinal(parse: Parsed) -> Iterator[Link]:
    """The first is one of several."""
    for place, head in parse.arcs("amod"):
        if place < head and _is_ordinal(parse.words[place]):
            yield Link(place, head)


def _is_ordinal(word: str) -> bool:
    return word in ORDINALS or (word[:1].isdigit() and word.endswith(("st", "nd", "rd", "th")))


def number(parse: Parsed) -> Iterator[Link]:
    """What is counted needs its number."""
    return (Link(place, head) for place, head in parse.arcs("nummod") if place < head)


def _selectors(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield superlatives, ordinals and *only* before nouns, each with its noun."""
    for place, head in parse.arcs("amod"):
        is_selector = parse.tags[place] == "JJS" or _is_ordinal(parse.words[place]) or parse.words[place] == "only"
        if place < head and is_selector:
            yield place, head


def selection(parse: Parsed) -> Iterator[Link]:
    """The first, the best and the only one need what they are chosen by: *the first woman to win*."""
    for place, noun in _selectors(parse):
        for clause in parse.children[noun]:
            first = parse.first_of(clause)
            if clause > noun and parse.full[clause] == "acl" and parse.tags[first] == "TO":
                yield Link(clause, place, first=first, last=parse.last_of(clause))


def article_of_selection(parse: Parsed) -> Iterator[Link]:
    """What is chosen from several needs its article: *only way* is no English."""
    for place, noun in _selectors(parse):
        articles = (child for child in parse.children[noun] if child < place and parse.words[child] == "the")
        yield from (Link(article, place) for article in articles)


def those_who(parse: Parsed) -> Iterator[Link]:
    """*those*, *anyone* and *what* are whatever the clause says."""
    for clause, noun in parse.arcs("acl"):
        if clause > noun and parse.words[noun] in _WHOEVER:
            yield Link(clause, noun, first=parse.first_of(clause), last=parse.last_of(clause))


def limiting_phrase(parse: Parsed) -> Iterator[Link]:
    """What is so until Monday is not so for ever."""
    for place, head in parse.arcs("nmod", "obl"):
        if place > head and any(parse.words[child] in _LIMITS for child in parse.children[place]):
            yield parse.noun_for(place, head)
