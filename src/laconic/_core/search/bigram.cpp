// McDonald's (2006) model: the best kept sequence under the scores of its words and of its neighbours.
#include "search/word_lattice.h"

#include <vector>

namespace laconic {
namespace {

// Row j stands for "word j was the last kept"; row 0 is the begin, row n + 1 the end.
Lattice bigram_lattice(Vector<double> token, Matrix<double> bigram, Vector<bool> keep, Vector<bool> drop) {
    const std::int32_t n = static_cast<std::int32_t>(token.size());
    Lattice lattice(token.size());
    for (std::int32_t to = 1; to <= n + 1; ++to) {
        const bool is_end = to == n + 1;
        if (is_end || !drop(to - 1)) {
            for (std::int32_t from = to - 1; from >= 0; --from) {
                if (from == 0 || !drop(from - 1)) {
                    const double own = is_end ? 0.0 : token(to - 1);
                    lattice.add(from, is_end ? kKeepsNone : to - 1, bigram(from, to) + own);
                }
                if (from > 0 && keep(from - 1)) break;  // nothing may pass over a forced word
            }
        }
        lattice.end_row();
    }
    return lattice;
}

WordLattice word_lattice(Vector<double> token, Matrix<double> bigram, Vector<bool> keep, Vector<bool> drop) {
    return WordLattice(bigram_lattice(token, bigram, keep, drop));
}

nb::tuple bigram_lengths(Vector<double> token, Matrix<double> bigram, Vector<bool> keep, Vector<bool> drop,
                         Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t limit) {
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_each_length(bigram_lattice(token, bigram, keep, drop), {weight.data(), space.data(), limit});
    }
    return to_python(std::move(sets), token.size());
}

nb::tuple bigram_best(Vector<double> token, Matrix<double> bigram, Vector<bool> keep, Vector<bool> drop,
                      Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t low, std::int32_t high,
                      std::int32_t count) {
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_all(bigram_lattice(token, bigram, keep, drop), {weight.data(), space.data(), high}, low, high, count);
    }
    return to_python(std::move(sets), token.size());
}

// The log-partition, and the probability that each bigram is among the kept ones.
nb::tuple bigram_marginals(Vector<double> token, Matrix<double> bigram, Vector<bool> keep, Vector<bool> drop,
                           Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t limit) {
    const std::size_t rows = token.size() + 2;
    std::vector<double> probability(rows * rows);
    double log_partition;
    {
        nb::gil_scoped_release unlocked;
        const Lattice lattice = bigram_lattice(token, bigram, keep, drop);
        const EdgeMarginals marginals = edge_marginals(lattice, {weight.data(), space.data(), limit});
        log_partition = marginals.log_partition;
        for (std::int32_t row = 1; row < lattice.rows(); ++row) {
            for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
                probability[lattice.edges()[index].from * rows + row] = marginals.probability[index];
            }
        }
    }
    return nb::make_tuple(log_partition, to_numpy(std::move(probability), {rows, rows}));
}

}  // namespace

void bind_bigram(nb::module_ &module) {
    module.def("bigram_lengths", &bigram_lengths, "token"_a, "bigram"_a, "keep"_a, "drop"_a, "weight"_a,
               "space"_a, "limit"_a);
    module.def("bigram_best", &bigram_best, "token"_a, "bigram"_a, "keep"_a, "drop"_a, "weight"_a, "space"_a,
               "low"_a, "high"_a, "count"_a);
    module.def("bigram_lattice", &word_lattice, "token"_a, "bigram"_a, "keep"_a, "drop"_a);
    module.def("bigram_marginals", &bigram_marginals, "token"_a, "bigram"_a, "keep"_a, "drop"_a, "weight"_a,
               "space"_a, "limit"_a);
}

}  // namespace laconic
