// Finds the rules whose source side matches at a node of a tree.
//
// The source sides are walks (see grammar/rules.h) kept in a trie. At every node of the tree there are at
// most two ways on, to leave it a variable or to expand it by its one production, so the search follows
// only beginnings of rules that match so far.
#pragma once

#include "base/text.h"
#include "grammar/rules.h"
#include "grammar/trie.h"

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

// Reads one rule per line into a table, and calls read(steps) after each (see RuleTable::add); throws
// std::invalid_argument that names the rule.
template <typename Read>
void read_rules(std::string_view lines, RuleTable &rules, Read read) {
    std::vector<std::int32_t> steps;
    while (!lines.empty()) {
        const std::size_t number = rules.size();
        try {
            rules.add(next_line(lines), steps);
        } catch (const std::invalid_argument &error) {
            throw std::invalid_argument("rule " + std::to_string(number) + " cannot be read: " + error.what() + ".");
        }
        read(steps);
    }
}

class GrammarIndex {
  public:
    explicit GrammarIndex(std::string_view lines);

    const RuleTable &rules() const { return rules_; }
    std::size_t bytes() const { return rules_.bytes() + sides_.bytes(); }

    // Calls emit(rules, variables, expanded) once for every source side that matches at a node: the rules
    // that have it, the nodes its variables stand for, and the nodes it expands.
    template <typename Emit>
    void match(const SourceTree &tree, std::int32_t node, Emit emit) const;

  private:
    RuleTable rules_;
    RuleTrie sides_;
};

template <typename Emit>
void GrammarIndex::match(const SourceTree &tree, std::int32_t node, Emit emit) const {
    struct State {
        RuleTrie::Place place;
        std::int32_t next;                // the tree node to decide about
        std::uint32_t variables, expanded;  // how many there were before this step
        std::int32_t decided;             // the node this step decided about,
        bool is_variable;                 // and how
    };
    std::vector<State> waiting;
    std::vector<std::int32_t> variables, expanded;
    const auto expand = [&](RuleTrie::Place place, std::int32_t here) {
        if (tree.production[here] == Symbols::unknown) return;
        const RuleTrie::Place reached = sides_.after(place, tree.production[here] + 1);
        if (reached != RuleTrie::nowhere)
            waiting.push_back({reached, here + 1, static_cast<std::uint32_t>(variables.size()),
                               static_cast<std::uint32_t>(expanded.size()), here, false});
    };
    expand(RuleTrie::start, node);
    while (!waiting.empty()) {
        const State state = waiting.back();
        waiting.pop_back();
        variables.resize(state.variables);
        expanded.resize(state.expanded);
        (state.is_variable ? variables : expanded).push_back(state.decided);
        if (state.next == tree.after[node]) {
            emit(sides_.rules_at(state.place), variables, expanded);
            continue;
        }
        expand(state.place, state.next);
        const RuleTrie::Place reached = sides_.after(state.place, RuleTable::leave);
        if (reached != RuleTrie::nowhere)
            waiting.push_back({reached, tree.after[state.next], static_cast<std::uint32_t>(variables.size()),
                               static_cast<std::uint32_t>(expanded.size()), state.next, true});
    }
}

}  // namespace laconic
