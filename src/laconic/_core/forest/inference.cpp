// Best derivation, inside, outside, marginals, counts, samples and trimming of a forest.
#include "base/cancel.h"
#include "forest/best.h"
#include "forest/scores.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

Output<double> inside(const Hypergraph &graph, Vector<double> given, bool maximise) {
    const EdgeScores scores(graph, given);
    std::vector<double> values;
    {
        nb::gil_scoped_release unlocked;
        values = maximise ? inside_pass<Best>(graph, scores.data()) : inside_pass<LogMass>(graph, scores.data());
    }
    return to_numpy(std::move(values));
}

template <typename Semiring>
std::vector<double> outside_values(const Hypergraph &graph, const double *scores) {
    return outside_pass<Semiring>(graph, scores, inside_pass<Semiring>(graph, scores));
}

Output<double> outside(const Hypergraph &graph, Vector<double> given, bool maximise) {
    const EdgeScores scores(graph, given);
    std::vector<double> values;
    {
        nb::gil_scoped_release unlocked;
        values = maximise ? outside_values<Best>(graph, scores.data()) : outside_values<LogMass>(graph, scores.data());
    }
    return to_numpy(std::move(values));
}

// For every edge, what all derivations through it are worth.
template <typename Semiring>
std::vector<double> through_edges(const Hypergraph &graph, const double *scores) {
    const Values<Semiring> below = inside_pass<Semiring>(graph, scores);
    const Values<Semiring> above = outside_pass<Semiring>(graph, scores, below);
    std::vector<double> through(graph.edge_count());
    for (Index edge = 0; edge < static_cast<Index>(through.size()); ++edge)
        through[edge] = Semiring::times(above[graph.head(edge)], inside_edge<Semiring>(graph, scores, edge, below));
    return through;
}

Output<double> through(const Hypergraph &graph, Vector<double> given, bool maximise) {
    const EdgeScores scores(graph, given);
    std::vector<double> values;
    {
        nb::gil_scoped_release unlocked;
        values = maximise ? through_edges<Best>(graph, scores.data()) : through_edges<LogMass>(graph, scores.data());
    }
    return to_numpy(std::move(values));
}

double count(const Hypergraph &graph, Vector<double> given) {
    const EdgeScores scores(graph, given);
    nb::gil_scoped_release unlocked;
    return inside_pass<Count>(graph, scores.data())[graph.root()];
}

// The score of the best derivation and its edges.
nb::tuple best(const Hypergraph &graph, Vector<double> given) {
    const EdgeScores scores(graph, given);
    std::vector<Index> edges;
    double value;
    {
        nb::gil_scoped_release unlocked;
        value = best_derivation(graph, scores.data(), edges);
    }
    return nb::make_tuple(value, to_numpy(std::move(edges)));
}

// Derivations drawn with probability proportional to exp(score), one after the other.
nb::tuple sample(const Hypergraph &graph, Vector<double> given, std::size_t draws, std::uint64_t seed) {
    const EdgeScores scores(graph, given);
    std::vector<Index> edges, pointers{0};
    {
        nb::gil_scoped_release unlocked;
        const Values<LogMass> mass = inside_pass<LogMass>(graph, scores.data());
        // Beyond all numbers there are no probabilities; below that every node that can be drawn has them.
        require(mass[graph.root()] < -kImpossible, "the scores are too large to be added.");
        // Within a node, the running sum of its edges' probabilities.
        std::vector<double> cumulative(graph.edge_count());
        for (Index node = 0; node <= graph.root(); ++node) {
            double sum = 0.0;
            for (Index edge = graph.first_edge(node); edge < graph.first_edge(node + 1); ++edge) {
                if (mass[node] != kImpossible)
                    sum += std::exp(inside_edge<LogMass>(graph, scores.data(), edge, mass) - mass[node]);
                cumulative[edge] = sum;
            }
        }
        std::mt19937_64 random(seed);
        const auto choose = [&](Index node) {
            const auto first = cumulative.begin() + graph.first_edge(node);
            const auto last = cumulative.begin() + graph.first_edge(node + 1);
            // 53 random bits give the same number in [0, 1) on every platform.
            const double uniform = static_cast<double>(random() >> 11) * 0x1.0p-53;
            // Rounding must not reach the total itself, beyond which there is no edge.
            const double total = *(last - 1), target = std::min(uniform * total, std::nextafter(total, 0.0));
            return static_cast<Index>(std::upper_bound(first, last, target) - cumulative.begin());
        };
        if (mass[graph.root()] == kImpossible) draws = 0;
        for (std::size_t draw = 0; draw < draws; ++draw) {
            check_cancelled();
            preorder(graph, graph.root(), choose, edges);
            check_room(edges.size(), 1, sizeof(Index));
            pointers.push_back(static_cast<Index>(edges.size()));
        }
    }
    return nb::make_tuple(to_numpy(std::move(edges)), to_numpy(std::move(pointers)));
}

// Marks the edges that some derivation uses, of those whose score is not minus infinity.
Output<bool> useful(const Hypergraph &graph, Vector<double> given) {
    const EdgeScores scores(graph, given);
    auto *marks = new bool[graph.edge_count()];
    nb::capsule owner(marks, [](void *pointer) noexcept { delete[] static_cast<bool *>(pointer); });
    {
        nb::gil_scoped_release unlocked;
        const Values<Possible> below = inside_pass<Possible>(graph, scores.data());
        const Values<Possible> above = outside_pass<Possible>(graph, scores.data(), below);
        for (Index edge = 0; edge < static_cast<Index>(graph.edge_count()); ++edge)
            marks[edge] = above[graph.head(edge)] && inside_edge<Possible>(graph, scores.data(), edge, below);
    }
    return Output<bool>(marks, {graph.edge_count()}, owner);
}

}  // namespace

void bind_forest_inference(nb::module_ &module) {
    module.def("forest_inside", &inside, "graph"_a, "scores"_a, "maximise"_a);
    module.def("forest_outside", &outside, "graph"_a, "scores"_a, "maximise"_a);
    module.def("forest_through", &through, "graph"_a, "scores"_a, "maximise"_a);
    module.def("forest_count", &count, "graph"_a, "scores"_a);
    module.def("forest_best", &best, "graph"_a, "scores"_a);
    module.def("forest_sample", &sample, "graph"_a, "scores"_a, "draws"_a, "seed"_a);
    module.def("forest_useful", &useful, "graph"_a, "scores"_a);
}

}  // namespace laconic
