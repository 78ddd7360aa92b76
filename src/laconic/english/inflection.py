"""Forms of English words: a lemma and a Penn tag give the form, by a table of what is irregular and by rules."""

from __future__ import annotations

import re

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
        begin began begun
        bend bent bent
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
        fly flew flown
        forbid forbade forbidden
        forecast forecast forecast
        foresee foresaw foreseen
        forget forgot forgotten
        forgive forgave forgiven
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
        mislead misled misled
        overcome overcame overcome
        overtake overtook overtaken
        overthrow overthrew overthrown
        oversee oversaw overseen
        pay paid paid
        put put put
        quit quit quit
        read read read
        rebuild rebuilt rebuilt
        rewrite rewrote rewritten
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
        shake shook shaken
        shed shed shed
        shoot shot shot
        show showed shown
        shrink shrank shrunk
        shut shut shut
        sing sang sung
        sink sank sunk
        sit sat sat
        sleep slept slept
        slide slid slid
        speak spoke spoken
        spend spent spent
        spin spun spun
        split split split
        spread spread spread
        spring sprang sprung
        stand stood stood
        steal stole stolen
        stick stuck stuck
        strike struck struck
        string strung strung
        strive strove striven
        swear swore sworn
        sweep swept swept
        swim swam swum
        swing swung swung
        take took taken
        teach taught taught
        tear tore torn
        tell told told
        think thought thought
        throw threw thrown
        undergo underwent undergone
        understand understood understood
        undertake undertook undertaken
        uphold upheld upheld
        wake woke woken
        wear wore worn
        weave wove woven
        win won won
        wind wound wound
        withdraw withdrew withdrawn
        withstand withstood withstood
        write wrote written
        """.strip().splitlines()
    )
}
"""Irregular verbs: the past tense and the past participle."""

_PRESENT = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PLAIN = {"be": "are"}
_ING = {
    "be": "being",
    "die": "dying",
    "lie": "lying",
    "tie": "tying",
    "dye": "dyeing",
    "see": "seeing",
    "flee": "fleeing",
    "agree": "agreeing",
    "guarantee": "guaranteeing",
    "oversee": "overseeing",
    "foresee": "foreseeing",
    "free": "freeing",
}
_DOUBLING = frozenset(
    "abet acquit admit allot annul begin commit compel concur confer control defer deter dispel emit equip excel expel "
    "forbid forget fulfil impel incur infer occur omit outwit patrol permit prefer propel quit rebel recur refer "
    "regret remit repel submit transfer transmit unplug".split()
)
"""Verbs of several syllables whose last letter doubles, and others that the pattern does not know: *beginning*."""

_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
"""Verbs of one syllable with a short vowel, whose last letter doubles as well: *planned*."""

_PARTICIPLES = frozenset(participle for _, participle in _VERBS.values())

_PLURALS = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "foot": "feet", "tooth": "teeth",
    "mouse": "mice", "goose": "geese", "wife": "wives", "life": "lives", "knife": "knives", "leaf": "leaves",
    "half": "halves", "self": "selves", "thief": "thieves", "wolf": "wolves", "shelf": "shelves", "loaf": "loaves",
    "analysis": "analyses", "crisis": "crises", "basis": "bases", "thesis": "theses", "hypothesis": "hypotheses",
    "phenomenon": "phenomena", "criterion": "criteria", "medium": "media", "series": "series", "species": "species",
    "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes", "veto": "vetoes",
}  # fmt: skip
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items()}
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")


def verb_form(lemma: str, tag: str) -> str:
    """Return a form of a verb; the past tense and present of *be* are those of the third person singular.

    >>> [verb_form("write", tag) for tag in ("VB", "VBZ", "VBP", "VBD", "VBN", "VBG")]
    ['write', 'writes', 'write', 'wrote', 'written', 'writing']
    >>> verb_form("hum", "VBG"), verb_form("carry", "VBD"), verb_form("agree", "VBG"), verb_form("lie", "VBG")
    ('humming', 'carried', 'agreeing', 'lying')
    """
    if tag == "VBZ":
        return _PRESENT.get(lemma) or _with_s(lemma)
    if tag == "VBG":
        return _ING.get(lemma) or _with_ing(lemma)
    if tag in ("VBD", "VBN"):
        irregular = _VERBS.get(lemma)
        return _with_ed(lemma) if irregular is None else irregular[tag == "VBN"]
    return _PLAIN.get(lemma, lemma) if tag == "VBP" else lemma


def is_irregular(lemma: str) -> bool:
    """Return whether a verb is in the table of irregular ones."""
    return lemma in _VERBS


def is_past_participle(word: str) -> bool:
    """Return whether a word can be the past participle of a verb.

    >>> [is_past_participle(word) for word in ("become", "voted", "seen", "action", "children")]
    [True, True, True, False, False]
    """
    return word.endswith("ed") or word in _PARTICIPLES


def looks_past(participle: str, lemma: str) -> bool:
    """Return whether a past participle can be read as the past tense: those of regular verbs can, however spelled.

    >>> looks_past("travelled", "travel"), looks_past("sold", "sell"), looks_past("taken", "take")
    (True, True, False)
    """
    return not is_irregular(lemma) or participle == verb_form(lemma, "VBD")


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("city"), plural("box"), plural("woman"), plural("day")
    ('cities', 'boxes', 'women', 'days')
    """
    return _PLURALS.get(noun) or _with_s(noun)


def singular(noun: str) -> str:
    """Return the singular of a noun in the plural.

    >>> singular("cities"), singular("boxes"), singular("women"), singular("houses"), singular("days")
    ('city', 'box', 'woman', 'house', 'day')
    """
    if noun in _SINGULARS:
        return _SINGULARS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if re.search(r"(?:x|z|ch|sh|ss)es$", noun):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def _doubles(lemma: str) -> bool:
    return lemma in _DOUBLING or _SHORT.fullmatch(lemma) is not None


def _with_s(word: str) -> str:
    if _CONSONANT_Y.search(word):
        return word[:-1] + "ies"
    return word + ("es" if _SIBILANT.search(word) else "s")


def _with_ed(lemma: str) -> str:
    if lemma.endswith("e"):
        return lemma + "d"
    if _CONSONANT_Y.search(lemma):
        return lemma[:-1] + "ied"
    return (lemma + lemma[-1] if _doubles(lemma) else lemma) + "ed"


def _with_ing(lemma: str) -> str:
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")):
        return lemma[:-1] + "ing"
    return (lemma + lemma[-1] if _doubles(lemma) else lemma) + "ing"
