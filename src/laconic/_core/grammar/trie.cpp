// Builds the trie of rules.
#include "grammar/trie.h"

#include <utility>

namespace laconic {

RuleTrie::RuleTrie() : keys_(16, 0), values_(16, nowhere) {}

RuleTrie::Place RuleTrie::add(Place place, std::int32_t step) {
    if (std::size_t{places_} * 3 > keys_.size() * 2) grow();
    const std::uint64_t key = pack(place, step);
    const std::size_t slot = slot_of(key);
    if (values_[slot] == nowhere) {
        keys_[slot] = key;
        values_[slot] = places_++;
    }
    return values_[slot];
}

void RuleTrie::grow() {
    const std::vector<std::uint64_t> keys(std::move(keys_));
    const std::vector<Place> values(std::move(values_));
    keys_.assign(keys.size() * 2, 0);
    values_.assign(values.size() * 2, nowhere);
    for (std::size_t old = 0; old < keys.size(); ++old) {
        if (values[old] == nowhere) continue;
        const std::size_t slot = slot_of(keys[old]);
        keys_[slot] = keys[old];
        values_[slot] = values[old];
    }
}

void RuleTrie::close(const std::vector<Place> &ends) {
    rule_ptr_.assign(size() + 1, 0);
    for (const Place place : ends)
        if (place != nowhere) ++rule_ptr_[place + 1];
    for (std::size_t place = 0; place < size(); ++place) rule_ptr_[place + 1] += rule_ptr_[place];
    rules_.resize(rule_ptr_.back());
    std::vector<Index> next(rule_ptr_.begin(), rule_ptr_.end() - 1);
    for (std::size_t rule = 0; rule < ends.size(); ++rule)
        if (ends[rule] != nowhere) rules_[next[ends[rule]]++] = static_cast<Index>(rule);
}

std::size_t RuleTrie::bytes() const {
    return keys_.capacity() * sizeof(std::uint64_t) + values_.capacity() * sizeof(Place) +
           (rule_ptr_.capacity() + rules_.capacity()) * sizeof(Index);
}

}  // namespace laconic
