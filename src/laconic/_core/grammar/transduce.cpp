// Builds a forest from a tree and a grammar, from the leaves to the root (Cohn & Lapata 2013, §5.4).
#include "grammar/transduce.h"

#include "base/cancel.h"

#include <algorithm>
#include <unordered_map>

namespace laconic {
namespace {

constexpr std::int32_t nowhere = -1;

struct Edge {
    std::int32_t category;
    std::int64_t rule;
    std::uint32_t first_tail, last_tail, first_symbol, last_symbol;
};

class Builder {
  public:
    Builder(const GrammarIndex &index, const SourceTree &tree, const TransduceOptions &options)
        : index_(index), rules_(index.rules()), tree_(tree), options_(options), cells_(tree.size()) {}

    TransducedForest build() {
        for (auto node = static_cast<std::int32_t>(tree_.size()); node-- > 0;) {
            check_cancelled();
            edges_.clear();
            tails_.clear();
            symbols_.clear();
            positions_.clear();
            runs_.clear();
            add_matches(node);
            if (options_.coverage != Coverage::none) add_coverage(node);
            flush(node);
        }
        return reachable();
    }

  private:
    struct Cell {
        std::int32_t category, node;
    };

    // The forest's node for a source node as a category, or nowhere.
    std::int32_t find(std::int32_t source, std::int32_t category) const {
        for (const Cell &cell : cells_[source])
            if (cell.category == category) return cell.node;
        return nowhere;
    }

    std::int32_t local_word(std::int32_t word) {
        const auto [place, is_new] = local_.try_emplace(word, static_cast<std::int32_t>(local_.size()));
        if (is_new) out_.vocabulary.push_back(word);
        return place->second;
    }

    void add_symbol(std::int32_t symbol, std::int32_t position) {
        symbols_.push_back(symbol);
        positions_.push_back(position);
    }

    // Tails must have a place in the yield; those of deleted text yield nothing, so the end will do.
    void close_edge(std::int32_t category, std::int64_t rule, std::uint32_t first_tail, std::uint32_t first_symbol) {
        edges_.push_back({category, rule, first_tail, static_cast<std::uint32_t>(tails_.size()), first_symbol,
                          static_cast<std::uint32_t>(symbols_.size())});
    }

    void add_matches(std::int32_t node) {
        index_.match(tree_, node, [&](Slice found, const auto &variables, const auto &expanded) {
            find_words(expanded);
            for (const std::int32_t rule : found)
                if (!options_.deletion_only || rules_.only_deletes(rule)) add_match(rule, variables);
        });
    }

    // The positions of the words below the nodes that a source side expands, from left to right.
    void find_words(const std::vector<std::int32_t> &expanded) {
        matched_words_.clear();
        for (const std::int32_t node : expanded)
            for (std::int32_t place = tree_.child_ptr[node]; place < tree_.child_ptr[node + 1]; ++place)
                if (tree_.children[place] < 0) matched_words_.push_back(-1 - tree_.children[place]);
        std::sort(matched_words_.begin(), matched_words_.end());
    }

    void add_match(std::int32_t rule, const std::vector<std::int32_t> &variables) {
        const TargetSide target = rules_.target(rule);
        const auto first_tail = static_cast<std::uint32_t>(tails_.size());
        const auto first_symbol = static_cast<std::uint32_t>(symbols_.size());
        for (std::size_t k = 0; k < target.variable_count; ++k) {
            const std::int32_t tail = find(variables[k], target.becomes[k]);
            if (tail == nowhere) {
                tails_.resize(first_tail);
                return;
            }
            tails_.push_back(tail);
        }
        for (std::size_t k = 0; k < target.leaf_count; ++k) {
            const std::int32_t leaf = target.leaves[k];
            if (leaf < 0)
                add_symbol(leaf, nowhere);
            else
                add_symbol(local_word(leaf), target.origins[k] < 0 ? nowhere : matched_words_[target.origins[k]]);
        }
        for (std::size_t k = 0; k < target.variable_count; ++k)
            if (target.becomes[k] == RuleTable::empty) add_symbol(-1 - static_cast<std::int32_t>(k), nowhere);
        close_edge(target.label, rule, first_tail, first_symbol);
        if (rules_.run_first(rule) != RuleTable::no_run)
            runs_.emplace_back(rules_.run_first(rule), rules_.run_last(rule));
    }

    // Copies the production and deletes it whole; deletes each run of its children if all coverage is wanted.
    void add_coverage(std::int32_t node) {
        const std::int32_t count = tree_.child_ptr[node + 1] - tree_.child_ptr[node];
        add_run(node, 0, 0);
        if (options_.coverage == Coverage::copy) {
            add_run(node, 0, count);
            return;
        }
        for (std::int32_t first = 0; first < count; ++first)
            for (std::int32_t last = first + 1; last <= count; ++last) add_run(node, first, last);
    }

    void add_run(std::int32_t node, std::int32_t first, std::int32_t last) {
        if (first > 0 && same_word(node, first - 1, last - 1)) return;  // the run one child earlier is the same rule
        if (std::find(runs_.begin(), runs_.end(), std::make_pair(first, last)) != runs_.end()) return;
        const auto first_tail = static_cast<std::uint32_t>(tails_.size());
        const auto first_symbol = static_cast<std::uint32_t>(symbols_.size());
        const std::int32_t begin = tree_.child_ptr[node], count = tree_.child_ptr[node + 1] - begin;
        // Deleted tails stand last in the yield, as in rules of the grammar.
        deleted_.clear();
        for (std::int32_t k = 0; k < count; ++k) {
            const std::int32_t child = tree_.children[begin + k];
            const bool deleted = first <= k && k < last;
            if (child < 0) {
                if (!deleted) add_symbol(local_word(tree_.word[-1 - child]), -1 - child);
                continue;
            }
            const auto place = -1 - static_cast<std::int32_t>(tails_.size() - first_tail);
            tails_.push_back(find(child, deleted ? RuleTable::empty : tree_.label[child]));
            if (deleted)
                deleted_.push_back(place);
            else
                add_symbol(place, nowhere);
        }
        for (const std::int32_t place : deleted_) add_symbol(place, nowhere);
        const std::int64_t rule = static_cast<std::int64_t>(rules_.size() + out_.coverage.size());
        out_.coverage.push_back({node, first, last});
        close_edge(last - first == count ? RuleTable::empty : tree_.label[node], rule, first_tail, first_symbol);
    }

    bool same_word(std::int32_t node, std::int32_t one, std::int32_t other) const {
        const std::int32_t *children = tree_.children.data() + tree_.child_ptr[node];
        return children[one] < 0 && children[other] < 0 &&
               tree_.word[-1 - children[one]] == tree_.word[-1 - children[other]];
    }

    // Moves the edges of a source node to the forest, sorted by category, which makes its nodes.
    void flush(std::int32_t source) {
        std::stable_sort(edges_.begin(), edges_.end(), [](const Edge &one, const Edge &other) {
            return one.category != other.category ? one.category < other.category : one.rule < other.rule;
        });
        for (const Edge &edge : edges_) {
            // The root becomes what it was, and only that: a sentence.
            if (source == 0 && edge.category != tree_.label[0]) continue;
            if (cells_[source].empty() || cells_[source].back().category != edge.category) {
                cells_[source].push_back({edge.category, static_cast<std::int32_t>(out_.node_source.size())});
                out_.node_source.push_back(source);
                out_.node_category.push_back(edge.category);
            }
            out_.head.push_back(cells_[source].back().node);
            out_.rule.push_back(edge.rule);
            out_.tails.insert(out_.tails.end(), tails_.begin() + edge.first_tail, tails_.begin() + edge.last_tail);
            out_.tail_ptr.push_back(static_cast<std::int32_t>(out_.tails.size()));
            for (std::uint32_t place = edge.first_symbol; place < edge.last_symbol; ++place) {
                out_.yield_symbols.push_back(symbols_[place]);
                out_.yield_positions.push_back(positions_[place]);
            }
            out_.yield_ptr.push_back(static_cast<std::int32_t>(out_.yield_symbols.size()));
        }
    }

    // Keeps what derivations of the root use; every node can be built, so being used is all that counts.
    TransducedForest reachable() {
        TransducedForest kept;
        const auto nodes = static_cast<std::int32_t>(out_.node_source.size());
        std::vector<bool> used(nodes, false);
        const bool has_root = !cells_[0].empty();
        if (has_root) used[nodes - 1] = true;
        for (std::size_t edge = out_.head.size(); edge-- > 0;)
            if (used[out_.head[edge]])
                for (std::int32_t k = out_.tail_ptr[edge]; k < out_.tail_ptr[edge + 1]; ++k) used[out_.tails[k]] = true;
        std::vector<std::int32_t> number(nodes, nowhere);
        for (std::int32_t node = 0; node < nodes; ++node) {
            if (!used[node]) continue;
            number[node] = static_cast<std::int32_t>(kept.node_source.size());
            kept.node_source.push_back(out_.node_source[node]);
            kept.node_category.push_back(out_.node_category[node]);
        }
        if (!has_root) {  // a forest always has its root
            kept.node_source.push_back(0);
            kept.node_category.push_back(tree_.label[0]);
        }
        for (std::size_t edge = 0; edge < out_.head.size(); ++edge) {
            if (!used[out_.head[edge]]) continue;
            kept.head.push_back(number[out_.head[edge]]);
            kept.rule.push_back(out_.rule[edge]);
            for (std::int32_t k = out_.tail_ptr[edge]; k < out_.tail_ptr[edge + 1]; ++k)
                kept.tails.push_back(number[out_.tails[k]]);
            kept.tail_ptr.push_back(static_cast<std::int32_t>(kept.tails.size()));
            for (std::int32_t k = out_.yield_ptr[edge]; k < out_.yield_ptr[edge + 1]; ++k) {
                kept.yield_symbols.push_back(out_.yield_symbols[k]);
                kept.yield_positions.push_back(out_.yield_positions[k]);
            }
            kept.yield_ptr.push_back(static_cast<std::int32_t>(kept.yield_symbols.size()));
        }
        kept.coverage = std::move(out_.coverage);
        kept.vocabulary = std::move(out_.vocabulary);
        return kept;
    }

    const GrammarIndex &index_;
    const RuleTable &rules_;
    const SourceTree &tree_;
    const TransduceOptions options_;
    TransducedForest out_;
    std::vector<std::vector<Cell>> cells_;
    std::unordered_map<std::int32_t, std::int32_t> local_;
    // Of the source node at hand: its edges, and the runs of children that rules of the grammar delete.
    std::vector<Edge> edges_;
    std::vector<std::int32_t> tails_, symbols_, positions_, matched_words_, deleted_;
    std::vector<std::pair<std::int32_t, std::int32_t>> runs_;
};

}  // namespace

TransducedForest transduce(const GrammarIndex &index, const SourceTree &tree, const TransduceOptions &options) {
    return Builder(index, tree, options).build();
}

}  // namespace laconic
