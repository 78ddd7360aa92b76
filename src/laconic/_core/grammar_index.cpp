// Builds the index of a grammar's source sides.
#include "grammar_index.h"

namespace laconic {

std::uint32_t StepTable::find_or_add(std::uint32_t place, std::int32_t step, std::uint32_t fresh) {
    if ((used_ + 1) * 3 > keys_.size() * 2) grow();
    const std::uint64_t key = pack(place, step);
    std::size_t slot = hash(key) & (keys_.size() - 1);
    while (values_[slot] != none) {
        if (keys_[slot] == key) return values_[slot];
        slot = (slot + 1) & (keys_.size() - 1);
    }
    keys_[slot] = key;
    values_[slot] = fresh;
    ++used_;
    return fresh;
}

void StepTable::grow() {
    const std::vector<std::uint64_t> keys(std::move(keys_));
    const std::vector<std::uint32_t> values(std::move(values_));
    keys_.assign(keys.size() * 2, 0);
    values_.assign(values.size() * 2, none);
    for (std::size_t old = 0; old < keys.size(); ++old) {
        if (values[old] == none) continue;
        std::size_t slot = hash(keys[old]) & (keys_.size() - 1);
        while (values_[slot] != none) slot = (slot + 1) & (keys_.size() - 1);
        keys_[slot] = keys[old];
        values_[slot] = values[old];
    }
}

GrammarIndex::GrammarIndex(std::string_view lines) {
    std::uint32_t places = 2;  // 0 is nowhere, 1 the start
    std::vector<std::uint32_t> place_of_rule;
    read_rules(lines, rules_, [&](const std::vector<std::int32_t> &steps) {
        std::uint32_t place = 1;
        for (const std::int32_t step : steps) {
            const std::uint32_t reached = steps_.find_or_add(place, step, places);
            places += reached == places;
            place = reached;
        }
        place_of_rule.push_back(place);
    });
    rules_.shrink();
    rule_ptr_.assign(places + 1, 0);
    for (const std::uint32_t place : place_of_rule) ++rule_ptr_[place + 1];
    for (std::uint32_t place = 0; place < places; ++place) rule_ptr_[place + 1] += rule_ptr_[place];
    rule_order_.resize(place_of_rule.size());
    std::vector<std::uint32_t> next(rule_ptr_.begin(), rule_ptr_.end() - 1);
    for (std::uint32_t rule = 0; rule < place_of_rule.size(); ++rule) rule_order_[next[place_of_rule[rule]]++] = rule;
}

std::size_t GrammarIndex::bytes() const {
    return rules_.bytes() + steps_.bytes() + (rule_ptr_.capacity() + rule_order_.capacity()) * 4;
}

}  // namespace laconic
