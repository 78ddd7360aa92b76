// Counts of n-grams: as they occur, and as Kneser-Ney smoothing adjusts them.
#pragma once

#include "lm/corpus.h"
#include "lm/model.h"
#include "lm/scratch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace laconic::lm {

// Called now and then during long work, with how much of it is done; it may throw to end the work.
using Progress = std::function<void(double)>;

// How many n-grams of a length have an adjusted count of 1, 2, 3 and 4.
using CountsOfCounts = std::array<std::uint64_t, 5>;

inline std::uint64_t to_count(const Word *words) { return std::uint64_t{words[1]} << 32 | words[0]; }
inline void from_count(std::uint64_t count, Word *words) {
    words[0] = static_cast<Word>(count);
    words[1] = static_cast<Word>(count >> 32);
}
constexpr int kCountWords = 2;

// Counts n-grams of one length in a hash table that goes to disk as a sorted run whenever it is full.
// Records are the words, last first, and the count.
class NgramCounter {
  public:
    NgramCounter(ScratchFolder &folder, int length, std::size_t memory);
    void add(const WordId *last_first);
    void finish();
    // The next n-gram in order, its counts from all runs summed; null at the end.
    const Word *next();

  private:
    std::size_t slot_of(const Word *key) const;
    void grow();
    void compact();

    const std::size_t length_, width_, most_slots_;
    Sorter runs_;
    std::vector<Word> table_;
    std::size_t slots_, used_ = 0;
    std::vector<Word> current_, ahead_;
    bool has_ahead_ = false;
};

// An n-gram's adjusted count and whether it is cut off, in one number.
struct AdjustedCount {
    std::uint64_t count;
    bool cut;

    static AdjustedCount from(const Word *words) { return {to_count(words) >> 1, (to_count(words) & 1) != 0}; }
    void to(Word *words) const { from_count(count << 1 | (cut ? 1 : 0), words); }
};

// The adjusted counts of all lengths, each sorted by context: the words before the last from right to left, then
// the last word.
struct AdjustedCounts {
    std::vector<Sorter> by_context;  // for length n at n - 1: n words in this order, then the count
    std::vector<CountsOfCounts> counts_of_counts;
};

// Counts all n-grams up to a length. The adjusted count of the longest n-grams, and of those that begin a sentence, is
// how often they occur; of all others, how many different words they occur after (Chen and Goodman 1998, section 3;
// the treatment of sentence beginnings is Heafield et al. 2013's). An n-gram of length n that occurs at most
// cutoffs[n - 1] times is marked as cut off.
AdjustedCounts adjusted_counts(Corpus &corpus, int order, const std::vector<std::uint64_t> &cutoffs,
                               ScratchFolder &folder, std::size_t memory, const Progress &progress);

}  // namespace laconic::lm
