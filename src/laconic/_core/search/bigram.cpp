// McDonald's (2006) model: the best kept sequence under the scores of its words and of its neighbours.
#include "base/cancel.h"
#include "base/scores.h"
#include "search/scores.h"
#include "search/word_lattice.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace laconic {
namespace {

// Row j stands for "word j was the last kept"; row 0 is the begin, row n + 1 the end.
Lattice bigram_lattice(const BigramScores &scores, const Words &words) {
    check_room(scores.size() + 1, scores.size() + 1, sizeof(Edge));
    const std::int32_t n = static_cast<std::int32_t>(scores.size());
    Lattice lattice(scores.size());
    for (std::int32_t to = 1; to <= n + 1; ++to) {
        const bool is_end = to == n + 1;
        if (is_end || !words.must_go(to - 1)) {
            for (std::int32_t from = to - 1; from >= 0; --from) {
                if (from == 0 || !words.must_go(from - 1)) {
                    const double own = is_end ? 0.0 : scores.token(to - 1);
                    lattice.add(from, is_end ? kKeepsNone : to - 1, scores.bigram(from, to) + own);
                }
                if (from > 0 && words.must_stay(from - 1)) break;  // nothing may pass over a forced word
            }
        }
        lattice.end_row();
    }
    return lattice;
}

WordLattice word_lattice(Vector<double> token, Matrix<double> bigram) {
    const Words all(token.size());
    const BigramScores scores(token, bigram, all);
    nb::gil_scoped_release unlocked;
    return WordLattice(bigram_lattice(scores, all));
}

nb::tuple bigram_lengths(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t limit) {
    const BigramScores scores(token, bigram, words);
    return answer_each_length(words, limit, [&] { return bigram_lattice(scores, words); });
}

nb::tuple bigram_best(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t low,
                      std::int32_t high, std::int32_t count) {
    const BigramScores scores(token, bigram, words);
    return answer_best(words, low, high, count, [&] { return bigram_lattice(scores, words); });
}

// The log-partition, and the probability that each bigram is among the kept ones.
nb::tuple bigram_marginals(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t limit) {
    const BigramScores scores(token, bigram, words);
    const Measure measure(words, limit);
    const std::size_t rows = words.size() + 2;
    std::vector<double> probability(rows * rows);
    double log_partition;
    {
        nb::gil_scoped_release unlocked;
        const Lattice lattice = bigram_lattice(scores, words);
        const EdgeMarginals marginals = edge_marginals(lattice, measure);
        log_partition = marginals.log_partition;
        for (std::int32_t row = 1; row < lattice.rows(); ++row) {
            for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
                probability[lattice.edges()[index].from * rows + row] = marginals.probability[index];
            }
        }
    }
    return nb::make_tuple(log_partition, to_numpy(std::move(probability), {rows, rows}));
}

// Sums over the compressions of every length at once. A compression is a path from the start over its words to the end;
// with exponentials of scores as weights of its steps (divided by the largest),
//
//   forward[k][j]  = sum over paths of k words before word j, and j
//   backward[k][j] = sum over paths of k words after word j, to the end
//
// are powers of one matrix, scaled row by row to stay in range: O(n^3) for a sentence of n words, with one logarithm for
// each row, where sums in a lattice take one for each step of each length.
class LengthSums {
  public:
    explicit LengthSums(const BigramScores &scores) : size_(scores.size()), log_sums_(size_ + 1, kImpossible) {
        check_room(size_ + 1, size_ + 1);
        highest_ = kImpossible;
        for (std::size_t from = 0; from <= size_; ++from) {
            for (std::size_t to = from + 1; to <= size_; ++to) {
                highest_ = std::max(highest_, scores.bigram(from, to) + scores.token(to - 1));
            }
            if (from > 0) highest_ = std::max(highest_, scores.bigram(from, size_ + 1));
        }
        if (highest_ == kImpossible) return;
        starts_.resize(size_), ends_.resize(size_), steps_.resize(size_ * size_);
        for (std::size_t to = 0; to < size_; ++to) {
            starts_[to] = std::exp(scores.bigram(0, to + 1) + scores.token(to) - highest_);
            ends_[to] = std::exp(scores.bigram(to + 1, size_ + 1) - highest_);
            for (std::size_t from = 0; from < to; ++from) {
                steps_[from * size_ + to] = std::exp(scores.bigram(from + 1, to + 1) + scores.token(to) - highest_);
            }
        }
        forward_ = powers(starts_, [this](const double *row, double *next) {
            for (std::size_t from = 0; from < size_; ++from) {
                const double *step = &steps_[from * size_];
                for (std::size_t to = from + 1; to < size_; ++to) next[to] += row[from] * step[to];
            }
        });
        for (std::size_t k = 0; k < size_; ++k) {
            double sum = 0.0;
            for (std::size_t j = 0; j < size_; ++j) sum += forward_.rows[k * size_ + j] * ends_[j];
            log_sums_[k + 1] = std::log(sum) + forward_.log_scale[k];
        }
    }

    // The logarithm of the sum of each length; minus infinity for no words.
    std::vector<double> log_partition() const {
        std::vector<double> found(log_sums_);
        for (std::size_t words = 1; words <= size_; ++words) found[words] += static_cast<double>(words + 1) * highest_;
        return found;
    }

    // The probability of each word among the compressions of each length, a row for each length from 0.
    std::vector<double> word_probabilities() const {
        std::vector<double> found((size_ + 1) * size_);
        if (highest_ == kImpossible) return found;
        const Powers backward = powers(ends_, [this](const double *row, double *next) {
            for (std::size_t from = 0; from < size_; ++from) {
                const double *step = &steps_[from * size_];
                for (std::size_t to = from + 1; to < size_; ++to) next[from] += row[to] * step[to];
            }
        });
        for (std::size_t words = 1; words <= size_; ++words) {
            if (log_sums_[words] == kImpossible) continue;
            for (std::size_t before = 0; before < words; ++before) {
                const std::size_t after = words - 1 - before;
                const double log_scale = forward_.log_scale[before] + backward.log_scale[after] - log_sums_[words];
                const double *one = &forward_.rows[before * size_], *other = &backward.rows[after * size_];
                double *target = &found[words * size_];
                if (log_scale < kLargestExponent) {
                    const double scale = std::exp(log_scale);
                    for (std::size_t j = 0; j < size_; ++j) target[j] += scale * (one[j] * other[j]);
                } else {
                    for (std::size_t j = 0; j < size_; ++j) {
                        target[j] += std::exp(std::log(one[j]) + std::log(other[j]) + log_scale);
                    }
                }
            }
        }
        return found;
    }

  private:
    // Rows are scaled by the exponential of their scale.
    struct Powers {
        std::vector<double> rows, log_scale;
    };
    static constexpr double kLargestExponent = 600.0, kTiny = 1e-300;

    template <typename Step>
    Powers powers(const std::vector<double> &start, const Step &step) const {
        Powers found{std::vector<double>(size_ * size_), std::vector<double>(size_)};
        double log_scale = 0.0;
        for (std::size_t power = 0; power < size_; ++power) {
            check_cancelled();
            double *row = &found.rows[power * size_];
            if (power == 0) {
                std::copy(start.begin(), start.end(), row);
            } else {
                step(row - size_, row);
            }
            const double top = std::max(*std::max_element(row, row + size_), kTiny);
            for (std::size_t j = 0; j < size_; ++j) row[j] /= top;
            log_scale += std::log(top);
            found.log_scale[power] = log_scale;
        }
        return found;
    }

    std::size_t size_;
    double highest_;
    std::vector<double> starts_, ends_, steps_, log_sums_;
    Powers forward_;
};

Output<double> length_partitions(Vector<double> token, Matrix<double> bigram) {
    const BigramScores scores(token, bigram, Words(token.size()));
    std::vector<double> log_partition;
    {
        nb::gil_scoped_release unlocked;
        log_partition = LengthSums(scores).log_partition();
    }
    return to_numpy(std::move(log_partition));
}

nb::tuple length_marginals(Vector<double> token, Matrix<double> bigram) {
    const BigramScores scores(token, bigram, Words(token.size()));
    std::vector<double> log_partition, probability;
    {
        nb::gil_scoped_release unlocked;
        const LengthSums sums(scores);
        log_partition = sums.log_partition();
        probability = sums.word_probabilities();
    }
    const std::size_t size = token.size();
    return nb::make_tuple(to_numpy(std::move(log_partition)), to_numpy(std::move(probability), {size + 1, size}));
}

}  // namespace

void bind_bigram(nb::module_ &module) {
    module.def("bigram_lengths", &bigram_lengths, "token"_a, "bigram"_a, "words"_a, "limit"_a);
    module.def("bigram_best", &bigram_best, "token"_a, "bigram"_a, "words"_a, "low"_a, "high"_a, "count"_a);
    module.def("bigram_lattice", &word_lattice, "token"_a, "bigram"_a);
    module.def("bigram_marginals", &bigram_marginals, "token"_a, "bigram"_a, "words"_a, "limit"_a);
    module.def("length_partitions", &length_partitions, "token"_a, "bigram"_a);
    module.def("length_marginals", &length_marginals, "token"_a, "bigram"_a);
}

}  // namespace laconic
