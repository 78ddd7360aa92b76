// Checks synchronous rules and builds the trie of their source sides.
#include "scfg_rules.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace laconic {

ScfgRules::ScfgRules(std::vector<Index> lhs, std::vector<Index> source, std::vector<Index> source_ptr,
                     std::vector<Index> target, std::vector<Index> target_ptr, Index word_count)
    : lhs_(std::move(lhs)), source_(std::move(source)), source_ptr_(std::move(source_ptr)),
      target_(std::move(target)), target_ptr_(std::move(target_ptr)), word_count_(word_count) {
    check();
    copies_.reserve(target_.size());
    for (std::size_t rule = 0; rule < size(); ++rule) find_copies(static_cast<Index>(rule));
    build_trie();
}

void ScfgRules::check() const {
    const auto fits = [&](const std::vector<Index> &values, const std::vector<Index> &pointers) {
        return pointers.size() == size() + 1 && pointers.front() == 0 &&
               static_cast<std::size_t>(pointers.back()) == values.size() &&
               std::is_sorted(pointers.begin(), pointers.end()) &&
               std::all_of(values.begin(), values.end(), [&](Index symbol) { return symbol < word_count_; });
    };
    if (!fits(source_, source_ptr_) || !fits(target_, target_ptr_))
        throw std::invalid_argument("the arrays of the rules do not fit together");
    for (std::size_t rule = 0; rule < size(); ++rule) {
        const auto is_slot = [](Index symbol) { return symbol < 0; };
        const Slice from = source(static_cast<Index>(rule)), to = target(static_cast<Index>(rule));
        const auto slots = std::count_if(from.begin(), from.end(), is_slot);
        bool same = slots == std::count_if(to.begin(), to.end(), is_slot);
        for (Index k = 0; k < slots; ++k) same = same && std::count(to.begin(), to.end(), -1 - k) == 1;
        if (!same) throw std::invalid_argument("the sides of rule " + std::to_string(rule) + " have different slots");
    }
}

bool ScfgRules::is_usable(Index rule) const {
    const Slice from = source(rule);
    const auto slots = std::count_if(from.begin(), from.end(), [](Index symbol) { return symbol < 0; });
    return slots <= static_cast<std::ptrdiff_t>(kMostSlots) && from.size() > 0 && !(from.size() == 1 && slots == 1);
}

void ScfgRules::find_copies(Index rule) {
    const Slice from = source(rule);
    std::vector<bool> used(from.size(), false);
    for (const Index symbol : target(rule)) {
        Index copied = kNoNumber;
        for (std::size_t place = 0; symbol >= 0 && copied < 0 && place < from.size(); ++place)
            if (from[place] == symbol && !used[place]) copied = static_cast<Index>(place);
        if (copied >= 0) used[static_cast<std::size_t>(copied)] = true;
        copies_.push_back(copied);
    }
}

void ScfgRules::build_trie() {
    steps_.assign(64, Step{});
    branches_on_labels_.assign(1, false);
    std::vector<Index> end_of_rule(size(), kNoNumber);
    for (std::size_t rule = 0; rule < size(); ++rule) {
        if (!is_usable(static_cast<Index>(rule))) continue;
        Index node = 0;
        for (const Index symbol : source(static_cast<Index>(rule))) {
            if (symbol < 0) branches_on_labels_[node] = true;
            node = add_step(node, symbol);
        }
        end_of_rule[rule] = node;
    }
    const std::size_t nodes = branches_on_labels_.size();
    node_rules_ptr_.assign(nodes + 1, 0);
    for (const Index node : end_of_rule)
        if (node >= 0) ++node_rules_ptr_[node + 1];
    for (std::size_t node = 0; node < nodes; ++node) node_rules_ptr_[node + 1] += node_rules_ptr_[node];
    node_rules_.resize(node_rules_ptr_.back());
    std::vector<Index> next(node_rules_ptr_.begin(), node_rules_ptr_.end() - 1);
    for (std::size_t rule = 0; rule < size(); ++rule)
        if (end_of_rule[rule] >= 0) node_rules_[next[end_of_rule[rule]]++] = static_cast<Index>(rule);
}

std::size_t ScfgRules::slot_of(std::uint64_t key) const {
    const std::size_t mask = steps_.size() - 1;
    std::size_t slot = ((key * 0x9E3779B97F4A7C15ull) >> 24) & mask;
    while (steps_[slot].key != key && steps_[slot].key != kEmptyStep) slot = (slot + 1) & mask;
    return slot;
}

Index ScfgRules::add_step(Index node, Index symbol) {
    Step &found = steps_[slot_of(key(node, symbol))];
    if (found.node >= 0) return found.node;
    const auto fresh = static_cast<Index>(branches_on_labels_.size());
    found = {key(node, symbol), fresh};
    branches_on_labels_.push_back(false);
    if (2 * ++step_count_ > steps_.size()) enlarge();
    return fresh;
}

void ScfgRules::enlarge() {
    std::vector<Step> old(steps_.size() * 2);
    std::swap(old, steps_);
    for (const Step &each : old)
        if (each.node >= 0) steps_[slot_of(each.key)] = each;
}

}  // namespace laconic
