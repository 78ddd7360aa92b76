"""Rules of a synchronous tree substitution grammar: a source fragment becomes a target fragment."""

from __future__ import annotations

from dataclasses import dataclass, field

from laconic.errors import DataError
from laconic.grammar.fragment import Fragment, read_fragment, write_fragment

EMPTY = "ε"
"""How the empty target is written, and the mark of a source variable whose text is deleted."""

DELETED = -1
"""The link of a source variable that is linked to nothing."""

SEPARATOR = " ||| "


@dataclass(frozen=True, slots=True)
class Rule:
    """Two fragments with linked variables (Cohn & Lapata 2013, §5.2).

    Every target variable is linked to one source variable. A source variable may be linked to nothing:
    what it stands for is then deleted, by rules whose target is empty. The roots' labels may differ.

    Attributes:
        source: the fragment that is replaced, more than a lone variable.
        target: the fragment that replaces it, which may be a lone variable; None if nothing does.
        links: for each source variable, from left to right, the number of its target variable, counted
            from 0 and from left to right; or `DELETED`.
        origin: where the rule comes from; rules are equal without regard to it.

    >>> rule = Rule.parse("(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)")
    >>> rule.links
    (0, -1, 1)
    >>> Rule.parse("(JJ old) ||| ε").target is None
    True
    >>> str(Rule.parse("(S NP@3 VP@7) ||| (S VP@7 (. .) NP@3)"))
    '(S NP@1 VP@2) ||| (S VP@2 (. .) NP@1)'
    """

    source: Fragment
    target: Fragment | None
    links: tuple[int, ...] = ()
    origin: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.source.is_variable:
            raise DataError("a rule's source is a lone variable; it must hold at least one node with children.")
        if len(self.links) != len(self.source.variables):
            raise DataError(f"a rule of {len(self.source.variables)} source variables has {len(self.links)} links.")
        expected = 0 if self.target is None else len(self.target.variables)
        if sorted(link for link in self.links if link != DELETED) != list(range(expected)):
            raise DataError("every target variable of a rule needs a link to exactly one source variable.")

    @classmethod
    def parse(cls, text: str, origin: str = "") -> Rule:
        """Read a rule as it is written in a grammar's text: ``source ||| target``.

        Raises:
            DataError: the text is not a rule.
        """
        sides = text.split(SEPARATOR)
        if len(sides) != 2:
            raise DataError(f"a rule is two trees with '{SEPARATOR.strip()}' between them, not {text[:60]!r}.")
        source, source_marks = read_fragment(sides[0])
        if sides[1].strip() == EMPTY:
            target, target_marks = None, list[str]()
        else:
            target, target_marks = read_fragment(sides[1])
        place = {mark: number for number, mark in enumerate(target_marks)}
        if len(place) < len(target_marks) or not all(map(_is_number, place)):
            raise DataError("a rule's target variables need different numbers, such as NP@1.")
        linked = [mark for mark in source_marks if mark != EMPTY]
        if sorted(linked) != sorted(target_marks):
            raise DataError(
                "the numbered variables of a rule's two sides differ; a source variable that is deleted is written "
                f"with @{EMPTY}."
            )
        return cls(source, target, tuple(place.get(mark, DELETED) for mark in source_marks), origin)

    @property
    def root(self) -> tuple[str, str | None]:
        """The labels of the two roots; None for the empty target."""
        return self.source.label, None if self.target is None else self.target.label

    @property
    def target_links(self) -> tuple[int, ...]:
        """For each target variable, from left to right, the number of its source variable."""
        sources = {link: place for place, link in enumerate(self.links) if link != DELETED}
        return tuple(sources[place] for place in range(len(sources)))

    def __str__(self) -> str:
        marks, linked = [], 0
        for link in self.links:
            linked += link != DELETED
            marks.append(EMPTY if link == DELETED else str(linked))
        source = write_fragment(self.source, marks)
        if self.target is None:
            return source + SEPARATOR + EMPTY
        return source + SEPARATOR + write_fragment(self.target, [marks[place] for place in self.target_links])


def _is_number(mark: str) -> bool:
    return mark.isascii() and mark.isdigit()
