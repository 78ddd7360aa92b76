// Translation edit rate: edits by type, with block shifts (Snover et al. 2006).
//
// Finding the fewest edits with shifts is NP-hard, so TER is defined by a greedy search: as long as some
// shift of words that match the reference elsewhere lowers the edit distance, take the best one. Limits
// and the order among equals are those of sacrebleu, so that totals are the same.
#include "base/cancel.h"
#include "base/ragged.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace laconic {
namespace {

constexpr std::int64_t kBeamWidth = 25;
constexpr std::int64_t kMaxShiftSize = 10;
constexpr std::int64_t kMaxShiftDistance = 50;
constexpr int kMaxCandidates = 1000;
constexpr std::int32_t kUnreached = 1 << 29;

enum Operation : std::uint8_t { kMatch, kSubstitute, kDelete, kInsert, kNone };

struct Edits {
    std::int64_t insertions = 0, deletions = 0, substitutions = 0, shifts = 0;
};

// Moves words[start, start + length) to stand before the word at `target`; inside the block itself, the
// block moves to the right by the distance from its start.
struct Shift {
    std::int64_t start, length, target;

    std::int64_t first_changed() const { return std::min(start, target); }
    std::int64_t last_changed(std::int64_t size) const {
        if (target < start) return start + length;
        if (target > start + length) return target;
        return std::min(size, target + length);
    }
    void apply(std::vector<std::int32_t> &words) const {
        const auto begin = words.begin();
        const auto last = last_changed(static_cast<std::int64_t>(words.size()));
        if (target < start)
            std::rotate(begin + target, begin + start, begin + last);
        else
            std::rotate(begin + start, begin + start + length, begin + last);
    }
};

// The edit distances between all prefixes of two sequences, near the diagonal only.
class Band {
  public:
    void reset(std::int64_t rows, Slice reference) {
        rows_ = rows;
        reference_ = reference;
        columns_ = static_cast<std::int64_t>(reference.size());
        ratio_ = rows ? static_cast<double>(columns_) / static_cast<double>(rows) : 1.0;
        // Very unequal lengths need a wider beam for neighbouring rows to overlap.
        beam_ = kBeamWidth < ratio_ / 2 ? static_cast<std::int64_t>(std::ceil(ratio_ / 2 + kBeamWidth)) : kBeamWidth;
        offset_.assign(1, 0);
        for (std::int64_t i = 0; i <= rows; ++i) offset_.push_back(offset_.back() + high(i) - low(i));
        cost_.resize(offset_.back());
        operation_.resize(offset_.back());
        for (std::int64_t j = 0; j <= columns_; ++j) {
            cost_[j] = static_cast<std::int32_t>(j);
            operation_[j] = kInsert;
        }
    }

    std::int64_t low(std::int64_t i) const { return i == 0 ? 0 : std::max<std::int64_t>(0, diagonal(i) - beam_); }
    std::int64_t high(std::int64_t i) const {
        return i == 0 || i == rows_ ? columns_ + 1 : std::min(columns_ + 1, diagonal(i) + beam_);
    }

    // Fills every row for these words and returns their distance from the reference.
    std::int32_t fill(const std::vector<std::int32_t> &words) {
        for (std::int64_t i = 1; i <= rows_; ++i)
            next_row(i, words[i - 1], &cost_[offset_[i - 1]], &cost_[offset_[i]], &operation_[offset_[i]]);
        return cost_[offset_[rows_ + 1] - 1];
    }

    // The distance of the shifted words if it is at most `limit`, else some larger number.
    //
    // Rows before the shift are those already filled. Below it, a row that differs from the filled one by
    // a constant decides the distance at once, because every later row will differ by it too.
    std::int32_t distance_after(const Shift &shift, const std::vector<std::int32_t> &shifted, std::int32_t limit) {
        std::int64_t i = shift.first_changed();
        const std::int64_t last = shift.last_changed(rows_);
        const std::int32_t *before = &cost_[offset_[i]];
        for (++i; i <= rows_; ++i) {
            std::vector<std::int32_t> &row = scratch_[i & 1];
            row.resize(high(i) - low(i));
            next_row(i, shifted[i - 1], before, row.data(), nullptr);
            if (cheapest_completion(i, row) > limit) return limit + 1;
            const std::int32_t *filled = &cost_[offset_[i]];
            if (i >= last && differs_by_constant(row, filled))
                return cost_[offset_[rows_ + 1] - 1] + row[0] - filled[0];
            before = row.data();
        }
        return before[columns_ - low(rows_)];
    }

    // Calls visit(operation) for the cheapest edit script, from the end to the beginning.
    template <typename Visit>
    void trace(Visit visit) const {
        for (std::int64_t i = rows_, j = columns_; i > 0 || j > 0;) {
            const std::uint8_t operation = operation_[offset_[i] + j - low(i)];
            visit(operation, i, j);
            i -= operation != kInsert;
            j -= operation != kDelete;
        }
    }

  private:
    std::int64_t diagonal(std::int64_t i) const {
        return static_cast<std::int64_t>(std::floor(static_cast<double>(i) * ratio_));
    }

    // Among equals a match or substitution comes first, then a deletion, then an insertion.
    void next_row(std::int64_t i, std::int32_t word, const std::int32_t *above, std::int32_t *row,
                  std::uint8_t *operations) const {
        const std::int64_t low_above = low(i - 1), high_above = high(i - 1), begin = low(i), end = high(i);
        std::int32_t left = kUnreached;
        for (std::int64_t j = begin; j < end; ++j) {
            const bool above_reached = j >= low_above && j < high_above;
            const std::int32_t up = above_reached ? above[j - low_above] : kUnreached;
            std::int32_t cost = kUnreached;
            std::uint8_t operation = kNone;
            if (j > 0) {
                const bool same = word == reference_[j - 1];
                const bool corner_reached = j - 1 >= low_above && j - 1 < high_above;
                const std::int32_t corner = corner_reached ? above[j - 1 - low_above] : kUnreached;
                if (corner + !same < cost) cost = corner + !same, operation = same ? kMatch : kSubstitute;
            }
            if (up + 1 < cost) cost = up + 1, operation = kDelete;
            if (left + 1 < cost) cost = left + 1, operation = kInsert;
            row[j - begin] = left = cost;
            if (operations) operations[j - begin] = operation;
        }
    }

    // What is left costs at least the difference of the remaining lengths.
    std::int32_t cheapest_completion(std::int64_t i, const std::vector<std::int32_t> &row) const {
        std::int64_t best = kUnreached;
        const std::int64_t surplus = (rows_ - i) - (columns_ - low(i));
        for (std::int64_t k = 0; k < static_cast<std::int64_t>(row.size()); ++k)
            best = std::min(best, row[k] + std::abs(surplus + k));
        return static_cast<std::int32_t>(best);
    }

    static bool differs_by_constant(const std::vector<std::int32_t> &row, const std::int32_t *filled) {
        for (std::size_t k = 1; k < row.size(); ++k)
            if (row[k] - filled[k] != row[0] - filled[0]) return false;
        return true;
    }

    std::int64_t rows_ = 0, columns_ = 0, beam_ = 0;
    double ratio_ = 1;
    Slice reference_;
    std::vector<std::int64_t> offset_;
    std::vector<std::int32_t> cost_, scratch_[2];
    std::vector<std::uint8_t> operation_;
};

// Holds the memory of the search, so that a batch of sentences allocates once.
class ShiftSearch {
  public:
    Edits edits(Slice hypothesis, Slice reference) {
        Edits edits;
        if (reference.size() == 0) {
            edits.deletions = static_cast<std::int64_t>(hypothesis.size());
            return edits;
        }
        reference_ = reference;
        words_.assign(hypothesis.begin(), hypothesis.end());
        band_.reset(static_cast<std::int64_t>(words_.size()), reference);
        candidates_ = 0;
        while (true) {
            distance_ = band_.fill(words_);
            gain_ = 0;
            align();
            find_best_shift();
            if (candidates_ >= kMaxCandidates || gain_ == 0) break;
            best_.apply(words_);
            ++edits.shifts;
        }
        band_.trace([&](std::uint8_t operation, std::int64_t, std::int64_t) {
            edits.insertions += operation == kInsert;
            edits.deletions += operation == kDelete;
            edits.substitutions += operation == kSubstitute;
        });
        return edits;
    }

  private:
    // For each reference word the last hypothesis word at or before it; for all words how many before them
    // are wrong.
    void align() {
        aligned_.assign(reference_.size(), -1);
        hypothesis_errors_.assign(words_.size() + 1, 0);
        reference_errors_.assign(reference_.size() + 1, 0);
        band_.trace([&](std::uint8_t operation, std::int64_t i, std::int64_t j) {
            if (operation != kDelete) aligned_[j - 1] = i - 1;
            if (operation != kDelete) reference_errors_[j] = operation != kMatch;
            if (operation != kInsert) hypothesis_errors_[i] = operation != kMatch;
        });
        for (std::size_t i = 1; i < hypothesis_errors_.size(); ++i) hypothesis_errors_[i] += hypothesis_errors_[i - 1];
        for (std::size_t j = 1; j < reference_errors_.size(); ++j) reference_errors_[j] += reference_errors_[j - 1];
    }

    void find_best_shift() {
        const auto n = static_cast<std::int64_t>(words_.size()), m = static_cast<std::int64_t>(reference_.size());
        for (std::int64_t i = 0; i < n; ++i) {
            check_cancelled();
            const std::int64_t end = std::min(m, i + kMaxShiftDistance + 1);
            for (std::int64_t j = std::max<std::int64_t>(0, i - kMaxShiftDistance); j < end; ++j) {
                const std::int64_t longest = std::min({kMaxShiftSize, n - i, m - j});
                for (std::int64_t k = 0; k < longest && words_[i + k] == reference_[j + k]; ++k) {
                    try_targets(i, j, k + 1);
                    if (candidates_ >= kMaxCandidates) return;
                }
            }
        }
    }

    // Tries to move the matching block to where the reference has it, if both places are wrong now.
    void try_targets(std::int64_t start, std::int64_t match, std::int64_t length) {
        if (hypothesis_errors_[start + length] == hypothesis_errors_[start]) return;
        if (reference_errors_[match + length] == reference_errors_[match]) return;
        if (start <= aligned_[match] && aligned_[match] < start + length) return;
        std::int64_t tried = -1;
        for (std::int64_t j = match - 1; j < match + length; ++j) {
            const std::int64_t target = j < 0 ? 0 : aligned_[j] + 1;
            if (target == tried) continue;
            tried = target;
            check_cancelled();
            ++candidates_;
            consider({start, length, target});
        }
    }

    // The largest gain wins; among equals the longest block, then the leftmost, then the leftmost target.
    void consider(const Shift &shift) {
        bool preferred = gain_ == 0 || shift.length > best_.length;
        if (gain_ > 0 && shift.length == best_.length)
            preferred = shift.start < best_.start || (shift.start == best_.start && shift.target < best_.target);
        const std::int32_t needed = std::max(1, preferred ? gain_ : gain_ + 1);
        if (needed > distance_) return;
        shifted_ = words_;
        shift.apply(shifted_);
        const std::int32_t gain = distance_ - band_.distance_after(shift, shifted_, distance_ - needed);
        if (gain < needed) return;
        gain_ = gain;
        best_ = shift;
    }

    Slice reference_;
    Band band_;
    std::vector<std::int32_t> words_, shifted_;
    std::vector<std::int64_t> aligned_;
    std::vector<std::int32_t> hypothesis_errors_, reference_errors_;
    std::int32_t distance_ = 0, gain_ = 0;
    Shift best_{0, 0, 0};
    int candidates_ = 0;
};

// Insertions, deletions, substitutions and shifts that turn each sentence into each of its references.
Output<std::int64_t> ter_edits(Vector<std::int32_t> words, Vector<std::int64_t> starts,
                               Vector<std::int32_t> reference_words, Vector<std::int64_t> reference_starts,
                               Vector<std::int64_t> first_reference) {
    const Ragged hypotheses(words, starts), references(reference_words, reference_starts);
    check_groups(first_reference, hypotheses.size(), references.size());
    std::vector<std::int64_t> counts;
    {
        nb::gil_scoped_release unlocked;
        counts.reserve(4 * references.size());
        ShiftSearch search;
        for (std::size_t k = 0; k < hypotheses.size(); ++k) {
            for (std::int64_t r = first_reference.data()[k]; r < first_reference.data()[k + 1]; ++r) {
                const Edits edits = search.edits(hypotheses[k], references[r]);
                counts.insert(counts.end(), {edits.insertions, edits.deletions, edits.substitutions, edits.shifts});
            }
        }
    }
    const std::size_t rows = counts.size() / 4;
    return to_numpy(std::move(counts), {rows, 4});
}

}  // namespace

void bind_ter(nb::module_ &module) {
    module.def("ter_edits", &ter_edits, "words"_a, "starts"_a, "reference_words"_a, "reference_starts"_a,
               "first_reference"_a);
}

}  // namespace laconic
