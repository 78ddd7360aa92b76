// The best derivation of a forest that yields exactly a given text.
//
// The forest is intersected with the text: for every node and every stretch of the text, the best score
// of the node's derivations that yield this stretch. An edge's symbols are read from left to right; a word
// must be the next of the text, a tail may take any stretch that it can yield.
#include "base/cancel.h"
#include "forest/scores.h"
#include "forest/semirings.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

class TargetSearch {
  public:
    // `text` has words as the yields number them; a number that no yield has matches nothing.
    TargetSearch(const Hypergraph &graph, const double *scores, const Index *text, std::size_t length)
        : graph_(graph), scores_(scores), text_(text), width_(length + 1) {
        check_room(width_, width_);
        check_room(graph.node_count(), width_ * width_);
        table_.assign(graph.node_count() * width_ * width_, kImpossible);
        for (Index node = 0; node <= graph_.root(); ++node)
            for (std::size_t begin = 0; begin < width_; ++begin) {
                check_cancelled();
                double *row = stretch(node, begin);
                for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
                    if (!read(edge, begin)) continue;
                    const double *ends = reached_.data() + graph_.yield(edge).size() * width_;
                    for (std::size_t end = begin; end < width_; ++end)
                        row[end] = std::max(row[end], ends[end] + scores_[edge]);
                }
            }
    }

    double best() const { return stretch(graph_.root(), 0)[width_ - 1]; }

    // The best derivation's edges, parents before children; of equals, the first edge wins.
    std::vector<Index> edges() {
        std::vector<Index> found;
        std::vector<Stretch> waiting{{graph_.root(), 0, width_ - 1}};
        while (!waiting.empty()) {
            const Stretch wanted = waiting.back();
            waiting.pop_back();
            found.push_back(take(wanted, waiting));
            check_derivation(found.size());
        }
        return found;
    }

  private:
    struct Stretch {
        Index node;
        std::size_t begin, end;
    };

    double *stretch(Index node, std::size_t begin) {
        return table_.data() + (static_cast<std::size_t>(node) * width_ + begin) * width_;
    }
    const double *stretch(Index node, std::size_t begin) const {
        return table_.data() + (static_cast<std::size_t>(node) * width_ + begin) * width_;
    }

    // Fills `reached_`: after each symbol of the edge and for every place in the text, the best score of
    // having come so far from `begin`. Returns false as soon as no place is left.
    bool read(Index edge, std::size_t begin) {
        if (scores_[edge] == kImpossible) return false;
        const Slice symbols = graph_.yield(edge), tails = graph_.tails(edge);
        reached_.assign((symbols.size() + 1) * width_, kImpossible);
        reached_[begin] = 0.0;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const double *before = reached_.data() + i * width_;
            double *after = reached_.data() + (i + 1) * width_;
            bool alive = false;
            for (std::size_t place = begin; place < width_; ++place) {
                if (before[place] == kImpossible) continue;
                if (symbols[i] >= 0) {
                    if (place + 1 < width_ && text_[place] == symbols[i]) after[place + 1] = before[place];
                    continue;
                }
                const double *tail = stretch(tails[static_cast<std::size_t>(-1 - symbols[i])], place);
                for (std::size_t end = place; end < width_; ++end)
                    after[end] = std::max(after[end], before[place] + tail[end]);
            }
            for (std::size_t place = begin; place < width_ && !alive; ++place) alive = after[place] != kImpossible;
            if (!alive) return false;
        }
        return true;
    }

    // Finds the edge that reached the score of a stretch, and lays its tails' stretches upon the stack.
    Index take(const Stretch &wanted, std::vector<Stretch> &waiting) {
        const double score = stretch(wanted.node, wanted.begin)[wanted.end];
        Index edge = graph_.first_edge(wanted.node);
        while (!read(edge, wanted.begin) ||
               reached_[graph_.yield(edge).size() * width_ + wanted.end] + scores_[edge] != score)
            ++edge;
        const Slice symbols = graph_.yield(edge), tails = graph_.tails(edge);
        std::vector<Stretch> parts(tails.size());
        std::size_t end = wanted.end;
        for (std::size_t i = symbols.size(); i-- > 0;) {
            if (symbols[i] >= 0) {
                --end;
                continue;
            }
            const std::size_t which = static_cast<std::size_t>(-1 - symbols[i]);
            std::size_t begin = wanted.begin;
            while (reached_[i * width_ + begin] + stretch(tails[which], begin)[end] != reached_[(i + 1) * width_ + end])
                ++begin;
            parts[which] = {tails[which], begin, end};
            end = begin;
        }
        waiting.insert(waiting.end(), parts.rbegin(), parts.rend());
        return edge;
    }

    const Hypergraph &graph_;
    const double *scores_;
    const Index *text_;
    std::size_t width_;
    std::vector<double> table_, reached_;
};

nb::tuple target(const Hypergraph &graph, Vector<double> given, Vector<Index> text) {
    const EdgeScores scores(graph, given);
    std::vector<Index> edges;
    double value;
    {
        nb::gil_scoped_release unlocked;
        TargetSearch search(graph, scores.data(), text.data(), text.size());
        value = search.best();
        if (value != kImpossible) edges = search.edges();
    }
    return nb::make_tuple(value, to_numpy(std::move(edges)));
}

}  // namespace

void bind_forest_target(nb::module_ &module) {
    module.def("forest_target", &target, "graph"_a, "scores"_a, "text"_a);
}

}  // namespace laconic
