// Rules found by a walk: a trie whose edges are one flat hash table, and the rules that end at each of its places.
//
// A step is any number. The walks start at place 0, and no step leads back there, so 0 also stands for nowhere.
#pragma once

#include "base/slice.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laconic {

class RuleTrie {
  public:
    using Place = std::uint32_t;
    static constexpr Place start = 0, nowhere = 0;

    RuleTrie();
    std::size_t size() const { return places_; }
    std::size_t bytes() const;

    // The place that a step leads to, or nowhere.
    Place after(Place place, std::int32_t step) const { return values_[slot_of(pack(place, step))]; }
    // The rules whose walks end at a place, ascending.
    Slice rules_at(Place place) const { return slice(rules_, rule_ptr_, static_cast<Index>(place)); }

    // The place that a step leads to, made if there was none.
    Place add(Place place, std::int32_t step);
    // Files the rules when all walks are there: rule k ends at ends[k]; one that ends nowhere is never found.
    void close(const std::vector<Place> &ends);

  private:
    static std::uint64_t pack(Place place, std::int32_t step) {
        return static_cast<std::uint64_t>(place) << 32 | static_cast<std::uint32_t>(step);
    }
    static std::uint64_t hash(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15ull;
        return key ^ key >> 29;
    }
    // Where a key stands, or is to stand: by open addressing with linear probing.
    std::size_t slot_of(std::uint64_t key) const {
        const std::size_t mask = keys_.size() - 1;
        std::size_t slot = hash(key) & mask;
        while (values_[slot] != nowhere && keys_[slot] != key) slot = (slot + 1) & mask;
        return slot;
    }
    void grow();

    std::vector<std::uint64_t> keys_;
    std::vector<Place> values_;
    Place places_ = 1;
    std::vector<Index> rule_ptr_, rules_;
};

}  // namespace laconic
