// The scores of the joint model (Qian & Liu 2014, equation 1), made ready for its searches.
//
// Words that must go are left out, so that the searches never meet them: the words that may stay are
// numbered 1..count. Token scores move onto the arc that enters the word, as in section 3.2 of the paper.
#pragma once

#include "base/scores.h"
#include "search/scores.h"

#include <cstdint>
#include <vector>

namespace laconic {

constexpr std::int32_t kDeleted = -1;
constexpr std::int32_t kRoot = 0;

// A square matrix of scores.
class Square {
  public:
    explicit Square(std::size_t size, double value = kImpossible) : size_(size), values_(size * size, value) {}
    double *operator[](std::size_t row) { return &values_[row * size_]; }
    const double *operator[](std::size_t row) const { return &values_[row * size_]; }

  private:
    std::size_t size_;
    std::vector<double> values_;
};

struct JointScores {
    std::int32_t count;                // words that may stay
    std::vector<std::int32_t> number;  // number in the sentence, from 1, of each of them; number[0] is 0
    std::vector<std::int32_t> weight, space;  // of each of them; 0 for number 0
    Square link;                       // link[h][m]: arc from h (0: the root) to m, and the token m
    Square pair;                       // pair[i][j]: i and j side by side; 0 is the begin, count + 1 the end

    JointScores(const ArcScores &scores, const Words &words);

    // Heads over the whole sentence, in its own numbers, from heads over the words that may stay.
    std::vector<std::int32_t> sentence_heads(const std::vector<std::int32_t> &heads, std::size_t words) const;
};

}  // namespace laconic
