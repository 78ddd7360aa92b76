// Builds the forest of all that synchronous rules make of a sentence.
//
// Which spans of the sentence have which labels is given (by a parse, or one label for all), so every span is
// known to be derivable and rules are found by walking the trie from each word on. A rule applies to a span of
// its left-hand side's label where its slots meet spans of theirs. Nodes of the forest, per span:
//
//   rules    what the rules of one label make of the span (and deletions of the whole span);
//   base     the span in two or more pieces side by side, or the word as it is;
//   glued    either of these: what may stand beside other pieces;
//   filler   what may fill a slot of a label: that label's rules, or the base.
//
// The root is the glued node of the whole sentence.
#pragma once

#include "grammar/scfg/rules.h"

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace laconic {

struct LabelledSpan {
    Index begin, end, label;
};

// The forest's arrays. Rules beyond the grammar's are, in this order: joining two pieces, passing one on,
// copying a word, and the deletions by their numbers.
struct ScfgForest {
    std::vector<Index> head, tail_ptr{0}, tails, rule, yield_ptr{0}, yield_symbols;
    std::vector<Index> positions;  // for each yield symbol the source position of the word it keeps, or -1
    std::vector<Index> node_begin, node_end, node_label;  // the label is -1 where a node has none
    std::vector<Index> new_words;  // yield symbols from the sentence's length on are these words of the grammar
};

class ScfgChart {
  public:
    // `words` are the sentence's words as the grammar numbers them; kNoNumber if it lacks one.
    ScfgChart(const ScfgRules &rules, std::vector<Index> words, const std::vector<LabelledSpan> &labels,
              const std::vector<LabelledSpan> &deletions);

    ScfgForest build();

  private:
    struct Span {
        Index begin, end;
    };
    struct Match {
        Index rule;
        Span slots[kMostSlots];
    };
    struct Labelled {
        Index label, node;
    };
    struct Cell {
        std::vector<Index> labels, deletions;
        std::vector<Match> matches;
        std::vector<Labelled> rules, fillers;
        Index base = kNoNumber, glued = kNoNumber;
    };

    Cell &cell(Index begin, Index end) { return cells_[index(begin, end)]; }
    std::size_t index(Index begin, Index end) const {
        return static_cast<std::size_t>(begin) * (words_.size() + 1) + static_cast<std::size_t>(end);
    }
    void match(RuleTrie::Place place, Index begin, Index position, Match found, std::size_t slots);
    void note(const Match &found, Index begin, Index end);
    void build_rules(Index begin, Index end);
    void build_base(Index begin, Index end);
    void build_glued(Index begin, Index end);
    void build_fillers(Index begin, Index end);
    void add_rule_edge(Index head, const Match &found, Index begin);
    void add_edge(Index head, Index rule, std::initializer_list<Index> tails);
    void close_edge(Index head, Index rule);
    Index add_node(Index begin, Index end, Index label);
    Index filler(Span span, Index label);
    Index new_word(Index word);

    Index join() const { return static_cast<Index>(rules_.size()); }
    Index pass() const { return join() + 1; }
    Index copy() const { return join() + 2; }
    Index deletion(Index number) const { return join() + 3 + number; }

    const ScfgRules &rules_;
    const std::vector<Index> words_;
    const Index size_;
    std::vector<Cell> cells_;
    std::vector<std::vector<Span>> labelled_from_;  // for each word the spans with labels that begin there
    std::vector<Index> glued_to_;  // for each word up to where glued nodes that begin there are needed
    std::vector<Index> local_word_;
    ScfgForest forest_;
};

}  // namespace laconic
