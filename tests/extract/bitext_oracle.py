"""Translation rules found by the definitions alone: every span, every choice of slots, no cleverness."""

from collections import Counter
from itertools import combinations

from hypothesis import strategies as st

from laconic.grammar.fragment import escape

LABELS = "ABC"


@st.composite
def pairs(draw):
    """Draw a tree as nested lists, its words, foreign words and links."""
    count = draw(st.integers(1, 5))
    english = [draw(st.sampled_from(["a", "b", "(", "d@"])) for _ in range(count)]
    foreign = [draw(st.sampled_from("uvwx")) for _ in range(draw(st.integers(1, 5)))]
    positions = st.tuples(st.integers(0, count - 1), st.integers(0, len(foreign) - 1))
    return draw(trees(0, count)), english, foreign, sorted(draw(st.sets(positions, max_size=7)))


@st.composite
def trees(draw, start, end, depth=0):
    """Draw a tree over some words: a label and its children, a word's position below a tag."""
    label = draw(st.sampled_from(LABELS))
    if depth < 3 and draw(st.booleans()):
        if end - start == 1:
            return label, [draw(trees(start, end, depth + 1))]
        cut = draw(st.integers(start + 1, end - 1))
        return label, [draw(trees(start, cut, depth + 1)), draw(trees(cut, end, depth + 1))]
    if end - start == 1:
        return label, start
    return label, [(draw(st.sampled_from(LABELS)), word) for word in range(start, end)]


def brackets(tree, english):
    label, below = tree
    if isinstance(below, int):
        word = english[below].replace("(", "-LRB-")
        return f"({label} {word})"
    return f"({label} {' '.join(brackets(child, english) for child in below)})"


def nodes(tree):
    yield tree
    if not isinstance(tree[1], int):
        for child in tree[1]:
            yield from nodes(child)


def covered(tree):
    """Return the positions of a tree's words."""
    return {tree[1]} if isinstance(tree[1], int) else set().union(*map(covered, tree[1]))


def closure(words, links):
    """Return the stretch of foreign words that these words are linked to, or nothing."""
    there = [foreign for english, foreign in links if english in words]
    return set(range(min(there), max(there) + 1)) if there else set()


def is_frontier(words, links):
    stretch = closure(words, links)
    return bool(stretch) and not any(foreign in stretch for english, foreign in links if english not in words)


def tree_rules(tree, english, foreign, links):
    """Return the minimal rules by the definition of Galley et al. (2004), counted."""
    rules = Counter()
    for root in nodes(tree):
        if not is_frontier(covered(root), links):
            continue
        variables = []

        def write(node, is_root, variables=variables):
            label, below = node
            if not is_root and is_frontier(covered(node), links):
                variables.append(node)
                return f"{label}@{len(variables)}"
            if isinstance(below, int):
                return f"({label} {escape(english[below])})"
            return f"({label} {' '.join(write(child, False) for child in below)})"

        text = write(root, True)
        stretches = [closure(covered(node), links) for node in variables]
        symbols, order = [], ""
        for position in sorted(closure(covered(root), links)):
            inside = [number for number, stretch in enumerate(stretches, start=1) if position in stretch]
            if not inside:
                symbols.append(escape(foreign[position]))
            elif str(inside[0]) not in order:
                order += str(inside[0])
                symbols.append(f"@{len(order)}")
        rules[text, " ".join(symbols), order] += 1
    return rules


def phrase_rules(tree, english, foreign, links, *, syntax, most_span, most_symbols, most_slots, most_unaligned=0):
    """Return all rules of phrases, counted; with syntax, every constituent's, without, tight ones of label X."""
    spans = {}
    for node in nodes(tree):
        words = covered(node)
        chain = spans.setdefault((min(words), max(words) + 1), [])
        if node[0] not in chain:
            chain.append(node[0])
    phrases = []
    for start in range(len(english)):
        for end in range(start + 1, min(len(english), start + most_span) + 1):
            words = set(range(start, end))
            stretch = closure(words, links)
            linked = {word for word, _ in links}
            if not is_frontier(words, links) or len(stretch) > most_span:
                continue
            if not syntax and not {start, end - 1} <= linked:
                continue
            labels = spans.get((start, end), []) if syntax else ["X"]
            grown = grown_stretches(stretch, len(foreign), {there for _, there in links}, most_unaligned)
            phrases += [(label, words, each) for label in labels for each in grown if len(each) <= most_span]
    rules = Counter()
    for label, words, stretch in phrases:
        inner = [phrase for phrase in phrases if phrase[1] < words and phrase[2] <= stretch]
        for count in range(most_slots + 1):
            for slots in combinations(sorted(inner, key=lambda phrase: min(phrase[1])), count):
                rule = _phrase_rule(label, words, stretch, slots, english, foreign, links, syntax)
                if rule is not None and all(len(side.split(" ||| ")[1].split()) <= most_symbols for side in rule[:2]):
                    rules[rule] += 1
    return rules


def grown_stretches(stretch, size, linked, most):
    """Return a stretch with every number of unlinked neighbours at either end, up to a most."""
    first, last = min(stretch), max(stretch)
    candidates = [
        set(range(start, end + 1))
        for start in range(max(0, first - most), first + 1)
        for end in range(last, min(size, last + most + 1))
    ]
    return [each for each in candidates if not (each - stretch) & linked]


def _phrase_rule(label, words, stretch, slots, english, foreign, links, syntax):
    for one, other in combinations(slots, 2):
        if one[1] & other[1] or one[2] & other[2]:
            return None
        touching = max(one[2]) + 1 == min(other[2]) or max(other[2]) + 1 == min(one[2])
        if not syntax and touching:
            return None
    left = sorted(stretch - set().union(*(slot[2] for slot in slots)))
    linked = {foreign for _, foreign in links}
    if not (left if syntax else [position for position in left if position in linked]):
        return None
    sides, order = [], ""
    for side, positions, place in ((english, words, 1), (foreign, stretch, 2)):
        symbols, numbers = [], ""
        for position in sorted(positions):
            inside = [number for number, slot in enumerate(slots, start=1) if position in slot[place]]
            if not inside:
                symbols.append(side[position])
            elif str(inside[0]) not in numbers:
                numbers += str(inside[0])
                symbols.append(f"[{slots[inside[0] - 1][0]},{len(numbers)}]")
        sides.append(f"[{label}] ||| {' '.join(symbols)}")
        order = numbers
    return sides[0], sides[1], order
