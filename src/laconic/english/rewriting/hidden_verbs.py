"""Nouns that hide verbs: which verb each says, after which other verbs, and with which prepositions."""

from __future__ import annotations

_AFTER = {
    "have": "admiration argument aversion belief confidence conversation dependence desire disagreement "
    "discussion dislike dispute doubt effect fear fight hatred hope impact influence interest look "
    "need preference quarrel reliance resemblance respect suspicion talk tendency trust",
    "make": "accusation adjustment alteration amendment announcement apology appeal appearance application "
    "arrangement assessment assumption attack attempt call change choice claim comment comparison "
    "complaint contribution decision declaration demand description discovery distinction donation "
    "effort evaluation examination improvement intervention investment judgement judgment mention "
    "modification offer payment plan prediction preparation presentation profit progress promise "
    "proposal protest recommendation reference request search selection statement suggestion threat "
    "use visit vow",
    "give": "advice answer approval assistance backing consent consideration description emphasis "
    "encouragement explanation help instruction lecture permission presentation priority promise "
    "reply response speech support talk warning",
    "take": "decision look part rest walk",
    "do": "analysis assessment damage harm research review study test work",
    "provide": "advice answer assistance backing description encouragement evidence explanation funding help "
    "insight protection support training treatment",
    "conduct": "",
    "perform": "",
    "undertake": "",
    "carry": "",
    "reach": "agreement compromise conclusion decision settlement",
    "show": "decline decrease elevation growth improvement increase interest reduction resemblance respect "
    "rise support",
    "exhibit": "decline decrease elevation improvement increase reduction",
    "express": "approval concern criticism doubt gratitude hope opposition regret support surprise thanks",
    "offer": "advice apology assistance explanation help protection support",
    "exert": "control influence pressure",
    "lend": "support",
    "bring": "change improvement reduction",
    "cause": "damage harm increase reduction",
    "pose": "challenge threat",
    "present": "challenge threat",
    "put": "blame emphasis pressure",
    "place": "emphasis limit restriction",
    "hold": "conversation discussion talk",
    "launch": "attack investigation search",
    "mount": "attack challenge",
    "get": "glimpse look",
    "issue": "apology call demand denial statement warning",
    "raise": "objection",
}  # fmt: skip
_SAID = {
    "accusation": "accuse against=", "admiration": "admire for=", "advice": "advise to=",
    "agreement": "agree on=on with=with to=to", "apology": "apologise to=to for=for", "appeal": "appeal to=to for=for",
    "approval": "approve to= of=", "argument": "argue with=with for=for", "assistance": "help to= for=",
    "attack": "attack on= against=", "backing": "back to= for=", "belief": "believe in=in that=that",
    "call": "call for=for to=", "challenge": "challenge to= for=", "change": "change to= in=",
    "choice": "choose of= to=to", "claim": "claim that=that", "comment": "comment on=on about=on",
    "comparison": "compare of= between=", "complaint": "complain about=about to=to", "compromise": "compromise on=on",
    "concern": "worry about=about over=about", "conclusion": "conclude that=that", "contribution": "contribute to=to",
    "control": "control over= of=", "conversation": "talk with=with about=about", "criticism": "criticise of=",
    "damage": "damage to=", "decision": "decide on=on about=on to=to", "decline": "fall in=in",
    "demand": "demand for= that=that", "denial": "deny of= that=that", "dependence": "depend on=on",
    "desire": "want for= to=to", "discovery": "discover of= that=that", "discussion": "discuss of= about= on=",
    "dislike": "dislike of= for=", "distinction": "distinguish between=", "donation": "donate to=to",
    "doubt": "doubt about= that=that", "effect": "affect on= upon=", "emphasis": "emphasise on= to=",
    "encouragement": "encourage to=", "evidence": "show of= that=that", "explanation": "explain of= for=",
    "fear": "fear of= that=that", "feud": "feud with=with", "fight": "fight with=", "funding": "fund for= to=",
    "glimpse": "glimpse of=", "harm": "harm to=", "hatred": "hate of= for=", "help": "help to= for=",
    "hope": "hope for=for that=that of=for", "impact": "affect on= upon=", "improvement": "improve in= to= of=",
    "increase": "increase in=", "influence": "influence over= on= upon=", "insight": "illuminate into= in=",
    "instruction": "instruct to=", "investigation": "investigate of= into=", "investment": "invest in=in",
    "limit": "limit on=", "look": "look at=at", "mention": "mention of=", "need": "need for= of=",
    "objection": "object to=to", "offer": "offer of= to=to", "opposition": "oppose to=", "payment": "pay to= for=for",
    "preference": "prefer for=", "pressure": "press on=", "progress": "progress on=on",
    "promise": "promise of= to=to that=that", "proposal": "propose for= to=to", "protest": "protest against=against",
    "recommendation": "recommend of= for=", "reference": "refer to=to", "regret": "regret for= over= that=that",
    "reliance": "rely on=on", "reply": "reply to=to", "request": "request for= that=that",
    "research": "research on= into=", "resemblance": "resemble to=", "respect": "respect for=",
    "response": "respond to=to", "restriction": "restrict on=", "review": "review of=", "rise": "rise in=in",
    "search": "search for=for of=", "settlement": "settle with=with", "speech": "speak on=on about=about to=to",
    "study": "study of= on=", "suggestion": "suggest that=that", "support": "support to= for=", "survey": "survey of=",
    "talk": "talk with=with about=about to=to", "tendency": "tend to=to", "test": "test of= on=",
    "threat": "threaten to= against=", "training": "train to= for=", "treatment": "treat to= for= of=",
    "trust": "trust in=", "use": "use of=", "visit": "visit to=", "warning": "warn to= that=that of=of",
}  # fmt: skip
_BEING = {
    "addition": "complement to=", "admirer": "admire of=", "advocate": "advocate of=", "backer": "back of=",
    "believer": "believe in=in", "beneficiary": "benefit of=from", "cause": "cause of=", "challenge": "challenge to=",
    "consequence": "follow of=from", "continuation": "continue of=", "contributor": "contribute to=to",
    "critic": "criticise of=", "demonstration": "demonstrate of=", "denial": "deny of=", "departure": "leave from=",
    "description": "describe of=", "examination": "examine of=", "example": "exemplify of=",
    "expression": "express of=", "extension": "extend of=", "fan": "like of=", "head": "head of=",
    "illustration": "illustrate of=", "indication": "indicate of=", "indicator": "indicate of=", "leader": "lead of=",
    "manifestation": "show of=", "measure": "measure of=", "member": "belong of=to", "opponent": "oppose of=",
    "owner": "own of=", "producer": "produce of=", "product": "result of=from", "proof": "prove of=",
    "provider": "provide of=", "reason": "explain for=", "recipient": "receive of=", "reflection": "reflect of=",
    "reminder": "recall of=", "representation": "represent of=", "resident": "inhabit of=", "response": "answer to=",
    "result": "result of=from", "sign": "signal of=", "summary": "summarise of=", "supporter": "support of=",
    "symbol": "symbolise of=", "threat": "threaten to=", "user": "use of=", "violation": "violate of=",
}  # fmt: skip


def _read(table: dict[str, str]) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the verb of each noun, and for each preposition that may follow the noun that of the verb, if it has one.

    >>> _read({"reference": "refer to=to", "visit": "visit to="})
    {'reference': ('refer', {'to': 'to'}), 'visit': ('visit', {'to': ''})}
    """
    parts = {noun: says.split() for noun, says in table.items()}
    return {noun: (verb, dict(pair.split("=") for pair in pairs)) for noun, (verb, *pairs) in parts.items()}


AFTER_LIGHT = {light: frozenset(nouns.split()) for light, nouns in _AFTER.items()}
"""Verbs that say little, each with the nouns that say what is done; those without any take every action."""

DONE = _read(_SAID)
"""What is done, after a verb that says little: *make a visit to* says *visit*."""

BEING = _read(_BEING)
"""What something does that is said to be something: *is a threat to* says *threatens*."""

ACTIONS = frozenset(
    "analysis assessment calculation check comparison count evaluation examination experiment feud inspection "
    "interview investigation measurement negotiation review search study survey test".split()
)
"""What is conducted, performed or carried out."""
