// Checks what searches know of words, and shows it to Python.
#include "search/words.h"

#include "base/check.h"

#include <algorithm>
#include <cstdint>

namespace laconic {
namespace {

// Half of all numbers, so that a length and the weight of one more word can be added.
constexpr std::int64_t kLongest = (std::int64_t{1} << 30) - 1;

}  // namespace

Words::Words(const Vector<bool> &keep, const Vector<bool> &drop, const Vector<std::int32_t> &weight,
             const Vector<std::int32_t> &space)
    : fates_(keep.size(), Fate::kOpen), weight_(to_vector(weight)), space_(to_vector(space)) {
    check_size(drop.size(), size(), "drop");
    check_size(weight_.size(), size(), "weight");
    check_size(space_.size(), size(), "space");
    const std::vector<std::uint8_t> stays = to_flags(keep), goes = to_flags(drop);
    std::int64_t total = 0;
    bool all_weigh = true, none_weighs = true;
    for (std::size_t word = 0; word < size(); ++word) {
        require(!(stays[word] && goes[word]), "a word must not be both forced and forbidden.");
        fates_[word] = stays[word] ? Fate::kKept : goes[word] ? Fate::kDeleted : Fate::kOpen;
        require(space_[word] >= 0 && space_[word] <= weight_[word],
                "weights and spaces must not be negative, nor a space greater than its word's weight.");
        all_weigh = all_weigh && weight_[word] > space_[word];
        none_weighs = none_weighs && weight_[word] == 0;
        total += weight_[word];
    }
    require(total <= kLongest, "the words weigh 2^30 or more together.");
    lengths_tell_empty_ = all_weigh || none_weighs;
}

Words::Words(std::size_t size) : fates_(size, Fate::kOpen), weight_(size, 1), space_(size, 0) {}

void check_length(std::int64_t length) { check_range(length, 0, kLongest, "the length"); }

void bind_words(nb::module_ &module) {
    nb::class_<Words>(module, "Words")
        .def(nb::init<const Vector<bool> &, const Vector<bool> &, const Vector<std::int32_t> &,
                      const Vector<std::int32_t> &>(),
             "keep"_a, "drop"_a, "weight"_a, "space"_a)
        .def("__len__", &Words::size);
}

}  // namespace laconic
