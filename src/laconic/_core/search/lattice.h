// Paths through a lattice of kept words: the one dynamic programme behind `bigram`, `crf` and `subtree`.
//
// Rows stand in topological order: row 0 is the start, the last row the end. An edge into a row may keep
// one word. Every path is one set of kept words, and distinct paths are distinct sets. All searches carry
// the length of what is kept so far, so that one pass answers for every length.
#pragma once

#include "base/arrays.h"
#include "search/words.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace laconic {

constexpr std::int32_t kKeepsNone = -1;

struct Edge {
    std::int32_t from;
    std::int32_t word;  // position of the word it keeps, or kKeepsNone
    double score;
};

// How length is counted: words (weights 1), or characters (width and the space before a word). The words must live as
// long as their measure.
struct Measure {
    const std::int32_t *weight;
    const std::int32_t *space;  // not counted before the first kept word
    std::int32_t limit;         // longer sets are not looked at

    // Throws std::invalid_argument for a limit beyond all lengths, and where a length of 0 does not tell that nothing is kept.
    Measure(const Words &words, std::int32_t limit);

    std::int32_t step(std::int32_t word, bool first) const {
        return word == kKeepsNone ? 0 : weight[word] - (first ? space[word] : 0);
    }
};

class Lattice {
  public:
    explicit Lattice(std::size_t words) : words_(words), begin_{0, 0} {}

    // Edges are added row by row; impossible ones (minus infinity) are left out.
    void add(std::int32_t from, std::int32_t word, double score);
    void end_row() { begin_.push_back(static_cast<std::int32_t>(edges_.size())); }

    std::size_t words() const { return words_; }
    std::int32_t rows() const { return static_cast<std::int32_t>(begin_.size()) - 1; }
    const std::vector<Edge> &edges() const { return edges_; }
    std::int32_t begin(std::int32_t row) const { return begin_[row]; }
    std::int32_t end(std::int32_t row) const { return begin_[row + 1]; }

  private:
    std::size_t words_;
    std::vector<Edge> edges_;
    std::vector<std::int32_t> begin_;
};

// The best score of each length, and the words kept: one row of zeros and ones a length.
struct BestSets {
    std::vector<double> scores;
    std::vector<std::uint8_t> kept;
};

BestSets best_of_each_length(const Lattice &lattice, const Measure &measure);

// The best set whose length is from `low` to `measure.limit`, where keeping a word adds its bonus. Fills `kept`
// with zeros and ones and returns the score, or minus infinity if there is no such set.
double best_set(const Lattice &lattice, const Measure &measure, std::int32_t low, const double *bonus,
                std::vector<std::uint8_t> &kept);

// The `count` best sets whose length is from `low` to `measure.limit`, best first.
BestSets best_of_all(const Lattice &lattice, const Measure &measure, std::int32_t low, std::int32_t count);

// The logarithm of the sum of exp(score) over all sets of exactly `limit`, and each edge's probability.
// With weights of zero and a limit of zero it sums over sets of every length.
struct EdgeMarginals {
    double log_partition;
    std::vector<double> probability;
};

EdgeMarginals edge_marginals(const Lattice &lattice, const Measure &measure);

nb::tuple to_python(BestSets &&sets, std::size_t words);

// What Python asks of every kind of lattice; `make()` builds it, and other threads of Python run meanwhile.
template <typename Make>
nb::tuple answer_each_length(const Words &words, std::int32_t limit, Make make) {
    const Measure measure(words, limit);
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_each_length(make(), measure);
    }
    return to_python(std::move(sets), words.size());
}

template <typename Make>
nb::tuple answer_best(const Words &words, std::int32_t low, std::int32_t high, std::int32_t count, Make make) {
    const Measure measure(words, high);
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_all(make(), measure, low, count);
    }
    return to_python(std::move(sets), words.size());
}

}  // namespace laconic
