// Rows of word numbers of different lengths, stored end to end.
#pragma once

#include "base/arrays.h"
#include "base/check.h"
#include "base/slice.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace laconic {

// Row k is values[starts[k]] up to values[starts[k + 1]]; checked once, so that access need not be.
class Ragged {
  public:
    Ragged(const Vector<std::int32_t> &values, const Vector<std::int64_t> &starts)
        : values_(values.data()), starts_(starts.data()), rows_(starts.size() ? starts.size() - 1 : 0) {
        check_starts(starts.data(), starts.size(), values.size(), "row starts");
        check_range(values.data(), values.size(), 0, std::numeric_limits<std::int32_t>::max(), "word numbers");
    }

    std::size_t size() const { return rows_; }
    Slice operator[](std::size_t k) const { return {values_ + starts_[k], values_ + starts_[k + 1]}; }

  private:
    const std::int32_t *values_;
    const std::int64_t *starts_;
    std::size_t rows_;
};

// The references of sentence k are the rows first[k] up to first[k + 1].
inline void check_groups(const Vector<std::int64_t> &first, std::size_t sentences, std::size_t references) {
    bool good = first.size() == sentences + 1 && first(0) == 0 &&
                first(sentences) == static_cast<std::int64_t>(references);
    for (std::size_t k = 0; good && k < sentences; ++k) good = first(k) <= first(k + 1);
    require(good, "the references do not fit the sentences.");
}

}  // namespace laconic
