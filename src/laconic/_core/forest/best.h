// The best derivation of a forest under one score per edge.
#pragma once

#include "forest/semirings.h"

#include <vector>

namespace laconic {

// Fills `edges` with the best derivation, parents first, and returns its score; no edges and minus infinity
// if there is no derivation. Of equals, the first edge wins.
inline double best_derivation(const Hypergraph &graph, const double *scores, std::vector<Index> &edges) {
    edges.clear();
    const Values<Best> values = inside_pass<Best>(graph, scores);
    const auto choose = [&](Index node) {
        Index edge = graph.first_edge(node);
        while (inside_edge<Best>(graph, scores, edge, values) != values[node]) ++edge;
        return edge;
    };
    const double value = values[graph.root()];
    if (value != kImpossible) preorder(graph, graph.root(), choose, edges);
    return value;
}

}  // namespace laconic
