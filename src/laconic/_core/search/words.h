// What searches know of a sentence besides its scores: which words must stay or go, and what each adds to the
// length.
#pragma once

#include "base/arrays.h"

#include <cstdint>
#include <vector>

namespace laconic {

// What is settled about a word.
enum class Fate : std::uint8_t { kOpen, kKept, kDeleted };

class Words {
  public:
    // Masks of the words that must stay and that must go, the weight of each word (1, or its characters and the space
    // before it), and the part of the weight that the first kept word does not add. Throws std::invalid_argument
    // unless there is one of each for every word, no word must both stay and go, and no space outweighs its word.
    Words(const Vector<bool> &keep, const Vector<bool> &drop, const Vector<std::int32_t> &weight,
          const Vector<std::int32_t> &space);
    // Words of which nothing is settled, each of weight 1.
    explicit Words(std::size_t size);

    std::size_t size() const { return fates_.size(); }
    bool must_stay(std::size_t word) const { return fates_[word] == Fate::kKept; }
    bool must_go(std::size_t word) const { return fates_[word] == Fate::kDeleted; }
    const std::vector<Fate> &fates() const { return fates_; }
    const std::vector<std::int32_t> &weight() const { return weight_; }
    const std::vector<std::int32_t> &space() const { return space_; }
    // Whether every word weighs more than its space, so that only the empty set has the length 0; or none weighs
    // anything, so that all lengths are 0.
    bool lengths_tell_empty() const { return lengths_tell_empty_; }

  private:
    std::vector<Fate> fates_;
    std::vector<std::int32_t> weight_, space_;
    bool lengths_tell_empty_ = true;
};

// Throws std::invalid_argument unless a search may count up to this length.
void check_length(std::int64_t length);

}  // namespace laconic
