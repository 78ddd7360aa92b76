"""The table of dependences: which words need which others, what it costs to part them, and an example of each.

In the examples square brackets enclose words that go.

Costs are measured (`experiments/dependences/measure.py`): the log odds that an editor who keeps the dependent word
keeps the required one, and the logarithm of how many times as often rejected outputs part them as accepted ones. Seven
tenths of the sum are charged, to the nearest half, since a model knows some of it already; half or all of it bring
answers no closer to the editor's. Four kinds cost more (*if-clause*, *frequency*, *as as*, *between and*), since
readers accepted hardly any of the model's own answers that broke them. Where a loss makes a sentence say what is not
so, the cost is `NEVER` or `REVERSED`, however often it occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from laconic.english.dependences import clauses, meaning, nouns, spelling, verbs
from laconic.english.dependences.dependence import NEVER, REVERSED, Link
from laconic.english.dependences.parsed import Parsed

Pattern = Callable[[Parsed], Iterable[Link]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of dependence, with an example that tests it.

    Attributes:
        name: what it is called.
        cost: what an answer that breaks it is charged.
        pattern: finds the dependences of this kind in a sentence.
        forbids: a sentence in which square brackets enclose words that must not go alone.
        allows: the same sentence with words that may go as far as this kind is concerned.
        is_distant: whether neighbours cannot tell that it is broken, since what stands between the two words does not
            matter: such a dependence is not charged in a search, and only checked afterwards.
    """

    name: str
    cost: float
    pattern: Pattern
    forbids: str
    allows: str
    is_distant: bool = False


KINDS: tuple[Kind, ...] = (
    # Words whose loss turns round or widens what is said.
    Kind(
        "unless-clause",
        NEVER,
        meaning.unless_clause,
        forbids="We will walk home [unless it rains].",
        allows="We will walk [home] unless it rains.",
    ),
    Kind(
        "word of an exception",
        NEVER,
        meaning.word_of_exception,
        forbids="[Unless it rains on] Monday, we will walk home.",
        allows="Unless it rains [on Monday], we will walk home.",
        is_distant=True,
    ),
    Kind(
        "if-clause",
        3.0,
        meaning.if_clause,
        forbids="We will walk home [if it stays dry].",
        allows="We will walk [home] if it stays dry.",
    ),
    Kind(
        "limit of a negation",
        NEVER,
        meaning.limit_of_negation,
        forbids="Do not open the door [until the bell rings].",
        allows="Do not open [the door] until the bell rings.",
    ),
    Kind(
        "condition",
        NEVER,
        meaning.condition,
        forbids="They asked [whether] he had paid.",
        allows="They [asked] whether he had paid.",
    ),
    Kind(
        "word of a question",
        NEVER,
        meaning.word_of_question,
        forbids="They tried to find out [whether it caused] great harm.",
        allows="They tried to find out whether it caused [great] harm.",
        is_distant=True,
    ),
    Kind(
        "almost",
        NEVER,
        meaning.almost,
        forbids="The tower was [almost] destroyed by fire.",
        allows="The tower was almost destroyed [by fire].",
    ),
    Kind(
        "degree",
        2.0,
        meaning.degree,
        forbids="He spoke [so] softly that nobody heard him.",
        allows="He spoke [so softly that nobody heard him].",
    ),
    Kind(
        "enough",
        2.0,
        meaning.enough,
        forbids="The lamp is bright [enough] to blind you.",
        allows="The lamp is bright enough to blind [you].",
    ),
    Kind(
        "few",
        NEVER,
        meaning.few,
        forbids="[Few] experts came to the old hall.",
        allows="Few experts came [to the old hall].",
    ),
    Kind(
        "only",
        NEVER,
        meaning.only,
        forbids="The lift should [only] carry goods.",
        allows="The [lift] should only carry goods.",
    ),
    Kind(
        "only with a number",
        3.0,
        meaning.only_number,
        forbids="They found [only] three graves near the wall.",
        allows="They found only three graves [near the wall].",
    ),
    Kind(
        "hedge",
        NEVER,
        meaning.hedge,
        forbids="The actor [reportedly] earned a fortune.",
        allows="The [actor] reportedly earned a fortune.",
    ),
    Kind(
        "denial",
        REVERSED,
        meaning.denial,
        forbids="The firm [denied that it] had sold arms.",
        allows="The firm denied [that it had sold arms].",
    ),
    Kind(
        "denied verb",
        NEVER,
        meaning.denied_verb,
        forbids="There is scant proof that the cure [helps] children.",
        allows="There is scant proof [that the cure helps children].",
    ),
    Kind(
        "share",
        NEVER,
        meaning.share,
        forbids="[Half of] the pupils failed the test.",
        allows="Half of the pupils failed [the test].",
    ),
    Kind(
        "noun before *of*",
        NEVER,
        meaning.noun_before_of,
        forbids="It is meant for [people of] small means.",
        allows="It is meant for people [of small means].",
    ),
    Kind(
        "agreeing noun",
        NEVER,
        meaning.agreeing_noun,
        forbids="The [smell of] roses has faded.",
        allows="The smell [of roses] has faded.",
    ),
    Kind(
        "joined subject",
        NEVER,
        meaning.joined_subject,
        forbids="The mayor [and his wife] were delighted.",
        allows="The mayor and [his] wife were delighted.",
    ),
    Kind(
        "until-clause",
        1.0,
        meaning.until_clause,
        forbids="Boil the water [until it is clean].",
        allows="Boil [the] water until it is clean.",
    ),
    Kind(
        "approximation",
        2.5,
        meaning.approximation,
        forbids="The bridge cost [about] nine million pounds.",
        allows="The bridge cost [about nine million pounds].",
    ),
    Kind(
        "frequency",
        4.5,
        meaning.frequency,
        forbids="These dogs are [often] deaf.",
        allows="These dogs [are often deaf].",
    ),
    Kind(
        "quantity",
        2.0,
        meaning.quantity,
        forbids="[Many] farmers lost their cattle.",
        allows="Many farmers lost [their] cattle.",
    ),
    Kind(
        "some",
        1.0,
        meaning.some,
        forbids="[Some] farmers lost their cattle.",
        allows="Some farmers lost [their] cattle.",
    ),
    Kind(
        "comparative",
        2.5,
        meaning.comparative,
        forbids="They want [higher] wages.",
        allows="They want [higher wages].",
    ),
    Kind(
        "ordinal",
        3.0,
        meaning.ordinal,
        forbids="She missed the [second] train.",
        allows="She missed [the second train].",
    ),
    Kind(
        "number",
        3.0,
        meaning.number,
        forbids="The storm killed [six] sheep.",
        allows="The storm killed six [sheep].",
    ),
    Kind(
        "selection",
        1.5,
        meaning.selection,
        forbids="She was the first woman [to climb the peak].",
        allows="She was the first woman to climb [the peak].",
        is_distant=True,
    ),
    Kind(
        "those who",
        4.0,
        meaning.those_who,
        forbids="Those [who came late] missed the speech.",
        allows="Those who came [late] missed the speech.",
    ),
    Kind(
        "limiting phrase",
        1.5,
        meaning.limiting_phrase,
        forbids="The road stays closed [until Monday].",
        allows="The road stays [closed] until Monday.",
    ),
    # Frames.
    Kind(
        "verb frame",
        3.0,
        verbs.verb_frame,
        forbids="The village relies [on the well].",
        allows="The village relies on [the] well.",
    ),
    Kind(
        "place frame",
        2.5,
        verbs.place_frame,
        forbids="She put the letter [in a drawer].",
        allows="She put the letter in [a] drawer.",
    ),
    Kind(
        "gerund frame",
        2.5,
        verbs.gerund_frame,
        forbids="The nurse was accused [of lying].",
        allows="The nurse was [accused] of lying.",
    ),
    Kind(
        "noun frame",
        4.0,
        verbs.noun_frame,
        forbids="That kind [of letter] is rare.",
        allows="That [kind of] letter is rare.",
    ),
    # Verbs with their auxiliaries, particles, subjects and objects.
    Kind(
        "auxiliary",
        4.0,
        verbs.auxiliary,
        forbids="The drug [may] cause a fever.",
        allows="The drug may cause [a] fever.",
    ),
    Kind(
        "verb of an auxiliary",
        4.0,
        verbs.verb_of_auxiliary,
        forbids="The cat has [eaten] the mouse.",
        allows="The cat has eaten [the mouse].",
    ),
    Kind(
        "particle",
        3.0,
        verbs.particle,
        forbids="He switched [off] the old lamp.",
        allows="He switched off the [old] lamp.",
    ),
    Kind(
        "subject after its verb",
        3.5,
        verbs.subject_after_verb,
        forbids="There was [a smell of soap].",
        allows="There was a smell [of soap].",
    ),
    Kind(
        "first subject",
        5.0,
        verbs.first_subject,
        forbids="[The old man] slept in the hall.",
        allows="[The old] man slept in the hall.",
    ),
    Kind(
        "object",
        4.5,
        verbs.object_,
        forbids="The storm hit [the town].",
        allows="The storm hit [the] town.",
    ),
    Kind(
        "verb of an object",
        4.0,
        verbs.verb_of_object,
        forbids="The storm [hit] the town.",
        allows="The storm hit [the town].",
    ),
    Kind(
        "verb of a predicate",
        4.0,
        verbs.verb_of_predicate,
        forbids="The soldiers [pleaded] guilty.",
        allows="The soldiers pleaded [guilty].",
    ),
    Kind(
        "open complement",
        4.0,
        verbs.open_complement,
        forbids="They began [to sing].",
        allows="They [began to] sing.",
    ),
    Kind(
        "agent",
        2.5,
        verbs.agent,
        forbids="The inn, run [by the baker Jan Nowak], burned.",
        allows="The inn, run by the baker [Jan Nowak], burned.",
    ),
    Kind(
        "copula",
        2.5,
        verbs.copula,
        forbids="The soup [was] cold.",
        allows="The soup was [cold].",
    ),
    Kind(
        "predicate",
        3.0,
        verbs.predicate,
        forbids="The soup was [cold] again.",
        allows="The soup was cold [again].",
    ),
    Kind(
        "expletive",
        3.5,
        verbs.expletive,
        forbids="[There] was a smell of soap.",
        allows="There was a smell [of soap].",
    ),
    Kind(
        "subject",
        3.5,
        verbs.subject,
        forbids="In the evening [the old man] slept.",
        allows="In the evening [the old] man slept.",
    ),
    Kind(
        "main verb",
        4.0,
        verbs.main_verb,
        forbids="[He owes] his success to his mother.",
        allows="He owes his success [to his mother].",
    ),
    Kind(
        "verb of a subject",
        3.5,
        verbs.verb_of_subject,
        forbids="Forty people [were killed] and others fled.",
        allows="Forty people were killed [and others fled].",
    ),
    Kind(
        "subject of a second clause",
        3.5,
        verbs.subject_of_second,
        forbids="The tower burned and [the old hall] collapsed.",
        allows="The tower burned and [the old] hall collapsed.",
    ),
    Kind(
        "clausal complement",
        4.5,
        verbs.clausal_complement,
        forbids="The baker says [that he is ill].",
        allows="The baker says [that] he is ill.",
    ),
    Kind(
        "indirect object",
        3.0,
        verbs.indirect_object,
        forbids="She gave [the child] an apple.",
        allows="She gave [the] child an apple.",
    ),
    # Clauses and what joins them.
    Kind(
        "conjunct",
        3.0,
        clauses.conjunct,
        forbids="She sold apples and [pears].",
        allows="She sold apples [and pears].",
    ),
    Kind(
        "conjunction",
        3.5,
        clauses.conjunction,
        forbids="She sold apples [and] pears.",
        allows="She sold [apples and] pears.",
    ),
    Kind(
        "subordinated verb",
        3.0,
        clauses.subordinated_verb,
        forbids="She cried because he [had left].",
        allows="She cried [because he had left].",
    ),
    Kind(
        "subordinator",
        4.5,
        clauses.subordinator,
        forbids="She cried [because] he had left.",
        allows="[She cried because] he had left.",
    ),
    Kind(
        "extraposed clause",
        2.5,
        clauses.extraposed_clause,
        forbids="It takes years [to learn the trade].",
        allows="It takes years to learn [the trade].",
    ),
    Kind(
        "antecedent",
        3.0,
        clauses.antecedent,
        forbids="They met [a man] who paints.",
        allows="They met a man [who paints].",
    ),
    Kind(
        "relative subject",
        4.0,
        clauses.relative_subject,
        forbids="She met a man [who] paints.",
        allows="She met a man [who paints].",
    ),
    Kind(
        "governor",
        3.0,
        clauses.governor,
        forbids="They did not comment on [reports that] it had sunk.",
        allows="They did not comment on reports [that it had sunk].",
    ),
    Kind(
        "subject of a clause",
        4.0,
        clauses.clause_subject,
        forbids="They say [that the ship] sank.",
        allows="[They say that] the ship sank.",
    ),
    Kind(
        "infinitive marker",
        5.0,
        clauses.infinitive_marker,
        forbids="The mayor refused [to] sign the paper.",
        allows="The mayor refused to sign [the paper].",
    ),
    Kind(
        "gerund marker",
        2.5,
        clauses.gerund_marker,
        forbids="The nurse was accused [of] lying.",
        allows="The nurse was accused [of lying].",
    ),
    Kind(
        "relative verb",
        3.0,
        clauses.relative_verb,
        forbids="They met a man who [paints] walls.",
        allows="They met a man [who paints walls].",
    ),
    Kind(
        "relative adverb",
        3.5,
        clauses.relative_adverb,
        forbids="They left the town [where] she was born.",
        allows="They left the town [where she was born].",
    ),
    Kind(
        "opinion",
        NEVER,
        clauses.opinion,
        forbids="[Critics claim that] the ship is unsafe.",
        allows="Critics claim [that] the ship is unsafe.",
    ),
    Kind(
        "question word",
        2.5,
        clauses.question_word,
        forbids="They asked [what] he wanted.",
        allows="They asked what he [wanted].",
    ),
    Kind(
        "verb of a question",
        2.5,
        clauses.verb_of_question,
        forbids="They asked what he [wanted] to eat.",
        allows="They asked what he wanted [to eat].",
    ),
    Kind(
        "intention",
        4.0,
        clauses.intention,
        forbids="They [tried to] save the ship.",
        allows="They tried [to save the ship].",
    ),
    # Pairs and coordinations.
    Kind(
        "first conjunct",
        5.5,
        clauses.first_conjunct,
        forbids="She sold [apples] and pears.",
        allows="She sold [apples and] pears.",
    ),
    Kind(
        "last of a list",
        2.5,
        clauses.last_of_list,
        forbids="She sold apples, plums [and pears].",
        allows="She sold apples[, plums] and pears.",
    ),
    Kind(
        "correlative",
        2.5,
        clauses.correlative,
        forbids="She sold both apples [and pears].",
        allows="[She sold] both apples and pears.",
        is_distant=True,
    ),
    Kind(
        "not but",
        NEVER,
        clauses.not_but,
        forbids="It was not the wind [but the rain] that did it.",
        allows="It was not the wind but [the] rain that did it.",
        is_distant=True,
    ),
    Kind(
        "the more the more",
        2.0,
        clauses.the_more_the_more,
        forbids="The longer we wait, [the] worse it gets.",
        allows="[The longer we wait, the worse it gets].",
        is_distant=True,
    ),
    Kind(
        "between and",
        8.0,
        clauses.between_and,
        forbids="The road runs between the river [and the wood].",
        allows="The road runs [between the river and the wood].",
    ),
    Kind(
        "from to",
        4.0,
        clauses.from_to,
        forbids="The shop is open from Monday [to Friday].",
        allows="The shop is open [from Monday to Friday].",
    ),
    Kind(
        "as as",
        5.0,
        clauses.as_as,
        forbids="The tree is [as] tall as the house.",
        allows="The tree is [as tall as the house].",
    ),
    Kind(
        "would rather",
        NEVER,
        clauses.would_rather,
        forbids="We would [rather] stay at home.",
        allows="We would rather stay [at home].",
    ),
    # Punctuation.
    Kind(
        "comma after a clause",
        3.0,
        spelling.comma_after_clause,
        forbids="It broke the rules[,] the lawyers warned.",
        allows="It broke [the] rules, the lawyers warned.",
    ),
    Kind(
        "commas of an apposition",
        3.0,
        spelling.commas_of_apposition,
        forbids="The captain, [a tall man,] spoke softly.",
        allows="The captain[, a tall man,] spoke softly.",
    ),
    Kind(
        "commas of an aside",
        1.5,
        spelling.commas_of_aside,
        forbids="She did not, [as far as we know,] sell the farm.",
        allows="She did not[, as far as we know,] sell the farm.",
    ),
    Kind(
        "comma of a list",
        4.0,
        spelling.comma_of_list,
        forbids="They sold apples[, pears], and plums.",
        allows="They sold apples[, pears,] and plums.",
    ),
    Kind(
        "final mark",
        5.5,
        spelling.final_mark,
        forbids="Where is the key[?]",
        allows="Where is [the] key?",
    ),
    # Nouns.
    Kind(
        "label",
        NEVER,
        spelling.label_colon,
        forbids="MS. HOLM[:] We found the map.",
        allows="[MS. HOLM:] We found the map.",
    ),
    Kind(
        "pair of marks",
        NEVER,
        spelling.pair_of_marks,
        forbids="The firm (a bank[)] closed.",
        allows="The firm [(a bank)] closed.",
        is_distant=True,
    ),
    Kind(
        "fixed expression",
        3.5,
        nouns.fixed_expression,
        forbids="She sold it as well [as] the farm.",
        allows="She sold it [as well as the farm].",
    ),
    Kind(
        "genitive",
        4.5,
        nouns.genitive,
        forbids="The painter['s] life was short.",
        allows="The [painter's] life was short.",
    ),
    Kind(
        "noun after a preposition",
        3.5,
        nouns.noun_after_preposition,
        forbids="The cat slept on [the mat].",
        allows="The cat slept [on the mat].",
    ),
    Kind(
        "preposition",
        4.0,
        nouns.preposition,
        forbids="They sold the house [of] the mayor.",
        allows="They sold the house [of the mayor].",
    ),
    Kind(
        "verb of a phrase",
        3.5,
        nouns.verb_of_phrase,
        forbids="The lamp [is seen] from the shore.",
        allows="The lamp is seen [from the shore].",
    ),
    Kind(
        "noun of a phrase",
        2.0,
        nouns.noun_of_phrase,
        forbids="They closed [the road] to the sea.",
        allows="They closed the road [to the sea].",
    ),
    Kind(
        "noun of *of*",
        4.0,
        nouns.noun_of,
        forbids="They sold [the house] of the mayor.",
        allows="They sold the house [of the mayor].",
    ),
    Kind(
        "modified noun",
        3.5,
        nouns.modified_noun,
        forbids="He read the long [book].",
        allows="He read the [long] book.",
    ),
    Kind(
        "counted unit",
        NEVER,
        nouns.counted_unit,
        forbids="The tickets cost [ninety] pounds.",
        allows="[The] tickets cost ninety pounds.",
    ),
    Kind(
        "determiner",
        4.0,
        nouns.determiner,
        forbids="She bought [a] house.",
        allows="She [bought] a house.",
    ),
    Kind(
        "definite article",
        2.5,
        nouns.definite_article,
        forbids="She bought [the] house.",
        allows="She [bought] the house.",
    ),
    Kind(
        "possessor",
        3.0,
        nouns.possessor,
        forbids="She sold [her] house.",
        allows="She [sold] her house.",
    ),
    Kind(
        "name",
        3.0,
        nouns.name,
        forbids="They met Anna [Karlsson] there.",
        allows="They met [Anna Karlsson] there.",
    ),
    Kind(
        "first name",
        2.0,
        nouns.first_name,
        forbids="They met [Anna] Karlsson there.",
        allows="They met [Anna Karlsson] there.",
    ),
    Kind(
        "compound name",
        3.0,
        nouns.compound_name,
        forbids="They live in [Oxford] Street.",
        allows="They live [in Oxford Street].",
    ),
    # What the spelling shows.
    Kind(
        "clitic",
        NEVER,
        spelling.clitic,
        forbids="[They]'ve sold the car.",
        allows="They've sold [the] car.",
    ),
    Kind(
        "comparison",
        NEVER,
        spelling.comparison,
        forbids="They sold less [than] six cars.",
        allows="[They sold] less than six cars.",
    ),
    Kind(
        "multiplied number",
        NEVER,
        spelling.multiplied_number,
        forbids="They sold [several] hundred cars.",
        allows="They sold [several hundred] cars.",
    ),
    Kind(
        "parts of a number",
        NEVER,
        spelling.parts_of_number,
        forbids="They sold two hundred [and fifty thousand] cars.",
        allows="They sold [two hundred and fifty thousand] cars.",
    ),
    Kind(
        "time of day",
        NEVER,
        spelling.time_of_day,
        forbids="The shop opens at 9 [a.m.] on Sundays.",
        allows="The shop opens [at 9 a.m.] on Sundays.",
    ),
    Kind(
        "amount of money",
        NEVER,
        spelling.amount_of_money,
        forbids="They paid $5 [million] for it.",
        allows="They paid [$5 million] for it.",
    ),
    Kind(
        "set phrase",
        2.5,
        spelling.set_phrase,
        forbids="They left because [of] the rain.",
        allows="They left [because of the rain].",
    ),
    Kind(
        "limiting number",
        NEVER,
        spelling.limiting_number,
        forbids="They keep it from children [under six].",
        allows="They keep it from [children under six].",
    ),
    Kind(
        "bound",
        NEVER,
        spelling.bound,
        forbids="[At least] twelve people came.",
        allows="[At least twelve] people came.",
    ),
)
