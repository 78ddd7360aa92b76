"""The lines around a letter: the salutation before it, the closing after it, and the signature under that."""

from __future__ import annotations

import re

_GREETING = re.compile(
    r"(?:dear|hi|hello|hey|greetings|good (?:morning|afternoon|evening))\b(?P<names>[^?;]*?)[,:!]?", re.IGNORECASE
)
_ADDRESSED = frozenset(
    "all and both colleague colleagues customer customers everybody everyone folks friend friends ladies gentlemen "
    "madam members neighbour neighbours or parents reader readers sir sirs students team there".split()
)
_TO_NOBODY = re.compile(r"to whom it may concern[,:]?", re.IGNORECASE)

_CLOSING = re.compile(
    r"(?:with |my )?(?:"
    r"(?:(?:very |all )?(?:best|kind|kindest|warm|warmest|many) )?(?:regards|wishes)"
    r"|(?:many )?thanks(?: again| in advance| so much| very much)?|thank you(?: again| in advance| so much| very much)?"
    r"|cheers|best|all the best|love|take care|see you(?: soon)?|speak soon|until then"
    r"|yours(?: sincerely| faithfully| truly| ever)?|(?:sincerely|faithfully|truly|respectfully|cordially)(?: yours)?"
    r")(?: and (?:best|kind|warm) (?:regards|wishes))?[,.!]?",
    re.IGNORECASE,
)

_LONGEST_LINE = 8
_ENDS_SENTENCE = (".", "!", "?", ":", ";")


def is_salutation(line: str) -> bool:
    """Return whether a line addresses the reader of a letter.

    >>> is_salutation("Dear Dr Halloran,"), is_salutation("Dear life in the city")
    (True, False)
    """
    line = line.strip()
    if _TO_NOBODY.fullmatch(line):
        return True
    found = _GREETING.fullmatch(line)
    if found is None or len(line.split()) > _LONGEST_LINE:
        return False
    names = re.findall(r"\w[\w.'’-]*", found["names"])
    return all(name[0].isupper() or name.casefold() in _ADDRESSED for name in names)


def is_closing(line: str) -> bool:
    """Return whether a line ends a letter, before the name.

    >>> is_closing("Best regards,"), is_closing("Thanks in advance!"), is_closing("Best practice")
    (True, True, False)
    """
    return _CLOSING.fullmatch(line.strip()) is not None


def may_sign(line: str) -> bool:
    """Return whether a line that follows a closing can be a part of the signature: a name, an office, a number.

    >>> may_sign("Facilities Office"), may_sign("P.S. The lift is out of order.")
    (True, False)
    """
    line = line.strip()
    return 0 < len(line.split()) <= _LONGEST_LINE and not line.endswith(_ENDS_SENTENCE)
