// Writes the target sides of rules as yields of a forest's edges: words kept from the sentence by their positions, new
// ones by numbers after these.
#pragma once

#include "grammar/scfg/rules.h"

#include <cstddef>
#include <vector>

namespace laconic {

class TargetWriter {
  public:
    TargetWriter(const ScfgRules &rules, Index sentence_size) : rules_(rules), size_(sentence_size) {}

    // The rules that follow apply from this position on; `slot_ends[k]` is where the k-th slot ends.
    void place(Slice source, Index begin, const Index *slot_ends) {
        places_.clear();
        for (const Index symbol : source) {
            places_.push_back(begin);
            begin = symbol >= 0 ? begin + 1 : *slot_ends++;
        }
    }

    // `positions` gets for each symbol the position of the word it keeps, or -1.
    void write(Index rule, std::vector<Index> &symbols, std::vector<Index> &positions) {
        const Slice target = rules_.target(rule), copies = rules_.copies(rule);
        for (std::size_t i = 0; i < target.size(); ++i) {
            const Index kept =
                target[i] >= 0 && copies[i] >= 0 ? places_[static_cast<std::size_t>(copies[i])] : kNoNumber;
            symbols.push_back(target[i] < 0 ? target[i] : kept >= 0 ? kept : new_word(target[i]));
            positions.push_back(kept);
        }
    }

    // The grammar's numbers of the words that are not of the sentence.
    std::vector<Index> &new_words() { return new_words_; }

  private:
    Index new_word(Index word) {
        if (numbers_.empty()) numbers_.assign(static_cast<std::size_t>(rules_.word_count()), kNoNumber);
        if (numbers_[word] < 0) {
            numbers_[word] = size_ + static_cast<Index>(new_words_.size());
            new_words_.push_back(word);
        }
        return numbers_[word];
    }

    const ScfgRules &rules_;
    const Index size_;
    std::vector<Index> places_;  // where each symbol of the source side stands in the sentence
    std::vector<Index> numbers_, new_words_;
};

}  // namespace laconic
