// Cube pruning that scores nothing before it must: the same answers as forest/cube.h, from a packed forest.
//
// An edge of a packed forest stands for many rules that rewrite the same tails. Each rule has a promise, which its
// score and the language model's part of its words cannot exceed wherever it stands, and the rules of an edge are
// sorted by it. With the tails' best scores and what joints can add to them, this bounds all that an edge can give. So
// the queue of a node holds bounds of edges beside exact scores: if a bound comes first, the edge's next rule is scored,
// and what is scored is accepted otherwise. Nothing is accepted out of order, and most rules of a large grammar are never
// looked at.
#pragma once

#include "base/cancel.h"
#include "forest/cube.h"
#include "forest/cube_items.h"
#include "lm/extensions.h"
#include "lm/joints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace laconic {

// The new forest, and the rule of each of its arcs.
struct LazyResult {
    CubeResult found;
    std::vector<Index> arc_rule;
};

// A packed forest gives its nodes and edges like a `Hypergraph`, and knows which nodes have `only_passes`: edges that
// leave their one tail as it is. It gives for an edge its `rules`, the most promising first; for a rule its `score`,
// its `promise`, and its `target` in two parts, a scorer that has read the words before the first slot (or none), and
// the symbols from there on; and for a symbol its number as a `word` of the language model. No edge has more than
// `kMostTails` tails.
template <typename PackedForest, int kRoom>
class LazyCubeSearch {
  public:
    static constexpr std::size_t kMostTails = PackedForest::kMostTails;

    LazyCubeSearch(const PackedForest &forest, const lm::LanguageModel &model, const lm::Extensions &extensions,
                   float weight, std::size_t beam, std::size_t pops)
        : forest_(forest), extensions_(extensions), weight_(weight), beam_(beam), pops_(pops), joints_(model),
          begun_(forest.grammar_rules()) {
        lm::BasicPhraseScorer<kRoom> scorer(model);
        scorer.begin_sentence();
        sentence_begin_ = joints_.number(scorer.finish().second);
    }

    LazyResult run() {
        cell_begin_.assign(forest_.node_count() + 1, 0);
        reach_.assign(forest_.node_count(), 0);
        const std::size_t expected =
            std::min(forest_.node_count() * std::min({beam_, pops_, kUsualLimit}), kMostReserved);
        items_.reserve(expected);
        arc_rule_.reserve(expected);
        order_.reserve(expected);
        for (Index node = 0; node <= forest_.root(); ++node) {
            if (node == forest_.root()) items_.begin_root();
            fill(node);
            cell_begin_[node + 1] = order_.size();
        }
        return {items_.finish(), std::move(arc_rule_)};
    }

  private:
    using Ranks = std::array<std::uint32_t, kMostTails>;
    using Picks = std::array<Index, kMostTails>;

    // The rules of an edge that were not looked at yet, with the best items of its tails.
    struct Row {
        Index edge;
        std::uint32_t next;  // among its rules
        double reach;        // what the tails can give
    };

    // An edge that passes its tail on, and which items of it are left, by their places in order_.
    struct Pass {
        Index edge;
        std::size_t next, end;
    };

    // A rule of an edge and an item for each tail.
    struct Proposal {
        Index edge, rule;
        Ranks ranks;
        Picks picks;          // the items of these ranks
        std::uint64_t order;  // of equal totals the least comes first
        lm::Phrase phrase;
        float log10, total;
    };

    // The beginning of a rule's target up to its first slot, which is the same wherever the rule stands, and the rest.
    struct Begun {
        lm::Phrase phrase = kUnknown;
        double log10 = 0;
        Slice rest{nullptr, nullptr};
    };

    struct Ranked {
        float total;  // or a bound
        std::uint32_t what;  // a proposal, or a row from kRow on
        std::uint64_t order;
        bool operator<(const Ranked &other) const {
            return total != other.total ? total < other.total : order > other.order;
        }
    };

    static constexpr lm::Phrase kUnknown{~std::uint32_t{0}, ~std::uint32_t{0}};
    static constexpr std::uint32_t kRow = std::uint32_t{1} << 31;
    static constexpr std::size_t kUsualLimit = 200;
    static constexpr std::size_t kMostReserved = std::size_t{1} << 20;
    static constexpr std::uint64_t kLater = std::uint64_t{1} << 63;
    static constexpr double kRounding = 1e-3;  // a bound must exceed the score that is computed, whatever is rounded

    void fill(Index node) {
        check_cancelled();
        items_.begin_cell();
        node_ = node;
        if (node != forest_.root() && forest_.only_passes(node)) merge();
        else search();
        const std::size_t first = order_.size();
        items_.list_cell(order_);
        if (first < order_.size()) reach_[node] = items_.score(order_[first]) + gain(items_.state(order_[first]));
    }

    // Fills a node whose edges pass their tails on: the best of their next items, again and again. Of equal items the
    // one that came next first is taken, as a queue would.
    void merge() {
        passes_.clear();
        for (Index edge = forest_.first_edge(node_); edge < forest_.first_edge(node_ + 1); ++edge) {
            const Index tail = forest_.tails(edge)[0];
            if (cell_begin_[tail] < cell_begin_[tail + 1])
                passes_.push_back({edge, cell_begin_[tail], cell_begin_[tail + 1]});
        }
        for (std::size_t accepted = 0; accepted < pops_ && !passes_.empty(); ++accepted) {
            if (items_.size_of_cell() >= beam_) break;
            auto best = passes_.begin();
            for (auto pass = best + 1; pass != passes_.end(); ++pass)
                if (items_.score(order_[pass->next]) > items_.score(order_[best->next])) best = pass;
            const Index passed = order_[best->next];
            items_.add_arc(best->edge, items_.find_or_add_same(node_, passed), 0, items_.score(passed));
            arc_rule_.push_back(forest_.rules(best->edge)[0]);
            items_.add_tail(passed);
            if (++best->next == best->end) passes_.erase(best);
            else std::rotate(best, best + 1, passes_.end());
        }
    }

    void search() {
        rows_.clear();
        proposals_.clear();
        heap_.clear();
        neighbours_ = 0;
        for (Index edge = forest_.first_edge(node_); edge < forest_.first_edge(node_ + 1); ++edge) begin_row(edge);
        std::make_heap(heap_.begin(), heap_.end());
        for (std::size_t accepted = 0; accepted < pops_ && !heap_.empty();) {
            if (node_ != forest_.root() && items_.size_of_cell() >= beam_) break;
            const std::uint32_t first = heap_.front().what;
            is_front_free_ = true;
            if (first >= kRow) continue_row(first - kRow);
            else accept(first, ++accepted < pops_);
            if (!is_front_free_) continue;
            std::pop_heap(heap_.begin(), heap_.end());
            heap_.pop_back();
        }
        is_front_free_ = false;
    }

    // What the language model can still add to an item, by its weight. A model that counts against a text adds most
    // where it finds least, of which nothing is known.
    double gain(lm::Phrase phrase) const {
        if (weight_ < 0) return std::numeric_limits<double>::infinity();
        return static_cast<double>(weight_) * extensions_.most_gained(joints_.left(phrase));
    }

    // Puts something into the queue: in the place of the first, if that was taken up and is not yet replaced.
    void push(const Ranked &ranked) {
        if (is_front_free_) {
            is_front_free_ = false;
            replace_front(ranked);
        } else {
            heap_.push_back(ranked);
            std::push_heap(heap_.begin(), heap_.end());
        }
    }

    void replace_front(const Ranked &ranked) {
        std::size_t place = 0;
        for (std::size_t child = 1; child < heap_.size(); child = 2 * place + 1) {
            if (child + 1 < heap_.size() && heap_[child] < heap_[child + 1]) ++child;
            if (!(ranked < heap_[child])) break;
            heap_[place] = heap_[child];
            place = child;
        }
        heap_[place] = ranked;
    }

    // The text of the whole sentence is scored with its beginning and end, so no bound holds there.
    float bound(Index rule, double reach) const {
        if (node_ == forest_.root()) return kLargestScore<float>;
        return narrow(forest_.promise(rule) + reach + kRounding);
    }

    void begin_row(Index edge) {
        const Slice rules = forest_.rules(edge), tails = forest_.tails(edge);
        if (forest_.promise(rules[0]) == kImpossible) return;
        double reach = 0;
        for (const Index tail : tails) {
            if (cell_begin_[tail] == cell_begin_[tail + 1]) return;
            reach += reach_[tail];
        }
        const auto row = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back({edge, 0, reach});
        heap_.push_back({bound(rules[0], reach), kRow + row, 0});
    }

    // Proposes the next rule of a row.
    void continue_row(std::uint32_t number) {
        Row &row = rows_[number];
        const Slice rules = forest_.rules(row.edge);
        const Index rule = rules[row.next++];
        const auto place = static_cast<std::uint64_t>(row.edge - forest_.first_edge(node_));
        Picks picks{};
        const Slice tails = forest_.tails(row.edge);
        for (std::size_t i = 0; i < tails.size(); ++i) picks[i] = order_[cell_begin_[tails[i]]];
        propose({row.edge, rule, {}, picks, place << 32 | static_cast<std::uint32_t>(rule), kUnknown, 0, 0});
        if (row.next < rules.size() && forest_.promise(rules[row.next]) != kImpossible)
            push({bound(rules[row.next], row.reach), kRow + number, 0});
    }

    // Scores a proposal and puts it into the queue.
    void propose(Proposal proposal) {
        const bool whole = node_ == forest_.root();
        double total = forest_.score(proposal.rule), log10 = 0;
        lm::Phrase phrase = whole ? sentence_begin_ : joints_.empty();
        Slice symbols{nullptr, nullptr};
        if (!whole && proposal.rule < grammar_rules_) {
            const Begun &begun = begin_target(proposal.edge, proposal.rule);
            phrase = begun.phrase;
            log10 = begun.log10;
            symbols = begun.rest;
        } else {
            symbols = forest_.target(proposal.edge, proposal.rule, whole).second;
        }
        const auto add = [&](const typename lm::Joints<kRoom>::Joint &joint) {
            log10 += joint.log10;
            phrase = joint.phrase;
        };
        for (const Index symbol : symbols) {
            if (symbol >= 0) {
                add(joints_.word(phrase, forest_.word(symbol)));
            } else {
                const Index item = proposal.picks[static_cast<std::size_t>(-1 - symbol)];
                total += items_.score(item);
                add(joints_.join(phrase, items_.state(item)));
            }
        }
        if (whole) add(joints_.word(phrase, lm::kEnd));
        proposal.log10 = static_cast<float>(log10);
        proposal.total = narrow(total + weight_ * proposal.log10);
        proposal.phrase = phrase;
        const auto number = static_cast<std::uint32_t>(proposals_.size());
        proposals_.push_back(proposal);
        push({proposal.total, number, proposal.order});
    }

    const Begun &begin_target(Index edge, Index rule) {
        Begun &begun = begun_[rule];
        if (begun.phrase == kUnknown) {
            const auto [read, rest] = forest_.target(edge, rule, false);
            begun = {joints_.number(read->finish().second), read->log10(), rest};
        }
        return begun;
    }

    void accept(std::uint32_t number, bool others_follow) {
        const Proposal proposal = proposals_[number];
        const Slice tails = forest_.tails(proposal.edge);
        const Index item =
            node_ == forest_.root() ? items_.whole(node_, 0) : items_.find_or_add(node_, 0, proposal.phrase);
        items_.add_arc(proposal.edge, item, proposal.log10, proposal.total);
        arc_rule_.push_back(proposal.rule);
        for (std::size_t i = 0; i < tails.size(); ++i) items_.add_tail(proposal.picks[i]);
        if (others_follow) propose_neighbours(proposal, tails);
    }

    // As in forest/cube.h, a choice is reached from one neighbour only.
    void propose_neighbours(const Proposal &from, Slice tails) {
        for (std::size_t i = tails.size(); i-- > 0;) {
            const bool is_first = from.ranks[i] == 0;
            const std::size_t place = cell_begin_[tails[i]] + from.ranks[i] + 1;
            if (place < cell_begin_[tails[i] + 1]) {
                Proposal next{from.edge, from.rule, from.ranks, from.picks, kLater | neighbours_++, kUnknown, 0, 0};
                ++next.ranks[i];
                next.picks[i] = order_[place];
                propose(next);
            }
            if (!is_first) return;
        }
    }

    const PackedForest &forest_;
    const lm::Extensions &extensions_;
    const float weight_;
    const std::size_t beam_, pops_;

    lm::Joints<kRoom> joints_;
    std::vector<Begun> begun_;  // for each rule of the grammar, once it was proposed
    Index grammar_rules_ = static_cast<Index>(begun_.size());
    lm::Phrase sentence_begin_;
    CubeItems<lm::Phrase> items_;
    std::vector<Index> arc_rule_;
    std::vector<double> reach_;  // for each node its best item's score, and what joints can add to it
    // A node's items are order_[cell_begin_[node]] up to order_[cell_begin_[node + 1]].
    std::vector<Index> order_;
    std::vector<std::size_t> cell_begin_;

    // For the node being filled.
    Index node_ = 0;
    std::uint64_t neighbours_ = 0;
    std::vector<Pass> passes_;
    std::vector<Row> rows_;
    std::vector<Proposal> proposals_;
    std::vector<Ranked> heap_;
    bool is_front_free_ = false;  // the first of the heap was taken up, and something else may take its place
};

}  // namespace laconic
