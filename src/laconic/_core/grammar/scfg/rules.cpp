// Checks synchronous rules and builds the trie of their source sides.
#include "grammar/scfg/rules.h"

#include "base/check.h"

#include <algorithm>
#include <limits>
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
    check_range(word_count_, 0, kMostWords, "the number of words");
    check_range(lhs_.data(), lhs_.size(), 0, std::numeric_limits<Index>::max(), "left-hand sides");
    const auto fits = [&](const std::vector<Index> &values, const std::vector<Index> &pointers) {
        return pointers.size() == size() + 1 && pointers.front() == 0 &&
               static_cast<std::size_t>(pointers.back()) == values.size() &&
               std::is_sorted(pointers.begin(), pointers.end()) &&
               std::all_of(values.begin(), values.end(), [&](Index symbol) { return symbol < word_count_; });
    };
    require(fits(source_, source_ptr_) && fits(target_, target_ptr_), "the arrays of the rules do not fit together.");
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
    std::vector<RuleTrie::Place> ends(size(), RuleTrie::nowhere);
    for (std::size_t rule = 0; rule < size(); ++rule) {
        if (!is_usable(static_cast<Index>(rule))) continue;
        RuleTrie::Place place = RuleTrie::start;
        for (const Index symbol : source(static_cast<Index>(rule))) {
            branches_on_labels_.resize(sides_.size(), false);
            if (symbol < 0) branches_on_labels_[place] = true;
            place = sides_.add(place, symbol);
        }
        ends[rule] = place;
    }
    branches_on_labels_.resize(sides_.size(), false);
    sides_.close(ends);
    fill_buckets();
}

void ScfgRules::fill_buckets() {
    const auto has_smaller_label = [&](Index a, Index b) { return lhs(a) < lhs(b); };
    for (RuleTrie::Place place = 0; place < sides_.size(); ++place) {
        bucket_begin_.push_back(static_cast<Index>(bucket_ptr_.size()));
        const std::size_t first = bucket_rules_.size();
        const Slice found = sides_.rules_at(place);
        bucket_rules_.insert(bucket_rules_.end(), found.begin(), found.end());
        std::stable_sort(bucket_rules_.begin() + static_cast<std::ptrdiff_t>(first), bucket_rules_.end(),
                         has_smaller_label);
        for (std::size_t i = first; i < bucket_rules_.size(); ++i)
            if (i == first || lhs(bucket_rules_[i]) != lhs(bucket_rules_[i - 1]))
                bucket_ptr_.push_back(static_cast<Index>(i));
    }
    bucket_begin_.push_back(static_cast<Index>(bucket_ptr_.size()));
    bucket_ptr_.push_back(static_cast<Index>(bucket_rules_.size()));
}

}  // namespace laconic
