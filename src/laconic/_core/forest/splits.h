// The ways to share a number of words among the tails of an edge, from the most promising on.
//
// A way's promise is the sum of the best scores that the tails have at its lengths. There can be very many
// ways, so they are found one by one: each prefix of the tails has, for every length, a list of its own
// ways that grows as the next tail asks for more (Algorithm 3 of Huang and Chiang 2005, on a chain).
#pragma once

#include "forest/graph.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace laconic {

class LengthSplits {
  public:
    // `best[i][c]` is the best score of tail i at length c, for lengths below `width`, and minus infinity
    // where it has none. `words` are the words that the edge itself adds.
    void begin(std::vector<const float *> best, Index words, Index width) {
        best_ = std::move(best);
        words_ = words;
        width_ = width;
        lists_.assign((best_.size() + 1) * static_cast<std::size_t>(width), List{});
        if (words < width) list(0, words).reach = 0.0f;
        for (std::size_t i = 1; i <= best_.size(); ++i)
            for (Index total = 0; total < width; ++total)
                for (Index own = 0; own <= total; ++own)
                    list(i, total).reach =
                        std::max(list(i, total).reach, list(i - 1, total - own).reach + best_[i - 1][own]);
    }

    // Writes the tails' lengths in the way of this rank to share `total`; false if there are fewer.
    bool get(Index total, std::size_t rank, Index *lengths) {
        if (!grow(best_.size(), total, rank)) return false;
        for (std::size_t i = best_.size(); i > 0; --i) {
            const Way &way = list(i, total).given[rank];
            lengths[i - 1] = way.own;
            total -= way.own;
            rank = way.before;
        }
        return true;
    }

  private:
    // The last tail has `own` words, those before it share the rest in their way of rank `before`.
    struct Way {
        float score;
        Index own;
        std::size_t before;
        bool operator<(const Way &other) const {
            return score != other.score ? score < other.score : own > other.own;
        }
    };

    struct List {
        float reach = -std::numeric_limits<float>::infinity();  // the score of the best way
        bool begun = false;
        std::vector<Way> given, heap;
    };

    List &list(std::size_t tails, Index total) { return lists_[tails * static_cast<std::size_t>(width_) + total]; }

    bool grow(std::size_t tails, Index total, std::size_t rank) {
        if (tails == 0) return rank == 0 && total == words_;
        List &here = list(tails, total);
        if (!here.begun) begin_list(here, tails, total);
        while (here.given.size() <= rank) {
            if (here.heap.empty()) return false;
            std::pop_heap(here.heap.begin(), here.heap.end());
            const Way way = here.heap.back();
            here.heap.pop_back();
            here.given.push_back(way);
            if (grow(tails - 1, total - way.own, way.before + 1)) {
                const float rest = list(tails - 1, total - way.own).given[way.before + 1].score;
                here.heap.push_back({rest + best_[tails - 1][way.own], way.own, way.before + 1});
                std::push_heap(here.heap.begin(), here.heap.end());
            }
        }
        return true;
    }

    void begin_list(List &here, std::size_t tails, Index total) {
        here.begun = true;
        for (Index own = 0; own <= total; ++own) {
            const float score = list(tails - 1, total - own).reach + best_[tails - 1][own];
            if (score != -std::numeric_limits<float>::infinity()) here.heap.push_back({score, own, 0});
        }
        std::make_heap(here.heap.begin(), here.heap.end());
    }

    std::vector<const float *> best_;
    Index words_ = 0, width_ = 0;
    std::vector<List> lists_;
};

}  // namespace laconic
