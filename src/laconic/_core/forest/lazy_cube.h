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
#include "base/queue.h"
#include "base/scores.h"
#include "base/slice.h"
#include "forest/narrow.h"
#include "forest/phrase_items.h"
#include "lm/extensions.h"
#include "lm/joints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace laconic {

// The new forest: the items, and the ways to reach them by a rule of an edge.
struct LazyResult {
    static constexpr std::size_t kMostTails = 2;

    struct Arc {
        Index edge, rule, item;
        float log10;  // what the edge adds to the language model's score
        std::array<Index, kMostTails> tails;
    };

    struct Item {
        Index node, best_arc;
    };

    // Items are numbered from the leaves to the root, like nodes; the root has one, if anything was found.
    std::vector<Item> items;
    std::size_t first_root;
    std::vector<Arc> arcs;
};

// A packed forest gives its nodes and edges like a `Hypergraph`, and knows which nodes have `only_passes`: edges that
// leave their one tail as it is. It gives for an edge its `rules`, the most promising first; for a rule its `score`,
// its `promise`, and its `target` in two parts, a scorer that has read the words before the first slot (or none), and
// the symbols from there on; whether that `depends_on_edge`, too; and for a symbol its number as a `word` of the
// language model. No edge has more than `LazyResult::kMostTails` tails.
template <typename PackedForest, int kRoom>
class LazyCubeSearch {
  public:
    LazyCubeSearch(const PackedForest &forest, const lm::LanguageModel &model, const lm::Extensions &extensions,
                   float weight, std::size_t beam, std::size_t pops)
        : forest_(forest), extensions_(extensions), weight_(weight), beam_(beam), pops_(pops),
          expected_(std::min(forest.node_count() * std::min({beam, pops, kUsualLimit}), kMostReserved)),
          joints_(model, expected_), begun_(forest.rule_count()) {
        lm::BasicPhraseScorer<kRoom> scorer(model);
        scorer.begin_sentence();
        sentence_begin_ = joints_.number(scorer.finish().second);
    }

    LazyResult run() {
        cell_begin_.assign(forest_.node_count() + 1, 0);
        reach_.assign(forest_.node_count(), 0);
        items_.reserve(expected_);
        arcs_.reserve(expected_);
        finished_.reserve(expected_);
        for (Index node = 0; node <= forest_.root(); ++node) {
            fill(node);
            cell_begin_[node + 1] = static_cast<std::uint32_t>(finished_.size());
        }
        return {std::move(items_), cell_begin_[forest_.root()], std::move(arcs_)};
    }

  private:
    using Places = std::array<std::uint32_t, LazyResult::kMostTails>;

    // What a search asks of an item of a finished node, side by side for those of a node.
    struct Finished {
        Index item;
        float score;
        lm::Phrase phrase;
        bool operator<(const Finished &other) const {
            return score != other.score ? score > other.score : item < other.item;
        }
    };

    // The rules of an edge that were not looked at yet, with the best items of its tails.
    struct Row {
        Index edge;
        std::uint32_t next;  // among its rules
        double reach;        // what the tails can give
    };

    // An edge that passes its tail on, and which items of it are left, by their places in finished_.
    struct Pass {
        Index edge;
        std::uint32_t next, end;
    };

    // A rule of an edge and an item for each tail. It is made and changed where it is stored: reading a copy at once
    // would wait for the parts that were just written.
    struct Proposal {
        Index edge, rule;
        Places places;  // of the items in finished_
        lm::Phrase phrase = kUnknown;
        float log10 = 0, total = 0;

        Proposal(Index edge, Index rule, const Places &places) : edge(edge), rule(rule), places(places) {}
    };

    // A rule's score, what is known of its target up to the first slot wherever the rule stands, and the rest.
    struct Begun {
        lm::Phrase phrase = kUnknown;
        double score = 0, log10 = 0;
        Slice rest{nullptr, nullptr};
    };

    struct Ranked {
        float total;  // or a bound
        std::uint32_t what;  // a proposal, or a row from kRow on
        std::uint64_t order;  // of equal totals the least comes first
        bool operator<(const Ranked &other) const {
            return (total < other.total) | ((total == other.total) & (order > other.order));
        }
    };

    static Index to_index(std::size_t number) { return static_cast<Index>(number); }

    static constexpr lm::Phrase kUnknown{~std::uint32_t{0}, ~std::uint32_t{0}};
    static constexpr std::uint32_t kRow = std::uint32_t{1} << 31;
    static constexpr std::size_t kUsualLimit = 200;
    static constexpr std::size_t kMostReserved = std::size_t{1} << 20;
    static constexpr std::uint64_t kLater = std::uint64_t{1} << 63;
    static constexpr double kRounding = 1e-3;  // a bound must exceed the score that is computed, whatever is rounded

    void fill(Index node) {
        check_cancelled();
        cell_.clear();
        node_ = node;
        is_root_ = node == forest_.root();
        if (!is_root_ && forest_.only_passes(node)) merge();
        else search();
        finish();
    }

    // Puts the items of the node that was filled beside those of the nodes before it.
    void finish() {
        const std::size_t first = finished_.size();
        for (const PhraseItems::Item &item : cell_) {
            finished_.push_back({to_index(items_.size()), item.score, item.phrase});
            items_.push_back({node_, item.best_arc});
        }
        if (first == finished_.size()) return;
        std::sort(finished_.begin() + static_cast<std::ptrdiff_t>(first), finished_.end());
        reach_[node_] = finished_[first].score + gain(finished_[first].phrase);
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
            if (cell_.size() >= beam_) break;
            auto best = passes_.begin();
            for (auto pass = best + 1; pass != passes_.end(); ++pass)
                if (finished_[pass->next].score > finished_[best->next].score) best = pass;
            const Finished &passed = finished_[best->next];
            const Index item = reach(passed.phrase, passed.score);
            arcs_.push_back({best->edge, forest_.rules(best->edge)[0], item, 0, {passed.item}});
            if (++best->next == best->end) passes_.erase(best);
            else std::rotate(best, best + 1, passes_.end());
        }
    }

    void search() {
        rows_.clear();
        proposals_.clear();
        queue_.clear();
        neighbours_ = 0;
        for (Index edge = forest_.first_edge(node_); edge < forest_.first_edge(node_ + 1); ++edge) begin_row(edge);
        for (std::size_t accepted = 0; accepted < pops_ && !queue_.empty();) {
            if (!is_root_ && cell_.size() >= beam_) break;
            const std::uint32_t first = queue_.first().what;
            is_first_free_ = true;
            if (first >= kRow) continue_row(first - kRow);
            else accept(first, ++accepted < pops_);
            if (is_first_free_) queue_.pop();
        }
        is_first_free_ = false;
    }

    // What the language model can still add to an item, by its weight. A model that counts against a text adds most
    // where it finds least, of which nothing is known.
    double gain(lm::Phrase phrase) const {
        if (weight_ < 0) return std::numeric_limits<double>::infinity();
        return static_cast<double>(weight_) * extensions_.most_gained(joints_.left(phrase));
    }

    // Puts something into the queue: in the place of the first, if that was taken up and is not yet replaced.
    void push(const Ranked &ranked) {
        if (is_first_free_) queue_.replace_first(ranked);
        else queue_.push(ranked);
        is_first_free_ = false;
    }

    // The text of the whole sentence is scored with its beginning and end, so no bound holds there.
    float bound(Index rule, double reach) const {
        if (is_root_) return kLargestScore<float>;
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
        queue_.push({bound(rules[0], reach), kRow + row, 0});
    }

    // Proposes the next rule of a row.
    void continue_row(std::uint32_t number) {
        Row &row = rows_[number];
        const Slice rules = forest_.rules(row.edge);
        const Index rule = rules[row.next++];
        const auto place = static_cast<std::uint64_t>(row.edge - forest_.first_edge(node_));
        Places &places = proposals_.emplace_back(row.edge, rule, Places{}).places;
        const Slice tails = forest_.tails(row.edge);
        for (std::size_t i = 0; i < tails.size(); ++i) places[i] = cell_begin_[tails[i]];
        propose(place << 32 | static_cast<std::uint32_t>(rule));
        if (row.next < rules.size() && forest_.promise(rules[row.next]) != kImpossible)
            push({bound(rules[row.next], row.reach), kRow + number, 0});
    }

    // Scores the last proposal and puts it into the queue.
    void propose(std::uint64_t order) {
        Proposal &proposal = proposals_.back();
        const Begun &begun = begin_target(proposal.edge, proposal.rule);
        double total = begun.score, log10 = begun.log10;
        lm::Phrase phrase = begun.phrase;
        const auto add = [&](const typename lm::Joints<kRoom>::Joint &joint) {
            log10 += joint.log10;
            phrase = joint.phrase;
        };
        for (const Index symbol : begun.rest) {
            if (symbol >= 0) {
                add(joints_.word(phrase, forest_.word(symbol)));
            } else {
                const Finished &pick = finished_[proposal.places[static_cast<std::size_t>(-1 - symbol)]];
                total += pick.score;
                add(joints_.join(phrase, pick.phrase));
            }
        }
        if (is_root_) add(joints_.word(phrase, lm::kEnd));
        proposal.log10 = static_cast<float>(log10);
        proposal.total = narrow(total + weight_ * proposal.log10);
        proposal.phrase = phrase;
        push({proposal.total, static_cast<std::uint32_t>(proposals_.size()) - 1, order});
    }

    const Begun &begin_target(Index edge, Index rule) {
        Begun &begun = begun_[rule];
        if (begun.phrase == kUnknown || is_root_ || forest_.depends_on_edge(rule)) {
            const auto [read, rest] = forest_.target(edge, rule, is_root_);
            begun = {is_root_ ? sentence_begin_ : joints_.empty(), forest_.score(rule), 0, rest};
            if (read != nullptr) {
                begun.phrase = joints_.number(read->finish().second);
                begun.log10 = read->log10();
            }
        }
        return begun;
    }

    void accept(std::uint32_t number, bool others_follow) {
        const Proposal &proposal = proposals_[number];
        const Slice tails = forest_.tails(proposal.edge);
        const Index item = reach(is_root_ ? joints_.empty() : proposal.phrase, proposal.total);
        LazyResult::Arc &arc = arcs_.emplace_back();
        arc.edge = proposal.edge;
        arc.rule = proposal.rule;
        arc.item = item;
        arc.log10 = proposal.log10;
        for (std::size_t i = 0; i < tails.size(); ++i) arc.tails[i] = finished_[proposal.places[i]].item;
        if (others_follow) propose_neighbours(number, tails);
    }

    // Finds or adds the item that the next arc reaches, and returns its number. Nothing follows the whole sentence, so
    // that its phrases do not matter.
    Index reach(lm::Phrase phrase, float total) {
        const Index item = cell_.find_or_add(phrase);
        cell_.reach(item, to_index(arcs_.size()), total);
        return to_index(items_.size()) + item;
    }

    // As in forest/cube.h, a choice is reached from one neighbour only.
    void propose_neighbours(std::uint32_t number, Slice tails) {
        for (std::size_t i = tails.size(); i-- > 0;) {
            const Proposal &from = proposals_[number];
            const std::uint32_t place = from.places[i];
            if (place + 1 < cell_begin_[tails[i] + 1]) {
                proposals_.emplace_back(from.edge, from.rule, from.places).places[i] = place + 1;
                propose(kLater | neighbours_++);
            }
            if (place > cell_begin_[tails[i]]) return;
        }
    }

    const PackedForest &forest_;
    const lm::Extensions &extensions_;
    const float weight_;
    const std::size_t beam_, pops_;
    const std::size_t expected_;  // items

    lm::Joints<kRoom> joints_;
    std::vector<Begun> begun_;  // for each rule that was proposed
    lm::Phrase sentence_begin_;
    std::vector<LazyResult::Item> items_;  // of the finished nodes
    std::vector<LazyResult::Arc> arcs_;
    std::vector<double> reach_;  // for each node its best item's score, and what joints can add to it
    // A node's items, the best first, are finished_[cell_begin_[node]] up to finished_[cell_begin_[node + 1]].
    std::vector<Finished> finished_;
    std::vector<std::uint32_t> cell_begin_;

    // For the node being filled.
    Index node_ = 0;
    bool is_root_ = false;
    PhraseItems cell_;
    std::uint64_t neighbours_ = 0;
    std::vector<Pass> passes_;
    std::vector<Row> rows_;
    std::vector<Proposal> proposals_;
    ReplacingQueue<Ranked> queue_;
    bool is_first_free_ = false;  // the first of the queue was taken up, and something else may take its place
};

}  // namespace laconic
