// Scores of a batch of sentences, checked when it is made.
#pragma once

#include "base/arrays.h"
#include "base/check.h"

#include <cstddef>
#include <cstdint>

namespace laconic {

// For each sentence a square of scores, of which the first length + 1 rows and columns count: numbers or minus
// infinity. What lies beyond only fills up the batch.
class Batch {
  public:
    Batch(const Cube<float> &scores, const Vector<std::int32_t> &lengths)
        : scores_(scores.data()), lengths_(to_vector(lengths)), width_(scores.shape(1)) {
        check_size(scores.shape(2), width_, "the third axis of scores");
        check_size(lengths.size(), scores.shape(0), "lengths, one per sentence,");
        check_range(lengths.data(), lengths.size(), 1, static_cast<std::int64_t>(width_) - 1, "lengths");
        for (std::size_t sentence = 0; sentence < size(); ++sentence)
            for (std::size_t row = 0; row <= length(sentence); ++row)
                check_scores(square(sentence) + row * width_, length(sentence) + 1, "scores");
    }
    std::size_t size() const { return lengths_.size(); }
    std::size_t width() const { return width_; }
    std::size_t length(std::size_t sentence) const { return static_cast<std::size_t>(lengths_[sentence]); }
    const float *square(std::size_t sentence) const { return scores_ + sentence * width_ * width_; }

  private:
    const float *scores_;
    std::vector<std::int32_t> lengths_;
    std::size_t width_;
};

}  // namespace laconic
