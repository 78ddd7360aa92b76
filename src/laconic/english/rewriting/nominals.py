"""Verbs for nouns that hide them: *in favour of the creation of jobs* becomes *in favour of creating jobs*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.adverbs import adverb_for
from laconic.english.rewriting.described import start_of
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import span

NOMINALS = {
    "abandonment": "abandon", "abolition": "abolish", "absorption": "absorb", "acceleration": "accelerate",
    "acceptance": "accept", "accumulation": "accumulate", "achievement": "achieve", "acquisition": "acquire",
    "adaptation": "adapt", "adjustment": "adjust", "administration": "administer", "admission": "admit",
    "adoption": "adopt", "allocation": "allocate", "alteration": "alter", "amendment": "amend", "analysis": "analyse",
    "annexation": "annex", "application": "apply", "appointment": "appoint", "approval": "approve",
    "arrest": "arrest", "assassination": "assassinate", "assessment": "assess", "attainment": "attain",
    "automation": "automate", "avoidance": "avoid", "award": "award", "burial": "bury", "calculation": "calculate",
    "cancellation": "cancel", "capture": "capture", "celebration": "celebrate", "classification": "classify",
    "closure": "close", "collection": "collect", "combination": "combine", "completion": "complete",
    "conclusion": "conclude", "conservation": "conserve", "consideration": "consider", "consolidation": "consolidate",
    "construction": "construct", "consumption": "consume", "containment": "contain", "contamination": "contaminate",
    "conversion": "convert", "coordination": "coordinate", "correction": "correct", "creation": "create",
    "cultivation": "cultivate", "curtailment": "curtail", "defence": "defend", "defense": "defend",
    "definition": "define", "deletion": "delete", "delivery": "deliver", "demolition": "demolish",
    "depiction": "depict", "depletion": "deplete", "deployment": "deploy", "deportation": "deport",
    "deregulation": "deregulate", "description": "describe", "destruction": "destroy", "detection": "detect",
    "detention": "detain", "determination": "determine", "development": "develop", "diagnosis": "diagnose",
    "disarmament": "disarm", "disbursement": "disburse", "disclosure": "disclose", "discovery": "discover",
    "discussion": "discuss", "dismissal": "dismiss", "disruption": "disrupt", "dissemination": "disseminate",
    "dissolution": "dissolve", "distribution": "distribute", "diversification": "diversify", "division": "divide",
    "duplication": "duplicate", "education": "educate", "election": "elect", "elimination": "eliminate",
    "employment": "employ", "enactment": "enact", "encouragement": "encourage", "enforcement": "enforce",
    "enhancement": "enhance", "enjoyment": "enjoy", "enlargement": "enlarge", "eradication": "eradicate",
    "erection": "erect", "establishment": "establish", "estimation": "estimate", "evacuation": "evacuate",
    "evaluation": "evaluate", "examination": "examine", "exclusion": "exclude", "execution": "execute",
    "expansion": "expand", "exploitation": "exploit", "exploration": "explore", "export": "export",
    "expression": "express", "expulsion": "expel", "extension": "extend", "extraction": "extract",
    "facilitation": "facilitate", "formation": "form", "formulation": "formulate", "fulfilment": "fulfil",
    "generation": "generate", "harmonisation": "harmonise", "harmonization": "harmonize",
    "identification": "identify", "implementation": "implement", "import": "import", "imposition": "impose",
    "imprisonment": "imprison", "improvement": "improve", "inclusion": "include", "incorporation": "incorporate",
    "initiation": "initiate", "inspection": "inspect", "installation": "install", "integration": "integrate",
    "intensification": "intensify", "interpretation": "interpret", "introduction": "introduce",
    "investigation": "investigate", "involvement": "involve", "isolation": "isolate", "issuance": "issue",
    "justification": "justify", "legalisation": "legalise", "legalization": "legalize",
    "liberalisation": "liberalise", "liberalization": "liberalize", "liquidation": "liquidate",
    "maintenance": "maintain", "management": "manage", "manipulation": "manipulate", "manufacture": "make",
    "measurement": "measure", "minimisation": "minimise", "mobilisation": "mobilise", "mobilization": "mobilize",
    "modernisation": "modernise", "modernization": "modernize", "modification": "modify", "negotiation": "negotiate",
    "nomination": "nominate", "operation": "operate", "optimisation": "optimise", "organisation": "organise",
    "organization": "organize", "overthrow": "overthrow", "payment": "pay", "perception": "perceive",
    "persecution": "persecute", "placement": "place", "possession": "possess",
    "postponement": "postpone", "preparation": "prepare", "presentation": "present", "preservation": "preserve",
    "prevention": "prevent", "privatisation": "privatise", "privatization": "privatize", "procurement": "procure",
    "production": "produce", "prohibition": "ban", "prolongation": "prolong", "promotion": "promote",
    "prosecution": "prosecute", "protection": "protect", "provision": "provide", "publication": "publish",
    "purchase": "buy", "pursuit": "pursue", "ratification": "ratify", "realisation": "realise",
    "realization": "realize", "recognition": "recognise", "reconstruction": "rebuild", "recovery": "recover",
    "recruitment": "recruit", "reduction": "reduce", "refinement": "refine", "registration": "register",
    "regulation": "regulate", "rehabilitation": "rehabilitate", "reinforcement": "reinforce", "rejection": "reject",
    "release": "release", "relocation": "relocate", "removal": "remove", "renewal": "renew", "renovation": "renovate",
    "repair": "repair", "repeal": "repeal", "replacement": "replace", "replication": "replicate",
    "representation": "represent", "resolution": "resolve", "restoration": "restore", "retention": "retain",
    "revision": "revise", "revitalisation": "revitalise", "segregation": "segregate", "selection": "select",
    "separation": "separate", "settlement": "settle", "simplification": "simplify", "stabilisation": "stabilise",
    "stimulation": "stimulate", "storage": "store", "strengthening": "strengthen", "submission": "submit",
    "supervision": "supervise", "suppression": "suppress", "suspension": "suspend", "synthesis": "synthesise",
    "termination": "end", "theft": "steal", "transfer": "transfer", "transformation": "transform",
    "translation": "translate", "transmission": "transmit", "transportation": "transport", "treatment": "treat",
    "unification": "unify", "use": "use", "utilisation": "use", "utilization": "use", "validation": "validate",
    "verification": "verify", "violation": "violate", "withdrawal": "withdraw",
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
    "prevent encourage start begin stop advocate welcome mean require avoid justify allow authorise authorize defend "
    "delay demand entail finish forbid permit postpone resist resume risk urge imply facilitate enable".split()
)
"""Verbs that take a participle as their object."""


_LOOSER_CASES = _CASES | frozenset("after before since despite upon to including like than besides".split())
_LOOSER_VERBS = _VERBS | frozenset(
    "cease complete continue describe discourage halt hinder impede mention practice practise prioritise prioritize "
    "regret report celebrate criticise criticize".split()
)
_FURTHEST = 9


def nominal_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield participles for nouns with *of* after them, where a participle can stand as well."""
    for noun in range(len(sentence) - 2):
        verb = NOMINALS.get(sentence.words[noun]) or GERUNDS.get(sentence.words[noun])
        if verb is None or sentence.words[noun + 1] != "of" or sentence.tags[noun] not in ("NN", "VBG"):
            continue
        end = _end_of_thing(sentence, noun)
        if end:
            yield from _gerund(sentence, noun, verb, Kept(noun + 2, end))
            yield from _looser_gerund(sentence, noun, verb, Kept(noun + 2, end))


def _end_of_thing(sentence: Parsed, noun: int) -> int:
    """Return where the phrase with *of* after a noun ends that names what is acted upon, or 0 if it names none."""
    after = [child for child in sentence.children[noun] if child > noun]
    if not after or sentence.relations[after[0]] != "nmod":
        return 0
    begin, end = span(sentence, after[0])
    if begin != noun + 1 or sentence.tags[after[0]] not in ("NN", "NNS", "NNP", "NNPS") or end > noun + _FURTHEST:
        return 0
    return 0 if "by" in sentence.words[begin : end + 1] else end  # with *by* the noun has a subject of its own


def _gerund(sentence: Parsed, noun: int, verb: str, what: Kept) -> Iterator[Edit]:
    """*The creation of jobs* becomes *creating jobs*, *for the protection of birds* *to protect birds*."""
    first = noun - (noun > 0 and sentence.words[noun - 1] == "the")
    if not noun or not (_is_taken(sentence, noun, first) or _begins(sentence, noun)):
        return
    if sum(child > noun for child in sentence.children[noun]) > 1:
        return
    sure = 0.9 if first < noun else 0.86
    if first and sentence.words[first - 1] == "for" and sentence.relations[noun] == "obl":
        yield Edit("noun to verb", first - 1, what.end, (New("to", "TO"), New(verb, "VB"), what), sure)
    else:
        yield Edit("noun to verb", first, what.end, (New(verb_form(verb, "VBG"), "VBG"), what), sure)


def _looser_gerund(sentence: Parsed, noun: int, verb: str, what: Kept) -> Iterator[Edit]:
    """*After the rapid expansion of the firm* becomes *after rapidly expanding the firm*; subjects likewise."""
    first = start_of(sentence, noun)
    if first < 0:
        return
    has_article = first < noun and sentence.words[first] in ("the", "a", "an")
    manner = adverb_for(sentence, first + has_article, noun)
    if manner is None or not (_may_be_taken(sentence, noun, first) or _is_active_subject(sentence, noun)):
        return
    gerund: tuple[Kept | New, ...] = (*manner, New(verb_form(verb, "VBG"), "VBG"), what)
    yield Edit("noun to gerund", first, what.end, gerund, 0.64 if manner else 0.7)
    is_for = first > 0 and sentence.words[first - 1] == "for" and sentence.heads[first - 1] == noun
    if is_for and sentence.words[noun] not in GERUNDS:
        infinitive: tuple[Kept | New, ...] = (New("to", "TO"), *manner, New(verb, "VB"), what)
        yield Edit("noun to infinitive", first - 1, what.end, infinitive, 0.68)


def _may_be_taken(sentence: Parsed, noun: int, first: int) -> bool:
    """Return whether what stands before a noun phrase may take a participle: *contributes to*, *after*, *describes*."""
    before = first - 1
    if before < 0:
        return False
    if sentence.relations[noun] == "obj":
        return sentence.heads[noun] == before and sentence.lemmas[before] in _LOOSER_VERBS
    return sentence.words[before] in _LOOSER_CASES and sentence.heads[before] == noun


def _is_active_subject(sentence: Parsed, noun: int) -> bool:
    """Return whether a noun is the subject of a verb in the active voice, of which an action may be the subject."""
    verb = sentence.heads[noun]
    if verb < noun or sentence.full[noun] != "nsubj":
        return False
    helpers = [child for child in sentence.children[verb] if sentence.relations[child] in ("aux", "cop")]
    tag = sentence.tags[helpers[0] if helpers else verb]
    return tag in ("MD", "VBZ") or (tag == "VBD" and bool(helpers) and sentence.words[helpers[0]] != "was")


def _is_taken(sentence: Parsed, noun: int, first: int) -> bool:
    """Return whether a verb or a preposition stands before a noun and its article, and takes a participle as well."""
    before = first - 1
    if before < 0:
        return False
    if sentence.heads[noun] == before and sentence.relations[noun] == "obj":
        return first < noun and sentence.lemmas[before] in _VERBS
    return sentence.words[before] in _CASES and sentence.heads[before] == noun


def _begins(sentence: Parsed, noun: int) -> bool:
    """Return whether a noun begins the sentence as its subject, and brings something about: *creating jobs will …*."""
    verb = sentence.heads[noun]
    if noun != 1 or sentence.words[0] != "the" or verb < noun or sentence.full[noun] != "nsubj":
        return False
    helpers = [sentence.tags[child] for child in sentence.children[verb] if sentence.relations[child] in ("aux", "cop")]
    return "MD" in helpers or "VBZ" in [*helpers, sentence.tags[verb]]
