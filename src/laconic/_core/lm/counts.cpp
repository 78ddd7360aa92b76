// Counting n-grams and adjusting the counts.
#include "lm/counts.h"

#include <algorithm>
#include <utility>

namespace laconic::lm {
namespace {

constexpr std::size_t kFewestSlots = 64;  // however little memory there is
constexpr std::uint64_t kTick = 1 << 18;  // records between reports of progress

// Turns the stream of longest n-grams, sorted by last word first, into adjusted counts of all lengths: n-grams that
// end alike are neighbours, so one current n-gram of each length is all there is to remember.
class Adjuster {
  public:
    Adjuster(int order, const std::vector<std::uint64_t> &cutoffs, AdjustedCounts &out)
        : order_(order), cutoffs_(cutoffs), out_(out), key_(order, kNoWord), occurrences_(order), adjusted_(order) {}

    void add(const Word *key, std::uint64_t count) {
        const int same = static_cast<int>(std::mismatch(key, key + order_, key_.begin()).first - key);
        flush(same);
        std::copy_n(key, order_, key_.begin());
        const Word *begin = std::find(key, key + order_, kBegin);
        valid_ = begin == key + order_ ? order_ : static_cast<int>(begin - key) + 1;
        for (int length = 1; length <= valid_; ++length) {
            const int i = length - 1;
            if (length > same) occurrences_[i] = adjusted_[i] = 0;
            occurrences_[i] += count;
            if (length == valid_) {
                adjusted_[i] = count;  // the longest, or one that begins a sentence
            } else if (length >= same) {
                ++adjusted_[i];  // seen after one more word
            }
        }
    }

    // Gives out every current n-gram longer than `same`, which no later n-gram ends with.
    void flush(int same) {
        for (int length = valid_; length > same; --length) {
            Word record[kMaxOrder + kCountWords];
            std::copy_n(key_.begin() + 1, length - 1, record);
            record[length - 1] = key_[0];
            const std::uint64_t count = adjusted_[length - 1];
            AdjustedCount{count, occurrences_[length - 1] <= cutoffs_[length - 1]}.to(record + length);
            out_.by_context[length - 1].add(record);
            if (count < out_.counts_of_counts[length - 1].size()) ++out_.counts_of_counts[length - 1][count];
        }
        valid_ = std::min(valid_, same);
    }

  private:
    const int order_;
    const std::vector<std::uint64_t> &cutoffs_;
    AdjustedCounts &out_;
    std::vector<Word> key_;
    int valid_ = 0;  // n-grams up to this length do not reach beyond the beginning of a sentence
    std::vector<std::uint64_t> occurrences_, adjusted_;
};

}  // namespace

NgramCounter::NgramCounter(ScratchFolder &folder, int length, std::size_t memory)
    : length_(length),
      width_(length_ + kCountWords),
      most_slots_(memory / sizeof(Word) / width_),
      runs_(folder, length, static_cast<int>(width_), memory / 2),
      slots_(std::clamp<std::size_t>(most_slots_ / 2, kFewestSlots, 1 << 12)),
      current_(width_),
      ahead_(width_) {
    table_.assign(slots_ * width_, 0);
}

// The slot of an n-gram or of the empty place for it; a slot is empty where the count is 0.
std::size_t NgramCounter::slot_of(const Word *key) const {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < length_; ++i) hash = mix(hash, key[i] + 1);
    std::size_t slot = static_cast<std::size_t>((hash >> 32) * slots_ >> 32);
    for (;; slot = slot + 1 == slots_ ? 0 : slot + 1) {
        const Word *record = &table_[slot * width_];
        if (to_count(record + length_) == 0 || std::equal(key, key + length_, record)) return slot;
    }
}

void NgramCounter::add(const WordId *last_first) {
    Word *record = &table_[slot_of(last_first) * width_];
    const std::uint64_t count = to_count(record + length_);
    from_count(count + 1, record + length_);
    if (count > 0) return;
    std::copy_n(last_first, length_, record);
    if (++used_ * 10 <= slots_ * 7) return;
    // While a table grows the old one is there too, so only growth that leaves room for both is allowed.
    if (slots_ * 3 <= most_slots_) {
        grow();
    } else {
        compact();
        runs_.add_run(table_);
        table_.assign(slots_ * width_, 0);
    }
}

void NgramCounter::grow() {
    const std::vector<Word> old = std::exchange(table_, std::vector<Word>(slots_ * 2 * width_, 0));
    slots_ *= 2;
    for (std::size_t i = 0; i < old.size(); i += width_)
        if (to_count(&old[i + length_]) > 0) std::copy_n(&old[i], width_, &table_[slot_of(&old[i]) * width_]);
}

void NgramCounter::compact() {
    std::size_t end = 0;
    for (std::size_t i = 0; i < table_.size(); i += width_) {
        if (to_count(&table_[i + length_]) == 0) continue;
        std::copy_n(&table_[i], width_, &table_[end]);
        end += width_;
    }
    table_.resize(end);
    used_ = 0;
}

void NgramCounter::finish() {
    compact();
    runs_.finish(std::move(table_));
    const Word *first = runs_.next();
    has_ahead_ = first != nullptr;
    if (has_ahead_) std::copy_n(first, width_, ahead_.begin());
}

const Word *NgramCounter::next() {
    if (!has_ahead_) return nullptr;
    std::swap(current_, ahead_);
    std::uint64_t count = to_count(&current_[length_]);
    const Word *record;
    while ((record = runs_.next()) != nullptr && std::equal(record, record + length_, current_.begin()))
        count += to_count(record + length_);
    has_ahead_ = record != nullptr;
    if (has_ahead_) std::copy_n(record, width_, ahead_.begin());
    from_count(count, &current_[length_]);
    return current_.data();
}

AdjustedCounts adjusted_counts(Corpus &corpus, int order, const std::vector<std::uint64_t> &cutoffs,
                               ScratchFolder &folder, std::size_t memory, const Progress &progress) {
    NgramCounter counter(folder, order, memory / 2);
    WordId window[kMaxOrder];  // last word first
    std::fill_n(window, kMaxOrder, kBegin);
    std::uint64_t done = 0;
    const double total = static_cast<double>(corpus.tokens() + corpus.sentences());
    const auto add = [&](WordId word) {
        std::copy_backward(window, window + order - 1, window + order);
        window[0] = word;
        counter.add(window);
        if (++done % kTick == 0) progress(0.5 * static_cast<double>(done) / total);
    };
    corpus.read(add, [&] {
        add(kEnd);
        std::fill_n(window, order, kBegin);
    });
    counter.finish();

    AdjustedCounts result;
    result.counts_of_counts.resize(order);
    for (int length = 1; length <= order; ++length)
        result.by_context.emplace_back(folder, length, length + kCountWords, memory / 2 / order);
    Adjuster adjuster(order, cutoffs, result);
    done = 0;
    while (const Word *record = counter.next()) {
        adjuster.add(record, to_count(record + order));
        if (++done % kTick == 0) progress(0.5 + 0.5 * std::min(1.0, static_cast<double>(done) / total));
    }
    adjuster.flush(0);
    return result;
}

}  // namespace laconic::lm
