"""Tokens follow the Penn Treebank, cover the text exactly, and cost linear time."""

from itertools import chain, product
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.english.abbreviations import ABBREVIATIONS, CAPITALISED_ONLY
from laconic.parse.tokenize import tokenize
from timing import is_within, seconds_of

# Each line shows where a text is cut: `|` between tokens that touch, spaces as they stand.
CASES = """
It works|.
I do|n't|, wo|n't and ca|n’t|.
They|'re sure we|'ll say he|'d go|; I|'m not|, you|'ve won|.
I|'d|'ve gone|.
We can|not go|, gon|na stay|, wan|na sleep|, got|ta run|, lem|me be|, gim|me that|.
'T|is late|, 't|was early|.
Do|nt worry|, i|m fine|, I|ve been|, that|s it|.
Its lid and IM chats|.
it|`s don|ʼs do|nʼt
The dogs|' bowls and the dog|'s bowl|.
The U.S.|'s role|.
it 's n't
O'Brien said o'clock in rock'n'roll|, rock 'n' roll|.
Get 'em 'cause of the '90s and the 1980's|.
Y'|all c'm|on|, d'|you hear|?
A well-known all-or-nothing mid- and long-term plan|.
One -- two|--|three — four|—|five – six|–|seven|.
Well|... yes|…
What|?! Stop|!!! Why|...|?
$|5 US$|5 C$|3 £|3.50 €|5|m 5|% 5|km 3|kg
10,000 1,00,000 3.14 .5 -7 +3 1/2 3-4 10:30 4:3 12/25/2020 2.4.1
1|,|2|,|3 and 18|,|19|,|20
May 5|,|2004
5|pm 5|p.m. today 20th 3D 1990s B2B|?
Dr. Lee|, Mrs. Poe and Prof. J. R. Oak of St. Ives|, Ill|.
Acme Inc. and Bolt Corp. make e.g. nuts|, i.e. food|, etc. cheaply|.
She works at Acme Inc|.
She said|, “|We bought Acme Inc|.|”
She lives in the U.S.
He left at 5 p.m.
A U.S.-based Ph.D. from Washington|, D.C.|, came|.
He sat|. Then he left on Sat. morning|.
Vitamin C|.
J.|Smith and S.|Korea
It ended|.|Then it began again in 2004|.|Later it stopped|.
etc|...
See http://example.com/a_(b)?c=d&e=f|.
(|www.example.org|) or example.com/x/y?z=1|, ftp://example.net/|!
Write to joe.bloggs+news@mail.example.co.uk|, mailto:me@example.org|.
#hashtag @mention @some.one #|1
Open notes.txt|, ../src/main.c|, /usr/bin/env|, ~/.profile|, C:\\Users\\me|.
AT&T and R&D and/or he/she|; w/ or w/o|.
C++|, C# and an A+ grade
:-) ;) :( :D <3 great|:)
👨‍👩‍👧‍👦|👍🏽|🇬🇧|🇫🇷|❤️|1️⃣|🏴󠁧󠁢󠁳󠁣󠁴󠁿
“|Yes|,|” he said|, ‘|no|’|. "|Yes|" '|no|' ``|maybe|'' «|oui|»
(|a|) [|b|] {|c|} <|d|>
the word|(|s|)
x|=|3|, a|<|b|, a -> b|, c => d
naïve cafe\u0301|, cafe\u0301s
字字|，|字|。
שלום|, עולם|!
مرحبا|، كيف|؟
a\u00adb c\u200bd
x\u00a0y\u2009z
5|'|2|"
snake_case _|emphasis|_ f**king
&amp; &#39; A|&|; B
Foo|™ 20|°
==== ---- *** ~~~ ##
a|\x00|b
""".strip().splitlines()


def cut(marked: str) -> tuple[str, list[str]]:
    """Return the text without its marks, and the tokens they show."""
    return marked.replace("|", ""), marked.replace("|", " ").split()


@pytest.mark.parametrize("marked", CASES)
def test_tokens(marked: str) -> None:
    text, expected = cut(marked)
    assert [token.text for token in tokenize(text)] == expected


def test_tokenize_keeps_a_vertical_bar() -> None:
    assert [token.text for token in tokenize("a | b|c")] == ["a", "|", "b", "|", "c"]


alphabets = st.one_of(
    st.text(),
    st.text(alphabet="aAnNtTsS.,'’\"-/&@:#1$% \n()_*!?…—\u200d👍🇬", max_size=60),
    st.lists(st.sampled_from("can't U.S. Inc. $5 http://a.b 'tis 10:30 ... -- 👍🏽 x@y.z #t".split()), max_size=8).map(
        " ".join
    ),
)


@given(alphabets)
def test_every_character_but_white_space_is_in_exactly_one_token(text: str) -> None:
    covered = []
    for token in tokenize(text):
        assert token.text == text[token.start : token.end]
        covered.extend(range(token.start, token.end))
    assert covered == [place for place, character in enumerate(text) if not character.isspace()]


@given(alphabets)
def test_tokens_do_not_depend_on_the_spaces_between_words(text: str) -> None:
    words = [token.text for token in tokenize(text)]
    assert words == [token.text for token in tokenize("\n\t" + "   ".join(text.split()) + " ")]


JOINED = (
    "cannot gonna wanna gotta outta lotta gimme lemme dunno whatcha whats thats theres im ive youre youve youll theyre "
    "weve aint arent cant couldnt didnt dont doesnt hadnt hasnt havent isnt shouldnt wasnt werent wont wouldnt www xD"
).split()


def test_a_bracket_before_a_word_changes_nothing_else() -> None:
    """Plain words and numbers with a mark take a shortcut, which a bracket prevents."""
    lists = (ABBREVIATIONS, CAPITALISED_ONLY, JOINED, map("".join, product(ascii_lowercase, repeat=2)))
    for word in sorted({*ascii_lowercase, *map(str, range(99)), *chain.from_iterable(lists)}):
        for form in (word, word.capitalize(), word.upper()):
            for mark in ("", *",;:.?!"):
                assert words_of(f"({form}{mark} x") == ["(", *words_of(f"{form}{mark} x")]


def words_of(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


HARD = (
    "a. ' http:// a- a@ a.b@ @a. 1, 1,22 1,222 n't a' www. ( http://( a/ /a . 👍\u200d 🇬🇧 A. #a & &a a_ _ *a "
    "cannot '' \u200b :- ^_ a.com/ a.com. mailto: AAA$ y' 5p.m Ph.D. Mr. -= \\ \x00 \udc80 Jr.. a.a-"
).split()


@pytest.mark.parametrize("piece", HARD, ids=ascii)
def test_time_is_linear(piece: str) -> None:
    short, long = (piece * (length // len(piece)) + "!" for length in (4_000, 64_000))
    # Quadratic time would make the ratio 256, and minutes of the longer run.
    limit = 100 * max(seconds_of(lambda: tokenize(short)), 0.004)
    assert is_within(limit, lambda: tokenize(long))
