// The shape of a forest: a hypergraph in flat arrays, checked once when it is built.
//
// Nodes are numbered so that every tail comes before its head, and the root is the last node. Edges are
// sorted by head, so the edges into a node are neighbours. An edge's yield is its side of the target
// text: a word's number, or -1-k for the place of its k-th tail; every tail has exactly one place.
#pragma once

#include "base/check.h"
#include "base/slice.h"

#include <cstddef>
#include <vector>

namespace laconic {

class Hypergraph {
  public:
    // Throws std::invalid_argument, in words for the user, if the arrays are not a forest as described.
    Hypergraph(std::size_t node_count, std::vector<Index> head, std::vector<Index> tail_ptr,
               std::vector<Index> tails, std::vector<Index> yield_ptr, std::vector<Index> yield_symbols,
               std::size_t word_count);

    std::size_t node_count() const { return edge_ptr_.size() - 1; }
    std::size_t edge_count() const { return head_.size(); }
    // How many words there are for yields to use.
    std::size_t word_count() const { return word_count_; }
    Index root() const { return static_cast<Index>(node_count()) - 1; }

    Index head(Index edge) const { return head_[edge]; }
    // The edges into a node are first_edge(node), ..., first_edge(node + 1) - 1.
    Index first_edge(Index node) const { return edge_ptr_[node]; }
    Slice tails(Index edge) const { return slice(tails_, tail_ptr_, edge); }
    Slice yield(Index edge) const { return slice(yield_symbols_, yield_ptr_, edge); }
    // How many words the edge itself adds to the yield.
    Index words(Index edge) const {
        return static_cast<Index>(yield(edge).size() - tails(edge).size());
    }

    const std::vector<Index> &heads() const { return head_; }
    const std::vector<Index> &edge_ptr() const { return edge_ptr_; }
    const std::vector<Index> &tail_ptr() const { return tail_ptr_; }
    const std::vector<Index> &all_tails() const { return tails_; }
    const std::vector<Index> &yield_ptr() const { return yield_ptr_; }
    const std::vector<Index> &yield_symbols() const { return yield_symbols_; }

  private:
    void check_edges(std::size_t node_count) const;
    void check_yields() const;

    std::size_t word_count_;
    std::vector<Index> head_, edge_ptr_, tail_ptr_, tails_, yield_ptr_, yield_symbols_;
};

// A small forest can have a derivation beyond all memory: k nodes, each used twice by the next, give 2^k edges.
inline void check_derivation(std::size_t edges) {
    if (edges > std::size_t{1} << 24) throw std::length_error("a derivation has more than 2^24 edges or words.");
}

// Appends the edges of the derivation in which `choose(node)` is the edge taken at a node, parents
// before children and tails in their order. It is asked again at every visit, so a sampler may answer
// differently when it meets a node again.
template <typename Choose>
void preorder(const Hypergraph &graph, Index root, Choose choose, std::vector<Index> &out) {
    const std::size_t before = out.size();
    std::vector<Index> waiting{root};
    while (!waiting.empty()) {
        const Index edge = choose(waiting.back());
        waiting.pop_back();
        out.push_back(edge);
        check_derivation(out.size() - before);
        const Slice tails = graph.tails(edge);
        for (std::size_t i = tails.size(); i-- > 0;) waiting.push_back(tails[i]);
    }
}

}  // namespace laconic
