// Builds the forest of all that synchronous rules make of a sentence.
//
// Labels of spans come from one of two sources.
//
//   given    by a parse, or one label for all: every span is known to be derivable, and rules are found by walking the
//            trie from each word on. A rule applies to a span of its left-hand side's label where its slots meet spans
//            of theirs, and a slot may also be filled by words as they are.
//   rules    as in decoders for translation: a span has the labels of the rules that derive it, found by CKY+ with the
//            trie's places as dotted rules, and a slot is filled by rules of its label alone.
//
// Nodes of the forest, per span:
//
//   rules    what the rules and deletions of one label make of the span, and deletions that have none;
//   base     the span in two or more pieces side by side, or the word as it is;
//   glued    either of these: what may stand beside other pieces;
//   filler   what may fill a slot of a label: that label's rules; where labels are given, also the base. If a span has
//            one label, that is its glued node.
//
// The root is the glued node of the whole sentence.
//
// A packed forest has one edge for all rules of a bucket that apply to the same words, and leaves their targets to who
// reads it: where a grammar has many rules for the same words, that is far less to build.
#pragma once

#include "grammar/scfg/rules.h"
#include "grammar/scfg/targets.h"

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace laconic {

struct LabelledSpan {
    Index begin, end, label;
};

// The forest's arrays. Rules beyond the grammar's are, in this order: joining two pieces, passing one on,
// copying a word, and the deletions by their numbers.
struct ScfgForest {
    std::vector<Index> head, tail_ptr{0}, tails;
    std::vector<Index> rule;  // in a packed forest the bucket; what is not of the grammar is numbered after these
    std::vector<Index> yield_ptr{0}, yield_symbols;
    std::vector<Index> positions;  // for each yield symbol the source position of the word it keeps, or -1
    std::vector<Index> node_begin, node_end, node_label;  // the label is -1 where a node has none
    std::vector<Index> new_words;  // yield symbols from the sentence's length on are these words of the grammar
};

class ScfgChart {
  public:
    // `words` are the sentence's words as the grammar numbers them; kNoNumber if it lacks one. A deletion fills slots
    // of its label, or none if that is kNoNumber. Rules that give labels derive at most `longest` words; where labels
    // are given, `longest` is 0.
    ScfgChart(const ScfgRules &rules, std::vector<Index> words, const std::vector<LabelledSpan> &labels,
              const std::vector<LabelledSpan> &deletions, Index longest = 0);

    ScfgForest build() { return build(false); }
    ScfgForest build_packed() { return build(true); }

  private:
    struct Span {
        Index begin, end;
    };
    struct Match {
        Index bucket;
        Span slots[kMostSlots];
    };
    struct Labelled {
        Index label, node;
    };
    struct Item {  // a rule of which the words up to some position are matched
        RuleTrie::Place place;
        Match found;
        std::size_t slots;
    };
    struct Cell {
        std::vector<Index> labels;
        std::vector<std::pair<Index, Index>> deletions;  // label and number
        std::vector<Match> matches;
        std::vector<Labelled> rules, fillers;
        Index base = kNoNumber, glued = kNoNumber;
    };

    Cell &cell(Index begin, Index end) { return cells_[index(begin, end)]; }
    const Cell &cell(Index begin, Index end) const { return cells_[index(begin, end)]; }
    std::size_t index(Index begin, Index end) const {
        return static_cast<std::size_t>(begin) * (words_.size() + 1) + static_cast<std::size_t>(end);
    }
    ScfgForest build(bool packed);
    void match(RuleTrie::Place place, Index begin, Index position, Match found, std::size_t slots);
    void derive(Index begin);
    void advance(const Item &item, Index position, Index last);
    void note(const Match &found, Index begin, Index end);
    Slice source(const Match &found) const { return rules_.source(rules_.bucket(found.bucket)[0]); }
    void give_label(Index begin, Index end, Index label);
    bool is_labelled(Index begin, Index end, Index label) const;
    void build_rules(Index begin, Index end);
    void build_base(Index begin, Index end);
    void build_glued(Index begin, Index end);
    void build_fillers(Index begin, Index end);
    void add_rule_edges(Index head, const Match &found, Index begin);
    void add_edge(Index head, Index rule, std::initializer_list<Index> tails);
    void close_edge(Index head, Index rule);
    Index add_node(Index begin, Index end, Index label);
    Index filler(Span span, Index label);

    Index join() const { return packed_ ? rules_.bucket_count() : static_cast<Index>(rules_.size()); }
    Index pass() const { return join() + 1; }
    Index copy() const { return join() + 2; }
    Index deletion(Index number) const { return join() + 3 + number; }

    const ScfgRules &rules_;
    const std::vector<Index> words_;
    const Index size_, longest_;
    bool packed_ = false;
    std::vector<Cell> cells_;
    std::vector<std::vector<Item>> items_;  // for each position, of the words from which `derive` derives
    std::vector<std::vector<Span>> labelled_from_;  // for each word the spans with labels that begin there
    std::vector<Index> glued_to_;  // for each word up to where glued nodes that begin there are needed
    TargetWriter targets_;
    ScfgForest forest_;
};

}  // namespace laconic
