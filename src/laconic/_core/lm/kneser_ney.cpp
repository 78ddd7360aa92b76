// Interpolated modified Kneser-Ney estimation.
#include "lm/kneser_ney.h"

#include "base/cancel.h"
#include "base/check.h"
#include "lm/arpa.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace laconic::lm {
namespace {

constexpr std::uint64_t kTick = 1 << 18;  // records between reports of progress
constexpr std::size_t kPieceSize = 1 << 20;
constexpr Discounts kFallback = {0.5, 1, 1.5};

Word bits_of(double value) {
    const auto narrow = static_cast<float>(value);
    Word bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

float number_in(Word bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

DiscountEstimate DiscountEstimate::from(const CountsOfCounts &counts) {
    DiscountEstimate result{kFallback, false};
    if (counts[1] == 0 || counts[2] == 0 || counts[3] == 0) return result;
    Discounts amounts;
    const double y = static_cast<double>(counts[1]) / static_cast<double>(counts[1] + 2 * counts[2]);
    for (int k = 1; k <= 3; ++k) {
        amounts[k - 1] = k - (k + 1) * y * static_cast<double>(counts[k + 1]) / static_cast<double>(counts[k]);
        if (amounts[k - 1] < 0 || amounts[k - 1] > k) return result;
    }
    return {amounts, true};
}

Estimator::Estimator(EstimationOptions options)
    : options_(std::move(options)), folder_(options_.folder), corpus_(folder_) {
    check_range(options_.order, 1, kMaxOrder, "the order");
    check_size(options_.cutoffs.size(), static_cast<std::size_t>(options_.order), "cutoffs");
}

void Estimator::begin(Stage needed) {
    require(stage_ == needed, needed == Stage::kReading ? "the text has ended, or an error was met before."
                                                        : "the model has not been estimated yet, or the text was empty.");
    stage_ = Stage::kBusy;
}

void Estimator::feed(std::string_view piece) {
    begin(Stage::kReading);
    corpus_.feed(piece);
    stage_ = Stage::kReading;
}

void Estimator::estimate(const Progress &progress) {
    begin(Stage::kReading);
    corpus_.finish(options_.cutoffs[0], options_.vocabulary);
    if (corpus_.sentences() == 0) return;  // there will be no model
    std::vector<std::uint64_t> cutoffs = options_.cutoffs;
    cutoffs[0] = 0;  // the words cut off are unknown words by now
    // Half the memory is for the n-grams that come in, half for those that go out sorted again.
    AdjustedCounts counts = adjusted_counts(corpus_, options_.order, cutoffs, folder_, options_.memory / 2,
                                            [&](double done) { progress(0.5 * done); });
    discount(counts, [&](double done) { progress(0.5 + 0.25 * done); });
    interpolate([&](double done) { progress(0.75 + 0.25 * done); });
    stage_ = Stage::kEstimated;
}

void Estimator::discount(AdjustedCounts &counts, const Progress &progress) {
    for (int length = 1; length <= options_.order; ++length) {
        // Where rare words are unknown, the counts of the words that are left say nothing about rare ones.
        const bool cut = length == 1 && !corpus_.whole();
        discounts_.push_back(cut ? DiscountEstimate{kFallback, false}
                                 : DiscountEstimate::from(counts.counts_of_counts[length - 1]));
        by_suffix_.emplace_back(folder_, length, length + 2, options_.memory / 2 / options_.order);
        if (length > 1) backoffs_.emplace_back(folder_, length);
    }
    for (int length = 1; length <= options_.order; ++length) {
        Sorter by_context = std::move(counts.by_context[length - 1]);
        const double before = static_cast<double>(length - 1) / options_.order;
        by_context.finish();
        discount_contexts(length, by_context, [&](double done) { progress(before + done / options_.order); });
    }
}

void Estimator::discount_contexts(int length, Sorter &by_context, const Progress &progress) {
    const int context = length - 1;
    std::vector<Word> group;  // the n-grams of one context
    std::uint64_t done = 0;
    while (const Word *next = by_context.next()) {
        check_cancelled();
        if (!group.empty() && !std::equal(next, next + context, group.begin())) {
            discount_context(length, group);
            group.clear();
        }
        group.insert(group.end(), next, next + length + kCountWords);
        if (++done % kTick == 0) progress(static_cast<double>(done) / static_cast<double>(by_context.size()));
    }
    if (!group.empty()) discount_context(length, group);
}

// Gives each n-gram its share of what follows its context, and each context the share that is left over, which goes
// to the shorter context: the discounts, and the counts of all n-grams that are cut off.
void Estimator::discount_context(int length, const std::vector<Word> &group) {
    const DiscountEstimate &discounts = discounts_[length - 1];
    const int context = length - 1, width = length + kCountWords;
    double total = 0, rest = 0;
    for (std::size_t i = 0; i < group.size(); i += width) {
        const AdjustedCount adjusted = AdjustedCount::from(&group[i + length]);
        total += static_cast<double>(adjusted.count);
        rest += adjusted.cut ? static_cast<double>(adjusted.count) : discounts.of(adjusted.count);
    }
    const Word weight = bits_of(rest / total);
    Word record[kMaxOrder + 2];
    for (std::size_t i = 0; i < group.size(); i += width) {
        const AdjustedCount adjusted = AdjustedCount::from(&group[i + length]);
        if (adjusted.cut) continue;
        record[0] = group[i + context];
        std::copy_n(&group[i], context, record + 1);
        record[length] = bits_of((static_cast<double>(adjusted.count) - discounts.of(adjusted.count)) / total);
        record[length + 1] = weight;
        by_suffix_[length - 1].add(record);
    }
    if (context > 0) {
        std::copy_n(group.begin(), context, record);
        record[context] = weight;
        backoffs_[context - 1].add(record);
        return;
    }
    if (group[0] != kUnknown) {  // an unknown word that never occurs gets its part of the rest
        const Word unknown[] = {kUnknown, bits_of(0), weight};
        by_suffix_[0].add(unknown);
    }
    const Word begin[] = {kBegin, bits_of(1), bits_of(0)};  // never predicted, so its score is nought
    by_suffix_[0].add(begin);
}

// Adds to each n-gram's own share that of its suffix, by its context's weight, and finds its backoff. N-grams of all
// lengths are read side by side, every one right after its suffix.
void Estimator::interpolate(const Progress &progress) {
    for (int length = 1; length <= options_.order; ++length) {
        by_suffix_[length - 1].finish();
        heads_.push_back(by_suffix_[length - 1].next());
        finished_.emplace_back(folder_, length + 2);
        if (length == options_.order) break;
        backoffs_[length - 1].rewind();
        weights_.push_back(backoffs_[length - 1].next());
    }
    const double uniform = 1.0 / static_cast<double>(corpus_.vocabulary().size() - 1);  // all words but <s>
    interpolate_suffix(1, nullptr, uniform, progress);
    by_suffix_.clear();
    backoffs_.clear();
    for (Spool &spool : finished_) spool.rewind();
}

void Estimator::interpolate_suffix(int length, const Word *suffix, double shorter, const Progress &progress) {
    const int i = length - 1;
    while (heads_[i] != nullptr && std::equal(heads_[i], heads_[i] + length - 1, suffix)) {
        Word record[kMaxOrder + 2];
        std::copy_n(heads_[i], length + 2, record);
        heads_[i] = by_suffix_[i].next();
        const double probability = number_in(record[length]) + number_in(record[length + 1]) * shorter;
        record[length] = bits_of(std::min(0.0, std::log10(probability)));
        record[length + 1] = bits_of(std::log10(backoff_of(length, record)));
        finished_[i].add(record);
        if (finished_[i].size() % kTick == 0)
            progress(static_cast<double>(finished_[i].size()) / static_cast<double>(by_suffix_[i].size()));
        if (length < options_.order) interpolate_suffix(length + 1, record, probability, progress);
    }
}

// The weights are in the order of the n-grams; those of contexts that are cut off themselves are passed over.
double Estimator::backoff_of(int length, const Word *ngram) {
    if (length == options_.order) return 1;
    const Word *&weight = weights_[length - 1];
    while (weight != nullptr && std::lexicographical_compare(weight, weight + length, ngram, ngram + length))
        weight = backoffs_[length - 1].next();
    return weight != nullptr && std::equal(ngram, ngram + length, weight) ? number_in(weight[length]) : 1;
}

std::vector<std::size_t> Estimator::counts() const {
    std::vector<std::size_t> result;
    for (const Spool &spool : finished_) result.push_back(spool.size());
    return result;
}

std::string Estimator::next_arpa_piece() {
    begin(Stage::kEstimated);
    std::string piece = read_arpa_piece();
    stage_ = Stage::kEstimated;
    return piece;
}

std::string Estimator::read_arpa_piece() {
    std::string piece;
    if (written_length_ > options_.order) return piece;
    if (written_length_ == 0) piece = arpa_header(counts());
    WordId words[kMaxOrder];
    while (piece.size() < kPieceSize && written_length_ <= options_.order) {
        const int length = written_length_;
        const Word *record = length == 0 ? nullptr : finished_[length - 1].next();
        if (record == nullptr) {
            const bool last = ++written_length_ > options_.order;
            piece += last ? "\n\\end\\\n" : "\n\\" + std::to_string(written_length_) + "-grams:\n";
            continue;
        }
        std::reverse_copy(record, record + length, words);
        const float backoff = number_in(record[length + 1]);
        append_arpa_line(piece, corpus_.vocabulary(), words, length, number_in(record[length]),
                         length < options_.order ? &backoff : nullptr);
    }
    return piece;
}

std::shared_ptr<const LanguageModel> Estimator::model() {
    begin(Stage::kEstimated);
    std::vector<NgramList> lists(options_.order);
    WordId words[kMaxOrder];
    for (int length = 1; length <= options_.order; ++length) {
        finished_[length - 1].rewind();
        while (const Word *record = finished_[length - 1].next()) {
            std::reverse_copy(record, record + length, words);
            lists[length - 1].add(words, length, number_in(record[length]), number_in(record[length + 1]));
        }
    }
    written_length_ = 0;
    for (Spool &spool : finished_) spool.rewind();
    stage_ = Stage::kEstimated;
    return build_model(corpus_.vocabulary(), std::move(lists));
}

}  // namespace laconic::lm
