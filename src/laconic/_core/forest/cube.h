// Intersects a forest with a language model by cube pruning (Chiang 2007).
//
// The derivations of a node are told apart by their language model states: the few words at either end
// that the words outside can still interact with. Each state found becomes a node of the new forest. A
// node's states are found best first: an edge proposes the best states of its tails, and whenever a
// proposal is accepted, its neighbours (the next best state at one tail) are proposed. A node is closed
// when its beam is full of states, or enough proposals are accepted; without limits the search is
// exhaustive. Proposals are compared by their rule scores and the language model, in which the first
// words, whose history is still open, count by what is known: the first word by its unigram probability.
//
// If lengths are limited, every node has a beam for each number of words, so that short derivations of a
// model that likes long ones are not crowded out.
#pragma once

#include "base/cancel.h"
#include "forest/cube_items.h"
#include "forest/narrow.h"
#include "forest/graph.h"
#include "forest/semirings.h"
#include "forest/splits.h"
#include "lm/chart.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace laconic {

// The new forest.
struct CubeResult {
    // An edge of it: which old edge it is, the item it builds, and the items it is built from.
    struct Arc {
        Index edge, item;
        std::uint32_t tails;  // where they begin among all arcs' tails
        float log10;          // what the edge adds to the language model's score
    };

    std::vector<CubeItem> items;
    std::size_t first_root = 0;
    std::vector<Arc> arcs;
    std::vector<Index> arc_tails;
};

constexpr Index kAnyLength = -1;

struct Limits {
    std::size_t beam;  // states a node (or a node and length) keeps
    std::size_t pops;  // proposals it accepts; those of a known state only add a way to reach it
    Index longest;     // words, or kAnyLength
};

// The states have room for contexts of `kRoom` words, so that those of low orders stay small.
template <int kRoom>
class CubeSearch {
  public:
    // `words` are the graph's words as the language model numbers them.
    CubeSearch(const Hypergraph &graph, const double *scores, const lm::WordId *words,
               const lm::LanguageModel &model, float weight, Limits limits)
        : graph_(graph), scores_(scores), words_(words), model_(model), weight_(weight), limits_(limits),
          stratified_(limits.longest != kAnyLength), width_(stratified_ ? limits.longest + 1 : 1) {}

    CubeResult run() {
        if (stratified_) measure_room();
        else mark_reachable();
        cell_begin_.assign(graph_.node_count() * width_ + 1, 0);
        cell_best_.assign(graph_.node_count() * width_, kNone);
        for (Index node = 0; node <= graph_.root(); ++node) {
            if (node == graph_.root()) items_.begin_root();
            if (stratified_ && room_[node] >= 0) begin_splits(node);
            for (Index length = 0; length < width_; ++length) {
                if (length <= room_[node]) fill(node, length);
                cell_begin_[cell(node, length) + 1] = order_.size();
            }
        }
        found_.first_root = items_.first_root();
        found_.items = items_.finish();
        return std::move(found_);
    }

  private:
    using ChartState = lm::BasicChartState<kRoom>;
    static constexpr float kNone = -std::numeric_limits<float>::infinity();

    // A choice of one item for each tail of an edge, with the state and score that follow.
    struct Proposal {
        Index edge;
        std::uint32_t split, picks;  // which sharing of lengths; where its lengths and ranks are
        float log10, total;
        ChartState state;
    };

    struct Ranked {
        float total;
        std::uint32_t proposal;
        bool operator<(const Ranked &other) const {
            return total != other.total ? total < other.total : proposal > other.proposal;
        }
    };

    std::size_t cell(Index node, Index length) const {
        return static_cast<std::size_t>(node) * width_ + static_cast<std::size_t>(length);
    }

    // Where lengths do not matter, there is room for all that some derivation of the root may use.
    void mark_reachable() {
        room_.assign(graph_.node_count(), -1);
        room_[graph_.root()] = 0;
        for (Index node = graph_.root(); node >= 0; --node) {
            if (room_[node] < 0) continue;
            for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge) {
                if (scores_[edge] == kImpossible) continue;
                for (const Index tail : graph_.tails(edge)) room_[tail] = 0;
            }
        }
    }

    // How many words a node may have, given the fewest that stand around it; -1 if nothing may.
    void measure_room() {
        std::vector<double> cost(graph_.edge_count());
        for (Index edge = 0; edge < static_cast<Index>(cost.size()); ++edge)
            cost[edge] = scores_[edge] == kImpossible ? kImpossible : -graph_.words(edge);
        const Values<Best> inside = inside_pass<Best>(graph_, cost.data());
        const Values<Best> outside = outside_pass<Best>(graph_, cost.data(), inside);
        room_.assign(graph_.node_count(), -1);
        for (Index node = 0; node <= graph_.root(); ++node)
            if (inside[node] != kImpossible && outside[node] + width_ - 1 >= 0)
                room_[node] = static_cast<Index>(outside[node]) + width_ - 1;
    }

    void begin_splits(Index node) {
        const Index first = graph_.first_edge(node), last = graph_.first_edge(node + 1);
        if (splits_.size() < static_cast<std::size_t>(last - first)) splits_.resize(last - first);
        for (Index edge = first; edge < last; ++edge) {
            std::vector<const float *> best;
            for (const Index tail : graph_.tails(edge)) best.push_back(&cell_best_[cell(tail, 0)]);
            splits_[edge - first].begin(std::move(best), graph_.words(edge), width_);
        }
    }

    void fill(Index node, Index length) {
        check_cancelled();
        proposals_.clear();
        picks_.clear();
        heap_.clear();
        items_.begin_cell();
        for (Index edge = graph_.first_edge(node); edge < graph_.first_edge(node + 1); ++edge)
            if (scores_[edge] != kImpossible) propose_split(edge, length, 0);
        std::make_heap(heap_.begin(), heap_.end());
        for (std::size_t popped = 0; popped < limits_.pops && !heap_.empty(); ++popped) {
            if (items_.size_of_cell() >= limits_.beam && node != graph_.root()) break;
            std::pop_heap(heap_.begin(), heap_.end());
            const std::uint32_t taken = heap_.back().proposal;
            heap_.pop_back();
            accept(node, length, proposals_[taken]);
            const std::size_t before = heap_.size();
            propose_neighbours(taken, length);
            for (std::size_t size = before; size < heap_.size();)
                std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(++size));
        }
        close(node, length);
    }

    // Proposes the best items of the tails, at the lengths that come next in promise.
    void propose_split(Index edge, Index length, std::uint32_t split) {
        const Slice tails = graph_.tails(edge);
        const std::size_t picks = picks_.size();
        picks_.resize(picks + 2 * tails.size(), 0);
        bool possible = true;
        if (stratified_)
            possible = splits_[edge - graph_.first_edge(graph_.head(edge))].get(length, split, picks_.data() + picks);
        else
            for (const Index tail : tails) possible = possible && cell_best_[tail] != kNone;
        if (possible)
            propose(edge, split, picks);
        else
            picks_.resize(picks);
    }

    // A choice is reached from one neighbour only, the one with its last nonzero rank less by one, so that
    // none is proposed twice (Gesmundo and Henderson 2010).
    void propose_neighbours(std::uint32_t taken, Index length) {
        const Index edge = proposals_[taken].edge;
        const std::uint32_t split = proposals_[taken].split;
        const Slice tails = graph_.tails(edge);
        const std::size_t from = proposals_[taken].picks, arity = tails.size();
        bool best = true;
        for (std::size_t i = arity; best && i-- > 0;) {
            const std::size_t place = cell(tails[i], picks_[from + i]);
            const std::size_t rank = static_cast<std::size_t>(picks_[from + arity + i]) + 1;
            best = rank == 1;
            if (cell_begin_[place] + rank >= cell_begin_[place + 1]) continue;
            const std::size_t picks = picks_.size();
            picks_.resize(picks + 2 * arity);
            std::copy_n(picks_.begin() + from, 2 * arity, picks_.begin() + picks);
            ++picks_[picks + arity + i];
            propose(edge, split, picks);
        }
        if (best && stratified_ && arity > 0) propose_split(edge, length, split + 1);
    }

    Index picked(Slice tails, std::size_t picks, std::size_t i) const {
        return order_[cell_begin_[cell(tails[i], picks_[picks + i])] + picks_[picks + tails.size() + i]];
    }

    // The hot spot: scores the edge's words and the joints with its tails. The caller puts the proposal in its place of
    // the heap.
    void propose(Index edge, std::uint32_t split, std::size_t picks) {
        const Slice tails = graph_.tails(edge), yield = graph_.yield(edge);
        const bool whole = graph_.head(edge) == graph_.root();
        double total = scores_[edge];
        lm::BasicPhraseScorer<kRoom> scorer(model_);
        if (whole) scorer.begin_sentence();
        for (const Index place : yield) {
            if (place >= 0) {
                scorer.word(words_[place]);
            } else {
                const Index item = picked(tails, picks, static_cast<std::size_t>(-1 - place));
                total += items_.score(item);
                scorer.phrase(items_.state(item));
            }
        }
        if (whole) scorer.word(lm::kEnd);
        const auto [log10, state] = scorer.finish();
        const float worth = narrow(total + weight_ * log10);
        const auto number = static_cast<std::uint32_t>(proposals_.size());
        proposals_.push_back({edge, split, static_cast<std::uint32_t>(picks), log10, worth, state});
        heap_.push_back({worth, number});
    }

    // Adds the proposal to the item of its state.
    void accept(Index node, Index length, const Proposal &proposal) {
        const Slice tails = graph_.tails(proposal.edge);
        const Index item = node == graph_.root() ? items_.whole(node, length)
                                                 : items_.find_or_add(node, length, proposal.state);
        items_.reach(item, static_cast<Index>(found_.arcs.size()), proposal.total);
        const auto first_tail = static_cast<std::uint32_t>(found_.arc_tails.size());
        found_.arcs.push_back({proposal.edge, item, first_tail, proposal.log10});
        for (std::size_t i = 0; i < tails.size(); ++i) found_.arc_tails.push_back(picked(tails, proposal.picks, i));
    }

    // Lists the cell's items from the best down.
    void close(Index node, Index length) {
        const std::size_t first = order_.size();
        items_.list_cell(order_);
        if (order_.size() > first) cell_best_[cell(node, length)] = items_.score(order_[first]);
    }

    const Hypergraph &graph_;
    const double *scores_;
    const lm::WordId *words_;
    const lm::LanguageModel &model_;
    const float weight_;
    const Limits limits_;
    const bool stratified_;
    const Index width_;  // lengths from 0 to the longest, or one cell for all

    CubeItems<ChartState> items_;
    CubeResult found_;
    // A cell's items are order_[cell_begin_[cell]] up to order_[cell_begin_[cell + 1]].
    std::vector<Index> order_, room_;
    std::vector<std::size_t> cell_begin_;
    std::vector<float> cell_best_;

    // For the cell being filled.
    std::vector<Proposal> proposals_;
    std::vector<Index> picks_;
    std::vector<Ranked> heap_;
    std::vector<LengthSplits> splits_;
};

}  // namespace laconic
