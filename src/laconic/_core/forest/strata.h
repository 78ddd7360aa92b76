// The best derivation for every total of small counts at once, such as its length, or its matching and
// its other words: the chart of Cohn and Lapata (2007, section 3.3) for losses that are not sums.
//
// Every node has a table of the best score for each pair of totals (a, b); an edge combines the tables of
// its tails by max-plus convolution. Tables cover only the totals that the node can reach. They hold no
// back pointers: a derivation is traced by computing the few convolutions on its path again.
#pragma once

#include "base/cancel.h"
#include "base/check.h"
#include "forest/semirings.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {

using Pair = std::array<Index, 2>;

// The greatest total that can be asked for.
constexpr Index kMostStrata = (Index{1} << 30) - 1;

// The totals from `low` to `high`, both included; empty where high < low.
struct Box {
    Pair low{0, 0}, high{-1, -1};
    bool empty() const { return high[0] < low[0] || high[1] < low[1]; }
    std::size_t rows() const { return static_cast<std::size_t>(high[0] - low[0] + 1); }
    std::size_t width() const { return static_cast<std::size_t>(high[1] - low[1] + 1); }
    std::size_t cells() const { return empty() ? 0 : rows() * width(); }
    bool contains(Pair cell) const {
        return cell[0] >= low[0] && cell[0] <= high[0] && cell[1] >= low[1] && cell[1] <= high[1];
    }
    std::size_t place(Pair cell) const {
        return static_cast<std::size_t>(cell[0] - low[0]) * width() + static_cast<std::size_t>(cell[1] - low[1]);
    }
};

struct StrataTable {
    Box box;
    std::vector<double> scores;
    double at(Pair cell) const { return box.contains(cell) ? scores[box.place(cell)] : kImpossible; }
};

// Calls `visit(total, score)` for each total of the table that can be reached.
template <typename Visit>
void each_cell(const StrataTable &table, Visit visit) {
    const double *score = table.scores.data();
    for (Index a = table.box.low[0]; a <= table.box.high[0]; ++a)
        for (Index b = table.box.low[1]; b <= table.box.high[1]; ++b, ++score)
            if (*score != kImpossible) visit(Pair{a, b}, *score);
}

class Strata {
  public:
    Strata(const Hypergraph &graph, std::vector<double> scores, std::vector<Pair> counts, Pair caps)
        : graph_(graph), scores_(std::move(scores)), counts_(std::move(counts)), caps_(caps),
          tables_(graph.node_count()) {
        measure();
        for (Index node = 0; node <= graph_.root(); ++node) fill(node);
    }

    const StrataTable &root() const { return tables_[graph_.root()]; }

    // The edges of the best derivation with these totals; none if no derivation has them.
    std::vector<Index> trace(Pair cell) const {
        std::vector<Index> edges;
        std::vector<std::pair<Index, Pair>> waiting;
        if (root().at(cell) != kImpossible) waiting.push_back({graph_.root(), cell});
        while (!waiting.empty()) {
            const auto [node, here] = waiting.back();
            waiting.pop_back();
            edges.push_back(step_back(node, here, waiting));
            check_derivation(edges.size());
        }
        return edges;
    }

  private:
    bool usable(Index edge) const {
        if (scores_[edge] == kImpossible) return false;
        for (const Index tail : graph_.tails(edge))
            if (tables_[tail].box.empty()) return false;
        return true;
    }

    // Totals that no derivation through the edge goes below or above; empty if all lie beyond the caps.
    Box reach(Index edge) const {
        if (!usable(edge)) return {};
        Box box{counts_[edge], counts_[edge]};
        for (const Index tail : graph_.tails(edge)) box = sum(box, tables_[tail].box);
        return {box.low, {std::min(box.high[0], caps_[0]), std::min(box.high[1], caps_[1])}};
    }

    // Sums are cut at one beyond the caps.
    Box sum(const Box &one, const Box &other) const {
        Box box;
        for (int i = 0; i < 2; ++i) {
            const std::int64_t low = std::int64_t{one.low[i]} + other.low[i];
            const std::int64_t high = std::int64_t{one.high[i]} + other.high[i];
            box.low[i] = static_cast<Index>(std::min<std::int64_t>(low, caps_[i] + 1));
            box.high[i] = static_cast<Index>(std::min<std::int64_t>(high, caps_[i]));
        }
        return box;
    }

    // Gives every node the smallest box that holds its totals.
    void measure() {
        std::size_t cells = 0;
        for (Index node = 0; node <= graph_.root(); ++node) {
            Box &box = tables_[node].box;
            for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
                const Box more = reach(edge);
                if (more.empty()) continue;
                if (box.empty()) box = more;
                for (int i = 0; i < 2; ++i) {
                    box.low[i] = std::min(box.low[i], more.low[i]);
                    box.high[i] = std::max(box.high[i], more.high[i]);
                }
            }
            cells += box.cells();
            check_room(cells);
        }
    }

    void fill(Index node) {
        StrataTable &table = tables_[node];
        table.scores.assign(table.box.cells(), kImpossible);
        for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
            if (reach(edge).empty()) continue;
            check_cancelled();
            const Slice tails = graph_.tails(edge);
            StrataTable here = leaf(edge), next;
            for (std::size_t i = 0; i + 1 < tails.size(); ++i) {
                begin_convolution(here, tables_[tails[i]], next);
                convolve(here, tables_[tails[i]], next);
                std::swap(here, next);
            }
            if (tails.size() == 0) {
                double &score = table.scores[table.box.place(counts_[edge])];
                score = std::max(score, scores_[edge]);
            } else {
                convolve(here, tables_[tails[tails.size() - 1]], table);
            }
        }
    }

    StrataTable leaf(Index edge) const { return {{counts_[edge], counts_[edge]}, {scores_[edge]}}; }

    void begin_convolution(const StrataTable &one, const StrataTable &other, StrataTable &out) const {
        out.box = sum(one.box, other.box);
        check_room(out.box.cells());
        out.scores.assign(out.box.cells(), kImpossible);
    }

    // Raises `out` to the best sums of a cell of each table.
    void convolve(const StrataTable &one, const StrataTable &other, StrataTable &out) const {
        const Box &box = other.box, &target = out.box;
        each_cell(one, [&](Pair cell, double score) {
            const Index last_row = std::min(box.high[0], target.high[0] - cell[0]);
            const Index last = std::min(box.high[1], target.high[1] - cell[1]);
            const std::ptrdiff_t width = last - box.low[1] + 1;
            for (Index row = box.low[0]; row <= last_row; ++row) {
                if (width <= 0) return;
                const double *from = &other.scores[box.place({row, box.low[1]})];
                double *to = &out.scores[target.place({cell[0] + row, cell[1] + box.low[1]})];
                for (std::ptrdiff_t i = 0; i < width; ++i) {
                    const double sum = score + from[i];
                    to[i] = sum > to[i] ? sum : to[i];
                }
            }
        });
    }

    // Finds the edge and its tails' totals that gave a cell its score. Sums are formed as before, so
    // the score is met exactly.
    Index step_back(Index node, Pair cell, std::vector<std::pair<Index, Pair>> &waiting) const {
        const double score = tables_[node].at(cell);
        for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
            if (!reach(edge).contains(cell)) continue;
            const Slice tails = graph_.tails(edge);
            std::vector<StrataTable> steps{leaf(edge)};
            for (const Index tail : tails) {
                StrataTable next;
                begin_convolution(steps.back(), tables_[tail], next);
                convolve(steps.back(), tables_[tail], next);
                steps.push_back(std::move(next));
            }
            if (steps.back().at(cell) != score) continue;
            // From the last tail to the first, so that the first comes off the stack first.
            for (std::size_t i = tails.size(); i-- > 0;) {
                const Pair part = split(steps[i], tables_[tails[i]], cell, steps[i + 1].at(cell));
                waiting.push_back({tails[i], part});
                cell = {cell[0] - part[0], cell[1] - part[1]};
            }
            return edge;
        }
        throw std::logic_error("a cell has a score that no edge gives it");
    }

    static Pair split(const StrataTable &one, const StrataTable &other, Pair cell, double score) {
        Pair found{-1, -1};
        each_cell(other, [&](Pair part, double below) {
            if (found[0] < 0 && one.at({cell[0] - part[0], cell[1] - part[1]}) + below == score) found = part;
        });
        return found;
    }

    const Hypergraph &graph_;
    const std::vector<double> scores_;
    const std::vector<Pair> counts_;
    const Pair caps_;
    std::vector<StrataTable> tables_;
};

}  // namespace laconic
