// The forest's side of joint decoding: derivations that keep and delete words, at a price a word.
#pragma once

#include "forest/best.h"
#include "forest/scores.h"
#include "forest/strata.h"
#include "search/word_lattice.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace laconic {

// A derivation, the words it keeps, and its score without any price.
struct Derived {
    std::vector<Index> edges;
    std::vector<std::uint8_t> kept;
    double score = kImpossible;
};

constexpr Index kAnyLength = -1;

class ForestPart {
  public:
    // `positions` names for every yield symbol the word it keeps (or -1), `spans` for every node its first word
    // and end: arrays as a transduction has them. `length` is the only number of kept words allowed, or kAnyLength.
    // Throws std::invalid_argument where they do not fit the forest or the words.
    ForestPart(const Hypergraph &graph, const EdgeScores &scores, const Vector<Index> &positions,
               const Matrix<Index> &spans, std::size_t words, Index length)
        : graph_(graph), scores_(scores.copy()), words_(words), length_(length) {
        check_arrays(positions, spans);
        if (length_ != kAnyLength) {
            for (Index edge = 0; edge < static_cast<Index>(graph.edge_count()); ++edge)
                counts_.push_back({0, std::min(graph.words(edge), length_ + 1)});
        }
        std::vector<std::uint8_t> elsewhere(words);
        for (Index edge = 0; edge < static_cast<Index>(graph.edge_count()); ++edge) {
            const Index node = graph.head(edge), first = spans(node, 0), end = spans(node, 1);
            std::fill(elsewhere.begin() + first, elsewhere.begin() + end, 0);
            for (const Index tail : graph.tails(edge))
                std::fill(elsewhere.begin() + spans(tail, 0), elsewhere.begin() + spans(tail, 1), 1);
            for (Index symbol = graph.yield_ptr()[edge]; symbol < graph.yield_ptr()[edge + 1]; ++symbol) {
                if (positions(symbol) < 0) continue;
                kept_.push_back({edge, positions(symbol)});
                elsewhere[positions(symbol)] = 1;
            }
            for (Index word = first; word < end; ++word) {
                if (!elsewhere[word]) deleted_.push_back({edge, word});
            }
        }
    }

    // The edges' scores, minus infinity where an edge goes against a word's fate.
    std::vector<double> under(const std::vector<Fate> &fates) const {
        std::vector<double> scores = scores_;
        for (const Decision &each : kept_)
            if (fates[each.word] == Fate::kDeleted) scores[each.edge] = kImpossible;
        for (const Decision &each : deleted_)
            if (fates[each.word] == Fate::kKept) scores[each.edge] = kImpossible;
        return scores;
    }

    // Finds the best derivation where keeping a word costs its price, and returns its score less the prices.
    double best(const std::vector<double> &scores, const std::vector<double> &price, Derived &found) const {
        priced_ = scores;
        for (const Decision &each : kept_) priced_[each.edge] -= price[each.word];
        const double value = length_ == kAnyLength ? best_derivation(graph_, priced_.data(), found.edges)
                                                   : best_of_length(found.edges);
        describe(found);
        return value;
    }

    // Finds the best derivation of exactly these words; its score is minus infinity if there is none.
    void best_of(const std::vector<std::uint8_t> &kept, Derived &found) const {
        std::vector<Fate> fates(words_);
        for (std::size_t word = 0; word < words_; ++word) fates[word] = kept[word] ? Fate::kKept : Fate::kDeleted;
        best_derivation(graph_, under(fates).data(), found.edges);
        describe(found);
    }

  private:
    struct Decision {
        Index edge, word;
    };

    void check_arrays(const Vector<Index> &positions, const Matrix<Index> &spans) const {
        const auto words = static_cast<std::int64_t>(words_);
        check_size(positions.size(), graph_.yield_symbols().size(), "positions, one a yield symbol,");
        check_range(positions.data(), positions.size(), -1, words - 1, "positions");
        check_size(spans.shape(0), graph_.node_count(), "spans, one a node,");
        check_size(spans.shape(1), 2, "a span");
        check_range(spans.data(), spans.size(), 0, words, "spans");
        for (std::size_t node = 0; node < spans.shape(0); ++node)
            require(spans(node, 0) <= spans(node, 1), "a span must not end before it begins.");
        check_range(length_, kAnyLength, kMostStrata, "length");
    }

    double best_of_length(std::vector<Index> &edges) const {
        const Strata strata(graph_, priced_, counts_, {0, length_});
        edges = strata.trace({0, length_});
        return strata.root().at({0, length_});
    }

    void describe(Derived &found) const {
        found.kept.assign(words_, 0);
        found.score = found.edges.empty() ? kImpossible : 0.0;
        for (const Index edge : found.edges) found.score += scores_[edge];
        // Decisions are sorted by edge, and so are the edges that make them.
        for (const Index edge : found.edges) {
            auto each = std::lower_bound(kept_.begin(), kept_.end(), edge,
                                         [](const Decision &one, Index other) { return one.edge < other; });
            for (; each != kept_.end() && each->edge == edge; ++each) found.kept[each->word] = 1;
        }
    }

    const Hypergraph &graph_;
    std::vector<double> scores_;
    std::size_t words_;
    Index length_;
    std::vector<Pair> counts_;  // where the length is fixed, how many words each edge adds
    std::vector<Decision> kept_, deleted_;  // what each edge decides about words, sorted by edge
    mutable std::vector<double> priced_;
};

}  // namespace laconic
