// A linear chain of keep and delete labels: unary scores, and scores of neighbouring labels.
#include "search/lattice.h"

#include <vector>

namespace laconic {
namespace {

using Transitions = nb::ndarray<const double, nb::shape<-1, 2, 2>, nb::c_contig, nb::device::cpu>;

// Two rows a word: 2i - 1 says that word i was deleted, 2i that it was kept. Row 0 is the begin and row
// 2n + 1 the end, both of which count as kept.
Lattice chain_lattice(Vector<double> token, Transitions transition, Vector<bool> keep, Vector<bool> drop) {
    const std::int32_t n = static_cast<std::int32_t>(token.size());
    Lattice lattice(token.size());
    const auto enter = [&](std::int32_t word, int label, std::int32_t kept, double own) {
        if (word > 1) lattice.add(2 * (word - 1) - 1, kept, transition(word - 1, 0, label) + own);
        lattice.add(2 * (word - 1), kept, transition(word - 1, 1, label) + own);
    };
    for (std::int32_t word = 1; word <= n; ++word) {
        if (!keep(word - 1)) enter(word, 0, kKeepsNone, 0.0);
        lattice.end_row();
        if (!drop(word - 1)) enter(word, 1, word - 1, token(word - 1));
        lattice.end_row();
    }
    enter(n + 1, 1, kKeepsNone, 0.0);
    lattice.end_row();
    return lattice;
}

nb::tuple chain_lengths(Vector<double> token, Transitions transition, Vector<bool> keep, Vector<bool> drop,
                        Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t limit) {
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_each_length(chain_lattice(token, transition, keep, drop), {weight.data(), space.data(), limit});
    }
    return to_python(std::move(sets), token.size());
}

nb::tuple chain_best(Vector<double> token, Transitions transition, Vector<bool> keep, Vector<bool> drop,
                     Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t low, std::int32_t high,
                     std::int32_t count) {
    BestSets sets;
    {
        nb::gil_scoped_release unlocked;
        sets = best_of_all(chain_lattice(token, transition, keep, drop), {weight.data(), space.data(), high}, low, high, count);
    }
    return to_python(std::move(sets), token.size());
}

// The log-partition, and the probability of every pair of neighbouring labels.
nb::tuple chain_marginals(Vector<double> token, Transitions transition, Vector<bool> keep, Vector<bool> drop,
                          Vector<std::int32_t> weight, Vector<std::int32_t> space, std::int32_t limit) {
    const std::size_t steps = token.size() + 1;
    std::vector<double> probability(steps * 4);
    double log_partition;
    {
        nb::gil_scoped_release unlocked;
        const Lattice lattice = chain_lattice(token, transition, keep, drop);
        const EdgeMarginals marginals = edge_marginals(lattice, {weight.data(), space.data(), limit});
        log_partition = marginals.log_partition;
        for (std::int32_t row = 1; row < lattice.rows(); ++row) {
            const bool is_end = row == lattice.rows() - 1;
            const int label = is_end || row % 2 == 0;
            for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
                const std::int32_t from = lattice.edges()[index].from;
                probability[(from + 1) / 2 * 4 + (from % 2 == 0) * 2 + label] = marginals.probability[index];
            }
        }
    }
    return nb::make_tuple(log_partition, to_numpy(std::move(probability), {steps, 2, 2}));
}

}  // namespace

void bind_chain(nb::module_ &module) {
    module.def("chain_lengths", &chain_lengths, "token"_a, "transition"_a, "keep"_a, "drop"_a, "weight"_a,
               "space"_a, "limit"_a);
    module.def("chain_best", &chain_best, "token"_a, "transition"_a, "keep"_a, "drop"_a, "weight"_a,
               "space"_a, "low"_a, "high"_a, "count"_a);
    module.def("chain_marginals", &chain_marginals, "token"_a, "transition"_a, "keep"_a, "drop"_a,
               "weight"_a, "space"_a, "limit"_a);
}

}  // namespace laconic
