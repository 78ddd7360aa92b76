// Synchronous context-free rules in flat arrays, found by their source sides in a trie.
//
// A rule rewrites a source side of words and slots into a target side with the same slots. Words are numbers
// from 0. On the source side -1-label is a slot, on the target side -1-k the k-th slot of the source side.
#pragma once

#include "forest/graph.h"
#include "grammar/trie.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laconic {

constexpr std::size_t kMostSlots = 2;
constexpr Index kNoNumber = -1;
constexpr Index kMostWords = Index{1} << 28;  // a chart has a number for each: a gigabyte

class ScfgRules {
  public:
    // Row k of a side is its values from pointer k up to pointer k + 1. Rules of more than two slots, and those
    // with nothing but a slot on their source side, are kept but never found. Throws std::invalid_argument
    // where the arrays do not fit together.
    ScfgRules(std::vector<Index> lhs, std::vector<Index> source, std::vector<Index> source_ptr,
              std::vector<Index> target, std::vector<Index> target_ptr, Index word_count);

    std::size_t size() const { return lhs_.size(); }
    Index word_count() const { return word_count_; }
    Index lhs(Index rule) const { return lhs_[rule]; }
    Slice source(Index rule) const { return slice(source_, source_ptr_, rule); }
    Slice target(Index rule) const { return slice(target_, target_ptr_, rule); }
    // For each target symbol the place of the same word on the source side, each used once; or -1.
    Slice copies(Index rule) const { return slice(copies_, target_ptr_, rule); }

    // The source sides of rules that can be found; a step is a word, or -1-label.
    const RuleTrie &sides() const { return sides_; }

    // The rules that end at a place of the trie, by their labels: rules of one bucket apply to the same words, with the
    // same slots, and make of them what has the same label.
    Index first_bucket(RuleTrie::Place place) const { return bucket_begin_[place]; }
    Index bucket_count() const { return static_cast<Index>(bucket_ptr_.size()) - 1; }
    Slice bucket(Index bucket) const { return slice(bucket_rules_, bucket_ptr_, bucket); }
    Index bucket_label(Index bucket) const { return lhs(bucket_rules_[bucket_ptr_[bucket]]); }
    bool branches_on_labels(RuleTrie::Place place) const { return branches_on_labels_[place]; }

  private:
    void check() const;
    bool is_usable(Index rule) const;
    void find_copies(Index rule);
    void build_trie();
    void fill_buckets();

    std::vector<Index> lhs_, source_, source_ptr_, target_, target_ptr_, copies_;
    Index word_count_;
    RuleTrie sides_;
    std::vector<bool> branches_on_labels_;
    std::vector<Index> bucket_begin_, bucket_ptr_, bucket_rules_;
};

}  // namespace laconic
