"""Text that is not English, recognised by its script or by the function words of another language.

Every language has words that hardly a sentence goes without, and few of them are spelled like those of another.
Counting them needs no model, and names the language, too. A text without any, such as a list of names, is not judged.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from laconic.english.function_words import STOP_WORDS

_WORDS = {
    "Czech": (
        "a že je na se si jsem jsou byl byla bylo ale jako jeho její které který která když nebo pro před po od "
        "do tak už není být při podle také"
    ),
    "Danish or Norwegian": (
        "og det er en et til på af av som med har ikke jeg den de var for at ikkje han hun vi kan skal vil fra "
        "blev ble efter etter også om der"
    ),
    "Dutch": (
        "de het een en van ik te dat die niet zijn is was op aan met voor hij er maar om hem dan zou wat mijn men "
        "dit zo door over ze uit ook tot naar heeft werd wordt bij"
    ),
    "Finnish": (
        "ja on ei se että oli hän mutta ovat joka mitä niin kuin myös tai jos kun sen hänen tämä ole olla jotka "
        "sekä voi vain"
    ),
    "French": (
        "le la les un une des et est que qui dans pour pas sur au aux avec ce cette ces il elle nous vous ils ne "
        "se du par plus mais son sa ses leur ont été sont comme où"
    ),
    "German": (
        "der die das und ist nicht ein eine einen einem den dem des zu von mit sich auf für im auch als an nach "
        "wie bei aus hat werden wird war sind sie er es wir ich noch nur oder aber wurde über am vom zum zur beim "
        "einer eines sein seine seinen ihr ihre ihren dass wenn hatte haben waren kein keine diese dieser vor durch"
    ),
    "Hungarian": (
        "a az és hogy nem is egy volt ez azt meg csak de van már még mint el ki fel vagy ha lesz olyan minden majd után"
    ),
    "Indonesian or Malay": (
        "yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena ada mereka oleh sudah "
        "bisa adalah atau kami telah"
    ),
    "Italian": (
        "il lo la gli le un una di che è e non per del della dei delle con si come più ma sono anche nel nella "
        "alla questo questa ha hanno suo sua stato da dal al"
    ),
    "Polish": (
        "i w na nie się że jest do to z o jak ale po co tak za od by był była było są przez dla który która które "
        "jego tym może już tylko swój swoją swoje oraz także gdy jej ich"
    ),
    "Portuguese": (
        "o a os as um uma de que e do da dos das em no na nos nas não é para com por se mais como mas foi ao ele "
        "ela são seu sua também pelo pela está"
    ),
    "Romanian": (
        "și de la în nu este cu pe din că o un care mai pentru să au fost sunt ce ca dar sau al ale lui prin după fi"
    ),
    "Spanish": (
        "el la los las un una de que y en es no se por con para su al lo como más pero sus le ya este esta sí "
        "porque entre cuando muy sin sobre ser del fue ha son está"
    ),
    "Swedish": (
        "och det att en ett som är på av för med inte den till de jag var han hon vi har om från men så kan ska "
        "skulle hade blev efter också där eller"
    ),
    "Turkish": (
        "ve bir bu da de için ile çok ne daha olarak gibi var olan ama en değil sonra kadar ben o her ki mi oldu olduğu"
    ),
    "Vietnamese": "và của là có không được trong một cho các người với những đã này khi để từ ra như cũng đó về",
}
_LANGUAGES: dict[str, list[str]] = {}
"""The languages that have a word."""

for _name, _list in _WORDS.items():
    for _word in _list.split():
        _LANGUAGES.setdefault(_word, []).append(_name)

_SCRIPTS = {
    "CYRILLIC": "Russian or another language in Cyrillic letters",
    "GREEK": "Greek",
    "ARABIC": "Arabic or another language in Arabic letters",
    "HEBREW": "Hebrew",
    "CJK": "Chinese or Japanese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
    "DEVANAGARI": "Hindi or another language in Devanagari",
    "THAI": "Thai",
    "BENGALI": "Bengali",
    "TAMIL": "Tamil",
    "GEORGIAN": "Georgian",
    "ARMENIAN": "Armenian",
}
_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 3
"""The least number of words that identify a language: two may be a name or a title."""

_MOST_CHARACTERS = 20_000
"""The beginning of a long text is enough."""


def foreign_language(text: str) -> str | None:
    """Return the name of another language that a text is in; None for English, and if it is not clear.

    >>> foreign_language("Der alte Hafen wird im Frühling nicht mehr geöffnet, und das ist gut.")
    'German'
    >>> foreign_language("The Der Spiegel reporter met Las Palmas fans.") is None
    True
    """
    text = text[:_MOST_CHARACTERS]
    if not text.isascii() and (script := _main_script(text)):
        return script
    words = {word.lower() for word in _WORD.findall(text)}  # once each, for a name may come again and again
    hits = Counter(name for word in words for name in _LANGUAGES.get(word, ()))
    name, count = hits.most_common(1)[0] if hits else ("", 0)
    return name if count >= _ENOUGH and count > len(words & STOP_WORDS) else None


def _main_script(text: str) -> str | None:
    """Return the language of a script that most letters are in, if that is not Latin."""
    scripts = Counter(_script(sign) for sign in text if sign.isalpha())
    if not scripts:
        return None
    script, count = scripts.most_common(1)[0]
    if count * 2 <= sum(scripts.values()):
        return None
    if script == "CJK" and (scripts["HIRAGANA"] or scripts["KATAKANA"]):
        return "Japanese"
    return _SCRIPTS.get(script)


@lru_cache(4096)
def _script(sign: str) -> str:
    return unicodedata.name(sign, "LATIN").split()[0].split("-")[0]
