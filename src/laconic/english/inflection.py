"""Forms of English words: a lemma and a Penn tag give the form, by a table of what is irregular and by rules."""

from __future__ import annotations

import re
from collections.abc import Container

_VERBS: dict[str, tuple[str, str]] = {
    lemma: (past, participle)
    for lemma, past, participle in (
        line.split()
        for line in """
        arise arose arisen
        awake awoke awoken
        be was been
        bear bore borne
        beat beat beaten
        become became become
        befall befell befallen
        begin began begun
        behold beheld beheld
        bend bent bent
        beset beset beset
        bet bet bet
        bid bid bid
        bind bound bound
        bite bit bitten
        bleed bled bled
        blow blew blown
        break broke broken
        breed bred bred
        bring brought brought
        broadcast broadcast broadcast
        build built built
        burst burst burst
        buy bought bought
        cast cast cast
        catch caught caught
        choose chose chosen
        cling clung clung
        come came come
        cost cost cost
        creep crept crept
        cut cut cut
        deal dealt dealt
        dig dug dug
        do did done
        draw drew drawn
        drink drank drunk
        drive drove driven
        eat ate eaten
        fall fell fallen
        feed fed fed
        feel felt felt
        fight fought fought
        find found found
        flee fled fled
        fling flung flung
        fly flew flown
        forbid forbade forbidden
        forget forgot forgotten
        forgive forgave forgiven
        forgo forwent forgone
        forsake forsook forsaken
        freeze froze frozen
        get got got
        give gave given
        go went gone
        grind ground ground
        grow grew grown
        hang hung hung
        have had had
        hear heard heard
        hide hid hidden
        hit hit hit
        hold held held
        hurt hurt hurt
        keep kept kept
        kneel knelt knelt
        know knew known
        lay laid laid
        lead led led
        leave left left
        lend lent lent
        let let let
        lie lay lain
        light lit lit
        lose lost lost
        make made made
        mean meant meant
        meet met met
        pay paid paid
        put put put
        quit quit quit
        read read read
        rid rid rid
        ride rode ridden
        ring rang rung
        rise rose risen
        run ran run
        say said said
        see saw seen
        seek sought sought
        sell sold sold
        send sent sent
        set set set
        sew sewed sewn
        shake shook shaken
        shed shed shed
        shine shone shone
        shoot shot shot
        show showed shown
        shrink shrank shrunk
        shut shut shut
        sing sang sung
        sink sank sunk
        sit sat sat
        slay slew slain
        sleep slept slept
        slide slid slid
        sling slung slung
        slit slit slit
        speak spoke spoken
        speed sped sped
        spend spent spent
        spin spun spun
        spit spat spat
        split split split
        spread spread spread
        spring sprang sprung
        stand stood stood
        steal stole stolen
        stick stuck stuck
        sting stung stung
        stink stank stunk
        stride strode stridden
        strike struck struck
        string strung strung
        strive strove striven
        swear swore sworn
        sweep swept swept
        swell swelled swollen
        swim swam swum
        swing swung swung
        take took taken
        teach taught taught
        tear tore torn
        tell told told
        think thought thought
        throw threw thrown
        thrust thrust thrust
        tread trod trodden
        wake woke woken
        wear wore worn
        weave wove woven
        weep wept wept
        win won won
        wind wound wound
        wring wrung wrung
        write wrote written
        """.strip().splitlines()
    )
}
"""Irregular verbs: the past tense and the past participle."""

_PREFIXES = re.compile(r"(?:[a-z]+-|after|fore|hand|inter|mis|off|out|over|pre|re|sub|tele|type|un|under|up|with)+")
"""What stands before a verb that keeps its forms: *withhold*, *misunderstand*, *force-feed*."""

_NOT_PREFIXED = frozenset(["relay"])

_PRESENT = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PLAIN = {"be": "are"}
_ING = {
    "be": "being",
    "belie": "belying",
    "die": "dying",
    "lie": "lying",
    "tie": "tying",
    "untie": "untying",
    "vie": "vying",
    "dye": "dyeing",
}
_DOUBLING = frozenset(
    "abet abhor acquit admit allot annul appal babysit begin commit compel concur confer control debar defer deter "
    "disbar dispel distil eavesdrop emit enrol equip excel expel extol forbid forget format fulfil handicap impel "
    "incur infer instil kidnap leapfrog occur omit outfit outstrip outwit overlap overstep patrol permit prefer "
    "program propel quit rebel rebut recap recur refer regret rehab remit repel retrofit rewrap sidestep submit "
    "transfer transmit underpin unplug unwrap unzip zigzag".split()
)
"""Verbs of several syllables whose last letter doubles, and others that the pattern does not know: *beginning*."""

_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
"""Verbs of one syllable with a short vowel, whose last letter doubles as well: *planned*."""

_PARTICIPLES = frozenset(participle for _, participle in _VERBS.values())

_IN_OES = frozenset("cargo echo embargo hero mosquito potato superhero tomato tornado torpedo veto volcano".split())
"""Words in *o* that take *es*."""

_IN_IE = frozenset(
    "birdie bookie brownie calorie collie cookie freebie genie goalie groupie hippie junkie lie magpie movie necktie "
    "pie prairie rookie selfie smoothie tie zombie".split()
)
_USED = frozenset("abuse disuse excuse fuse misuse muse recluse refuse ruse use".split())
"""Words in *use*: *excuses* are no *excus*."""

_PLURALS = {
    "child": "children", "person": "people", "foot": "feet", "tooth": "teeth", "mouse": "mice", "goose": "geese",
    "wife": "wives", "life": "lives", "knife": "knives", "leaf": "leaves",
    "half": "halves", "self": "selves", "thief": "thieves", "wolf": "wolves", "shelf": "shelves", "loaf": "loaves",
    "calf": "calves", "scarf": "scarves", "housewife": "housewives", "midwife": "midwives", "lens": "lenses",
    "analysis": "analyses", "crisis": "crises", "basis": "bases", "thesis": "theses", "hypothesis": "hypotheses",
    "phenomenon": "phenomena", "criterion": "criteria", "medium": "media", "series": "series", "species": "species",
    "gas": "gases", "bias": "biases", "canvas": "canvases", "alias": "aliases",
    "stomach": "stomachs", "monarch": "monarchs", "patriarch": "patriarchs", "epoch": "epochs",
    **{word: f"{word}es" for word in _IN_OES}, **{word: f"{word}s" for word in (*_IN_IE, *_USED)},
}  # fmt: skip
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items()}
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_ADDED_ES = re.compile(r"(?:x|tz|zz|ch|sh|ss|[bcilnprt]us)es$")
_ADDED_S = re.compile(r"(?:(?:^|[cdkt])ach|lanch|nich|lich|rech)es$")
"""How plurals end that look like these and have *e* of their own: *caches*, *niches*."""

_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_NO_MEN = frozenset("caiman german human norman ottoman roman shaman talisman".split())


def verb_form(lemma: str, tag: str) -> str:
    """Return a form of a verb; the past tense and present of *be* are those of the third person singular.

    Verbs with a prefix have the forms of those without it: *withheld* for *held*.

    >>> [verb_form("write", tag) for tag in ("VB", "VBZ", "VBP", "VBD", "VBN", "VBG")]
    ['write', 'writes', 'write', 'wrote', 'written', 'writing']
    >>> verb_form("hum", "VBG"), verb_form("carry", "VBD"), verb_form("agree", "VBG"), verb_form("lie", "VBG")
    ('humming', 'carried', 'agreeing', 'lying')
    """
    prefix, base = _parted(lemma, _VERBS)
    if tag == "VBZ":
        return prefix + (_PRESENT.get(base) or _with_s(base))
    if tag == "VBG":
        return prefix + (_ING.get(base) or _with_ing(base))
    if tag in ("VBD", "VBN"):
        irregular = _VERBS.get(base)
        return _with_ed(lemma) if irregular is None else prefix + irregular[tag == "VBN"]
    return _PLAIN.get(lemma, lemma) if tag == "VBP" else lemma


def _parted(word: str, known: Container[str]) -> tuple[str, str]:
    """Return the prefix of a word whose rest is known, and the rest; for others nothing, and the word.

    >>> _parted("misunderstand", _VERBS), _parted("hold", _VERBS), _parted("report", _VERBS)
    (('misunder', 'stand'), ('', 'hold'), ('', 'report'))
    """
    places = range(len(word) - 1) if word not in _NOT_PREFIXED else ()
    starts = (place for place in places if word[place:] in known)
    start = next((place for place in starts if not place or _PREFIXES.fullmatch(word[:place])), 0)
    return word[:start], word[start:]


def is_irregular(lemma: str) -> bool:
    """Return whether a verb is irregular, with or without a prefix."""
    return _parted(lemma, _VERBS)[1] in _VERBS


def is_past_participle(word: str) -> bool:
    """Return whether a word can be the past participle of a verb.

    >>> [is_past_participle(word) for word in ("become", "voted", "seen", "withheld", "action", "children")]
    [True, True, True, True, False, False]
    """
    return word.endswith("ed") or _parted(word, _PARTICIPLES)[1] in _PARTICIPLES


def looks_past(participle: str, lemma: str) -> bool:
    """Return whether a past participle can be read as the past tense: those of regular verbs can, however spelled.

    >>> looks_past("travelled", "travel"), looks_past("sold", "sell"), looks_past("taken", "take")
    (True, True, False)
    """
    return not is_irregular(lemma) or participle == verb_form(lemma, "VBD")


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("city"), plural("box"), plural("policeman"), plural("day"), plural("human")
    ('cities', 'boxes', 'policemen', 'days', 'humans')
    """
    if noun.endswith("man") and noun not in _NO_MEN:
        return noun[:-2] + "en"
    return _PLURALS.get(noun) or _with_s(noun)


def singular(noun: str) -> str:
    """Return the singular of a noun in the plural.

    >>> singular("cities"), singular("boxes"), singular("policemen"), singular("houses"), singular("days")
    ('city', 'box', 'policeman', 'house', 'day')
    >>> singular("viruses"), singular("excuses"), singular("prizes"), singular("movies"), singular("headaches")
    ('virus', 'excuse', 'prize', 'movie', 'headache')
    """
    if noun in _SINGULARS:
        return _SINGULARS[noun]
    if noun.endswith("men"):
        return noun[:-3] + "man"
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if _ADDED_ES.search(noun) and not _ADDED_S.search(noun):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def _doubles(lemma: str) -> bool:
    return lemma in _DOUBLING or _SHORT.fullmatch(lemma) is not None


def _with_s(word: str) -> str:
    if word in _IN_OES:
        return word + "es"
    if _CONSONANT_Y.search(word):
        return word[:-1] + "ies"
    return word + ("es" if _SIBILANT.search(word) else "s")


def _with_ed(lemma: str) -> str:
    if lemma.endswith("e"):
        return lemma + "d"
    if _CONSONANT_Y.search(lemma):
        return lemma[:-1] + "ied"
    return _lengthened(lemma) + "ed"


def _with_ing(lemma: str) -> str:
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")):
        return lemma[:-1] + "ing"
    return _lengthened(lemma) + "ing"


def _lengthened(lemma: str) -> str:
    """Return a verb with the letter that it needs before a vowel: *plann*, *panick*."""
    if lemma.endswith("ic"):
        return lemma + "k"
    return lemma + lemma[-1] if _doubles(lemma) else lemma
