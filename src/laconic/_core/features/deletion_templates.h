// The feature templates of compression by deletion, for words, pairs of neighbours and arcs.
//
// Table 1 of Qian & Liu (2014) to the letter, the evidence from dropped words and phrases of McDonald
// (2006), and how a pair of words is related in the source's own dependency tree. A sink receives every
// feature as a template number and the atoms that fill it; one sink hashes, another spells.
#pragma once

#include "features/sentence_columns.h"

#include <algorithm>
#include <cstdint>

namespace laconic {

// Template numbers are part of a stored model: new templates take new numbers.
enum Template : std::uint32_t {
    kTokenBase = 0x100,
    kPairBase = 0x200,
    kArcBase = 0x300,
};

template <typename Sink>
class Templates {
  public:
    Templates(const Columns &columns, Sink &sink) : c_(columns), sink_(sink) {}

    void token(std::int32_t i) {
        std::uint32_t id = kTokenBase;
        for (std::int32_t k = -2; k <= 2; ++k) sink_(id++, c_.word(i + k));
        for (std::int32_t k = -2; k <= 2; ++k) sink_(id++, c_.tag(i + k));
        sink_(id++, c_.word(i), c_.tag(i));
        sink_(id++, c_.word(i - 1), c_.word(i));
        sink_(id++, c_.word(i), c_.word(i + 1));
        for (std::int32_t k = -2; k <= 1; ++k) sink_(id++, c_.tag(i + k), c_.tag(i + k + 1));
        for (std::int32_t k = -2; k <= 0; ++k) sink_(id++, c_.tag(i + k), c_.tag(i + k + 1), c_.tag(i + k + 2));
        sink_(id++, Numbers::of(c_.stopword(i)));
        token_in_source(i, id);
    }

    // Neighbours after compression: i from 0 (the begin) and j up to n + 1 (the end).
    void pair(std::int32_t i, std::int32_t j) {
        const Atom distance = Numbers::of(j - i);
        std::uint32_t id = kPairBase;
        sink_(id++, distance);
        neighbourhood(id, i, j, distance);
        for (std::int32_t k = i + 1; k < j; ++k) sink_(id, c_.tag(i), c_.tag(k), c_.tag(j));
        ++id;
        sink_(id++, c_.relation(i), c_.relation(j), distance);
        sink_(id++, kinship(i, j), c_.tag(i), c_.tag(j));
        if (j > i + 1) gap(i, j, id);
    }

    // An arc of the compressed sentence's own tree; h = 0 is the root.
    void arc(std::int32_t h, std::int32_t m) {
        const Atom distance = Numbers::of(h - m);  // signed, so that it tells the direction too
        std::uint32_t id = kArcBase;
        sink_(id++, distance);
        sink_(id++, c_.relation(m));
        sink_(id++, Numbers::of(h < m));
        neighbourhood(id, h, m, distance);
        four(id, c_.tag(h - 1), c_.tag(h), c_.tag(m - 1), c_.tag(m), distance);
        four(id, c_.tag(h), c_.tag(h + 1), c_.tag(m - 1), c_.tag(m), distance);
        four(id, c_.tag(h - 1), c_.tag(h), c_.tag(m), c_.tag(m + 1), distance);
        four(id, c_.tag(h), c_.tag(h + 1), c_.tag(m), c_.tag(m + 1), distance);
        for (std::int32_t k = std::min(h, m) + 1; k < std::max(h, m); ++k) sink_(id, c_.tag(h), c_.tag(k), c_.tag(m));
        ++id;
        const Atom kin = kinship(h, m);
        sink_(id++, kin);
        sink_(id++, kin, c_.relation(m));
        sink_(id++, kin, c_.tag(h), c_.tag(m));
        sink_(id++, kin, c_.relation(h), c_.relation(m));
        // A word that lost its head: what stood between it and its new one.
        const std::int32_t lost = c_.head(m);
        if (lost != h) {
            sink_(id, kin, c_.relation(m), c_.relation(lost), c_.tag(lost));
            sink_(id + 1, kin, c_.word(lost));
        }
    }

  private:
    // What the source's trees say of a word, its head and its phrase.
    void token_in_source(std::int32_t i, std::uint32_t id) {
        const std::int32_t head = c_.head(i);
        const Atom relation = c_.relation(i), size = Numbers::of(c_.subtree_size(i));
        sink_(id++, relation);
        sink_(id++, relation, c_.tag(i));
        sink_(id++, relation, c_.word(i));
        sink_(id++, relation, c_.tag(head));
        sink_(id++, relation, c_.word(head));
        sink_(id++, relation, c_.relation(head));
        sink_(id++, relation, c_.relation(head), c_.relation(c_.head(head)));
        sink_(id++, c_.tag(i), c_.tag(head));
        sink_(id++, c_.word(i), c_.word(head));
        sink_(id++, Numbers::of(c_.depth(i)));
        sink_(id++, relation, Numbers::of(c_.depth(i)));
        sink_(id++, relation, size);
        sink_(id++, relation, Numbers::of(c_.child_count(i)));
        sink_(id++, c_.phrase(i), c_.tag(i));
        sink_(id++, c_.phrase(i), c_.outer_phrase(i));
        sink_(id++, c_.phrase(i), c_.outer_phrase(i), relation);
        sink_(id++, c_.suffix(i), c_.tag(i));
        sink_(id++, Numbers::of(i), c_.tag(i));
        sink_(id++, Numbers::of(c_.size() - i), c_.tag(i));
        sink_(id++, relation, Numbers::of(i < head));
        sink_(id++, Numbers::of(c_.size()));
    }

    // The five word pairs and five tag pairs of Table 1, alone and together with the distance.
    void neighbourhood(std::uint32_t &id, std::int32_t i, std::int32_t j, Atom distance) {
        static constexpr std::int32_t kShifts[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (const auto &[left, right] : kShifts) {
            sink_(id++, c_.word(i + left), c_.word(j + right));
            sink_(id++, c_.tag(i + left), c_.tag(j + right));
            sink_(id++, c_.word(i + left), c_.word(j + right), distance);
            sink_(id++, c_.tag(i + left), c_.tag(j + right), distance);
        }
        sink_(id++, c_.word(i), c_.tag(j));
        sink_(id++, c_.tag(i), c_.word(j));
    }

    void four(std::uint32_t &id, Atom a, Atom b, Atom c, Atom d, Atom distance) {
        sink_(id++, a, b, c, d);
        sink_(id++, a, b, c, d, distance);
    }

    // How two words are related in the source tree, seen from the first.
    Atom kinship(std::int32_t a, std::int32_t b) const {
        static const std::string names[] = {"parent", "child", "grandparent", "grandchild", "sibling", "ancestor", "descendant", "apart"};
        static const std::vector<Atom> atoms = [] {
            std::vector<Atom> made;
            for (const std::string &name : names) made.push_back({hash_text(name), &name});
            return made;
        }();
        const bool a_inside = a >= 1 && a <= c_.size(), b_inside = b >= 1 && b <= c_.size();
        if (b_inside && c_.head(b) == a) return atoms[0];
        if (a_inside && b_inside && c_.head(a) == b) return atoms[1];
        if (b_inside && c_.head(b) != 0 && c_.head(c_.head(b)) == a) return atoms[2];
        if (a_inside && b_inside && c_.head(c_.head(a)) == b) return atoms[3];
        if (a_inside && b_inside && c_.head(a) == c_.head(b)) return atoms[4];
        if (b_inside && (a == 0 || (a_inside && c_.is_ancestor(a, b)))) return atoms[5];
        if (a_inside && b_inside && c_.is_ancestor(b, a)) return atoms[6];
        return atoms[7];
    }

    // The words and phrases dropped between i and j.
    void gap(std::int32_t i, std::int32_t j, std::uint32_t id) {
        sink_(id++, c_.tag(i + 1), c_.tag(j - 1));
        sink_(id++, c_.tag(i), c_.tag(i + 1), c_.tag(j - 1), c_.tag(j));
        std::int32_t roots = 0, orphans = 0, root = 0;
        for (std::int32_t k = i + 1; k < j; ++k) {
            const std::int32_t head = c_.head(k);
            const bool outside = head <= i || head >= j;
            const Atom where = Numbers::of(!outside ? 0 : head <= i ? 1 : 2);
            sink_(id, c_.tag(k));
            sink_(id + 1, c_.word(k));
            sink_(id + 2, c_.relation(k), where);
            sink_(id + 3, c_.tag(k), c_.tag(head), where);
            if (outside) {
                ++roots;
                root = k;
            }
        }
        id += 4;
        // Kept neighbours that lose their head into the gap.
        for (const std::int32_t kept : {i, j}) {
            const std::int32_t head = c_.head(kept);
            if (head > i && head < j) {
                ++orphans;
                sink_(id, c_.relation(kept), Numbers::of(kept == i));
                sink_(id + 1, c_.tag(kept), c_.tag(head));
            }
        }
        id += 2;
        sink_(id++, Numbers::of(roots), Numbers::of(orphans));
        const bool whole = roots == 1 && c_.subtree_size(root) == j - i - 1;
        if (whole) {
            sink_(id, c_.relation(root));
            sink_(id + 1, c_.relation(root), c_.tag(root), c_.tag(c_.head(root)));
            sink_(id + 2, c_.word(root), c_.relation(root));
        }
        id += 3;
        std::int32_t phrases = 0, covered = 0;
        c_.constituents_between(i, j, [&](std::int32_t start, std::int32_t end, Atom label, Atom parent) {
            sink_(id, label, parent);
            ++phrases;
            covered += end - start;
            if (end - start == j - i - 1) sink_(id + 1, label, parent, c_.tag(i), c_.tag(j));
        });
        id += 2;
        sink_(id++, Numbers::of(phrases), Numbers::of(j - i - 1 - covered));
    }

    const Columns &c_;
    Sink &sink_;
};

}  // namespace laconic
