"""Edits of tenses: a past tense for a perfect or a pluperfect, a simple form for a progressive."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import is_irregular, verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_joined, helpers_of, is_negated, span

_SINCE = frozenset(
    "since already ever never yet always just recently long far still now today until till before lately "
    "currently increasingly once years year decades months weeks days".split()
)
"""Words that a perfect goes with, and a past tense does not."""

_TO_COME = frozenset("if when will 'll shall".split())
"""Words that speak of what may be to come, where a perfect is no past."""

_NO_PAST = frozenset("be base know use able have do get go see suppose mean consider think concern bear".split())


def tense_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the tenses of a sentence."""
    for verb in range(len(sentence)):
        if sentence.tags[verb] == "VBN":
            yield from _past(sentence, verb)
            yield from _simple(sentence, verb)
            yield from _before(sentence, verb)
        if sentence.tags[verb] == "VBG":
            yield from _lasting(sentence, verb)
            yield from _present(sentence, verb)
            yield from _worked(sentence, verb)
            yield from _progressive_infinitive(sentence, verb)


_SHORT = 4


def _clause(sentence: Parsed, verb: int) -> set[str]:
    """Return the words that may say when something happened: those below a verb, in short phrases, and beside it."""
    above = sentence.heads[verb]
    found = {sentence.words[place] for place in (sentence.children[above] if above >= 0 else ())}
    for child in sentence.children[verb]:
        begin, end = span(sentence, child)
        found |= set(sentence.words[begin:end]) if end - begin <= _SHORT else {sentence.words[child]}
    return found


def _past(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The plan has been approved* becomes *the plan was approved*."""
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    if len(helpers) != 2 or helpers[1] != helpers[0] + 1 or sentence.lemmas[verb] in _NO_PAST:
        return
    if sentence.words[helpers[0]] not in ("has", "have") or sentence.words[helpers[1]] != "been":
        return
    if is_negated(sentence, verb) or not _SINCE.isdisjoint(_clause(sentence, verb)):
        return
    if sentence.relations[verb] == "advcl" or not _TO_COME.isdisjoint(sentence.words):
        return  # *they will leave after the work has been done*
    if sentence.full[verb] == "acl:relcl" or sentence.tags[helpers[0]] not in ("VBZ", "VBP"):
        return
    be = "was" if sentence.words[helpers[0]] == "has" else "were"
    subject = next((c for c in sentence.children[verb] if sentence.relations[c] == "nsubj"), -1)
    if subject >= 0 and sentence.words[subject] == "i":
        be = "was"
    yield Edit("perfect to past", helpers[0], helpers[1] + 1, (New(be, "VBD"),), 0.85)


def _simple(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The talks have begun* becomes *the talks began*."""
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    if len(helpers) != 1 or sentence.words[helpers[0]] not in ("has", "have") or verb - helpers[0] > 2:
        return
    lemma = sentence.lemmas[verb]
    past = verb_form(lemma, "VBD")
    if not is_irregular(lemma) or lemma in _NO_PAST or past == sentence.words[verb] or is_negated(sentence, verb):
        return
    is_joined = sentence.full[verb] == "acl:relcl" or sentence.relations[verb] == "conj"
    if is_joined or not _SINCE.isdisjoint(_clause(sentence, verb)):
        return
    if any(sentence.relations[c] == "conj" for c in sentence.children[verb]):
        return
    if any(sentence.relations[p] != "advmod" for p in range(helpers[0] + 1, verb)):
        return
    adverb = (Kept(helpers[0] + 1, verb),) if verb > helpers[0] + 1 else ()
    subject = child_of(sentence, verb, "nsubj")
    is_news = 0 <= subject < verb and sentence.tags[subject].startswith("NN") and lemma not in _OUTCOMES
    yield Edit("perfect to past", helpers[0], verb + 1, (*adverb, New(past, "VBD")), 0.85 if is_news else 0.78)


_OUTCOMES = frozenset("become come drive fall forget grow lie rise show speak".split())
"""What has happened and lasts: *the town has grown*."""


_BACKGROUND = frozenset(
    "when while as since after before until till once by already never ever yet still just if because "
    "during whenever".split()
)
"""Words that set one time against another: beside them a tense says when."""


def _before(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The claim had been rejected* becomes *the claim was rejected*, *they had begun*, *they began*."""
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    words = [sentence.words[h] for h in helpers]
    if words not in (["had"], ["had", "been"]) or is_negated(sentence, verb) or verb - helpers[-1] > 2:
        return
    if not _BACKGROUND.isdisjoint(sentence.words) or sentence.relations[verb] == "conj" or not helpers[0]:
        return
    between = range(helpers[-1] + 1, verb)
    if any(sentence.relations[p] != "advmod" for p in between) or helpers[-1] - helpers[0] > 1:
        return
    lemma = sentence.lemmas[verb]
    if any(sentence.relations[c] == "conj" for c in sentence.children[verb]) or lemma in _NO_PAST:
        return
    if words == ["had", "been"]:
        subject = child_of(sentence, verb, "nsubj")
        several = subject >= 0 and (
            sentence.tags[subject] in ("NNS", "NNPS")
            or sentence.words[subject] in ("they", "we", "you", "these", "those", "people")
            or any(sentence.relations[c] == "conj" for c in sentence.children[subject])
        )
        if subject >= 0 and not sentence.tags[subject].startswith("W"):
            be = New("were" if several else "was", "VBD")
            yield Edit("pluperfect to past", helpers[0], helpers[1] + 1, (be,), 0.83)
    elif is_irregular(lemma) and verb_form(lemma, "VBD") != sentence.words[verb]:
        past = New(verb_form(lemma, "VBD"), "VBD")
        yield Edit("pluperfect to past", helpers[0], verb + 1, (Kept(helpers[0] + 1, verb), past), 0.83)


_STATES = frozenset(
    "crave deserve enjoy face feel lack live need owe own rely represent reside resemble savor savour suffer trust "
    "want wear".split()
)
"""Verbs whose past tense says no less than the progressive that something lasted: *was feeling*, *felt*."""

_ACTIVITIES = frozenset(
    "argue beg bleed chat cheer clap complain cry dance drink fight flirt jog joke laugh listen march play pray preach "
    "protest rain scream shine shiver shout sing sleep smile smoke snow snore stand struggle sweat swim talk tremble "
    "walk weep whisper work worry yell".split()
)
"""What has no end that it aims at, so that who was doing it did it; who was preparing or leaving did not yet."""


def _lasting(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*She was feeling the need* becomes *she felt the need*; *said it was leaving* stays."""
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    if len(helpers) != 1 or sentence.words[helpers[0]] not in ("was", "were") or is_negated(sentence, verb):
        return
    if not _BACKGROUND.isdisjoint(sentence.words) or "?" in sentence.words or verb - helpers[0] > 2:
        return
    if sentence.relations[verb] not in ("root", "ccomp", "parataxis"):
        return
    if any(sentence.relations[p] != "advmod" for p in range(helpers[0] + 1, verb)):
        return
    joined = [c for c in sentence.children[verb] if sentence.relations[c] == "conj"]
    if len(joined) > 1 or any(not _shares_helper(sentence, c) for c in joined):
        return
    is_report = sentence.relations[verb] == "ccomp"
    if not all(_is_past_alike(sentence, each, is_report=is_report) for each in (verb, *joined)):
        return
    past = New(verb_form(sentence.lemmas[verb], "VBD"), "VBD")
    target: tuple[Kept | New, ...] = (Kept(helpers[0] + 1, verb), past)
    end = verb + 1
    for second in joined:
        target = (*target, Kept(end, second), New(verb_form(sentence.lemmas[second], "VBD"), "VBD"))
        end = second + 1
    yield Edit("progressive to past", helpers[0], end, target, 0.83)


def _is_past_alike(sentence: Parsed, verb: int, *, is_report: bool) -> bool:
    """Return whether the past tense of a verb says the same as its progressive; in a report, it would come before."""
    is_alone = child_of(sentence, verb, "obj", "xcomp", "ccomp", "compound") < 0
    is_activity = sentence.lemmas[verb] in _ACTIVITIES and is_alone and not is_report
    return is_activity or sentence.lemmas[verb] in _STATES


def _shares_helper(sentence: Parsed, verb: int) -> bool:
    """Return whether a second participle has the helper and the subject of the first."""
    own = ("aux", "cop", "nsubj", "conj")
    return sentence.tags[verb] == "VBG" and not any(sentence.relations[c] in own for c in sentence.children[verb])


_HAVE = frozenset(["has", "have", "had", "'ve", "’ve"])


def _worked(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*They have been working on it* becomes *they have worked on it*."""
    been = verb - 1
    if been < 2 or sentence.words[been] != "been" or sentence.words[been - 1] not in _HAVE:
        return
    if sentence.heads[been] != verb or is_negated(sentence, verb) or sentence.relations[verb] == "conj":
        return
    if not _is_past_alike(sentence, verb, is_report=False) or child_of(sentence, verb, "conj") >= 0:
        return
    yield Edit("perfect progressive", been, verb + 1, (New(verb_form(sentence.lemmas[verb], "VBN"), "VBN"),), 0.86)


_SAME_IN_PRESENT = frozenset(
    "accuse advise aim argue ask back blame call celebrate claim cooperate criticise criticize demand deny deserve "
    "disregard encourage enjoy expect express face favor favour feel fight focus hope ignore insist intend invite "
    "lack lead live lobby need neglect offer oppose owe plan press promise propose pursue refuse reject rely "
    "represent require resist seek serve struggle sue suffer suggest support target threaten urge want warn "
    "welcome".split()
)
"""Verbs whose simple present says what the progressive says: *is refusing to go*, *refuses to go*."""

_MOMENT = frozenset("now still currently already just always constantly today".split())


def _present(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*He is refusing to enter* becomes *he refuses to enter*."""
    be = verb - 1
    if be < 1 or sentence.words[be] not in ("is", "are", "'s", "'re", "am", "'m") or sentence.heads[be] != verb:
        return
    if sentence.lemmas[verb] not in _SAME_IN_PRESENT or is_negated(sentence, verb) or "?" in sentence.words:
        return
    if not _MOMENT.isdisjoint(sentence.words) or child_of(sentence, verb, "nsubj") not in range(be):
        return
    if sentence.relations[verb] == "conj" or any(sentence.relations[c] == "conj" for c in sentence.children[verb]):
        return
    tag = "VBZ" if sentence.words[be] in ("is", "'s") else "VBP"
    yield Edit("progressive to present", be, verb + 1, (New(verb_form(sentence.lemmas[verb], tag), tag),), 0.86)


_HAVE = frozenset("has have had 've ’ve".split())


def _progressive_infinitive(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*You should be getting a letter* becomes *you should get a letter*, *needs to be doing* *needs to do*."""
    be, helpers = verb - 1, helpers_of(sentence, verb)
    if be < 1 or sentence.words[be] != "be" or be not in helpers or has_joined(sentence, verb):
        return
    is_perfect = sentence.words[helpers[0]] in _HAVE and "?" not in sentence.words
    if is_perfect or is_negated(sentence, verb):
        return
    if sentence.words[be - 1] in ("should", "shall", "to", "will", "would", "'ll"):
        new = New(verb_form(sentence.lemmas[verb], "VB"), "VB")
        yield Edit("progressive infinitive", be, verb + 1, (new,), 0.75)
