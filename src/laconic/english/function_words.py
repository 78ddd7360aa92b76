"""English words of the closed classes, in lower case; clitics are separate tokens."""

from __future__ import annotations

INDEFINITE_ARTICLES = frozenset("a an".split())
ARTICLES = INDEFINITE_ARTICLES | {"the"}
DEMONSTRATIVES = frozenset("this that these those".split())
RELATIVE_PRONOUNS = frozenset("that which who whom".split())
PERSONAL_PRONOUNS = frozenset("i me you he him she her it we us they them".split())
POSSESSIVE_PRONOUNS = frozenset("my your his its our their mine yours hers ours theirs".split())
"""*her* is a personal pronoun too, and listed there."""

REFLEXIVE_PRONOUNS = frozenset("myself yourself himself herself itself ourselves yourselves themselves".split())
INDEFINITE_PRONOUNS = frozenset(
    f"{quantity}{kind}" for quantity in ("any", "every", "no", "some") for kind in ("body", "one", "thing")
)
QUESTION_WORDS = frozenset("who whom whose what when where why how whether".split())

FORMS_OF_BE = frozenset("be is are was were been being am".split())
FORMS_OF_HAVE = frozenset("have has had having".split())
FORMS_OF_DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would".split())

GENITIVES = frozenset(["'s", "’s"])
APOSTROPHES = frozenset(["'", "’"])
"""The genitive after an *s*."""

PREPOSITIONS = frozenset(
    "to in on at by for from with as into within upon about over under through toward towards across along among "
    "around behind below beneath beside beyond during inside near off outside per throughout via up down out".split()
)
"""Without *of*, which says nothing but that two nouns belong together."""

PARTICLES = frozenset("up out off down over away back apart aside together".split())
"""Words that make a verb another: *give up*."""

LIGHT_VERBS = frozenset(
    "take takes took taken taking make makes made making give gives gave given giving "
    "have has had having hold holds held holding put puts putting".split()
)
"""Verbs that say little beside their objects: *take a decision*."""

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further had has have having
    he her here hers herself him himself his how i if in into is it its itself just may me might more most
    must my myself no nor not now n't of off on once only or other our ours ourselves out over own same shall
    she should so some such than that the their theirs them themselves then there these they this those
    through to too under until up very was we were what when where which while who whom why will with would
    you your yours yourself yourselves 's 're 've 'll 'd 'm
    """.split()
)
"""Words that say little by themselves."""

SENTENCE_STARTERS = frozenset(
    "a after all also although an and are as at because before but by can despite did do does during each even "
    "finally first for from he her here his how however i if in is it its later many meanwhile more most my no now "
    "on once one or our please she since so some such thanks that the their then there these they this those though "
    "through thus to under until we what when where while who why with yet you your".split()
)
"""What begins a sentence far more often than it follows an abbreviation or an initial in mid-sentence."""
