// Interpolated modified Kneser-Ney estimation in bounded memory.
//
// The steps and their order are those of Heafield et al. 2013, "Scalable modified Kneser-Ney language model
// estimation": count, adjust, discount within each context, interpolate along each suffix. Between the steps the
// n-grams are sorted again, on disk where memory ends, so that every step reads a stream and looks at neighbours only.
#pragma once

#include "lm/builder.h"
#include "lm/corpus.h"
#include "lm/counts.h"
#include "lm/scratch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::lm {

struct EstimationOptions {
    int order;
    std::vector<std::uint64_t> cutoffs;  // for each length: n-grams that occur at most N times are left out
    std::size_t vocabulary;              // how many words to keep; 0 keeps all
    std::size_t memory;                  // bytes
    std::string folder;                  // for temporary files
};

// What is taken off counts of 1, 2, and 3 or more.
using Discounts = std::array<double, 3>;

// The discounts of an order by equation 26 of Chen and Goodman 1998. Where the text is so small or odd that the
// equation has no sensible answer they are 0.5, 1 and 1.5, and `estimated` is false.
struct DiscountEstimate {
    Discounts amounts;
    bool estimated;

    static DiscountEstimate from(const CountsOfCounts &counts);
    double of(std::uint64_t count) const { return count == 0 ? 0 : amounts[count < 3 ? count - 1 : 2]; }
};

class Estimator {
  public:
    explicit Estimator(EstimationOptions options);

    // The text in pieces, then the estimation, then what it found; another order throws std::invalid_argument.
    void feed(std::string_view piece);
    std::size_t line() const { return corpus_.line(); }
    void estimate(const Progress &progress);

    std::uint64_t sentences() const { return corpus_.sentences(); }
    std::uint64_t tokens() const { return corpus_.tokens(); }
    const std::vector<DiscountEstimate> &discounts() const { return discounts_; }
    std::vector<std::size_t> counts() const;

    std::string next_arpa_piece();  // empty at the end
    std::shared_ptr<const LanguageModel> model();  // and the ARPA text starts again

  private:
    enum class Stage { kReading, kBusy, kEstimated };  // what throws stays busy for ever

    void begin(Stage needed);
    std::string read_arpa_piece();
    void discount(AdjustedCounts &counts, const Progress &progress);
    void discount_contexts(int length, Sorter &by_context, const Progress &progress);
    void discount_context(int length, const std::vector<Word> &group);
    void interpolate(const Progress &progress);
    void interpolate_suffix(int length, const Word *suffix, double shorter, const Progress &progress);
    double backoff_of(int length, const Word *ngram);

    EstimationOptions options_;
    ScratchFolder folder_;
    Corpus corpus_;
    std::vector<DiscountEstimate> discounts_;
    // For each length, words last first and: the discounted probability and the weight of the rest; the next of these.
    std::vector<Sorter> by_suffix_;
    std::vector<const Word *> heads_;
    // The backoff of each context; the next of these.
    std::vector<Spool> backoffs_;
    std::vector<const Word *> weights_;
    // The log10 probability and the log10 backoff.
    std::vector<Spool> finished_;
    Stage stage_ = Stage::kReading;
    int written_length_ = 0;  // of the n-grams being written as ARPA
};

}  // namespace laconic::lm
