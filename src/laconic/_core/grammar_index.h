// Finds the rules whose source side matches at a node of a tree.
//
// The source sides are walks (see grammar_rules.h) kept in a trie. At every node of the tree there are at
// most two ways on, to leave it a variable or to expand it by its one production, so the search follows
// only beginnings of rules that match so far. The trie's edges are one flat hash table.
#pragma once

#include "grammar_rules.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace laconic {

// A tree in reading order. A child is a node's number, or -1-p for the word at position p.
struct SourceTree {
    std::vector<std::int32_t> label;       // numbers of `labels`, those unknown to the grammar after the others
    std::vector<std::int32_t> production;  // or Symbols::unknown
    std::vector<std::int32_t> after;       // the number after the last descendant's
    std::vector<std::int32_t> child_ptr, children;
    std::vector<std::int32_t> word;        // for each position, in the same manner

    std::size_t size() const { return label.size(); }
};

// Edges of the trie: (place, step) -> place, by open addressing with linear probing.
class StepTable {
  public:
    static constexpr std::uint32_t none = 0;

    StepTable() : keys_(16, 0), values_(16, none) {}
    std::uint32_t find(std::uint32_t place, std::int32_t step) const {
        const std::uint64_t key = pack(place, step);
        for (std::size_t slot = hash(key) & (keys_.size() - 1);; slot = (slot + 1) & (keys_.size() - 1)) {
            if (values_[slot] == none) return none;
            if (keys_[slot] == key) return values_[slot];
        }
    }
    // Returns the place reached by a step, and makes it `fresh` if there was none.
    std::uint32_t find_or_add(std::uint32_t place, std::int32_t step, std::uint32_t fresh);
    std::size_t bytes() const { return keys_.capacity() * 8 + values_.capacity() * 4; }

  private:
    static std::uint64_t pack(std::uint32_t place, std::int32_t step) {
        return static_cast<std::uint64_t>(place) << 32 | static_cast<std::uint32_t>(step);
    }
    static std::uint64_t hash(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15ull;
        return key ^ key >> 29;
    }
    void grow();

    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> values_;
    std::size_t used_ = 0;
};

// Reads one rule a line into a table, and calls read(steps) after each (see RuleTable::add); throws
// std::invalid_argument that names the rule.
template <typename Read>
void read_rules(std::string_view lines, RuleTable &rules, Read read) {
    std::vector<std::int32_t> steps;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        const std::size_t number = rules.size();
        try {
            rules.add(lines.substr(begin, end - begin), steps);
        } catch (const std::invalid_argument &error) {
            throw std::invalid_argument("rule " + std::to_string(number) + " cannot be read: " + error.what() + ".");
        }
        read(steps);
        begin = end + 1;
    }
}

class GrammarIndex {
  public:
    explicit GrammarIndex(std::string_view lines);

    const RuleTable &rules() const { return rules_; }
    std::size_t bytes() const;

    // Calls emit(first rule, last rule, variables, expanded) once for every source side that matches at a
    // node: the rules that have it, the nodes its variables stand for, and the nodes it expands.
    template <typename Emit>
    void match(const SourceTree &tree, std::int32_t node, Emit emit) const;

  private:
    RuleTable rules_;
    StepTable steps_;
    std::vector<std::uint32_t> rule_ptr_, rule_order_;
};

template <typename Emit>
void GrammarIndex::match(const SourceTree &tree, std::int32_t node, Emit emit) const {
    struct State {
        std::uint32_t place;
        std::int32_t next;                // the tree node to decide about
        std::uint32_t variables, expanded;  // how many there were before this step
        std::int32_t decided;             // the node this step decided about,
        bool is_variable;                 // and how
    };
    constexpr std::uint32_t start = 1;
    std::vector<State> waiting;
    std::vector<std::int32_t> variables, expanded;
    const auto expand = [&](std::uint32_t place, std::int32_t here) {
        if (tree.production[here] == Symbols::unknown) return;
        const std::uint32_t reached = steps_.find(place, tree.production[here] + 1);
        if (reached != StepTable::none)
            waiting.push_back({reached, here + 1, static_cast<std::uint32_t>(variables.size()),
                               static_cast<std::uint32_t>(expanded.size()), here, false});
    };
    expand(start, node);
    while (!waiting.empty()) {
        const State state = waiting.back();
        waiting.pop_back();
        variables.resize(state.variables);
        expanded.resize(state.expanded);
        (state.is_variable ? variables : expanded).push_back(state.decided);
        if (state.next == tree.after[node]) {
            emit(rule_order_.data() + rule_ptr_[state.place], rule_order_.data() + rule_ptr_[state.place + 1],
                 variables, expanded);
            continue;
        }
        expand(state.place, state.next);
        const std::uint32_t reached = steps_.find(state.place, RuleTable::leave);
        if (reached != StepTable::none)
            waiting.push_back({reached, tree.after[state.next], static_cast<std::uint32_t>(variables.size()),
                               static_cast<std::uint32_t>(expanded.size()), state.next, true});
    }
}

}  // namespace laconic
