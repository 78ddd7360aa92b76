// Builds the forest of all target trees that a grammar, and rules made up for the input, give a tree.
#pragma once

#include "grammar/index.h"

#include <cstdint>
#include <string>
#include <vector>

namespace laconic {

enum class Coverage : std::int32_t {
    none,  // no rules are made up
    copy,  // productions are copied whole, and what a rule's variables drop is deleted whole (2007, section 3.2)
    all,   // runs of their children are deleted, too (2013, section 5.2.3)
};

struct TransduceOptions {
    Coverage coverage;   // which rules are made up
    bool deletion_only;  // use only rules whose target is a part of their source, in order
};

// A made-up rule: a node's production without the children from first up to last.
struct CoverageRule {
    std::int32_t node, first, last;
};

// The arrays of a forest (see forest/graph.h), and beside them where nodes and words come from.
struct TransducedForest {
    std::vector<std::int32_t> head, tail_ptr{0}, tails, yield_ptr{0}, yield_symbols;
    std::vector<std::int32_t> yield_positions;   // for each symbol the source position it was kept from, or -1
    std::vector<std::int64_t> rule;              // those made up are numbered after the grammar's
    std::vector<CoverageRule> coverage;
    std::vector<std::int32_t> node_source, node_category;  // a node stands for a source node as a category
    std::vector<std::int32_t> vocabulary;        // numbers of words, those unknown to the grammar after the others
};

TransducedForest transduce(const GrammarIndex &index, const SourceTree &tree, const TransduceOptions &options);

}  // namespace laconic
