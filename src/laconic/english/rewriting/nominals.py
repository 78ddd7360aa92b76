"""Verbs for nouns that hide them: *in favour of the creation of jobs* becomes *in favour of creating jobs*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
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


def nominal_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield participles for nouns with *of* after them, where a participle can stand as well."""
    for noun in range(1, len(sentence) - 2):
        verb = NOMINALS.get(sentence.words[noun]) or GERUNDS.get(sentence.words[noun])
        if verb is None or sentence.words[noun + 1] != "of" or sentence.tags[noun] not in ("NN", "VBG"):
            continue
        first = noun - (sentence.words[noun - 1] == "the")
        if not (_is_taken(sentence, noun, first) or _begins(sentence, noun)):
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
        sure = 0.9 if first < noun else 0.86
        if first and sentence.words[first - 1] == "for" and sentence.relations[noun] == "obl":
            yield Edit("noun to verb", first - 1, end, (New("to", "TO"), New(verb, "VB"), what), sure)
        else:
            yield Edit("noun to verb", first, end, (New(verb_form(verb, "VBG"), "VBG"), what), sure)


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
