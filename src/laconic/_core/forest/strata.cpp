// The binding of the strata of a forest.
#include "forest/strata.h"

#include "forest/scores.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

void stratify(Strata *self, const Hypergraph &graph, Vector<double> scores, Matrix<Index> counts, Index cap_a,
              Index cap_b) {
    const std::size_t edges = graph.edge_count();
    const EdgeScores checked(graph, scores);
    check_size(counts.shape(0), edges, "counts, one row per edge,");
    check_size(counts.shape(1), 2, "a row of counts");
    check_range(cap_a, 0, kMostStrata, "cap_a");
    check_range(cap_b, 0, kMostStrata, "cap_b");
    std::vector<Pair> pairs(edges);
    for (std::size_t edge = 0; edge < edges; ++edge) {
        // A count beyond its cap can be cut to one beyond it, which keeps sums small.
        const Index a = counts.data()[2 * edge], b = counts.data()[2 * edge + 1];
        require(a >= 0 && b >= 0, "counts must not be negative.");
        pairs[edge] = {std::min(a, cap_a + 1), std::min(b, cap_b + 1)};
    }
    std::vector<double> values = checked.copy();
    nb::gil_scoped_release unlocked;
    new (self) Strata(graph, std::move(values), std::move(pairs), {cap_a, cap_b});
}

// The root's scores and the totals of the first of them.
nb::tuple totals(const Strata &strata) {
    const StrataTable &root = strata.root();
    std::vector<double> scores = root.scores;
    if (root.box.empty()) return nb::make_tuple(0, 0, to_numpy(std::move(scores), {0, 0}));
    return nb::make_tuple(root.box.low[0], root.box.low[1],
                          to_numpy(std::move(scores), {root.box.rows(), root.box.width()}));
}

Output<Index> trace(const Strata &strata, Index a, Index b) {
    std::vector<Index> edges;
    {
        nb::gil_scoped_release unlocked;
        edges = strata.trace({a, b});
    }
    return to_numpy(std::move(edges));
}

}  // namespace

void bind_forest_strata(nb::module_ &module) {
    nb::class_<Strata>(module, "ForestStrata")
        .def("__init__", &stratify, "graph"_a, "scores"_a, "counts"_a, "cap_a"_a, "cap_b"_a, nb::keep_alive<1, 2>())
        .def("totals", &totals)
        .def("trace", &trace, "a"_a, "b"_a);
}

}  // namespace laconic
