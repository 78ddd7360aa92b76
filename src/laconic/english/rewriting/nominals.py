"""Verbs for nouns that hide them: *in favour of the creation of jobs* becomes *in favour of creating jobs*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import span

NOMINALS = {
    "abolition": "abolish", "adoption": "adopt", "allocation": "allocate", "application": "apply",
    "appointment": "appoint", "collection": "collect", "conservation": "conserve", "construction": "construct",
    "coordination": "coordinate", "creation": "create", "cultivation": "cultivate", "deletion": "delete",
    "deployment": "deploy", "destruction": "destroy", "detection": "detect", "distribution": "distribute",
    "elimination": "eliminate", "encouragement": "encourage", "enforcement": "enforce", "eradication": "eradicate",
    "establishment": "establish", "evaluation": "evaluate", "exclusion": "exclude", "exploitation": "exploit",
    "extraction": "extract", "harmonisation": "harmonise", "harmonization": "harmonize",
    "identification": "identify", "implementation": "implement", "imposition": "impose",
    "installation": "install", "introduction": "introduce", "liberalisation": "liberalise",
    "liberalization": "liberalize", "maintenance": "maintain", "modernisation": "modernise",
    "modernization": "modernize", "preservation": "preserve", "prevention": "prevent",
    "privatisation": "privatise", "privatization": "privatize", "promotion": "promote", "protection": "protect",
    "provision": "provide", "ratification": "ratify", "realisation": "realise", "realization": "realize",
    "reduction": "reduce", "removal": "remove", "replacement": "replace", "restoration": "restore",
    "simplification": "simplify", "strengthening": "strengthen", "use": "use", "utilisation": "use",
    "utilization": "use",
}  # fmt: skip
"""Nouns whose *of* names what something is done to, with their verbs."""

GERUNDS = {
    verb_form(verb, "VBG"): verb
    for verb in (
        "abandon arm ban bomb breed build buy charge clear close collect count create cut damage dismantle divide "
        "draft drill eat feed fight fund grow hire hold hunt import jail keep kill launch lower make merge mine "
        "monitor name open pass plan plant plunder poison post print process produce publish punish raise reform "
        "release restore sell set settle sew share shoot sign slaughter smuggle store strengthen tax teach test "
        "torture trade train transfer weaken widen write"
    ).split()
}
"""Participles that are nouns as well, with their verbs."""

_CASES = frozenset("of for by through without about from on against in towards toward".split())
_VERBS = frozenset(
    "support oppose suggest propose recommend consider favour favor discuss involve include prohibit ban "
    "prevent encourage start begin stop advocate welcome mean require avoid justify".split()
)
"""Verbs that take a participle as their object."""


def nominal_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield participles for nouns with *the* before and *of* after, where a participle can stand as well."""
    for noun in range(1, len(sentence) - 2):
        if sentence.words[noun - 1] != "the" or sentence.words[noun + 1] != "of":
            continue
        verb = NOMINALS.get(sentence.words[noun]) or GERUNDS.get(sentence.words[noun])
        if verb is None:
            continue
        if not (_is_taken(sentence, noun) or _begins(sentence, noun)):
            continue
        after = [child for child in sentence.children[noun] if child > noun]
        if len(after) != 1 or sentence.relations[after[0]] != "nmod":
            continue
        begin, end = span(sentence, after[0])
        if begin != noun + 1 or sentence.tags[after[0]] not in ("NN", "NNS", "NNP", "NNPS") or end > noun + 9:
            continue
        if "by" in sentence.words[begin : end + 1]:
            continue  # the noun has a subject of its own
        what = Kept(begin + 1, end)
        if noun > 1 and sentence.words[noun - 2] == "for" and sentence.relations[noun] == "obl":
            yield Edit("noun to verb", noun - 2, end, (New("to", "TO"), New(verb, "VB"), what), 0.9)
        else:
            yield Edit("noun to verb", noun - 1, end, (New(verb_form(verb, "VBG"), "VBG"), what), 0.9)


def _is_taken(sentence: Parsed, noun: int) -> bool:
    """Return whether a verb or a preposition stands before a noun and *the*, and takes a participle as well."""
    before = noun - 2
    if before < 0:
        return False
    if sentence.heads[noun] == before and sentence.relations[noun] == "obj":
        return sentence.lemmas[before] in _VERBS
    return sentence.words[before] in _CASES and sentence.heads[before] == noun


def _begins(sentence: Parsed, noun: int) -> bool:
    """Return whether a noun begins the sentence as its subject, and brings something about: *creating jobs will …*."""
    verb = sentence.heads[noun]
    if noun != 1 or verb < noun or sentence.full[noun] != "nsubj":
        return False
    helpers = [sentence.tags[child] for child in sentence.children[verb] if sentence.relations[child] in ("aux", "cop")]
    return "MD" in helpers or "VBZ" in [*helpers, sentence.tags[verb]]
