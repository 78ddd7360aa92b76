"""Words that are written together and counted as two: *don't*, *they're*, *gonna*."""

from __future__ import annotations

APOSTROPHE = "['’\u02bc`´]"
"""A pattern for every sign that stands for an apostrophe."""

CLITIC_ENDINGS = "s|d|m|ll|re|ve"
"""What follows the apostrophe of a clitic, as a pattern."""

SPLIT_WORDS = {
    "can": "not",
    "gon|wan": "na",
    "got|out|lot": "ta",
    "gim|lem": "me",
    "du": "nno",
    "what": "cha|s",
    "that|there": "s",
    "(?-i:[Ii](?=m|ve|[ ]))": "m|ve",
    "you|they": "re|ve|ll",
    "we": "ve",
    "ai|are|ca|could|did|do|does|had|has|have|is|should|was|were|wo|would": "nt",
    f"d{APOSTROPHE}": "you|ye",
    f"y{APOSTROPHE}": "all",
    f"c{APOSTROPHE}m": "on",
    f"{APOSTROPHE}t": "is|was",
}
"""Words that are written as one without an apostrophe, as patterns: first parts, and their second parts."""

VERB_CLITICS = frozenset("'ll 've 're 'd 'm n't ’ll ’ve ’re ’d ’m n’t".split())
"""Clitics that lean on the word before them; *'s* may be a genitive."""
