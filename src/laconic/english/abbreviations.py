"""English abbreviations that are written with a full stop, without the stop and in lower case."""

from __future__ import annotations

from laconic.text import has_word

TITLES = frozenset(
    "adm atty brig capt cmdr col comdr cpl dr drs fr gen gov hon lt maj messrs mlle mme mr mrs ms mt mx pfc pres "
    "prof pvt rep reps rev sen sens sgt st ste sts supt".split()
)
"""Stand before a name: the stop never ends a sentence."""

CONTINUED = frozenset(
    "approx arr arrv attn ca cf cp dept div ed eds eg esp et ex exec ext fig figs ft ie incl lv no nos nr para "
    "pp ps pt pts ref refs resp sect tel trans univ v viz vol vols vs".split()
)
"""Something follows in the same sentence: a number, a name, an example."""

DATES = frozenset(
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun".split()
)
"""Months and days; a sentence may end with one, but rarely does."""

FINAL = frozenset(
    "al asst assn assoc ave bldg blvd bros co corp cos ect esq est etc hwy inc intl jr lb lbs ltd mfg min mins mtg "
    "oz pty rd sq sr yr yrs ala ariz calif colo conn fla ga kan ky md mich minn mont neb nev okla ont pa que "
    "tenn tex va vt wis wyo".split()
)
"""May well end a sentence: the next word decides."""

ABBREVIATIONS = TITLES | CONTINUED | DATES | FINAL

CAPITALISED_ONLY = frozenset(
    "adm ala ave co col colo conn ex fr ga gen hon ind kan lb maj mar min mon mont mt neb nev no pa "
    "pres pt ref rep reps rev sat sen sens st sun tex va wed".split()
)
"""Words or clippings in lower case, abbreviations only with a capital: ``Sat.`` and ``sat.``."""


def brings_stop(word: str) -> bool:
    """Return whether a word brings its own full stop, so that a sentence may end with it.

    >>> brings_stop("p.m."), brings_stop("..."), brings_stop("noon")
    (True, False, False)
    """
    return word.endswith(".") and has_word([word])
