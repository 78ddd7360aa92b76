"""`joint-ilp`: the joint model as an integer linear program with flow constraints (Thadani & McKeown 2013)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from laconic.search.base import Floats, Kept, Parts, Scores
from laconic.search.constraints import Constraints, Masks
from laconic.search.ilp import IlpSearch, add_length, add_words, kept_words
from laconic.search.program import Indices, Program, Solution


@dataclass(frozen=True)
class JointIlpSearch(IlpSearch):
    """Search of the joint model by a solver: slow, but its trees may have crossing arcs.

    Attributes:
        projective: whether arcs may not cross, as in equation (1) of Qian & Liu 2014. Thadani & McKeown let
            them cross; where that is forbidden, rows against the crossings of each solution are added until
            it has none, all within the one time limit.
    """

    reads: ClassVar[Parts] = frozenset({"arc", "bigram", "token"})
    may_lack: ClassVar[Parts] = frozenset({"arc"})  # without arc scores any tree will do

    projective: bool = False

    def _under(self, scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
        empty = float(scores.bigram[0, -1])
        full = self._nonempty(scores, constraints, masks) if constraints.high > 0 else None
        if constraints.low > 0 or masks.keep.any() or empty == -np.inf or (full is not None and full.score >= empty):
            return full
        return Kept((), empty, ())

    def _nonempty(self, scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
        program = Program()
        words = add_words(program, scores.token, masks)
        if words is None:
            return None
        path = add_path(program, scores.bigram, words)
        add_length(program, constraints, words, path[0, 1:-1])
        most = constraints.high if constraints.counts_words else len(scores)
        arcs = add_tree(program, scores.arc, words, most)
        deadline = time.monotonic() + self.seconds
        rounds = 0
        while True:
            solution = self.solver(program, deadline - time.monotonic())
            if solution is None:
                return None
            rounds += 1
            heads = _heads(solution, arcs)
            if not self.projective or not forbid_crossings(program, arcs, heads):
                return kept_words(solution, words, tuple(heads[word] for word in sorted(heads)), rounds=rounds)


def add_path(program: Program, bigram: Floats, words: Indices) -> Indices:
    """Add bigrams that make one path from begin to end through exactly the kept words, of which there are some.

    Bigrams go from left to right, so that the path needs no flow to be connected.
    """
    end = len(words) + 1
    rightwards = np.triu(np.ones_like(bigram, dtype=bool), k=1)
    rightwards[0, end] = False
    pairs = program.add_variables(np.where(rightwards, bigram, -np.inf))
    program.add_row((pairs[0, 1:end], 1.0), low=1, high=1)
    program.add_row((pairs[1:end, end], 1.0), low=1, high=1)
    for node, word in enumerate(words, 1):
        program.add_row((pairs[:node, node], 1.0), (word, -1.0), low=0, high=0)
        program.add_row((pairs[node, node + 1 :], 1.0), (word, -1.0), low=0, high=0)
    return pairs


def add_tree(program: Program, arc: Floats, words: Indices, most: int) -> Indices:
    """Add arcs that make one tree over exactly the kept words, of which there are at most ``most``.

    The root sends a unit of flow to every kept word, and flow runs only along arcs.
    """
    size = len(words)
    loops = np.eye(size + 1, dtype=bool)
    loops[:, 0] = True
    arcs = program.add_variables(np.where(loops, -np.inf, arc))
    flow = program.add_variables(np.where(loops, -np.inf, 0.0), integer=False, upper=float(most))
    program.add_row((arcs[0, 1:], 1.0), low=1, high=1)
    for node, word in enumerate(words, 1):
        heads = [head for head in range(size + 1) if head != node]
        program.add_row((arcs[heads, node], 1.0), (word, -1.0), low=0, high=0)
        program.add_row((flow[heads, node], 1.0), (flow[node, heads[1:]], -1.0), (word, -1.0), low=0, high=0)
        for head in heads:
            through = most if head == 0 else most - 1
            program.add_row((flow[head, node], 1.0), (arcs[head, node], -float(through)), high=0)
        for other in range(1, node):
            # An arc needs both its words; the two directions exclude one another, which tightens the relaxation.
            either = ([arcs[other, node], arcs[node, other]], 1.0)
            program.add_row(either, (words[other - 1], -1.0), high=0)
            program.add_row(either, (word, -1.0), high=0)
    return arcs


def forbid_crossings(program: Program, arcs: Indices, heads: dict[int, int]) -> bool:
    """Add a row against each crossing of the arcs given by heads; return whether there was any.

    A tree is projective if and only if, for every arc, every kept word strictly between its ends has its head
    no further out than they. A word has one head, so of the arcs into the word from outside, and of the arcs
    into one end from the other end or from nearer the word, only one can be there.
    """
    crossed = False
    for modifier, head in heads.items():
        low, high = min(head, modifier), max(head, modifier)
        outside = [node for node in range(len(arcs)) if not low <= node <= high]
        for word in range(low + 1, high):
            if word in heads and not low <= heads[word] <= high:
                nearer = range(low, word) if head == low else range(word + 1, high + 1)
                program.add_row((arcs[nearer, modifier], 1.0), (arcs[outside, word], 1.0), high=1)
                crossed = True
    return crossed


def _heads(solution: Solution, arcs: Indices) -> dict[int, int]:
    return {int(modifier): int(head) for head, modifier in solution.chosen(arcs)}
