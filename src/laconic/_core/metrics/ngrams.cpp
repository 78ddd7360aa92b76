// Counts of shared n-grams between outputs, references and sources: the statistics of BLEU and SARI.
#include "base/cancel.h"
#include "base/ragged.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace laconic {
namespace {

constexpr std::size_t kOrders = 4;

using Gram = std::array<std::int32_t, kOrders>;  // shorter n-grams are filled up with -1

// How often an n-gram occurs in a sentence's versions.
struct Counts {
    Gram gram;
    std::int64_t source = 0, output = 0;
    std::int64_t references = 0;      // in all references together
    std::int64_t most = 0;            // in the reference that has it most often
    std::int64_t here = 0;            // in the reference numbered `reference`
    std::int64_t reference = -1;
};

// A hash table of n-grams. Emptying it takes as long as filling it did, however large it once was.
class Table {
  public:
    void clear() {
        for (const std::size_t place : used_) slots_[place] = 0;
        used_.clear();
        entries_.clear();
    }

    Counts &operator[](const Gram &gram) {
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        const std::size_t place = find(gram);
        if (slots_[place] == 0) {
            entries_.push_back({gram});
            occupy(place, entries_.size());
        }
        return entries_[slots_[place] - 1];
    }

    const std::vector<Counts> &entries() const { return entries_; }

  private:
    static std::size_t hash(const Gram &gram) {
        std::uint64_t value = 0;
        for (const std::int32_t word : gram) {
            value = (value ^ static_cast<std::uint32_t>(word)) * 0x9e3779b97f4a7c15ULL;
            value ^= value >> 32;
        }
        return static_cast<std::size_t>(value);
    }

    std::size_t find(const Gram &gram) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = hash(gram) & mask;
        while (slots_[place] != 0 && entries_[slots_[place] - 1].gram != gram) place = (place + 1) & mask;
        return place;
    }

    void occupy(std::size_t place, std::size_t entry) {
        slots_[place] = static_cast<std::uint32_t>(entry);
        used_.push_back(place);
    }

    void grow() {
        slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
        used_.clear();
        for (std::size_t k = 0; k < entries_.size(); ++k) occupy(find(entries_[k].gram), k + 1);
    }

    std::vector<Counts> entries_;
    std::vector<std::uint32_t> slots_;  // 1 + the entry's index, or 0
    std::vector<std::size_t> used_;     // the slots that are not 0
};

template <typename Visit>
void for_each_gram(const Slice &row, std::size_t order, Visit visit) {
    Gram gram;
    for (std::size_t i = 0; i + order <= row.size(); ++i) {
        gram.fill(-1);
        std::copy_n(row.first + i, order, gram.begin());
        visit(gram);
    }
}

void count_references(Table &table, const Ragged &references, std::int64_t first, std::int64_t last,
                      std::size_t order) {
    for (std::int64_t r = first; r < last; ++r) {
        for_each_gram(references[r], order, [&](const Gram &gram) {
            Counts &counts = table[gram];
            if (counts.reference != r) counts.reference = r, counts.here = 0;
            ++counts.references;
            counts.most = std::max(counts.most, ++counts.here);
        });
    }
}

// The length of the reference closest in length; of two, the shorter.
std::int64_t closest_length(std::int64_t length, const Ragged &references, std::int64_t first, std::int64_t last) {
    std::int64_t closest = -1;
    for (std::int64_t r = first; r < last; ++r) {
        const auto other = static_cast<std::int64_t>(references[r].size());
        const std::int64_t difference = std::abs(other - length), least = std::abs(closest - length);
        if (closest < 0 || difference < least || (difference == least && other < closest)) closest = other;
    }
    return closest;
}

// For each sentence: output length, closest reference length, matches of orders 1 to 4, totals of orders 1 to 4.
Output<std::int64_t> bleu_statistics(Vector<std::int32_t> words, Vector<std::int64_t> starts,
                                     Vector<std::int32_t> reference_words, Vector<std::int64_t> reference_starts,
                                     Vector<std::int64_t> first_reference) {
    constexpr std::size_t kWidth = 2 + 2 * kOrders;
    const Ragged outputs(words, starts), references(reference_words, reference_starts);
    check_groups(first_reference, outputs.size(), references.size());
    std::vector<std::int64_t> statistics(outputs.size() * kWidth);
    {
        nb::gil_scoped_release unlocked;
        Table table;
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            check_cancelled();
            const std::int64_t first = first_reference.data()[k], last = first_reference.data()[k + 1];
            std::int64_t *row = &statistics[k * kWidth];
            row[0] = static_cast<std::int64_t>(outputs[k].size());
            row[1] = closest_length(row[0], references, first, last);
            for (std::size_t order = 1; order <= kOrders; ++order) {
                table.clear();
                for_each_gram(outputs[k], order, [&](const Gram &gram) { ++table[gram].output; });
                count_references(table, references, first, last, order);
                for (const Counts &counts : table.entries()) {
                    row[1 + order] += std::min(counts.output, counts.most);
                    row[1 + kOrders + order] += counts.output;
                }
            }
        }
    }
    return to_numpy(std::move(statistics), {outputs.size(), kWidth});
}

// For each sentence and each order from 1 to 4, nine counts: for adding, keeping and deleting n-grams,
// how many the output did rightly, how many the output did, how many the references did.
Output<std::int64_t> sari_statistics(Vector<std::int32_t> source_words, Vector<std::int64_t> source_starts,
                                     Vector<std::int32_t> words, Vector<std::int64_t> starts,
                                     Vector<std::int32_t> reference_words, Vector<std::int64_t> reference_starts,
                                     Vector<std::int64_t> first_reference) {
    constexpr std::size_t kPerOrder = 9, kWidth = kPerOrder * kOrders;
    const Ragged sources(source_words, source_starts), outputs(words, starts);
    const Ragged references(reference_words, reference_starts);
    if (sources.size() != outputs.size()) throw std::invalid_argument("every output needs its source");
    check_groups(first_reference, outputs.size(), references.size());
    std::vector<std::int64_t> statistics(outputs.size() * kWidth);
    {
        nb::gil_scoped_release unlocked;
        Table table;
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            check_cancelled();
            const std::int64_t first = first_reference.data()[k], last = first_reference.data()[k + 1];
            for (std::size_t order = 1; order <= kOrders; ++order) {
                table.clear();
                for_each_gram(sources[k], order, [&](const Gram &gram) { ++table[gram].source; });
                for_each_gram(outputs[k], order, [&](const Gram &gram) { ++table[gram].output; });
                count_references(table, references, first, last, order);
                std::int64_t *row = &statistics[k * kWidth + (order - 1) * kPerOrder];
                for (const Counts &counts : table.entries()) {
                    const bool added = counts.output > 0 && counts.source == 0;
                    const bool to_add = counts.references > 0 && counts.source == 0;
                    row[0] += added && to_add;
                    row[1] += added;
                    row[2] += to_add;
                    // Every reference has one vote, so counts of source and output weigh as many.
                    const std::int64_t votes = last - first, source = votes * counts.source;
                    const std::int64_t output = votes * counts.output;
                    const std::int64_t kept = std::min(source, output), to_keep = std::min(source, counts.references);
                    row[3] += std::min(kept, to_keep);
                    row[4] += kept;
                    row[5] += to_keep;
                    const std::int64_t deleted = source - kept, to_delete = source - to_keep;
                    row[6] += std::min(deleted, to_delete);
                    row[7] += deleted;
                    row[8] += to_delete;
                }
            }
        }
    }
    return to_numpy(std::move(statistics), {outputs.size(), kWidth});
}

}  // namespace

void bind_ngrams(nb::module_ &module) {
    module.def("bleu_statistics", &bleu_statistics, "words"_a, "starts"_a, "reference_words"_a,
               "reference_starts"_a, "first_reference"_a);
    module.def("sari_statistics", &sari_statistics, "source_words"_a, "source_starts"_a, "words"_a,
               "starts"_a, "reference_words"_a, "reference_starts"_a, "first_reference"_a);
}

}  // namespace laconic
