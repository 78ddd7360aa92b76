// The n-grams of a model in a fixed order, for files.
#pragma once

#include "lm/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace laconic::lm {

namespace detail {

template <typename Entry>
std::vector<Slot> list_table(const NgramTable<Entry> &table, const std::vector<Slot> &shorter) {
    std::vector<Slot> rank(shorter.empty() ? 0 : *std::max_element(shorter.begin(), shorter.end()) + std::size_t{1});
    for (std::size_t i = 0; i < shorter.size(); ++i) rank[shorter[i]] = static_cast<Slot>(i);
    std::vector<std::pair<std::uint64_t, Slot>> keyed;
    keyed.reserve(table.size());
    for (Slot slot = 0; slot < table.slots(); ++slot) {
        if (!table.holds(slot)) continue;
        keyed.emplace_back(std::uint64_t{rank[table[slot].parent]} << 32 | (table[slot].word & kWordMask), slot);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<Slot> listing(keyed.size());
    std::transform(keyed.begin(), keyed.end(), listing.begin(), [](const auto &pair) { return pair.second; });
    return listing;
}

}  // namespace detail

// The places of all n-grams of a length, sorted by last word, then the word before, and so on;
// `shorter` is the listing of the length below.
inline std::vector<Slot> list_ngrams(const LanguageModel &model, int length, const std::vector<Slot> &shorter) {
    if (length == 1) {
        std::vector<Slot> listing(model.unigrams().size());
        std::iota(listing.begin(), listing.end(), Slot{0});
        return listing;
    }
    return length == model.order() ? detail::list_table(model.longest(), shorter)
                                   : detail::list_table(model.middle()[length - 2], shorter);
}

}  // namespace laconic::lm
