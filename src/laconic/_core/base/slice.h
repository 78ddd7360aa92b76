// Stretches of flat arrays: rows of different lengths that stand end to end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laconic {

using Index = std::int32_t;

// A row of numbers that something else owns.
struct Slice {
    const Index *first = nullptr, *last = nullptr;
    const Index *begin() const { return first; }
    const Index *end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
    Index operator[](std::size_t i) const { return first[i]; }
};

// Row k lies from pointer k up to pointer k + 1.
inline Slice slice(const std::vector<Index> &values, const std::vector<Index> &pointers, Index row) {
    return {values.data() + pointers[row], values.data() + pointers[row + 1]};
}

}  // namespace laconic
