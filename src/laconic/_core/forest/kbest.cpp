// Derivations from the best downwards, each found only when it is asked for.
//
// Huang and Chiang (2005), Algorithm 3: a node keeps the derivations it has given so far and a heap of
// candidates; a derivation is an edge and, for each tail, the rank of the derivation taken there. Two
// changes: the recursion is a stack of demands, so that deep forests do not overflow, and a candidate is
// proposed by one predecessor only (the one with its last nonzero rank less by one), so that none need be
// looked up to avoid duplicates.
#include "base/cancel.h"
#include "forest/scores.h"
#include "forest/semirings.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

using Text = std::vector<Index>;

struct Candidate {
    double score;
    Index edge;
    std::vector<Index> ranks;
    // The words, where only distinct yields are wanted.
    Text text;
};

// Orders a heap with the best on top; of equals, the one with the smaller edge and ranks, so that the
// order does not depend on the history of the heap.
bool worse(const Candidate &a, const Candidate &b) {
    if (a.score != b.score) return a.score < b.score;
    if (a.edge != b.edge) return a.edge > b.edge;
    return a.ranks > b.ranks;
}

struct NodeList {
    std::vector<Candidate> given, heap;
    std::set<Text> texts;
    // The last candidate taken from the heap, whose successors must be proposed before the next is
    // taken, and how many of its tails have been tried.
    std::optional<Candidate> last;
    std::size_t tried = 0;
    bool begun = false, exhausted = false;
};

class BestFirst {
  public:
    BestFirst(const Hypergraph &graph, std::vector<double> scores, bool distinct)
        : graph_(graph), scores_(std::move(scores)), distinct_(distinct), lists_(graph.node_count()),
          best_(inside_pass<Best>(graph, scores_.data())) {}

    // The next derivation's score, with its edges appended to `edges`; nothing when there are no more.
    std::optional<double> next(std::vector<Index> &edges) {
        demand(graph_.root(), next_);
        const NodeList &list = lists_[graph_.root()];
        if (list.given.size() <= static_cast<std::size_t>(next_)) return std::nullopt;
        const double score = list.given[next_].score;
        trace(next_++, edges);
        return score;
    }

  private:
    bool satisfied(Index node, Index rank) const {
        return lists_[node].exhausted || lists_[node].given.size() > static_cast<std::size_t>(rank);
    }

    // Makes the derivation of this rank known at the node, if the node has that many.
    void demand(Index node, Index rank) {
        demands_.assign(1, {node, rank});
        while (!demands_.empty()) {
            check_cancelled();
            const auto [here, wanted] = demands_.back();
            if (satisfied(here, wanted)) {
                demands_.pop_back();
                continue;
            }
            NodeList &list = lists_[here];
            if (!list.begun && !begin(here, list)) continue;
            if (list.last && !propose_successors(list)) continue;
            take(list);
        }
    }

    // Proposes every edge with its tails' best; false while a tail's best must be made known first.
    bool begin(Index node, NodeList &list) {
        // Only the words of the tails are needed, not their scores, which Viterbi's pass has given.
        if (distinct_ && !begin_tails(node)) return false;
        for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
            const double score = inside_edge<Best>(graph_, scores_.data(), edge, best_);
            if (score == kImpossible) continue;
            list.heap.push_back({score, edge, std::vector<Index>(graph_.tails(edge).size(), 0), {}});
            if (distinct_) list.heap.back().text = text(list.heap.back());
        }
        std::make_heap(list.heap.begin(), list.heap.end(), worse);
        list.begun = true;
        return true;
    }

    bool begin_tails(Index node) {
        const std::size_t before = demands_.size();
        for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge)
            for (const Index tail : graph_.tails(edge))
                if (!satisfied(tail, 0)) demands_.push_back({tail, 0});
        return demands_.size() == before;
    }

    // Proposes the neighbours of the last candidate; false while a tail must be asked for more first.
    bool propose_successors(NodeList &list) {
        const Candidate &last = *list.last;
        const Slice tails = graph_.tails(last.edge);
        while (list.tried < tails.size()) {
            const std::size_t i = tails.size() - 1 - list.tried;
            const Index wanted = last.ranks[i] + 1;
            const NodeList &below = lists_[tails[i]];
            if (!satisfied(tails[i], wanted)) {
                demands_.push_back({tails[i], wanted});
                return false;
            }
            if (below.given.size() > static_cast<std::size_t>(wanted)) {
                Candidate successor{0.0, last.edge, last.ranks, {}};
                ++successor.ranks[i];
                successor.score = score(successor);
                if (distinct_) successor.text = text(successor);
                list.heap.push_back(std::move(successor));
                std::push_heap(list.heap.begin(), list.heap.end(), worse);
            }
            // A tail further left may move on only while all to its right stand at their best.
            list.tried = last.ranks[i] > 0 ? tails.size() : list.tried + 1;
        }
        return true;
    }

    void take(NodeList &list) {
        if (list.heap.empty()) {
            list.exhausted = true;
            return;
        }
        std::pop_heap(list.heap.begin(), list.heap.end(), worse);
        list.last = std::move(list.heap.back());
        list.heap.pop_back();
        list.tried = 0;
        if (!distinct_ || list.texts.insert(list.last->text).second) list.given.push_back(*list.last);
    }

    // Summed in the order of Viterbi's pass, so that equal derivations have equal scores.
    double score(const Candidate &candidate) const {
        double sum = scores_[candidate.edge];
        const Slice tails = graph_.tails(candidate.edge);
        for (std::size_t i = 0; i < tails.size(); ++i)
            sum += candidate.ranks[i] == 0 ? best_[tails[i]] : lists_[tails[i]].given[candidate.ranks[i]].score;
        return sum;
    }

    Text text(const Candidate &candidate) const {
        Text words;
        const Slice tails = graph_.tails(candidate.edge);
        for (const Index symbol : graph_.yield(candidate.edge)) {
            if (symbol >= 0) {
                words.push_back(symbol);
                continue;
            }
            const Index tail = -1 - symbol;
            const Text &part = lists_[tails[tail]].given[candidate.ranks[tail]].text;
            words.insert(words.end(), part.begin(), part.end());
            check_derivation(words.size());
        }
        return words;
    }

    // Parents before children, tails in their order.
    void trace(Index rank, std::vector<Index> &edges) {
        std::vector<std::pair<Index, Index>> waiting{{graph_.root(), rank}};
        while (!waiting.empty()) {
            const auto [node, which] = waiting.back();
            waiting.pop_back();
            demand(node, which);
            const Candidate &taken = lists_[node].given[which];
            edges.push_back(taken.edge);
            check_derivation(edges.size());
            const Slice tails = graph_.tails(taken.edge);
            for (std::size_t i = tails.size(); i-- > 0;) waiting.push_back({tails[i], taken.ranks[i]});
        }
    }

    const Hypergraph &graph_;
    const std::vector<double> scores_;
    const bool distinct_;
    std::vector<NodeList> lists_;
    const Values<Best> best_;
    std::vector<std::pair<Index, Index>> demands_;
    Index next_ = 0;
};

nb::object next(BestFirst &derivations) {
    std::vector<Index> edges;
    std::optional<double> score;
    {
        nb::gil_scoped_release unlocked;
        score = derivations.next(edges);
    }
    if (!score) return nb::none();
    return nb::make_tuple(*score, to_numpy(std::move(edges)));
}

}  // namespace

void bind_forest_kbest(nb::module_ &module) {
    nb::class_<BestFirst>(module, "BestFirst")
        .def(
            "__init__",
            [](BestFirst *self, const Hypergraph &graph, Vector<double> scores, bool distinct) {
                new (self) BestFirst(graph, EdgeScores(graph, scores).copy(), distinct);
            },
            "graph"_a, "scores"_a, "distinct"_a, nb::keep_alive<1, 2>())
        .def("next", &next);
}

}  // namespace laconic
