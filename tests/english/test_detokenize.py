"""Tokens are written as a careful writer would, and cutting keeps what stays as it was."""

import re
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.english.detokenize import cut, join_words
from laconic.errors import UsageError
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence, Token

JOINED = [
    ("It works .", "It works."),
    ("Yes , no ; maybe : so ?!", "Yes, no; maybe: so?!"),
    ("I do n't , wo n’t and ca n't .", "I don't, won’t and can't."),
    ("They 're sure we 'll say he 'd go .", "They're sure we'll say he'd go."),
    ("I can not go , gon na stay , dun no , du nno , do nt ask .", "I cannot go, gonna stay, dun no, dunno, dont ask."),
    ("'T is late and 't was early .", "'Tis late and 'twas early."),
    ("The dogs ' bowls and the dog 's bowl .", "The dogs' bowls and the dog's bowl."),
    ("`` Yes , '' he said , `` no . ''", '"Yes," he said, "no."'),
    ('" Yes , " he said , " no . "', '"Yes," he said, "no."'),
    ("“ Yes , ” he said , ‘ no ’ .", "“Yes,” he said, ‘no’."),
    ("He said , ` so . '", "He said, 'so.'"),
    ("He says ' hello ' twice .", "He says 'hello' twice."),
    ("' The dogs ' bowls ' , she read .", "'The dogs' bowls', she read."),
    ("The dogs ' bowls , the cats ' toys .", "The dogs' bowls, the cats' toys."),
    ('Over now . "', 'Over now."'),
    ('It is over , " he went on .', 'It is over," he went on.'),
    ('He said , " It begins .', 'He said, "It begins.'),
    ("`` The word ` so ' is short . ''", "\"The word 'so' is short.\""),
    ("-LRB- a -RRB- -LSB- b -RSB- -LCB- c -RCB-", "(a) [b] {c}"),
    ("( a ) [ b ] { c } « d »", "(a) [b] {c} «d»"),
    ("Costs $ 5 , US$ 6 , £ 3.50 or € 5 .", "Costs $5, US$6, £3.50 or €5."),
    ("Up 5 % to 20 ° at # 1 Acme ™ .", "Up 5% to 20° at #1 Acme™."),
    ("One -- two — three – four - five .", "One -- two — three – four - five."),
    ("From 1990 – 1995 .", "From 1990–1995."),
    ("Well ... yes … and no .", "Well... yes… and no."),
    ("and\\/or 1\\/2 \\*", "and/or 1/2 *"),
    ("AT&T and R & D", "AT&T and R & D"),
    ("the account ( s ) here ( s. below )", "the account(s) here (s. below)"),
    ("Jo < jo@example.com > and 3 < 5", "Jo <jo@example.com> and 3 <5"),
    ("is 3 < 5 ?", "is 3 < 5?"),
    ("Great :) 👍", "Great :) 👍"),
    ("C'm on , y' all , d' you ?", "C'mon, y'all, d'you?"),
    ("", ""),
    ("Alone", "Alone"),
]


@pytest.mark.parametrize(("tokens", "text"), JOINED)
def test_join_words(tokens: str, text: str) -> None:
    assert join_words(tokens.split()) == text


# What is left out stands between ⟨ and ⟩.
CUT = [
    ("The ⟨big ⟩dog barked.", "The dog barked."),
    ("The dog ⟨barked and ⟩ran⟨ away⟩.", "The dog ran."),
    ("⟨Yesterday, ⟩the dog ran.", "The dog ran."),
    ("⟨Yesterday⟩, the dog ran.", ", The dog ran."),
    ("⟨yesterday, ⟩the dog ran.", "the dog ran."),
    ("⟨However, ⟩iPhone sales fell.", "iPhone sales fell."),
    ("⟨However, ⟩eBay grew.", "eBay grew."),
    ("⟨However, ⟩5 men came.", "5 men came."),
    ("⟨However, ⟩joe@example.com wrote.", "joe@example.com wrote."),
    ("⟨However, ⟩well-known men came.", "Well-known men came."),
    ("⟨However, ⟩élan won.", "Élan won."),
    ("⟨Is⟩n't it odd?", "n't it odd?"),
    ("“⟨Well, ⟩it works,” he said.", "“It works,” he said."),
    ("⟨He said: ⟩“it works.”", "“It works.”"),
    ("He came⟨, saw⟩, and won.", "He came, and won."),
    ("He came, ⟨saw⟩, and won.", "He came,, and won."),
    ("He left⟨ (after lunch)⟩.", "He left."),
    ("He left (after ⟨a long ⟩lunch).", "He left (after lunch)."),
    ("He left (⟨after lunch⟩).", "He left ()."),
    ("He left (after⟨ lunch⟩), she stayed.", "He left (after), she stayed."),
    ('She said "⟨well, ⟩yes".', 'She said "yes".'),
    ('She said "yes⟨ indeed⟩".', 'She said "yes".'),
    ('She ⟨firmly said ⟩"yes".', 'She "yes".'),
    ('("⟨Well, ⟩yes")', '("Yes")'),
    ("She said ‘⟨well, ⟩yes’ ⟨then⟩.", "She said ‘yes’."),
    ("The ⟨old ⟩dogs' ⟨big ⟩bowls.", "The dogs' bowls."),
    ("The dog ⟨and the cat⟩'s bowl.", "The dog's bowl."),
    ("I ⟨really ⟩don't ⟨want to ⟩go.", "I don't go."),
    ("I ⟨can⟩not go.", "I not go."),
    ("I can⟨not⟩ go.", "I can go."),
    ("It cost ⟨about ⟩$5 ⟨million⟩.", "It cost $5."),
    ("It ran ⟨5⟩km.", "It ran km."),
    ("One—two⟨—three⟩.", "One—two."),
    ("One⟨—two⟩—three.", "One—three."),
    ("One — ⟨two ⟩— three.", "One — — three."),
    ("One -- ⟨two and ⟩three.", "One -- three."),
    ("Well... ⟨so ⟩what?", "Well... what?"),
    ("Why⟨ on earth⟩?!", "Why?!"),
    ("Up ⟨by ⟩5⟨ or 6⟩%.", "Up 5%."),
    ("Two  spaces ⟨and⟩  more  stay.", "Two  spaces more  stay."),
    ("French ⟨or not⟩ ?", "French ?"),
    ("One\nline ⟨and ⟩more.", "One\nline more."),
    ("THE ⟨BIG ⟩DOG.", "THE DOG."),
    ("He bought an ⟨expensive ⟩car.", "He bought a car."),
    ("He bought a ⟨red ⟩apple.", "He bought an apple."),
    ("An ⟨old ⟩man left.", "A man left."),
    ("⟨Once ⟩a ⟨big ⟩elephant came.", "An elephant came."),
    ("A ⟨good ⟩MRI scan, an ⟨early ⟩UN vote.", "An MRI scan, a UN vote."),
    ("IT IS A ⟨BIG ⟩OWL.", "IT IS AN OWL."),
    ("IT IS A ⟨BIG ⟩RED OWL.", "IT IS A RED OWL."),
    ("It was an historic ⟨and lucky ⟩day.", "It was an historic day."),
    ("It was a ⟨quite ⟩“honest” mistake.", "It was an “honest” mistake."),
    ("It took an⟨ (unlucky)⟩ hour.", "It took an hour."),
    ("It took a ⟨full ⟩8 hours, a ⟨mere ⟩$18.", "It took an 8 hours, an $18."),
    ("He chose an⟨ old one⟩.", "He chose an."),
    ("Vitamin A ⟨really ⟩does good.", "Vitamin A does good."),
    ("⟨THE BIG ⟩DOG.", "DOG."),
    ("He⟨, who came,⟩ left.", "He left."),
    ("x=⟨y+⟩z", "x=z"),
    ("⟨Der ⟩ǆep lives.", "ǅep lives."),
]


def read_cut(marked: str) -> tuple[Sentence, list[int]]:
    """Return the sentence, tokenised, and the positions of the tokens outside ⟨ and ⟩."""
    text, deleted, inside = "", set(), False
    for character in marked:
        if character in "⟨⟩":
            inside = character == "⟨"
        else:
            if inside:
                deleted.add(len(text))
            text += character
    sentence = Sentence(text, tokenize(text))
    return sentence, [place for place, token in enumerate(sentence.tokens) if token.start not in deleted]


@pytest.mark.parametrize(("marked", "text"), CUT)
def test_cut(marked: str, text: str) -> None:
    assert cut(*read_cut(marked)) == text


def test_tokens_given_separated_by_spaces_come_back_so() -> None:
    sentence = Sentence.from_words(["Well", ",", "do", "n't", "."])
    assert cut(sentence, [2, 3, 4]) == "do n't ."
    assert cut(sentence, range(5)) == "Well , do n't ."
    assert cut(Sentence.from_words(["a", "", ","]), range(3)) == "a  ,"


def test_without_offsets_the_words_are_joined_as_english() -> None:
    sentence = Sentence("?", (Token("Well"), Token(","), Token("do"), Token("n't"), Token(".")))
    assert cut(sentence, [2, 3, 4]) == "Don't."
    assert cut(sentence, range(5)) == "Well, don't."


@pytest.mark.parametrize("kept", [[1, 0], [0, 0], [-1], [2], [0, 2]])
def test_positions_must_be_in_the_sentence_and_in_order(kept: list[int]) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        cut(Sentence.from_words(["a", "b"]), kept)


def test_nothing_kept_leaves_nothing() -> None:
    assert cut(Sentence("It works.", tokenize("It works.")), []) == ""
    assert cut(Sentence("", ()), []) == ""


texts = st.one_of(st.text(), st.text(alphabet="aAsS.,'\"’“(-—$5 \n!n", max_size=30))


@given(texts)
def test_keeping_all_gives_the_text_back(text: str) -> None:
    sentence = Sentence(text, tokenize(text))
    assert cut(sentence, range(len(sentence))) == text


@given(texts, st.randoms())
def test_cutting_writes_the_kept_tokens_and_nothing_else(text: str, random: Random) -> None:
    sentence = Sentence(text, tokenize(text))
    kept = [place for place in range(len(sentence)) if random.random() < 0.6]
    letters = "".join(cut(sentence, kept, with_agreement=False).split())
    expected = "".join(sentence.words[place] for place in kept)
    assert [a for a, b in zip(letters, expected, strict=True) if a != b and a != b.title()] == []


@given(st.text(alphabet='aAnNeu 8,("', max_size=30), st.randoms())
def test_agreement_changes_nothing_but_articles(text: str, random: Random) -> None:
    sentence = Sentence(text, tokenize(text))
    kept = [place for place in range(len(sentence)) if random.random() < 0.6]
    words = (re.escape(sentence.words[place]) for place in kept)
    as_written = r"\s*".join("an?" if word.lower() in ("a", "an") else word for word in words)
    assert re.fullmatch(rf"\s*{as_written}\s*", cut(sentence, kept), re.IGNORECASE)


def test_what_is_tagged_as_no_article_is_none() -> None:
    words, tags = "Vitamin A really is good".split(), "NN NN RB VBZ JJ".split()
    sentence = Sentence.from_tokens([Token(*pair) for pair in zip(words, tags, strict=True)])
    assert cut(sentence, [0, 1, 3, 4]) == "Vitamin A is good"


@given(st.lists(st.text(alphabet="aS.,'\"`()-$5é👍", min_size=1, max_size=3)))
def test_joining_keeps_all_letters(words: Sequence[str]) -> None:
    plain = {"``": '"', "''": '"', "`": "'"}
    assert join_words(words).replace(" ", "") == "".join(plain.get(word, word) for word in words)


def test_every_cut_of_a_sentence_reads_back_as_its_tokens() -> None:
    text = '"Well," he said (twice), "the dogs\' bowls — both — cost $5."'
    sentence = Sentence(text, tokenize(text))
    some = range(3, len(sentence), 2)
    for size in range(1, 5):
        for dropped in combinations(some, size):
            kept = [place for place in range(len(sentence)) if place not in dropped]
            assert [token.text for token in tokenize(cut(sentence, kept))] == [sentence.words[place] for place in kept]
